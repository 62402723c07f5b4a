//! What a search does at its limits, and what it tells on the way.

use crate::check;
use crate::toys::Counters;
use checker::{Bound, Coverage, Limits, Search};
use typed::system_of;

/// 40 to the power of four: more than two million.
fn many() -> Counters<4> {
    Counters { end: 39, turns: true, sum_max: u32::MAX }
}

#[test]
fn no_more_states_than_allowed() {
    let report = check(many(), Limits::states(100_000));
    assert_eq!(report.states, 100_000);
    assert_eq!(report.coverage, Coverage::Bounded(vec![Bound::StatesMax(100_000)]));
}

#[test]
fn an_interrupted_search_says_what_it_knows() {
    let mut search = Search::new(system_of(many()), Limits::default());
    assert!(search.advance(1000));
    search.interrupt();
    assert!(!search.advance(1000));
    let report = search.report();
    assert_eq!(report.coverage, Coverage::Bounded(vec![Bound::Interrupted]));
    assert!(report.coverage.is_cut());
    assert!((1000..10_000).contains(&report.states), "{}", report.states);
    for verdict in &report.verdicts {
        let sentence = verdict.sentence(&report);
        let words = ["fails: ", "not a proof", "not asked before the search was interrupted"];
        assert!(words.iter().any(|word| sentence.contains(word)), "{sentence}");
    }
    // what is over is so all the same
    let mut search = Search::new(system_of(many()), Limits::default());
    while search.advance(usize::MAX) {}
    search.interrupt();
    assert_eq!(search.report().coverage, Coverage::Exhausted);
}

#[test]
fn exactly_enough_states_are_enough() {
    let counters = || Counters::<2> { end: 9, turns: true, sum_max: u32::MAX };
    assert_eq!(check(counters(), Limits::states(100)).coverage, Coverage::Exhausted);
    let coverage = check(counters(), Limits::states(99)).coverage;
    assert_eq!(coverage, Coverage::Bounded(vec![Bound::StatesMax(99)]));
}

#[test]
fn no_more_memory_than_allowed() {
    let bytes_max = 2_000_000;
    let mut search = Search::new(system_of(many()), Limits { bytes_max, ..Limits::default() });
    while search.advance(1000) {
        assert!(search.bytes() <= bytes_max);
    }
    let report = search.report();
    let Coverage::Bounded(bounds) = &report.coverage else { panic!("{:?}", report.coverage) };
    let [Bound::Memory(taken)] = bounds[..] else { panic!("{bounds:?}") };
    assert!((search.bytes()..=bytes_max).contains(&taken), "{taken}");
    // eight bytes each, four for where it was reached from, at least four and at most eleven in the
    // table; and what is taken but not used yet
    let each = search.bytes() / report.states;
    assert!((16..25).contains(&each), "{each}");
    // the states that there was room for are the nearest ones
    let same = check(many(), Limits::states(report.states));
    assert_eq!((report.states, report.depth), (same.states, same.depth));
    assert_eq!((report.transitions, report.verdicts), (same.transitions, same.verdicts));
}

/// Each state that there is room for in what a search begins with has a number of its own.
#[test]
fn less_memory_than_a_search_begins_with() {
    let whole = |bytes_max| {
        let limits = Limits { bytes_max, ..Limits::default() };
        let (mut states, mut fingerprints) = (
            Search::new(system_of(many()), limits),
            Search::by_fingerprints(system_of(many()), limits),
        );
        assert!(states.bytes() > bytes_max && fingerprints.bytes() > bytes_max);
        states.advance(usize::MAX);
        fingerprints.advance(usize::MAX);
        [states.report(), fingerprints.report()]
    };
    for report in [0, 3, 10_000, 100_000].into_iter().flat_map(whole) {
        let same = check(many(), Limits::states(report.states));
        assert!(report.states > 1000);
        assert_eq!((report.depth, report.transitions), (same.depth, same.transitions));
    }
}

#[test]
fn progress_is_told() {
    let mut search = Search::new(system_of(many()), Limits::states(50_000));
    let progress = search.progress();
    assert_eq!((progress.states, progress.frontier, progress.depth), (1, 1, 0));
    assert!(search.advance(1));
    let progress = search.progress();
    assert_eq!((progress.states, progress.frontier, progress.depth), (5, 4, 1));
    let mut expanded = 1;
    while search.advance(1000) {
        expanded += 1000;
        let progress = search.progress();
        assert_eq!(progress.transitions, 4 * expanded);
        assert_eq!(progress.states - progress.frontier, expanded);
        assert_eq!(search.report().coverage, Coverage::Unfinished);
        assert_eq!(search.report().depth, progress.depth);
    }
    let progress = search.progress();
    assert_eq!((progress.frontier, progress.failures), (0, 1));
}
