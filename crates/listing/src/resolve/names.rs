//! What a text declares, whatever its options are.

use super::kind::{Kind, Over};
use crate::token::Span;
use crate::tree::{
    Choice, Define, DefineBody, Domain, DomainKind, Expr, ExprKind, Field, Index, ItemKind,
    Listing, Message, Name, PartKind, Role, Storage, StoredRow, Variables,
};
use crate::words::SECTIONS;
use std::collections::BTreeSet;

/// A variable.
pub struct Declared<'t> {
    pub name: &'t Name,
    /// Whose it is; none: everybody's.
    pub role: Option<usize>,
    pub sort: Kind,
    pub is_ghost: bool,
}

/// A role; of several with one noun, the first.
pub struct RoleNames<'t> {
    pub noun: &'t Name,
    pub number: Option<&'t (Name, Expr)>,
    pub sections: Vec<&'t str>,
}

#[derive(Default)]
pub struct Names<'t> {
    pub text: &'t str,
    pub roles: Vec<RoleNames<'t>>,
    pub options: Vec<&'t Choice>,
    pub domains: Vec<(&'t Name, Kind)>,
    pub records: Vec<(&'t Name, &'t [Field])>,
    /// Names and fields of pools.
    pub pools: Vec<(&'t Name, &'t [Field])>,
    pub messages: Vec<&'t Message>,
    pub defines: Vec<(&'t Define, Option<&'t Expr>)>,
    pub variables: Vec<Declared<'t>>,
    /// Replicated rows, with the sort of each family of columns.
    pub rows: Vec<(&'t Name, Vec<(&'t Name, Kind)>)>,
    pub symbols: BTreeSet<&'t str>,
    /// Every word of a union of domains, with its place.
    pub symbol_places: Vec<(&'t str, Span)>,
}

