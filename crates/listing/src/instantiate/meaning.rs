//! What a name stands for: the one order in which it is looked for.

use crate::instantiate::domain::Ty;
use crate::instantiate::instance::Instance;
use crate::instantiate::value::{Bound, Env, Val, look_up};
use crate::tree::{Define, Expr as Tree};

/// What a name stands for where it is no function and no message.
pub enum Meaning<'t> {
    /// An argument of a definition, with the names in force where it stands.
    Argument(&'t Tree, Env<'t>),
    /// A value that a line has bound.
    Value(Val),
    Truth(bool),
    Option(usize),
    /// `self`: the process in hand.
    Me,
    Variable(usize),
    Define(&'t Define),
    /// How often the process in hand has left its first section, where that is counted.
    Passes,
    /// A section of the role in hand, or of any role.
    Section,
    Role(usize),
    /// `process`: all of them.
    Processes,
    /// `others`: of the role in hand.
    Others,
    Symbol(i64),
    Nothing,
}

impl<'t> Instance<'t> {
    pub fn meaning(&self, name: &str, env: &Env<'t>) -> Meaning<'t> {
        match look_up(env, name) {
            Some(Bound::Alias(argument, env)) => Meaning::Argument(argument, env),
            Some(Bound::Value(value)) => Meaning::Value(value),
            None => self.declared(name),
        }
    }

    /// What it stands for where no line and no definition has bound it.
    fn declared(&self, name: &str) -> Meaning<'t> {
        if let "true" | "false" = name {
            return Meaning::Truth(name == "true");
        }
        if let Some(option) = self.find_option(name) {
            return Meaning::Option(option);
        }
        if name == "self" {
            return Meaning::Me;
        }
        if let Some(var) = self.find_var(name) {
            return Meaning::Variable(var);
        }
        // an operation is called, and its name is that of a section
        if let Some(define) = self.find_define(name).filter(|define| define.operation.is_none()) {
            return Meaning::Define(define);
        }
        if name == "passes" {
            return Meaning::Passes;
        }
        if self.sections.iter().flatten().any(|section| section == name) {
            return Meaning::Section;
        }
        self.beyond_sections(name)
    }

    /// The same of what may be a section, too, before any process stands in one.
    pub fn beyond_sections(&self, name: &str) -> Meaning<'t> {
        if let Some(role) = self.find_role(name) {
            return Meaning::Role(role);
        }
        match name {
            "process" => Meaning::Processes,
            "others" if self.here.process.is_some() => Meaning::Others,
            _ => self.known_symbol(name).map_or(Meaning::Nothing, Meaning::Symbol),
        }
    }

    pub fn find_option(&self, name: &str) -> Option<usize> {
        self.options.iter().position(|option| option.name == name)
    }

    pub fn find_role(&self, noun: &str) -> Option<usize> {
        self.roles.iter().position(|role| role.noun == noun)
    }

    pub fn find_record(&self, name: &str) -> Option<usize> {
        self.types.records.iter().position(|record| record.name == name)
    }

    pub fn find_pool(&self, name: &str) -> Option<usize> {
        self.pools.iter().position(|pool| pool.name == name)
    }

    pub fn find_message(&self, name: &str) -> Option<usize> {
        self.messages.iter().position(|message| message.name == name)
    }

    /// All variables of that name: one of everybody, or one of each of some roles.
    pub fn vars_called(&self, name: &str) -> impl Iterator<Item = usize> {
        (0..self.vars.len()).filter(move |var| self.vars[*var].name == name)
    }

    pub fn find_shared(&self, name: &str) -> Option<usize> {
        self.vars_called(name).find(|var| self.vars[*var].role.is_none())
    }

    /// Those of which each process of a role has its own.
    pub fn owned(&self, name: &str) -> impl Iterator<Item = usize> {
        self.vars_called(name).filter(|var| self.vars[*var].role.is_some())
    }

    /// The variable of that name which the lines of a role see.
    pub fn var_of_role(&self, name: &str, role: usize) -> Option<usize> {
        let own = self.owned(name).find(|var| self.vars[*var].role == Some(role));
        own.or_else(|| self.find_shared(name))
    }

    /// The variable of that name which the process in hand sees, or a property.
    pub fn find_var(&self, name: &str) -> Option<usize> {
        if let Some(process) = self.here.process {
            return self.var_of_role(name, self.role_of(process));
        }
        // a property may name what a single process has
        let is_single = |var: &usize| {
            self.vars[*var].role.is_some_and(|role| self.roles[role].number.is_none())
        };
        self.find_shared(name).or_else(|| self.owned(name).find(is_single))
    }

    /// The definition of that name.
    pub fn find_define(&self, name: &str) -> Option<&'t Define> {
        self.defines.iter().copied().find(|define| define.name.text == name)
    }

    /// The variable that an expression is, by its name alone.
    pub fn var_named(&self, expr: &Tree, env: &Env<'t>) -> Option<usize> {
        match self.meaning(expr.name()?, env) {
            Meaning::Variable(var) => Some(var),
            _ => None,
        }
    }

    /// The domain that a name stands for.
    pub fn named_domain(&self, name: &str) -> Option<Ty> {
        if let Some(role) = self.find_role(name) {
            return Some(Ty::Scalar(self.role_domain(role)));
        }
        if name == "process" {
            return Some(Ty::Scalar(self.process_domain()));
        }
        if let Some((_, ty)) = self.types.domains.iter().find(|(domain, _)| domain == name) {
            return Some(ty.clone());
        }
        self.find_record(name).map(Ty::Record)
    }

    /// The domain that is named where a name can also be that of a set.
    pub fn domain_named(&self, expr: &Tree, env: &Env<'t>) -> Option<Ty> {
        let name = expr.name()?;
        match self.meaning(name, env) {
            Meaning::Argument(..) | Meaning::Value(_) | Meaning::Variable(_) => None,
            _ => self.named_domain(name),
        }
    }
}
