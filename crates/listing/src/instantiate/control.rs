//! Branches and loops.

use crate::core::{Branch, Code, Computed, Kept, Round, Statement};
use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::instantiate::Result;
use crate::instantiate::domain::Of;
use crate::instantiate::instance::Instance;
use crate::instantiate::quantifier::Member;
use crate::instantiate::statement::is_sentence;
use crate::instantiate::value::Env;
use crate::token::Span;
use crate::tree::{Binder, Block, Branch as TreeBranch, Expr as Tree, Until};
use program::ir::{Expr, Slot};

impl<'t> Instance<'t> {
    /// A sentence on the first line belongs to the first branch.
    pub fn branches(
        &mut self,
        branches: &'t [TreeBranch],
        mut note: Option<&str>,
        env: &Env<'t>,
    ) -> Result<()> {
        let (mut all, mut result) = (Vec::new(), Ok(()));
        for branch in branches {
            if !self.is_part(&branch.with) {
                continue;
            }
            let condition = match &branch.condition {
                Some(condition) => match self.condition(condition, env) {
                    Ok(condition) => Some(condition),
                    Err(()) => {
                        result = Err(());
                        Some(Computed::of(Expr::Temp(0)))
                    }
                },
                None => None,
            };
            // what never runs need not make sense, such as an index at the end of a loop
            let condition = match condition.as_ref().map(Computed::known) {
                Some(Some(0)) => continue,
                Some(None) => condition,
                _ => None,
            };
            let never = condition.as_ref().and_then(Computed::certain) == Some(false);
            let row = branch.condition.as_ref().and_then(|_| self.row_at(branch.span));
            let is_last = condition.is_none();
            let before = std::mem::take(&mut self.hand.code);
            if never {
                self.never_run(&branch.body, env);
            } else {
                let comment = branch.comment.as_deref().filter(|comment| is_sentence(comment));
                self.note(note.take().or(comment));
                if self.lines(&branch.body, env).is_err() {
                    result = Err(());
                }
            }
            let body = std::mem::replace(&mut self.hand.code, before);
            all.push(Branch { row, condition, body, never });
            if is_last {
                break;
            }
        }
        self.says(Statement::If(all));
        result
    }

    pub fn while_loop(
        &mut self,
        condition: &'t Tree,
        body: &'t Block,
        span: Span,
        env: &Env<'t>,
    ) -> Result<()> {
        let waits = self.waits(condition, body, env);
        let condition = self.condition(condition, env)?;
        let (body, result) = self.block_of(body, env);
        self.says(Statement::While { condition, body, span, waits });
        result
    }

    /// The lines of a block by themselves; those that are right, too, where one is wrong.
    fn block_of(&mut self, body: &'t Block, env: &Env<'t>) -> (Code, Result<()>) {
        let before = std::mem::take(&mut self.hand.code);
        let result = self.lines(body, env);
        (std::mem::replace(&mut self.hand.code, before), result)
    }

    pub fn repeat(
        &mut self,
        body: &'t Block,
        untils: &'t [Until],
        span: Span,
        env: &Env<'t>,
    ) -> Result<()> {
        let (body, result) = self.block_of(body, env);
        result?;
        let mut until = None;
        for one in untils {
            if !self.is_part(&one.with) {
                continue;
            }
            if until.is_some() {
                let words = "This `repeat` has a line `until` already.";
                let found = DiagnosticDraft::new(ErrorCode::DeclaredTwice, one.span, words);
                return self.fail(found.help(
                    "Join their conditions by `and` or `or`; or give each line a `with` that excludes the other.",
                ));
            }
            until = Some((self.row_at(one.span), self.condition(&one.condition, env)?));
        }
        self.says(Statement::Repeat { body, until, span });
        Ok(())
    }

    pub fn for_each(
        &mut self,
        binder: &'t Binder,
        filter: Option<&'t Tree>,
        body: &'t Block,
        env: &Env<'t>,
    ) -> Result<()> {
        // the last may win
        self.depends_on_identity(Of::Processes);
        let (over, (members, keeps)) = self.aside(|instance| instance.members_kept(binder, env))?;
        let mut rounds = Vec::new();
        for (inner, counts) in members {
            let filter = match filter {
                Some(filter) => Some(self.condition(filter, &inner)?),
                None => None,
            };
            let filter = match filter.as_ref().map(Computed::known) {
                Some(Some(0)) => {
                    rounds.push(Round::LeftOut);
                    continue;
                }
                Some(None) => filter,
                _ => None,
            };
            let (body, result) = self.block_of(body, &inner);
            result?;
            rounds.push(Round::Runs { counts, filter, body });
        }
        self.says(Statement::ForEach { over, keeps, rounds });
        Ok(())
    }

    /// The members of a binder, of which what is not known can be kept as it is before the first round.
    fn members_kept(
        &mut self,
        binder: &'t Binder,
        env: &Env<'t>,
    ) -> Result<(Vec<Member<'t>>, Kept)> {
        let mut keeps = Vec::new();
        let Some(domain) = &binder.domain else {
            return Ok((self.one_binder(binder, env)?, keeps));
        };
        let mut members = self.members_of(domain, env)?;
        for (value, counts) in &mut members {
            let mut slots = vec![Slot::new(Vec::new(), 0, 1)];
            value.ty.slots(&self.types.records, &mut slots);
            for (part, slot) in std::iter::once(counts).chain(&mut value.parts).zip(slots) {
                if !matches!(part, Expr::Const(_)) {
                    let temp = self.temp_for(slot);
                    keeps.push((temp, std::mem::replace(part, Expr::Temp(temp))));
                }
            }
        }
        Ok((self.bind_members(binder, members, env)?, keeps))
    }
}
