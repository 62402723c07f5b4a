//! Open choices.

use super::domain::{and, binary, not, select};
use super::place::Spot;
use super::{Bound, Env, Lower, Meaning, Mode, Result, Val, bind, look_up};
use crate::diagnostic::Kind;
use crate::token::Span;
use crate::tree::{Binder, Domain, Expr as Tree, Name, Storage};
use model::intern;
use program::ir::{self, Expr, Instruction, TempId};

impl<'t> Lower<'t> {
    pub fn choose(
        &mut self,
        binders: &'t [Binder],
        filter: Option<&'t Tree>,
        env: &mut Env<'t>,
    ) -> Result<()> {
        if self.here.mode == Mode::Stepped && self.is_before_first_step() {
            // a beginning has no open outcome
            self.pause();
        }
        let unequal = binders.iter().filter_map(|binder| binder.unequal.as_deref());
        if unequal.chain(filter).any(|condition| self.steps(condition, env)) {
            return self.choose_of_read(binders, filter, env);
        }
        for binder in binders {
            let domain = self.chosen_from(binder)?;
            let members = self.members_of(domain, env)?;
            self.check_choices(members.len(), binder.span)?;
            for name in &binder.names {
                let digit = self.temp();
                self.emit(Instruction::Choose(digit, members.len() as i64));
                let counts: Vec<Val> = members.iter().map(|it| Val::bool(it.1.clone())).collect();
                let counts = self.nth_of(digit, &counts, binder.span)?;
                self.guard(counts.parts[0].clone());
                let values: Vec<Val> = members.iter().map(|it| it.0.clone()).collect();
                let value = self.nth_of(digit, &values, binder.span)?;
                self.give_chosen(name, value, env)?;
            }
            if let Some(unequal) = &binder.unequal {
                let other = self.eval(unequal, env)?;
                for name in &binder.names {
                    if let Some(Bound::Value(value)) = look_up(env, &name.text) {
                        let same = self.equal(&value, &other, unequal.span)?;
                        self.guard(not(same));
                    }
                }
            }
        }
        if let Some(filter) = filter {
            let value = self.bool(filter, env)?;
            self.guard(value);
        }
        Ok(())
    }

    fn chosen_from(&mut self, binder: &'t Binder) -> Result<&'t Domain> {
        match &binder.domain {
            Some(domain) => Ok(domain),
            None => {
                let message = "Say from what to choose: `choose x in 0..2`.";
                self.error(Kind::Expected, binder.span, message)
            }
        }
    }

    fn check_choices(&mut self, count: usize, span: Span) -> Result<()> {
        if (1..=64).contains(&count) {
            return Ok(());
        }
        let message = "A choice is between one and 64 values.";
        self.error(Kind::TooManyOutcomes, span, message)
    }

    /// Of several values the one with that number.
    fn nth_of(&mut self, digit: TempId, values: &[Val], span: Span) -> Result<Val> {
        let Some((last, before)) = values.split_last() else { return Ok(Val::number(0)) };
        let mut chosen = last.clone();
        for (at, value) in before.iter().enumerate().rev() {
            let is_it = binary(ir::Binary::Equal, Expr::Temp(digit), Expr::Const(at as i64));
            let ty = self.join(value, &chosen, span)?;
            let new = self.fit(value.clone(), &ty, span)?;
            let old = self.fit(chosen, &ty, span)?;
            let parts = new.into_iter().zip(old);
            let parts = parts.map(|(new, old)| select(is_it.clone(), new, old)).collect();
            chosen = Val { ty, parts, items: Vec::new() };
        }
        Ok(chosen)
    }

    /// Gives what was chosen to a variable of the process, or to a new name.
    fn give_chosen(&mut self, name: &'t Name, value: Val, env: &mut Env<'t>) -> Result<()> {
        let value = self.copy(value);
        let Some(spot) = self.chosen_spot(name, env)? else {
            let words = value.ty.words(self);
            let told =
                ir::Told::Choose { name: intern(&name.text), value: value.parts.clone(), words };
            self.emit(Instruction::Event(told));
            *env = bind(env, &name.text, Bound::Value(value));
            return Ok(());
        };
        if self.vars[spot.var].storage == Storage::Shared {
            let message = "A choice goes to a variable of the process.";
            return self.error(Kind::NotAssignable, name.span, message);
        }
        let parts = self.fit(value, &spot.ty.clone(), name.span)?;
        self.store(&spot, parts);
        Ok(())
    }

    /// `choose v in S where C` with reads in C: they come before the choice, so that it is between what C
    /// leaves.
    fn choose_of_read(
        &mut self,
        binders: &'t [Binder],
        filter: Option<&'t Tree>,
        env: &mut Env<'t>,
    ) -> Result<()> {
        for binder in binders {
            self.chosen_from(binder)?;
        }
        self.heeds_order(binders);
        let members = self.members(binders, env)?;
        self.check_choices(members.len(), binders[0].span)?;
        let mut counts = Vec::new();
        for (inner, is_there) in &members {
            let counted = match filter {
                // of what is left out anyway, nothing is read
                Some(filter) => match self.if_known(filter, inner) {
                    Some(holds) => and(is_there.clone(), Expr::Const(i64::from(holds))),
                    None => self.counts_if(is_there.clone(), filter, inner)?,
                },
                None => is_there.clone(),
            };
            counts.push(Val::bool(counted));
        }
        let digit = self.temp();
        self.emit(Instruction::Choose(digit, members.len() as i64));
        let is_left = self.nth_of(digit, &counts, binders[0].span)?;
        self.guard(is_left.parts[0].clone());
        for name in binders.iter().flat_map(|it| &it.names) {
            let values = members.iter().filter_map(|(inner, _)| match look_up(inner, &name.text) {
                Some(Bound::Value(value)) => Some(value),
                _ => None,
            });
            let values: Vec<Val> = values.collect();
            let value = self.nth_of(digit, &values, name.span)?;
            self.give_chosen(name, value, env)?;
        }
        Ok(())
    }

    /// The variable that a choice is assigned to; none: a new name.
    fn chosen_spot(&mut self, name: &Name, env: &Env<'t>) -> Result<Option<Spot>> {
        match self.meaning(&name.text, env) {
            Meaning::Argument(argument, env) => match self.spot(argument, &env)? {
                None => self.not_assignable(argument, &env),
                spot => Ok(spot),
            },
            Meaning::Variable(var) => self.whole(var, name.span).map(Some),
            _ => Ok(None),
        }
    }
}
