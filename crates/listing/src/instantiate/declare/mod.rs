//! Options, domains, roles and messages.

pub mod counts;
pub mod initial;

use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::instantiate::Result;
use crate::instantiate::domain::{Domain, Of, Record, Ty};
use crate::instantiate::info::{Choice, MessageInfo, RoleInfo};
use crate::instantiate::instance::Instance;
use crate::resolve::FOR_EVER;
use crate::token::Span;
use crate::tree::{Field, Item, ItemKind, Message};
use program::SYMBOLS;

/// A number beyond all others: "no end".
const NO_END: i64 = 1 << 30;

/// What links say besides options.
const LINK_KEYS: [&str; 14] = [
    "text", "run", "v", "at", "loop", "pick", "steps", "caption", "path", "panels", "speed", "ask",
    "view", "theme",
];

impl<'t> Instance<'t> {
    pub fn symbol(&mut self, name: &str) -> i64 {
        let at = self.types.symbols.iter().position(|symbol| symbol == name).unwrap_or_else(|| {
            self.types.symbols.push(name.to_owned());
            self.types.symbols.len() - 1
        });
        SYMBOLS + at as i64
    }

    pub fn known_symbol(&self, name: &str) -> Option<i64> {
        self.types.symbols.iter().position(|symbol| symbol == name).map(|at| SYMBOLS + at as i64)
    }

    pub fn declare(&mut self) -> Result<()> {
        for option in self.source.listing.options() {
            self.option(option)?;
        }
        // first, since the conditions of other items may name them
        self.definitions()?;
        let items = self.items();
        self.role_names(&items)?;
        self.find_symbols(&items);
        self.channel_symbols();
        self.count_roles()?;
        self.check_counts()?;
        self.domains_and_pools(&items)?;
        let all = self.variables_and_messages(&items);
        all?;
        self.declare_mutations()
    }

    fn definitions(&mut self) -> Result<()> {
        for item in &self.source.listing.items {
            if let ItemKind::Define(define) = &item.kind
                && self.is_part(&item.with)
            {
                self.defines.push(define);
                let is_fault = ["losses", "duplicates", "crashes"].contains(&&*define.name.text);
                if let (Some(of), false) = (define.of.first(), is_fault) {
                    let message =
                        "Only `losses` and `duplicates` are of messages, and `crashes` of roles.";
                    return self.error(ErrorCode::OutOfPlace, of.span, message);
                }
            }
        }
        Ok(())
    }

