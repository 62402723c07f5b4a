//! What is computed only if a condition says so.

use super::domain::{and, or};
use super::{Env, Lower, Result};
use crate::tree::Expr as Tree;
use program::ir::{BlockId, Expr, Instruction};

/// How far the code has come.
pub struct Mark {
    pub current: BlockId,
    /// The instructions of the current block.
    pub length: usize,
    pub blocks: usize,
    /// All instructions.
    instructions: usize,
    moves: usize,
}

impl<'t> Lower<'t> {
    pub fn mark(&self) -> Mark {
        let length = self.program.blocks.get(self.current).map_or(0, |it| it.instructions.len());
        Mark {
            current: self.current,
            length,
            blocks: self.program.blocks.len(),
            instructions: self.instructions,
            moves: self.moves.len(),
        }
    }

    /// Takes back what code has been made since.
    pub fn undo(&mut self, mark: &Mark) {
        self.current = mark.current;
        self.instructions = mark.instructions;
        self.program.blocks.truncate(mark.blocks);
        self.owners.truncate(mark.blocks);
        self.moves.truncate(mark.moves);
        self.in_rule.split_off(&mark.blocks);
        if let Some(block) = self.program.blocks.get_mut(mark.current) {
            block.instructions.truncate(mark.length);
        }
    }

    /// Whether what has been made since computes something that may be impossible: it must run only
    /// where its value is asked for.
    pub fn may_have_failed(&self, mark: &Mark) -> bool {
        let fails = |instruction: &Instruction| match instruction {
            Instruction::Set(_, value) => value.can_fail(),
            _ => false,
        };
        let all = &self.program.blocks;
        let here =
            all.get(mark.current).map_or(&[][..], |block| &block.instructions[mark.length..]);
        let new = all[mark.blocks..].iter().flat_map(|block| &block.instructions);
        here.iter().chain(new).any(fails)
    }

    /// `one and right`, `one or right`: the right one is computed only if it decides.
    pub fn decided_by(
        &mut self,
        one: Expr,
        right: &'t Tree,
        is_and: bool,
        env: &Env<'t>,
    ) -> Result<Expr> {
        // what is known already needs no other side
        if one == Expr::Const(i64::from(!is_and)) {
            return Ok(one);
        }
        let before = self.mark();
        let other = self.bool(right, env)?;
        if matches!(one, Expr::Const(_)) || !self.may_have_failed(&before) {
            return Ok(if is_and { and(one, other) } else { or(one, other) });
        }
        self.undo(&before);
        let temp = self.temp();
        let (decides, behind) = (self.block(), self.block());
        self.emit(Instruction::Set(temp, one));
        match is_and {
            true => self.branch(Expr::Temp(temp), decides, behind),
            false => self.branch(Expr::Temp(temp), behind, decides),
        }
        self.current = decides;
        let other = self.bool(right, env)?;
        self.emit(Instruction::Set(temp, other));
        self.jump(behind);
        self.current = behind;
        Ok(Expr::Temp(temp))
    }
}
