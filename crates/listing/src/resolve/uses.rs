//! Notes what each name stands for where the walk meets it.

use super::Resolver;
use crate::diagnostic::ErrorCode;
use crate::expect::Expectation;
use crate::functions;
use crate::occurrences::NameKind;
use crate::token::Span;
use crate::tree::{Domain, DomainKind, Expr, ExprKind, Listing, Name, Pattern, Variable, names_in};
use crate::words::{SECTIONS, is_given};

impl Resolver<'_> {
    /// Notes that a place stands for what is declared by that name, if anything is.
    pub fn note(&mut self, kind: NameKind, owner: &str, name: &str, span: Span) -> bool {
        let entity = self.table.find(kind, owner, name);
        if let Some(entity) = entity {
            self.table.note(span, entity);
        }
        entity.is_some()
    }

    pub fn note_local(&mut self, name: &str, span: Span) {
        if let Some(at) = self.local(name).map(|local| local.at) {
            self.table.note_like(span, at);
        }
    }

    /// The variable of a role; of none: a shared one.
    pub fn note_variable(&mut self, role: Option<usize>, name: &str, span: Span) {
        let owner = role.map_or("", |role| self.names.roles[role].noun.text.as_str());
        if let Some(entity) = self.table.variable(owner, name) {
            self.table.note(span, entity);
        } else if let Some((pool, _)) = self.names.pool_field(name) {
            self.note(NameKind::Field, pool, name, span);
        }
    }

    /// The variable of that name of each of some roles.
    pub fn note_owners(&mut self, owners: &[usize], name: &str, span: Span) {
        for &role in owners {
            self.note_variable(Some(role), name, span);
        }
    }

    /// The section of this line's role; outside of roles, and in none of this name, of every role.
    pub fn note_section(&mut self, name: &str, span: Span) {
        let noun = self.here.map(|role| self.names.roles[role].noun.text.as_str());
        let is_mine = noun.is_some_and(|noun| self.note(NameKind::Section, noun, name, span));
        if !is_mine && self.here.is_none() {
            self.note_sections(name, span);
        }
    }

    /// The section of every role that has it.
    pub fn note_sections(&mut self, name: &str, span: Span) {
        let names = self.names;
        if SECTIONS.contains(&name) {
            self.table.give(NameKind::Section, name, span);
        }
        for role in &names.roles {
            self.note(NameKind::Section, &role.noun.text, name, span);
        }
    }

    pub fn note_message(&mut self, message: &Name) {
        self.note(NameKind::Message, "", &message.text, message.span);
    }

    pub fn note_messages(&mut self, all: &[Name]) {
        for message in all {
            self.note_message(message);
        }
    }

    /// The message of which `in_transit` asks.
    pub fn note_message_expr(&mut self, expr: Option<&Expr>) {
        if let Some(Expr { kind: ExprKind::Name(name), span }) = expr {
            let name = Name { text: name.clone(), span: *span };
            self.note_message(&name);
            if name.text != "any" {
                self.unknown_message(&name);
            }
        }
    }

    /// The property, the options and the values that an expectation names.
    pub fn note_expectation(&mut self, listing: &Listing, expectation: &Expectation) {
        if let Some(title) = &expectation.title {
            self.note_title(listing, title);
        }
        for (option, value) in &expectation.options {
            self.note(NameKind::Option, "", &option.text, option.span);
            self.note(NameKind::Value, &option.text, &value.text, value.span);
        }
    }

    /// The name of a property.
    pub fn note_title(&mut self, listing: &Listing, title: &Name) {
        for property in listing.properties().filter(|property| property.title.text == title.text) {
            self.table.note_like(title.span, property.title.span);
        }
    }

    /// A name that a field of a message gives.
    pub fn bind_field(&mut self, pattern: &Pattern, nth: usize, field: &Expr) {
        let ExprKind::Name(name) = &field.kind else { return };
        let names = self.names;
        let message = names.messages.iter().find(|known| known.name.text == pattern.message.text);
        let domain =
            message.and_then(|message| message.fields.get(nth)).map(|field| field.domain.span);
        let detail = domain.map_or("", |span| span.of(names.text));
        self.table.bind(NameKind::Bound, name, field.span, detail);
    }

    pub fn note_parameters(&mut self, parameters: &[Expr]) {
        for (name, span) in names_in(parameters) {
            self.table.bind(NameKind::Parameter, name, span, "");
        }
    }

    /// What is called: a definition, a record or a function.
    pub fn note_called(&mut self, name: &Name) {
        let is_declared = self.note(NameKind::Definition, "", &name.text, name.span)
            || self.note(NameKind::Record, "", &name.text, name.span);
        if !is_declared && functions::find(&name.text).is_some() {
            self.table.give(NameKind::Given, &name.text, name.span);
        }
    }

    /// The fields by which a list is sorted.
    pub fn note_keys(&mut self, keys: &[Name]) {
        for key in keys {
            self.note_any_field(&key.text, key.span);
        }
    }

    /// A field of something of which the walk does not know what it is.
    pub fn note_any_field(&mut self, name: &str, span: Span) {
        let fields = [NameKind::Field, NameKind::Column, NameKind::Own];
        self.note_all(|kind| fields.contains(&kind), name, span);
    }

    fn note_all(&mut self, is_fit: impl Fn(NameKind) -> bool, name: &str, span: Span) {
        for entity in self.table.called(name).to_vec() {
            if is_fit(self.table.entities[entity].kind) {
                self.table.note(span, entity);
            }
        }
    }

    /// A name in a place for a domain.
    pub fn note_domain_name(&mut self, name: &str, span: Span) {
        let kinds = [NameKind::Role, NameKind::Record, NameKind::Domain, NameKind::Pool];
        let is_declared = kinds.into_iter().any(|kind| self.note(kind, "", name, span));
        if !is_declared && name == "process" {
            self.table.give(NameKind::Given, name, span);
        }
    }

    /// What no variable, option, definition, section or role is called.
    pub fn note_other(&mut self, name: &str, span: Span) {
        if matches!(name, "none" | "bool" | "any") {
            return;
        }
        if self.names.is_domain(name) {
            self.note_domain_name(name, span);
            return;
        }
        if self.names.symbols.contains(name) {
            self.note_symbol(name, span);
            return;
        }
        if is_given(name) {
            self.table.give(NameKind::Given, name, span);
            return;
        }
        let kinds = [NameKind::Message, NameKind::Pool, NameKind::Row, NameKind::Own];
        self.note_all(|kind| kinds.contains(&kind), name, span);
    }

    /// A symbol; where it is only a value of options, that.
    fn note_symbol(&mut self, name: &str, span: Span) {
        if self.table.find(NameKind::Symbol, "", name).is_some() {
            self.note(NameKind::Symbol, "", name, span);
        } else {
            self.note_all(|kind| kind == NameKind::Value, name, span);
        }
    }

    /// The names in a domain.
    pub fn note_domain(&mut self, domain: &Domain) {
        match &domain.kind {
            DomainKind::Bool => {}
            DomainKind::Expr(expr) => match &expr.kind {
                ExprKind::Name(name) if self.names.is_domain(name) => {
                    self.note_domain_name(name, expr.span);
                }
                _ => self.constants([&**expr]),
            },
            DomainKind::Range(low, high) => self.constants([&**low, &**high]),
            DomainKind::Set(member) => self.note_domain(member),
            DomainKind::List(member, size) => {
                self.note_domain(member);
                self.constants([&**size]);
            }
            DomainKind::Copy(name) => {
                self.note_variable(None, &name.text, name.span);
                let owners = self.names.owners(&name.text);
                self.note_owners(&owners, &name.text, name.span);
                let row = self
                    .names
                    .rows
                    .iter()
                    .find(|row| row.1.iter().any(|it| it.0.text == name.text));
                if let Some((row, _)) = row {
                    self.note(NameKind::Column, &row.text, &name.text, name.span);
                }
            }
            DomainKind::Union(all) => {
                for one in all {
                    self.note_domain(one);
                }
            }
        }
    }

    /// The domain of a variable and of its indices.
    pub fn note_variable_domains(&mut self, variable: &Variable) {
        self.note_domain(&variable.domain);
        for index in variable.names.iter().flat_map(|(_, indices)| indices) {
            self.note_domain(&index.domain);
            if let Some(binder) = &index.binder {
                let detail = index.domain.span.of(self.names.text);
                self.table.bind(NameKind::Bound, &binder.text, binder.span, detail);
            }
        }
    }

    /// Walks through what is constant, for its names.
    pub fn constants<'e>(&mut self, all: impl IntoIterator<Item = &'e Expr>) {
        let before = self.found.len();
        let was_constant = std::mem::replace(&mut self.is_constant, true);
        self.each(all);
        self.is_constant = was_constant;
        let unknown = self.found.split_off(before).into_iter();
        self.found.extend(unknown.filter(|found| found.kind == ErrorCode::UnknownName));
    }

    /// Behind `with` stand options.
    pub fn with(&mut self, condition: &Option<Expr>) {
        let was_in_with = std::mem::replace(&mut self.is_in_with, true);
        self.constants(condition);
        self.is_in_with = was_in_with;
    }

    /// The same where only some words can stand: which, the instantiation says.
    pub fn one_of_words(&mut self, expr: &Expr) {
        let before = self.found.len();
        self.constants([expr]);
        self.found.truncate(before);
    }

    /// Next to an option, a name is one of its values.
    pub fn note_beside_options(&mut self, operands: &[Expr]) {
        let names = self.names;
        let mut options = Vec::new();
        for operand in operands {
            let name = self.free_name(operand);
            let all = names.options.iter().map(|option| option.name.text.as_str());
            options.extend(all.filter(|&option| name == Some(option)));
        }
        for operand in operands {
            self.note_beside(&options, operand);
        }
    }

    fn note_beside(&mut self, options: &[&str], operand: &Expr) {
        match &operand.kind {
            ExprKind::Set(all) => {
                for member in all {
                    self.note_beside(options, member);
                }
            }
            ExprKind::Name(name) => {
                let is_noted = self.note(NameKind::Option, "", name, operand.span)
                    || self.note_value(options, name, operand.span);
                if !is_noted {
                    self.one_of_words(operand);
                }
            }
            _ => self.constants([operand]),
        }
    }

    fn note_value(&mut self, options: &[&str], name: &str, span: Span) -> bool {
        let mut is_noted = false;
        for option in options {
            is_noted |= self.note(NameKind::Value, option, name, span);
        }
        is_noted
    }
}
