//! The room that pools have.

use crate::sequence::Sequence;
use program::ir::{self, End, Expr, Instruction, Place};

impl Sequence<'_> {
    /// The room for cells: a slot for each pool, once the program has its slots.
    pub fn allocate_pools(&mut self) {
        for pool in 0..self.pools.len() {
            self.pools[pool].room = Some(self.program.slots.len());
            let room = ir::Slot::new(Vec::new(), 0, 0);
            self.program.slots.push(ir::Slot { is_limit: true, ..room });
        }
    }

    /// Where no cell is left, the step is not followed: a pool is a bound of the search.
    pub fn needs_room(&mut self, pool: usize, is_left: Expr) {
        let Some(slot) = self.pools[pool].room else { return };
        let (on, off) = (self.block(), self.block());
        self.branch(is_left, on, off);
        self.current = off;
        self.emit(Instruction::Store(Place { slot, index: None }, Expr::Const(1)));
        self.end(End::Blocked);
        self.current = on;
    }
}
