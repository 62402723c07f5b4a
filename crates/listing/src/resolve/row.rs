//! Replicated rows: what is said of them, and their columns where they are read and written.

use super::Resolver;
use super::kind::Kind;
use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::occurrences::NameKind;
use crate::token::Span;
use crate::tree::{Expr, ExprKind, StoredRow};

/// The words that a store knows, by what they are said of.
pub const WORDS: [(&str, &[&str]); 6] = [
    ("reads", &["one", "quorum", "all"]),
    ("writes", &["one", "quorum", "all"]),
    ("answers", &["at_once", "one_by_one"]),
    ("lands", &["at_once", "later"]),
    ("timestamps", &["client", "coordinator", "replica"]),
    ("clocks", &["apart", "in_step", "one", "still"]),
];

impl Resolver<'_> {
    pub(super) fn stored_row(&mut self, row: &StoredRow) {
        self.constants([&row.replicas]);
        for (name, value) in &row.clauses {
            match WORDS.iter().find(|it| it.0 == name.text) {
                Some((_, words)) => self.store_words(words, value),
                None => self.constants([value]),
            }
        }
        for column in row.variables.iter().flat_map(|variable| &variable.variables) {
            self.note_variable_domains(column);
            self.options_as_domains(column);
        }
    }

    /// A word, an option or a definition with words for its values, or one of two by a condition.
    fn store_words(&mut self, words: &[&str], value: &Expr) {
        match &value.kind {
            ExprKind::Name(name) if words.contains(&name.as_str()) => {}
            ExprKind::If { then, condition, otherwise } => {
                self.constants([&**condition]);
                self.store_words(words, then);
                self.store_words(words, otherwise);
            }
            _ => self.one_of_words(value),
        }
    }

    /// A row, a family of its columns, or one column.
    pub(super) fn stored(&mut self, expr: &Expr) -> Kind {
        match &expr.kind {
            ExprKind::Index(base, indices) => {
                let sort = self.stored(base);
                self.elements(sort, indices)
            }
            ExprKind::Field(base, column) => {
                let ExprKind::Name(name) = &base.kind else { return self.no_row(expr) };
                let Some(at) = self.names.rows.iter().position(|row| row.0.text == *name) else {
                    return self.no_row(base);
                };
                self.note(NameKind::Row, "", name, base.span);
                let columns = &self.names.rows[at].1;
                if let Some((_, sort)) = columns.iter().find(|it| it.0.text == column.text) {
                    let sort = sort.clone();
                    self.note(NameKind::Column, name, &column.text, column.span);
                    return sort;
                }
                let known = columns.iter().map(|column| column.0.text.as_str());
                let has = format!("It has {}.", known.clone().collect::<Vec<_>>().join(", "));
                let message = format!("The row `{name}` has no column `{}`.", column.text);
                let found = DiagnosticDraft::new(ErrorCode::UnknownName, column.span, message);
                self.fail(found.near(&column.text, known, has));
                Kind::Unknown
            }
            ExprKind::Name(name) => {
                let Some(row) = self.names.rows.iter().find(|row| row.0.text == *name) else {
                    return self.no_row(expr);
                };
                let sorts = row.1.iter().map(|it| it.1.clone()).collect();
                self.note(NameKind::Row, "", name, expr.span);
                Kind::Tuple(sorts)
            }
            _ => self.no_row(expr),
        }
    }

    fn no_row(&mut self, expr: &Expr) -> Kind {
        let rows: Vec<&str> = self.names.rows.iter().map(|row| row.0.text.as_str()).collect();
        let help = match rows[..] {
            [] => "Declare one: `row lock on 3:`, with its columns below.".to_owned(),
            _ => format!("Rows are {}; a column is written `{}.NAME`.", rows.join(", "), rows[0]),
        };
        let message = "`read`, `write` and `delete` are of a row and its columns.";
        self.error(ErrorCode::UnknownName, expr.span, message, &help);
        Kind::Unknown
    }

    /// Notes an error if the name is that of a row, which has no value by itself.
    pub(super) fn refuse_row(&mut self, name: &str, span: Span) -> bool {
        let is_row = self.names.rows.iter().any(|row| row.0.text == name);
        if is_row {
            let message = format!("`{name}` is a row of a store, and each replica has its own.");
            let help = format!("Read it into a variable: `numbers ← read {name}.number`.");
            self.error(ErrorCode::OutOfPlace, span, message, &help);
        }
        is_row
    }
}
