//! Who differs by name only.

use super::{Between, Node, Priority, RicartAgrawala};
use model::Renaming;
use model::message_passing::Symmetric;

impl Symmetric for RicartAgrawala {
    /// All, where numbers do not break ties.
    fn alike(&self) -> u8 {
        let has_names = self.between == Between::Priority || self.priority == Priority::ProcessId;
        if has_names { 0 } else { (1 << self.nodes) - 1 }
    }

    fn rename_node(&self, my: &mut Node, names: &Renaming) {
        my.pending = names.set(my.pending);
    }
}
