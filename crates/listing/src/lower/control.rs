//! Branches and loops.

use super::context::Loop;
use super::domain::Of;
use super::expr::meet;
use super::statement::is_sentence;
use super::{Env, Lower, Mode, Open, Result, Val};
use crate::diagnostic::{Found, Kind};
use crate::token::Span;
use crate::tree::{Binder, Block, Branch, Expr as Tree, Until};
use program::ir::{self, BlockId, End, Expr};

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
            let (start, inside, next) = (self.current, self.block(), self.block());
            let (yes, no) = match condition {
                Some(condition) => match self.condition(condition, env, inside, next) {
                    // false whatever it reads: what never runs need not make sense
                    Ok((_, no)) if !self.is_jumped_to(inside, start) => {
                        self.current = inside;
                        self.never_run(&branch.body, env);
                        self.current = next;
                        self.know(no);
                        continue;
                    }
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

    /// Whether a block or one that was made later leads to a block.
    fn is_jumped_to(&self, to: BlockId, start: BlockId) -> bool {
        let leads = |block: &ir::Block| match block.end {
            End::Jump(next) => next == to,
            End::Branch(_, then, otherwise) => then == to || otherwise == to,
            _ => false,
        };
        leads(&self.program.blocks[start]) || self.program.blocks[to..].iter().any(leads)
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

    fn loop_head(&mut self, span: Span, wait: String) -> usize {
        let head = self.block();
        self.jump(head);
        self.current = head;
        self.cache.clear();
        self.here.open = Open::No;
        self.loops.push(Loop { head, span, is_atomic: self.here.mode == Mode::Atomic, wait });
        head
    }

    pub fn while_loop(
        &mut self,
        condition: &'t Tree,
        body: &'t Block,
        span: Span,
        env: &Env<'t>,
    ) -> Result<()> {
        let wait = self.how_to_wait(condition, body, env);
        let head = self.loop_head(span, wait);
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
        let head = self.loop_head(span, String::new());
        self.lines(body, env)?;
        let mut is_over = false;
        for until in untils {
            if !self.is_part(&until.with) {
                continue;
            }
            if is_over {
                let words = "This `repeat` has a line `until` already.";
                let found = Found::new(Kind::DeclaredTwice, until.span, words);
                return self.fail(found.help(
                    "Join their conditions by `and` or `or`; or give each line a `with` that excludes the other.",
                ));
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
        let members = match &binder.domain {
            Some(domain) if self.is_written_within(domain, body, env) => {
                let members = self.members_of(domain, env)?;
                let members = self.keep_members(members);
                self.bind_members(binder, members, env)?
            }
            _ => self.one_binder(binder, env)?,
        };
        for (inner, condition) in members {
            let filter = match filter.map(|filter| (filter, self.decided_at_once(filter, &inner))) {
                Some((_, Some(0))) => {
                    self.ends_round();
                    continue;
                }
                Some((_, Some(_))) | None => None,
                Some((filter, None)) => Some(filter),
            };
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
            self.ends_round();
        }
        Ok(())
    }

    /// What was read in a round of `for each` is read anew, and what comes behind it is another step.
    fn ends_round(&mut self) {
        self.cache.clear();
        self.here.open = Open::No;
    }

    /// Members as they are before the first round: a value and a condition that are a part of a variable are
    /// read now.
    fn keep_members(&mut self, members: Vec<(Val, Expr)>) -> Vec<(Val, Expr)> {
        let keep = |(value, is_there)| {
            let is_there = self.keep(Val::bool(is_there)).parts.swap_remove(0);
            (self.keep(value), is_there)
        };
        members.into_iter().map(keep).collect()
    }
}
