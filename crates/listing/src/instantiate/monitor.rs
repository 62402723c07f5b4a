//! Calls and returns, as the events of a monitor.

use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::instantiate::Result;
use crate::instantiate::domain::Ty;
use crate::instantiate::instance::Instance;
use crate::instantiate::ordered::Ordered;
use crate::instantiate::terms::{add, and, binary, select};
use crate::instantiate::value::Val;
use crate::token::Span;
use crate::tree::{Cause, Define, Operation, PartKind, Statement, StatementKind, statements};
use model::intern;
use program::ir::{Binary, Called, Expr, Instruction, OrderMonitor};

/// The most values of all arguments of an operation, and of its result.
const VALUES_MAX: usize = 64;
/// The most different calls and returns.
const EVENTS_MAX: usize = 1 << 11;

impl<'t> Instance<'t> {
    /// Where the text claims that its operations have an order, numbers their calls and returns.
    pub fn begin_monitor(&mut self) -> Result<()> {
        self.claimed.order_asked = self.ordered()?;
        let Some(Ordered { span, word, .. }) = self.claimed.order_asked else { return Ok(()) };
        let mut monitor = OrderMonitor {
            slot: 0,
            events: 0,
            next: Vec::new(),
            operations: Vec::new(),
            like: None,
        };
        for process in 0..self.process_count() {
            let role = self.role_of(process);
            for define in self.defines.clone() {
                if let Some(operation) = &define.operation
                    && self.calls(role, &define.name.text)
                {
                    self.returns_before_it_calls(role, span)?;
                    let called = self.called(process, define, operation, monitor.events)?;
                    monitor.events += called.events();
                    monitor.operations.push(called);
                }
            }
        }
        if self.vars.iter().any(|var| var.any) {
            let message = format!("`{word}` compares with runs from one initial state.");
            let help = "Begin each variable with one value: without `= any`.";
            return self
                .fail(DiagnosticDraft::new(ErrorCode::NotYetSupported, span, message).help(help));
        }
        if monitor.operations.is_empty() {
            let message = "Nobody calls an operation, so there is nothing to put in an order.";
            let help = "Write `operation NAME:` with its lines, and `call NAME` in a section.";
            return self
                .fail(DiagnosticDraft::new(ErrorCode::OutOfPlace, span, message).help(help));
        }
        if monitor.events > EVENTS_MAX {
            let message =
                format!("The operations have {} different calls and returns.", monitor.events);
            let help =
                format!("Give arguments and results smaller domains: {EVENTS_MAX} is the most.");
            return self
                .fail(DiagnosticDraft::new(ErrorCode::DomainTooLarge, span, message).help(help));
        }
        self.claimed.monitor = Some(monitor);
        Ok(())
    }

    fn calls(&self, role: usize, operation: &str) -> bool {
        let parts = self.roles[role].tree.parts.iter();
        // what the role has for its calls stands nowhere in the text
        let mut implied = parts.filter(|part| part.span.is_empty());
        implied.any(
            |part| matches!(&part.kind, PartKind::Sections(names) if names[0].text == operation),
        )
    }

    /// Whoever is led out of an operation would call once more while that one is pending; and what a rule brings
    /// could decide what is called, which is no part of the object.
    fn returns_before_it_calls(&mut self, role: usize, span: Span) -> Result<()> {
        let crashes = self.reserved("crashes") > 0;
        let leads_out = |statement: &&Statement| {
            matches!(
                statement.kind,
                StatementKind::Restart | StatementKind::Become(_) | StatementKind::Invoke(_)
            )
        };
        let tree = self.roles[role].tree;
        let is_refused = tree.parts.iter().any(|part| match &part.kind {
            PartKind::Rule(rule) if self.is_part(&part.with) => {
                let of_crashed = matches!(rule.cause, Cause::Crash) || rule.is_for_crashed();
                !of_crashed || crashes && statements(&rule.body).iter().any(leads_out)
            }
            _ => false,
        });
        if !is_refused {
            return Ok(());
        }
        let word = self.order_word();
        let message =
            format!("For `{word}`, whoever calls has no rules, but for what ends with a crash.");
        let help =
            "Wait in a line of the operation: `await reply from j`; and let the crashed stay down.";
        self.fail(DiagnosticDraft::new(ErrorCode::NotYetSupported, span, message).help(help))
    }

