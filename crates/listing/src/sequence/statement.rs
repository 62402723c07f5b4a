//! Statements, as blocks.

use crate::core::{Call, Code, Computed, Op, Statement};
use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::instantiate::Result;
use crate::instantiate::instance::Mode;
use crate::instantiate::place::LValue;
use crate::instantiate::terms::binary;
use crate::sequence::{Open, Sequence};
use crate::token::Span;
use crate::tree::Storage;
use program::ir::{Binary, End, EventTemplate, Expr, Instruction};

impl Sequence<'_> {
    pub fn statement_code(&mut self, statement: Statement) {
        match statement {
            Statement::Line { row, line, span } => {
                self.here.row = row.unwrap_or(self.here.row);
                self.here.line = span;
                self.program.lines.push((self.current, line));
            }
            Statement::NeverRuns(line) => self.program.lines.push((self.current, line)),
            Statement::Begin => self.reads.cache.clear(),
            Statement::Pause => self.pause(),
            Statement::Fence => self.fence_here(),
            Statement::StoreFence => self.store_fence_here(),
            Statement::Assign { values, stores } => self.assigns(values, stores),
            Statement::Until { condition, span } => self.until_holds(condition, span),
            Statement::Await(condition) => self.await_steps(condition),
            Statement::Receive { kind, from, take, span } => self.receives(kind, from, take, span),
            Statement::Atomic(body) => self.atomic(body),
            Statement::Stop => {
                if !self.stops_aborted() {
                    self.stop();
                }
            }
            Statement::Restart => self.restart(),
            Statement::GoTo(section) => self.stand_at(&section),
            Statement::Send { kind, fields, to } => self.sends(kind, fields, to),
            Statement::If(branches) => self.branches_of(branches),
            Statement::While { condition, body, span, waits } => {
                self.while_of(condition, body, span, waits);
            }
            Statement::Repeat { body, until, span } => self.repeat_of(body, until, span),
            Statement::ForEach { over, keeps, rounds } => self.rounds(over, keeps, rounds),
            Statement::Choose { asked, plain, of_read } => self.chooses(&asked, plain, of_read),
            Statement::Propose(nth) => self.proposes(nth),
            Statement::Decide(nth) => self.decides_value(nth),
            Statement::WriteRow(put) => self.put_row(&put),
            Statement::Invoke(calls) => self.invokes(calls),
            Statement::Return(code) => {
                self.gives_back(code);
                self.start();
            }
            Statement::MayRun => {
                let process = self.here.process.unwrap_or_default();
                self.as_first(process, Self::guard);
            }
        }
    }

    fn atomic(&mut self, body: Code) {
        let mode = self.here.mode;
        self.access();
        let begun = self.begin_whole();
        self.here.mode = Mode::Atomic;
        self.run(body);
        self.here.mode = mode;
        self.end_whole(begun);
    }

    fn assigns(&mut self, values: Code, stores: Vec<(LValue, Vec<Expr>)>) {
        let is_shared = |spot: &LValue| self.vars[spot.var].storage == Storage::Shared;
        let is_write = matches!(&stores[..], [(spot, _)] if is_shared(spot));
        if is_write && self.here.mode == Mode::Stepped && !self.takes_steps(&values) {
            // it is computed in the step of the write
            self.access();
            self.at.open = Open::Yes;
        }
        self.run(values);
        for (spot, value) in stores {
            let (spot, value) = (self.put_in_spot(spot), self.put_all(value));
            self.store(&spot, value);
        }
    }

    /// The read is no step where it gives something else.
    fn until_holds(&mut self, condition: Computed, span: Span) {
        if self.touches(&condition.code) {
            let message = "What ends a read is known without another access.";
            let _: Result<()> = self.error(ErrorCode::OutOfPlace, span, message);
        }
        let holds = self.computes(condition);
        self.guard(holds);
    }

    pub fn pause(&mut self) {
        if self.here.mode == Mode::Stepped {
            let point = self.point();
            self.at.open = Open::No;
            let process = self.here.process.unwrap_or_default();
            self.program.processes[process].points[point].pauses = true;
        }
    }

    /// Goes on only if the condition is true; else the step is not possible.
    pub fn guard(&mut self, condition: Expr) {
        if condition == Expr::Const(1) {
            return;
        }
        let (on, off) = (self.block(), self.block());
        self.branch(condition, on, off);
        self.current = off;
        self.end(End::Blocked);
        self.current = on;
    }

    fn chooses(&mut self, asked: &Code, plain: Code, of_read: Option<Code>) {
        if self.here.mode == Mode::Stepped && self.is_before_first_step() {
            // a beginning has no open outcome
            self.pause();
        }
        match of_read.filter(|_| self.takes_steps(asked)) {
            Some(code) => {
                self.steps_depend_on_identity();
                self.run(code);
            }
            None => self.run(plain),
        }
    }

    fn invokes(&mut self, calls: Vec<Call>) {
        self.point();
        let (behind, count) = (self.block(), calls.len());
        let chosen = self.temp();
        if count > 1 {
            self.emit(Instruction::Choose(chosen, count as i64));
        }
        for (nth, call) in calls.into_iter().enumerate() {
            let next = self.block();
            if nth + 1 < count {
                let is_it = binary(Binary::Equal, Expr::Temp(chosen), Expr::Const(nth as i64));
                let inside = self.block();
                self.branch(is_it, inside, next);
                self.current = inside;
            }
            self.at.open = Open::Yes;
            self.call_of(call, behind);
            self.current = next;
        }
        self.current = behind;
        self.at.open = Open::No;
        self.reads.cache.clear();
    }

    fn call_of(&mut self, call: Call, behind: usize) {
        // what is called accesses what callers do not
        self.returns_to = Some(behind);
        self.run(call.before);
        let outer = std::mem::replace(&mut self.here.section, call.section);
        self.run(call.body);
        match call.at_end {
            Some(code) => self.gives_back(code),
            // each way has returned
            None => self.end(End::Blocked),
        }
        self.returns_to = None;
        self.here.section = outer;
    }

    fn gives_back(&mut self, code: Code) {
        self.run(code);
        if let Some(behind) = self.returns_to {
            self.jump(behind);
        }
    }

    /// Readers see the sentence where this runs.
    pub fn tell_note(&mut self, sentence: &str) {
        self.emit(Instruction::Event(EventTemplate::Note(model::intern(sentence))));
    }

    /// To take a message is one step.
    pub fn refuse_access_beside_message(&mut self, span: Span) {
        let message =
            "To take a message is one step, and to read or write a shared variable is another one.";
        let help = "Read it before, into a variable of the process; or take the field by a new name, and \
                    assign it below.";
        let _: Result<()> =
            self.fail(DiagnosticDraft::new(ErrorCode::OutOfPlace, span, message).help(help));
    }
}

/// The variables that code writes.
pub fn written(code: &Code) -> std::collections::BTreeSet<usize> {
    let mut all = std::collections::BTreeSet::new();
    crate::core::each(code, &mut |op| match op {
        Op::Store(spot, _) | Op::StoreNow(spot, _) | Op::Operate { spot, .. } => {
            all.insert(spot.var);
        }
        Op::Statement(statement) => {
            if let Statement::Assign { stores, .. } = &**statement {
                all.extend(stores.iter().map(|(spot, _)| spot.var));
            }
        }
        _ => {}
    });
    all
}
