//! The value of an expression. What is shared is read in the order in which the expression asks for it; a
//! step has read so much of it already, and the next thing that is asked for stops the evaluation.

use crate::state::{Cell, Part, Place, Root, Seen, State};
use crate::value::{Domain, Value};
use crate::world::World;
use listing::tree::{Binary, DefineBody, Expr, ExprKind};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

#[derive(Clone, Debug)]
pub enum Bind {
    Value(Value),
    /// What a line has bound to it.
    Slot(usize),
    /// An argument, which is put in.
    Argument(Rc<Expr>, Names),
}

/// What names mean at a place of the text.
#[derive(Clone, Default, Debug)]
pub struct Names(Rc<BTreeMap<String, Bind>>);

impl Names {
    pub fn get(&self, name: &str) -> Option<&Bind> {
        self.0.get(name)
    }

    pub fn with(&self, name: &str, bind: Bind) -> Names {
        let mut all = (*self.0).clone();
        all.insert(name.into(), bind);
        Names(Rc::new(all))
    }
}

/// Why there is no value.
#[derive(Clone, PartialEq, Debug)]
pub enum Stop {
    /// This has to be done first.
    Access(Access),
    /// It cannot be computed.
    Wrong(String),
    /// It is not known before the first step.
    Unknown,
}

/// An access to what is shared.
#[derive(Clone, PartialEq, Debug)]
pub enum Access {
    Read(Cell),
    Cas(Place, Value, Value),
    Swap(Place, Value),
    Add(Place, i64),
    New(String),
}

pub type Result<T> = std::result::Result<T, Stop>;

pub fn wrong<T>(why: impl Into<String>) -> Result<T> {
    Err(Stop::Wrong(why.into()))
}

pub struct Eval<'a> {
    pub world: &'a World,
    pub state: Option<&'a State>,
    /// The state after a step, for claims about steps.
    pub after: Option<&'a State>,
    pub me: Option<usize>,
    pub names: Names,
    /// What has been read; none: everything is read at once.
    pub log: Option<&'a [Value]>,
    pub used: usize,
    pub seen: Seen,
    /// What the process reads for free.
    pub free: Option<&'a BTreeSet<Cell>>,
}

impl<'a> Eval<'a> {
    pub fn constant(world: &'a World, names: Names) -> Eval<'a> {
        let (state, after, me, log, free) = (None, None, None, None, None);
        Eval { world, state, after, me, names, log, used: 0, seen: BTreeMap::new(), free }
    }

    pub fn property(world: &'a World, state: &'a State, after: Option<&'a State>) -> Eval<'a> {
        Eval { state: Some(state), after, ..Eval::constant(world, Names::default()) }
    }

    pub fn state(&self) -> Result<&'a State> {
        self.state.ok_or(Stop::Unknown)
    }

    pub fn within<T>(&mut self, names: Names, run: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.names, names);
        let value = run(self);
        self.names = outer;
        value
    }

    /// What only a branch has read may be read again behind it.
    pub fn branch<T>(&mut self, run: impl FnOnce(&mut Self) -> T) -> T {
        let seen = self.seen.clone();
        let value = run(self);
        self.seen = seen;
        value
    }

    /// What is read here is no access.
    pub fn at_once<T>(&mut self, run: impl FnOnce(&mut Self) -> T) -> T {
        let log = self.log.take();
        let value = run(self);
        self.log = log;
        value
    }

