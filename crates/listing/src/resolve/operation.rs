//! Calls of operations, and what they return.

use super::Resolver;
use super::kind::Kind;
use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::token::Span;
use crate::tree::{Define, Expr, ExprKind, Invocation, Name, Operation, Statement, StatementKind};

/// What an operation returns.
#[derive(Clone)]
pub enum Returns {
    Nothing,
    Value(Kind),
}

impl Resolver<'_> {
    pub fn invoke(&mut self, invocations: &[Invocation], span: Span) {
        if self.operation.is_some() {
            let message = "An operation calls no operation.";
            let help =
                "Write the lines of the other one here, or a `define` with them that both use.";
            return self.error(ErrorCode::OutOfPlace, span, message, help);
        }
        for one in invocations {
            let sorts = self.kinds_of(&one.arguments);
            let target = one.target.as_ref().map(|target| {
                self.let_is_assigned(target);
                self.kind_of(target)
            });
            self.note_called(&one.operation);
            let names = self.names;
            let all: Vec<&Define> = names.operations(&one.operation.text).collect();
            if all.is_empty() {
                self.no_operation(&one.operation);
                continue;
            }
            // of several, the options leave those that fit
            let fits = |define: &&Define| {
                define.operation.as_ref().is_some_and(|operation| {
                    operation.parameters == one.arguments.len()
                        && (one.target.is_none() || operation.result.is_some())
                })
            };
            let some_fit = all.iter().any(fits);
            for define in all.into_iter().filter(|define| !some_fit || fits(define)) {
                let Some(operation) = &define.operation else { continue };
                self.fits(one, define, operation, &sorts);
                let result = operation.result.as_ref().map(|domain| names.domain(domain));
                if let (Some(target), Some(result)) = (&target, &result) {
                    self.check_comparable(target, result, one.span);
                }
                let places = self.kinds_of(&operation.places);
                self.lets.extend(
                    define.parameters[..operation.parameters]
                        .iter()
                        .map(|parameter| parameter.span.start),
                );
                let returns = result.map_or(Returns::Nothing, Returns::Value);
                let outer = self.operation.replace(returns);
                self.definition_of(define, &places);
                self.operation = outer;
            }
        }
    }

    fn fits(&mut self, one: &Invocation, define: &Define, operation: &Operation, sorts: &[Kind]) {
        let name = &define.name.text;
        let (takes, given) = (operation.parameters, one.arguments.len());
        if given != takes {
            let message = format!("`{name}` takes {takes} arguments, here are {given}.");
            let help = "Write one for each parameter of the operation.";
            return self.error(ErrorCode::WrongArguments, one.span, message, help);
        }
        for ((domain, sort), argument) in operation.domains().zip(sorts).zip(&one.arguments) {
            let declared = self.names.domain(domain);
            self.check_comparable(&declared, sort, argument.span);
            self.check_set_or_list(&declared, argument);
        }
        if let (Some(target), None) = (&one.target, &operation.result) {
            let message = format!("`{name}` returns nothing.");
            let help =
                format!("Write `call {name}`, or say what it returns: `operation {name} → 0..9:`.");
            self.error(ErrorCode::WrongArguments, target.span, message, &help);
        }
    }

    fn no_operation(&mut self, name: &Name) {
        let known: Vec<&str> =
            self.names.all_operations().map(|define| define.name.text.as_str()).collect();
        let found = if self.names.is_defined(&name.text) {
            let message = format!("`{}` is a definition and no operation.", name.text);
            DiagnosticDraft::new(ErrorCode::OutOfPlace, name.span, message)
                .help("Leave `call` out: a definition is put in as it is.")
        } else {
            let message = format!("No operation is called `{}`.", name.text);
            let help = "Add it: a line `operation NAME:` with its lines below.";
            DiagnosticDraft::new(ErrorCode::UnknownName, name.span, message)
                .near(&name.text, known, help)
        };
        self.fail(found);
    }

    /// `become` and `restart`
    pub fn leaves_operation(&mut self, span: Span) {
        if self.operation.is_some() {
            let message = "An operation ends where it returns.";
            self.error(
                ErrorCode::OutOfPlace,
                span,
                message,
                "Write `return`, or `stop` to end the process.",
            );
        }
    }

    pub fn returned(&mut self, value: Option<&Expr>, span: Span) {
        let sort = value.map(|value| self.kind_of(value));
        let Some(declared) = self.operation.clone() else { return };
        match (declared, sort, value) {
            (Returns::Value(declared), Some(sort), Some(value)) => {
                self.check_comparable(&declared, &sort, value.span);
                self.check_set_or_list(&declared, value);
            }
            (Returns::Value(_), ..) => {
                let message = "The operation has a result, and nothing is returned here.";
                self.error(
                    ErrorCode::WrongArguments,
                    span,
                    message,
                    "Write the result: `return 0`.",
                );
            }
            (Returns::Nothing, Some(_), Some(value)) => {
                let message = "The operation does not say that it has a result.";
                let help = "Say which values it can be: `operation NAME → 0..9:`; or write `return` alone.";
                self.error(ErrorCode::WrongArguments, value.span, message, help);
            }
            (Returns::Nothing, ..) => {}
        }
    }

    /// `push(1)` or `x ← pop`, where `call` was forgotten.
    pub fn forgets_call(&mut self, statement: &Statement) -> bool {
        let value = match &statement.kind {
            StatementKind::Assign { targets, values, until: None } if targets.len() == 1 => {
                values.first().map(|value| &value.kind)
            }
            _ => None,
        };
        let name = match (&statement.kind, value) {
            (StatementKind::Call { name, .. }, _) | (_, Some(ExprKind::Call(name, _))) => {
                &name.text
            }
            (_, Some(ExprKind::Name(name))) => name,
            _ => return false,
        };
        if self.names.operations(name).next().is_none() {
            return false;
        }
        let instead = format!("call {}", statement.span.of(self.names.text));
        let found = DiagnosticDraft::new(ErrorCode::OutOfPlace, statement.span, is_called(name));
        let help = format!("Write `{instead}`.");
        self.fail(found.help(help).replace(statement.span, instead));
        true
    }

    /// `lock-free: pop`
    pub fn of_operation(&mut self, name: &Name) {
        if self.names.operations(&name.text).next().is_some() {
            return self.note_called(name);
        }
        if self.names.is_section(&name.text) {
            let message =
                format!("`{}` is a section, and this is from one section to another.", name.text);
            let help = format!("Write `{} to …` with the section to which it leads.", name.text);
            return self.error(ErrorCode::OutOfPlace, name.span, message, &help);
        }
        self.no_operation(name);
    }

    /// An operation is no part of an expression.
    pub fn uses_operation(&mut self, name: &str, span: Span) -> bool {
        let is_operation = self.names.operations(name).next().is_some();
        if is_operation {
            let help =
                format!("Call it in a line of its own, `call x ← {name}`, and use `x` here.");
            self.error(ErrorCode::OutOfPlace, span, is_called(name), &help);
        }
        is_operation
    }

    pub fn domains_of_operation(&mut self, define: &Define) {
        let Some(operation) = &define.operation else { return };
        let own = operation.own.iter().flat_map(|own| &own.variables);
        let all: Vec<_> = own.map(|variable| &variable.domain).chain(&operation.result).collect();
        for domain in all {
            self.domain(domain);
        }
    }
}

fn is_called(name: &str) -> String {
    format!("`{name}` is an operation, which is called.")
}
