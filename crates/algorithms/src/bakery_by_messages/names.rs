//! Who differs by name only.

use super::{Arrivals, BakeryByMessages, Node};
use model::Renaming;
use model::message_passing::Symmetric;

impl Symmetric for BakeryByMessages {
    /// All, where numbers do not break ties; but who asks one after the other has come to one.
    fn alike(&self) -> u8 {
        let has_names = self.breaks_ties || (self.asks_one_by_one && self.nodes > 2);
        if has_names { 0 } else { (1 << self.nodes) - 1 }
    }

    fn rename_node(&self, my: &mut Node, names: &Renaming) {
        for set in [&mut my.to_ask, &mut my.to_answer, &mut my.keeps_c, &mut my.keeps_n] {
            *set = names.set(*set);
        }
    }

    fn rename_world(&self, arrivals: &mut Arrivals, names: &Renaming) {
        arrivals.rename(names);
    }
}
