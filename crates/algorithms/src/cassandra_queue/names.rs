//! Who differs by name only.

use super::row::Numbers;
use super::{CHOOSING, CassandraQueue, Local, Looks, NUMBER};
use model::Renaming;
use model::shared_memory::Symmetric;

impl Symmetric for CassandraQueue {
    /// The workers, where they look at all others at once and their numbers do not break ties.
    fn alike(&self) -> u8 {
        let has_names = self.looks != Looks::Scanned || self.breaks_ties;
        if has_names { 0 } else { (1 << self.workers) - 1 }
    }

    fn rename_local(&self, my: &mut Local, names: &Renaming) {
        my.numbers = Numbers(my.numbers).renamed(names).0;
    }

    fn rename_cells(&self, cells: &mut [u8; 12], names: &Renaming) {
        for row in 0..self.rows() {
            let [numbers, hands] = [NUMBER, CHOOSING].map(|array| array.cell(row));
            cells[numbers] = Numbers(cells[numbers]).renamed(names).0;
            cells[hands] = names.set(cells[hands]);
        }
    }
}
