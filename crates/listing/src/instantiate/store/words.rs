//! What a text says of a store.

use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::instantiate::Result;
use crate::instantiate::instance::Instance;
use crate::instantiate::meaning::Meaning;
use crate::limits::COUNT_MAX;
use crate::resolve::STORE_WORDS;
use crate::token::Span;
use crate::tree::{Block, Expr as Tree, ExprKind, Statement, StatementKind, StoredRow};

fn clause<'t>(row: &'t StoredRow, name: &str) -> Option<&'t Tree> {
    row.clauses.iter().find(|clause| clause.0.text == name).map(|it| &it.1)
}

impl<'t> Instance<'t> {
    /// The word that is said of a store behind `name`.
    pub fn store_word(&mut self, row: &'t StoredRow, name: &str) -> Result<Option<String>> {
        let Some(value) = clause(row, name) else { return Ok(None) };
        let words = STORE_WORDS.iter().find(|it| it.0 == name).map_or(&[][..], |it| it.1);
        self.word_of(value, words, value.span).map(Some)
    }

    /// What the store does, beside the lines of the text.
    pub fn store_rows(&mut self) {
        let Some(row) = &self.store else { return };
        let (is_atomic, late, down) = (row.is_atomic, row.late > 0, row.down > 0);
        let mut rows = crate::instantiate::store::Rows::default();
        if !is_atomic {
            rows.land =
                self.environment_row("a write lands at a replica: the newer cell stays", false);
        }
        if late && !is_atomic {
            rows.retry = self.environment_row("a request gets stuck, and is sent again", false);
            rows.late = self.environment_row("a request that got stuck comes to the store", false);
        }
        if down {
            rows.down = self.environment_row("a replica goes down", true);
        }
        if let Some(row) = &mut self.store {
            row.rows = rows;
        }
    }

    /// A step ends with a write to a row: an error if more of an atomic block comes behind one.
    pub fn writes_last(&mut self, body: &'t Block) -> Result<()> {
        let all: Vec<&Statement> = body.iter().flat_map(|line| &line.statements).collect();
        let writes = |statement: &&&Statement| {
            matches!(statement.kind, StatementKind::RowWrite(_) | StatementKind::RowDelete(_))
        };
        let before = &all[..all.len().saturating_sub(1)];
        let Some(early) = before.iter().find(writes) else { return Ok(()) };
        let message = "A write to a row ends a step, and more of this one stands behind it.";
        let help = "Write in the last line of `atomic`.";
        self.fail(DiagnosticDraft::new(ErrorCode::OutOfPlace, early.span, message).help(help))
    }

    fn word_of(&mut self, value: &'t Tree, words: &[&str], span: Span) -> Result<String> {
        if let ExprKind::If { then, condition, otherwise } = &value.kind {
            let holds = self.constant_condition(condition)?;
            return self.word_of(if holds { then } else { otherwise }, words, span);
        }
        let ExprKind::Name(name) = &value.kind else { return self.no_word(words, span) };
        let meaning = self.meaning(name, &None);
        if let Meaning::Define(define) = meaning
            && let Some(body) = define.value()
        {
            return self.word_of(body, words, span);
        }
        let word = match meaning {
            Meaning::Option(option) => {
                let option = &self.options[option];
                option.values[option.chosen].0.clone()
            }
            _ => name.clone(),
        };
        if words.contains(&word.as_str()) { Ok(word) } else { self.no_word(words, span) }
    }

    fn no_word<T>(&mut self, words: &[&str], span: Span) -> Result<T> {
        let message = format!("Here one of the words {} is expected.", words.join(", "));
        let help = "An option or a definition may stand here whose values are these words.";
        self.fail(DiagnosticDraft::new(ErrorCode::Expected, span, message).help(help))
    }

    /// How many replicas an operation needs.
    pub fn level(&mut self, row: &'t StoredRow, name: &str, replicas: usize) -> Result<usize> {
        Ok(match self.store_word(row, name)?.as_deref() {
            Some("one") => 1,
            Some("all") => replicas,
            _ => replicas / 2 + 1,
        })
    }

    /// How often something may go wrong.
    pub fn store_count(&mut self, row: &'t StoredRow, name: &str) -> Result<i64> {
        let Some(value) = clause(row, name) else { return Ok(0) };
        let count = self.constant(value, &None, ErrorCode::NotConstant)?;
        if !(0..=COUNT_MAX).contains(&count) {
            let message = format!("This is a number from 0 to {COUNT_MAX}, and not {count}.");
            return self.error(ErrorCode::NumberTooLarge, value.span, message);
        }
        Ok(count)
    }
}
