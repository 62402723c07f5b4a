//! The declarations of a text, those of a role below it.

use super::document::Document;
use gen_lsp_types::{DocumentSymbol, SymbolKind};
use listing::Span;
use listing::editor::block_end;
use listing::tree::{Cause, Item, ItemKind, Limit, Name, Part, PartKind, Variables};
use std::ops::Range;

impl Document {
    pub fn outline(&self) -> Vec<DocumentSymbol> {
        let listing = self.known().listing();
        listing.items.iter().flat_map(|item| self.item(item)).collect()
    }

    fn item(&self, item: &Item) -> Vec<DocumentSymbol> {
        let whole = self.block(item.span);
        let one = |name: &Name, kind| vec![self.symbol(name, kind, whole.clone(), Vec::new())];
        match &item.kind {
            ItemKind::Option(it) => one(&it.name, SymbolKind::Constant),
            ItemKind::Domain(name, _) => one(name, SymbolKind::Enum),
            ItemKind::Record(name, _) | ItemKind::Pool { name, .. } => {
                one(name, SymbolKind::Struct)
            }
            ItemKind::Messages(all) => {
                all.iter().flat_map(|message| one(&message.name, SymbolKind::Event)).collect()
            }
            ItemKind::Variables(it) => self.variables(it),
            ItemKind::Row(row) => {
                let columns =
                    row.variables.iter().flat_map(|variable| self.variables(variable)).collect();
                vec![self.symbol(&row.name, SymbolKind::Struct, whole, columns)]
            }
            ItemKind::Role(role) => {
                let parts = role.parts.iter().flat_map(|part| self.part(part)).collect();
                vec![self.symbol(&role.noun, SymbolKind::Class, whole, parts)]
            }
            ItemKind::Define(it) => one(&it.name, SymbolKind::Function),
            ItemKind::Assume { title, .. } | ItemKind::Limit(Limit::States { title, .. }) => {
                one(title, SymbolKind::Property)
            }
            ItemKind::Property(it) => one(&it.title, SymbolKind::Property),
            ItemKind::Limit(Limit::Domains(_))
            | ItemKind::Expect(_)
            | ItemKind::Watch(_)
            | ItemKind::Say(_) => Vec::new(),
        }
    }

    fn part(&self, part: &Part) -> Vec<DocumentSymbol> {
        let whole = || self.block(part.span);
        let one = |name: &Name, kind| self.symbol(name, kind, whole(), Vec::new());
        match &part.kind {
            PartKind::Variables(it) => self.variables(it),
            PartKind::Section(name, _) => vec![one(name, SymbolKind::Module)],
            PartKind::Rule(rule) => match &rule.cause {
                Cause::Message { pattern, .. } => vec![one(&pattern.message, SymbolKind::Event)],
                _ => {
                    let line = self.text[whole()].lines().next().unwrap_or_default().trim_end();
                    let text = line.trim_end_matches(':').to_owned();
                    vec![one(&Name { text, span: part.span }, SymbolKind::Event)]
                }
            },
            PartKind::Sections(_) | PartKind::Rests(..) | PartKind::History(_) => Vec::new(),
        }
    }

    fn variables(&self, variables: &Variables) -> Vec<DocumentSymbol> {
        let names = variables.variables.iter().flat_map(|variable| &variable.names);
        let symbol = |(name, _): &(Name, _)| {
            let span = name.span.start as usize..name.span.end as usize;
            self.symbol(name, SymbolKind::Variable, span, Vec::new())
        };
        names.map(symbol).collect()
    }

    /// Lines with those that are indented below them.
    fn block(&self, span: Span) -> Range<usize> {
        let (start, end) = (span.start as usize, span.end as usize);
        start..block_end(&self.text, start).max(end)
    }

    fn symbol(
        &self,
        name: &Name,
        kind: SymbolKind,
        whole: Range<usize>,
        children: Vec<DocumentSymbol>,
    ) -> DocumentSymbol {
        let own = name.span.start as usize..name.span.end as usize;
        // a client refuses a name outside its range
        let whole = whole.start.min(own.start)..whole.end.max(own.end);
        let children = Some(children).filter(|all| !all.is_empty());
        let (whole, own) = (self.range(whole), self.range(own));
        DocumentSymbol::new(name.text.clone(), None, kind, None, None, whole, own, children)
    }
}
