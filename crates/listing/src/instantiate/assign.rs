//! Assignments to variables.

use crate::core::Statement;
use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::instantiate::Result;
use crate::instantiate::domain::{Ty, size};
use crate::instantiate::instance::{Instance, Mode};
use crate::instantiate::meaning::Meaning;
use crate::instantiate::place::LValue;
use crate::instantiate::value::{Bound, Env, Val, look_up};
use crate::token::Span;
use crate::tree::{Expr as Tree, ExprKind, Storage};
use program::ir::{Expr, FIELDS_MAX, Instruction};

impl<'t> Instance<'t> {
    pub fn assign(
        &mut self,
        targets: &'t [Tree],
        values: &'t [Tree],
        span: Span,
        env: &Env<'t>,
    ) -> Result<()> {
        if let ([value], [_, _, ..]) = (values, targets)
            && let ExprKind::RowRead(row) = &value.kind
        {
            return self.assign_row(targets, row, value.span, env);
        }
        if targets.len() != values.len() {
            let message = format!(
                "{} variables are assigned, but there are {} values.",
                targets.len(),
                values.len()
            );
            return self.error(ErrorCode::WrongArguments, span, message);
        }
        if let [target] = targets
            && let ExprKind::Name(name) = &target.kind
            && let Some(Bound::Value(bound)) = look_up(env, name)
            && !bound.parts.is_empty()
            && bound.parts.iter().all(|part| matches!(part, Expr::Temp(temp) if *temp > FIELDS_MAX))
        {
            // a name that was chosen or received can be changed
            let value = self.eval(&values[0], env)?;
            let parts = self.fit(value, &bound.ty, values[0].span)?;
            for (temp, part) in bound.parts.iter().zip(parts) {
                if let Expr::Temp(temp) = temp {
                    self.does(Instruction::Set(*temp, part));
                }
            }
            return Ok(());
        }
        let mut spots = Vec::new();
        for target in targets {
            match self.spot(target, env)? {
                Some(spot) => spots.push(spot),
                None => return self.not_assignable(target, env),
            }
        }
        self.settle(&mut spots);
        let (values, all) = self.aside(|instance| instance.new_values(&spots, values, env))?;
        let stores = spots.into_iter().zip(all).collect();
        self.says(Statement::Assign { values, stores });
        Ok(())
    }

    /// Of several variables, the indices are those before any of them is written.
    fn settle(&mut self, spots: &mut [LValue]) {
        for at in 1..spots.len() {
            let (before, rest) = spots.split_at_mut(at);
            let vars: Vec<usize> = before.iter().map(|spot| spot.var).collect();
            let LValue { offsets, indices, .. } = &mut rest[0];
            for (offset, _) in offsets {
                if !self.reads_any(offset, &vars) {
                    continue;
                }
                let Expr::Below(index, bound) = offset.clone() else { continue };
                let kept = self.keep(Val::one(Ty::numbers(0, bound.count - 1), offset.clone()));
                offset.clone_from(&kept.parts[0]);
                for known in indices.iter_mut().filter(|known| **known == *index) {
                    known.clone_from(offset);
                }
            }
        }
    }

    /// Whether an index is read from one of these variables.
    fn reads_any(&self, index: &Expr, vars: &[usize]) -> bool {
        let holds = |var: &usize, slot: usize| {
            let var = &self.vars[*var];
            let count = size(&var.dims) * var.element.width(&self.types.records);
            var.bases.iter().any(|base| (*base..base + count).contains(&slot))
        };
        let mut reads = false;
        index.each_inner(&mut |part| {
            if let Expr::Load(place) = part {
                reads |= vars.iter().any(|var| holds(var, place.slot));
            }
        });
        reads
    }

    /// What is assigned to each of several variables.
    fn new_values(
        &mut self,
        spots: &[LValue],
        values: &'t [Tree],
        env: &Env<'t>,
    ) -> Result<Vec<Vec<Expr>>> {
        let mut all = Vec::new();
        for (spot, value) in spots.iter().zip(values) {
            let ty = spot.whole_ty();
            let parts = match self.vars[spot.var].storage {
                Storage::Ghost => self.watched(value, &ty, env),
                _ => self.eval(value, env).and_then(|new| self.fit(new, &ty, value.span)),
            }?;
            all.push(match spots.len() {
                1 => parts,
                _ => self.keep(Val { ty, parts, items: Vec::new() }).parts,
            });
        }
        Ok(all)
    }

    /// What is kept for properties costs no step, whatever it reads.
    fn watched(&mut self, value: &'t Tree, ty: &Ty, env: &Env<'t>) -> Result<Vec<Expr>> {
        let (mode, reads_without_step) = (self.here.mode, self.here.reads_without_step);
        (self.here.mode, self.here.reads_without_step) = (Mode::Atomic, true);
        let new = self.eval(value, env).and_then(|new| self.fit(new, ty, value.span));
        (self.here.mode, self.here.reads_without_step) = (mode, reads_without_step);
        new
    }

    pub fn not_assignable<T>(&mut self, target: &'t Tree, env: &Env<'t>) -> Result<T> {
        if let ExprKind::Name(name) = &target.kind {
            if let Meaning::Nothing | Meaning::Passes = self.meaning(name, env) {
                return self.unknown_name(name, target.span);
            }
            let message = format!("`{name}` is no variable, so nothing can be assigned to it.");
            let help = "Declare a variable with `own` or `shared`.";
            return self.fail(
                DiagnosticDraft::new(ErrorCode::NotAssignable, target.span, message).help(help),
            );
        }
        if let ExprKind::Index(base, _) | ExprKind::Field(base, _) = &target.kind {
            return self.not_assignable(base, env);
        }
        self.error(ErrorCode::NotAssignable, target.span, "Nothing can be assigned to this.")
    }
}