    /// Roles by name, so that no role is taken for a symbol.
    fn role_names(&mut self, items: &[&'t Item]) -> Result<()> {
        for item in items {
            if let ItemKind::Role(role) = &item.kind {
                if self.find_role(&role.noun.text).is_some() {
                    return self.declared_twice(&role.noun.text, role.noun.span);
                }
                self.roles.push(RoleInfo {
                    noun: role.noun.text.clone(),
                    number: role.number.as_ref().map(|number| number.0.text.clone()),
                    count: 1,
                    base: 0,
                    tree: role,
                    times: None,
                });
            }
        }
        if self.roles.is_empty() {
            let found = DiagnosticDraft::new(
                ErrorCode::NoRole,
                Span::default(),
                "The text has no process.",
            )
            .help("Add a line like `process i of 2:` and indent its sections below it.");
            return self.fail(found);
        }
        Ok(())
    }

    fn domains_and_pools(&mut self, items: &[&'t Item]) -> Result<()> {
        // a pointer may be part of a record, and a record a field of a cell
        for item in items {
            if let ItemKind::Pool { name, size, .. } = &item.kind {
                self.declare_cells(name, size)?;
            }
        }
        for item in items {
            match &item.kind {
                ItemKind::Domain(name, domain) => {
                    let ty = self.ty(domain, &None)?;
                    self.types.domains.push((name.text.clone(), ty));
                }
                ItemKind::Record(name, fields) => {
                    // a record is known below its own fields alone: it would have no end
                    let fields = self.fields(fields)?;
                    self.types.records.push(Record { name: name.text.clone(), fields });
                }
                ItemKind::Row(row) => self.declare_row(row)?,
                _ => {}
            }
        }
        for item in items {
            if let ItemKind::Pool { name, fields, .. } = &item.kind {
                self.declare_pool(name, fields)?;
            }
        }
        Ok(())
    }

    /// What is wrong with one says nothing of the others.
    fn variables_and_messages(&mut self, items: &[&'t Item]) -> Result<()> {
        let mut all = Ok(());
        for item in items {
            if let ItemKind::Variables(variables) = &item.kind {
                all = all.and(self.variables(variables, None));
            }
        }
        all = all.and(self.own_variables());
        self.take_named_cells();
        for item in items {
            if let ItemKind::Messages(messages) = &item.kind {
                for message in messages {
                    all = all.and(self.message(message));
                }
            }
        }
        all
    }

    /// Two lines of one setting declare one name, by conditions that nobody could compare before.
    pub fn declared_twice<T>(&mut self, name: &str, span: Span) -> Result<T> {
        self.error(ErrorCode::DeclaredTwice, span, format!("`{name}` is declared twice."))
    }

    fn message(&mut self, message: &'t Message) -> Result<()> {
        let fields = self.fields(&message.fields)?;
        self.messages.push(MessageInfo { name: message.name.text.clone(), fields });
        Ok(())
    }

    fn option(&mut self, option: &'t crate::tree::Choice) -> Result<()> {
        if self.find_option(&option.name.text).is_some() {
            return self.declared_twice(&option.name.text, option.name.span);
        }
        if LINK_KEYS.contains(&option.name.text.as_str()) {
            let message = format!("In links, `{}` says something else.", option.name.text);
            let help = "Choose another name for the option.";
            let found = DiagnosticDraft::new(ErrorCode::ReservedName, option.name.span, message);
            return self.fail(found.help(help));
        }
        let is_bool = option.values.iter().all(|it| it.text == "yes" || it.text == "no");
        let mut values = Vec::new();
        for it in &option.values {
            let value = match it.text.parse() {
                Ok(value) => value,
                Err(_) if is_bool => i64::from(it.text == "yes"),
                Err(_) if FOR_EVER.contains(&it.text.as_str()) => NO_END,
                Err(_) => self.symbol(&it.text),
            };
            values.push((it.text.clone(), value));
        }
        let chosen = self.source.asked.get(&option.name.text).copied().unwrap_or(0);
        let chosen = chosen.min(values.len() - 1);
        self.options.push(Choice { name: option.name.text.clone(), values, chosen, is_bool });
        Ok(())
    }

    /// Words in domains that name nothing else are symbols.
    fn find_symbols(&mut self, items: &[&'t Item]) {
        for (word, _) in
            items.iter().flat_map(|item| item.domains()).flat_map(|domain| domain.words())
        {
            if self.source.meant.is_symbol(word) {
                self.symbol(word);
            }
        }
    }

    /// Whether a domain or a record of that name is declared at all: then it stands below.
    pub fn is_domain_below(&self, name: &str) -> bool {
        self.source.listing.items.iter().any(|item| match &item.kind {
            ItemKind::Domain(it, _) | ItemKind::Record(it, _) => it.text == name,
            _ => false,
        })
    }

    fn fields(&mut self, fields: &'t [Field]) -> Result<Vec<(String, Ty)>> {
        let mut all = Vec::new();
        for field in fields {
            all.push((field.name.text.clone(), self.ty(&field.domain, &None)?));
        }
        Ok(all)
    }

    pub fn role_domain(&self, role: usize) -> Domain {
        let info = &self.roles[role];
        let of = if self.roles.len() == 1 { Of::Processes } else { Of::Role(role, info.base) };
        Domain { symbols: Vec::new(), low: 0, high: info.count as i64 - 1, of }
    }

    /// The domain of the values of both.
    pub fn joined(&self, one: &Domain, other: &Domain) -> Domain {
        let joined = one.join(other);
        if one.of != other.of && one.of.are_processes() && other.of.are_processes() {
            // two roles count their processes anew
            return Domain { symbols: joined.symbols, ..self.process_domain() };
        }
        joined
    }

    pub fn process_domain(&self) -> Domain {
        let high = self.process_count() as i64 - 1;
        Domain { symbols: Vec::new(), low: 0, high, of: Of::Processes }
    }
}
