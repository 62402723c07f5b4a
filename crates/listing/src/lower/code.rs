//! Blocks and points.

use super::{Lower, Mode, Result};
use crate::diagnostic::{Found, Kind};
use crate::limits::CODE_MAX;
use crate::token::Span;
use program::ir::{Block, BlockId, End, Expr, Instruction, Point, PointId};

impl Lower<'_> {
    pub fn block(&mut self) -> BlockId {
        self.instructions += 1;
        self.program.blocks.push(Block { instructions: Vec::new(), end: End::Done });
        self.owners.push(self.here.process);
        if self.here.mode == Mode::Atomic {
            self.in_rule.insert(self.program.blocks.len() - 1);
        }
        self.program.blocks.len() - 1
    }

    /// Takes back a block that is empty.
    pub fn remove_last_block(&mut self) {
        self.instructions -= 1;
        self.program.blocks.pop();
        self.owners.pop();
        self.in_rule.remove(&self.program.blocks.len());
    }

    /// Goes on in a new block, from nowhere.
    pub fn start(&mut self) -> BlockId {
        self.current = self.block();
        self.current
    }

    pub fn emit(&mut self, instruction: Instruction) {
        self.instructions += 1;
        // before there is code, a value that takes some is not known
        if let Some(block) = self.program.blocks.get_mut(self.current) {
            block.instructions.push(instruction);
        }
    }

    /// Ends the current block.
    pub fn end(&mut self, end: End) {
        self.program.blocks[self.current].end = end;
    }

    pub fn jump(&mut self, to: BlockId) {
        self.end(End::Jump(to));
    }

    pub fn branch(&mut self, condition: Expr, then: BlockId, otherwise: BlockId) {
        let end = match condition {
            Expr::Const(0) => End::Jump(otherwise),
            Expr::Const(_) => End::Jump(then),
            condition => End::Branch(condition, then, otherwise),
        };
        self.end(end);
    }

    /// An error once the program has grown too large.
    pub fn check_size(&mut self, span: Span) -> Result<()> {
        if self.instructions > CODE_MAX {
            let message = format!(
                "With all loops unrolled and all definitions put in, the program is too large: \
                 more than {CODE_MAX} instructions."
            );
            let help = "Choose fewer processes, loop over less, or use a definition fewer times.";
            return self.fail(Found::new(Kind::ProgramTooLarge, span, message).help(help));
        }
        Ok(())
    }

    /// A place between two steps of the process in hand; the code of the next one follows.
    pub fn point(&mut self) -> PointId {
        let code = self.block();
        let point = self.add_point(Some(code));
        self.end(End::Stop(point));
        self.current = code;
        self.here.is_open = true;
        point
    }

    pub fn add_point(&mut self, code: Option<BlockId>) -> PointId {
        let process = self.here.process.unwrap_or_default();
        let points = &mut self.program.processes[process].points;
        points.push(Point {
            section: self.here.section,
            code,
            row: self.here.row,
            outcomes: 1,
            spins: self.here.spins,
            pauses: false,
            receives: Vec::new(),
        });
        points.len() - 1
    }

    /// Where the process in hand stands, if the step from there has done nothing so far.
    pub fn stands_at(&self) -> Option<PointId> {
        let points = &self.program.processes[self.here.process?].points;
        let begins_here = self.program.blocks[self.current].instructions.is_empty();
        points.iter().position(|it| it.code == Some(self.current)).filter(|_| begins_here)
    }

    /// Makes room for an access: in a step of its own, unless the current one has made none.
    pub fn access(&mut self) {
        if self.here.mode == Mode::Stepped {
            if !self.here.is_open {
                self.point();
            }
            self.here.is_open = false;
        }
    }
}
