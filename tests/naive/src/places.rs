//! What a name, an index or a field stands for, where that is a variable or a part of one.

use crate::eval::{Bind, Eval, Names, Result, Stop, wrong};
use crate::state::{Part, Place, Root};
use crate::value::{Domain, Value};
use crate::world::{Variable, taken};
use listing::tree::{Expr, ExprKind};

/// A variable, before its indices are known.
#[derive(Clone, Debug)]
pub enum Owner {
    Shared(usize),
    Mine(usize),
    /// Of the processes of a role, whose number is the first index.
    Of(usize, usize),
}

/// A place whose last indices may still be missing.
struct Partial {
    owner: Owner,
    indices: Vec<Value>,
    missing: Vec<Domain>,
    path: Vec<Part>,
    /// Its indices are known before the program runs.
    is_known: bool,
}

impl Eval<'_> {
    /// The variable of that name which is meant here, and what its indices run over.
    pub fn variable(&self, name: &str) -> Option<(Owner, Vec<Domain>)> {
        let world = self.world;
        let at = |all: &[Variable]| all.iter().position(|variable| variable.name == name);
        let indices =
            |variable: &Variable| variable.indices.iter().map(|index| index.1.clone()).collect();
        if let Some(me) = self.me
            && let Some(own) = at(&world.role_of(me).own)
        {
            return Some((Owner::Mine(own), indices(&world.role_of(me).own[own])));
        }
        if let Some(shared) = world.shared(name) {
            return Some((Owner::Shared(shared), indices(&world.shared[shared])));
        }
        let mut roles = world.roles.iter().enumerate();
        let (role, own) = roles.find_map(|(role, it)| Some((role, at(&it.own)?)))?;
        let own_indices: Vec<Domain> = indices(&world.roles[role].own[own]);
        let process = Domain::Process(Some(role));
        Some((Owner::Of(role, own), [&[process], &own_indices[..]].concat()))
    }

    /// All elements of a variable.
    pub fn whole(&mut self, owner: &Owner, domains: &[Domain]) -> Result<Value> {
        // a role of one process without a number has no index
        if let Owner::Of(role, own) = *owner
            && self.world.roles[role].number.is_none()
            && domains.len() == 1
        {
            let process = self.world.roster.0[role].0;
            return Ok(self.state()?.processes[process].own[own][0].clone());
        }
        let indices: Vec<Vec<Value>> =
            domains.iter().map(|domain| self.world.roster.values(domain)).collect();
        let mut all = Vec::new();
        for indices in crate::value::product(&indices) {
            let place = self.complete(owner, domains, &indices, Vec::new())?;
            all.push(self.read(&place)?);
        }
        match domains.is_empty() {
            true => Ok(all.remove(0)),
            false => Ok(Value::Array(all)),
        }
    }

    fn complete(
        &self,
        owner: &Owner,
        domains: &[Domain],
        indices: &[Value],
        path: Vec<Part>,
    ) -> Result<Place> {
        let roster = &self.world.roster;
        let element = |domains: &[Domain], indices: &[Value]| {
            let mut element = 0;
            for (domain, index) in domains.iter().zip(indices) {
                let values = roster.values(domain);
                let at = roster
                    .fit(domain, index)
                    .and_then(|value| values.iter().position(|one| *one == value));
                let Some(at) = at else { return wrong(format!("no index: {index}")) };
                element = element * values.len() + at;
            }
            Ok(element)
        };
        let (root, element) = match *owner {
            Owner::Shared(at) => (Root::Shared(at), element(domains, indices)?),
            Owner::Mine(at) => {
                (Root::Own(self.me.ok_or(Stop::Unknown)?, at), element(domains, indices)?)
            }
            Owner::Of(_, own) => {
                let process = roster.fit(&domains[0], &indices[0]);
                let Some(Value::Process(it, _)) = process else {
                    return wrong(format!("{} is no process of that role", indices[0]));
                };
                (Root::Own(it, own), element(&domains[1..], &indices[1..])?)
            }
        };
        Ok(Place { root, element, path, is_known: true })
    }

    /// A variable or a part of one, if the expression is that.
    pub fn place(&mut self, expr: &Expr) -> Result<Option<Place>> {
        let Some(it) = self.partial(expr)? else { return Ok(None) };
        if let Partial { owner: Owner::Mine(slot), .. } = &it
            && *slot >= NAMED
        {
            return Ok(Some(Place {
                root: Root::Name(slot - NAMED),
                element: 0,
                path: it.path,
                is_known: true,
            }));
        }
        if !it.missing.is_empty() {
            return Ok(None);
        }
        let domains = match self.domains(&it.owner) {
            domains if domains.len() == it.indices.len() => domains,
            _ => return Ok(None),
        };
        let place = self.complete(&it.owner, &domains, &it.indices, it.path)?;
        Ok(Some(Place { is_known: it.is_known, ..place }))
    }

    fn domains(&self, owner: &Owner) -> Vec<Domain> {
        let indices = |variable: &Variable| {
            variable.indices.iter().map(|index| index.1.clone()).collect::<Vec<_>>()
        };
        match *owner {
            Owner::Shared(at) => indices(&self.world.shared[at]),
            Owner::Mine(at) => {
                self.me.map_or_else(Vec::new, |me| indices(&self.world.role_of(me).own[at]))
            }
            Owner::Of(role, own) => {
                let own = indices(&self.world.roles[role].own[own]);
                [&[Domain::Process(Some(role))], &own[..]].concat()
            }
        }
    }

    fn partial(&mut self, expr: &Expr) -> Result<Option<Partial>> {
        match &expr.kind {
            ExprKind::Name(name) => match self.names.get(name).cloned() {
                Some(Bind::Argument(expr, names)) => self.within(names, |eval| eval.partial(&expr)),
                Some(Bind::Slot(slot)) => Ok(Some(Partial {
                    owner: Owner::Mine(NAMED + slot),
                    indices: Vec::new(),
                    missing: Vec::new(),
                    path: Vec::new(),
                    is_known: true,
                })),
                Some(Bind::Value(_)) => Ok(None),
                None => Ok(self.variable(name).map(|(owner, missing)| Partial {
                    owner,
                    indices: Vec::new(),
                    missing,
                    path: Vec::new(),
                    is_known: true,
                })),
            },
            ExprKind::Index(base, indices) => {
                let Some(mut it) = self.partial(base)? else { return Ok(None) };
                for index in indices {
                    let value = self.eval(index)?;
                    let names = self.names.clone();
                    let mut known = Eval { me: self.me, ..Eval::constant(self.world, names) };
                    it.is_known &= known.eval(index).is_ok();
                    self.add_index(&mut it, value)?;
                }
                Ok(Some(it))
            }
            ExprKind::Field(base, field) => self.partial_field(base, &field.text),
            _ => Ok(None),
        }
    }

    fn add_index(&mut self, it: &mut Partial, value: Value) -> Result<()> {
        if !it.missing.is_empty() {
            it.missing.remove(0);
            it.indices.push(value);
            return Ok(());
        }
        // one's own variable, or that of another process
        if let Owner::Mine(own) = it.owner
            && own < NAMED
            && it.path.is_empty()
            && it.indices.is_empty()
            && let Some(me) = self.me
            && !matches!(
                self.world.role_of(me).own[own].domain,
                Domain::List(..) | Domain::Array(..)
            )
        {
            it.owner = Owner::Of(self.world.roster.role_of(me), own);
            it.indices.push(value);
            return Ok(());
        }
        it.path.push(Part::Element(self.as_number(&value)?));
        Ok(())
    }

    /// A field of a record in a variable, of a cell of a pool, or a variable of a process.
    fn partial_field(&mut self, base: &Expr, field: &str) -> Result<Option<Partial>> {
        let world = self.world;
        if let Some(at) = world.shared(field)
            && world.shared[at].pool.is_some()
            && !self.is_record_with(base, field)?
        {
            let cell = self.eval(base)?;
            return Ok(Some(Partial {
                owner: Owner::Shared(at),
                indices: vec![cell],
                missing: Vec::new(),
                path: Vec::new(),
                is_known: true,
            }));
        }
        if let Some(mut it) = self.partial(base)?
            && it.missing.is_empty()
            && let Some(at) = self.field_of(&it, field)
        {
            it.path.push(Part::Field(at));
            return Ok(Some(it));
        }
        let has_own =
            |role: &crate::world::Role| role.own.iter().position(|variable| variable.name == field);
        if !world.roles.iter().any(|role| has_own(role).is_some()) {
            return Ok(None);
        }
        let Value::Process(process, _) = self.eval(base)? else { return Ok(None) };
        let role = world.roster.role_of(process);
        let Some(own) = has_own(&world.roles[role]) else {
            return wrong(format!("process {process} has no {field}"));
        };
        let indices = &world.roles[role].own[own].indices;
        Ok(Some(Partial {
            owner: Owner::Of(role, own),
            indices: vec![Value::Process(process, Some(role))],
            missing: indices.iter().map(|index| index.1.clone()).collect(),
            path: Vec::new(),
            is_known: true,
        }))
    }

    /// Whether the field is one of a record there, and none of a pool.
    fn is_record_with(&mut self, base: &Expr, field: &str) -> Result<bool> {
        if self.world.records.values().all(|all| all.iter().all(|it| it.0 != field)) {
            return Ok(false);
        }
        let seen = (self.used, self.seen.clone());
        let is_record = matches!(self.eval(base)?, Value::Record(..));
        (self.used, self.seen) = seen;
        Ok(is_record)
    }

    /// Which field of a record in a variable has that name.
    fn field_of(&self, it: &Partial, field: &str) -> Option<usize> {
        let mut domain = match it.owner {
            Owner::Mine(own) if own >= NAMED => return None,
            Owner::Mine(own) => self.world.role_of(self.me?).own[own].domain.clone(),
            Owner::Shared(at) => self.world.shared[at].domain.clone(),
            Owner::Of(role, own) => self.world.roles[role].own[own].domain.clone(),
        };
        for part in &it.path {
            domain = match (part, domain) {
                (Part::Field(at), Domain::Record(_, fields)) => fields[*at].clone(),
                (Part::Element(_), Domain::List(of, _) | Domain::Array(of, _)) => *of,
                _ => return None,
            };
        }
        let name = match domain {
            Domain::Record(name, _) => name,
            Domain::Union(_, Some(rest)) => match *rest {
                Domain::Record(name, _) => name,
                _ => return None,
            },
            _ => return None,
        };
        self.world.records[&name].iter().position(|it| it.0 == field)
    }

    pub fn index(&mut self, expr: &Expr, base: &Expr, indices: &[Expr]) -> Result<Value> {
        if base.name() == Some("decision") {
            let domain = Domain::Process(None);
            let process = self.eval(&indices[0])?;
            return match self.world.roster.fit(&domain, &process) {
                Some(Value::Process(it, _)) => self.decision(it),
                _ => wrong("no process"),
            };
        }
        if let Some(place) = self.place_to_read(expr)? {
            return self.read(&place);
        }
        let mut value = self.eval(base)?;
        for index in indices {
            let index = self.eval(index)?;
            value = self.element(&value, &index)?;
        }
        Ok(value)
    }

    /// Of a name that a line has bound, the value is taken apart as any other.
    fn place_to_read(&mut self, expr: &Expr) -> Result<Option<Place>> {
        let before = (self.used, self.seen.clone());
        let place = self.place(expr)?;
        if place.is_none() {
            (self.used, self.seen) = before;
        }
        Ok(place)
    }

    pub fn field(&mut self, expr: &Expr, base: &Expr, field: &str) -> Result<Value> {
        if let Some(place) = self.place_to_read(expr)? {
            return self.read(&place);
        }
        let value = self.eval(base)?;
        let Value::Record(name, fields) = &value else {
            return wrong(format!("{value} has no {field}"));
        };
        let at = self.world.records[name].iter().position(|it| it.0 == field);
        at.and_then(|at| fields.get(at).cloned())
            .map_or_else(|| wrong(format!("{value} has no {field}")), Ok)
    }

    pub fn is_free(&mut self, cell: &Expr) -> Result<Value> {
        let value = self.eval(cell)?;
        let pools: Vec<_> = self.world.pools.iter().collect();
        let name = match &cell.kind {
            _ if pools.len() == 1 => pools[0].0.clone(),
            _ => return wrong("several pools"),
        };
        let at = self.world.shared(&taken(&name)).ok_or(Stop::Unknown)?;
        let Some(element) = self.world.roster.number(&value) else {
            return wrong(format!("{value} is no cell"));
        };
        let state = self.cell((at, element as usize), &[], true)?;
        Ok(Value::Bool(state != Value::Symbol("taken".into())))
    }

    /// The names behind a definition's parameters.
    pub fn parameters(&self, parameters: &[Expr], arguments: &[Expr]) -> Names {
        let mut names = self.names.clone();
        for (parameter, argument) in parameters.iter().zip(arguments) {
            names = bind(names, parameter, argument, &self.names);
        }
        names
    }
}

/// A parameter, or a pair of them, stands for an argument.
fn bind(names: Names, parameter: &Expr, argument: &Expr, outer: &Names) -> Names {
    match (&parameter.kind, &argument.kind) {
        (ExprKind::Name(name), _) => {
            names.with(name, Bind::Argument(argument.clone().into(), outer.clone()))
        }
        (ExprKind::Tuple(parameters), ExprKind::Tuple(arguments)) => {
            let pairs = parameters.iter().zip(arguments);
            pairs
                .fold(names, |names, (parameter, argument)| bind(names, parameter, argument, outer))
        }
        _ => names,
    }
}

/// Names that lines have bound are counted from here on.
const NAMED: usize = 1 << 20;
