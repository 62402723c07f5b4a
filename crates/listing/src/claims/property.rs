//! Properties, as queries over states.

pub mod inductive;
pub mod leads;
pub mod measure;
pub mod premise;
pub mod reason;
pub mod scope;
pub mod sections;

use crate::claims::Claims;
use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::instantiate::Result;
use crate::instantiate::instance::{Here, Mode};
use crate::instantiate::terms::{and, binary, load, not, or};
use crate::instantiate::value::{Env, Val};
use crate::limits::AWAITED_MAX;
use crate::token::Span;
use crate::tree::{
    Binder, Claim as TreeClaim, Expr as Tree, ExprKind, Name, Progress, Property, PropertyKind,
};
use model::{ClaimKind, intern};
use program::ir::{self, Claim, Expr, Flag, Monitor, Query};

impl<'t> Claims<'t> {
    /// What follows is asked of a state.
    pub fn ask(&mut self) {
        self.here = Here { is_asked: true, ..Here::new(None, Mode::Atomic) };
        self.hand.code.clear();
    }

    pub fn begin_query(&mut self) -> usize {
        self.ask();
        self.query_code = self.start();
        self.query_code
    }

    /// Ends the query of the claim in hand.
    pub fn end_claim(&mut self, value: Expr) -> Query {
        let code = self.query_code;
        self.end_query(code, value)
    }

    pub fn query(&mut self, expr: &'t Tree, env: &Env<'t>) -> Result<Query> {
        let code = self.begin_query();
        let value = self.bool(expr, env)?;
        Ok(self.end_query(code, value))
    }

    fn query_of(&mut self, value: Expr) -> Query {
        let code = self.begin_query();
        self.end_query(code, value)
    }

    pub fn add(&mut self, property: &Property, kind: ClaimKind, claim: Claim, span: Span) {
        let line = self.line_of(span);
        let words = self.source.text[span.start as usize..].lines().next().unwrap_or("");
        let words = words.split('#').next().unwrap_or("");
        let kind_in_text = match property.kind {
            PropertyKind::Never(_) => "never ",
            PropertyKind::AtEnd(_) => "at end ",
            PropertyKind::Reachable(_) => "reachable ",
            PropertyKind::Eventually { .. } => "eventually ",
            PropertyKind::EventuallyAlways(_) => "eventually always ",
            _ => "",
        };
        // its name stands before it, unless that says all
        let whole = words.strip_prefix(kind_in_text).unwrap_or(words);
        let words = words.split_once(": ").map_or(whole, |it| it.1).trim();
        self.program.properties.push(ir::Property {
            name: intern(&property.claimed()),
            words: intern(&format!("{kind_in_text}{words}")),
            kind,
            claim,
            line,
            given: "",
            premise_of: None,
            is_tacit: false,
        });
    }

    fn always(&mut self, property: &Property, holds: Expr, span: Span) {
        // what the claim needs was computed since the query began
        let query = self.end_claim(holds);
        self.add(property, ClaimKind::Always, Claim::State(query), span);
    }

