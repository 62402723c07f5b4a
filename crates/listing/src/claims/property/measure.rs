//! Numbers and results that are asked for.

use crate::claims::Claims;
use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::instantiate::Result;
use crate::instantiate::domain::{Domain, Ty};
use crate::instantiate::terms::select;
use crate::instantiate::value::Val;
use crate::token::Span;
use crate::tree::{Binary, Cost, Expr as Tree, ExprKind, Measure, Property, Scope};
use model::ClaimKind;
use program::ir::{Charge, Claim, Expr, Instruction, Query, Said, Watched};

/// A value that an execution comes to.
struct Outcome {
    value: Val,
    is_there: Expr,
    /// Whose it is, if it is that of one process.
    of: Option<usize>,
}

impl<'t> Claims<'t> {
    pub fn outcomes(&mut self, property: &'t Property, all: &'t [Tree], span: Span) -> Result<()> {
        let mut parts = Vec::new();
        for expr in all {
            parts.extend(self.said(expr)?);
        }
        self.add(property, ClaimKind::Outcomes, Claim::Outcome(parts), span);
        Ok(())
    }

    /// `watch EXPR`.
    pub fn watch(&mut self, expr: &'t Tree) -> Result<()> {
        let parts = self.said(expr)?;
        let words = model::intern(expr.span.of(self.source.text));
        self.program.watched.push(Watched { words, parts });
        Ok(())
    }

    /// The values of an expression, each with how it reads.
    fn said(&mut self, expr: &'t Tree) -> Result<Vec<Said>> {
        let code = self.begin_query();
        let mut parts = Vec::new();
        for Outcome { value, is_there, .. } in self.outcome_values(expr)? {
            let words = value.ty.words(self);
            let width = value.parts.len();
            let first = self.places.temps;
            self.places.temps += width;
            for (nth, part) in value.parts.iter().enumerate() {
                let nothing = Expr::Const(program::SYMBOLS);
                let part = select(is_there.clone(), part.clone(), nothing);
                self.does(Instruction::Set(first + nth, part));
            }
            parts.push(Said { query: Query { code, result: first }, width, words });
        }
        self.finish_query();
        Ok(parts)
    }

    /// The numbers of a result, each with whose it is.
    pub fn result_parts(&mut self, expr: &'t Tree) -> Result<Vec<(Option<usize>, Expr)>> {
        let values = self.outcome_values(expr)?;
        let parts = |one: Outcome| one.value.parts.into_iter().map(move |part| (one.of, part));
        Ok(values.into_iter().flat_map(parts).collect())
    }

    /// The values of an outcome: of each process if it is a variable of processes.
    fn outcome_values(&mut self, expr: &'t Tree) -> Result<Vec<Outcome>> {
        if let ExprKind::Name(name) = &expr.kind {
            if name == "decision" && self.find_var(name).is_none() {
                let ty = self.consensus.decision.clone();
                let Some(ty) = ty else {
                    let message = "No process decides anything.";
                    return self.error(ErrorCode::UnknownName, expr.span, message);
                };
                let all = (0..self.process_count()).filter_map(|process| {
                    let value = self.decision_of(process, &ty)?;
                    let is_there = self.stands_in(process, "decided");
                    Some(Outcome { value, is_there, of: Some(process) })
                });
                return Ok(all.collect());
            }
            let own = self.owned(name).next();
            if let (Some(var), None) = (own, self.find_shared(name)) {
                let role = self.vars[var].role.unwrap_or_default();
                let mut all = Vec::new();
                for process in self.roles[role].base..self.roles[role].base + self.roles[role].count
                {
                    self.here.process = Some(process);
                    let value = self.eval(expr, &None);
                    self.here.process = None;
                    let (value, is_there) = (value?, Expr::Const(1));
                    all.push(Outcome { value, is_there, of: Some(process) });
                }
                return Ok(all);
            }
        }
        let value = self.eval(expr, &None)?;
        let value = self.definite(value, expr)?;
        Ok(vec![Outcome { value, is_there: Expr::Const(1), of: None }])
    }

    /// Where there is nothing to measure, such as the lowest of nothing, nothing is measured. That a number
    /// can be computed everywhere else is a claim of its own.
    fn claim_computed(&mut self, property: &Property, expr: &'t Tree, span: Span) -> Result<()> {
        let code = self.begin_query();
        let value = self.eval(expr, &None)?;
        let number = self.number(&value, expr.span)?;
        let temp = self.temp();
        self.does(Instruction::Set(temp, number));
        if !self.may_fail(&self.hand.code) {
            return Ok(());
        }
        let query = self.end_query(code, Expr::Const(1));
        self.add(property, ClaimKind::Always, Claim::State(query), span);
        if let Some(mut claim) = self.program.properties.pop() {
            claim.name = model::intern(&model::can_be_computed(&property.title.text));
            claim.is_tacit = true;
            self.tacit.push(claim);
        }
        Ok(())
    }

