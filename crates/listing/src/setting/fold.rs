//! Conditions within expressions: what the options decide is put in, and `A if C else B` becomes A or B.

use super::Setting;
use super::known::Known;
use super::page::Changes;
use crate::Document;
use crate::instantiate::instance::Instance;
use crate::resolve::{Meant, Names};
use crate::token::{Span, edited};
use crate::tree::{
    Binary, Cause, Expr, ExprKind, ItemKind, Listing, PartKind, StatementKind, statements,
};
use crate::work::Work;

pub fn pass(document: &Document, chosen: Setting) -> Changes {
    Fold::run(document, chosen, |mut fold| {
        let listing = fold.document().listing();
        let mut passed: Vec<Span> = Vec::new();
        for (filter, word) in filters(listing) {
            if fold.known.truth(filter) == Some(true) {
                fold.take_out(filter.span, word);
                passed.push(filter.span);
            }
        }
        for expr in listing.expressions() {
            if !passed.contains(&expr.span) {
                fold.fold(expr);
            }
        }
        fold.changes
    })
}

/// Conditions that need not be there, each with the word before it: of statements and of rules.
fn filters(listing: &Listing) -> Vec<(&Expr, &'static str)> {
    let mut all = Vec::new();
    for item in &listing.items {
        if let ItemKind::Role(role) = &item.kind {
            for part in &role.parts {
                if let PartKind::Rule(rule) = &part.kind
                    && !matches!(rule.cause, Cause::When)
                {
                    all.extend(rule.guard.iter().map(|guard| (guard, "when")));
                }
            }
        }
        for statement in item.blocks().into_iter().flat_map(statements) {
            if let StatementKind::ForEach { filter: Some(filter), .. }
            | StatementKind::Choose { filter: Some(filter), .. } = &statement.kind
            {
                all.push((filter, "where"));
            }
        }
    }
    all
}

/// Edits of one text.
pub struct Fold<'t> {
    pub known: Known<'t>,
    pub changes: Changes,
}

/// What of an expression stays.
enum Kept<'t> {
    Truth(bool),
    Part(&'t Expr),
    All,
}

impl<'t> Fold<'t> {
    pub fn run(
        document: &Document,
        chosen: Setting,
        pass: impl FnOnce(Fold<'_>) -> Changes,
    ) -> Changes {
        let (settings, work) = (document.settings(chosen), Work::new());
        let (text, listing) = (document.text(), document.listing());
        // conditions are over options, and run over no processes
        let meant = Meant::of_domains(&Names::new(text, listing));
        let instance = Instance::new(text, listing, &meant, &settings, &work);
        pass(Fold { known: Known::new(document, instance), changes: Changes::default() })
    }

    pub fn document(&self) -> &'t Document {
        self.known.document
    }

    fn text(&self) -> &'t str {
        self.known.document.text()
    }

    /// Puts in what is known of an expression.
    pub fn fold(&mut self, expr: &'t Expr) {
        for (span, with) in self.edits(expr) {
            self.changes.edit(self.text(), span, with);
        }
    }

    /// A condition goes, with the word before it.
    fn take_out(&mut self, condition: Span, word: &str) {
        if let Some(span) = self.with_word(condition, word) {
            self.changes.edit(self.text(), span, "");
        }
    }

    fn with_word(&self, condition: Span, word: &str) -> Option<Span> {
        let before = self.text()[..condition.start as usize].trim_end();
        let start = before.strip_suffix(word)?.trim_end().len();
        Some(Span::new(start, condition.end as usize))
    }

    fn edits(&mut self, expr: &'t Expr) -> Vec<(Span, String)> {
        if let Some((filter, rest)) = filter(expr) {
            let mut edits = match (self.known.truth(filter), self.with_word(filter.span, "where")) {
                (Some(true), Some(span)) => vec![(span, String::new())],
                _ => self.edits(filter),
            };
            edits.extend(self.edits(rest));
            return edits;
        }
        match self.kept(expr) {
            Kept::Truth(truth) => vec![(expr.span, truth.to_string())],
            Kept::Part(part) => vec![(expr.span, self.words_of(expr, part))],
            Kept::All => expr.all_parts().into_iter().flat_map(|part| self.edits(part)).collect(),
        }
    }

    fn kept(&mut self, expr: &'t Expr) -> Kept<'t> {
        let is_literal = matches!(expr.name(), Some("true" | "false"));
        if let Some(truth) = self.known.truth(expr).filter(|_| !is_literal) {
            return Kept::Truth(truth);
        }
        match &expr.kind {
            ExprKind::If { then, condition, otherwise } => match self.known.truth(condition) {
                Some(true) => Kept::Part(then),
                Some(false) => Kept::Part(otherwise),
                None => Kept::All,
            },
            // were it known whatever the other is, the whole would be known
            ExprKind::Binary(Binary::And | Binary::Or, one, other) => {
                match (self.known.truth(one), self.known.truth(other)) {
                    (Some(_), _) => Kept::Part(other),
                    (_, Some(_)) => Kept::Part(one),
                    _ => Kept::All,
                }
            }
            ExprKind::Implies { from, to, always: false } => match self.known.truth(from) {
                Some(_) => Kept::Part(to),
                None => Kept::All,
            },
            _ => Kept::All,
        }
    }

    /// How the part that is left of an expression stands in its place: in brackets if the whole did and the part needs
    /// them.
    fn words_of(&mut self, whole: &'t Expr, part: &'t Expr) -> String {
        let words = self.rewritten(part);
        let is_bracketed = whole.span.of(self.text()).starts_with('(')
            && whole.parts().iter().all(|part| part.span.start > whole.span.start);
        if is_bracketed && !is_closed(&words) { format!("({words})") } else { words }
    }

    fn rewritten(&mut self, expr: &'t Expr) -> String {
        let start = expr.span.start;
        let edits = self
            .edits(expr)
            .into_iter()
            .map(|(span, with)| (Span { start: span.start - start, end: span.end - start }, with));
        let edits: Vec<_> = edits.collect();
        edited(expr.span.of(self.text()), &edits)
    }
}

/// The condition behind `where`, and what it is a condition of: the reader of texts makes one expression of both.
fn filter(expr: &Expr) -> Option<(&Expr, &Expr)> {
    match &expr.kind {
        ExprKind::Where { value, condition } => Some((condition, value)),
        ExprKind::Binary(Binary::And | Binary::Or, filter, rest)
            if filter.span.start < expr.span.start =>
        {
            match &filter.kind {
                // of `all`, it is what need not be
                ExprKind::Not(inner) if inner.span == filter.span => Some((inner, rest)),
                _ => Some((filter, rest)),
            }
        }
        _ => None,
    }
}

/// Whether no operator stands in it outside of brackets.
fn is_closed(words: &str) -> bool {
    let mut depth = 0;
    words.chars().all(|letter| {
        depth += i32::from(matches!(letter, '(' | '[' | '{'));
        depth -= i32::from(matches!(letter, ')' | ']' | '}'));
        depth > 0 || letter != ' '
    })
}
