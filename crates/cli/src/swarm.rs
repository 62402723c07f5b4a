//! One search of a swarm, told in a line of JSON.

use crate::args::{Check, Part};
use crate::{Failure, progress::Meter};
use catalog::Scenario;
use checker::swarm;
use serde::{Deserialize, Serialize};
use std::io::{self, Write};

pub const VISITS_MAX: usize = 10_000_000;
const BYTES_MAX: usize = 64_000_000;

/// Before it is shortened.
const DEPTH_MAX: usize = 1000;

/// What it has found.
#[derive(Serialize, Deserialize)]
pub struct Line {
    pub link: String,
    pub i: usize,
    pub n: usize,
    pub seed: u64,
    /// States visited, some of them perhaps several times.
    pub visits: usize,
    /// The longest run.
    pub depth: usize,
    pub failures: Vec<Failed>,
    /// No initial state satisfies all of these assumptions, so every claim fails.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub no_initial_state: Option<Vec<String>>,
}

#[derive(Serialize, Deserialize)]
pub struct Failed {
    pub property: String,
    pub steps: usize,
    /// The run, which need not be a shortest one.
    pub link: String,
}

pub fn run(
    scenario: &Scenario,
    Part { i, n }: Part,
    check: &Check,
    to: &mut impl Write,
) -> Result<(), Failure> {
    let seed = check.seed;
    let swarm = swarm::Swarm {
        // far from each other: each seed begins a stretch of numbers
        seed: seed.rotate_left(32).wrapping_add(i as u64).wrapping_mul(0x9e6c_63d0_876a_9a47),
        visits_max: check.bounds.states_max.unwrap_or(VISITS_MAX),
        bytes_max: check.bounds.memory.unwrap_or(BYTES_MAX),
        depth_max: DEPTH_MAX,
    };
    let system = scenario.entry().search_system(&scenario.setting);
    let mut meter = Meter::new(!check.bounds.no_progress, swarm.visits_max, usize::MAX);
    let found = swarm::random_walk(&*system, swarm, &mut |visits| {
        meter.show(|| visits.into());
    });
    meter.finish();
    let tell = |failure: swarm::Failure| Failed {
        property: failure.property.into(),
        steps: failure.run.len(),
        link: scenario.with_run(failure.run).to_string(),
    };
    let line = Line {
        link: scenario.with_run(Vec::new()).to_string(),
        i,
        n,
        seed,
        visits: found.visits,
        depth: found.depth,
        failures: found.failures.into_iter().map(tell).collect(),
        no_initial_state: found
            .no_initial_state
            .map(|all| all.into_iter().map(Into::into).collect()),
    };
    serde_json::to_writer(&mut *to, &line).map_err(io::Error::from)?;
    Ok(writeln!(to)?)
}
