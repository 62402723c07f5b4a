//! The real checker against the naive one, on models that nobody chose.

use crate::{graph::Graph, naive, operations, runs};
use checker::{Bound, Coverage, Limits, Outcome, Search};
use model::ClaimKind;
use typed::system_of;

fn agree<const BYTES: usize>(first: u64) {
    let mut tally = Tally::default();
    for seed in first..first + golden::quick_or(200, 900) {
        for states_max in [usize::MAX, 100, 7, 1] {
            let wanted = naive::check(&Graph::<BYTES>::random(seed), states_max);
            for slice in [1, 7, 1_000_000] {
                let graph = Graph::<BYTES>::random(seed);
                let mut search = Search::new(system_of(graph), Limits::states(states_max));
                let mut slices = 1;
                while search.advance(slice) {
                    slices += 1;
                    // a report takes as long as many slices
                    if slices < 9_usize || slices.is_power_of_two() {
                        let coverage = search.report().coverage;
                        assert_eq!(coverage, Coverage::Unfinished, "seed {seed}");
                    }
                }
                let graph = Graph::<BYTES>::random(seed);
                let report = operations::proven(&graph, runs::proven(&graph, search.report()));
                assert_eq!(report, wanted, "seed {seed}, {slice} at a time");
                assert!(slices * slice >= wanted.states);
                let at_end = search.report();
                let failing = at_end.verdicts.iter().filter(|verdict| !verdict.good()).count();
                assert_eq!(search.progress().failures, failing, "seed {seed}");
                assert!(!search.advance(slice));
                assert_eq!(search.report(), at_end, "seed {seed}, after its end");
            }
            tally.count(&wanted);
        }
    }
    // the models are not all of one kind
    let Tally { exhausted, beyond, full, failing, found, long, looping, live, counted, .. } = tally;
    for count in [exhausted, beyond, full, failing, found, long, looping, live, counted] {
        assert!(count > golden::quick_or(5, 40), "{tally:?}");
    }
    let Tally { within, stuck, starving, lock_free, dear, growing, cheap, .. } = tally;
    for count in [within, stuck, starving, lock_free, dear, growing, cheap] {
        assert!(count > golden::quick_or(1, 15), "{tally:?}");
    }
}

#[test]
fn on_strong_fairness() {
    let (mut holds, mut loops) = (0, 0);
    for seed in 0..golden::quick_or(2_000, 20_000) {
        let graph = || Graph::<2>::strongly_fair(seed);
        let mut search = Search::new(system_of(graph()), Limits::default());
        while search.advance(1_000_000) {}
        let report = operations::proven(&graph(), runs::proven(&graph(), search.report()));
        let wanted = naive::check(&graph(), usize::MAX);
        for (found, wanted) in report.verdicts.iter().zip(&wanted.verdicts) {
            if wanted.kind == ClaimKind::Eventually {
                assert_eq!(found, wanted, "seed {seed}");
                holds += usize::from(wanted.outcome == Outcome::Holds);
                loops += usize::from(wanted.outcome == runs::SOME_LOOP);
            }
        }
    }
    assert!(holds > 100 && loops > 100, "{holds} hold, {loops} do not");
}

#[derive(Clone, Copy, Default, Debug)]
struct Tally {
    exhausted: usize,
    beyond: usize,
    full: usize,
    failing: usize,
    found: usize,
    long: usize,
    /// Somebody waits for ever though all goes on.
    looping: usize,
    /// Nobody waits for ever.
    live: usize,
    /// Runs end in several ways, and were counted.
    counted: usize,
    /// Of operations: within so many steps, more than one; stuck; without end; somebody gets done;
    /// at a cost, with no bound to it, and at least so much.
    within: usize,
    stuck: usize,
    starving: usize,
    lock_free: usize,
    dear: usize,
    growing: usize,
    cheap: usize,
}

impl Tally {
    fn count(&mut self, report: &checker::Report) {
        match &report.coverage {
            Coverage::Bounded(bounds) => {
                self.beyond += usize::from(bounds.contains(&Bound::BeyondModel));
                self.full += usize::from(bounds.iter().any(|bound| *bound != Bound::BeyondModel));
            }
            _ => self.exhausted += 1,
        }
        self.failing += usize::from(!report.ok());
        let is_found =
            |verdict: &checker::Verdict| matches!(verdict.outcome, Outcome::Found { .. });
        self.found += usize::from(report.verdicts.iter().any(is_found));
        self.long += usize::from(report.depth > 5);
        let last =
            &report.verdicts.iter().find(|verdict| verdict.property == "the last").unwrap().outcome;
        self.looping += usize::from(*last == runs::SOME_LOOP);
        let several = |verdict: &checker::Verdict| {
            verdict.ends().len() > 1 && verdict.ends()[0].runs.is_some()
        };
        self.counted += usize::from(report.verdicts.iter().any(several));
        for verdict in &report.verdicts {
            let count = match (&verdict.outcome, verdict.kind) {
                (Outcome::Within { value: 2.., .. }, _) => &mut self.within,
                (Outcome::Stuck { .. }, _) => &mut self.stuck,
                (Outcome::Loops { .. }, ClaimKind::WaitFree) => &mut self.starving,
                (Outcome::Holds, ClaimKind::LockFree) => &mut self.lock_free,
                (Outcome::Most { value: 2.., .. }, ClaimKind::MostCost) => &mut self.dear,
                (Outcome::Unbounded { .. }, _) => &mut self.growing,
                (Outcome::Least { value: 1.., .. }, ClaimKind::LeastCost) => &mut self.cheap,
                _ => continue,
            };
            *count += 1;
        }
        self.live += usize::from(*last == Outcome::Holds);
    }
}

#[test]
fn on_states_of_two_bytes() {
    agree::<2>(0);
}

#[test]
fn on_states_of_eight_bytes() {
    agree::<8>(1000);
}

#[test]
fn on_states_of_nineteen_bytes() {
    agree::<19>(2000);
}
