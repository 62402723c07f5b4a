//! All small changes of a text, line by line.

use crate::claimed::{claimed, ghosts, named, root};
use crate::edit::{Edit, Mutant, Operator};
use crate::spans::head;
use listing::tree::{
    Binder, Block, Branch, Cause, Define, DefineBody, Expr, ItemKind, Line, Part, PartKind, Rule,
    Statement, StatementKind, Target, end_of, names_in,
};
use listing::{Document, Span, edited};
use std::collections::{BTreeMap, BTreeSet};

/// All changes of a text, in the order of its lines and then of ranks. Lines that the setting leaves out, declarations,
/// claims and assignments to ghosts are not changed, nor is what claims alone are made of.
///
/// Not each of them is a text without errors.
pub fn mutants(text: &str, chosen: &[(&str, &str)]) -> Vec<Mutant> {
    let document = Document::new(text);
    let listing = document.listing();
    let mut walk = Walk {
        text,
        parts: document.conditions(chosen),
        ghosts: ghosts(listing),
        scope: Vec::new(),
        line: 0,
        is_of_world: false,
        found: Vec::new(),
    };
    let claimed = claimed(text, listing);
    for item in &listing.items {
        match &item.kind {
            _ if !walk.is_part(item.span) => {}
            ItemKind::Role(role) => {
                walk.scope.clear();
                walk.scope.extend(role.number.iter().map(|(name, _)| name.text.as_str()));
                role.parts.iter().for_each(|part| walk.part(part));
            }
            ItemKind::Define(define) if !claimed.contains(define.name.text.as_str()) => {
                walk.define(define);
            }
            _ => {}
        }
    }
    let mut found = walk.found;
    found.sort_by_key(|mutant| (mutant.line, mutant.operator.rank()));
    // two lines that are alike come to the same text, each as its own change
    let mut known = BTreeSet::new();
    found.retain(|mutant| mutant.text != text && known.insert((mutant.line, mutant.text.clone())));
    found
}

/// What is being walked, and what was found so far.
pub struct Walk<'t> {
    pub text: &'t str,
    /// Which lines with a condition are part of the setting.
    parts: BTreeMap<usize, bool>,
    ghosts: BTreeSet<&'t str>,
    /// Names that can be an index.
    pub scope: Vec<&'t str>,
    /// The line in hand.
    line: usize,
    is_of_world: bool,
    found: Vec<Mutant>,
}

impl<'t> Walk<'t> {
    fn is_part(&self, span: Span) -> bool {
        self.parts.get(&span.line(self.text)).is_none_or(|is_part| *is_part)
    }

    pub fn change(&mut self, span: Span, with: String, operator: Operator, words: &str) {
        self.changes(&[(span, with)], operator, words);
    }

    fn changes(&mut self, edits: &[Edit], operator: Operator, words: &str) {
        self.found.push(Mutant {
            line: self.line,
            operator,
            words: words.split_whitespace().collect::<Vec<_>>().join(" "),
            is_of_world: self.is_of_world,
            edits: edits.to_vec(),
            text: edited(self.text, edits),
        });
    }

    fn part(&mut self, part: &'t Part) {
        if !self.is_part(part.span) {
            return;
        }
        match &part.kind {
            PartKind::Section(_, block) => self.block(block),
            PartKind::Rule(rule) => self.rule(part, rule),
            _ => {}
        }
    }

    fn rule(&mut self, part: &'t Part, rule: &'t Rule) {
        self.line = part.span.line(self.text);
        let end = end_of(&rule.body).max(part.span.end);
        self.is_of_world = matches!(rule.cause, Cause::Crash | Cause::Timeout);
        self.change(
            self.rows(part.span.start, end),
            String::new(),
            Operator::LineOut,
            "without it",
        );
        self.is_of_world = false;
        if let Some(strongly) = rule.strongly {
            self.strongly_out(strongly);
        }
        if let Some(guard) = &rule.guard {
            self.passed(guard, "without its guard");
        }
        self.block(&rule.body);
    }

    /// What a condition lets through: all, and with each of its changes.
    fn passed(&mut self, condition: &'t Expr, words: &str) {
        self.change(condition.span, "true".into(), Operator::AlwaysTrue, words);
        self.condition(condition);
    }

