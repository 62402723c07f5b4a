//! The lines of the text as rows: what runs, and what a reader sees.

use crate::diagnostic::ErrorCode;
use crate::instantiate::Result;
use crate::instantiate::instance::Instance;
use crate::instantiate::statement::is_sentence;
use crate::limits::ROWS_MAX;
use crate::token::Span;
use crate::tree::{
    Block, Branch, Cause, DefineBody, Expr as Tree, ItemKind, Line, PartKind, StatementKind, Until,
    conditional_in,
};
use model::{Row, RowId, Zone, intern};

impl<'t> Instance<'t> {
    pub fn make_rows(&mut self) -> Result<()> {
        self.operation_rows();
        for role in 0..self.roles.len() {
            let tree = self.roles[role].tree;
            for part in &tree.parts {
                let is_part = self.is_part(&part.with);
                match &part.kind {
                    PartKind::Section(name, block) => {
                        let zone = Zone::named(&name.text);
                        self.rows_of(block, zone, is_part, 0);
                    }
                    PartKind::Rule(rule) => {
                        let is_crash = matches!(rule.cause, Cause::Crash);
                        let zone = if is_crash { Some(Zone::Crashed) } else { None };
                        self.note_left_out(&rule.body);
                        let row = if is_crash {
                            self.header(part.span)
                        } else {
                            self.whole_rule(part.span)
                        };
                        let comment = part.comment.clone();
                        // what is taken from the crashed after some time is not their own doing
                        let runs_out =
                            matches!(rule.cause, Cause::Timeout) && rule.is_for_crashed();
                        let is_fault = is_crash || runs_out;
                        self.add_row(part.span, row, comment, zone, is_part, is_fault);
                        if is_crash {
                            self.rows_of(&rule.body, Zone::Crashed, is_part, 1);
                        }
                    }
                    _ => {}
                }
            }
        }
        self.environment_rows();
        if self.listed.table.len() > ROWS_MAX {
            let message = format!("A text has at most {ROWS_MAX} lines that can run.");
            return self.error(ErrorCode::ProgramTooLarge, Span::default(), message);
        }
        Ok(())
    }

    fn operation_rows(&mut self) {
        let listing = self.source.listing;
        for item in &listing.items {
            if let ItemKind::Define(define) = &item.kind
                && define.operation.is_some()
                && let DefineBody::Block(body) = &define.body
            {
                let is_part = self.is_part(&item.with);
                self.rows_of(body, Zone::named(&define.name.text), is_part, 0);
            }
        }
    }

    fn add_row(
        &mut self,
        span: Span,
        text: String,
        comment: Option<String>,
        zone: Option<Zone>,
        is_part: bool,
        fault: bool,
    ) {
        let line = self.line_of(span);
        let row = self.listed.table.len() as RowId;
        self.numbered.rows.insert(span.start, row);
        self.listed.table.push(Row {
            label: line.to_string(),
            text,
            purpose: comment
                .filter(|comment| !is_sentence(comment))
                .map_or("", |comment| intern(&comment)),
            zone,
            left_out: !is_part,
            fault,
        });
    }

    fn rows_of(&mut self, block: &'t Block, zone: Zone, is_part: bool, depth: usize) {
        for line in block {
            let is_part = is_part && self.is_part(&line.with);
            let text = format!("{}{}", "  ".repeat(depth), self.words_of(line));
            self.add_row(line.span, text, line.comment.clone(), Some(zone), is_part, false);
            self.rows_in(line, zone, is_part, depth);
        }
    }

    /// The lines below those statements of a line that have a block.
    fn rows_in(&mut self, line: &'t Line, zone: Zone, is_part: bool, depth: usize) {
        for statement in &line.statements {
            match &statement.kind {
                StatementKind::While { body, .. } | StatementKind::ForEach { body, .. } => {
                    self.inner(body, line, zone, is_part, depth);
                }
                StatementKind::Repeat { body, untils } => {
                    self.inner(body, line, zone, is_part, depth);
                    for until in untils {
                        self.until(until, zone, is_part, depth);
                    }
                }
                StatementKind::If(branches) => {
                    self.branch_rows(branches, line, zone, is_part, depth);
                }
                _ => {}
            }
        }
    }

    /// The lines below a header; those on its own line are part of its row, and may be headers, too.
    fn inner(&mut self, body: &'t Block, line: &Line, zone: Zone, is_part: bool, depth: usize) {
        let is_below = body.first().is_some_and(|it| !self.same_line(it.span, line.span));
        if is_below {
            self.rows_of(body, zone, is_part, depth + 1);
        } else {
            for it in body {
                self.rows_in(it, zone, is_part, depth);
            }
        }
    }

    fn until(&mut self, until: &'t Until, zone: Zone, is_part: bool, depth: usize) {
        let is_part = is_part && self.is_part(&until.with);
        let text = format!("{}{}", "  ".repeat(depth), self.header(until.span));
        self.add_row(until.span, text, until.comment.clone(), Some(zone), is_part, false);
    }