impl<'t> Names<'t> {
    pub fn new(text: &'t str, listing: &'t Listing) -> Names<'t> {
        let mut names = Names { text, ..Names::default() };
        for item in &listing.items {
            match &item.kind {
                ItemKind::Option(option) => names.options.push(option),
                ItemKind::Record(name, fields) => names.records.push((name, fields)),
                ItemKind::Pool { name, fields, .. } => names.pools.push((name, fields)),
                ItemKind::Messages(all) => names.messages.extend(all),
                ItemKind::Define(define) => names.defines.push((define, item.with.as_ref())),
                ItemKind::Role(role) => names.role(role),
                _ => {}
            }
        }
        // the sorts of domains need all roles and records, and those of variables all domains
        for item in &listing.items {
            if let ItemKind::Domain(name, domain) = &item.kind {
                let sort = names.domain(domain);
                names.domains.push((name, sort));
            }
        }
        for item in &listing.items {
            match &item.kind {
                ItemKind::Variables(it) => names.declare(it, None),
                ItemKind::Pool { fields, .. } => names.declare_fields(fields),
                ItemKind::Row(row) => names.declare_row(row),
                ItemKind::Role(role) => {
                    let at = names.role_called(&role.noun.text);
                    for part in &role.parts {
                        if let PartKind::Variables(it) = &part.kind {
                            names.declare(it, at);
                        }
                    }
                }
                _ => {}
            }
        }
        names.find_symbols(listing);
        names
    }

    fn role(&mut self, role: &'t Role) {
        let at = self.role_called(&role.noun.text).unwrap_or_else(|| {
            let number = role.number.as_ref();
            self.roles.push(RoleNames { noun: &role.noun, number, sections: Vec::new() });
            self.roles.len() - 1
        });
        for part in &role.parts {
            match &part.kind {
                PartKind::Section(name, _) => self.roles[at].sections.push(&name.text),
                PartKind::Sections(all) => {
                    self.roles[at].sections.extend(all.iter().map(|name| name.text.as_str()));
                }
                _ => {}
            }
        }
    }

    fn declare(&mut self, variables: &'t Variables, role: Option<usize>) {
        for variable in &variables.variables {
            let element = self.domain(&variable.domain);
            for (name, indices) in &variable.names {
                let dims: Vec<Kind> = indices.iter().map(|index| self.index(index)).collect();
                let sort = match dims.is_empty() {
                    true => element.clone(),
                    false => Kind::Array(dims, Box::new(element.clone())),
                };
                let is_ghost = variables.storage == Storage::Ghost;
                self.variables.push(Declared { name, role, sort, is_ghost });
            }
        }
    }

    /// The fields of a pool are shared arrays over its cells.
    fn declare_fields(&mut self, fields: &'t [Field]) {
        for field in fields {
            let sort = Kind::Array(vec![Kind::Plain], Box::new(self.domain(&field.domain)));
            let declared = Declared { name: &field.name, role: None, sort, is_ghost: false };
            self.variables.push(declared);
        }
    }

    fn declare_row(&mut self, row: &'t StoredRow) {
        let variables = row.variables.iter().flat_map(|variable| &variable.variables);
        let columns = variables.flat_map(|variable| {
            let element = self.domain(&variable.domain);
            variable.names.iter().map(move |(name, indices)| (name, indices, element.clone()))
        });
        let columns = columns.map(|(name, indices, element)| {
            let dims: Vec<Kind> = indices.iter().map(|index| self.index(index)).collect();
            let sort = if dims.is_empty() { element } else { Kind::Array(dims, element.into()) };
            (name, sort)
        });
        let columns = columns.collect();
        self.rows.push((&row.name, columns));
    }

    fn index(&self, index: &Index) -> Kind {
        match self.domain(&index.domain) {
            Kind::Plain => Kind::Range(index.domain.span.of(self.text).to_owned()),
            sort => sort,
        }
    }

    pub fn role_called(&self, noun: &str) -> Option<usize> {
        self.roles.iter().position(|role| role.noun.text == noun)
    }

    /// The processes of a role. A single role is everybody.
    pub fn over(&self, role: usize) -> Over {
        if self.roles.len() == 1 { Over::All } else { Over::Role(role) }
    }

    pub fn is_option(&self, name: &str) -> bool {
        self.options.iter().any(|option| option.name.text == name)
    }

    pub fn is_defined(&self, name: &str) -> bool {
        let is_it = |define: &Define| define.name.text == name && define.operation.is_none();
        self.defines.iter().any(|(define, _)| is_it(define))
    }

    /// `[2, 0, 1]`, or what is defined as such a list.
    pub fn is_written_list(&self, expr: &Expr) -> bool {
        let is_list = |expr: &Expr| matches!(expr.kind, ExprKind::List(_));
        let is_one =
            |define: &Define| matches!(&define.body, DefineBody::Expr(body) if is_list(body));
        match &expr.kind {
            ExprKind::Name(name) => {
                let mut all = self.defines.iter().filter(|define| define.0.name.text == *name);
                self.is_defined(name) && all.all(|define| is_one(define.0))
            }
            _ => is_list(expr),
        }
    }

    /// The roles that have a variable of that name.
    pub fn owners(&self, name: &str) -> Vec<usize> {
        let all = self.variables.iter().filter(|variable| variable.name.text == name);
        let mut roles: Vec<usize> = all.filter_map(|declared| declared.role).collect();
        roles.sort_unstable();
        roles.dedup();
        roles
    }

    pub fn is_variable(&self, name: &str, role: Option<usize>) -> bool {
        self.variables.iter().any(|variable| variable.name.text == name && variable.role == role)
    }

    /// The sort of a role's variable, or of a shared one.
    pub fn variable(&self, name: &str, role: Option<usize>) -> Option<Kind> {
        let all = self
            .variables
            .iter()
            .filter(|variable| variable.name.text == name && variable.role == role);
        all.map(|declared| declared.sort.clone()).reduce(Kind::join)
    }

    /// The roles that have a section of that name; none if every process has it.
    pub fn roles_with_section(&self, name: &str) -> Option<Vec<usize>> {
        let has = |&role: &usize| self.roles[role].sections.contains(&name);
        let roles: Vec<usize> = (0..self.roles.len()).filter(has).collect();
        (!SECTIONS.contains(&name)).then_some(roles)
    }

    pub fn all_operations(&self) -> impl Iterator<Item = &'t Define> {
        self.defines.iter().map(|(define, _)| *define).filter(|define| define.operation.is_some())
    }

    /// The operations of that name, of which the options leave one.
    pub fn operations(&self, name: &str) -> impl Iterator<Item = &'t Define> {
        self.all_operations().filter(move |define| define.name.text == name)
    }

    pub fn is_section(&self, name: &str) -> bool {
        self.roles_with_section(name).is_none_or(|it| !it.is_empty())
    }

    /// The processes in a section.
    pub fn section_set(&self, name: &str) -> Kind {
        let over = match self.roles_with_section(name).as_deref() {
            Some(&[role]) => self.over(role),
            _ => Over::All,
        };
        Kind::set(Kind::Process(over))
    }

    /// What a value of a domain is.
    pub fn domain(&self, domain: &Domain) -> Kind {
        match &domain.kind {
            DomainKind::Bool => Kind::Bool,
            DomainKind::Range(..) => Kind::Plain,
            DomainKind::Set(member) => Kind::set(self.domain(member)),
            DomainKind::List(member, _) => Kind::List(Box::new(self.domain(member))),
            DomainKind::Copy(name) => {
                let all = self.variables.iter().filter(|variable| variable.name.text == name.text);
                all.map(|declared| declared.sort.clone())
                    .reduce(Kind::join)
                    .unwrap_or(Kind::Unknown)
            }
            DomainKind::Union(all) => {
                let sorts = all.iter().map(|it| self.domain(it));
                let others = sorts.filter(|sort| *sort != Kind::Plain);
                others.reduce(Kind::join).unwrap_or(Kind::Plain)
            }
            DomainKind::Expr(expr) => match &expr.kind {
                ExprKind::Name(name) => self.named_domain(name),
                _ => Kind::Unknown,
            },
        }
    }

    /// Whether a name is a set of processes, a record or a domain.
    pub fn is_domain(&self, name: &str) -> bool {
        name == "process"
            || self.role_called(name).is_some()
            || self.records.iter().chain(&self.pools).any(|record| record.0.text == name)
            || self.domains.iter().any(|domain| domain.0.text == name)
    }

    fn named_domain(&self, name: &str) -> Kind {
        if let Some(role) = self.role_called(name) {
            return Kind::Process(self.over(role));
        }
        if name == "process" {
            return Kind::Process(Over::All);
        }
        if self.records.iter().any(|record| record.0.text == name) {
            return Kind::Record(name.to_owned());
        }
        let named = self.domains.iter().filter(|domain| domain.0.text == name);
        // what is no domain is a symbol, an option or a definition
        named.map(|named| named.1.clone()).reduce(Kind::join).unwrap_or(Kind::Plain)
    }

    /// The sort of a record's field.
    pub fn field(&self, record: &str, field: &str) -> Kind {
        let fields =
            self.records.iter().filter(|it| it.0.text == record).flat_map(|record| record.1);
        let all = fields.filter(|it| it.name.text == field);
        all.map(|field| self.domain(&field.domain)).reduce(Kind::join).unwrap_or(Kind::Unknown)
    }

    /// The pool that has such a field, and what the field is.
    pub fn pool_field(&self, name: &str) -> Option<(&'t str, Kind)> {
        let pool =
            self.pools.iter().find(|pool| pool.1.iter().any(|field| field.name.text == name))?;
        let field = pool.1.iter().find(|field| field.name.text == name)?;
        Some((&pool.0.text, self.domain(&field.domain)))
    }

    /// The sorts of the fields of a message.
    pub fn message_fields(&self, message: &str) -> Vec<Kind> {
        let found = self.messages.iter().find(|it| it.name.text == message);
        found.map_or_else(Vec::new, |found| {
            found.fields.iter().map(|field| self.domain(&field.domain)).collect()
        })
    }
}