    /// Whether a number is from zero on since all that it is made of is: the domain of a quotient allows
    /// for a divisor below zero.
    fn is_from_zero(&mut self, expr: &'t Tree) -> bool {
        if let ExprKind::Binary(Binary::Add | Binary::Multiply | Binary::Divide, one, other) =
            &expr.kind
        {
            return self.is_from_zero(one) && self.is_from_zero(other);
        }
        let Ok((_, value)) = self.aside(|claims| claims.eval(expr, &None)) else { return false };
        matches!(value.ty, Ty::Scalar(Domain { low: 0.., .. }))
    }

    pub fn measure(
        &mut self,
        property: &'t Property,
        measure: &'t Measure,
        is_most: bool,
        span: Span,
    ) -> Result<()> {
        match measure {
            Measure::Value(expr) => self.measure_value(property, expr, is_most, span),
            Measure::Cost(cost, scope) => self.measure_cost(property, (cost, scope), is_most, span),
        }
    }

    /// What an operation, or the whole run, is charged.
    fn measure_cost(
        &mut self,
        property: &'t Property,
        (cost, scope): (&'t Cost, &'t Scope),
        is_most: bool,
        span: Span,
    ) -> Result<()> {
        let (sections, passes) = match scope {
            Scope::All if !is_most => {
                let message = "`least … in all` counts nothing: a run begins without a step.";
                let help = "Write `most`, or `least NAME: steps from a to b`.";
                return self
                    .fail(DiagnosticDraft::new(ErrorCode::OutOfPlace, span, message).help(help));
            }
            Scope::All => {
                // one operation is the whole run: process 0 is charged for all
                let all = (0..self.process_count())
                    .map(|it| vec![it == 0; self.sections[self.role_of(it)].len()]);
                (all.collect(), Vec::new())
            }
            Scope::In(name) => {
                self.section_named(name)?;
                (self.marks(&name.text), Vec::new())
            }
            Scope::FromTo(from, to) => {
                let (mut sections, passes) = self.operation(from, to)?;
                if !is_most {
                    self.keep_until(to, &mut sections);
                }
                (sections, passes)
            }
        };
        let cost = match cost {
            Cost::Steps => Charge::Steps,
            Cost::StepsIn(name) => {
                self.section_named(name)?;
                Charge::StepsIn(self.marks(&name.text))
            }
            Cost::Messages => Charge::Messages,
            Cost::Overtakes => Charge::Overtakes(self.behind(&sections)),
        };
        let cost = match scope {
            Scope::All => Charge::Run(Box::new(cost)),
            _ => cost,
        };
        let kind = if is_most { ClaimKind::MostCost } else { ClaimKind::LeastCost };
        let claim = Claim::Operation { sections, passes, cost: Some(cost) };
        self.add(property, kind, claim, span);
        Ok(())
    }

    /// How large or how small a number becomes.
    fn measure_value(
        &mut self,
        property: &'t Property,
        expr: &'t Tree,
        is_most: bool,
        span: Span,
    ) -> Result<()> {
        let code = self.begin_query();
        let value = self.eval(expr, &None)?;
        let number = self.number(&value, expr.span)?;
        if let Ty::Scalar(Domain { symbols, .. }) = &value.ty
            && let Some(&symbol) = symbols.first()
        {
            let symbol = self.say(symbol);
            let message = format!("This can be `{symbol}`, and only numbers are measured.");
            let help = format!("Say what counts then: `(n + 0 if n ≠ {symbol} else 0)`.");
            return self
                .fail(DiagnosticDraft::new(ErrorCode::NotANumber, expr.span, message).help(help));
        }
        if let Ty::Scalar(Domain { low, .. }) = &value.ty
            && *low < 0
            && !self.is_from_zero(expr)
        {
            let message = "This can be below zero, and only numbers from zero on are measured.";
            let help = format!("Add {}.", -low);
            return self
                .fail(DiagnosticDraft::new(ErrorCode::WrongDomain, expr.span, message).help(help));
        }
        let fails = self.may_fail(&self.hand.code) || number.can_fail();
        let query = self.end_query(code, number);
        let kind = if is_most { ClaimKind::Most } else { ClaimKind::Least };
        self.add(property, kind, Claim::Measure(query), span);
        if fails {
            self.claimed.allows_none = true;
            let claimed = self.claim_computed(property, expr, span);
            self.claimed.allows_none = false;
            claimed?;
        }
        Ok(())
    }
}
