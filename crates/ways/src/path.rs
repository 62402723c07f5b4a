//! One way through a step, whole or as far as it is known.

use crate::places::parts_of_place;
use crate::source::Source;
use crate::terms::any;
use program::ir::{Expr, Place, PointId, SENDER, TempId};
use std::collections::HashMap;

/// One way through a step.
#[derive(Clone, Debug)]
pub struct Path {
    /// Nothing of it: always.
    pub guard: Expr,
    /// In order.
    pub sends: Vec<Sent>,
    /// In order; a later store to the same place counts.
    pub stores: Vec<(Place, Expr)>,
    /// Where the process stands afterwards.
    pub to: PointId,
    /// It takes the message in hand out of the network.
    pub takes: bool,
    /// It puts it in once more.
    pub doubles: bool,
}

impl Path {
    pub fn new(to: PointId) -> Path {
        Path {
            guard: Expr::Const(1),
            sends: Vec::new(),
            stores: Vec::new(),
            to,
            takes: false,
            doubles: false,
        }
    }
}

/// A message that a step sends.
#[derive(Clone, Debug)]
pub struct Sent {
    pub kind: u8,
    /// In whose name, where that is not the process that runs.
    pub from: Option<Expr>,
    pub to: Expr,
    pub fields: Vec<Expr>,
}

impl Sent {
    /// All that has to be computed to send it.
    pub fn values(&self) -> impl Iterator<Item = &Expr> + Clone {
        self.fields.iter().chain([&self.to]).chain(&self.from)
    }
}

/// The ways through a step.
#[derive(Default)]
pub struct Ways {
    pub paths: Vec<Path>,
    /// When the step would leave a domain or an array: there is no step, but no deadlock either.
    pub beyond: Vec<Expr>,
}

impl Ways {
    /// When the step is there, within the bounds or beyond them.
    pub fn taken(&self) -> Expr {
        let guards = self.paths.iter().map(|path| &path.guard).chain(&self.beyond);
        any(&guards.cloned().collect::<Vec<_>>())
    }
}

/// As far as a way is known, inside of the code.
#[derive(Clone)]
pub struct Walk {
    pub temps: HashMap<TempId, Expr>,
    pub path: Path,
    /// Where the step begins.
    pub from: PointId,
    /// How many conditions it has come through.
    pub conditions: usize,
    /// How often it has come to the beginning of a loop.
    pub rounds: usize,
}

impl Walk {
    /// The size of all that it carries.
    pub fn parts(&self) -> usize {
        let Path { guard, sends, stores, .. } = &self.path;
        let sent = sends.iter().flat_map(Sent::values);
        let all = [guard].into_iter().chain(self.temps.values()).chain(sent);
        let stored = stores.iter().map(|store| parts_of_place(&store.0) + store.1.size());
        all.map(Expr::size).chain(stored).sum()
    }

    /// Puts the message in hand where code reads it.
    pub fn unpack(&mut self, source: &Source, kind: u8) {
        let sender = Place { slot: source.message.sender, index: None };
        self.temps.insert(SENDER, Expr::Load(sender));
        for (nth, slot) in source.message.fields(kind).enumerate() {
            self.temps.insert(SENDER + 1 + nth, Expr::Load(Place { slot, index: None }));
        }
    }

    pub fn new(from: PointId) -> Walk {
        Walk { temps: HashMap::new(), path: Path::new(from), from, conditions: 0, rounds: 0 }
    }
}
