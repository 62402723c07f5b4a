//! What processes propose and decide.

use super::core::{Code, Statement};
use super::domain::{Ty, and, not, select};
use super::{Env, Here, Lower, Mode, Result, Val};
use crate::diagnostic::{Found, Kind};
use crate::token::Span;
use crate::tree::Expr as Tree;
use program::ir::{self, Expr, Instruction, Place};

/// What a process proposes or decides in a line.
#[derive(Clone)]
pub struct Given {
    process: usize,
    decides: bool,
    span: Span,
    value: Val,
    code: Code,
}

impl<'t> Lower<'t> {
    pub fn propose(&mut self, value: &'t Tree, span: Span, env: &Env<'t>) -> Result<()> {
        let value = self.eval(value, env)?;
        if self.proposal.is_none() {
            self.proposal = Some(value.ty.clone());
        }
        self.says(Statement::Propose(self.given.len()));
        self.gives(value, false, span);
        Ok(())
    }

    pub fn decide(&mut self, value: &'t Tree, env: &Env<'t>) -> Result<()> {
        let span = value.span;
        let value = self.eval(value, env)?;
        let value = self.keep(value);
        self.decision = Some(match self.decision.clone() {
            None => value.ty.clone(),
            Some(ty) => {
                let known = Val { ty, parts: Vec::new(), items: Vec::new() };
                self.join(&known, &value, span)?
            }
        });
        self.says(Statement::Decide(self.given.len()));
        self.gives(value, true, span);
        Ok(())
    }

    fn gives(&mut self, value: Val, decides: bool, span: Span) {
        let process = self.here.process.unwrap_or_default();
        self.given.push(Given { process, decides, span, value, code: Vec::new() });
    }

    /// Makes what is proposed and decided fit, once the types of both are known.
    pub fn fit_given(&mut self) -> Result<()> {
        for nth in 0..self.given.len() {
            let Given { process, decides, span, value, .. } = self.given[nth].clone();
            let (ty, verb) = match decides {
                true => (self.decision.clone(), "decide"),
                false => (self.proposal.clone(), "propose"),
            };
            let Some(ty) = ty else { continue };
            self.require_domain(&ty, verb, span)?;
            self.here = Here::new(Some(process), Mode::Stepped);
            let (code, parts) = self.aside(|lower| lower.fit(value, &ty, span))?;
            self.given[nth].value = Val { ty, parts, items: Vec::new() };
            self.given[nth].code = code;
        }
        Ok(())
    }

    pub fn proposes(&mut self, nth: usize) {
        let Given { process, value, code, .. } = self.given[nth].clone();
        self.run(code);
        let parts = self.put_all(value.parts);
        let slot = self.proposal_slots[process];
        self.store_parts(slot, parts);
        self.store_parts(slot - 1, vec![Expr::Const(1)]);
    }

    pub fn decides_value(&mut self, nth: usize) {
        let Given { process, value, code, span, .. } = self.given[nth].clone();
        self.run(code);
        let (slot, words) = (self.decision_slots[process], value.ty.words(self));
        let parts = self.put_all(value.parts);
        self.emit(Instruction::Event(ir::Told::Decide { value: parts.clone(), words }));
        if let Ok(parts) = self.irrevocable(process, value.ty, parts, span) {
            self.store_parts(slot, parts);
        }
        self.stand_at("decided");
        self.ends_rule();
    }

    /// What a process decides, or a fault if it has decided another value: a rule still runs then.
    fn irrevocable(
        &mut self,
        process: usize,
        ty: Ty,
        mut parts: Vec<Expr>,
        span: Span,
    ) -> Result<Vec<Expr>> {
        if !self.here.in_rule {
            return Ok(parts);
        }
        let Some(known) = self.decision_of(process, &ty) else { return Ok(parts) };
        let new = Val { ty, parts: parts.clone(), items: Vec::new() };
        let (code, same) = self.aside(|lower| lower.equal(&known, &new, span))?;
        self.run(code);
        let is_revoked = and(self.stands_in(process, "decided"), not(self.put(same)));
        if let Some(first) = parts.first_mut() {
            *first = select(is_revoked, Expr::Const(program::REVOKED), first.clone());
        }
        Ok(parts)
    }

    /// What is kept needs a domain, which a set or list that is written out has from its variable only.
    fn require_domain(&mut self, ty: &Ty, verb: &str, span: Span) -> Result<()> {
        if *ty != Ty::Items {
            return Ok(());
        }
        let message = "A set or list that is written out has no domain here.";
        let help = format!("Assign it to a variable of the process, and {verb} that.");
        self.fail(Found::new(Kind::NotYetSupported, span, message).help(help))
    }

    fn store_parts(&mut self, slot: usize, parts: Vec<Expr>) {
        for (nth, part) in parts.into_iter().enumerate() {
            self.emit(Instruction::Store(Place { slot: slot + nth, index: None }, part));
        }
    }
}
