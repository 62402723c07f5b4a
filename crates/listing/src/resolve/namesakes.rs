//! Two declarations of one name, where a line could mean either.

use super::Resolver;
use crate::diagnostic::ErrorCode;
use crate::tree::{
    Define, DefineBody, Expr, Item, ItemKind, Limit, Listing, Name, Part, PartKind, Role, Variables,
};
use std::collections::BTreeMap;

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

/// What the language knows by its name, and names for an option beside.
const OTHER_NAMES: &[(&str, &str)] =
    &[("crashes", "failures"), ("losses", "lost"), ("duplicates", "doubled")];

impl Resolver<'_> {
    pub fn check_namesakes(&mut self, listing: &Listing) {
        let mut all: BTreeMap<&str, Vec<Declaration<'_>>> = BTreeMap::new();
        for declaration in listing.items.iter().flat_map(|item| self.declarations(item)) {
            all.entry(&declaration.name.text).or_default().push(declaration);
        }
        for same in all.values() {
            for (at, second) in same.iter().enumerate() {
                let first = same[..at].iter().find(|first| self.are_mistaken(first, second));
                let Some(first) = first else { continue };
                let (name, line) = (&second.name.text, self.line(first.name.span));
                let message = match first.what == second.what {
                    true => format!("`{name}` is declared in line {line} already."),
                    false => {
                        format!("`{name}` is {}, too, which line {line} declares.", first.what)
                    }
                };
                let help = self.one_grant(name).unwrap_or_else(|| HELP.into());
                self.error(ErrorCode::DeclaredTwice, second.name.span, message, &help);
            }
        }
    }

    /// `define crashes of server: 0` beside `option crashes: 1, 0` or `define crashes: 1`: one line says how many,
    /// and whose.
    fn one_grant(&self, name: &str) -> Option<String> {
        let (_, other) = OTHER_NAMES.iter().find(|it| it.0 == name)?;
        let names = self.names;
        let defines: Vec<&Define> = names
            .defines
            .iter()
            .map(|define| define.0)
            .filter(|define| define.name.text == name)
            .collect();
        let option = names.options.iter().find(|option| option.name.text == name);
        let all: Vec<&str> = match name {
            "crashes" => names.roles.iter().map(|role| role.noun.text.as_str()).collect(),
            _ => names.messages.iter().map(|message| message.name.text.as_str()).collect(),
        };
        let of = |define: &Define, one: &str| define.of.iter().any(|of| of.text == one);
        let said = |one: &str| defines.iter().any(|define| of(define, one));
        if !all.iter().any(|one| said(one)) {
            return None;
        }
        let count = |define: &&&Define| match &define.body {
            DefineBody::Expr(body) => Some(body.span.of(names.text)).filter(|text| *text != "0"),
            DefineBody::Block(_) => None,
        };
        let some: Vec<&&Define> = defines.iter().filter(|define| count(define).is_some()).collect();
        let is_rest = option.is_some() || some.iter().any(|define| define.of.is_empty());
        let whose = all
            .iter()
            .filter(|one| some.iter().any(|define| of(define, one)) || is_rest && !said(one));
        let whose: Vec<&str> = whose.copied().collect();
        let whose = match whose.len() == all.len() {
            true => String::new(),
            false => format!(" of {}", whose.join(", ")),
        };
        Some(match option {
            Some(option) => {
                let values: Vec<&str> =
                    option.values.iter().map(|value| value.text.as_str()).collect();
                let values = values.join(", ");
                format!(
                    "One line says how many, and whose. Write `option {other}: {values}` and `define {name}{whose}: {other}` \
                     in place of both."
                )
            }
            None => {
                let count = some.iter().copied().find_map(|define| count(&define))?;
                format!(
                    "One line says how many, and whose. Write `define {name}{whose}: {count}` in place of both."
                )
            }
        })
    }

    /// A symbol that is a section, too: where it stands, a line could mean either.
    pub fn symbols_as_sections(&mut self, listing: &Listing) {
        let names = self.names;
        for (word, span) in
            names.only_symbols().filter(|only_symbol| names.is_section(only_symbol.0))
        {
            let parts = listing.roles().flat_map(|role| &role.parts);
            let section = parts.flat_map(sections_of).find(|name| name.text == word);
            let (whose, help) = match section {
                Some(name) => (
                    format!("which line {} begins", self.line(name.span)),
                    "Give one of the two another name.",
                ),
                None => ("which every process has".into(), "Give the symbol another name."),
            };
            let message = format!("`{word}` is a section, too, {whose}.");
            self.error(ErrorCode::DeclaredTwice, span, message, help);
        }
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
                all.iter().map(|message| one(&message.name, "a message", &[Message])).collect()
            }
            ItemKind::Variables(all) => {
                names_of(all).map(|name| one(name, "a variable", &[Value])).collect()
            }
            ItemKind::Row(row) => vec![one(&row.name, "a row", &[Value])],
            ItemKind::Define(define) => {
                let what = if define.operation.is_some() { "an operation" } else { "a definition" };
                vec![one(&define.name, what, &[Value, Set, Call])]
            }
            ItemKind::Property(property) => vec![one(&property.title, "a property", &[Property])],
            ItemKind::Assume { title, .. } => vec![one(title, "an assumption", &[Assumption])],
            ItemKind::Limit(Limit::States { title, .. }) => vec![one(title, "a limit", &[Limited])],
            ItemKind::Role(role) => {
                let mut all = vec![one(&role.noun, "a role", &[Set, Domain])];
                all.extend(self.own_declarations(item, role));
                all
            }
            ItemKind::Limit(_) | ItemKind::Expect(_) | ItemKind::Watch(_) | ItemKind::Say(_) => {
                Vec::new()
            }
        }
    }

    /// What each process of a role has for itself.
    fn own_declarations<'t>(&self, item: &'t Item, role: &'t Role) -> Vec<Declaration<'t>> {
        let at = self.names.role_called(&role.noun.text);
        let own = |name, what, places, part: Option<&'t Part>| {
            let with = item.with.iter().chain(part.and_then(|part| part.with.as_ref())).collect();
            Declaration { name, what, places, role: at, with }
        };
        let mut all = Vec::new();
        if let Some((number, _)) = &role.number {
            all.push(own(number, "the number of a process", &[Place::Value, Place::Set], None));
        }
        let section = |name, part| own(name, "a section", &[Place::Value, Place::Set], Some(part));
        // what a role has for its calls, the operation declares
        for part in role.parts.iter().filter(|part| !part.span.is_empty()) {
            match &part.kind {
                PartKind::Variables(variables) => {
                    let variable = |name| own(name, "a variable", &[Place::Value], Some(part));
                    all.extend(names_of(variables).map(variable));
                }
                PartKind::Section(name, _) => all.push(section(name, part)),
                PartKind::Sections(names) => {
                    all.extend(names.iter().map(|name| section(name, part)));
                }
                PartKind::Rests(..) | PartKind::History(_) | PartKind::Rule(_) => {}
            }
        }
        all
    }

    /// Whether a line could mean either. Sections of one name are for another check.
    fn are_mistaken(&self, one: &Declaration<'_>, other: &Declaration<'_>) -> bool {
        let are_sections = one.what == "a section" && other.what == "a section";
        let share = one.places.iter().any(|place| other.places.contains(place));
        let meet = one.role.is_none() || other.role.is_none() || one.role == other.role;
        !are_sections && share && meet && self.can_be_together(&one.with, &other.with)
    }
}

/// The sections that a line of a role begins or lists.
fn sections_of(part: &Part) -> &[Name] {
    match &part.kind {
        PartKind::Section(name, _) => std::slice::from_ref(name),
        PartKind::Sections(names) => names,
        _ => &[],
    }
}

fn names_of(variables: &Variables) -> impl Iterator<Item = &Name> {
    variables.variables.iter().flat_map(|variable| &variable.names).map(|(name, _)| name)
}
