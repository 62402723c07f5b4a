//! The real checker against the naive one, on models that nobody chose.

use crate::{graph::Graph, naive};
use checker::{Bound, Coverage, Limits, Outcome, Search};

fn agree<const BYTES: usize>(seeds: std::ops::Range<u64>) {
    let mut tally = Tally::default();
    for seed in seeds {
        for states_max in [usize::MAX, 100, 7, 1] {
            let wanted = naive::check(&Graph::<BYTES>::random(seed), states_max);
            for slice in [1, 7, 1_000_000] {
                let graph = Graph::<BYTES>::random(seed);
                let mut search = Search::new(graph, Limits::states(states_max));
                let mut slices = 1;
                while search.advance(slice) {
                    slices += 1;
                    assert_eq!(search.report().coverage, Coverage::Unfinished, "seed {seed}");
                }
                assert_eq!(search.report(), wanted, "seed {seed}, {slice} at a time");
                assert!(slices * slice >= wanted.states);
                assert!(!search.advance(slice));
                assert_eq!(search.report(), wanted, "seed {seed}, after its end");
            }
            tally.count(&wanted);
        }
    }
    // the models are not all of one kind
    let Tally { exhausted, beyond, full, failing, found, long } = tally;
    for count in [exhausted, beyond, full, failing, found, long] {
        assert!(count > 50, "{exhausted} {beyond} {full} {failing} {found} {long}");
    }
}

#[derive(Default)]
struct Tally {
    exhausted: usize,
    beyond: usize,
    full: usize,
    failing: usize,
    found: usize,
    long: usize,
}

impl Tally {
    fn count(&mut self, report: &checker::Report) {
        match &report.coverage {
            Coverage::Bounded(bounds) => {
                self.beyond += usize::from(bounds.contains(&Bound::BeyondModel));
                self.full += usize::from(bounds.iter().any(|it| *it != Bound::BeyondModel));
            }
            _ => self.exhausted += 1,
        }
        self.failing += usize::from(!report.ok());
        let is_found = |it: &checker::Verdict| matches!(it.outcome, Outcome::Found { .. });
        self.found += usize::from(report.verdicts.iter().any(is_found));
        self.long += usize::from(report.depth > 5);
    }
}

#[test]
fn on_states_of_two_bytes() {
    agree::<2>(0..500);
}

#[test]
fn on_states_of_eight_bytes() {
    agree::<8>(1000..1500);
}

#[test]
fn on_states_of_nineteen_bytes() {
    agree::<19>(2000..2500);
}
