//! What a sum adds up, term by term.

use crate::claims::Claims;
use crate::claims::property::reason::MEMBERS_MAX;
use crate::instantiate::Result;
use crate::instantiate::meaning::Meaning;
use crate::instantiate::value::{Env, define_env};
use crate::tree::{Binary, Binder, Define, DefineBody, Expr as Tree, ExprKind, Quantifier};
use program::ir::{Addends, Expr, Term};

/// So many definitions are put into each other.
const DEPTH_MAX: usize = 8;

impl<'t> Claims<'t> {
    /// The numbers that an expression adds up; none if it is no sum over members, or runs over an unknown number.
    pub fn addends(&mut self, expr: &'t Tree, env: &Env<'t>) -> Vec<Addends> {
        let mut all = Vec::new();
        match self.add_up(expr, env, 0, &mut all) {
            Ok(()) if all.iter().any(|added| added.all.len() > 1) => all,
            _ => Vec::new(),
        }
    }

    fn add_up(
        &mut self,
        expr: &'t Tree,
        env: &Env<'t>,
        depth: usize,
        all: &mut Vec<Addends>,
    ) -> Result<()> {
        if depth > DEPTH_MAX {
            return Err(());
        }
        let added = match &expr.kind {
            ExprKind::Binary(Binary::Add, left, right) => {
                self.add_up(left, env, depth + 1, all)?;
                return self.add_up(right, env, depth + 1, all);
            }
            ExprKind::Quantified(Quantifier::Sum, binders, body) => {
                Addends { words: named(body), all: self.of_members(binders, body, env)? }
            }
            ExprKind::Call(name, arguments)
                if name.text == "sum" && self.find_define("sum").is_none() =>
            {
                Addends {
                    words: named(&arguments[0]),
                    all: self.of_elements(&arguments[0], expr, env)?,
                }
            }
            ExprKind::Name(name) => match self.meaning(name, env) {
                Meaning::Argument(argument, env) => {
                    return self.add_up(argument, &env, depth + 1, all);
                }
                Meaning::Define(define) => return self.add_up_define(define, &[], env, depth, all),
                _ => self.one(expr, env)?,
            },
            ExprKind::Call(name, arguments) => match self.find_define(&name.text) {
                Some(define) => return self.add_up_define(define, arguments, env, depth, all),
                None => self.one(expr, env)?,
            },
            _ => self.one(expr, env)?,
        };
        all.push(added);
        Ok(())
    }

    fn add_up_define(
        &mut self,
        define: &'t Define,
        arguments: &'t [Tree],
        env: &Env<'t>,
        depth: usize,
        all: &mut Vec<Addends>,
    ) -> Result<()> {
        let DefineBody::Expr(body) = &define.body else { return Err(()) };
        let inner = define_env(define, arguments, env).map_err(drop)?;
        self.add_up(body, &inner, depth + 1, all)
    }

    fn one(&mut self, expr: &'t Tree, env: &Env<'t>) -> Result<Addends> {
        let term = self.value_term(expr, env)?;
        Ok(Addends { words: named(expr), all: vec![term] })
    }

    fn of_members(
        &mut self,
        binders: &'t [Binder],
        body: &'t Tree,
        env: &Env<'t>,
    ) -> Result<Vec<Term>> {
        self.begin_query();
        let members = self.members(binders, env)?;
        if members.len() > MEMBERS_MAX
            || members.iter().any(|(_, counts)| *counts != Expr::Const(1))
        {
            return Err(());
        }
        members.iter().map(|(inner, _)| self.value_term(body, inner)).collect()
    }

    fn of_elements(&mut self, array: &'t Tree, expr: &'t Tree, env: &Env<'t>) -> Result<Vec<Term>> {
        let mut terms = Vec::new();
        loop {
            // each query reads the array by itself
            self.begin_query();
            let value = self.set_value(array, env)?;
            let items = self.items_of(&value, expr.span)?;
            if items.len() > MEMBERS_MAX
                || items.iter().any(|(_, counts)| *counts != Expr::Const(1))
            {
                return Err(());
            }
            let Some((item, _)) = items.into_iter().nth(terms.len()) else { return Ok(terms) };
            terms.push(self.term_of(named(array), item, false)?);
        }
    }
}

/// "recorded" of `recorded[i]`
fn named(expr: &Tree) -> String {
    match &expr.kind {
        ExprKind::Index(base, _) | ExprKind::Field(base, _) => named(base),
        ExprKind::Name(name) => name.replace('_', " "),
        ExprKind::Call(name, _) => name.text.replace('_', " "),
        _ => String::new(),
    }
}
