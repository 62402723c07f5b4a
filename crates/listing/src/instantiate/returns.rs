//! Whether each way through an operation with a result returns one.

use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::instantiate::instance::Instance;
use crate::token::Span;
use crate::tree::{Block, Define, DefineBody, ItemKind, Name, Operation, Statement, StatementKind};

/// Where a way ends that returns nothing.
enum Lacks {
    Behind(Span),
    /// None of the conditions of an `if` is true.
    Else {
        span: Span,
        conditions: usize,
    },
}

impl<'t> Instance<'t> {
    /// Notes each operation that can come to its end without its result with these options.
    pub fn results_on_each_way(&mut self) {
        let listing = self.source.listing;
        for item in &listing.items {
            if let ItemKind::Define(Define { name, operation, body, .. }) = &item.kind
                && let (Some(Operation { result: Some(_), .. }), DefineBody::Block(block)) =
                    (operation, body)
                && self.is_part(&item.with)
                && let Some(lacks) = self.block_lacks_return(block, name.span)
            {
                self.lacks_return(name, lacks);
            }
        }
    }

    fn lacks_return(&mut self, name: &Name, lacks: Lacks) {
        let head = format!("`{}` has a result, and can come to its end without one", name.text);
        let (span, message, help) = match lacks {
            Lacks::Behind(span) => {
                (span, format!("{head}: behind this."), "Add a line `return …` there.")
            }
            Lacks::Else { span, conditions } => {
                let way = match conditions {
                    1 => "where this condition is false",
                    _ => "where none of these conditions is true",
                };
                let help = "Add `else: return …`, or a last line `return …`.";
                (span, format!("{head}: {way}."), help)
            }
        };
        // noted, and other operations are looked at all the same
        let _: crate::instantiate::Result<()> =
            self.fail(DiagnosticDraft::new(ErrorCode::WrongArguments, span, message).help(help));
    }

    /// A way through a block that ends without `return`. What only options lead past has `with`.
    fn block_lacks_return(&mut self, block: &'t Block, before: Span) -> Option<Lacks> {
        let mut lacks = Lacks::Behind(before);
        for line in block {
            if self.is_part(&line.with) {
                for statement in &line.statements {
                    lacks = self.statement_lacks_return(statement)?;
                }
            }
        }
        Some(lacks)
    }

    fn statement_lacks_return(&mut self, statement: &'t Statement) -> Option<Lacks> {
        let span = statement.span;
        match &statement.kind {
            StatementKind::Return(_) | StatementKind::Stop | StatementKind::Restart => None,
            StatementKind::Atomic(body) => self.block_lacks_return(body, span),
            StatementKind::If(branches) => {
                let conditions = branches.iter().filter_map(|branch| branch.condition.as_ref());
                let conditions: Vec<Span> = conditions.map(|condition| condition.span).collect();
                let first = *conditions.first().unwrap_or(&span);
                let lacking =
                    branches.iter().find_map(|branch| self.block_lacks_return(&branch.body, first));
                let has_else = conditions.len() < branches.len();
                let no_else = Lacks::Else { span: first, conditions: conditions.len() };
                lacking.or((!has_else).then_some(no_else))
            }
            StatementKind::While { condition, .. } if condition.name() == Some("true") => None,
            _ => Some(Lacks::Behind(span)),
        }
    }
}
