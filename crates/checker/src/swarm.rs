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

mod marks;
mod shorten;

use crate::expand::{Drafts, expand};
use marks::{Marks, shuffle};
use model::{Action, Asleep, Log, Model, Stepped};
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use shorten::shorten;
use zerocopy::IntoBytes;

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
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    pub property: &'static str,
    /// Not necessarily a shortest one.
    pub run: Vec<Action>,
}

/// One search. Tells `each` now and then how many states it has visited.
pub fn wander<M: Model>(model: &M, swarm: Swarm, each: &mut dyn FnMut(usize)) -> Found {
    let mut random = SplitMix64::seed_from_u64(swarm.seed);
    let visits = swarm.visits_max.div_ceil(PROBES);
    let mut search = Wander {
        model,
        marks: Marks::new(swarm.bytes_max.min(visits * BYTES_PER_VISIT)),
        failures: vec![None; model.properties().len() + 1],
        visits: 0,
        visits_max: 0,
        depth: 0,
        depth_max: 0,
        each,
    };
    for probe in 0..PROBES {
        if search.visits == swarm.visits_max {
            break;
        }
        search.visits_max = (search.visits + visits).min(swarm.visits_max);
        search.depth_max = (swarm.depth_max >> (probe % 4)).max(1);
        search.marks.clear(random.next_u64());
        search.go(random.next_u64());
    }
    let Wander { visits, depth, failures, .. } = search;
    let failure = |(at, run): (usize, Option<Vec<Action>>)| {
        let property = model.properties().get(at).map_or(reports::NO_DEADLOCK, |it| it.name);
        let run = shorten(model, run?, |state| fails(model, at, state));
        Some(Failure { property, run })
    };
    Found {
        visits,
        depth,
        failures: failures.into_iter().enumerate().filter_map(failure).collect(),
    }
}

/// Whether a state breaks the claim at `at`; the last one is that there is no deadlock.
fn fails<M: Model>(model: &M, at: usize, state: &M::State) -> bool {
    match model.properties().get(at) {
        Some(property) => property.broken(model, state),
        None => expand(model, state, Asleep::default(), &mut Nowhere(*state)).is_deadlock,
    }
}

/// Where states go that nobody asks for.
struct Nowhere<S>(S);

impl<S: Copy> Drafts<S> for Nowhere<S> {
    fn draft(&mut self, state: &S) -> &mut S {
        self.0 = *state;
        &mut self.0
    }

    fn add(&mut self, _: Asleep) {}
}

struct Wander<'a, M> {
    model: &'a M,
    marks: Marks,
    /// Of each property, and of deadlock, the shortest run found.
    failures: Vec<Option<Vec<Action>>>,
    visits: usize,
    visits_max: usize,
    depth: usize,
    depth_max: usize,
    each: &'a mut dyn FnMut(usize),
}

/// A state of the run at hand.
struct Frame<S> {
    state: S,
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

impl<M: Model> Wander<'_, M> {
    /// Depth first from the first state.
    fn go(&mut self, seed: u64) {
        let mut random = SplitMix64::seed_from_u64(seed);
        let mut path: Vec<Frame<M::State>> = Vec::new();
        let mut ahead: Vec<Action> = Vec::new();
        self.visit((self.model.init(), None), &mut path, &mut ahead, &mut random);
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
            let mut after = frame.state;
            let stepped = self.model.step(&mut after, action, &mut Log::off());
            frame.waits |= stepped == Stepped::Waits;
            frame.can_go_on |=
                matches!(stepped, Stepped::Ran(_) | Stepped::Beyond) && !action.is_fault();
            if let Stepped::Ran(_) = stepped {
                self.visit((after, Some(action)), &mut path, &mut ahead, &mut random);
            }
        }
    }

    /// Goes on from a state, if it is new, and within the limits.
    fn visit(
        &mut self,
        (state, action): (M::State, Option<Action>),
        path: &mut Vec<Frame<M::State>>,
        ahead: &mut Vec<Action>,
        random: &mut SplitMix64,
    ) {
        if path.len() > self.depth_max || !self.marks.mark(state.as_bytes()) {
            return;
        }
        self.visits += 1;
        if self.visits.is_multiple_of(VISITS_UNTOLD) {
            (self.each)(self.visits);
        }
        self.depth = self.depth.max(path.len());
        let ahead_from = ahead.len();
        self.model.actions(&state, &mut |action| ahead.push(action));
        shuffle(random, &mut ahead[ahead_from..]);
        path.push(Frame { state, action, ahead_from, waits: false, can_go_on: false });
        for (at, property) in self.model.properties().iter().enumerate() {
            if property.broken(self.model, &state) {
                self.fail(at, path);
            }
        }
    }

    /// The end of a path breaks the claim at `at`.
    fn fail(&mut self, at: usize, path: &[Frame<M::State>]) {
        // the first state is one of them
        if self.failures[at].as_ref().is_none_or(|it| path.len() <= it.len()) {
            self.failures[at] = Some(path.iter().filter_map(|it| it.action).collect());
        }
    }
}
