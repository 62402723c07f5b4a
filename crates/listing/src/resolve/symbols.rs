//! Words in domains that name nothing else.

use super::names::Names;
use crate::tree::{
    Block, DefineBody, Domain, DomainKind, ExprKind, ItemKind, Listing, PartKind, StatementKind,
    Variables,
};

impl<'t> Names<'t> {
    /// Finds all symbols of a text. All other names are known by then.
    pub fn find_symbols(&mut self, listing: &'t Listing) {
        self.symbols.insert("none");
        for option in self.options.clone() {
            self.symbols.extend(option.values.iter().map(|it| it.text.as_str()));
        }
        for item in &listing.items {
            match &item.kind {
                ItemKind::Domain(_, domain) => self.symbols_of(domain),
                ItemKind::Record(_, fields) => {
                    for it in fields {
                        self.symbols_of(&it.domain);
                    }
                }
                ItemKind::Messages(all) => {
                    for it in all.iter().flat_map(|it| &it.fields) {
                        self.symbols_of(&it.domain);
                    }
                }
                ItemKind::Variables(it) => self.symbols_of_variables(it),
                ItemKind::Row(row) => {
                    row.variables.iter().for_each(|it| self.symbols_of_variables(it));
                }
                ItemKind::Define(define) => {
                    if let DefineBody::Block(block) = &define.body {
                        self.symbols_of_block(block);
                    }
                }
                ItemKind::Role(role) => {
                    for part in &role.parts {
                        match &part.kind {
                            PartKind::Variables(it) => self.symbols_of_variables(it),
                            PartKind::Section(_, block) => self.symbols_of_block(block),
                            PartKind::Rule(rule) => self.symbols_of_block(&rule.body),
                            PartKind::Sections(_) | PartKind::Rests(..) | PartKind::History(_) => {}
                        }
                    }
                }
                _ => {}
            }
        }
    }

    fn symbols_of_variables(&mut self, variables: &'t Variables) {
        for it in &variables.variables {
            it.names.iter().flat_map(|it| &it.1).for_each(|it| self.symbols_of(&it.domain));
            self.symbols_of(&it.domain);
        }
    }

    fn symbols_of_block(&mut self, block: &'t Block) {
        for statement in block.iter().flat_map(|it| &it.statements) {
            match &statement.kind {
                StatementKind::Choose { binders, .. } => {
                    for domain in binders.iter().filter_map(|it| it.domain.as_ref()) {
                        self.symbols_of(domain);
                    }
                }
                StatementKind::If(branches) => {
                    for it in branches {
                        self.symbols_of_block(&it.body);
                    }
                }
                StatementKind::Atomic(body)
                | StatementKind::While { body, .. }
                | StatementKind::Repeat { body, .. }
                | StatementKind::ForEach { body, .. } => self.symbols_of_block(body),
                _ => {}
            }
        }
    }

    fn symbols_of(&mut self, domain: &'t Domain) {
        match &domain.kind {
            DomainKind::Set(inner) | DomainKind::List(inner, _) => self.symbols_of(inner),
            DomainKind::Union(all) => {
                for one in all {
                    if let DomainKind::Expr(expr) = &one.kind
                        && let ExprKind::Name(name) = &expr.kind
                    {
                        self.symbols.insert(name);
                        self.symbol_places.push((name, expr.span));
                    }
                }
            }
            _ => {}
        }
    }
}
