//! Branches, loops and open choices.

use super::domain::{Of, binary, not, select};
use super::expr::meet;
use super::place::Spot;
use super::statement::is_sentence;
use super::{Bound, Env, Lower, Mode, Result, Val, bind, look_up};
use crate::diagnostic::Kind;
use crate::token::Span;
use crate::tree::{Binder, Block, Branch, Expr as Tree, Name, Storage, Until};
use program::ir::{self, Expr, Instruction};

impl<'t> Lower<'t> {
    /// Does something only if the condition is true.
    pub fn when(&mut self, condition: Expr, body: impl FnOnce(&mut Self)) {
        if condition == Expr::Const(1) {
            return body(self);
        }
        if condition == Expr::Const(0) {
            return;
        }
        let (inside, behind) = (self.block(), self.block());
        self.branch(condition, inside, behind);
        self.current = inside;
        body(self);
        self.jump(behind);
        self.current = behind;
    }

    /// A sentence on the first line belongs to the first branch.
    pub fn branches(
        &mut self,
        branches: &'t [Branch],
        mut note: Option<&str>,
        env: &Env<'t>,
    ) -> Result<()> {
        let behind = self.block();
        let mut after: Option<super::expr::Known> = None;
        let mut result = Ok(());
        for branch in branches {
            if !self.is_part(&branch.with) {
                continue;
            }
            let is_gone = self.is_gone(branch, env);
            if is_gone == Some(false) {
                continue;
            }
            let condition = branch.condition.as_ref().filter(|_| is_gone.is_none());
            if branch.condition.is_some() {
                self.at_row(branch.span);
            }
            let (inside, next) = (self.block(), self.block());
            let (yes, no) = match condition {
                Some(condition) => match self.condition(condition, env, inside, next) {
                    Ok(known) => known,
                    Err(()) => {
                        result = Err(());
                        self.jump(inside);
                        (self.known(), self.known())
                    }
                },
                None => {
                    self.jump(inside);
                    (self.known(), self.known())
                }
            };
            self.current = inside;
            self.know(yes);
            self.note(note.take().or(branch.comment.as_deref().filter(|it| is_sentence(it))));
            if self.lines(&branch.body, env).is_err() {
                result = Err(());
            }
            self.jump(behind);
            let here = self.known();
            after = Some(match after {
                Some(after) => meet(after, here),
                None => here,
            });
            self.current = next;
            self.know(no);
            if condition.is_none() {
                break;
            }
        }
        self.jump(behind);
        self.current = behind;
        let known = self.known();
        self.know(after.map_or(known.clone(), |after| meet(after, known)));
        result
    }

    /// Whether a branch is gone, if that is known before the program runs: what never runs need not make
    /// sense, such as an index at the end of a loop.
    pub fn is_gone(&mut self, branch: &'t Branch, env: &Env<'t>) -> Option<bool> {
        let Some(condition) = &branch.condition else { return Some(true) };
        if self.touches(condition, env) {
            return None;
        }
        self.if_known(condition, env)
    }

    fn loop_head(&mut self, span: Span) -> usize {
        let head = self.block();
        self.jump(head);
        self.current = head;
        self.cache.clear();
        self.here.is_open = false;
        self.loops.push((head, span, self.here.mode == Mode::Atomic));
        head
    }

    pub fn while_loop(
        &mut self,
        condition: &'t Tree,
        body: &'t Block,
        span: Span,
        env: &Env<'t>,
    ) -> Result<()> {
        let head = self.loop_head(span);
        let row = self.here.row;
        let (inside, behind) = (self.block(), self.block());
        let (yes, no) = self.condition(condition, env, inside, behind)?;
        self.current = inside;
        self.know(yes);
        let result = self.lines(body, env);
        self.jump(head);
        self.current = behind;
        self.know((Vec::new(), no.1));
        self.here.row = row;
        result
    }

    pub fn repeat(
        &mut self,
        body: &'t Block,
        untils: &'t [Until],
        span: Span,
        env: &Env<'t>,
    ) -> Result<()> {
        let head = self.loop_head(span);
        self.lines(body, env)?;
        let mut is_over = false;
        for until in untils {
            if !self.is_part(&until.with) {
                continue;
            }
            is_over = true;
            self.at_row(until.span);
            self.cache.clear();
            let next = self.block();
            let (yes, _) = self.condition(&until.condition, env, next, head)?;
            self.current = next;
            self.know((Vec::new(), yes.1));
        }
        if !is_over {
            self.jump(head);
            self.start();
        }
        Ok(())
    }

