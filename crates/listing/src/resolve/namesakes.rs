//! Two declarations of one name, where a line could mean either.

use super::Resolver;
use crate::diagnostic::Kind;
use crate::link_name;
use crate::token::Span;
use crate::tree::{
    Domain, DomainKind, Expr, ExprKind, Item, ItemKind, Limit, Listing, Name, Part, PartKind, Role,
};
use model::{IN_DOMAINS, NO_DEADLOCK};
use std::collections::{BTreeMap, BTreeSet};

/// Where a name stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Value,
    /// Behind `in`: a variable of that name is looked for first, and a value that is no set is an error.
    Set,
    Domain,
    Call,
    Message,
    Property,
    Assumption,
    Limit,
}

struct Declaration<'t> {
    name: &'t Name,
    what: &'static str,
    places: &'static [Place],
    /// The role that has it; none: the text.
    role: Option<usize>,
    with: Vec<&'t Expr>,
}

const HELP: &str = "Give one of the two another name, or conditions of which only one can be true.";

impl Resolver<'_> {
    pub fn namesakes(&mut self, listing: &Listing) {
        let mut all: BTreeMap<&str, Vec<Declaration<'_>>> = BTreeMap::new();
        for one in listing.items.iter().flat_map(|item| self.declarations(item)) {
            all.entry(&one.name.text).or_default().push(one);
        }
        for same in all.values() {
            for (at, one) in same.iter().enumerate() {
                let first = same[..at].iter().find(|it| self.are_mistaken(it, one));
                let Some(first) = first else { continue };
                let (name, line) = (&one.name.text, self.line(first.name.span));
                let message = match first.what == one.what {
                    true => format!("`{name}` is declared in line {line} already."),
                    false => {
                        format!("`{name}` is {}, too, which line {line} declares.", first.what)
                    }
                };
                self.error(Kind::DeclaredTwice, one.name.span, message, HELP);
            }
        }
        for item in &listing.items {
            self.twice_within(item);
        }
        self.same_in_links();
    }

    /// What a line of the text declares.
    fn declarations<'t>(&self, item: &'t Item) -> Vec<Declaration<'t>> {
        use Place::{Assumption, Call, Domain, Limit as Limited, Message, Property, Set, Value};
        let with: Vec<&Expr> = item.with.iter().collect();
        let one =
            |name, what, places| Declaration { name, what, places, role: None, with: with.clone() };
        match &item.kind {
            ItemKind::Option(option) => vec![one(&option.name, "an option", &[Value, Set])],
            ItemKind::Domain(name, _) => vec![one(name, "a domain", &[Value, Set, Domain])],
            ItemKind::Record(name, _) => vec![one(name, "a record", &[Domain, Call])],
            ItemKind::Pool { name, .. } => vec![one(name, "a pool", &[Value, Set, Domain])],
            ItemKind::Messages(all) => {
                all.iter().map(|it| one(&it.name, "a message", &[Message])).collect()
            }
            ItemKind::Variables(all) => {
                let names = all.variables.iter().flat_map(|it| &it.names);
                names.map(|it| one(&it.0, "a variable", &[Value])).collect()
            }
            ItemKind::Row(row) => vec![one(&row.name, "a row", &[Value])],
            ItemKind::Define(define) => {
                vec![one(&define.name, "a definition", &[Value, Set, Call])]
            }
            ItemKind::Property(property) => vec![one(&property.title, "a property", &[Property])],
            ItemKind::Assume { title, .. } => vec![one(title, "an assumption", &[Assumption])],
            ItemKind::Limit(Limit::States { title, .. }) => vec![one(title, "a limit", &[Limited])],
            ItemKind::Role(role) => {
                let mut all = vec![one(&role.noun, "a role", &[Set, Domain])];
                all.extend(self.own_declarations(item, role));
                all
            }
            ItemKind::Limit(_) | ItemKind::Expect(_) | ItemKind::Watch(_) => Vec::new(),
        }
    }

    fn own_declarations<'t>(&self, item: &'t Item, role: &'t Role) -> Vec<Declaration<'t>> {
        let at = self.names.role_called(&role.noun.text);
        let own = |name, what, part: Option<&'t Part>| {
            let with = item.with.iter().chain(part.and_then(|it| it.with.as_ref())).collect();
            let places: &[Place] = match what {
                "a variable" => &[Place::Value],
                _ => &[Place::Value, Place::Set],
            };
            Declaration { name, what, places, role: at, with }
        };
        let mut all = Vec::new();
        all.extend(role.number.iter().map(|it| own(&it.0, "the number of a process", None)));
        for part in &role.parts {
            match &part.kind {
                PartKind::Variables(it) => {
                    let names = it.variables.iter().flat_map(|it| &it.names);
                    all.extend(names.map(|it| own(&it.0, "a variable", Some(part))));
                }
                PartKind::Section(name, _) => all.push(own(name, "a section", Some(part))),
                PartKind::Sections(names) => {
                    all.extend(names.iter().map(|it| own(it, "a section", Some(part))));
                }
                PartKind::Rests(..) | PartKind::History(_) | PartKind::Rule(_) => {}
            }
        }
        all
    }

    /// Whether a line could mean either. Sections of one name are for another check.
    fn are_mistaken(&self, one: &Declaration<'_>, other: &Declaration<'_>) -> bool {
        let are_sections = one.what == "a section" && other.what == "a section";
        let share = one.places.iter().any(|it| other.places.contains(it));
        let meet = one.role.is_none() || other.role.is_none() || one.role == other.role;
        !are_sections && share && meet && self.can_be_together(&one.with, &other.with)
    }

    /// What stands twice within a line: values, fields, parameters; and names that every text has.
    fn twice_within(&mut self, item: &Item) {
        let domains: Vec<&Domain> = match &item.kind {
            ItemKind::Option(option) => return self.each_once(&option.values),
            ItemKind::Record(_, fields) | ItemKind::Pool { fields, .. } => {
                self.each_once(fields.iter().map(|it| &it.name));
                fields.iter().map(|it| &it.domain).collect()
            }
            ItemKind::Messages(all) => {
                for message in all {
                    self.each_once(message.fields.iter().map(|it| &it.name));
                }
                all.iter().flat_map(|it| &it.fields).map(|it| &it.domain).collect()
            }
            ItemKind::Define(define) => return self.names_once(&define.parameters),
            ItemKind::Property(property) => {
                let title = &property.title;
                if [NO_DEADLOCK, IN_DOMAINS].contains(&&*title.text) {
                    let message = format!("“{}” is asked of every text.", title.text);
                    self.error(Kind::DeclaredTwice, title.span, message, "Give this another name.");
                }
                return;
            }
            ItemKind::Domain(_, domain) => vec![domain],
            ItemKind::Variables(all) => all.variables.iter().map(|it| &it.domain).collect(),
            ItemKind::Role(role) => {
                let own = role.parts.iter().filter_map(|part| match &part.kind {
                    PartKind::Variables(all) => Some(&all.variables),
                    _ => None,
                });
                own.flatten().map(|it| &it.domain).collect()
            }
            _ => return,
        };
        for domain in domains {
            self.symbols_once(domain);
        }
    }

    fn each_once<'t>(&mut self, names: impl IntoIterator<Item = &'t Name>) {
        let names: Vec<(&str, Span)> = names.into_iter().map(|it| (&*it.text, it.span)).collect();
        self.words_once(&names);
    }

    pub fn words_once(&mut self, names: &[(&str, Span)]) {
        let mut seen = BTreeSet::new();
        for (name, span) in names {
            if !seen.insert(name) {
                let message = format!("`{name}` stands here twice.");
                self.error(
                    Kind::DeclaredTwice,
                    *span,
                    message,
                    "Remove one, or mend its spelling.",
                );
            }
        }
    }

    /// Parameters, targets of one assignment, or what the fields of a message are called.
    pub fn names_once<'t>(&mut self, all: impl IntoIterator<Item = &'t Expr>) {
        let mut names = Vec::new();
        add_names(all, &mut names);
        self.words_once(&names);
    }

    /// `none | a | a`
    fn symbols_once(&mut self, domain: &Domain) {
        match &domain.kind {
            DomainKind::Set(inner) | DomainKind::List(inner, _) => self.symbols_once(inner),
            DomainKind::Union(all) => {
                let word = |it: &Domain| match &it.kind {
                    DomainKind::Expr(expr) => match &expr.kind {
                        ExprKind::Name(_) => Some((it.span.of(self.names.text), it.span)),
                        _ => None,
                    },
                    _ => None,
                };
                let words: Vec<(&str, Span)> = all.iter().filter_map(word).collect();
                self.words_once(&words);
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
                self.error(Kind::DeclaredTwice, named.span, message, "Give this one another name.");
            }
        }
    }
}

fn add_names<'t>(all: impl IntoIterator<Item = &'t Expr>, names: &mut Vec<(&'t str, Span)>) {
    for it in all {
        match &it.kind {
            ExprKind::Name(name) => names.push((name, it.span)),
            ExprKind::Tuple(inner) => add_names(inner, names),
            _ => {}
        }
    }
}
