//! Who differs by name only.

use super::{LamportLock, Node, World};
use model::Renaming;
use model::message_passing::Symmetric;

impl Symmetric for LamportLock {
    /// All, where numbers do not break ties.
    fn alike(&self) -> u8 {
        if self.breaks_ties { 0 } else { (1 << self.nodes) - 1 }
    }

    fn rename_node(&self, my: &mut Node, names: &Renaming) {
        my.queue = names.array(my.queue);
        my.later = names.set(my.later);
        my.sent = names.array(my.sent);
    }

    fn rename_world(&self, world: &mut World, names: &Renaming) {
        world.arrivals.rename(names);
    }
}
