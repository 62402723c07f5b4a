//! What is computed only if a condition says so.

use super::domain::{and, or};
use super::{Lower, Result};
use program::ir::{BlockId, Expr, Instruction};

/// Code that was made apart: where it begins, and where it goes on.
#[derive(Clone, Copy)]
pub struct Piece {
    pub first: BlockId,
    pub last: BlockId,
}

impl Lower<'_> {
    /// Makes code of which it is not known yet where it runs.
    pub fn apart<T>(&mut self, part: impl FnOnce(&mut Self) -> Result<T>) -> Result<(Piece, T)> {
        let before = self.current;
        let first = self.start();
        let result = part(self);
        let last = std::mem::replace(&mut self.current, before);
        Ok((Piece { first, last }, result?))
    }

    /// Runs such code here.
    pub fn run_here(&mut self, Piece { first, last }: Piece) {
        let piece = &mut self.program.blocks[first];
        let (mut instructions, end) = (std::mem::take(&mut piece.instructions), piece.end.clone());
        let here = &mut self.program.blocks[self.current];
        here.instructions.append(&mut instructions);
        if last != first {
            here.end = end;
            self.current = last;
        }
    }

    /// Takes back the blocks of code that runs elsewhere now, where nothing is behind them.
    pub fn remove(&mut self, Piece { first, last }: Piece) {
        if first == last && first + 1 == self.program.blocks.len() {
            self.remove_last_block();
        }
    }

    /// Whether code from there on computes something that may be impossible: it must run only where its
    /// value is asked for.
    pub fn may_fail(&self, first: BlockId) -> bool {
        let fails = |instruction: &Instruction| match instruction {
            Instruction::Set(_, value) => value.can_fail(),
            _ => false,
        };
        self.program.blocks[first..].iter().flat_map(|block| &block.instructions).any(fails)
    }

    /// `one and right`, `one or right`: the right one is computed only if it decides.
    pub fn decided_by(
        &mut self,
        one: Expr,
        is_and: bool,
        right: impl FnOnce(&mut Self) -> Result<Expr>,
    ) -> Result<Expr> {
        let both = if is_and { and } else { or };
        if let Expr::Const(value) = one {
            // what is known already needs no other side
            let is_decided = (value == 0) == is_and;
            return if is_decided { Ok(one) } else { Ok(both(one, right(self)?)) };
        }
        if self.program.blocks.is_empty() {
            return Ok(both(one, right(self)?));
        }
        let (piece, other) = self.apart(right)?;
        if !self.may_fail(piece.first) {
            self.run_here(piece);
            self.remove(piece);
            return Ok(both(one, other));
        }
        let (temp, behind) = (self.temp(), self.block());
        self.emit(Instruction::Set(temp, one));
        match is_and {
            true => self.branch(Expr::Temp(temp), piece.first, behind),
            false => self.branch(Expr::Temp(temp), behind, piece.first),
        }
        self.current = piece.last;
        self.emit(Instruction::Set(temp, other));
        self.jump(behind);
        self.current = behind;
        Ok(Expr::Temp(temp))
    }
}
