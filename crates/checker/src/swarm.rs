//! One of many independent searches of a model that is too large for any of them: each looks
//! elsewhere, and what they find together is more than one of them would find in the same time
//! ([Holzmann, Joshi and Groce, "Swarm verification techniques", 2011][swarm]).
//!
//! Each goes depth first, takes the steps of a state in an order of its own, and marks the states
//! that it has visited in a small array of bits ([Holzmann, 1998][bitstate]), so that it takes some
//! for visited that are not. It begins anew several times, with other orders and other limits of
//! depth, as the first steps are otherwise the last that it changes. What it finds is a failure;
//! what it does not find is not proven.
//!
//! [swarm]: https://doi.org/10.1109/TSE.2010.110
//! [bitstate]: https://doi.org/10.1023/A:1008696026254

mod bitstate;
mod shorten;

use crate::has_initial_state;
use bitstate::{BitstateFilter, shuffle};
use model::{Action, Expansion, IN_DOMAINS, Log, NO_DEADLOCK, Stepped, System};
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use shorten::shorten;

/// What is claimed of every algorithm, behind its properties.
const BUILT_IN: [&str; 2] = [IN_DOMAINS, NO_DEADLOCK];

/// How often a search begins anew.
const PROBES: usize = 32;

/// Bytes of marks for each visit: three bits are set of 32.
const BYTES_PER_VISIT: usize = 4;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Swarm {
    /// The same seed gives the same search.
    pub seed: u64,
    /// No more states are visited.
    pub visits_max: usize,
    /// No run is longer, before it is shortened.
    pub depth_max: usize,
    /// No more memory is taken for marks.
    pub bytes_max: usize,
}

/// What one search has found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// States visited, some of them perhaps several times.
    pub visits: usize,
    /// The longest run.
    pub depth: usize,
    /// One for each claim that fails.
    pub failures: Vec<Failure>,
    /// No initial state satisfies all of these assumptions: there is nothing to visit, and every claim fails.
    pub no_initial_state: Option<Vec<&'static str>>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    pub property: &'static str,
    /// Not necessarily a shortest one.
    pub run: Vec<Action>,
}

/// One random walk. Tells `each` now and then how many states it has visited.
pub fn random_walk(system: &dyn System, swarm: Swarm, each: &mut dyn FnMut(usize)) -> Found {
    if has_initial_state(system, swarm.visits_max) == Some(false) {
        let no_initial_state = Some(system.assumptions());
        return Found { visits: 0, depth: 0, failures: Vec::new(), no_initial_state };
    }
    let mut random = SplitMix64::seed_from_u64(swarm.seed);
    let visits = swarm.visits_max.div_ceil(PROBES);
    let mut walk = Walk {
        system,
        filter: BitstateFilter::new(swarm.bytes_max.min(visits * BYTES_PER_VISIT)),
        failures: vec![None; system.properties().len() + BUILT_IN.len()],
        visits: 0,
        visits_max: 0,
        depth: 0,
        depth_max: 0,
        each,
    };
    for probe in 0..PROBES {
        if walk.visits == swarm.visits_max {
            break;
        }
        walk.visits_max = (walk.visits + visits).min(swarm.visits_max);
        walk.depth_max = (swarm.depth_max >> (probe % 4)).max(1);
        walk.filter.clear(random.next_u64());
        walk.go(random.next_u64());
    }
    let Walk { visits, depth, failures, .. } = walk;
    let failure = |(at, run): (usize, Option<Vec<Action>>)| {
        let mut names = system.properties().iter().map(|claim| claim.name).chain(BUILT_IN);
        let property = names.nth(at)?;
        let run = shorten(system, run?, |state| fails(system, at, state));
        Some(Failure { property, run })
    };
    Found {
        visits,
        depth,
        failures: failures.into_iter().enumerate().filter_map(failure).collect(),
        no_initial_state: None,
    }
}

