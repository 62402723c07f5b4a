//! Tests of the checker on models made for it and, with the feature `on-algorithms`, on every
//! algorithm of the catalogue.

// what compares with the naive checker is mostly called on algorithms
#![cfg_attr(not(feature = "on-algorithms"), allow(dead_code))]

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
#[cfg(feature = "on-algorithms")]
mod sleep_set;
#[cfg(feature = "on-algorithms")]
mod awake;
mod fingerprints;
mod graph;
#[cfg(feature = "on-algorithms")]
mod kept;
mod limits;
mod liveness;
mod naive;
mod operations;
mod parallel;
mod progress;
#[cfg(feature = "on-algorithms")]
mod real;
#[cfg(feature = "on-algorithms")]
mod renamed;
mod runs;
mod swarm;
#[cfg(feature = "on-algorithms")]
mod swarms;
mod toys;
mod verdicts;
