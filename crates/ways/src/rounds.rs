//! When a process that reads again and again in an `await` gets on, if the others stand still.

use crate::path::Walk;
use crate::paths::{Walker, paths};
use crate::source::Source;
use crate::terms::{and, conjuncts, is_true, not, or};
use program::ir::{BlockId, End, Expr, Instruction, PointId, Rule, Trigger, Where};

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

/// When a process can get on: at once, or if it busy-waits, at the end of a round that it runs alone.
pub fn moves(source: &Source, number: usize, from: PointId) -> Result<Expr, String> {
    let process = &source.program.processes[number];
    let busy_waits = process.points[from].busy_waits.is_some();
    let mut moves = if busy_waits { passes(source, number, from)? } else { Expr::Const(0) };
    let is_round = |rule: &Rule| busy_waits && rule.at == Where::Point(from);
    let rules = [Trigger::Timeout, Trigger::Arrival, Trigger::Own]
        .map(|trigger| process.rules_on(trigger, from));
    for rule in rules.into_iter().flatten().filter(|rule| !is_round(rule)) {
        moves = or(moves, paths(source, number, from, rule)?.taken());
    }
    Ok(moves)
}

/// When a process that busy-waits at `from` gets on, left alone: what it reads first decides first.
fn passes(source: &Source, process: usize, from: PointId) -> Result<Expr, String> {
    let Some(code) = source.program.processes[process].points[from].code else {
        return Ok(Expr::Const(0));
    };
    let mut walker = Walker::new(source, process);
    let round = Round { walk: Walk::new(from), begun: 0, known: Vec::new() };
    walker.gets_on(code, round, 0)
}

/// What comes behind a block.
enum Next {
    Block(BlockId),
    Ways(Expr, [BlockId; 2]),
    /// The round is over: whether the process gets on.
    End(bool),
}

impl Walker<'_> {
    /// From block to block; it calls itself only where there are two ways, as a stack may be short.
    fn gets_on(
        &mut self,
        mut block: BlockId,
        mut round: Round,
        mut depth: usize,
    ) -> Result<Expr, String> {
        let mut within = Vec::new();
        let gets_on = loop {
            self.enter(depth, &round.walk)?;
            depth += 1;
            match self.block(block, &mut round, &mut within)? {
                Next::Block(to) => block = to,
                Next::Ways(condition, ways) => break self.either(condition, ways, round, depth)?,
                Next::End(gets_on) => break Expr::Const(i64::from(gets_on)),
            }
        };
        Ok(within.into_iter().rfold(gets_on, |rest, condition| and(condition, rest)))
    }

    /// Goes through a block; `within` gets the new conditions without which the step is beyond the bounds.
    fn block(
        &mut self,
        block: BlockId,
        round: &mut Round,
        within: &mut Vec<Expr>,
    ) -> Result<Next, String> {
        let source = self.source;
        let block = &source.program.blocks[block];
        for instruction in &block.instructions {
            if let Instruction::Choose(temp, _) = instruction {
                round.walk.temps.insert(*temp, Expr::Const(0));
            }
            if !self.instruction(instruction, &mut round.walk)? {
                return Ok(Next::End(false));
            }
        }
        let branch = match &block.end {
            End::Branch(condition, ..) => Some(self.checked(condition, &mut round.walk)?),
            _ => None,
        };
        let guard = std::mem::replace(&mut round.walk.path.guard, Expr::Const(1));
        let others: Vec<&Expr> = round.known.iter().collect();
        let is_new = |expr: &&Expr| self.known(expr, &others) != Some(true);
        let new: Vec<Expr> = conjuncts(&guard).into_iter().filter(is_new).cloned().collect();
        round.known.extend(new.iter().cloned());
        within.extend(new);
        Ok(match &block.end {
            End::Jump(to) => Next::Block(*to),
            End::Branch(_, then, otherwise) => {
                let condition = branch.unwrap_or(Expr::Const(1));
                match self.known(&condition, &round.known.iter().collect::<Vec<_>>()) {
                    Some(true) => Next::Block(*then),
                    Some(false) => Next::Block(*otherwise),
                    None => Next::Ways(condition, [*then, *otherwise]),
                }
            }
            // where an `await` begins it has come out of one
            End::Stop(point) if self.awaits_at(*point) == Some(*point) => Next::End(true),
            End::Stop(point) => self.goes_round(*point, round),
            End::Done => self.goes_round(round.walk.path.to, round),
            End::Retry(point) if *point != round.walk.from => {
                round.begun += 1;
                self.goes_round(*point, round)
            }
            End::Retry(_) | End::Blocked => Next::End(false),
        })
    }

    fn either(
        &mut self,
        condition: Expr,
        [then, otherwise]: [BlockId; 2],
        mut round: Round,
        depth: usize,
    ) -> Result<Expr, String> {
        round.walk.conditions += 1;
        let mut other = round.clone();
        other.known.push(not(condition.clone()));
        round.known.push(condition.clone());
        let then = self.gets_on(then, round, depth)?;
        let otherwise = self.gets_on(otherwise, other, depth)?;
        Ok(match (then, otherwise) {
            (then, otherwise) if then == otherwise => then,
            (then, Expr::Const(0)) => and(condition, then),
            (Expr::Const(0), otherwise) => and(not(condition), otherwise),
            (then, otherwise) if is_true(&then) => or(condition, otherwise),
            (then, otherwise) if is_true(&otherwise) => or(not(condition), then),
            (then, otherwise) => Expr::Select(condition.into(), then.into(), otherwise.into()),
        })
    }

    /// Where the `await` begins that the process is within at a point.
    fn awaits_at(&self, point: PointId) -> Option<PointId> {
        self.source.program.processes[self.process].points[point].busy_waits
    }

    /// The step ends at a point. Where the process still busy-waits it takes the next one, up to a whole round.
    fn goes_round(&self, to: PointId, round: &mut Round) -> Next {
        round.walk.path.to = to;
        if self.awaits_at(to).is_none() {
            return Next::End(true);
        }
        let point = &self.source.program.processes[self.process].points[to];
        round.walk.from = to;
        match point.code {
            Some(code) if round.begun < ROUNDS_MAX => Next::Block(code),
            _ => Next::End(false),
        }
    }
}
