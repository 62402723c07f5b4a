//! What is found of operations, by one property.

use crate::report::{Outcome, lasso::Lasso};
use model::{Action, ClaimKind, Pid};

/// Of one property about operations.
pub struct OperationFinding {
    pub kind: ClaimKind,
    /// The first state in which a process has to wait at a cost, and who does.
    pub stuck: Option<(u32, Pid)>,
    pub lasso: Option<Lasso>,
    /// The most or the least, and a run that takes it.
    pub value: Option<u32>,
    pub run: Vec<Action>,
}

impl OperationFinding {
    pub fn new(kind: ClaimKind) -> OperationFinding {
        OperationFinding { kind, stuck: None, lasso: None, value: None, run: Vec::new() }
    }

    /// Whether a claim fails.
    pub fn fails(&self) -> bool {
        self.kind.is_progress() && (self.stuck.is_some() || self.lasso.is_some())
    }

    /// What it comes to, given the run to a state and the one that goes round.
    pub fn outcome(
        &self,
        run_to: impl Fn(u32) -> Vec<Action>,
        round: impl Fn(&Lasso) -> (Vec<Action>, usize),
    ) -> Outcome {
        match (self.stuck, &self.lasso, self.value) {
            (Some((state, process)), ..) => {
                let (run, process) = (run_to(state), process as u8);
                match self.kind.is_progress() {
                    true => Outcome::Stuck { run, process },
                    false => Outcome::Unbounded { from: run.len(), run },
                }
            }
            (_, Some(lasso), _) => {
                let (run, from) = round(lasso);
                match self.kind.is_progress() {
                    true => Outcome::Loops { run, from },
                    false => Outcome::Unbounded { run, from },
                }
            }
            (.., Some(value)) => {
                let run = self.run.clone();
                match self.kind {
                    ClaimKind::MostCost => Outcome::Most { value, run },
                    ClaimKind::LeastCost => Outcome::Least { value, run },
                    _ => Outcome::Within { value, run },
                }
            }
            _ if self.kind == ClaimKind::LeastCost => Outcome::NotFound,
            _ => Outcome::Holds,
        }
    }
}

/// Whether of two costs the first is the one that is asked for.
pub fn is_better(kind: ClaimKind, cost: u32, than: u32) -> bool {
    if kind == ClaimKind::LeastCost { cost < than } else { cost > than }
}
