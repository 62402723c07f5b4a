//! What a text declares, with its options chosen.

use crate::eval::{Bind, Eval, Names, Stop};
use crate::value::{Domain, Roster, Value};
use listing::tree::{self, DomainKind, ExprKind, Initial, ItemKind, PartKind, Storage, Times};
use std::collections::BTreeMap;
use std::rc::Rc;

/// A variable, or an array of them.
#[derive(Clone, Debug)]
pub struct Variable {
    pub name: String,
    pub storage: Storage,
    pub safe: bool,
    /// What each index runs over.
    pub indices: Vec<(Option<String>, Domain)>,
    pub domain: Domain,
    pub initial: Option<Initial>,
    /// A pool of which it is a field.
    pub pool: Option<String>,
    /// Its domain names cells of a pool.
    pub is_pointer: bool,
}

impl Variable {
    pub fn elements(&self, roster: &Roster) -> usize {
        self.indices.iter().map(|index| roster.values(&index.1).len()).product()
    }
}

#[derive(Debug)]
pub struct Role {
    pub noun: String,
    /// The name of its number; none: a single process.
    pub number: Option<String>,
    /// How often it passes; none: for ever.
    pub passes: Option<usize>,
    pub own: Vec<Variable>,
    pub parts: Vec<tree::Part>,
    /// All sections, the first first.
    pub sections: Vec<String>,
}

#[derive(Debug)]
pub struct Message {
    pub name: String,
    pub fields: Vec<(String, Domain)>,
}

/// How often something may go wrong, and with which messages or roles; none: all.
#[derive(Debug)]
pub struct Fault {
    pub of: Vec<String>,
    pub times: usize,
}

#[derive(Default)]
pub struct World {
    pub options: BTreeMap<String, Value>,
    pub roster: Roster,
    pub roles: Vec<Role>,
    pub domains: BTreeMap<String, Domain>,
    pub records: BTreeMap<String, Vec<(String, Domain)>>,
    pub pools: BTreeMap<String, usize>,
    pub messages: Vec<Message>,
    pub shared: Vec<Variable>,
    pub definitions: BTreeMap<String, Rc<tree::Define>>,
    pub losses: Vec<Fault>,
    pub duplicates: Vec<Fault>,
    pub crashes: Vec<Fault>,
    pub channels: String,
    pub room: usize,
    pub assumptions: Vec<tree::Expr>,
    /// Claims without which no state is followed, and variables that may leave their domains.
    pub limits: Vec<tree::Expr>,
    pub limited: Vec<String>,
    pub properties: Vec<tree::Property>,
    /// The indices and the domain of each variable, as they are written.
    raw: BTreeMap<String, (Vec<tree::Index>, tree::Domain)>,
}

/// The name of the variable that says who has the cells of a pool.
pub fn taken(pool: &str) -> String {
    format!("{pool} is taken")
}

impl World {
    /// Of a text, with these options.
    pub fn new(text: &str, chosen: &[(&str, &str)]) -> World {
        let parsed = listing::parse(text);
        let mut world = World { channels: "fifo".into(), room: 14, ..World::default() };
        let items: Vec<_> = parsed.listing.items.into_iter().collect();
        for item in &items {
            if let ItemKind::Option(it) = &item.kind {
                let given = chosen.iter().find(|(name, _)| *name == it.name.text);
                let value = given.map_or(&it.values[0].text[..], |given| given.1);
                world.options.insert(it.name.text.clone(), option(value));
            }
        }
        for item in &items {
            if let ItemKind::Define(it) = &item.kind
                && it.of.is_empty()
                && world.is_part(item.with.as_ref())
            {
                world.definitions.insert(it.name.text.clone(), Rc::new(it.clone()));
            }
        }
        let items = items.into_iter().filter(|item| world.is_part(item.with.as_ref()));
        let items: Vec<_> = items.collect();
        world.count_roles(&items);
        world.note_variables(&items);
        for item in &items {
            world.declare(item);
        }
        for item in &items {
            if let ItemKind::Role(role) = &item.kind {
                world.fill_role(role);
            }
        }
        world.faults(&items);
        world
    }

    fn count_roles(&mut self, items: &[tree::Item]) {
        for item in items {
            let ItemKind::Role(role) = &item.kind else { continue };
            let count = role.number.as_ref().map_or(1, |(_, count)| self.known_number(count));
            self.roster.0.push((self.roster.all(), count as usize));
            let passes = match &role.times {
                Times::Once => Some(1),
                Times::ForEver => None,
                Times::Times(n) => Some(self.known_number(n) as usize),
            };
            self.roles.push(Role {
                noun: role.noun.text.clone(),
                number: role.number.as_ref().map(|number| number.0.text.clone()),
                passes,
                own: Vec::new(),
                parts: Vec::new(),
                sections: Vec::new(),
            });
        }
    }

