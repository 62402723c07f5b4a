//! What processes see of pending writes, and how many there are.

use crate::instantiate::memory::views::is_process;
use crate::instantiate::place::LValue;
use crate::instantiate::terms::{binary, load, not, select};
use crate::sequence::Sequence;
use crate::sequence::memory::{is_unused, view_of};
use program::ir::{Binary, Expr};

impl Sequence<'_> {
    /// One of the numbers of a variable as a process sees it.
    pub fn seen_of(&self, who: &Expr, spot: &LValue, nth: usize) -> Expr {
        let place = spot.place(nth);
        let buffers =
            (0..self.process_count()).filter_map(|process| self.buffer_of(process, spot.var));
        buffers.fold(Expr::Load(place.clone()), |others, buffer| {
            let is_it = is_process(who, buffer.process);
            select(is_it, view_of(&buffer, place.clone()), others)
        })
    }

    pub fn count_pending(&self, who: &Expr) -> Expr {
        self.program.buffers.iter().fold(Expr::Const(0), |others, buffer| {
            let is_used = |&cell: &usize| not(is_unused(load(cell)));
            let used = buffer.cells.iter().map(is_used);
            let count = used.reduce(|sum, is_used| binary(Binary::Add, sum, is_used));
            select(is_process(who, buffer.process), count.unwrap_or(Expr::Const(0)), others)
        })
    }
}
