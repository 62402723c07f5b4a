//! What processes propose and decide.

use super::domain::{Ty, and, not, select};
use super::{Env, Lower, Result, Val};
use crate::diagnostic::{Found, Kind};
use crate::token::Span;
use crate::tree::Expr as Tree;
use program::ir::{self, Expr, Instruction, Place};

impl<'t> Lower<'t> {
    pub fn propose(&mut self, value: &'t Tree, span: Span, env: &Env<'t>) -> Result<()> {
        let value = self.eval(value, env)?;
        if self.proposal.is_none() {
            self.proposal = Some(value.ty.clone());
        }
        if let (Some(process), Some(ty)) = (self.here.process, self.proposal.clone())
            && let Some(&slot) = self.proposal_slots.get(process)
        {
            self.require_domain(&ty, "propose", span)?;
            let parts = self.fit(value, &ty, span)?;
            self.store_parts(slot, parts);
            self.store_parts(slot - 1, vec![Expr::Const(1)]);
        }
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
        let process = self.here.process.unwrap_or_default();
        if let (Some(&slot), Some(ty)) = (self.decision_slots.get(process), self.decision.clone()) {
            self.require_domain(&ty, "decide", span)?;
            let words = ty.words(self);
            let parts = self.fit(value, &ty, span)?;
            let told = ir::Told::Decide { value: parts.clone(), words };
            self.emit(Instruction::Event(told));
            let parts = self.irrevocable(process, ty, parts, span)?;
            self.store_parts(slot, parts);
        }
        self.stand_at("decided");
        self.ends_rule();
        Ok(())
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
        let differs = not(self.equal(&known, &new, span)?);
        let is_revoked = and(self.is_in_section(process, "decided"), differs);
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
