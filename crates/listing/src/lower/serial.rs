//! `serializable`: the results that serial executions have, found by running them.

use super::domain::{and, binary, not, or};
use super::{Lower, Result};
use crate::diagnostic::{Found, Kind};
use crate::token::Span;
use crate::tree::{Expr as Tree, Property};
use model::Kind as Sort;
use program::ir::{self, BlockId, Claim, End, Expr, Instruction, Query, TempId};
use program::{Compiled, NotSerial, SERIAL_MAX};
use std::ops::Range;

/// A claim that waits for the results of serial executions.
pub struct Serial {
    /// The block that says whether it holds, and in which temporary.
    pub behind: BlockId,
    pub result: TempId,
    /// What computes the values.
    pub code: BlockId,
    pub values: Range<TempId>,
    pub span: Span,
}

impl<'t> Lower<'t> {
    /// Computes the values, and leaves it to a later pass to say which of them are right.
    pub fn serializable(
        &mut self,
        property: &'t Property,
        all: &'t [Tree],
        span: Span,
    ) -> Result<()> {
        let code = self.begin_query();
        let mut parts = Vec::new();
        for expr in all {
            parts.extend(self.result_parts(expr)?);
        }
        let first = self.program.temps;
        self.program.temps += parts.len();
        let width = parts.len();
        for (nth, part) in parts.into_iter().enumerate() {
            self.emit(Instruction::Set(first + nth, part));
        }
        let is_over = |process| {
            let ended = self.is_in_section(process, "end");
            or(ended, self.is_in_section(process, "decided"))
        };
        let ended = (0..self.process_count()).map(is_over).fold(self.all_drained(), and);
        let behind = self.block();
        self.jump(behind);
        self.current = behind;
        let result = self.temp();
        self.emit(Instruction::Set(result, not(ended)));
        self.end(End::Done);
        self.serial.push(Serial { behind, result, code, values: first..first + width, span });
        let claim = Claim::State(Query { code, result });
        self.add(property, Sort::Always, claim, span);
        if let Some(claimed) = self.program.properties.last_mut() {
            let words = format!("some order of the processes gives these: {}", claimed.words);
            claimed.words = model::intern(&words);
        }
        Ok(())
    }

    /// Says of each such claim which results are right.
    pub fn fill_serial(&mut self) -> Result<()> {
        if self.serial.is_empty() {
            return Ok(());
        }
        let compiled = Compiled::new(self.program.clone());
        if compiled.cannot_begin().is_some() {
            return Ok(());
        }
        for serial in std::mem::take(&mut self.serial) {
            let query = Query { code: serial.code, result: serial.result };
            let results = match compiled.serial_results(query, serial.values.clone()) {
                Ok(results) => results,
                Err(why) => return self.not_serial(why, serial.span),
            };
            let block = &mut self.program.blocks[serial.behind];
            if let Some(Instruction::Set(_, holds)) = block.instructions.last_mut() {
                let is_one = |result: Vec<i64>| {
                    let values = serial.values.clone().zip(result);
                    values.fold(Expr::Const(1), |all, (temp, value)| {
                        let same = binary(ir::Binary::Equal, Expr::Temp(temp), Expr::Const(value));
                        and(all, same)
                    })
                };
                let has_not_ended = std::mem::replace(holds, Expr::Const(0));
                *holds = results.into_iter().map(is_one).fold(has_not_ended, or);
            }
        }
        Ok(())
    }

    fn not_serial(&mut self, why: NotSerial, span: Span) -> Result<()> {
        let (message, help) = match why {
            NotSerial::TooManyProcesses => (
                format!("`serializable` runs at most {SERIAL_MAX} processes in every order."),
                "Choose a smaller number of processes.",
            ),
            NotSerial::TooManyStates => (
                "The serial executions have too many states for `serializable`.".to_owned(),
                "Let each process do less.",
            ),
            NotSerial::Open => (
                "`serializable` compares with executions from one initial state.".to_owned(),
                "Begin each variable with one value: without `= any`.",
            ),
            NotSerial::NoEnd(process) => (
                format!(
                    "`serializable` lets one process run after the other, and {} {process} does not come to \
                     its end alone.",
                    self.program.processes[process].role
                ),
                "Let each process end, without `for ever` and without waiting for others.",
            ),
            NotSerial::LeadsNowhere(process, why) => (
                format!(
                    "`serializable` lets one process run after the other, and {} {process} comes to a step \
                     that leads nowhere. {why}",
                    self.program.processes[process].role
                ),
                "Give each variable a domain that is large enough for every order.",
            ),
        };
        self.fail(Found::new(Kind::CannotBegin, span, message).help(help))
    }
}
