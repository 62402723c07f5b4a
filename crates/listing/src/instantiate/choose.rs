//! Open choices.

use crate::core::{Code, Computed, Op, Statement, any};
use crate::diagnostic::ErrorCode;
use crate::instantiate::Result;
use crate::instantiate::instance::{Instance, Mode};
use crate::instantiate::meaning::Meaning;
use crate::instantiate::place::LValue;
use crate::instantiate::terms::{and, binary, not, select};
use crate::instantiate::value::{Bound, Env, Val, bind, look_up};
use crate::token::Span;
use crate::tree::{Binder, Domain, Expr as Tree, Name, Storage};
use model::intern;
use program::ir::{self, Expr, Instruction, TempId};

impl<'t> Instance<'t> {
    pub fn choose(
        &mut self,
        binders: &'t [Binder],
        filter: Option<&'t Tree>,
        env: &mut Env<'t>,
    ) -> Result<()> {
        let mut asked = Vec::new();
        let (mut inner, mut plain) = (env.clone(), Vec::new());
        std::mem::swap(&mut self.hand.code, &mut plain);
        let chosen = self.choose_plainly(binders, filter, &mut asked, &mut inner);
        std::mem::swap(&mut self.hand.code, &mut plain);
        let chosen = chosen?;
        let of_read = match any(&asked, &Op::is_access) && self.here.mode == Mode::Stepped {
            true => Some(
                self.aside(|instance| instance.choose_of_read(binders, filter, &chosen, env))?.0,
            ),
            false => None,
        };
        self.says(Statement::Choose { asked, plain, of_read });
        *env = inner;
        Ok(())
    }

    /// One choice after the other, and then what is asked of them. Gives where each value is.
    fn choose_plainly(
        &mut self,
        binders: &'t [Binder],
        filter: Option<&'t Tree>,
        asked: &mut Code,
        env: &mut Env<'t>,
    ) -> Result<Vec<Val>> {
        let mut chosen = Vec::new();
        for binder in binders {
            let domain = self.chosen_from(binder)?;
            let members = self.members_of(domain, env)?;
            self.check_choices(members.len(), binder.span)?;
            for name in &binder.names {
                let digit = self.temp();
                self.does(Instruction::Choose(digit, members.len() as i64));
                let counts: Vec<Val> =
                    members.iter().map(|member| Val::bool(member.1.clone())).collect();
                let counts = self.nth_of(digit, &counts, binder.span)?;
                self.push(Op::Guard(counts.parts[0].clone()));
                let values: Vec<Val> = members.iter().map(|member| member.0.clone()).collect();
                let value = self.nth_of(digit, &values, binder.span)?;
                let value = self.copy(value);
                chosen.push(value.clone());
                self.give_chosen(name, value, env)?;
            }
            if let Some(unequal) = &binder.unequal {
                let (code, other) = self.aside(|instance| instance.eval(unequal, env))?;
                asked.extend(code.clone());
                self.hand.code.extend(code);
                for name in &binder.names {
                    if let Some(Bound::Value(value)) = look_up(env, &name.text) {
                        let same = self.equal(&value, &other, unequal.span)?;
                        self.push(Op::Guard(not(same)));
                    }
                }
            }
        }
        if let Some(filter) = filter {
            let Computed { code, value } = self.condition(filter, env)?;
            asked.extend(code.clone());
            self.hand.code.extend(code);
            self.push(Op::Guard(value));
        }
        Ok(chosen)
    }

    fn chosen_from(&mut self, binder: &'t Binder) -> Result<&'t Domain> {
        match &binder.domain {
            Some(domain) => Ok(domain),
            None => {
                let message = "Say from what to choose: `choose x in 0..2`.";
                self.error(ErrorCode::Expected, binder.span, message)
            }
        }
    }

    fn check_choices(&mut self, count: usize, span: Span) -> Result<()> {
        if (1..=64).contains(&count) {
            return Ok(());
        }
        let message = "A choice is between one and 64 values.";
        self.error(ErrorCode::TooManyOutcomes, span, message)
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
        let Some(spot) = self.chosen_spot(name, env)? else {
            let words = value.ty.words(self);
            let told = ir::EventTemplate::Choose {
                name: intern(&name.text),
                value: value.parts.clone(),
                words,
            };
            self.does(Instruction::Event(told));
            *env = bind(env, &name.text, Bound::Value(value));
            return Ok(());
        };
        if self.vars[spot.var].storage == Storage::Shared {
            let message = "A choice goes to a variable of the process.";
            return self.error(ErrorCode::NotAssignable, name.span, message);
        }
        let parts = self.fit(value, &spot.ty.clone(), name.span)?;
        self.push(Op::Store(spot, parts));
        Ok(())
    }

    /// `choose v in S where C` with reads in C: they come before the choice, so that it is between what C
    /// leaves.
    fn choose_of_read(
        &mut self,
        binders: &'t [Binder],
        filter: Option<&'t Tree>,
        chosen: &[Val],
        env: &Env<'t>,
    ) -> Result<()> {
        let members = self.members(binders, env)?;
        self.check_choices(members.len(), binders[0].span)?;
        let mut counts = Vec::new();
        for (inner, is_there) in &members {
            let counted = match filter {
                // of what is left out anyway, nothing is read
                Some(filter) => {
                    let filter = self.condition(filter, inner)?;
                    match filter.known() {
                        Some(holds) => and(is_there.clone(), Expr::Const(holds)),
                        None => self.counts_if(is_there.clone(), |instance| {
                            instance.hand.code.extend(filter.code);
                            Ok(filter.value)
                        })?,
                    }
                }
                None => is_there.clone(),
            };
            counts.push(Val::bool(counted));
        }
        let digit = self.temp();
        self.does(Instruction::Choose(digit, members.len() as i64));
        let is_left = self.nth_of(digit, &counts, binders[0].span)?;
        self.push(Op::Guard(is_left.parts[0].clone()));
        let mut env = env.clone();
        for (name, to) in binders.iter().flat_map(|binder| &binder.names).zip(chosen) {
            let values = members.iter().filter_map(|(inner, _)| match look_up(inner, &name.text) {
                Some(Bound::Value(value)) => Some(value),
                _ => None,
            });
            let values: Vec<Val> = values.collect();
            let value = self.nth_of(digit, &values, name.span)?;
            let parts = self.fit(value, &to.ty, name.span)?;
            for (to, part) in to.parts.iter().zip(parts) {
                if let Expr::Temp(temp) = to {
                    self.does(Instruction::Set(*temp, part));
                }
            }
            self.give_chosen(name, to.clone(), &mut env)?;
        }
        Ok(())
    }

    /// The variable that a choice is assigned to; none: a new name.
    fn chosen_spot(&mut self, name: &Name, env: &Env<'t>) -> Result<Option<LValue>> {
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
