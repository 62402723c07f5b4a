//! The functions of a module, numbered as they are first mentioned.

use program::ir::Trigger;
use wasm_encoder::ValType;

/// What a function does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Name {
    /// `(states, 0) → states done`: expands the states at the input address.
    Expand,
    /// `(state) → bits`: whether the state may violate a claim, or satisfy one.
    Judge,
    /// `(from, states) → state`: looks for the first state that decides a property.
    Check(usize),
    /// `(from, states) → state`: finds who waits in each state, by a property.
    Waiting(usize),
    /// `(before, after, steps) → (after, steps)`: all successors of one state.
    Successors,
    /// The same, for one process: its own steps, and those after a time-out or a crash.
    Steps(usize),
    After(Trigger, usize),
    /// `(before, after, steps, nth) → (after, steps)`: delivers a message to that process.
    Deliver(usize),
    /// `(after, point, before)`: updates what properties remember after a step from that point.
    Remember(usize),
    /// `(state, after, steps) → bool`: whether no process that reads again and again can ever pass.
    Stuck,
    /// `(state, message) → bool`
    Insert,
    /// `(state, nth)`
    Remove,
    /// `(state)`: takes out mutations that a replica has no use for.
    TakeOutUseless,
    /// `(state, mask, sample) → count`: the messages that agree with a sample.
    InTransit,
    /// Euclidean, and wrapping; the divisor is not zero.
    Divide,
    Modulo,
}

impl Name {
    pub fn signature(self) -> (Vec<ValType>, Vec<ValType>) {
        let words = |count| vec![ValType::I32; count];
        match self {
            Name::Expand | Name::Check(_) | Name::Waiting(_) | Name::Insert => (words(2), words(1)),
            Name::Successors | Name::Steps(_) | Name::After(..) => (words(3), words(2)),
            Name::Deliver(_) => (words(4), words(2)),
            Name::Remember(_) => (words(3), Vec::new()),
            Name::Remove => (words(2), Vec::new()),
            Name::TakeOutUseless => (words(1), Vec::new()),
            Name::Judge => (words(1), words(1)),
            Name::Stuck => (words(3), words(1)),
            Name::InTransit => (words(3), vec![ValType::I64]),
            Name::Divide | Name::Modulo => (vec![ValType::I64; 2], vec![ValType::I64]),
        }
    }
}

/// Which functions there are: each that is mentioned is written.
#[derive(Default)]
pub struct Functions {
    names: Vec<Name>,
}

impl Functions {
    /// The number of a function.
    pub fn index(&mut self, name: Name) -> u32 {
        let at = self.names.iter().position(|&it| it == name).unwrap_or_else(|| {
            self.names.push(name);
            self.names.len() - 1
        });
        at as u32
    }

    pub fn get(&self, at: usize) -> Option<Name> {
        self.names.get(at).copied()
    }

    pub fn all(&self) -> &[Name] {
        &self.names
    }
}
