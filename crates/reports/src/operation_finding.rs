//! What is found of operations, by one property.

use crate::{Outcome, lasso::Lasso};
use model::{Action, Kind, Pid};

/// Of one property about operations.
pub struct OperationFinding {
    pub kind: Kind,
    /// The first state in which a process has to wait at a cost, and who does.
    pub stuck: Option<(u32, Pid)>,
    pub lasso: Option<Lasso>,
    /// The most or the least, and a run that takes it.
    pub value: Option<u32>,
    pub run: Vec<Action>,
}

impl OperationFinding {
    pub fn new(kind: Kind) -> OperationFinding {
        OperationFinding { kind, stuck: None, lasso: None, value: None, run: Vec::new() }
    }

    /// Adds what was found of another process.
    pub fn join(&mut self, other: OperationFinding) {
        if let Some(stuck) = other.stuck {
            if self.stuck.is_none_or(|it| stuck.0 < it.0) {
                self.stuck = Some(stuck);
            }
            return;
        }
        if let Some(lasso) = other.lasso
            && self.lasso.as_ref().is_none_or(|it| lasso.start < it.start)
        {
            self.lasso = Some(lasso);
        }
        if let Some(value) = other.value
            && self.value.is_none_or(|it| is_better(self.kind, value, it))
        {
            (self.value, self.run) = (Some(value), other.run);
        }
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
                    Kind::MostCost => Outcome::Most { value, run },
                    Kind::LeastCost => Outcome::Least { value, run },
                    _ => Outcome::Within { value, run },
                }
            }
            _ if self.kind == Kind::LeastCost => Outcome::NotFound,
            _ => Outcome::Holds,
        }
    }
}

/// Whether of two costs the first is the one that is asked for.
pub fn is_better(kind: Kind, cost: u32, than: u32) -> bool {
    if kind == Kind::LeastCost { cost < than } else { cost > than }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stuck(state: u32, who: Pid) -> OperationFinding {
        OperationFinding { stuck: Some((state, who)), ..OperationFinding::new(Kind::WaitFree) }
    }

    fn round(start: u32) -> OperationFinding {
        let lasso = Some(Lasso { start, steps: Vec::new() });
        OperationFinding { lasso, ..OperationFinding::new(Kind::WaitFree) }
    }

    fn joined(kind: Kind, all: impl IntoIterator<Item = OperationFinding>) -> OperationFinding {
        let mut one = OperationFinding::new(kind);
        all.into_iter().for_each(|it| one.join(it));
        one
    }

    #[test]
    fn of_several_processes_the_nearest_counts_and_of_those_the_first() {
        let all = joined(Kind::WaitFree, [stuck(7, 0), stuck(5, 1), round(1), stuck(5, 2)]);
        assert_eq!(all.stuck, Some((5, 1)));
        let all = joined(Kind::WaitFree, [round(7), round(5), round(6)]);
        assert_eq!(all.lasso.map(|it| it.start), Some(5));
    }

    #[test]
    fn of_costs_the_one_that_is_asked_for_counts() {
        let cost = |value, action| OperationFinding {
            value: Some(value),
            run: vec![Action::step(action)],
            ..OperationFinding::new(Kind::MostCost)
        };
        for (kind, value, action) in [(Kind::MostCost, 4, 1), (Kind::LeastCost, 2, 0)] {
            let all = joined(kind, [cost(2, 0), cost(4, 1), cost(4, 2), cost(2, 3)]);
            assert_eq!((all.value, all.run), (Some(value), vec![Action::step(action)]));
        }
    }
}