    fn define(&mut self, define: &'t Define) {
        let before = self.scope.len();
        self.scope.extend(names_in(&define.parameters).into_iter().map(|named| named.0));
        match &define.body {
            DefineBody::Block(block) => self.block(block),
            DefineBody::Expr(value) => {
                self.line = value.span.line(self.text);
                self.value(value);
            }
        }
        self.scope.truncate(before);
    }

    fn block(&mut self, block: &'t Block) {
        let lines: Vec<&Line> = block.iter().filter(|line| self.is_part(line.span)).collect();
        for (at, line) in lines.iter().enumerate() {
            self.line = line.span.line(self.text);
            let is_changed = line.statements.iter().any(|statement| self.is_changed(statement));
            if is_changed {
                self.line_out(block, line);
                if let Some(next) = lines.get(at + 1) {
                    self.exchange(line, next);
                }
            }
            if let Some(strongly) = line.strongly {
                self.strongly_out(strongly);
            }
            for (nth, statement) in line.statements.iter().enumerate() {
                self.line = statement.span.line(self.text);
                if self.is_changed(statement) {
                    if line.statements.len() > 1 {
                        self.statement_out(line, nth);
                    }
                    self.statement(statement);
                }
            }
        }
    }

    /// Whether it is looked at: not where to stand, and not what only claims see.
    fn is_changed(&self, statement: &Statement) -> bool {
        match &statement.kind {
            StatementKind::Pause | StatementKind::Skip => false,
            StatementKind::Assign { targets, .. } => {
                let all = targets.iter().flat_map(|target| named(root(target)));
                !all.into_iter().all(|name| self.ghosts.contains(name))
            }
            _ => true,
        }
    }

    fn line_out(&mut self, block: &Block, line: &'t Line) {
        let end = line.end();
        let is_other = |other: &Line| other.span != line.span && other.with.is_none();
        self.is_of_world = line.statements.iter().all(is_of_world);
        let span = Span { start: line.span.start, end };
        if !self.is_own_row(line.span.start) {
            // behind what begins the line, and is judged with it
            let words = format!("without `{}`", span.of(self.text));
            self.change(span, "skip".into(), Operator::StatementOut, &words);
        } else if block.iter().any(is_other) {
            let rows = self.rows(line.span.start, end);
            self.change(rows, String::new(), Operator::LineOut, "without it");
        } else {
            self.change(span, "skip".into(), Operator::LineOut, "without it");
        }
        self.is_of_world = false;
    }

    fn statement_out(&mut self, line: &'t Line, nth: usize) {
        let statement = &line.statements[nth];
        let words = format!("without `{}`", head(statement, self.text));
        let span = match line.statements.get(nth + 1) {
            Some(next) => Span { start: statement.span.start, end: next.span.start },
            None => Span { start: line.statements[nth - 1].span.end, end: statement.end() },
        };
        self.is_of_world = is_of_world(statement);
        self.change(span, String::new(), Operator::StatementOut, &words);
        self.is_of_world = false;
    }

    fn strongly_out(&mut self, strongly: Span) {
        let behind = &self.text[strongly.end as usize..];
        let spaces = behind.len() - behind.trim_start().len();
        let span = Span { start: strongly.start, end: strongly.end + spaces as u32 };
        self.change(span, String::new(), Operator::NotStrongly, "not strongly");
    }

    /// Two lines of a block change places, with their conditions over options.
    fn exchange(&mut self, line: &'t Line, next: &'t Line) {
        let can_move = |line: &Line| {
            self.is_own_row(line.span.start)
                && line.statements.iter().all(|statement| self.is_changed(statement))
        };
        if !can_move(line) || !can_move(next) {
            return;
        }
        let rows = [line, next].map(|line| {
            let end = line.end() as usize;
            let end = self.text[end..].find('\n').map_or(self.text.len(), |at| end + at);
            Span::new(line.span.start as usize, end)
        });
        let words = format!("behind `{}`", head(&next.statements[0], self.text));
        let edits = [
            (rows[0], rows[1].of(self.text).to_owned()),
            (rows[1], rows[0].of(self.text).to_owned()),
        ];
        self.changes(&edits, Operator::Exchanged, &words);
    }

