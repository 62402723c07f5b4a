//! Ricart and Agrawala's lock, from the listing in `crates/algorithms/src/ricart_agrawala.rs`, step
//! by step.

use crate::N;
use stateright::{Model, Property};

pub struct RicartAgrawala {
    pub entries: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Phase {
    Normal,
    Awaiting,
    Critical,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Node {
    phase: Phase,
    clock: u8,
    priority: u8,
    needed: u8,
    /// A set.
    pending: u8,
    entered: u8,
}

/// A reply, or two more than the priority of a request; zero where there is none.
type Message = u8;

const REPLY: Message = 1;

/// Room for a reply and the next request, in the order of sending.
type Link = [Message; 2];

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    nodes: [Node; N],
    /// From, to.
    links: [[Link; N]; N],
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    Step(usize),
    /// From, to.
    Deliver(usize, usize),
}

impl State {
    fn send(&mut self, from: usize, to: usize, message: Message) {
        let link = &mut self.links[from][to];
        let free = link.iter_mut().find(|it| **it == 0).expect("room for a reply and a request");
        *free = message;
    }

    fn request(&mut self, i: usize) {
        let my = &mut self.nodes[i];
        my.clock += 1;
        my.entered += 1;
        my.priority = my.clock;
        my.needed = N as u8 - 1;
        my.phase = Phase::Awaiting;
        let message = my.priority + 2;
        (0..N).filter(|&j| j != i).for_each(|j| self.send(i, j, message));
    }

    fn leave(&mut self, i: usize) {
        let my = &mut self.nodes[i];
        let pending = my.pending;
        my.phase = Phase::Normal;
        (my.pending, my.priority) = (0, 0);
        (0..N).filter(|j| pending & 1 << j != 0).for_each(|j| self.send(i, j, REPLY));
    }

    fn deliver(&mut self, from: usize, to: usize) {
        let [message, next] = self.links[from][to];
        self.links[from][to] = [next, 0];
        let my = &mut self.nodes[to];
        if message == REPLY {
            my.needed -= 1;
            if my.needed == 0 {
                my.phase = Phase::Critical;
            }
            return;
        }
        let priority = message - 2;
        my.clock = my.clock.max(priority);
        let is_mine_first = match my.phase {
            Phase::Normal => false,
            Phase::Critical => true,
            Phase::Awaiting => (my.priority, to) < (priority, from),
        };
        if is_mine_first {
            my.pending |= 1 << from;
        } else {
            self.send(to, from, REPLY);
        }
    }

    fn in_phase(&self, phase: Phase) -> impl Iterator<Item = (u8, usize)> {
        let all = self.nodes.iter().enumerate();
        all.filter(move |(_, my)| my.phase == phase).map(|(i, my)| (my.priority, i))
    }
}

impl Model for RicartAgrawala {
    type State = State;
    type Action = Action;

    fn init_states(&self) -> Vec<State> {
        let node =
            Node { phase: Phase::Normal, clock: 0, priority: 0, needed: 0, pending: 0, entered: 0 };
        vec![State { nodes: [node; N], links: [[[0; 2]; N]; N] }]
    }

    fn actions(&self, state: &State, actions: &mut Vec<Action>) {
        actions.extend((0..N).map(Action::Step));
        for from in 0..N {
            let sent = (0..N).filter(|&to| state.links[from][to][0] != 0);
            actions.extend(sent.map(|to| Action::Deliver(from, to)));
        }
    }

    fn next_state(&self, last: &State, action: Action) -> Option<State> {
        let mut state = *last;
        match action {
            Action::Deliver(from, to) => state.deliver(from, to),
            Action::Step(i) => match last.nodes[i].phase {
                Phase::Normal if last.nodes[i].entered < self.entries => state.request(i),
                Phase::Critical => state.leave(i),
                _ => return None,
            },
        }
        Some(state)
    }

    fn properties(&self) -> Vec<Property<Self>> {
        vec![
            Property::always("mutual exclusion", |_, state: &State| {
                state.in_phase(Phase::Critical).count() <= 1
            }),
            Property::always("order of service", |_, state: &State| {
                let waits = || state.in_phase(Phase::Awaiting);
                state.in_phase(Phase::Critical).all(|inside| waits().all(|it| inside < it))
            }),
        ]
    }
}
