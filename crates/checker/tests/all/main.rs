//! Tests of the checker on models made for it.

use checker::{Limits, Report};
use typed::{Model, system_of};

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
mod wide;

/// A whole search of a model.
fn check(model: impl Model, limits: Limits) -> Report {
    checker::check(system_of(model), limits)
}
