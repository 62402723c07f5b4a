//! Lamport's bakery, from the listing in `crates/algorithms/src/bakery.rs`, step by step.

use crate::N;
use stateright::{Model, Property};

pub struct Bakery {
    pub entries: u8,
}

const TICKETS: u8 = 12;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum At {
    Rest,
    Raise,
    Pick,
    Lower,
    Hands,
    Turn,
    Critical,
    Return,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Customer {
    at: At,
    j: u8,
    max: u8,
    entered: u8,
    /// Itself, from the doorway on, and who was waiting by then and was not served since: a set.
    ahead: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    choosing: [bool; N],
    number: [u8; N],
    customers: [Customer; N],
}

impl State {
    fn inside(&self) -> impl Iterator<Item = usize> {
        (0..N).filter(|&i| self.customers[i].at == At::Critical)
    }

    fn in_doorway(&mut self, i: usize) {
        if self.customers[i].ahead == 0 {
            let waits = |j: &usize| matches!(self.customers[*j].at, At::Hands | At::Turn);
            let waiting = (0..N).filter(waits).fold(0, |set, j| set | 1 << j);
            self.customers[i].ahead = waiting | 1 << i;
        }
    }

    /// Nobody has customer `i` ahead any more.
    fn served(&mut self, i: usize) {
        for (j, customer) in self.customers.iter_mut().enumerate() {
            if i != j {
                customer.ahead &= !(1 << i);
            }
        }
    }
}

/// The next process from `j` on that is not `i`.
fn other(i: usize, j: u8) -> Option<usize> {
    let j = usize::from(j);
    Some(if j == i { j + 1 } else { j }).filter(|&j| j < N)
}

impl Model for Bakery {
    type State = State;
    /// Who takes its next step.
    type Action = usize;

    fn init_states(&self) -> Vec<State> {
        let customer = Customer { at: At::Rest, j: 0, max: 0, entered: 0, ahead: 0 };
        vec![State { choosing: [false; N], number: [0; N], customers: [customer; N] }]
    }

    fn actions(&self, _: &State, actions: &mut Vec<usize>) {
        actions.extend(0..N);
    }

    fn next_state(&self, last: &State, i: usize) -> Option<State> {
        let mut state = *last;
        let my = &mut state.customers[i];
        match my.at {
            At::Rest => {
                if my.entered == self.entries {
                    return None;
                }
                my.entered += 1;
                my.at = At::Raise;
            }
            At::Raise => {
                my.at = At::Pick;
                state.choosing[i] = true;
                state.in_doorway(i);
            }
            At::Pick => match other(i, my.j) {
                Some(j) => {
                    my.max = my.max.max(last.number[j]);
                    my.j = j as u8 + 1;
                }
                None => {
                    state.number[i] = my.max + 1;
                    (my.max, my.j, my.at) = (0, 0, At::Lower);
                }
            },
            At::Lower => {
                my.at = At::Hands;
                state.choosing[i] = false;
            }
            At::Hands => {
                let j = other(i, my.j)?;
                if last.choosing[j] {
                    return None;
                }
                (my.j, my.at) = (j as u8, At::Turn);
            }
            At::Turn => {
                let j = usize::from(my.j);
                if last.number[j] != 0 && (last.number[j], j) < (last.number[i], i) {
                    return None;
                }
                my.j += 1;
                my.at = At::Hands;
                if other(i, my.j).is_none() {
                    (my.j, my.at) = (0, At::Critical);
                    state.served(i);
                }
            }
            At::Critical => {
                (my.at, my.ahead) = (At::Return, 0);
                state.served(i);
            }
            At::Return => {
                my.at = At::Rest;
                state.number[i] = 0;
            }
        }
        Some(state)
    }

    fn properties(&self) -> Vec<Property<Self>> {
        vec![
            Property::always("mutual exclusion", |_, state: &State| state.inside().count() <= 1),
            Property::always("first come, first served", |_, state: &State| {
                state.inside().all(|i| state.customers[i].ahead == 1 << i)
            }),
            Property::always("tickets bounded", |_, state: &State| {
                state.number.iter().all(|&it| it <= TICKETS)
            }),
        ]
    }
}
