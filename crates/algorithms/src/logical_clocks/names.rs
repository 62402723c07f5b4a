//! Who differs by name only.

use super::{History, LogicalClocks, Message, Node};
use model::Renaming;
use model::message_passing::Symmetric;

impl Symmetric for LogicalClocks {
    /// All: neither clock knows numbers.
    fn alike(&self) -> u8 {
        (1 << self.nodes) - 1
    }

    fn heeds_names(&self, property: &str) -> bool {
        property == "total order"
    }

    fn rename_node(&self, my: &mut Node, names: &Renaming) {
        my.clocks = my.clocks.renamed(names);
        my.stamps = my.stamps.map(|it| it.renamed(names));
    }

    fn rename_message(&self, message: &mut Message, names: &Renaming) {
        message.stamp = message.stamp.renamed(names);
    }

    fn rename_world(&self, history: &mut History, names: &Renaming) {
        history.rename(names);
    }
}
