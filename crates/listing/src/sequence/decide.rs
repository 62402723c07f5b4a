//! What processes propose and decide, as code.

use crate::instantiate::Result;
use crate::instantiate::decide::Given;
use crate::instantiate::domain::Ty;
use crate::instantiate::terms::{and, not, select};
use crate::instantiate::value::Val;
use crate::sequence::Sequence;
use crate::token::Span;
use program::ir::{self, Expr, Instruction, Place};

impl Sequence<'_> {
    pub fn proposes(&mut self, nth: usize) {
        let Given { process, value, code, .. } = self.consensus.given[nth].clone();
        self.run(code);
        let parts = self.put_all(value.parts);
        let slot = self.consensus.proposal_slots[process];
        self.store_parts(slot, parts);
        self.store_parts(slot - 1, vec![Expr::Const(1)]);
    }

    pub fn decides_value(&mut self, nth: usize) {
        let Given { process, value, code, span, .. } = self.consensus.given[nth].clone();
        self.run(code);
        let (slot, words) = (self.consensus.decision_slots[process], value.ty.words(self));
        let parts = self.put_all(value.parts);
        self.emit(Instruction::Event(ir::EventTemplate::Decide { value: parts.clone(), words }));
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
        let (code, same) = self.aside(|sequence| sequence.equal(&known, &new, span))?;
        self.run(code);
        let is_revoked = and(self.stands_in(process, "decided"), not(self.put(same)));
        if let Some(first) = parts.first_mut() {
            *first = select(is_revoked, Expr::Const(program::REVOKED), first.clone());
        }
        Ok(parts)
    }

    fn store_parts(&mut self, slot: usize, parts: Vec<Expr>) {
        for (nth, part) in parts.into_iter().enumerate() {
            self.emit(Instruction::Store(Place { slot: slot + nth, index: None }, part));
        }
    }
}
