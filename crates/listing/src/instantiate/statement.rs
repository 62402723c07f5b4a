//! Statements.

use crate::core::Statement;
use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::functions::{Effect, effect, familiar};
use crate::instantiate::Result;
use crate::instantiate::domain::{Ty, Written};
use crate::instantiate::instance::{Instance, Mode};
use crate::instantiate::value::{Bound, Env, Val, bind};
use crate::token::Span;
use crate::tree::{
    Block, DefineBody, Expr as Tree, ExprKind, Line, Name, Statement as TreeStatement,
    StatementKind,
};
use program::ir::{self, Expr, Instruction};

/// Whether a comment is more than the reason for a step.
pub fn is_sentence(comment: &str) -> bool {
    comment.ends_with('.')
}

impl<'t> Instance<'t> {
    pub fn lines(&mut self, block: &'t Block, env: &Env<'t>) -> Result<()> {
        let mut env = env.clone();
        let mut result = Ok(());
        for line in block {
            // the other lines are looked at even where one is wrong
            if self.line(line, &mut env).is_err() {
                result = Err(());
            }
        }
        result
    }

    fn line(&mut self, line: &'t Line, env: &mut Env<'t>) -> Result<()> {
        if !self.is_part(&line.with) {
            return Ok(());
        }
        let row = self.row_at(line.span);
        self.here.row = row.unwrap_or(self.here.row);
        if let Some(strongly) = line.strongly {
            self.strongly(strongly)?;
        }
        self.remarks(Statement::Line { row, line: self.line_of(line.span), span: line.span });
        let note = line.comment.as_deref().filter(|comment| is_sentence(comment));
        for statement in &line.statements {
            self.remarks(Statement::Begin);
            self.spend(1, statement.span)?;
            self.check_size(statement.span)?;
            match &statement.kind {
                StatementKind::If(branches) => self.branches(branches, note, env)?,
                _ => self.statement(statement, env)?,
            }
        }
        if !matches!(line.statements[..], [TreeStatement { kind: StatementKind::If(_), .. }, ..]) {
            self.note(note);
        }
        Ok(())
    }

    /// The steps of the line in hand are taken if they are possible again and again.
    fn strongly(&mut self, span: Span) -> Result<()> {
        if self.here.mode != Mode::Stepped {
            let message = "This line is a part of a step, so it has no fairness of its own.";
            let help = "Write `strongly` before the rule, or before `atomic`.";
            return self
                .fail(DiagnosticDraft::new(ErrorCode::OutOfPlace, span, message).help(help));
        }
        self.notes.strongly.insert(self.here.row);
        Ok(())
    }

    /// Readers see the sentence where this runs.
    pub fn note(&mut self, sentence: Option<&str>) {
        if let Some(sentence) = sentence {
            self.does(Instruction::Event(ir::EventTemplate::Note(model::intern(sentence))));
        }
    }

    /// The row of a line.
    pub fn row_at(&self, span: Span) -> Option<model::RowId> {
        self.numbered.rows.get(&span.start).copied()
    }

    fn statement(&mut self, statement: &'t TreeStatement, env: &mut Env<'t>) -> Result<()> {
        let span = statement.span;
        match &statement.kind {
            StatementKind::Skip => Ok(()),
            StatementKind::Pause if self.here.mode == Mode::Atomic => {
                let message = "A `pause` is a step, and this is a part of one.";
                let help = "Leave it out, or end the `atomic` block before it.";
                self.fail(DiagnosticDraft::new(ErrorCode::OutOfPlace, span, message).help(help))
            }
            StatementKind::Pause => {
                self.says(Statement::Pause);
                Ok(())
            }
            StatementKind::Fence => self.fence(span),
            StatementKind::StoreFence => self.store_fence(span),
            StatementKind::Assign { targets, values, until } => {
                self.assign_until((targets, values), until.as_ref(), span, env)
            }
            StatementKind::Await(condition) => self.await_or_receive(condition, span, env),
            StatementKind::Receive { pattern, from } => self.receive(pattern, from.as_ref(), env),
            StatementKind::Atomic(body) => self.atomic(body, env),
            StatementKind::Stop => {
                self.says(Statement::Stop);
                Ok(())
            }
            StatementKind::Restart => {
                self.notes.restarts.extend(self.here.process);
                self.says(Statement::Restart);
                Ok(())
            }
            StatementKind::Become(section) => self.go_to(section),
            StatementKind::Send { message, to } => self.send(message, to, env),
            StatementKind::If(branches) => self.branches(branches, None, env),
            StatementKind::While { condition, body } => self.while_loop(condition, body, span, env),
            StatementKind::Repeat { body, untils } => self.repeat(body, untils, span, env),
            StatementKind::ForEach { binder, filter, body } => {
                self.for_each(binder, filter.as_ref(), body, env)
            }
            StatementKind::Choose { binders, filter } => self.choose(binders, filter.as_ref(), env),
            StatementKind::Let(name, value) => {
                let kept = self.let_value(value, env)?;
                *env = bind(env, &name.text, Bound::Value(kept));
                Ok(())
            }
            StatementKind::Propose(value) => self.propose(value, span, env),
            StatementKind::Decide(value) => self.decide(value, env),
            StatementKind::Free(cell) => self.free_cell(cell, env),
            StatementKind::RowWrite(all) => self.write_row(all, span, env),
            StatementKind::RowDelete(target) => self.delete_row(target, span, env),
            StatementKind::Call { name, arguments } => {
                self.call_statement(name, arguments, span, env)
            }
            StatementKind::Invoke(invocations) => self.invoke(invocations, span, env),
            StatementKind::Return(value) => self.return_from(value.as_ref(), env),
        }
    }

