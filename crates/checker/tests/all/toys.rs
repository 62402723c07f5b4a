//! Tiny models whose answers are known.

use model::{Action, Log, Stepped};
use typed::{Model, Property};

/// Processes that each count to `end` and then, if `turns`, begin again. What would make their sum
/// larger than `sum_max` is not followed.
pub struct Counters<const PROCESSES: usize> {
    pub end: u8,
    pub turns: bool,
    pub sum_max: u32,
}

fn sum(state: &[u8]) -> u32 {
    state.iter().copied().map(u32::from).sum()
}

impl<const PROCESSES: usize> Counters<PROCESSES> {
    const PROPERTIES: &'static [Property<Self>] = &[
        Property::most("sum", "How far they count together.", |_, state: &[u8; PROCESSES]| {
            sum(state)
        }),
        Property::outcomes("end", "", |_, state: &[u8; PROCESSES]| format!("{state:?}")),
        Property::least(
            "apart",
            "How near they come at a sum of nine.",
            |_, it: &[u8; PROCESSES]| {
                let apart = it.iter().max()? - it.iter().min()?;
                (sum(it) == 9).then_some(apart.into())
            },
        ),
        Property::always("few", "They count to seven at most.", |_, state: &[u8; PROCESSES]| {
            sum(state) <= 7
        }),
        Property::sometimes("hundred", "They count to a hundred.", |_, state: &[u8; PROCESSES]| {
            sum(state) == 100
        }),
    ];
}

impl<const PROCESSES: usize> Model for Counters<PROCESSES> {
    type State = [u8; PROCESSES];

    fn init(&self) -> Self::State {
        [0; PROCESSES]
    }

    fn actions(&self, _: &Self::State, offer: &mut dyn FnMut(Action)) {
        (0..PROCESSES).for_each(|process| offer(Action::step(process as u8)));
    }

    fn step(&self, state: &mut Self::State, action: Action, _: &mut Log<'_>) -> Stepped {
        let Action::Step { process, .. } = action else { return Stepped::Refused };
        let mut after = *state;
        let counter = &mut after[usize::from(process)];
        match *counter {
            it if it == self.end && self.turns => *counter = 0,
            it if it == self.end => return Stepped::Done,
            _ => *counter += 1,
        }
        if sum(&after) > self.sum_max {
            return Stepped::BoundReached;
        }
        *state = after;
        Stepped::Ran(0)
    }

    fn properties(&self) -> &'static [Property<Self>] {
        Self::PROPERTIES
    }
}

/// Two processes that each add one to a shared number: one step reads it, another writes it.
pub struct Race {
    pub locks: Locks,
    /// The second process may lose its way: a fault.
    pub faults: bool,
}

/// What each process takes first, and gives back with its write.
#[derive(Clone, Copy, PartialEq)]
pub enum Locks {
    None,
    InOrder,
    InOppositeOrders,
}

const NUMBER: usize = 0;
/// One element for each process.
const READ: usize = 1;
const LINE: usize = 3;
/// One element for each lock: whether it is held.
const HELD: usize = 5;

const FIRST: u8 = 0;
const SECOND: u8 = 1;
const READS: u8 = 2;
const WRITES: u8 = 3;
const END: u8 = 4;

impl Race {
    const PROPERTIES: &'static [Property<Self>] = &[
        Property::always("both count", "In the end, the number is two.", |_, state: &[u8; 7]| {
            state[LINE..LINE + 2] != [END; 2] || state[NUMBER] == 2
        }),
        Property::outcomes("number", "What the number is in the end.", |_, state: &[u8; 7]| {
            state[NUMBER].to_string()
        }),
    ];
}

impl Model for Race {
    type State = [u8; 7];

    fn init(&self) -> Self::State {
        let line = if self.locks == Locks::None { READS } else { FIRST };
        [0, 0, 0, line, line, 0, 0]
    }

    fn actions(&self, _: &Self::State, offer: &mut dyn FnMut(Action)) {
        (0..2).for_each(|process| offer(Action::step(process)));
        if self.faults {
            offer(Action::Crash(1));
        }
    }

    fn step(&self, state: &mut Self::State, action: Action, _: &mut Log<'_>) -> Stepped {
        let Action::Step { process, .. } = action else {
            // for ever and ever, at no profit
            state[READ + 1] = (state[READ + 1] + 1) % 2;
            return Stepped::Ran(0);
        };
        let me = usize::from(process);
        match state[LINE + me] {
            line @ (FIRST | SECOND) => {
                let turned = self.locks == Locks::InOppositeOrders && me == 1;
                let lock = HELD + usize::from((line == SECOND) != turned);
                if state[lock] != 0 {
                    return Stepped::Waits;
                }
                state[lock] = 1;
            }
            READS => state[READ + me] = state[NUMBER],
            WRITES => {
                state[NUMBER] = state[READ + me] + 1;
                state[HELD..].fill(0);
            }
            _ => return Stepped::Done,
        }
        state[LINE + me] += 1;
        Stepped::Ran(0)
    }

    fn properties(&self) -> &'static [Property<Self>] {
        Self::PROPERTIES
    }
}