    pub fn for_each(
        &mut self,
        binder: &'t Binder,
        filter: Option<&'t Tree>,
        body: &'t Block,
        env: &Env<'t>,
    ) -> Result<()> {
        let row = self.here.row;
        // the last may win
        self.heeds(Of::Processes);
        for (inner, condition) in self.one_binder(binder, env)? {
            let behind = self.block();
            if condition != Expr::Const(1) {
                let inside = self.block();
                self.branch(condition, inside, behind);
                self.current = inside;
            }
            if let Some(filter) = filter {
                self.here.row = row;
                let inside = self.block();
                let (yes, _) = self.condition(filter, &inner, inside, behind)?;
                self.current = inside;
                self.know(yes);
            }
            self.lines(body, &inner)?;
            self.jump(behind);
            self.current = behind;
            self.cache.clear();
            self.here.is_open = false;
        }
        Ok(())
    }

    /// The variable that a choice is assigned to; none: a new name.
    fn chosen_spot(&mut self, name: &Name, env: &Env<'t>) -> Result<Option<Spot>> {
        match look_up(env, &name.text) {
            Some(Bound::Alias(argument, env)) => match self.spot(argument, &env)? {
                None => self.not_assignable(argument, &env),
                spot => Ok(spot),
            },
            Some(Bound::Value(_)) => Ok(None),
            None => match self.find_var(&name.text) {
                Some(var) => self.whole(var, name.span).map(Some),
                None => Ok(None),
            },
        }
    }

    pub fn choose(
        &mut self,
        binders: &'t [Binder],
        filter: Option<&'t Tree>,
        env: &mut Env<'t>,
    ) -> Result<()> {
        if self.here.process.is_some_and(|it| self.program.processes[it].points.len() <= 3)
            && self.here.mode == Mode::Stepped
        {
            // an open outcome before the first access is a step of its own
            self.pause();
        }
        for binder in binders {
            let Some(domain) = &binder.domain else {
                let message = "Say from what to choose: `choose x in 0..2`.";
                return self.error(Kind::Expected, binder.span, message);
            };
            let members = self.members_of(domain, env)?;
            if members.is_empty() || members.len() > 64 {
                let message = "A choice is between one and 64 values.";
                return self.error(Kind::TooManyOutcomes, binder.span, message);
            }
            for name in &binder.names {
                let digit = self.temp();
                self.emit(Instruction::Choose(digit, members.len() as i64));
                let mut chosen: Option<(Val, Expr)> = None;
                for (at, (value, condition)) in members.iter().enumerate().rev() {
                    let Some((so_far, is_one)) = chosen else {
                        chosen = Some((value.clone(), condition.clone()));
                        continue;
                    };
                    let is_it =
                        binary(ir::Binary::Equal, Expr::Temp(digit), Expr::Const(at as i64));
                    let ty = self.join(value, &so_far, binder.span)?;
                    let new = self.fit(value.clone(), &ty, binder.span)?;
                    let old = self.fit(so_far, &ty, binder.span)?;
                    let parts = new.into_iter().zip(old);
                    let parts = parts.map(|(new, old)| select(is_it.clone(), new, old)).collect();
                    let value = Val { ty, parts, items: Vec::new() };
                    chosen = Some((value, select(is_it, condition.clone(), is_one)));
                }
                let Some((value, is_one)) = chosen else { continue };
                self.guard(is_one);
                let value = self.copy(value);
                if let Some(spot) = self.chosen_spot(name, env)? {
                    if self.vars[spot.var].storage == Storage::Shared {
                        let message = "A choice goes to a variable of the process.";
                        return self.error(Kind::NotAssignable, name.span, message);
                    }
                    let parts = self.fit(value, &spot.ty.clone(), name.span)?;
                    self.store(&spot, parts);
                } else {
                    *env = bind(env, &name.text, Bound::Value(value));
                }
            }
            if let Some(unequal) = &binder.unequal {
                let other = self.eval(unequal, env)?;
                if let Some(Bound::Value(value)) = look_up(env, &binder.names[0].text) {
                    let same = self.equal(&value, &other, unequal.span)?;
                    self.guard(not(same));
                }
            }
        }
        if let Some(filter) = filter {
            let value = self.bool(filter, env)?;
            self.guard(value);
        }
        Ok(())
    }
}