    fn called(
        &mut self,
        process: usize,
        define: &'t Define,
        operation: &'t Operation,
        first: usize,
    ) -> Result<Called> {
        let mut arguments = vec![String::new()];
        for domain in operation.domains() {
            let ty = self.ty(domain, &None)?;
            let values = self.words_of_all(&ty, domain.span)?;
            let join = |before: &String, value: &String| match before.as_str() {
                "" => value.clone(),
                before => format!("{before}, {value}"),
            };
            arguments = arguments
                .iter()
                .flat_map(|before| values.iter().map(|value| join(before, value)))
                .collect();
            self.check_values(arguments.len(), domain.span)?;
        }
        let results = match &operation.result {
            Some(domain) => {
                let ty = self.ty(domain, &None)?;
                self.words_of_all(&ty, domain.span)?
            }
            None => vec![String::new()],
        };
        Ok(Called { process, name: intern(&define.name.text), arguments, results, first })
    }

    fn words_of_all(&mut self, ty: &Ty, span: Span) -> Result<Vec<String>> {
        let Some(members) = ty.members(&self.types.records) else {
            let word = self.order_word();
            let message = format!(
                "`{word}` tells each result from the others, which it does not for lists and arrays."
            );
            let help = "Let the operation take and return a number, a symbol, a truth value, a small set, or a record of these.";
            return self
                .fail(DiagnosticDraft::new(ErrorCode::NotYetSupported, span, message).help(help));
        };
        self.check_values(members.len(), span)?;
        let words = ty.words(self);
        Ok(members
            .into_iter()
            .map(|one| words.say(&self.types.symbols, &mut one.into_iter()))
            .collect())
    }

    fn check_values(&mut self, count: usize, span: Span) -> Result<()> {
        if (1..=VALUES_MAX).contains(&count) {
            return Ok(());
        }
        let word = self.order_word();
        let message = format!(
            "`{word}` tells each call and each result from the others, and these are too many."
        );
        let help =
            format!("Give arguments and results domains of at most {VALUES_MAX} values together.");
        self.fail(DiagnosticDraft::new(ErrorCode::DomainTooLarge, span, message).help(help))
    }

    /// The monitor takes a call.
    pub fn observe_call(&mut self, name: &str, arguments: &[Val]) {
        let Some(called) = self.called_by_process(name) else { return };
        let event = add(self.nth_arguments(arguments), called.call(0) as i64);
        self.does(Instruction::Observe(event));
    }

    /// The monitor takes a return.
    pub fn observe_return(&mut self, name: &str, arguments: &[Val], result: Option<&Val>) {
        let Some(called) = self.called_by_process(name) else { return };
        let nth = times(self.nth_arguments(arguments), called.results.len());
        let which = result.map_or(Expr::Const(0), |result| self.nth_value(result));
        let event = add(binary(Binary::Add, nth, which), called.return_of(0, 0) as i64);
        self.does(Instruction::Observe(event));
    }

    /// What the process in hand calls by that name, if a monitor observes it.
    fn called_by_process(&self, name: &str) -> Option<Called> {
        let process = self.here.process.unwrap_or_default();
        let mut all = self.claimed.monitor.iter().flat_map(|monitor| &monitor.operations);
        all.find(|called| called.process == process && called.name == name).cloned()
    }

    /// Which of all combinations of arguments these are, counted from zero.
    fn nth_arguments(&self, arguments: &[Val]) -> Expr {
        arguments.iter().fold(Expr::Const(0), |nth, argument| {
            let count = argument.ty.members(&self.types.records).map_or(1, |members| members.len());
            binary(Binary::Add, times(nth, count), self.nth_value(argument))
        })
    }

    /// Which of the values of its domain a value is, counted from zero.
    fn nth_value(&self, value: &Val) -> Expr {
        let members = value.ty.members(&self.types.records).unwrap_or_default();
        let is_it = |member: &Vec<i64>| {
            let same = value.parts.iter().zip(member);
            same.map(|(part, &value)| binary(Binary::Equal, part.clone(), Expr::Const(value)))
                .fold(Expr::Const(1), and)
        };
        let last = Expr::Const(members.len().saturating_sub(1) as i64);
        let others = members.iter().enumerate().rev().skip(1);
        others
            .fold(last, |rest, (nth, member)| select(is_it(member), Expr::Const(nth as i64), rest))
    }
}

fn times(value: Expr, factor: usize) -> Expr {
    binary(Binary::Multiply, value, Expr::Const(factor as i64))
}