    /// Lines that are one step.
    fn atomic(&mut self, body: &'t Block, env: &mut Env<'t>) -> Result<()> {
        self.writes_last(body)?;
        let mode = std::mem::replace(&mut self.here.mode, Mode::Atomic);
        let before = std::mem::take(&mut self.hand.code);
        let result = self.lines(body, env);
        let body = std::mem::replace(&mut self.hand.code, before);
        self.here.mode = mode;
        self.says(Statement::Atomic(body));
        result
    }

    /// An assignment, of a read of a row until what it reads fits.
    fn assign_until(
        &mut self,
        (targets, values): (&'t [Tree], &'t [Tree]),
        until: Option<&'t Tree>,
        span: Span,
        env: &mut Env<'t>,
    ) -> Result<()> {
        if let Some(until) = until
            && !matches!(values, [Tree { kind: ExprKind::RowRead(_), .. }])
        {
            let message = "`until` stands behind a read of a row.";
            let help = "Wait with `await`, or repeat with `repeat: … until …`.";
            return self
                .fail(DiagnosticDraft::new(ErrorCode::OutOfPlace, until.span, message).help(help));
        }
        self.assign(targets, values, span, env)?;
        if let Some(until) = until {
            let (condition, span) = (self.condition(until, env)?, until.span);
            self.says(Statement::Until { condition, span });
        }
        Ok(())
    }

    /// A set or a list, where it is known of a value in braces or brackets which it is.
    pub fn definite(&mut self, value: Val, tree: &Tree) -> Result<Val> {
        match value.ty {
            Ty::Literal(Written::Set) => {
                let none =
                    Val { ty: Ty::Literal(Written::List), parts: Vec::new(), items: Vec::new() };
                let (ty, members, _) = self.as_sets(value, none, tree.span)?;
                Ok(Val::one(ty, members))
            }
            Ty::Literal(_) => self.list_of(value.items, None, tree.span),
            _ => Ok(value),
        }
    }

    /// A value as it is now.
    fn let_value(&mut self, tree: &'t Tree, env: &Env<'t>) -> Result<Val> {
        let value = self.eval(tree, env)?;
        let value = self.definite(value, tree)?;
        let is_constant = value.parts.iter().all(|part| matches!(part, Expr::Const(_)));
        Ok(if is_constant { value } else { self.copy(value) })
    }

    fn call_statement(
        &mut self,
        name: &'t Name,
        arguments: &'t [Tree],
        span: Span,
        env: &Env<'t>,
    ) -> Result<()> {
        let Some(define) = self.find_define(&name.text) else {
            let operation = familiar(&name.text).filter(|text| effect(text) == Effect::Operation);
            if let Some(operation) = operation {
                return self.unused_result(operation, arguments, span);
            }
            // what no option defines is found before
            let message = format!("No definition is called `{}` with these options.", name.text);
            let help = "Define it for all values of the options, or give the line the same `with`.";
            return self
                .fail(DiagnosticDraft::new(ErrorCode::UnknownName, name.span, message).help(help));
        };
        let DefineBody::Block(body) = &define.body else {
            // `define pass: other` with a block behind another name
            if let Some(inner) = define.value()
                && let Some((next, next_arguments)) = inner.named()
                && let Some(next) = self.find_define(next)
            {
                return self.within_define(define, arguments, span, env, |instance, env| {
                    instance.call_statement(&next.name, next_arguments, inner.span, env)
                });
            }
            let message = format!("`{}` is a value, not a statement.", name.text);
            return self.error(ErrorCode::NotAStatement, span, message);
        };
        self.within_define(define, arguments, span, env, |instance, env| instance.lines(body, env))
    }

    fn go_to(&mut self, section: &'t Name) -> Result<()> {
        let process = self.here.process.unwrap_or_default();
        let role = self.role_of(process);
        // what is no section of it is told before
        if !self.sections[role].contains(&section.text) {
            return Err(());
        }
        self.says(Statement::GoTo(section.text.clone()));
        Ok(())
    }
}
