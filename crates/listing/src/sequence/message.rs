//! Waiting for conditions and messages, and sending, as blocks.

use crate::core::{Code, Computed, Field, To};
use crate::instantiate::terms::binary;
use crate::sequence::{Await, Open, Sequence};
use crate::token::Span;
use program::ir::{self, BlockId, End, Expr, Instruction, SENDER, TempId};

impl Sequence<'_> {
    /// Reads in turn and begins again when the condition was false; a round that would begin again
    /// at once waits.
    pub fn await_steps(&mut self, condition: Computed) {
        let process = self.here.process.unwrap_or_default();
        let it =
            Await { point: self.program.processes[process].points.len(), is_first: self.temp() };
        self.at.awaits = Some(it);
        let point = self.point();
        let first = self.current;
        self.emit(Instruction::Set(it.is_first, Expr::Const(1)));
        let (on, off) = (self.block(), self.block());
        let (known, _) = self.go_by(condition, on, off);
        self.at.awaits = None;
        self.forget_unless_asked(it.is_first, first);
        let points = &mut self.program.processes[process].points;
        if points.len() == point + 1 {
            points[point].spins = None;
        }
        self.current = off;
        self.end(End::Retry(point));
        self.current = on;
        self.know((Vec::new(), known.1));
        self.at.open = Open::No;
    }

    /// Leaves out from a block on what was noted of whether an access is the first, where nothing asks for it.
    fn forget_unless_asked(&mut self, is_first: TempId, from: BlockId) {
        let blocks = &mut self.program.blocks[from..];
        let asks = |end: &End| matches!(end, End::Branch(Expr::Temp(it), ..) if *it == is_first);
        if blocks.iter().any(|block| asks(&block.end)) {
            return;
        }
        let mut gone = 0;
        for block in blocks {
            let before = block.instructions.len();
            block
                .instructions
                .retain(|it| !matches!(it, Instruction::Set(it, _) if *it == is_first));
            gone += before - block.instructions.len();
        }
        self.instructions -= gone;
    }

    pub fn receives(&mut self, kind: u8, from: Option<Computed>, take: Code, span: Span) {
        self.refuse_beside_calls();
        let point = self.add_point(None);
        self.end(End::Stop(point));
        let code = self.start();
        self.tell_message(false);
        let process = self.here.process.unwrap_or_default();
        self.add_rule(ir::Cause::Message(kind), ir::At::Point(point), code, self.here.row);
        self.at.open = Open::No;
        if let Some(from) = from {
            let expected = self.computes(from);
            self.guard(binary(ir::Binary::Equal, Expr::Temp(SENDER), expected));
        }
        self.take_message(code);
        self.run(take);
        if self.program.processes[process].points.len() > point + 1 {
            self.refuse_access_beside_message(span);
        }
    }

    pub fn sends(&mut self, kind: u8, fields: Vec<Field>, to: To) {
        // fields that others may change between two steps are computed in the step that sends them
        let mut known = Vec::new();
        for field in fields {
            let is_late = field.names_ghost && !self.touches(&field.code);
            known.push(if is_late { Err(field) } else { Ok(self.sent_field(field)) });
        }
        let to = match to {
            To::All(all) => {
                all.into_iter().map(|to| (Expr::Const(to as i64), Expr::Const(1))).collect()
            }
            To::One(one) => vec![(self.computes(one), Expr::Const(1))],
            To::Members(code, members) => {
                self.run(code);
                members
            }
        };
        self.access();
        let mut fields = Vec::new();
        for field in known {
            fields.extend(field.unwrap_or_else(|field| self.sent_field(field)));
        }
        for (to, counts) in to {
            let (to, counts) = (self.put(to), self.put(counts));
            let fields = fields.clone();
            self.when(counts, |lower| {
                lower.emit(Instruction::Send { kind, from: None, to, fields });
            });
        }
    }

    fn sent_field(&mut self, field: Field) -> Vec<Expr> {
        self.run(field.code);
        self.put_all(field.parts)
    }
}