/// Whether a state violates the claim at `at`; the last ones are built in.
fn fails(system: &dyn System, at: usize, state: &[u8]) -> bool {
    if at < system.properties().len() {
        return system.is_violated(at, state);
    }
    let mut expansion = Expansion::new(false);
    system.expand(state, &mut expansion);
    let found = expansion.expanded()[0];
    match BUILT_IN[at - system.properties().len()] {
        IN_DOMAINS => found.is_error,
        _ => found.is_deadlock,
    }
}

struct Walk<'a> {
    system: &'a dyn System,
    filter: BitstateFilter,
    /// Of each property, of errors and of deadlock, the shortest run found.
    failures: Vec<Option<Vec<Action>>>,
    visits: usize,
    visits_max: usize,
    depth: usize,
    depth_max: usize,
    each: &'a mut dyn FnMut(usize),
}

/// A state of the run at hand.
struct Frame {
    state: Vec<u8>,
    /// The step that led there.
    action: Option<Action>,
    /// Where its steps begin among those that are left to take.
    ahead_from: usize,
    /// Of those taken so far: some wait, and some can be taken.
    waits: bool,
    can_go_on: bool,
}

/// How many visits pass between two looks at the clock.
const VISITS_UNTOLD: usize = 1 << 14;

impl Walk<'_> {
    /// Depth first from the first state.
    fn go(&mut self, seed: u64) {
        let mut random = SplitMix64::seed_from_u64(seed);
        let mut path: Vec<Frame> = Vec::new();
        let mut ahead: Vec<Action> = Vec::new();
        let mut after = self.system.initial();
        self.visit((&self.system.initial(), None), &mut path, &mut ahead, &mut random);
        while let Some(frame) = path.last_mut() {
            if self.visits >= self.visits_max {
                return;
            }
            if ahead.len() == frame.ahead_from {
                if frame.waits && !frame.can_go_on {
                    self.fail(self.failures.len() - 1, &path);
                }
                path.pop();
                continue;
            }
            let action = ahead.pop().expect("there is a step left");
            after.copy_from_slice(&frame.state);
            let stepped = self.system.step(&mut after, action, &mut Log::off());
            frame.waits |= stepped == Stepped::Waits;
            frame.can_go_on |=
                matches!(stepped, Stepped::Ran(_) | Stepped::BoundReached | Stepped::Error)
                    && !action.is_fault();
            if stepped == Stepped::Error {
                self.fail(self.failures.len() - 2, &path);
            } else if let Stepped::Ran(_) = stepped {
                self.visit((&after, Some(action)), &mut path, &mut ahead, &mut random);
            }
        }
    }

    /// Goes on from a state, if it is new, and within the limits.
    fn visit(
        &mut self,
        (state, action): (&[u8], Option<Action>),
        path: &mut Vec<Frame>,
        ahead: &mut Vec<Action>,
        random: &mut SplitMix64,
    ) {
        if path.len() > self.depth_max || !self.filter.mark(state) {
            return;
        }
        self.visits += 1;
        if self.visits.is_multiple_of(VISITS_UNTOLD) {
            (self.each)(self.visits);
        }
        self.depth = self.depth.max(path.len());
        let ahead_from = ahead.len();
        self.system.actions(state, &mut |action| ahead.push(action));
        shuffle(random, &mut ahead[ahead_from..]);
        path.push(Frame {
            state: state.to_vec(),
            action,
            ahead_from,
            waits: false,
            can_go_on: false,
        });
        for at in 0..self.system.properties().len() {
            if self.system.is_violated(at, state) {
                self.fail(at, path);
            }
        }
    }

    /// The end of a path breaks the claim at `at`.
    fn fail(&mut self, at: usize, path: &[Frame]) {
        // the first state is one of them
        if self.failures[at].as_ref().is_none_or(|actions| path.len() <= actions.len()) {
            self.failures[at] = Some(path.iter().filter_map(|frame| frame.action).collect());
        }
    }
}
