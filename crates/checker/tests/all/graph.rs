//! A random model: any graph, with states of `BYTES` bytes.

use model::{Action, Fairness, Log, MessageId, PerProcess, Pids, Stepped};
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use typed::{Model, Property};

/// Those who take steps: the first and the last, and on both sides of a byte.
const WHO: [u8; 4] = [0, 7, 8, 15];

pub struct Graph<const BYTES: usize> {
    nodes: Vec<Node>,
    /// So many processes have steps under strong fairness.
    strong: usize,
}

struct Node {
    steps: Vec<(Action, Came)>,
    bad: bool,
    good: bool,
    measure: u32,
    waiting: Pids,
    operations: PerProcess,
}

#[derive(Clone, Copy)]
enum Came {
    To(usize),
    Not(Stepped),
}

impl<const BYTES: usize> Graph<BYTES> {
    pub fn random(seed: u64) -> Graph<BYTES> {
        let mut random = Random(SplitMix64::seed_from_u64(seed));
        let len = 1 + random.below(300);
        let outs = 1 + random.below(4);
        let rare = 1 + random.below(100);
        // how rarely operations end
        let steady = [0, 4, 8, 10][random.below(4)];
        // the last that has any
        let busy = random.below(4);
        // then who has an operation can always take a step
        let is_free = random.below(2) == 0;
        // then no run goes round
        let is_forward = random.below(6) == 0;
        let step = |random: &mut Random, node: usize, at: usize| {
            let pid = WHO[random.below(4)];
            let mail = MessageId { from: pid, to: pid, kind: 0, nth: 0 };
            let action = match random.below(10) {
                0 => Action::Crash(pid),
                1 => Action::Lose(mail),
                2 => Action::Deliver(mail),
                3 => Action::Timeout(pid),
                _ => Action::Step { process: pid, choice: at as u8 },
            };
            let came = match random.below(5 * rare) {
                0 => Came::Not(Stepped::BoundReached),
                it if it < rare => Came::Not(Stepped::Waits),
                it if it < rare + 2 => Came::Not(Stepped::Done),
                it if it < rare + 4 => Came::Not(Stepped::Refused),
                _ if is_forward && node + 1 == len => Came::Not(Stepped::Done),
                _ if is_forward => Came::To((node + 1 + random.below(12)).min(len - 1)),
                _ => Came::To(random.below(len)),
            };
            (action, came)
        };
        let operation = |random: &mut Random, node: usize, i: usize| match random.below(10) {
            _ if i > busy || is_forward && node + 1 == len => 0,
            it if it < steady => 1,
            _ => random.below(3) as u8,
        };
        let node = |node| {
            let mut operations = PerProcess::default();
            for (i, who) in WHO.into_iter().enumerate() {
                operations[usize::from(who)] = operation(&mut random, node, i);
            }
            let mut steps: Vec<_> =
                (0..=random.below(outs)).map(|at| step(&mut random, node, at)).collect();
            for (process, _) in (0..).zip(operations).filter(|it| is_free && it.1 != 0) {
                let to = if is_forward { node + 1 + random.below(12) } else { random.below(len) };
                let action = Action::Step { process, choice: 9 };
                steps.push((action, Came::To(to.min(len - 1))));
            }
            Node {
                steps,
                operations,
                bad: random.below(rare * 3) == 0,
                good: random.below(rare * 3) == 0,
                measure: random.below(50) as u32,
                // often, or else nobody waits all along a loop
                waiting: WHO
                    .into_iter()
                    .fold(0, |set, it| set | Pids::from(random.below(10) > 0) << it),
            }
        };
        let nodes = (0..len).map(node).collect();
        Graph { nodes, strong: [0, 0, 1, 4][random.below(4)] }
    }

    /// Few states and many loops, in which steps are strongly fair.
    pub fn strongly_fair(seed: u64) -> Graph<BYTES> {
        let mut random = Random(SplitMix64::seed_from_u64(seed));
        let len = 3 + random.below(6);
        let mut node = || Node {
            steps: (0..=random.below(3))
                .map(|choice| {
                    let process = WHO[random.below(2)];
                    let action = Action::Step { process, choice: choice as u8 };
                    (action, Came::To(random.below(len)))
                })
                .collect(),
            operations: PerProcess::default(),
            bad: false,
            good: true,
            measure: 0,
            waiting: WHO.into_iter().fold(0, |set, it| set | Pids::from(random.below(8) > 0) << it),
        };
        Graph { nodes: (0..len).map(|_| node()).collect(), strong: 2 }
    }

