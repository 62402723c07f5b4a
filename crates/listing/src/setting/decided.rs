//! Statements `if` of which options decide a condition: the branches that are never taken go.

use super::Setting;
use super::fold::Fold;
use super::known::Known;
use super::page::Changes;
use crate::Document;
use crate::token::Span;
use crate::tree::{Block, Branch, Line, Statement, StatementKind, end_of};

/// Of one statement; another pass finds the next.
pub fn pass(document: &Document, chosen: Setting) -> Changes {
    Fold::run(document, chosen, |mut fold| {
        let document = fold.document();
        for block in document.listing().blocks() {
            for line in block.iter().filter(|line| line.with.is_none()) {
                for statement in &line.statements {
                    let StatementKind::If(branches) = &statement.kind else { continue };
                    let kept = kept(&mut fold.known, branches);
                    let decided =
                        Decided { text: document.text(), block, line, statement, branches };
                    let changes = decided.changes(&kept);
                    if !changes.is_empty() {
                        return changes;
                    }
                }
            }
        }
        Changes::default()
    })
}

/// The branches that can be taken, each with whether it always is if none before it is.
fn kept<'t>(known: &mut Known<'t>, branches: &'t [Branch]) -> Vec<(usize, bool)> {
    let mut kept = Vec::new();
    for (nth, branch) in branches.iter().enumerate() {
        match branch.condition.as_ref().map_or(Some(true), |condition| known.truth(condition)) {
            Some(true) => {
                kept.push((nth, true));
                break;
            }
            Some(false) => {}
            None => kept.push((nth, false)),
        }
    }
    kept
}

struct Decided<'t> {
    text: &'t str,
    block: &'t Block,
    line: &'t Line,
    statement: &'t Statement,
    branches: &'t [Branch],
}

impl Decided<'_> {
    fn changes(&self, kept: &[(usize, bool)]) -> Changes {
        let mut changes = Changes::default();
        match kept {
            [] => self.nothing(&mut changes),
            [(nth, true)] => self.alone(*nth, &mut changes),
            _ => self.fewer(kept, &mut changes),
        }
        changes
    }

    /// None is ever taken.
    fn nothing(&self, changes: &mut Changes) {
        let is_alone = self.line.statements.len() == 1 && self.begins_row();
        if is_alone && self.block.len() > 1 {
            changes.remove(self.text, self.whole());
        } else if self.branches.len() == 1 && self.is_inline(0) {
            changes.edit(self.text, self.whole(), "skip");
        } else if is_alone {
            let colon = self.text[self.branches[0].span.end as usize..].find(':').unwrap_or(0) + 1;
            let head = Span { end: self.branches[0].span.end + colon as u32, ..self.whole() };
            changes.edit(self.text, head, "skip");
            for branch in self.branches {
                let first = branch.body.first().map_or(branch.span, |line| line.span);
                changes.remove(self.text, Span { start: first.start, end: end_of(&branch.body) });
            }
            (1..self.branches.len()).for_each(|nth| changes.remove(self.text, self.rows(nth)));
        }
    }

    /// One is always taken.
    fn alone(&self, nth: usize, changes: &mut Changes) {
        let Some(first) = self.branches[nth].body.first() else { return };
        if self.is_inline(nth) {
            let head = Span { start: self.start(nth), end: first.span.start };
            changes.edit(self.text, head, "");
        } else if self.begins_row() && self.line.statements.len() == 1 {
            self.dedent(nth, changes);
        } else {
            return;
        }
        (0..self.branches.len()).filter(|other| *other != nth).for_each(|other| {
            changes.remove(self.text, self.rows(other));
        });
    }

    /// The head of a branch goes, and its lines stand where the statement stood.
    fn dedent(&self, nth: usize, changes: &mut Changes) {
        let branch = &self.branches[nth];
        let head = branch.span.line(self.text);
        let rows: Vec<&str> = self.text.lines().collect();
        let margin = |row: &str| row.len() - row.trim_start().len();
        let body = branch.body.first().map_or(head, |line| line.span.line(self.text));
        let less = margin(rows[body - 1]) - margin(rows[head - 1]);
        let last = Span { start: end_of(&branch.body), end: 0 }.line(self.text);
        changes.remove_row(head);
        let mut start = rows[..head].iter().map(|row| row.len() + 1).sum::<usize>();
        for row in &rows[head..last] {
            changes.edit(self.text, Span::new(start, start + less.min(margin(row))), "");
            start += row.len() + 1;
        }
    }

    /// Some are never taken.
    fn fewer(&self, kept: &[(usize, bool)], changes: &mut Changes) {
        for (nth, branch) in self.branches.iter().enumerate() {
            let place = kept.iter().position(|branch| branch.0 == nth);
            match (place, &branch.condition) {
                (None, _) => changes.remove(self.text, self.rows(nth)),
                (Some(0), Some(condition)) if nth > 0 => {
                    let head = Span { start: branch.span.start, end: condition.span.start };
                    changes.edit(self.text, head, "if ");
                }
                (Some(place), Some(condition)) if kept[place].1 => {
                    let head = Span { start: branch.span.start, end: condition.span.end };
                    changes.edit(self.text, head, "else");
                }
                _ => {}
            }
        }
    }

    fn whole(&self) -> Span {
        Span { start: self.statement.span.start, end: self.statement.end() }
    }

    fn start(&self, nth: usize) -> u32 {
        if nth == 0 { self.statement.span.start } else { self.branches[nth].span.start }
    }

    fn rows(&self, nth: usize) -> Span {
        Span { start: self.start(nth), end: end_of(&self.branches[nth].body) }
    }

    fn begins_row(&self) -> bool {
        let before = &self.text[..self.statement.span.start as usize];
        before.rsplit('\n').next().is_none_or(|row| row.trim().is_empty())
    }

    /// Whether the statements of a branch stand on the row of its condition.
    fn is_inline(&self, nth: usize) -> bool {
        let first = self.branches[nth].body.first();
        first.is_some_and(|line| {
            line.span.line(self.text) == Span { start: self.start(nth), end: 0 }.line(self.text)
        })
    }
}