    fn note_variables(&mut self, items: &[tree::Item]) {
        for item in items {
            let all: Vec<&tree::Variables> = match &item.kind {
                ItemKind::Variables(it) => vec![it],
                ItemKind::Role(role) => {
                    let parts = role.parts.iter().filter_map(|it| match &it.kind {
                        PartKind::Variables(it) => Some(it),
                        _ => None,
                    });
                    parts.collect()
                }
                _ => Vec::new(),
            };
            for variable in all.into_iter().flat_map(|variables| &variables.variables) {
                for (name, indices) in &variable.names {
                    let it = (indices.clone(), variable.domain.clone());
                    self.raw.insert(name.text.clone(), it);
                }
            }
        }
    }

    fn declare(&mut self, item: &tree::Item) {
        let fields = |world: &World, all: &[tree::Field]| {
            let all =
                all.iter().map(|field| (field.name.text.clone(), world.domain(&field.domain)));
            all.collect::<Vec<_>>()
        };
        match &item.kind {
            ItemKind::Domain(name, domain) => {
                let domain = self.domain(domain);
                self.domains.insert(name.text.clone(), domain);
            }
            ItemKind::Record(name, all) => {
                let all = fields(self, all);
                self.records.insert(name.text.clone(), all);
            }
            ItemKind::Messages(all) => {
                for it in all {
                    let fields = fields(self, &it.fields);
                    self.messages.push(Message { name: it.name.text.clone(), fields });
                }
            }
            ItemKind::Pool { name, size, fields: all } => {
                let size = self.known_number(size);
                self.pools.insert(name.text.clone(), size as usize);
                let index = vec![(None, Domain::Range(0, size - 1))];
                let states = ["new", "taken", "freed"].map(String::from).to_vec();
                let taken = (taken(&name.text), Domain::Union(states, None));
                for (field, domain) in std::iter::once(taken).chain(fields(self, all)) {
                    self.shared.push(Variable {
                        name: field,
                        storage: Storage::Shared,
                        safe: false,
                        indices: index.clone(),
                        domain,
                        initial: None,
                        is_pointer: false,
                        pool: Some(name.text.clone()),
                    });
                }
            }
            ItemKind::Variables(it) => {
                let all = self.variables(it);
                self.shared.extend(all);
            }
            ItemKind::Assume { claim, .. } => self.assumptions.push(claim.clone()),
            ItemKind::Limit(tree::Limit::States { claim, .. }) => self.limits.push(claim.clone()),
            ItemKind::Limit(tree::Limit::Domains(names)) => {
                self.limited.extend(names.iter().map(|name| name.text.clone()));
            }
            ItemKind::Property(it) => self.properties.push(it.clone()),
            _ => {}
        }
    }

    fn variables(&self, all: &tree::Variables) -> Vec<Variable> {
        let mut found = Vec::new();
        for variable in &all.variables {
            for (name, indices) in &variable.names {
                let index = |index: &tree::Index| {
                    (
                        index.binder.as_ref().map(|binder| binder.text.clone()),
                        self.domain(&index.domain),
                    )
                };
                found.push(Variable {
                    name: name.text.clone(),
                    storage: all.storage,
                    safe: all.safe,
                    indices: indices.iter().map(index).collect(),
                    domain: self.domain(&variable.domain),
                    initial: variable.initial.clone(),
                    is_pointer: self.pools.keys().any(|key| names_cells(&variable.domain, key)),
                    pool: None,
                });
            }
        }
        found
    }

    fn fill_role(&mut self, role: &tree::Role) {
        let at = self.roles.iter().position(|it| it.noun == role.noun.text).unwrap_or(0);
        let parts = role.parts.iter().filter(|part| self.is_part(part.with.as_ref()));
        for part in parts.cloned().collect::<Vec<_>>() {
            match &part.kind {
                PartKind::Variables(it) => {
                    let all = self.variables(it);
                    self.roles[at].own.extend(all);
                }
                PartKind::Sections(names) => {
                    let names = names.iter().map(|name| name.text.clone());
                    self.roles[at].sections.extend(names);
                }
                PartKind::Section(name, _) if !self.roles[at].sections.contains(&name.text) => {
                    self.roles[at].sections.push(name.text.clone());
                }
                _ => {}
            }
            self.roles[at].parts.push(part);
        }
    }

    fn faults(&mut self, items: &[tree::Item]) {
        let known = |world: &World, name: &str| {
            let value = world.options.get(name).cloned();
            value.or_else(|| {
                let define = world.definitions.get(name)?;
                let tree::DefineBody::Expr(body) = &define.body else { return None };
                Some(world.known(body))
            })
        };
        if let Some(it) = known(self, "channels") {
            self.channels = it.to_string();
        }
        if let Some(Value::Number(n)) = known(self, "messages_in_transit") {
            self.room = n as usize;
        }
        for what in ["losses", "duplicates", "crashes"] {
            let mut all = Vec::new();
            if let Some(Value::Number(n)) = known(self, what) {
                all.push(Fault { of: Vec::new(), times: n as usize });
            }
            for item in items {
                let ItemKind::Define(it) = &item.kind else { continue };
                let tree::DefineBody::Expr(body) = &it.body else { continue };
                if it.name.text == what && !it.of.is_empty() {
                    let of = it.of.iter().map(|name| name.text.clone()).collect();
                    all.push(Fault { of, times: self.known_number(body) as usize });
                }
            }
            match what {
                "losses" => self.losses = all,
                "duplicates" => self.duplicates = all,
                _ => self.crashes = all,
            }
        }
    }

