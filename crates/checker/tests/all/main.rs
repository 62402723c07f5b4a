//! Tests of the checker on models made for it and, with the feature `on-algorithms`, on every
//! algorithm of the catalogue.

// what compares with the naive checker is mostly called on algorithms
#![cfg_attr(not(feature = "on-algorithms"), allow(dead_code))]

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
#[cfg(feature = "on-algorithms")]
mod kept;
mod limits;
mod liveness;
mod naive;
#[cfg(feature = "on-algorithms")]
mod no_sleep;
mod operations;
mod parallel;
mod progress;
#[cfg(feature = "on-algorithms")]
mod real;
mod runs;
#[cfg(feature = "on-algorithms")]
mod sleep_sets;
mod swarm;
#[cfg(feature = "on-algorithms")]
mod swarms;
#[cfg(feature = "on-algorithms")]
mod symmetry;
mod toys;
mod verdicts;

/// A whole search of a model.
fn check(model: impl Model, limits: Limits) -> Report {
    checker::check(system_of(model), limits)
}
