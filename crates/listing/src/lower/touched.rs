//! Which variables expressions read, and loops write.

use super::{Env, Lower, Meaning, Mode};
use crate::functions::{Effect, effect};
use crate::tree::{
    Block, DefineBody, Domain, DomainKind, Expr as Tree, ExprKind, Name, PartKind, Statement,
    StatementKind, Storage, statements,
};
use std::collections::BTreeSet;

/// Variables of the text, and the definitions that were looked at for them.
#[derive(Default)]
struct Walk {
    vars: BTreeSet<usize>,
    defines: BTreeSet<String>,
}

impl<'t> Lower<'t> {
    /// Whether the rounds of a loop, or a rule between two of their steps, may write what the loop runs over.
    pub fn is_written_within(&self, domain: &'t Domain, body: &'t Block, env: &Env<'t>) -> bool {
        let DomainKind::Expr(set) = &domain.kind else { return false };
        let (mut read, mut written) = (Walk::default(), Walk::default());
        self.vars_of(set, env, &mut read);
        if read.vars.is_empty() {
            return false;
        }
        self.written_by(body, env, &mut written);
        if let Some(process) = self.here.process.filter(|_| self.here.mode == Mode::Stepped) {
            for part in &self.roles[self.role_of(process)].tree.parts {
                if let PartKind::Rule(rule) = &part.kind {
                    self.written_by(&rule.body, &None, &mut written);
                }
            }
        }
        !read.vars.is_disjoint(&written.vars)
    }

    /// Whether an expression reads a ghost.
    pub fn names_ghost(&self, expr: &'t Tree, env: &Env<'t>) -> bool {
        let mut read = Walk::default();
        self.vars_of(expr, env, &mut read);
        read.vars.iter().any(|&var| self.vars[var].storage == Storage::Ghost)
    }

    /// The variables that an expression names, also by definitions and by parameters.
    fn vars_of(&self, expr: &'t Tree, env: &Env<'t>, walk: &mut Walk) {
        if let ExprKind::Name(name) | ExprKind::Call(Name { text: name, .. }, _) = &expr.kind {
            match self.meaning(name, env) {
                Meaning::Argument(argument, env) => self.vars_of(argument, &env, walk),
                Meaning::Variable(var) => drop(walk.vars.insert(var)),
                Meaning::Define(define) if walk.defines.insert(name.clone()) => {
                    define.value().into_iter().for_each(|body| self.vars_of(body, &None, walk));
                }
                _ => {}
            }
        }
        expr.parts().into_iter().for_each(|part| self.vars_of(part, env, walk));
    }

    fn written_by(&self, block: &'t Block, env: &Env<'t>, walk: &mut Walk) {
        for statement in statements(block) {
            self.written_in(statement, env, walk);
        }
    }

    fn written_in(&self, statement: &'t Statement, env: &Env<'t>, walk: &mut Walk) {
        match &statement.kind {
            StatementKind::Assign { targets, values, .. } => {
                for target in targets {
                    self.vars_of(variable(target), env, walk);
                }
                for value in values {
                    self.operated_on(value, env, walk);
                }
            }
            StatementKind::Choose { binders, .. } => {
                let names = binders.iter().flat_map(|binder| &binder.names);
                walk.vars.extend(names.filter_map(|name| self.find_var(&name.text)));
            }
            StatementKind::Receive { pattern, .. } => {
                for field in &pattern.fields {
                    self.vars_of(field, env, walk);
                }
            }
            StatementKind::Await(value @ Tree { kind: ExprKind::Call(_, fields), .. })
                if self.meant.is_message(value.span, self.my_role()) =>
            {
                for field in fields {
                    self.vars_of(field, env, walk);
                }
            }
            StatementKind::Await(value) | StatementKind::Let(_, value) => {
                self.operated_on(value, env, walk);
            }
            StatementKind::If(branches) => {
                let conditions = branches.iter().filter_map(|branch| branch.condition.as_ref());
                conditions.for_each(|condition| self.operated_on(condition, env, walk));
            }
            StatementKind::Call { name, arguments } => {
                self.written_by_call(&name.text, arguments, env, walk);
            }
            StatementKind::Invoke(all) => {
                for one in all {
                    one.target.iter().for_each(|target| self.vars_of(variable(target), env, walk));
                    self.written_by_call(&one.operation.text, &[], env, walk);
                }
            }
            _ => {}
        }
    }

    /// What a definition writes, and the variables that it is given.
    fn written_by_call(&self, name: &str, arguments: &'t [Tree], env: &Env<'t>, walk: &mut Walk) {
        for argument in arguments {
            self.vars_of(variable(argument), env, walk);
        }
        let Some(define) = self.find_define(name) else { return };
        if !walk.defines.insert(name.to_owned()) {
            return;
        }
        match &define.body {
            DefineBody::Block(body) => self.written_by(body, &None, walk),
            DefineBody::Expr(body) => {
                if let Some((name, arguments)) = body.named() {
                    self.written_by_call(name, arguments, &None, walk);
                }
            }
        }
    }

    /// What `swap` and the like write within an expression.
    fn operated_on(&self, expr: &'t Tree, env: &Env<'t>, walk: &mut Walk) {
        for part in expr.with_parts() {
            if let ExprKind::Call(name, arguments) = &part.kind
                && effect(&name.text) == Effect::Operation
            {
                for argument in arguments {
                    self.vars_of(argument, env, walk);
                }
            }
        }
    }
}

/// The variable of which an expression names a part.
fn variable(expr: &Tree) -> &Tree {
    match &expr.kind {
        ExprKind::Index(base, _) | ExprKind::Field(base, _) => variable(base),
        _ => expr,
    }
}