    fn branch_rows(
        &mut self,
        branches: &'t [Branch],
        line: &Line,
        zone: Zone,
        is_part: bool,
        depth: usize,
    ) {
        for (nth, branch) in branches.iter().enumerate() {
            let is_part = is_part && self.is_part(&branch.with);
            if nth > 0 {
                let text = format!("{}{}", "  ".repeat(depth), self.header(branch.span));
                let comment = branch.comment.clone();
                self.add_row(branch.span, text, comment, Some(zone), is_part, false);
            }
            let above = if nth == 0 { line.span } else { branch.span };
            let is_below =
                branch.body.first().is_some_and(|line| !self.same_line(line.span, above));
            if is_below {
                self.rows_of(&branch.body, zone, is_part, depth + 1);
            } else {
                for inner in &branch.body {
                    // what stands behind `else:` is a part of that row
                    if nth > 0 {
                        let row = self.listed.table.len() - 1;
                        self.numbered.rows.insert(inner.span.start, row as RowId);
                    }
                    self.rows_in(inner, zone, is_part, depth);
                }
            }
        }
    }

    fn same_line(&self, one: Span, other: Span) -> bool {
        let (from, to) = (other.start.min(one.start), other.start.max(one.start));
        !Span { start: from, end: to }.of(self.source.text).contains('\n')
    }

    /// A line without its comment and its condition.
    fn header(&self, span: Span) -> String {
        let rest = &self.source.text[span.start as usize..];
        let line = rest.lines().next().unwrap_or("");
        cut(line).to_owned()
    }

    fn words_of(&self, line: &Line) -> String {
        let has_block = line.statements.iter().any(|statement| {
            matches!(&statement.kind, StatementKind::Atomic(body) if body.len() > 1
                || body.first().is_some_and(|inner| !self.same_line(inner.span, line.span)))
        });
        if has_block {
            return self.dedented(line.span);
        }
        self.header(line.span)
    }

    fn whole_rule(&self, span: Span) -> String {
        // the span of a rule is its first line: its body follows, farther in
        let text = &self.source.text[span.start as usize..];
        let margin = self.margin(span);
        let mut lines = text.lines();
        let mut all = vec![cut(lines.next().unwrap_or("")).to_owned()];
        for line in lines {
            if line.trim().is_empty() {
                continue;
            }
            let here = line.len() - line.trim_start().len();
            if here <= margin {
                break;
            }
            let is_left_out = self.is_left_out(line);
            if !line.trim_start().starts_with('#') && !is_left_out {
                all.push(format!("{}{}", " ".repeat(here - margin), cut(line).trim_start()));
            }
        }
        all.join("\n")
    }

    fn margin(&self, span: Span) -> usize {
        let start = self.source.text[..span.start as usize].rfind('\n').map_or(0, |at| at + 1);
        span.start as usize - start
    }

    fn dedented(&self, span: Span) -> String {
        self.whole_rule(span)
    }

    /// Whether a line of a rule has a condition over options that is false.
    fn is_left_out(&self, line: &str) -> bool {
        self.numbered.left_out.contains(line.trim())
    }

    /// Notes the lines of rules that the options leave out.
    pub fn note_left_out(&mut self, block: &'t Block) {
        for (span, with) in conditional_in(block) {
            self.note_line(span, with);
        }
    }

    fn note_line(&mut self, span: Span, with: &'t Tree) {
        if !self.is_true(with) {
            let line = self.source.text[span.start as usize..].lines().next().unwrap_or("");
            self.numbered.left_out.insert(line.trim().to_owned());
        }
    }

    fn environment_rows(&mut self) {
        let add = Self::environment_row;
        let any = self.vars.iter().any(|var| var.any);
        if any {
            let row = add(self, "initial values", false);
            self.listed.table[usize::from(row)].purpose = "as its initial value";
            self.listed.any_row = row;
        }
        for (at, name, text) in [
            (0, "losses", "a message is lost"),
            (1, "duplicates", "a message is doubled"),
            (2, "crashes", "process i crashes"),
        ] {
            if self.reserved(name) > 0 {
                self.numbered.fault_rows[at] = add(self, text, true);
            }
        }
        self.store_rows();
    }

    pub fn environment_row(&mut self, text: &str, fault: bool) -> RowId {
        self.listed.table.push(Row {
            label: String::new(),
            text: text.to_owned(),
            purpose: "",
            zone: None,
            left_out: false,
            fault,
        });
        (self.listed.table.len() - 1) as RowId
    }

    pub fn crash_row(&self) -> RowId {
        self.numbered.fault_rows[2]
    }
}

/// A line without its comment and its condition over options.
fn cut(line: &str) -> &str {
    let line = line.split('#').next().unwrap_or("");
    let line = line.split(" with ").next().unwrap_or("");
    line.trim_end()
}