    pub fn property(&mut self, property: &'t Property, span: Span) -> Result<()> {
        let monitors = self.program.monitors.len();
        self.begin_query();
        self.claimed.outside.clear();
        match &property.kind {
            PropertyKind::Always(claim) => {
                let holds = self.claim(claim, property)?;
                self.always(property, holds, span);
            }
            PropertyKind::Never(claim) => {
                let holds = self.claim(claim, property)?;
                self.always(property, not(holds), span);
            }
            PropertyKind::Reachable(claim) => {
                let holds = self.claim(claim, property)?;
                let query = self.end_claim(holds);
                self.add(property, ClaimKind::Sometimes, Claim::State(query), span);
            }
            PropertyKind::AtEnd(expr) => {
                let query = self.query(expr, &None)?;
                self.add(property, ClaimKind::Always, Claim::End(query), span);
            }
            PropertyKind::Eventually { each, from, to } => {
                self.eventually(property, each, (from.as_ref(), to), span)?;
            }
            PropertyKind::EventuallyAlways(expr) => self.eventually_always(property, expr, span)?,
            PropertyKind::Inductive(conjuncts) => self.inductive(property, conjuncts, span)?,
            PropertyKind::Outcomes(all) => self.outcomes(property, all, span)?,
            PropertyKind::Serializable(all) => self.serializable(property, all, span)?,
            PropertyKind::Linearizable(_) => {
                let words = "the operations have an order, each between its call and its return";
                self.order_claim(property, words, span);
            }
            PropertyKind::SequentiallyConsistent(_) => {
                let words = "the operations have an order that keeps the order of each process";
                self.order_claim(property, words, span);
            }
            PropertyKind::Most(measure) => self.measure(property, measure, true, span)?,
            PropertyKind::Least(measure) => self.measure(property, measure, false, span)?,
            PropertyKind::Progress(progress, from, to) => {
                self.progress(property, (progress, from, to.as_ref()), span)?;
            }
        }
        let remembers = |monitor: &Monitor| monitor.flag().is_some();
        if self.program.monitors[monitors..].iter().any(remembers) {
            self.remembering.push(property.title.text.clone());
        }
        self.note_sections_of_all();
        self.note_numbers_outside();
        let count =
            self.program.properties.iter().filter(|property| property.kind.is_awaited()).count();
        if count > AWAITED_MAX {
            let message = format!("A text has at most {AWAITED_MAX} `eventually`.");
            return self.error(ErrorCode::TooManyOutcomes, span, message);
        }
        Ok(())
    }

    /// A claim that something is true for ever from some state on.
    fn eventually_always(
        &mut self,
        property: &'t Property,
        expr: &'t Tree,
        span: Span,
    ) -> Result<()> {
        let code = self.begin_query();
        let holds = self.bool(expr, &None)?;
        let is_false = self.end_query(code, not(holds));
        let claim = Claim::Waiting(vec![is_false]);
        self.add(property, ClaimKind::EventuallyAlways, claim, span);
        Ok(())
    }

    /// A claim that operations come to an end.
    fn progress(
        &mut self,
        property: &'t Property,
        (progress, from, to): (&Progress, &'t Name, Option<&'t Name>),
        span: Span,
    ) -> Result<()> {
        let kind = match progress {
            Progress::WaitFree => ClaimKind::WaitFree,
            Progress::LockFree => ClaimKind::LockFree,
            Progress::ObstructionFree => ClaimKind::ObstructionFree,
        };
        let (sections, passes) = match to {
            Some(to) => self.operation(from, to)?,
            None => (self.called_within(from)?, Vec::new()),
        };
        let claim = Claim::Operation { sections: sections.clone(), passes, cost: None };
        self.add(property, kind, claim, span);
        if let Some(to) = to {
            self.note_operation(&from.text, &to.text, &sections);
        }
        self.note_passes();
        Ok(())
    }

    /// A claim that something comes, perhaps whenever something else is there.
    fn eventually(
        &mut self,
        property: &'t Property,
        each: &'t [Binder],
        (from, to): (Option<&'t Tree>, &'t Tree),
        span: Span,
    ) -> Result<()> {
        let waiting = match from {
            Some(from) if !each.is_empty() => self.each_leads_to(each, from, to, span)?,
            _ => self.leads_to(from, to)?,
        };
        self.add(property, ClaimKind::Eventually, Claim::Waiting(waiting), span);
        self.note_sections(from, to);
        Ok(())
    }

    fn claim(&mut self, claim: &'t TreeClaim, property: &Property) -> Result<Expr> {
        match claim {
            TreeClaim::Holds(expr) => self.claim_expr(expr, &property.kind),
            TreeClaim::AtMost { count, section, and: also } => {
                let count = self.number_constant(count, &None)?;
                let set = self.section_named(section)?;
                let size = crate::instantiate::terms::unary(ir::Unary::Size, set.parts[0].clone());
                let mut holds = binary(ir::Binary::LessEqual, size, Expr::Const(count));
                if let Some(also) = also {
                    holds = and(holds, self.bool(also, &None)?);
                }
                Ok(holds)
            }
            TreeClaim::Before(first, second) => self.before(first, second),
            TreeClaim::FreedIsTouched => self.freed_is_touched(property.title.span),
            TreeClaim::NotBefore(first, second) => self.before(first, second).map(not),
            TreeClaim::DecisionsEqual => {
                let all = self.decided(property.title.span)?;
                let mut holds = Expr::Const(1);
                for (at, (decided, value)) in all.iter().enumerate() {
                    for (other, another) in &all[..at] {
                        let same = self.equal(value, another, property.title.span)?;
                        let both = and(decided.clone(), other.clone());
                        holds = and(holds, or(not(both), same));
                    }
                }
                Ok(holds)
            }
            TreeClaim::DecisionsAreInputs => {
                let all = self.decided(property.title.span)?;
                let inputs = self.inputs(property.title.span)?;
                let mut holds = Expr::Const(1);
                for (decided, value) in all {
                    let mut is_input = Expr::Const(0);
                    for (is_there, input) in &inputs {
                        let same = self.equal(&value, input, property.title.span)?;
                        is_input = or(is_input, and(is_there.clone(), same));
                    }
                    holds = and(holds, or(not(decided), is_input));
                }
                Ok(holds)
            }
        }
    }

