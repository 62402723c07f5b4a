//! `never a freed cell is touched`: a step that reads or writes a field of a cell which has been given back is noted in
//! the state.

use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::instantiate::Result;
use crate::instantiate::domain::size;
use crate::instantiate::index_errors::always;
use crate::instantiate::place::LValue;
use crate::instantiate::pool::FREED;
use crate::instantiate::terms::{binary, select};
use crate::sequence::Sequence;
use crate::token::Span;
use crate::tree::{Claim, Item, ItemKind, PropertyKind};
use program::ir::{Binary, Expr, Index, Instruction, Place, Slot};

impl Sequence<'_> {
    /// Makes room for the note, if the text asks for it.
    pub fn watch_freed(&mut self) {
        let asks = |item: &&Item| {
            let ItemKind::Property(property) = &item.kind else { return false };
            matches!(property.kind, PropertyKind::Never(Claim::FreedIsTouched))
        };
        let listing = self.source.listing;
        if listing.items.iter().filter(asks).any(|item| self.is_part(&item.with)) {
            self.freed_touched = Some(self.program.slots.len());
            self.program.slots.push(Slot::new(Vec::new(), 0, 1));
        }
    }

    /// The access in hand is to a field of a cell: notes whether that has been freed.
    pub fn note_touch(&mut self, spot: &LValue) {
        let (Some(slot), Some((is, _))) = (self.freed_touched, self.state_of_cells(spot.var))
        else {
            return;
        };
        let Some(at) = spot.indices.first() else { return };
        let freed = Expr::Const(self.symbol(FREED));
        let is_freed = binary(Binary::Equal, self.state_of_cell(is, at), freed);
        let note = Place { slot, index: None };
        let noted = select(is_freed, Expr::Const(1), Expr::Load(note.clone()));
        self.emit(Instruction::Store(note, noted));
    }

    /// What a cell is: by the variable that says it of each, and the cell's number, which is one.
    pub fn state_of_cell(&self, is: usize, at: &Expr) -> Expr {
        let var = &self.vars[is];
        let first = var.bases[0];
        Expr::Load(match at {
            Expr::Const(at) => Place { slot: first + *at as usize, index: None },
            at => {
                let value = Expr::Below(at.clone().into(), always(size(&var.dims)));
                let index = Index { value, stride: 1, count: usize::MAX };
                Place { slot: first, index: Some(index.into()) }
            }
        })
    }

    pub fn freed_is_touched(&mut self, span: Span) -> Result<Expr> {
        match self.freed_touched.filter(|_| !self.pools.is_empty()) {
            Some(slot) => Ok(Expr::Load(Place { slot, index: None })),
            None => {
                let message = "The text has no pool, so no cell is freed.";
                let help = "Declare one, `pool node of 3: next: none | node`, or remove the line.";
                self.fail(DiagnosticDraft::new(ErrorCode::OutOfPlace, span, message).help(help))
            }
        }
    }
}