    /// Whether a line with this condition over options is part of the program.
    pub fn is_part(&self, with: Option<&tree::Expr>) -> bool {
        with.is_none_or(|with| self.known(with) == Value::Bool(true))
    }

    /// The value of what is known before the first step.
    pub fn known(&self, expr: &tree::Expr) -> Value {
        self.known_of(expr, &Names::default())
            .unwrap_or_else(|why| panic!("not known before the first step: {why:?} {expr:?}"))
    }

    pub fn known_of(&self, expr: &tree::Expr, names: &Names) -> Result<Value, Stop> {
        Eval::constant(self, names.clone()).eval(expr)
    }

    fn known_number(&self, expr: &tree::Expr) -> i64 {
        let value = self.known(expr);
        self.roster.number(&value).unwrap_or_else(|| panic!("no number: {value}"))
    }

    pub fn role(&self, noun: &str) -> Option<usize> {
        self.roles.iter().position(|role| role.noun == noun)
    }

    pub fn role_of(&self, process: usize) -> &Role {
        &self.roles[self.roster.role_of(process)]
    }

    pub fn shared(&self, name: &str) -> Option<usize> {
        self.shared.iter().position(|variable| variable.name == name)
    }

    /// The name of a pool's cells is their domain.
    pub fn domain_of_name(&self, name: &str) -> Option<Domain> {
        if name == "process" {
            return Some(Domain::Process(None));
        }
        if let Some(role) = self.role(name) {
            return Some(Domain::Process(Some(role)));
        }
        if let Some(&size) = self.pools.get(name) {
            return Some(Domain::Range(0, size as i64 - 1));
        }
        if let Some(fields) = self.records.get(name) {
            let fields = fields.iter().map(|field| field.1.clone()).collect();
            return Some(Domain::Record(name.into(), fields));
        }
        self.domains.get(name).cloned()
    }

    pub fn domain(&self, domain: &tree::Domain) -> Domain {
        match &domain.kind {
            DomainKind::Bool => Domain::Bool,
            DomainKind::Range(low, high) => {
                Domain::Range(self.known_number(low), self.known_number(high))
            }
            DomainKind::Set(of) => Domain::Set(Box::new(self.domain(of))),
            DomainKind::List(of, most) => {
                Domain::List(Box::new(self.domain(of)), self.known_number(most) as usize)
            }
            DomainKind::Copy(name) => {
                let (indices, domain) =
                    self.raw.get(&name.text).unwrap_or_else(|| panic!("no variable {}", name.text));
                let of = self.domain(domain);
                let values =
                    |index: &tree::Index| self.roster.values(&self.domain(&index.domain)).len();
                match indices.is_empty() {
                    true => of,
                    false => Domain::Array(Box::new(of), indices.iter().map(values).product()),
                }
            }
            DomainKind::Expr(expr) => match &expr.kind {
                ExprKind::Name(name) => self.domain_of_name(name).unwrap_or_else(|| {
                    let Bind::Value(value) = self.word(name) else { panic!("no domain {name}") };
                    match value {
                        Value::Symbol(it) => Domain::Union(vec![it], None),
                        other => panic!("no domain: {other}"),
                    }
                }),
                _ => panic!("no domain: {expr:?}"),
            },
            DomainKind::Union(all) => {
                let (mut symbols, mut rest) = (Vec::new(), None);
                for one in all {
                    match self.domain(one) {
                        Domain::Union(some, other) => {
                            symbols.extend(some);
                            rest = rest.or(other);
                        }
                        other => rest = Some(Box::new(other)),
                    }
                }
                Domain::Union(symbols, rest)
            }
        }
    }

    /// A name in a domain that nothing is called.
    fn word(&self, name: &str) -> Bind {
        Bind::Value(self.options.get(name).cloned().unwrap_or_else(|| Value::Symbol(name.into())))
    }
}

/// The value of an option.
fn option(word: &str) -> Value {
    match word {
        "yes" | "true" => Value::Bool(true),
        "no" | "false" => Value::Bool(false),
        _ => word.parse().map_or_else(|_| Value::Symbol(word.into()), Value::Number),
    }
}

/// Whether a domain names the cells of a pool.
fn names_cells(domain: &tree::Domain, pool: &str) -> bool {
    match &domain.kind {
        DomainKind::Expr(it) => it.name() == Some(pool),
        DomainKind::Union(all) => all.iter().any(|domain| names_cells(domain, pool)),
        _ => false,
    }
}
