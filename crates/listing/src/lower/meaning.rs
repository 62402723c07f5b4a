//! What a name stands for: the one order in which it is looked for.

use super::domain::Ty;
use super::{Bound, Env, Lower, Val, look_up};
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

impl<'t> Lower<'t> {
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
        if let Some(option) = self.options.iter().position(|it| it.name == name) {
            return Meaning::Option(option);
        }
        if name == "self" {
            return Meaning::Me;
        }
        if let Some(var) = self.find_var(name) {
            return Meaning::Variable(var);
        }
        if let Some(define) = self.find_define(name) {
            return Meaning::Define(define);
        }
        if name == "passes" {
            return Meaning::Passes;
        }
        if self.sections.iter().flatten().any(|it| it == name) {
            return Meaning::Section;
        }
        self.beyond_sections(name)
    }

    /// The same of what may be a section, too, before any process stands in one.
    pub fn beyond_sections(&self, name: &str) -> Meaning<'t> {
        if let Some(role) = self.roles.iter().position(|it| it.noun == name) {
            return Meaning::Role(role);
        }
        match name {
            "process" => Meaning::Processes,
            "others" if self.here.process.is_some() => Meaning::Others,
            _ => self.known_symbol(name).map_or(Meaning::Nothing, Meaning::Symbol),
        }
    }

    /// The variable of that name which the process in hand sees.
    pub fn find_var(&self, name: &str) -> Option<usize> {
        let called = |role: Option<usize>| {
            self.vars.iter().position(|it| it.role == role && it.name == name)
        };
        let own = self.here.process.and_then(|process| called(Some(self.role_of(process))));
        own.or_else(|| called(None)).or_else(|| {
            // a property may name what a single process has
            let is_single = |role: usize| self.roles[role].number.is_none();
            let is_it = |it: &super::Var| it.role.is_some_and(is_single) && it.name == name;
            self.vars.iter().position(is_it).filter(|_| self.here.process.is_none())
        })
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
        if let Some(role) = self.roles.iter().position(|it| it.noun == name) {
            return Some(Ty::Scalar(self.role_domain(role)));
        }
        if name == "process" {
            return Some(Ty::Scalar(self.process_domain()));
        }
        if let Some((_, ty)) = self.domains.iter().find(|it| it.0 == name) {
            return Some(ty.clone());
        }
        self.records.iter().position(|it| it.name == name).map(Ty::Record)
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
