//! Fingerprints instead of states: the same answers, and no proof.

use crate::graph::Graph;
use crate::toys::Counters;
use algorithms::Visit;
use checker::{Bound, Coverage, Limits, Outcome, Report, Search, check};
use model::{Algorithm, Kind, Model};

fn by_fingerprints(model: impl Model, limits: Limits) -> Report {
    let mut search = Search::of_fingerprints(model, limits);
    while search.advance(100) {
        assert!(search.bytes() <= limits.bytes_max);
    }
    search.report()
}

/// What a search by fingerprints should say where it misses nothing.
fn unproven(mut report: Report) -> Report {
    let mut bounds = match report.coverage {
        Coverage::Bounded(bounds) => bounds,
        _ => Vec::new(),
    };
    bounds.push(Bound::Fingerprints(report.states));
    report.coverage = Coverage::Bounded(bounds);
    for verdict in &mut report.verdicts {
        if verdict.kind == Kind::Eventually {
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

struct Settings(usize);

impl Visit for Settings {
    fn algorithm<A: Algorithm>(&mut self, slug: &'static str) {
        for setting in crate::real::settings::<A>(1) {
            let limits = Limits::states(4000);
            let wanted = unproven(check(A::model(&setting), limits));
            let report = by_fingerprints(A::model(&setting), limits);
            assert_eq!(report, wanted, "{slug} {setting:?}");
            self.0 += usize::from(wanted.states < 4000);
        }
    }
}

#[test]
fn on_every_algorithm() {
    let mut settings = Settings(0);
    algorithms::visit_all(&mut settings);
    assert!(settings.0 > 50, "{}", settings.0);
}

/// Many chunks, most of which are left behind.
#[test]
fn states_left_behind_are_not_kept() {
    let wide = || Counters::<30> { end: 1, turns: false, sum_max: 5 };
    let limits = Limits::default();
    let wanted = unproven(check(wide(), limits));
    assert_eq!(wanted.states, 1 + 30 + 435 + 4060 + 27_405 + 142_506);
    assert_eq!(by_fingerprints(wide(), limits), wanted);

    let long = || Counters::<100> { end: 3, turns: true, sum_max: u32::MAX };
    let limits = Limits { bytes_max: 30_000_000, ..Limits::default() };
    let (exact, more) = (check(long(), limits), by_fingerprints(long(), limits));
    assert!(matches!(&more.coverage, Coverage::Bounded(bounds) if bounds.len() == 2));
    assert!(more.states > exact.states, "{} {}", more.states, exact.states);
    assert!(more.coverage.sentence().contains("ran out of memory at 29 MB"), "{more:?}");
}
