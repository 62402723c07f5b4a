//! When a process that reads again and again in an `await` gets on, if the others stand still.

use crate::paths::{Walk, Walker};
use crate::source::Source;
use crate::terms::{and, conjuncts, is_true, not, or};
use program::ir::{BlockId, End, Expr, Instruction, PointId};

/// After so many beginnings of an `await` it has read everything.
const ROUNDS_MAX: usize = 2;

/// A walk through the rounds of a process.
#[derive(Clone)]
struct Round {
    walk: Walk,
    /// How often an `await` has begun again.
    begun: usize,
    /// Conditions that are true on this way: the others stand still.
    known: Vec<Expr>,
}

/// When a process that spins at `from` gets on, left alone: what it reads first decides first.
pub fn passes(source: &Source, process: usize, from: PointId) -> Result<Expr, String> {
    let Some(code) = source.program.processes[process].points[from].code else {
        return Ok(Expr::Const(0));
    };
    let mut walker = Walker::new(source, process);
    let round = Round { walk: Walk::new(from), begun: 0, known: Vec::new() };
    walker.gets_on(code, round, 0)
}

impl Walker<'_> {
    fn gets_on(&mut self, block: BlockId, mut round: Round, depth: usize) -> Result<Expr, String> {
        self.enter(depth, &round.walk)?;
        let source = self.source;
        let block = &source.program.blocks[block];
        for instruction in &block.instructions {
            if let Instruction::Choose(temp, _) = instruction {
                round.walk.temps.insert(*temp, Expr::Const(0));
            }
            if !self.instruction(instruction, &mut round.walk)? {
                return Ok(Expr::Const(0));
            }
        }
        let branch = match &block.end {
            End::Branch(condition, ..) => Some(self.checked(condition, &mut round.walk)?),
            _ => None,
        };
        let within = std::mem::replace(&mut round.walk.path.guard, Expr::Const(1));
        let others: Vec<&Expr> = round.known.iter().collect();
        let is_new = |it: &&Expr| self.known(it, &others) != Some(true);
        let within: Vec<Expr> = conjuncts(&within).into_iter().filter(is_new).cloned().collect();
        round.known.extend(within.iter().cloned());
        let gets_on = match &block.end {
            End::Jump(to) => self.gets_on(*to, round, depth + 1)?,
            End::Branch(_, then, otherwise) => {
                let condition = branch.unwrap_or(Expr::Const(1));
                self.either(condition, [*then, *otherwise], round, depth)?
            }
            End::Stop(point) => {
                round.walk.path.to = *point;
                self.goes_round(round, depth)?
            }
            End::Done => self.goes_round(round, depth)?,
            End::Retry(point) if *point != round.walk.from => {
                round.walk.path.to = *point;
                round.begun += 1;
                self.goes_round(round, depth)?
            }
            End::Retry(_) | End::Blocked => Expr::Const(0),
        };
        Ok(within.into_iter().rfold(gets_on, |rest, condition| and(condition, rest)))
    }

    /// What is already known decides alone.
    fn either(
        &mut self,
        condition: Expr,
        [then, otherwise]: [BlockId; 2],
        mut round: Round,
        depth: usize,
    ) -> Result<Expr, String> {
        match self.known(&condition, &round.known.iter().collect::<Vec<_>>()) {
            Some(true) => return self.gets_on(then, round, depth + 1),
            Some(false) => return self.gets_on(otherwise, round, depth + 1),
            None => {}
        }
        let mut other = round.clone();
        other.known.push(not(condition.clone()));
        round.known.push(condition.clone());
        let then = self.gets_on(then, round, depth + 1)?;
        let otherwise = self.gets_on(otherwise, other, depth + 1)?;
        Ok(match (then, otherwise) {
            (then, otherwise) if then == otherwise => then,
            (then, Expr::Const(0)) => and(condition, then),
            (Expr::Const(0), otherwise) => and(not(condition), otherwise),
            (then, otherwise) if is_true(&then) => or(condition, otherwise),
            (then, otherwise) if is_true(&otherwise) => or(not(condition), then),
            (then, otherwise) => Expr::Select(condition.into(), then.into(), otherwise.into()),
        })
    }

    /// The step ends. Where the process still spins it takes the next one, up to a whole round.
    fn goes_round(&mut self, mut round: Round, depth: usize) -> Result<Expr, String> {
        let point = &self.source.program.processes[self.process].points[round.walk.path.to];
        if !point.spins {
            return Ok(Expr::Const(1));
        }
        round.walk.from = round.walk.path.to;
        match point.code {
            Some(code) if round.begun < ROUNDS_MAX => self.gets_on(code, round, depth + 1),
            _ => Ok(Expr::Const(0)),
        }
    }
}
