//! Tests of the checker on models made for it.

use checker::{Limits, Report};
use model::{Model, system_of};

/// What a model has for its readers, where it has none.
macro_rules! unseen {
    () => {
        fn rows(&self) -> Vec<model::Row> {
            Vec::new()
        }

        fn zones(&self) -> &'static [model::Zone] {
            &[]
        }

        fn view(&self, _: &Self::State) -> model::View {
            model::View::default()
        }
    };
}

mod agreement;
mod fingerprints;
mod graph;
mod limits;
mod liveness;
mod naive;
mod operations;
mod parallel;
mod progress;
mod runs;
mod swarm;
mod symmetry;
mod toys;
mod verdicts;

/// A whole search of a model.
fn check(model: impl Model, limits: Limits) -> Report {
    checker::check(system_of(model), limits)
}
