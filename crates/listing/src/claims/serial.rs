//! `serializable`: the results that serial executions have, found by running them.

use crate::claims::Claims;
use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::instantiate::Result;
use crate::instantiate::terms::{add, and, binary, load, not, or};
use crate::sequence::jumps::ABORTED;
use crate::token::Span;
use crate::tree::{Expr as Tree, Property};
use model::ClaimKind;
use program::ir::{self, BlockId, Claim, End, Expr, Instruction, Query, TempId, Trigger};
use program::{Compiled, Done, NotSerial, SERIAL_MAX, Transactions};

/// A claim that waits for the results of serial executions.
pub struct Serial {
    /// The block that says whether it holds, and in which temporary.
    pub behind: BlockId,
    pub result: TempId,
    /// What computes the values.
    pub code: BlockId,
    pub values: Vec<Value>,
    pub span: Span,
}

/// A value that is compared, and whose it is.
pub struct Value {
    at: TempId,
    of: Option<usize>,
}

impl<'t> Claims<'t> {
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
        let first = self.places.temps;
        self.places.temps += parts.len();
        let mut values = Vec::new();
        for (at, (of, part)) in (first..).zip(parts) {
            self.does(Instruction::Set(at, part));
            values.push(Value { at, of });
        }
        let is_over = |process| or(self.has_committed(process), self.may_be_left_out(process));
        let ended = (0..self.process_count()).map(is_over).fold(self.all_drained(), and);
        self.finish_query();
        let behind = self.block();
        self.jump(behind);
        self.current = behind;
        let result = self.temp();
        self.emit(Instruction::Set(result, not(ended)));
        self.end(End::Done);
        self.serial.push(Serial { behind, result, code, values, span });
        // who has crashed or given up may still go on
        let (claim, whose): (fn(Query) -> Claim, _) = match self.some_may_be_left_out() {
            true => (Claim::End, "those that committed"),
            false => (Claim::State, "the processes"),
        };
        self.add(property, ClaimKind::Always, claim(Query { code, result }), span);
        if let Some(claimed) = self.program.properties.last_mut() {
            let words = format!("some order of {whose} gives these: {}", claimed.words);
            claimed.words = model::intern(&words);
        }
        Ok(())
    }

    fn some_may_be_left_out(&self) -> bool {
        (0..self.process_count()).any(|process| self.may_be_left_out(process) != Expr::Const(0))
    }

    fn has_committed(&self, process: usize) -> Expr {
        let ended = self.stands_in(process, "end");
        or(ended, self.stands_in(process, "decided"))
    }

    /// Whether a process has come to its end without its last transaction; who has crashed may have committed.
    fn may_be_left_out(&self, process: usize) -> Expr {
        let aborted = self.stands_in(process, ABORTED);
        match self.can_crash(process) {
            true => or(aborted, self.stands_in(process, "crashed")),
            false => aborted,
        }
    }

    fn can_crash(&self, process: usize) -> bool {
        self.program.processes[process].has(Trigger::Crash)
    }

    /// Says of each such claim which results are right.
    pub fn fill_serial(&mut self) -> Result<()> {
        if self.serial.is_empty() {
            return Ok(());
        }
        let compiled = Compiled::new(self.steps.program());
        if compiled.cannot_begin().is_some() {
            return Ok(());
        }
        for serial in std::mem::take(&mut self.serial) {
            let transactions = self.transactions(serial.span)?;
            let query = Query { code: serial.code, result: serial.result };
            let first = serial.values.first().map_or(0, |value| value.at);
            let values = first..first + serial.values.len();
            let results = match compiled.serial_results(query, values, &transactions) {
                Ok(results) => results,
                Err(why) => return self.not_serial(why, serial.span),
            };
            let all: Vec<Expr> = results
                .into_iter()
                .map(|(done, result)| {
                    let same = self.are_results(&serial.values, &result);
                    and(self.has_done(&transactions, &done), same)
                })
                .collect();
            let block = &mut self.program.blocks[serial.behind];
            if let Some(Instruction::Set(_, holds)) = block.instructions.last_mut() {
                let has_not_ended = std::mem::replace(holds, Expr::Const(0));
                *holds = all.into_iter().fold(has_not_ended, or);
            }
        }
        Ok(())
    }

    /// What each process does as transactions.
    fn transactions(&mut self, span: Span) -> Result<Vec<Transactions>> {
        let mut all = Vec::new();
        for process in 0..self.process_count() {
            let role = self.role_of(process);
            let crashes = self.can_crash(process);
            let passes = self.places.counters[process]
                .filter(|_| self.roles[role].times.is_some_and(|times| times > 1))
                .map(|counter| (self.blocks.begins[process].2, counter));
            if passes.is_some() && (crashes || self.notes.restarts.contains(&process)) {
                let message = "For `serializable`, a process with several passes does not crash, and does not `restart`.";
                let help = "Let it do one pass, or have more processes instead.";
                return self.fail(
                    DiagnosticDraft::new(ErrorCode::NotYetSupported, span, message).help(help),
                );
            }
            let aborted = self.sections[role].iter().position(|section| section == ABORTED);
            all.push(Transactions { passes, aborted, may_lack: aborted.is_some() || crashes });
        }
        Ok(all)
    }

    /// Whether so much was done, or may have been.
    fn has_done(&self, all: &[Transactions], done: &Done) -> Expr {
        let one = |(process, transactions): (usize, &Transactions)| {
            let Some(count) = done[process] else {
                return not(self.stands_in(process, ABORTED));
            };
            let lacks = self.may_be_left_out(process);
            match transactions.passes {
                // the one that was given up is counted
                Some((_, counter)) => {
                    let counted = add(Expr::Const(1), count.into());
                    and(lacks, binary(ir::Binary::Equal, load(counter), counted))
                }
                None => lacks,
            }
        };
        all.iter().enumerate().map(one).fold(Expr::Const(1), and)
    }

    /// Whether the values are these, but for what belongs to one who has not come to its end.
    fn are_results(&self, values: &[Value], result: &[i64]) -> Expr {
        let same = |(value, &result): (&Value, &i64)| {
            let same = binary(ir::Binary::Equal, Expr::Temp(value.at), Expr::Const(result));
            match value.of {
                Some(process) if self.may_be_left_out(process) != Expr::Const(0) => {
                    or(not(self.has_committed(process)), same)
                }
                _ => same,
            }
        };
        values.iter().zip(result).map(same).fold(Expr::Const(1), and)
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
        self.fail(DiagnosticDraft::new(ErrorCode::CannotBegin, span, message).help(help))
    }
}
