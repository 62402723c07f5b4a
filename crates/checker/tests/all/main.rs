//! Tests of the checker on models made for it.

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
mod asleep;
mod awake;
mod fingerprints;
mod graph;
mod kept;
mod limits;
mod liveness;
mod naive;
mod operations;
mod parallel;
mod progress;
mod real;
mod renamed;
mod runs;
mod swarm;
mod toys;
mod verdicts;