    pub fn eval(&mut self, expr: &Expr) -> Result<Value> {
        match &expr.kind {
            ExprKind::Number(n) => Ok(Value::Number(*n)),
            ExprKind::Name(name) => self.name(name),
            ExprKind::Call(name, arguments) => self.call(&name.text, arguments),
            ExprKind::Sort(list, by) => self.sort(list, by),
            ExprKind::Index(base, indices) => self.index(expr, base, indices),
            ExprKind::Field(base, field) => self.field(expr, base, &field.text),
            ExprKind::Tuple(all) => Ok(Value::Tuple(self.all(all)?)),
            ExprKind::List(all) => Ok(Value::List(self.all(all)?)),
            ExprKind::Set(all) => {
                let all = self.all(all)?;
                Ok(self.world.roster.set(all))
            }
            ExprKind::Minus(inner) => Ok(Value::Number(-self.number(inner)?)),
            ExprKind::Not(_)
            | ExprKind::Implies { .. }
            | ExprKind::Binary(Binary::And | Binary::Or, ..) => {
                Ok(Value::Bool(self.truth_value(expr)?))
            }
            ExprKind::Binary(sign, one, other) => {
                let (one, other) = (self.eval(one)?, self.eval(other)?);
                self.binary(*sign, one, other)
            }
            ExprKind::Compare(all, signs) => self.comparison(all, signs),
            ExprKind::IsFree(cell) => self.is_free(cell),
            ExprKind::Prime(inner) => {
                let before = self.state;
                self.state = Some(self.after.ok_or(Stop::Unknown)?);
                let value = self.eval(inner);
                self.state = before;
                value
            }
            ExprKind::If { then, condition, otherwise } => {
                if let Some(value) = self.constant_truth(condition) {
                    return self.eval(if value { then } else { otherwise });
                }
                let (value, seen) = self.condition(condition)?;
                let value = self.eval(if value { then } else { otherwise });
                self.seen = seen;
                value
            }
            ExprKind::Quantified(quantifier, binders, body) => {
                self.quantified(*quantifier, binders, body)
            }
            ExprKind::SetOf { element, binders, filter } => {
                self.set_of(element.as_deref(), binders, filter.as_deref())
            }
            ExprKind::ListOf { binders, filter } => self.list_of(binders, filter),
            ExprKind::New(pool) => self.outcome(Access::New(pool.text.clone())),
            ExprKind::Where { .. } | ExprKind::RowRead(_) => wrong("not understood"),
        }
    }

    pub fn all(&mut self, all: &[Expr]) -> Result<Vec<Value>> {
        all.iter().map(|expr| self.eval(expr)).collect()
    }

    pub fn number(&mut self, expr: &Expr) -> Result<i64> {
        let value = self.eval(expr)?;
        self.as_number(&value)
    }

    pub fn as_number(&self, value: &Value) -> Result<i64> {
        self.world.roster.number(value).map_or_else(|| wrong(format!("{value} is no number")), Ok)
    }

    pub fn outcome(&mut self, access: Access) -> Result<Value> {
        let log = self.log.ok_or(Stop::Unknown)?;
        let value = log.get(self.used).cloned().ok_or_else(|| Stop::Access(access.clone()))?;
        self.used += 1;
        if let Access::Cas(place, ..) | Access::Swap(place, _) | Access::Add(place, _) = &access
            && let Root::Shared(at) = place.root
        {
            // what it may have changed is read again
            self.seen.retain(|it, _| it.0.0 != at);
        }
        Ok(value)
    }

    pub fn name(&mut self, name: &str) -> Result<Value> {
        match self.names.get(name).cloned() {
            Some(Bind::Value(it)) => return Ok(it),
            Some(Bind::Slot(slot)) => {
                let me = self.me.ok_or(Stop::Unknown)?;
                return self.state()?.processes[me].names.get(&slot).cloned().ok_or(Stop::Unknown);
            }
            Some(Bind::Argument(expr, names)) => {
                return self.within(names, |it| it.eval(&expr));
            }
            None => {}
        }
        if let Some((root, domains)) = self.variable(name) {
            return self.whole(&root, &domains);
        }
        if let Some(define) = self.world.definitions.get(name).cloned() {
            let DefineBody::Expr(body) = &define.body else { return wrong("no expression") };
            return self.eval(body);
        }
        let world = self.world;
        match name {
            "true" => return Ok(Value::Bool(true)),
            "false" => return Ok(Value::Bool(false)),
            "process" if world.role("process").is_none() => {
                return Ok(Value::Set(world.roster.members(None)));
            }
            "self" => {
                let me = self.me.ok_or(Stop::Unknown)?;
                return Ok(Value::Process(me, Some(world.roster.role_of(me))));
            }
            "others" => {
                let me = self.me.ok_or(Stop::Unknown)?;
                let all = world.roster.members(Some(world.roster.role_of(me))).into_iter();
                return Ok(Value::Set(
                    all.filter(|value| !matches!(value, Value::Process(value, _) if *value == me))
                        .collect(),
                ));
            }
            "passes" => {
                let me = self.me.ok_or(Stop::Unknown)?;
                return Ok(Value::Number(self.state()?.processes[me].passes as i64));
            }
            _ => {}
        }
        if let Some(it) = world.options.get(name) {
            return Ok(it.clone());
        }
        if let Some(role) = world.role(name) {
            return Ok(match world.roles[role].number {
                Some(_) => Value::Set(world.roster.members(Some(role))),
                None => Value::Process(world.roster.0[role].0, Some(role)),
            });
        }
        if let Some(all) = self.section(name)? {
            let Some(me) = self.me else { return Ok(Value::Set(all)) };
            let is_mine = world.role_of(me).sections.iter().any(|section| section == name)
                || ["end", "decided", "crashed"].contains(&name);
            return Ok(match is_mine {
                true => Value::Bool(self.state()?.processes[me].section == name),
                false => Value::Set(all),
            });
        }
        if let Some(&size) = world.pools.get(name) {
            return Ok(Value::Set((0..size as i64).map(Value::Number).collect()));
        }
        match world.domains.get(name) {
            Some(domain) => Ok(Value::Set(world.roster.values(domain))),
            None => Ok(Value::Symbol(name.into())),
        }
    }

