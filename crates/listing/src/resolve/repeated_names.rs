//! Names that stand twice where each is to stand once: values, fields, parameters, symbols, targets; and
//! names that every text has.

use super::Resolver;
use crate::diagnostic::ErrorCode;
use crate::link_name;
use crate::token::Span;
use crate::tree::{
    Domain, DomainKind, Expr, Field, Item, ItemKind, Listing, Name, PartKind, PropertyKind,
    Variables, names_in,
};
use model::{IN_DOMAINS, NO_DEADLOCK, can_be_computed};
use std::collections::{BTreeMap, BTreeSet};

impl Resolver<'_> {
    pub fn repeats(&mut self, listing: &Listing) {
        for item in &listing.items {
            self.repeats_in(item);
        }
        self.same_in_links();
        self.tacit_properties(listing);
        self.called_alike(listing);
    }

    /// That the number of a `most` or `least` can be computed is a property of its own.
    fn tacit_properties(&mut self, listing: &Listing) {
        for number in listing.properties() {
            if !matches!(number.kind, PropertyKind::Most(_) | PropertyKind::Least(_)) {
                continue;
            }
            let tacit = can_be_computed(&number.title.text);
            for same in listing.properties().filter(|property| property.title.text == tacit) {
                let line = self.line(number.title.span);
                let message =
                    format!("“{tacit}” is a property of the number in line {line} already.");
                self.error(
                    ErrorCode::DeclaredTwice,
                    same.title.span,
                    message,
                    "Give this another name.",
                );
            }
        }
    }

    /// `never late` and `always never late`.
    fn called_alike(&mut self, listing: &Listing) {
        for one in listing.properties() {
            let name = one.claimed();
            for same in listing
                .properties()
                .filter(|same| one.title.text != name && same.title.text == name)
            {
                let line = self.line(one.title.span);
                let message = format!("“{name}” is what the property in line {line} is called.");
                let help = "Give this another name.";
                self.error(ErrorCode::DeclaredTwice, same.title.span, message, help);
            }
        }
    }

    fn repeats_in(&mut self, item: &Item) {
        match &item.kind {
            ItemKind::Option(option) => self.each_once(&option.values),
            ItemKind::Record(_, fields) | ItemKind::Pool { fields, .. } => self.fields_once(fields),
            ItemKind::Messages(all) => {
                for message in all {
                    self.fields_once(&message.fields);
                }
            }
            ItemKind::Define(define) => self.parameters_once(&define.parameters),
            ItemKind::Property(property) => self.is_asked_anyway(&property.title),
            ItemKind::Domain(_, domain) => self.symbols_once(domain),
            ItemKind::Variables(variables) => self.symbols_of(variables),
            ItemKind::Role(role) => {
                for part in &role.parts {
                    if let PartKind::Variables(variables) = &part.kind {
                        self.symbols_of(variables);
                    }
                }
            }
            _ => {}
        }
    }

    fn is_asked_anyway(&mut self, title: &Name) {
        if [NO_DEADLOCK, IN_DOMAINS].contains(&&*title.text) {
            let message = format!("“{}” is asked of every text.", title.text);
            self.error(ErrorCode::DeclaredTwice, title.span, message, "Give this another name.");
        }
    }

    fn fields_once(&mut self, fields: &[Field]) {
        self.each_once(fields.iter().map(|field| &field.name));
        for field in fields {
            self.symbols_once(&field.domain);
        }
    }

    fn symbols_of(&mut self, variables: &Variables) {
        for variable in &variables.variables {
            self.symbols_once(&variable.domain);
        }
    }

    fn each_once<'t>(&mut self, names: impl IntoIterator<Item = &'t Name>) {
        let names = names.into_iter().map(|name| (name.text.as_str(), name.span));
        self.words_once(&names.collect::<Vec<_>>());
    }

    pub fn words_once(&mut self, words: &[(&str, Span)]) {
        let mut seen = BTreeSet::new();
        for (word, span) in words {
            if !seen.insert(word) {
                let message = format!("`{word}` stands here twice.");
                let help = "Remove one, or mend its spelling.";
                self.error(ErrorCode::DeclaredTwice, *span, message, help);
            }
        }
    }

    /// Parameters, targets of one assignment, or what the fields of a message are called.
    pub fn names_once<'t>(&mut self, all: impl IntoIterator<Item = &'t Expr>) {
        self.words_once(&names_in(all));
    }

    fn parameters_once(&mut self, parameters: &[Expr]) {
        let names = names_in(parameters);
        self.words_once(&names);
        for (name, span) in names {
            self.is_no_value(name, span);
        }
    }

    /// `none | a | a`
    fn symbols_once<'t>(&mut self, domain: &'t Domain) {
        match &domain.kind {
            DomainKind::Set(inner) | DomainKind::List(inner, _) => self.symbols_once(inner),
            DomainKind::Union(all) => {
                let word = |part: &'t Domain| match &part.kind {
                    DomainKind::Expr(expr) => Some((expr.name()?, part.span)),
                    _ => None,
                };
                self.words_once(&all.iter().filter_map(word).collect::<Vec<_>>());
            }
            _ => {}
        }
    }

    /// Two options of one name in links.
    fn same_in_links(&mut self) {
        let mut seen: BTreeMap<String, &str> = BTreeMap::new();
        for option in &self.names.options {
            let named = option.link.as_ref().unwrap_or(&option.name);
            let name = link_name(&named.text);
            let first = *seen.entry(name.clone()).or_insert(&option.name.text);
            if first != option.name.text {
                let message = format!("Links write `{name}` for the option `{first}` already.");
                self.error(
                    ErrorCode::DeclaredTwice,
                    named.span,
                    message,
                    "Give this one another name.",
                );
            }
        }
    }
}