    /// Spreads a node's number over all bytes, none of which tells it alone.
    fn state(number: usize) -> [u8; BYTES] {
        std::array::from_fn(|at| match at {
            0 => number as u8,
            at if at + 1 == BYTES => (number >> 8) as u8,
            at => (number / (at + 1)) as u8 & 3,
        })
    }

    fn number(state: &[u8; BYTES]) -> usize {
        usize::from(state[0]) | usize::from(state[BYTES - 1]) << 8
    }

    fn node(&self, state: &[u8; BYTES]) -> &Node {
        &self.nodes[Self::number(state)]
    }

    fn operations(&self, state: &[u8; BYTES]) -> PerProcess {
        self.node(state).operations
    }

    /// Mostly nothing, and else one or two.
    fn charge(&self, from: &[u8; BYTES], action: Action, to: &[u8; BYTES]) -> PerProcess {
        let salt = usize::from(matches!(action, Action::Step { .. }));
        let sum = self.node(from).measure as usize + 3 * self.node(to).measure as usize + salt;
        std::array::from_fn(|i| [0, 0, 1, 0, 0, 2, 0, 0, 0, 0, 0][(sum + 5 * i) % 11])
    }

    const PROPERTIES: &'static [Property<Self>] = &[
        Property::always("not bad", "", |it, state| !it.node(state).bad),
        Property::sometimes("good", "", |it, state| it.node(state).good),
        Property::most("measure", "", |it, state| it.node(state).measure),
        Property::least("least", "", |it, state| {
            let node = it.node(state);
            node.good.then_some(node.measure)
        }),
        Property::outcomes("ends", "", |it, state| (it.node(state).measure % 5).to_string()),
        Property::eventually("everybody", "", |it, state| it.node(state).waiting),
        Property::eventually("the last", "", |it, state| it.node(state).waiting & 1 << WHO[3]),
        Property::wait_free("wait-free", "", Self::operations),
        Property::lock_free("lock-free", "", Self::operations),
        Property::obstruction_free("obstruction-free", "", Self::operations),
        Property::most_cost("most", "", Self::operations, Self::charge),
        Property::least_cost("least", "", Self::operations, Self::charge),
        Property::always("not both", "", |it, state| !(it.node(state).bad && it.node(state).good)),
    ];
}

impl<const BYTES: usize> Model for Graph<BYTES> {
    type State = [u8; BYTES];

    fn init(&self) -> Self::State {
        Self::state(0)
    }

    fn actions(&self, state: &Self::State, offer: &mut dyn FnMut(Action)) {
        self.node(state).steps.iter().for_each(|(action, _)| offer(*action));
    }

    fn step(&self, state: &mut Self::State, action: Action, _: &mut Log<'_>) -> Stepped {
        let mut steps = self.node(state).steps.iter();
        match steps.find(|step| step.0 == action).map_or(Came::Not(Stepped::Refused), |it| it.1) {
            Came::Not(stepped) => stepped,
            Came::To(number) => {
                *state = Self::state(number);
                Stepped::Ran(0)
            }
        }
    }

    /// Every second outcome of a process's steps is strongly fair.
    fn fairness(&self, _: &[u8; BYTES], action: Action, _: &[u8; BYTES]) -> Option<Fairness> {
        let weak = Fairness::of(action)?;
        match action {
            Action::Step { process, choice }
                if WHO[..self.strong].contains(&process) && choice % 2 == 1 =>
            {
                Some(weak.strongly(choice))
            }
            _ => Some(weak),
        }
    }

    fn is_strongly_fair(&self) -> bool {
        self.strong > 0
    }

    fn properties(&self) -> &'static [Property<Self>] {
        Self::PROPERTIES
    }
}

/// The same numbers for the same seed, always.
struct Random(SplitMix64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        (self.0.next_u64() % end as u64) as usize
    }
}
