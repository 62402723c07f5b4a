//! Texts of strangers take bounded work, whatever is asked of them. It is counted, so that no test needs a clock.

use catalog::{Action, Enabledness, STATE_WORK, Scenario, work};

/// Rules of which each has a loop that a step may have, for so many processes.
fn crowded(processes: usize, rules: usize) -> Scenario {
    let rule = "  when x < 200:\n    a ← 0\n    while a < 20000: a ← a + 1\n    x ← x + 1\n";
    text(&format!(
        "algorithm Crowded\nshared x: 0..255\nprocess i of {processes}:\n  own a: 0..65535\n{}",
        rule.repeat(rules)
    ))
}

fn text(text: &str) -> Scenario {
    let new = Scenario::parse("new").expect("a text of one's own").scenario;
    let scenario = new.with_text(text);
    let text = scenario.text.as_ref().expect("another text");
    assert!(text.errors().is_empty(), "{:?}", text.errors());
    scenario
}

/// How often all that can be tried in a state would have been as much work.
fn states_of_work<T>(of: impl FnOnce() -> T) -> (T, usize) {
    let from = work::done();
    let done = of();
    (done, (work::done() - from) / STATE_WORK)
}

/// A run of the first process alone.
fn alone(mut scenario: Scenario, steps: usize) -> Scenario {
    scenario.run = vec![Action::step(0); steps];
    scenario.at = steps;
    scenario
}

#[test]
fn a_step_has_its_share_of_what_is_tried_in_a_state() {
    let (moment, few) = states_of_work(|| crowded(1, 9).moment());
    assert!(moment.next.iter().all(|it| it.possible == Enabledness::Now), "{:?}", moment.next);
    assert!(few <= 10, "{few}");
    for rules in [9, 36] {
        let scenario = crowded(16, rules);
        let (moment, many) = states_of_work(|| scenario.moment());
        assert!(
            moment.next.iter().all(|it| it.possible == Enabledness::BoundReached),
            "{:?}",
            moment.next
        );
        let why = moment.beyond().expect("a step is not followed");
        assert!(why.starts_with("beyond the bound of this model: A loop in it takes more than "));
        // that is no end of the run
        assert_eq!(moment.end(), Some("What could come next is beyond the bound of this model."));
        let said =
            "Nothing has happened yet, and the first step is beyond the bound of this model.";
        assert_eq!(catalog::plain(&moment.said), said);
        assert!(
            why.ends_with(" operations, which is its share of what is tried in a state"),
            "{why}"
        );
        let ((), more) = states_of_work(|| {
            scenario.trace();
            scenario.reasons();
        });
        assert!(many <= 10 && more <= 20, "{many}, {more}");
    }
}

#[test]
fn a_run_is_followed_as_far_as_its_work_goes() {
    let scenario = alone(crowded(1, 1), 150);
    assert_eq!(scenario.trace().refused, None);
    let stop = "algorithm Long\nshared x: 0..3\nprocess i of 1:\n  own a: 0..65535\n  when true:\n    a ← 0\n    \
                while a < 60000: a ← a + 1\n    x ← (x + 1) mod 4\n";
    let scenario = alone(text(stop), 3_000);
    let (trace, of_trace) = states_of_work(|| scenario.trace());
    let refused = trace.refused.expect("too much work");
    assert!(
        refused.why.contains("The steps before it have taken all the work that a run may take"),
        "{refused:?}"
    );
    let (moment, of_moment) = states_of_work(|| scenario.moment());
    assert_eq!((moment.at, refused.step), (trace.steps.len(), trace.steps.len()));
    let (reasons, of_reasons) = states_of_work(|| scenario.reason(&scenario.trace(), "small"));
    assert_eq!(reasons.clauses, []);
    for work in [of_trace, of_moment, of_reasons] {
        assert!((10..100).contains(&work), "{of_trace}, {of_moment}, {of_reasons}");
    }
}

/// Where it can be told what is still open, and the states are too many for that.
#[test]
fn states_are_counted_as_far_as_the_work_goes() {
    let rule = "  when x < 200:\n    a ← 0\n    while a < 20000: a ← a + 1\n    x ← x + 1\n";
    let scenario = text(&format!(
        "algorithm Deciding\nshared x: 0..255\nprocess i of 3:\n  own a: 0..65535\n{}  when x = 200: decide i\n",
        rule.repeat(3)
    ));
    let (found, work) = states_of_work(|| scenario.valence(5));
    let too_large = found.expect_err("more than five states");
    assert!(!too_large.exact && too_large.states > 5, "{too_large:?}");
    assert!((10..100).contains(&work), "{work}");
}

/// Each value that would let a process go on is tried, with a loop for each.
#[test]
fn what_a_process_waits_for_takes_bounded_work() {
    let scenario = text(
        "algorithm Waiting\nshared x[0..9]: 0..60000\nprocess i of 1:\n  own a, b: 0..65535\n  go:\n    await some k in \
         0..9: x[k] > 59999\n    b ← 1\n",
    );
    let (moment, work) = states_of_work(|| scenario.moment());
    assert!(moment.next.iter().any(|it| it.possible == Enabledness::Waits), "{:?}", moment.next);
    assert!(work <= 10, "{work}");
}
