//! Who differs by name only.

use super::queue::Ties;
use super::{Arrivals, ErlangLock, Node};
use model::Renaming;
use model::message_passing::Symmetric;

impl Symmetric for ErlangLock {
    /// All, where numbers do not break ties; but an interrupted `lists:foreach` has come to one.
    fn alike(&self) -> u8 {
        let has_names = self.ties == Ties::ProcessId || self.is_split;
        if has_names { 0 } else { (1 << self.nodes) - 1 }
    }

    fn rename_node(&self, my: &mut Node, names: &Renaming) {
        my.queue.rename(names);
    }

    fn rename_world(&self, arrivals: &mut Arrivals, names: &Renaming) {
        arrivals.rename(names);
    }
}
