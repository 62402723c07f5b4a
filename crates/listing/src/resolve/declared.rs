//! The table of names, as far as declarations fill it.

use super::names::Names;
use crate::occurrences::{NameKind, Occurrences};
use crate::tree::{
    Define, Field, Item, ItemKind, Limit, Listing, Name, Part, PartKind, Role, Storage, StoredRow,
    Variables,
};

/// All that the declarations of a text name.
pub fn declared(names: &Names<'_>, listing: &Listing) -> Occurrences {
    let mut declared = Declared { text: names.text, table: Occurrences::default() };
    for item in &listing.items {
        declared.item(item);
    }
    declared.symbols(names);
    declared.table
}

struct Declared<'t> {
    text: &'t str,
    table: Occurrences,
}

impl Declared<'_> {
    fn item(&mut self, item: &Item) {
        match &item.kind {
            ItemKind::Option(option) => {
                let values: Vec<&str> =
                    option.values.iter().map(|value| value.text.as_str()).collect();
                self.add(NameKind::Option, "", &option.name, &values.join(", "));
                if let Some(link) = &option.link {
                    self.table.bind(NameKind::Link, &link.text, link.span, &option.name.text);
                }
                for value in option.values.iter().filter(|value| is_word(value)) {
                    self.add(NameKind::Value, &option.name.text, value, "");
                }
            }
            ItemKind::Domain(name, domain) => {
                self.add(NameKind::Domain, "", name, domain.span.of(self.text));
            }
            ItemKind::Record(name, fields) => {
                self.add_with_fields(NameKind::Record, NameKind::Field, name, fields);
            }
            ItemKind::Pool { name, fields, .. } => {
                self.add_with_fields(NameKind::Pool, NameKind::Field, name, fields);
            }
            ItemKind::Messages(all) => {
                for message in all {
                    let (name, fields) = (&message.name, &message.fields);
                    self.add_with_fields(NameKind::Message, NameKind::MessageField, name, fields);
                }
            }
            ItemKind::Variables(variables) => self.variables(NameKind::Shared, "", variables),
            ItemKind::Row(StoredRow { name, variables, .. }) => {
                self.add(NameKind::Row, "", name, "");
                for columns in variables {
                    self.variables(NameKind::Column, &name.text, columns);
                }
            }
            ItemKind::Role(role) => self.role(role),
            ItemKind::Define(define) => self.define(define),
            ItemKind::Assume { title, .. } | ItemKind::Limit(Limit::States { title, .. }) => {
                self.title(item, title);
            }
            ItemKind::Property(property) => self.title(item, &property.title),
            ItemKind::Limit(Limit::Domains(_))
            | ItemKind::Expect(_)
            | ItemKind::Watch(_)
            | ItemKind::Say(_) => {}
        }
    }

    fn add(&mut self, kind: NameKind, owner: &str, name: &Name, detail: &str) {
        self.table.declare(kind, owner, name, detail);
    }

    fn add_with_fields(&mut self, kind: NameKind, inner: NameKind, name: &Name, fields: &[Field]) {
        let all: Vec<&str> = fields
            .iter()
            .map(|field| field.name.span.to(field.domain.span).of(self.text))
            .collect();
        self.add(kind, "", name, &all.join(", "));
        for field in fields {
            self.add(inner, &name.text, &field.name, field.domain.span.of(self.text));
        }
    }

    fn variables(&mut self, kind: NameKind, owner: &str, variables: &Variables) {
        let kind = if variables.storage == Storage::Ghost { NameKind::Ghost } else { kind };
        for variable in &variables.variables {
            let domain = variable.domain.span.of(self.text);
            for (name, indices) in &variable.names {
                let all: Vec<&str> =
                    indices.iter().map(|index| index.domain.span.of(self.text)).collect();
                let detail = match all.is_empty() {
                    true => domain.to_owned(),
                    false => format!("[{}]: {domain}", all.join(", ")),
                };
                self.add(kind, owner, name, &detail);
            }
        }
    }

    fn role(&mut self, role: &Role) {
        let noun = &role.noun.text;
        let count =
            role.number.as_ref().map_or("one process", |(_, count)| count.span.of(self.text));
        self.add(NameKind::Role, "", &role.noun, count);
        if let Some((number, count)) = &role.number {
            let detail = format!("0 to {} − 1", count.span.of(self.text));
            self.table.bind(NameKind::Number, &number.text, number.span, &detail);
        }
        for part in &role.parts {
            self.part(noun, part);
        }
    }

    fn part(&mut self, noun: &str, part: &Part) {
        // what it has for the operations that it calls stands there
        if part.span.is_empty() {
            return;
        }
        match &part.kind {
            PartKind::Variables(variables) => self.variables(NameKind::Own, noun, variables),
            PartKind::Sections(all) => {
                for name in all {
                    self.add(NameKind::Section, noun, name, "");
                }
            }
            PartKind::Section(name, _) => self.add(NameKind::Section, noun, name, ""),
            PartKind::Rests(..) | PartKind::History(_) | PartKind::Rule(_) => {}
        }
    }

    fn define(&mut self, define: &Define) {
        let all: Vec<&str> =
            define.parameters.iter().map(|parameter| parameter.span.of(self.text)).collect();
        let detail = if all.is_empty() { String::new() } else { format!("({})", all.join(", ")) };
        self.add(NameKind::Definition, "", &define.name, &detail);
    }

    /// The words in domains that name nothing else.
    fn symbols(&mut self, names: &Names<'_>) {
        for (text, span) in names.only_symbols() {
            let name = Name { text: text.to_owned(), span };
            self.table.declare(NameKind::Symbol, "", &name, "");
        }
    }

    /// A property without a name has its first word for a title.
    fn title(&mut self, item: &Item, title: &Name) {
        if title.span.start != item.span.start {
            self.table.bind(NameKind::Title, &title.text, title.span, "");
        }
    }
}

/// Whether an option's value is a name, and no number.
fn is_word(value: &Name) -> bool {
    !value.text.bytes().all(|it| it.is_ascii_digit())
}
