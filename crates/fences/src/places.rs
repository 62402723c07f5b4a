//! Where a fence can stand: behind each statement that writes memory.

use listing::tree::{
    Block, Cause, DefineBody, Expr, ExprKind, ItemKind, Line, Listing, PartKind, Statement,
    StatementKind, Storage, Variables, names_in, statements,
};
use std::collections::BTreeSet;

/// A place behind a statement that writes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The line of the text in which it stands, counted from 1.
    pub line: usize,
    /// The statement: `turn ← 1 − i`.
    pub words: String,
    /// The lines whose steps run it: its own, and of a definition those that call it.
    pub runs_in: BTreeSet<usize>,
    /// Where the fence is put.
    pub(crate) at: At,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum At {
    /// In a line of its own, behind the line that ends here, with its condition over options.
    Below { end: usize, margin: String, with: Option<String> },
    /// On the same line.
    Behind(usize),
}

/// All places of a text, in its order.
pub fn places(text: &str, listing: &Listing) -> Vec<Place> {
    let mut walk = Walk { text, listing, memory: memory(listing), found: Vec::new() };
    for part in listing.roles().flat_map(|role| &role.parts) {
        match &part.kind {
            PartKind::Section(_, block) => walk.block(block, None),
            PartKind::Rule(rule) if matches!(rule.cause, Cause::Crash) => {
                walk.block(&rule.body, None);
            }
            _ => {}
        }
    }
    for (name, parameters, body) in blocks(listing) {
        if !is_part_of_step(listing, name) {
            let written = walk.memory.clone();
            walk.memory.extend(names_in(parameters).into_iter().map(|it| it.0.to_owned()));
            let lines = callers(text, listing, name, &mut BTreeSet::new());
            walk.block(body, Some(&lines));
            walk.memory = written;
        }
    }
    walk.found.sort_by_key(|place| match place.at {
        At::Below { end: at, .. } | At::Behind(at) => at,
    });
    walk.found
}

/// The names of what is memory: shared variables, and the fields of pools.
fn memory(listing: &Listing) -> BTreeSet<String> {
    let of = |variables: &Variables| -> Vec<String> {
        let is_memory = variables.storage == Storage::Shared && !variables.safe;
        let all =
            variables.variables.iter().filter(|_| is_memory).flat_map(|variable| &variable.names);
        all.map(|(name, _)| name.text.clone()).collect()
    };
    let names = listing.items.iter().flat_map(|item| match &item.kind {
        ItemKind::Variables(variables) => of(variables),
        ItemKind::Pool { fields, .. } => {
            fields.iter().map(|field| field.name.text.clone()).collect()
        }
        _ => Vec::new(),
    });
    names.collect()
}

/// The definitions that are blocks.
fn blocks(listing: &Listing) -> impl Iterator<Item = (&str, &Vec<Expr>, &Block)> {
    listing.items.iter().filter_map(|item| match &item.kind {
        ItemKind::Define(define) => match &define.body {
            DefineBody::Block(body) => Some((&*define.name.text, &define.parameters, body)),
            DefineBody::Expr(_) => None,
        },
        _ => None,
    })
}

struct Walk<'t> {
    text: &'t str,
    listing: &'t Listing,
    memory: BTreeSet<String>,
    found: Vec<Place>,
}

