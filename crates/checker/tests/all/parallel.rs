//! Several workers against one.

use crate::check;
use crate::{graph::Graph, toys::Counters};
use checker::{Bound, Coverage, Limits, Report, Search, Workers};
use typed::{Model, system_of};

/// Those who make every round together, however small.
pub fn crew(count: usize) -> Workers {
    Workers::new(count).in_parts_of(1)
}

pub fn by(model: impl Model, limits: Limits, workers: &Workers, slice: usize) -> Report {
    let mut search = Search::new(system_of(model), limits);
    while search.advance_by(workers, slice) {
        assert!(search.bytes() <= limits.bytes_max);
    }
    search.report()
}

fn agree(model: impl Fn() -> Graph<9>, limits: Limits, crews: &[(Workers, usize)]) -> Report {
    let wanted = check(model(), limits);
    for (crew, slice) in crews {
        let count = crew.count();
        assert_eq!(by(model(), limits, crew, *slice), wanted, "{count} workers, {slice} at a time");
    }
    wanted
}

#[test]
fn on_random_graphs() {
    let crews = [(2, 1), (2, 100), (3, 64), (5, usize::MAX), (64, usize::MAX)];
    let crews = crews.map(|(count, slice)| (crew(count), slice));
    let mut full = 0;
    let seeds = golden::quick_or(20, 150);
    for seed in 0..seeds {
        for states_max in [usize::MAX, 100, 7, 1] {
            let report = agree(|| Graph::random(seed), Limits::states(states_max), &crews);
            full += usize::from(report.states == states_max);
        }
    }
    assert!(full > seeds as usize, "{full}");
}

/// 40 to the power of four: more than two million.
fn many() -> Counters<4> {
    Counters { end: 39, turns: true, sum_max: u32::MAX }
}

/// Large enough for rounds of their usual size, and for tables that grow.
#[test]
fn on_many_states() {
    for most in [golden::quick_or(400_000, 2_000_000), 300_001] {
        let limits = Limits::states(most);
        let wanted = check(many(), limits);
        assert_eq!(wanted.coverage, Coverage::Bounded(vec![Bound::StatesMax(limits.states_max)]));
        for count in [2, 3] {
            let mut search = Search::new(system_of(many()), limits);
            let workers = Workers::new(count);
            while search.advance_by(&workers, 100_000) {}
            assert_eq!(search.report(), wanted);
        }
    }
}

/// Where memory ends, the same states are kept too, whatever it is that there is no room for.
#[test]
fn within_so_much_memory() {
    let crews = [2, 5].map(crew);
    for bytes_max in (1..8).map(|it| it * 777_777).chain([20_000_000]) {
        let limits = Limits { bytes_max, ..Limits::default() };
        let wanted = check(many(), limits);
        assert!(matches!(wanted.coverage, Coverage::Bounded(_)));
        for crew in &crews {
            let report = by(many(), limits, crew, 10_000);
            assert_eq!(report, wanted, "{} workers, {bytes_max} bytes", crew.count());
        }
    }
}
