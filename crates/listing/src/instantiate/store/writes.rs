//! Writing and deleting columns.

use crate::core::Statement;
use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::instantiate::Result;
use crate::instantiate::domain::{Domain, Ty};
use crate::instantiate::instance::Instance;
use crate::instantiate::store::access::Named;
use crate::instantiate::terms::add;
use crate::instantiate::value::Env;
use crate::token::Span;
use crate::tree::Expr as Tree;
use program::ir::{Expr, Store};

/// What is written: the columns, a set, and the value as its number among those of the domain; none
/// deletes.
#[derive(Clone, Debug)]
pub struct WriteRow {
    pub named: Vec<Named>,
    pub code: Expr,
    pub kind: u8,
}

impl<'t> Instance<'t> {
    pub fn write_row(&mut self, all: &'t [(Tree, Tree)], span: Span, env: &Env<'t>) -> Result<()> {
        let mut put: Option<(WriteRow, Domain)> = None;
        for (target, value) in all {
            let named = self.named_columns(target, env)?;
            let domain = self.domain_of(&named, target.span)?;
            let value_ = self.eval(value, env)?;
            let from = value_.ty.clone();
            let parts = self.fit(value_, &Ty::Scalar(domain.clone()), value.span)?;
            let code = domain.position(&parts[0], &from);
            let code = match code {
                Expr::Const(0) => {
                    let message = "Nothing is written by `none`.";
                    let help = "Write `delete` and the column.";
                    return self.fail(
                        DiagnosticDraft::new(ErrorCode::OutOfPlace, value.span, message).help(help),
                    );
                }
                Expr::Const(_) => code,
                // `none` is no value that a column can be given
                dynamic => {
                    let given = Domain { symbols: domain.symbols[1..].to_vec(), ..domain.clone() };
                    let given = self.say_domain(&given);
                    let sentence = format!("A column is given a value that is not in {given}.");
                    let bound = self.bound(domain.count() as i64 - 1, sentence, 0);
                    add(Expr::Below(add(dynamic, -1).into(), bound), 1)
                }
            };
            match &mut put {
                None => put = Some((WriteRow { named: vec![named], code, kind: 0 }, domain)),
                Some((put, before)) => {
                    if *before != domain || put.code != code {
                        let message = "A write puts one value into all of its columns.";
                        let help = "Write other values in a line of their own.";
                        return self.fail(
                            DiagnosticDraft::new(ErrorCode::OutOfPlace, value.span, message)
                                .help(help),
                        );
                    }
                    put.named.push(named);
                }
            }
        }
        let Some((put, _)) = put else { return Ok(()) };
        self.writes_row(put, span)
    }

    pub fn delete_row(&mut self, target: &'t Tree, span: Span, env: &Env<'t>) -> Result<()> {
        let named = vec![self.named_columns(target, env)?];
        let code = Expr::Const(Store::TOMBSTONE);
        self.writes_row(WriteRow { named, code, kind: 1 }, span)
    }

    fn domain_of(&mut self, named: &Named, span: Span) -> Result<Domain> {
        let row = self.store.as_ref();
        match (named, row) {
            (Named::Family(at) | Named::One(at, _), Some(row)) => {
                Ok(row.families[*at].domain.clone())
            }
            _ => self.error(ErrorCode::OutOfPlace, span, "Say which columns are written."),
        }
    }

    fn writes_row(&mut self, put: WriteRow, span: Span) -> Result<()> {
        if self.here.process.is_none() || self.here.in_rule {
            let message = "A row is written in a line of a section, and not in a rule.";
            return self.error(ErrorCode::OutOfPlace, span, message);
        }
        self.says(Statement::WriteRow(put));
        Ok(())
    }

    /// The first of the kinds of mutations.
    pub fn first_mutation(&self) -> u8 {
        (self.messages.len() - Store::KINDS.len()) as u8
    }
}