    fn statement(&mut self, statement: &'t Statement) {
        match &statement.kind {
            StatementKind::Assign { targets, values, until } => {
                targets.iter().chain(values).for_each(|value| self.value(value));
                if let Some(until) = until {
                    self.condition(until);
                }
            }
            StatementKind::Await(condition) => self.condition(condition),
            StatementKind::Atomic(body) => {
                let start = statement.span.start as usize;
                let span = Span::new(start, start + "atomic".len());
                let written = self.text[span.end as usize..].trim_start();
                // of one statement without a colon, the statement is left
                match written.starts_with(':') {
                    true => self.change(span, "if true".into(), Operator::NotAtomic, "not atomic"),
                    false => {
                        let span = Span::new(start, self.text.len() - written.len());
                        self.change(span, String::new(), Operator::NotAtomic, "not atomic");
                    }
                }
                self.block(body);
            }
            StatementKind::If(branches) => {
                branches.iter().enumerate().for_each(|(nth, it)| self.branch(it, nth));
            }
            StatementKind::While { condition, body } => {
                self.condition(condition);
                self.before_loop(statement, body);
                self.block(body);
            }
            StatementKind::Repeat { body, untils } => {
                self.before_loop(statement, body);
                self.block(body);
                for until in untils {
                    if !self.is_part(until.span) {
                        continue;
                    }
                    self.line = until.span.line(self.text);
                    self.passed(&until.condition, "ending at once");
                }
            }
            StatementKind::ForEach { binder, filter, body } => {
                if let Some(filter) = filter {
                    self.filter_out(filter.span);
                    self.value(filter);
                }
                let before = self.scope.len();
                self.bind(std::slice::from_ref::<Binder>(binder));
                self.block(body);
                self.scope.truncate(before);
            }
            StatementKind::Choose { filter: Some(filter), .. } => self.value(filter),
            StatementKind::Send { message, to } => {
                message.fields.iter().for_each(|field| self.value(field));
                if let Target::One(to) | Target::AllIn(to) = to {
                    self.value(to);
                }
            }
            StatementKind::Let(_, value)
            | StatementKind::Propose(value)
            | StatementKind::Decide(value)
            | StatementKind::Return(Some(value)) => self.value(value),
            StatementKind::RowWrite(all) => all.iter().for_each(|(_, value)| self.value(value)),
            StatementKind::Call { arguments, .. } => {
                for argument in arguments {
                    self.value(argument);
                }
            }
            _ => {}
        }
    }

    fn branch(&mut self, branch: &'t Branch, nth: usize) {
        self.line = branch.span.line(self.text);
        if !self.is_part(branch.span) {
            return;
        }
        if nth > 0 {
            let end = end_of(&branch.body);
            self.change(
                self.rows(branch.span.start, end),
                String::new(),
                Operator::LineOut,
                "without it",
            );
        }
        if let Some(condition) = &branch.condition {
            self.passed(condition, "without its condition");
        }
        self.block(&branch.body);
    }

    /// The first line of a loop, once and for all before it.
    fn before_loop(&mut self, statement: &'t Statement, body: &'t Block) {
        let Some(line) = body.first() else { return };
        let reads =
            matches!(line.statements[..], [Statement { kind: StatementKind::Assign { .. }, .. }]);
        let are_rows = self.is_own_row(line.span.start) && self.is_own_row(statement.span.start);
        if !reads || !are_rows || body.len() < 2 || line.with.is_some() {
            return;
        }
        let before = std::mem::replace(&mut self.line, line.span.line(self.text));
        let start = Span { start: statement.span.start, end: statement.span.start };
        let margin = " ".repeat(start.start as usize - self.row_start(start.start));
        let edits = [
            (start, format!("{}\n{margin}", line.span.of(self.text))),
            (self.rows(line.span.start, line.span.end), String::new()),
        ];
        self.changes(&edits, Operator::BeforeLoop, "before the loop");
        self.line = before;
    }
}

/// Whether it gives freedom to the environment.
fn is_of_world(statement: &Statement) -> bool {
    matches!(statement.kind, StatementKind::Choose { .. })
}