    /// The processes in a section, if something is a section of that name.
    pub fn section(&self, name: &str) -> Result<Option<Vec<Value>>> {
        let world = self.world;
        let has = |role: &&crate::world::Role| role.sections.iter().any(|section| section == name);
        let roles = world.roles.iter().filter(has).count();
        if roles == 0 && !["end", "decided", "crashed"].contains(&name) {
            return Ok(None);
        }
        let state = self.state()?;
        let all = state.processes.iter().enumerate().filter(|(_, it)| it.section == name);
        Ok(Some(all.map(|(at, _)| Value::Process(at, Some(world.roster.role_of(at)))).collect()))
    }

    /// What stands behind `in`: there a section is a set.
    pub fn members(&mut self, expr: &Expr) -> Result<Value> {
        if let Some(name) = expr.name()
            && self.names.get(name).is_none()
            && self.variable(name).is_none()
            && !self.world.definitions.contains_key(name)
            && let Some(all) = self.section(name)?
        {
            return Ok(Value::Set(all));
        }
        if let ExprKind::Prime(inner) = &expr.kind {
            let before = self.state;
            self.state = Some(self.after.ok_or(Stop::Unknown)?);
            let value = self.members(inner);
            self.state = before;
            return value;
        }
        self.eval(expr)
    }

    pub fn domain_of(&self, place: &Place) -> Option<Domain> {
        let world = self.world;
        Some(match place.root {
            Root::Shared(at) => world.shared[at].domain.clone(),
            Root::Own(process, at) => world.role_of(process).own[at].domain.clone(),
            Root::Name(_) => return None,
        })
    }

    pub fn read(&mut self, place: &Place) -> Result<Value> {
        let state = self.state()?;
        let mut value = match place.root {
            Root::Shared(at) => self.cell((at, place.element), &place.path, place.is_known)?,
            Root::Own(process, at) => state.processes[process].own[at][place.element].clone(),
            Root::Name(slot) => {
                let me = self.me.ok_or(Stop::Unknown)?;
                state.processes[me].names.get(&slot).cloned().ok_or(Stop::Unknown)?
            }
        };
        for part in &place.path {
            let Some(inner) = part.of(&value) else {
                return wrong(format!("{value} has no such part"));
            };
            value = inner;
        }
        Ok(value)
    }

    /// Of a shared variable. One that is a process's own is so if that is known before the program runs.
    pub fn cell(&mut self, cell: Cell, path: &[Part], is_known: bool) -> Result<Value> {
        let state = self.state()?;
        let is_ghost = self.world.shared[cell.0].storage == listing::tree::Storage::Ghost;
        let Some(log) = self.log else { return Ok(state.shared[cell.0][cell.1].clone()) };
        if is_ghost || is_known && self.free.is_some_and(|free| free.contains(&cell)) {
            return Ok(state.shared[cell.0][cell.1].clone());
        }
        if let Some(value) = self.seen.get(&(cell, path.to_vec())) {
            return Ok(value.clone());
        }
        let value = log.get(self.used).cloned().ok_or(Stop::Access(Access::Read(cell)))?;
        self.used += 1;
        self.seen.insert((cell, path.to_vec()), value.clone());
        Ok(value)
    }
}
