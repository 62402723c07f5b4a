//! `eventually NAME: all i: (P → Q)`: what leads to what, said of each member.

use crate::claims::Claims;
use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::instantiate::Result;
use crate::instantiate::terms::load;
use crate::token::Span;
use crate::tree::{Binder, Expr as Tree};
use model::SYSTEM_PROCESSES_MAX;
use program::ir::{Flag, Monitor, Query};

impl<'t> Claims<'t> {
    /// Those members that wait for `to` since `from`.
    pub fn each_leads_to(
        &mut self,
        each: &'t [Binder],
        from: &'t Tree,
        to: &'t Tree,
        span: Span,
    ) -> Result<Vec<Query>> {
        let count = self.members(each, &None)?.len();
        if count > SYSTEM_PROCESSES_MAX {
            let message = format!(
                "What leads to what is said of at most {SYSTEM_PROCESSES_MAX} members, and here are {count}."
            );
            let help = "Run over fewer, or write several properties.";
            return self
                .fail(DiagnosticDraft::new(ErrorCode::TooManyOutcomes, span, message).help(help));
        }
        let mut waiting = Vec::new();
        for nth in 0..count {
            let from = self.query_of_member(each, nth, from, true)?;
            let to = self.query_of_member(each, nth, to, false)?;
            let slot = self.memory_slot();
            self.program.monitors.push(Monitor::Flag(Flag::pending(slot, Some(from), to)));
            waiting.push(self.query_of(load(slot)));
        }
        Ok(waiting)
    }

    /// What is said of one member; where it must count, only while it is one.
    fn query_of_member(
        &mut self,
        each: &'t [Binder],
        nth: usize,
        said: &'t Tree,
        must_count: bool,
    ) -> Result<Query> {
        let code = self.begin_query();
        // each query computes by itself over what it runs
        let (env, counts) = self.members(each, &None)?.swap_remove(nth);
        let holds = match must_count {
            true => self.counts_if(counts, |claims| claims.bool(said, &env))?,
            false => self.bool(said, &env)?,
        };
        Ok(self.end_query(code, holds))
    }
}
