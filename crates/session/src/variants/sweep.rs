//! A sweep on a page: one setting after the other is asked of a worker.

use super::{SearchSummary, Variants};
use crate::check::{Limit, Pace, Reply, Request};

/// What the sweep is at.
#[derive(Clone, PartialEq, Debug)]
pub enum SweepState {
    /// Nothing is asked; what is open can still be.
    Rest,
    /// A worker searches this row.
    Row(usize, Option<Pace>),
    /// A worker died, or could not be started.
    Failed(String),
}

#[derive(Clone, PartialEq, Debug)]
pub struct Sweep {
    pub variants: Variants,
    pub at: SweepState,
}

impl Sweep {
    pub const fn of(variants: Variants) -> Sweep {
        Sweep { variants, at: SweepState::Rest }
    }

    /// What is to be asked next; none if every setting has its answer.
    pub fn ask(&mut self) -> Option<Request> {
        let Some(row) = self.variants.next_open() else {
            self.at = SweepState::Rest;
            return None;
        };
        self.at = SweepState::Row(row, None);
        Some(Request::check(&self.variants.rows[row].scenario, Limit::Unasked))
    }

    /// Takes what the worker said, and asks for more.
    pub fn hear(&mut self, reply: Reply) -> Option<Request> {
        let SweepState::Row(row, pace) = &mut self.at else { return None };
        match reply {
            Reply::Progress(now, _) => {
                *pace = Some(now);
                None
            }
            // answers what is not asked here
            Reply::Answer(_) => None,
            Reply::Found(found) => {
                self.variants.take(*row, SearchSummary::from(&found));
                self.ask()
            }
            // one text that cannot be read is no reason to leave the others
            Reply::Problem(why) => {
                self.variants.take(*row, SearchSummary::impossible(why));
                self.ask()
            }
            Reply::Died(why) => {
                self.at = SweepState::Failed(why);
                None
            }
        }
    }

    /// What is known is kept; the setting that was being searched is open again.
    pub fn stop(&mut self) {
        self.at = SweepState::Rest;
    }

    pub const fn is_running(&self) -> bool {
        matches!(self.at, SweepState::Row(..))
    }

    pub fn is_whole(&self) -> bool {
        self.variants.done() == self.variants.rows.len()
    }
}
