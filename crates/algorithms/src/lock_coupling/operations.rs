//! What each process does, and how it comes to where it does it.

use super::LockCoupling;
use model::Pid;

/// What the first two processes do; a third may search.
#[derive(Clone, Copy, PartialEq)]
pub enum Updates {
    DeleteRootAndSuccessor,
    DeleteRootAndInsert,
    DeleteNeighbours,
    DeleteAndInsert,
    InsertTwice,
}

/// How a process comes to the node that it looks for.
#[derive(Clone, Copy, PartialEq)]
pub enum Walk {
    /// It claims a node while it has the one above, and releases that when it needs it no more.
    Coupled,
    /// It releases a node and then claims the one below.
    Released,
    /// Without locks; then it claims what it is to change.
    AtEnd,
    /// It claims a node while it has all those above.
    TwoPhase,
    None,
}

#[derive(Clone, Copy, PartialEq)]
pub enum Search {
    None,
    /// As the others walk.
    Locked,
    Unlocked,
}

#[derive(Clone, Copy, PartialEq)]
pub enum Kind {
    Search,
    Insert,
    Delete,
}

impl LockCoupling {
    pub(super) fn operation(&self, i: Pid) -> (Kind, u8) {
        use Kind::{Delete, Insert, Search};
        let [one, other, third] = match self.updates {
            Updates::DeleteRootAndSuccessor => [(Delete, 3), (Delete, 5), (Search, 7)],
            Updates::DeleteRootAndInsert => [(Delete, 3), (Insert, 4), (Search, 5)],
            Updates::DeleteNeighbours => [(Delete, 7), (Delete, 5), (Search, 6)],
            Updates::DeleteAndInsert => [(Delete, 1), (Insert, 2), (Search, 2)],
            Updates::InsertTwice => [(Insert, 2), (Insert, 2), (Search, 2)],
        };
        [one, other, third][i]
    }

    pub(super) fn key(&self, i: Pid) -> u8 {
        self.operation(i).1
    }

    pub(super) fn inserts(&self) -> bool {
        (0..2).any(|i| self.operation(i).0 == Kind::Insert)
    }

    pub(super) fn deletes(&self) -> bool {
        (0..2).any(|i| self.operation(i).0 == Kind::Delete)
    }

    /// Whether the root is deleted, which has two children.
    pub(super) fn deletes_root(&self) -> bool {
        matches!(self.updates, Updates::DeleteRootAndSuccessor | Updates::DeleteRootAndInsert)
    }

    /// Whether process `i` walks with locks.
    pub(super) fn has_locks(&self, i: Pid) -> bool {
        let is_bare = self.search == Search::Unlocked && self.operation(i).0 == Kind::Search;
        self.walks_with_locks() && !is_bare
    }

    pub(super) fn walks_with_locks(&self) -> bool {
        !matches!(self.walk, Walk::AtEnd | Walk::None)
    }

    pub(super) fn walks_without_locks(&self) -> bool {
        !self.walks_with_locks() || self.search == Search::Unlocked
    }
}