    /// `P ⇒ always Q` remembers P.
    fn claim_expr(&mut self, expr: &'t Tree, kind: &PropertyKind) -> Result<Expr> {
        if let ExprKind::Implies { from: premise, to, always: true } = &expr.kind {
            self.claimed.remembers = true;
            let holds = self.claim_ever_after(premise, to);
            self.claimed.remembers = false;
            return holds;
        }
        self.claimed.primes = Some(0);
        let holds = self.bool(expr, &None);
        match (holds?, self.claimed.primes.take()) {
            (holds, Some(1..)) => self.claim_of_steps(holds, kind, expr.span),
            (holds, _) => Ok(holds),
        }
    }

    fn claim_ever_after(&mut self, premise: &'t Tree, to: &'t Tree) -> Result<Expr> {
        let from = self.query(premise, &None)?;
        let slot = self.memory_slot();
        self.program.monitors.push(Monitor::Flag(Flag::latch(slot, from)));
        self.begin_query();
        // where P cannot be computed, neither can the claim
        let computed = self.bool(premise, &None)?;
        if computed.can_fail() {
            self.simple(computed);
        }
        let to = self.bool(to, &None)?;
        Ok(or(not(load(slot)), to))
    }

    /// Whether each process has decided, and what.
    fn decided(&mut self, span: Span) -> Result<Vec<(Expr, Val)>> {
        let Some(ty) = self.consensus.decision.clone() else {
            let message = "No process decides anything.";
            let help = "A process decides with a line like `decide x`.";
            return self
                .fail(DiagnosticDraft::new(ErrorCode::UnknownName, span, message).help(help));
        };
        let mut all = Vec::new();
        for process in 0..self.process_count() {
            let is_decided = self.is_in_section(process, "decided");
            if let (true, Some(value)) = (self.decides(process), self.decision_of(process, &ty)) {
                all.push((is_decided, value));
            }
        }
        Ok(all)
    }

    fn decides(&self, process: usize) -> bool {
        process < self.consensus.decision_slots.len()
    }

    /// What processes propose, and whether they have: what `propose` says, or else the definition
    /// `input`.
    fn inputs(&mut self, span: Span) -> Result<Vec<(Expr, Val)>> {
        if let Some(ty) = self.consensus.proposal.clone() {
            let width = ty.width(&self.types.records);
            return Ok(self
                .consensus
                .proposal_slots
                .iter()
                .map(|&slot| {
                    let parts = (slot..slot + width).map(load).collect();
                    (load(slot - 1), Val { ty: ty.clone(), parts, items: Vec::new() })
                })
                .collect());
        }
        let Some(define) = self.find_define("input") else {
            let message = "What the inputs are is said nowhere.";
            let help = "Say `propose x` in the process, or `define input: …`.";
            return self
                .fail(DiagnosticDraft::new(ErrorCode::UnknownName, span, message).help(help));
        };
        let Some(body) = define.value() else {
            return self.error(ErrorCode::NotAnExpression, span, "`input` is no value.");
        };
        let mut all = Vec::new();
        for process in 0..self.process_count() {
            let role = self.role_of(process);
            let env = self.number_binding(role, process - self.roles[role].base);
            self.here.process = Some(process);
            let value = self.eval(body, &env);
            self.here.process = None;
            all.push((Expr::Const(1), value?));
        }
        Ok(all)
    }
}
