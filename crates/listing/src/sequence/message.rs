//! Waiting for conditions and messages, and sending, as blocks.

use crate::core::{Code, Computed, Field, To};
use crate::instantiate::terms::binary;
use crate::sequence::{Await, Open, Sequence};
use crate::token::Span;
use program::ir::{self, End, Expr, Instruction, SENDER, TempId};

impl Sequence<'_> {
    /// Reads in turn and begins again when the condition was false; a round that would begin again
    /// at once waits.
    pub fn await_steps(&mut self, condition: Computed) {
        let process = self.here.process.unwrap_or_default();
        let point = self.program.processes[process].points.len();
        self.at.awaits = Some(Await { point, is_first: self.temp(), is_asked: false });
        self.point();
        self.reads.firsts = vec![(self.current, 0, true)];
        let (on, off) = (self.block(), self.block());
        let (known, _) = self.go_by(condition, on, off);
        if let Some(Await { is_first, is_asked: true, .. }) = self.at.awaits.take() {
            self.say_first(is_first);
        }
        let points = &mut self.program.processes[process].points;
        if points.len() == point + 1 {
            points[point].busy_waits = None;
        }
        self.current = off;
        self.end(End::Retry(point));
        self.current = on;
        self.set_available((Vec::new(), known.1));
        self.at.open = Open::No;
    }

    /// Says in the code of an `await` whether its first access is still to come, wherever that changes.
    fn say_first(&mut self, is_first: TempId) {
        for (block, at, is_to_come) in std::mem::take(&mut self.reads.firsts).into_iter().rev() {
            let says = Instruction::Set(is_first, Expr::Const(is_to_come.into()));
            self.program.blocks[block].instructions.insert(at, says);
            self.budget.instructions += 1;
        }
    }

    pub fn receives(&mut self, kind: u8, from: Option<Computed>, take: Code, span: Span) {
        self.refuse_beside_calls();
        let point = self.add_point(None);
        self.end(End::Stop(point));
        let code = self.start();
        self.tell_message(false);
        let process = self.here.process.unwrap_or_default();
        self.add_rule(ir::Trigger::Message(kind), ir::Where::Point(point), code, self.here.row);
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
            self.when(counts, |sequence| {
                sequence.emit(Instruction::Send { kind, from: None, to, fields });
            });
        }
    }

    fn sent_field(&mut self, field: Field) -> Vec<Expr> {
        self.run(field.code);
        self.put_all(field.parts)
    }
}
