//! One step splits all others into before, after and concurrent.

use catalog::{Relation, Trace};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Split {
    pub before: usize,
    pub after: usize,
    pub concurrent: usize,
}

impl Split {
    pub fn of(trace: &Trace, pivot: usize) -> Split {
        let mut split = Split::default();
        for step in 0..trace.steps.len() {
            match trace.order.relation(pivot, step) {
                Relation::Same => {}
                Relation::Before => split.before += 1,
                Relation::After => split.after += 1,
                Relation::Concurrent => split.concurrent += 1,
            }
        }
        split
    }
}

/// How a step that stands so to the picked one is drawn.
pub fn class(relation: Relation) -> &'static str {
    match relation {
        Relation::Same => "is-same",
        Relation::Before => "is-before",
        Relation::After => "is-after",
        Relation::Concurrent => "is-concurrent",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog::Scenario;

    #[test]
    fn a_step_splits_all_others() {
        let trace = Scenario::parse("bakery?v=1&run=QIRKBIBQ.yZu5").unwrap().scenario.trace();
        let len = trace.steps.len();
        assert!(len > 5);
        for pivot in 0..len {
            let split = Split::of(&trace, pivot);
            assert_eq!(split.before + split.after + split.concurrent + 1, len);
            // what came before stands earlier in any schedule
            assert!(split.before <= pivot && split.after < len - pivot);
        }
    }
}
