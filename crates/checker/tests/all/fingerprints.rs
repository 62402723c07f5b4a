//! Fingerprints instead of states: the same answers, and no proof.

use crate::check;
use crate::graph::Graph;
use checker::{Bound, Coverage, Limits, Outcome, Report, Search};
use model::{Action, ClaimKind, Log, Stepped};
use typed::{Model, Property, system_of};

pub fn by_fingerprints(model: impl Model, limits: Limits) -> Report {
    let mut search = Search::by_fingerprints(system_of(model), limits);
    while search.advance(100) {
        assert!(search.bytes() <= limits.bytes_max);
    }
    search.report()
}

/// What a search by fingerprints should say where it misses nothing.
pub fn unproven(mut report: Report) -> Report {
    let mut bounds = match report.coverage {
        Coverage::Bounded(bounds) => bounds,
        _ => Vec::new(),
    };
    bounds.push(Bound::Fingerprints(report.states));
    report.coverage = Coverage::Bounded(bounds);
    for verdict in &mut report.verdicts {
        // of whole runs
        if let ClaimKind::Eventually
        | ClaimKind::WaitFree
        | ClaimKind::LockFree
        | ClaimKind::ObstructionFree
        | ClaimKind::MostCost
        | ClaimKind::LeastCost = verdict.kind
        {
            verdict.outcome = Outcome::NotAsked;
        }
        if let Outcome::Ends(ends) = &mut verdict.outcome {
            for end in ends {
                end.runs = None;
            }
        }
    }
    report
}

#[test]
fn on_random_graphs() {
    for seed in 0..300 {
        for states_max in [usize::MAX, 100, 7, 1] {
            let limits = Limits::states(states_max);
            let wanted = unproven(check(Graph::<9>::random(seed), limits));
            assert_eq!(by_fingerprints(Graph::<9>::random(seed), limits), wanted, "seed {seed}");
        }
    }
}

/// Three counters in states that are large for it.
struct Large;

const SIZE: usize = 100;

impl Model for Large {
    type State = [u8; SIZE];

    fn init(&self) -> [u8; SIZE] {
        [0; SIZE]
    }

    fn actions(&self, _: &[u8; SIZE], offer: &mut dyn FnMut(Action)) {
        (0..3).for_each(|process| offer(Action::step(process)));
    }

    fn step(&self, state: &mut [u8; SIZE], action: Action, _: &mut Log<'_>) -> Stepped {
        let Action::Step { process, .. } = action else { return Stepped::Refused };
        let counter = &mut state[usize::from(process) * 40];
        if *counter == 99 {
            return Stepped::Done;
        }
        *counter += 1;
        Stepped::Ran(0)
    }

    fn properties(&self) -> &'static [Property<Large>] {
        const ALL: &[Property<Large>] =
            &[Property::sometimes("far", "", |_, state: &[u8; SIZE]| {
                state[80] == 99 && state[0] == 50
            })];
        ALL
    }
}

/// Many chunks, most of which are left behind.
#[test]
fn states_left_behind_are_not_kept() {
    let limits = Limits { bytes_max: 37_000_000, ..Limits::default() };
    let report = by_fingerprints(Large, limits);
    assert_eq!(report, unproven(check(Large, Limits::default())));
    assert_eq!(report.states, 1_000_000);
    assert!(matches!(&report.verdicts[0].outcome, Outcome::Found { run } if run.len() == 149));
    assert!(check(Large, limits).states < 400_000);

    let limits = Limits { bytes_max: 10_000_000, ..Limits::default() };
    let report = by_fingerprints(Large, limits);
    assert!(matches!(&report.coverage, Coverage::Bounded(bounds) if bounds.len() == 2));
    let sentence = report.coverage.sentence();
    assert!(sentence.starts_with("the search ran out of memory at 9 MB; the chance"), "{sentence}");
}