impl Walk<'_> {
    /// The places of a block, whose steps are those of `runs_in`, or each of its own line.
    fn block(&mut self, block: &Block, runs_in: Option<&BTreeSet<usize>>) {
        for line in block {
            for (nth, statement) in line.statements.iter().enumerate() {
                let is_last = nth + 1 == line.statements.len();
                if self.writes(statement) {
                    let below = if is_last { self.below(line) } else { None };
                    let own = || BTreeSet::from([line.span.line(self.text)]);
                    self.found.push(Place {
                        line: statement.span.line(self.text),
                        words: statement.span.of(self.text).to_owned(),
                        runs_in: runs_in.cloned().unwrap_or_else(own),
                        at: below.unwrap_or(At::Behind(statement.span.end as usize)),
                    });
                }
                // one step has no place within
                if !matches!(statement.kind, StatementKind::Atomic(_)) {
                    statement.blocks().into_iter().for_each(|body| self.block(body, runs_in));
                }
            }
        }
    }

    /// Below a line, unless something stands before it, such as the `if` of which it is the body.
    fn below(&self, line: &Line) -> Option<At> {
        let (start, end) = (line.span.start as usize, line.span.end as usize);
        let before = &self.text[self.text[..start].rfind('\n').map_or(0, |at| at + 1)..start];
        let end = self.text[end..].find('\n').map_or(self.text.len(), |at| end + at);
        let with = line.with.as_ref().map(|with| with.span.of(self.text).to_owned());
        let is_first = before.trim().is_empty();
        is_first.then_some(At::Below { end, margin: before.to_owned(), with })
    }

    /// Whether a write of this statement may be pending behind it.
    fn writes(&self, statement: &Statement) -> bool {
        match &statement.kind {
            StatementKind::Assign { targets, .. } => {
                targets.iter().any(|target| self.is_memory(target))
            }
            StatementKind::Call { name, .. } => {
                let mut called = blocks(self.listing).filter(|block| block.0 == name.text);
                // there its own lines have none
                called.any(|it| {
                    is_part_of_step(self.listing, it.0)
                        && statements(it.2).into_iter().any(|inner| self.writes(inner))
                })
            }
            _ => false,
        }
    }

    fn is_memory(&self, target: &Expr) -> bool {
        match &target.kind {
            ExprKind::Name(name) => self.memory.contains(name),
            ExprKind::Index(of, _) => self.is_memory(of),
            ExprKind::Field(of, field) => self.memory.contains(&field.text) || self.is_memory(of),
            ExprKind::Tuple(all) => all.iter().any(|expr| self.is_memory(expr)),
            _ => false,
        }
    }
}

/// The statements that are part of one step: of rules, and `atomic`.
fn in_one_step(listing: &Listing) -> Vec<&Statement> {
    let (mut whole, mut sections): (Vec<&Block>, Vec<&Block>) = (Vec::new(), Vec::new());
    for part in listing.roles().flat_map(|role| &role.parts) {
        match &part.kind {
            PartKind::Section(_, block) => sections.push(block),
            PartKind::Rule(rule) if matches!(rule.cause, Cause::Crash) => sections.push(&rule.body),
            PartKind::Rule(rule) => whole.push(&rule.body),
            _ => {}
        }
    }
    sections.extend(blocks(listing).map(|block| block.2));
    for statement in sections.into_iter().flat_map(statements) {
        if let StatementKind::Atomic(body) = &statement.kind {
            whole.push(body);
        }
    }
    whole.into_iter().flat_map(statements).collect()
}

fn calls(statement: &Statement, called: &str) -> bool {
    matches!(&statement.kind, StatementKind::Call { name, .. } if name.text == called)
}

/// Whether the lines of a definition are part of a step somewhere, where no fence can stand.
fn is_part_of_step(listing: &Listing, name: &str) -> bool {
    let mut whole = vec![name];
    let mut at = 0;
    while let Some(&called) = whole.get(at) {
        if in_one_step(listing).into_iter().any(|statement| calls(statement, called)) {
            return true;
        }
        for (outer, _, body) in blocks(listing) {
            if !whole.contains(&outer)
                && statements(body).into_iter().any(|statement| calls(statement, called))
            {
                whole.push(outer);
            }
        }
        at += 1;
    }
    false
}

/// The lines of sections whose steps run a definition.
fn callers(
    text: &str,
    listing: &Listing,
    called: &str,
    seen: &mut BTreeSet<String>,
) -> BTreeSet<usize> {
    let mut lines = BTreeSet::new();
    if !seen.insert(called.to_owned()) {
        return lines;
    }
    for part in listing.roles().flat_map(|role| &role.parts) {
        if let PartKind::Section(_, block) = &part.kind {
            let all = statements(block).into_iter().filter(|statement| calls(statement, called));
            lines.extend(all.map(|statement| statement.span.line(text)));
        }
    }
    for (outer, _, body) in blocks(listing) {
        if statements(body).into_iter().any(|statement| calls(statement, called)) {
            lines.extend(callers(text, listing, outer, seen));
        }
    }
    lines
}
