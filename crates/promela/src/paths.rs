//! The ways through the code of one step: when each is taken, and what it stores.
//!
//! All expressions are over the state before the step, so a way is one guarded command.

use crate::terms::{Terms, and, binary, is_true, not, unary};
use program::ir::{
    Binary, BlockId, End, Expr, Instruction, Place, PointId, Program, Query, SlotId, TempId, Unary,
};
use std::collections::HashMap;

/// The most ways through one step, and the most parts of one expression.
const PATHS_MAX: usize = 2_000;
const PARTS_MAX: usize = 20_000;

/// One way through a step.
#[derive(Clone, Debug)]
pub struct Path {
    /// Nothing of it: always.
    pub guard: Expr,
    /// In order; a later store to the same place counts.
    pub stores: Vec<(Place, Expr)>,
    /// Where the process stands afterwards.
    pub to: PointId,
}

#[derive(Clone)]
struct Walk {
    temps: HashMap<TempId, Expr>,
    path: Path,
}

pub struct Walker<'a> {
    pub program: &'a Program,
    pub terms: Terms<'a>,
    /// The slot that says where the process stands.
    point: SlotId,
    from: PointId,
    ways: Ways,
}

/// The ways through a step.
#[derive(Default)]
pub struct Ways {
    pub paths: Vec<Path>,
    /// When the step would leave a domain or an array: there is no step, but no deadlock either.
    pub beyond: Vec<Expr>,
}

/// The ways through the code at `block`, for a process that stands at `from`.
pub fn paths(
    program: &Program,
    process: usize,
    from: PointId,
    block: BlockId,
) -> Result<Ways, String> {
    let point = program.processes[process].point;
    let terms = Terms::new(program);
    let mut walker = Walker { program, terms, point, from, ways: Ways::default() };
    let path = Path { guard: Expr::Const(1), stores: Vec::new(), to: from };
    walker.walk(block, Walk { temps: HashMap::new(), path }, 0)?;
    Ok(walker.ways)
}

/// What a query gives, over the state; `unknown` where it cannot be computed.
pub fn value(program: &Program, query: Query, unknown: i64) -> Result<Expr, String> {
    let terms = Terms::new(program);
    let mut walker = Walker { program, terms, point: SlotId::MAX, from: 0, ways: Ways::default() };
    let path = Path { guard: Expr::Const(1), stores: Vec::new(), to: 0 };
    walker.query(query, query.code, Walk { temps: HashMap::new(), path }, unknown, 0)
}

impl Walker<'_> {
    fn walk(&mut self, block: BlockId, walk: Walk, depth: usize) -> Result<(), String> {
        if self.ways.paths.len() > PATHS_MAX || depth > PATHS_MAX {
            return Err(format!("A step has more than {PATHS_MAX} ways to go."));
        }
        let block = &self.program.blocks[block];
        self.rest(&block.instructions, &block.end, walk, depth)
    }

    /// What is left of a block: an open outcome takes the rest once for each value.
    fn rest(
        &mut self,
        instructions: &[Instruction],
        end: &End,
        mut walk: Walk,
        depth: usize,
    ) -> Result<(), String> {
        for (at, instruction) in instructions.iter().enumerate() {
            if let Instruction::Choose(temp, count) = instruction {
                for outcome in 0..*count {
                    let mut walk = walk.clone();
                    walk.temps.insert(*temp, Expr::Const(outcome));
                    self.rest(&instructions[at + 1..], end, walk, depth)?;
                }
                return Ok(());
            }
            if !self.instruction(instruction, &mut walk)? {
                return Ok(());
            }
        }
        self.end(end, walk, depth)
    }

    /// Whether the step can go on.
    fn instruction(&mut self, instruction: &Instruction, walk: &mut Walk) -> Result<bool, String> {
        match instruction {
            Instruction::Set(temp, expr) => {
                let value = self.checked(expr, walk)?;
                walk.temps.insert(*temp, value);
            }
            Instruction::Store(place, expr) => {
                let value = self.checked(expr, walk)?;
                let place = self.place(place, walk)?;
                if place.slot == self.point && place.index.is_none() {
                    let Expr::Const(to) = value else {
                        return Err("A jump to a computed place is not exported.".into());
                    };
                    walk.path.to = to as PointId;
                    return Ok(true);
                }
                // outside of its domain there is no step
                self.require_within(self.terms.is_in_domain(&place, &value), walk);
                walk.path.stores.push((place, value));
            }
            Instruction::Send { .. } => return Err("Messages are not exported.".into()),
            Instruction::Event(_) | Instruction::Choose(..) => {}
        }
        Ok(!matches!(walk.path.guard, Expr::Const(0)))
    }

    fn end(&mut self, end: &End, mut walk: Walk, depth: usize) -> Result<(), String> {
        match end {
            End::Jump(to) => self.walk(*to, walk, depth + 1),
            End::Branch(condition, then, otherwise) => {
                let condition = self.checked(condition, &mut walk)?;
                let mut other = walk.clone();
                Self::require(not(condition.clone()), &mut other);
                Self::require(condition, &mut walk);
                for (to, walk) in [(then, walk), (otherwise, other)] {
                    if !matches!(walk.path.guard, Expr::Const(0)) {
                        self.walk(*to, walk, depth + 1)?;
                    }
                }
                Ok(())
            }
            End::Stop(point) => {
                walk.path.to = *point;
                self.ways.paths.push(walk.path);
                Ok(())
            }
            End::Done => {
                self.ways.paths.push(walk.path);
                Ok(())
            }
            End::Retry(point) if *point != self.from => {
                walk.path.to = *point;
                self.ways.paths.push(walk.path);
                Ok(())
            }
            End::Retry(_) | End::Blocked => Ok(()),
            End::Fault(_) => {
                self.ways.beyond.push(walk.path.guard);
                Ok(())
            }
        }
    }

    /// A condition without which the step leads beyond the bounds.
    fn require_within(&mut self, condition: Expr, walk: &mut Walk) {
        if !is_true(&condition) {
            self.ways.beyond.push(and(walk.path.guard.clone(), not(condition.clone())));
        }
        Self::require(condition, walk);
    }

    fn require(condition: Expr, walk: &mut Walk) {
        let guard = std::mem::replace(&mut walk.path.guard, Expr::Const(1));
        walk.path.guard = and(guard, condition);
    }

    /// An expression over the state before the step; what makes it faulty becomes a guard.
    fn checked(&mut self, expr: &Expr, walk: &mut Walk) -> Result<Expr, String> {
        let value = self.resolve(expr, walk)?;
        let fine = self.terms.is_fine(&value);
        self.require_within(fine, walk);
        if parts(&value) > PARTS_MAX {
            return Err("An expression is too long for a model.".into());
        }
        Ok(value)
    }

    fn place(&mut self, place: &Place, walk: &mut Walk) -> Result<Place, String> {
        let Some(index) = &place.index else { return Ok(place.clone()) };
        let value = self.checked(&index.value, walk)?;
        Ok(match value {
            Expr::Const(at) => Place { slot: place.slot + at as usize * index.stride, index: None },
            value => {
                let index = program::ir::Index { value, ..(**index).clone() };
                Place { slot: place.slot, index: Some(Box::new(index)) }
            }
        })
    }

    /// Puts in what the step has computed and stored so far.
    fn resolve(&mut self, expr: &Expr, walk: &mut Walk) -> Result<Expr, String> {
        Ok(match expr {
            Expr::Const(value) => Expr::Const(*value),
            Expr::Temp(temp) => match walk.temps.get(temp) {
                Some(value) => value.clone(),
                None => return Err("A value is used before it is computed.".into()),
            },
            Expr::Load(place) => {
                let place = self.place(place, walk)?;
                Self::load(place, &walk.path.stores)
            }
            Expr::Unary(operator, inner) => match (operator, self.resolve(inner, walk)?) {
                (Unary::Not, inner) => not(inner),
                (operator, inner) => unary(*operator, inner),
            },
            Expr::Binary(operator, left, right) => {
                let (left, right) = (self.resolve(left, walk)?, self.resolve(right, walk)?);
                binary(*operator, left, right)
            }
            Expr::Select(condition, then, otherwise) => {
                let condition = self.resolve(condition, walk)?;
                match condition {
                    Expr::Const(0) => self.resolve(otherwise, walk)?,
                    Expr::Const(_) => self.resolve(then, walk)?,
                    condition => {
                        let then = self.resolve(then, walk)?;
                        let otherwise = self.resolve(otherwise, walk)?;
                        Expr::Select(condition.into(), then.into(), otherwise.into())
                    }
                }
            }
            Expr::Below(inner, bound) => match self.resolve(inner, walk)? {
                Expr::Const(value) if (0..*bound).contains(&value) => Expr::Const(value),
                inner => Expr::Below(inner.into(), *bound),
            },
            Expr::InTransit(..) => return Err("Messages are not exported.".into()),
        })
    }

    /// What lies at a place after the stores.
    fn load(place: Place, stores: &[(Place, Expr)]) -> Expr {
        let mut value = Expr::Load(place.clone());
        for (stored, new) in stores {
            value = match same_place(&place, stored) {
                Same::Yes => new.clone(),
                Same::No => value,
                Same::If(condition) => {
                    Expr::Select(condition.into(), new.clone().into(), value.into())
                }
            };
        }
        value
    }

    fn query(
        &mut self,
        query: Query,
        block: BlockId,
        mut walk: Walk,
        unknown: i64,
        depth: usize,
    ) -> Result<Expr, String> {
        if depth > PATHS_MAX {
            return Err("A property is too long for a model.".into());
        }
        let block = &self.program.blocks[block];
        let guard = std::mem::replace(&mut walk.path.guard, Expr::Const(1));
        for instruction in &block.instructions {
            if !matches!(instruction, Instruction::Set(..) | Instruction::Event(_)) {
                return Err("A property that stores or chooses is not exported.".into());
            }
            self.instruction(instruction, &mut walk)?;
        }
        let value = match &block.end {
            End::Jump(to) => self.query(query, *to, walk.clone(), unknown, depth + 1)?,
            End::Branch(condition, then, otherwise) => {
                let condition = self.checked(condition, &mut walk)?;
                let then = self.query(query, *then, walk.clone(), unknown, depth + 1)?;
                let otherwise = self.query(query, *otherwise, walk.clone(), unknown, depth + 1)?;
                match condition {
                    Expr::Const(0) => otherwise,
                    Expr::Const(_) => then,
                    _ if then == otherwise => then,
                    condition => Expr::Select(condition.into(), then.into(), otherwise.into()),
                }
            }
            End::Done | End::Stop(_) => match walk.temps.get(&query.result) {
                Some(value) => value.clone(),
                None => Expr::Const(unknown),
            },
            End::Retry(_) | End::Blocked | End::Fault(_) => Expr::Const(unknown),
        };
        let fine = std::mem::replace(&mut walk.path.guard, guard);
        let value = match is_true(&fine) {
            true => value,
            false => Expr::Select(fine.into(), value.into(), Expr::Const(unknown).into()),
        };
        if parts(&value) > PARTS_MAX {
            return Err("A property is too long for a model.".into());
        }
        Ok(value)
    }
}

enum Same {
    Yes,
    No,
    If(Expr),
}

/// Whether two places are one slot.
fn same_place(a: &Place, b: &Place) -> Same {
    if a == b {
        return Same::Yes;
    }
    let slots = |it: &Place| match &it.index {
        None => (it.slot, it.slot),
        Some(index) => (it.slot, it.slot + (index.count.max(1) - 1) * index.stride),
    };
    let ((from_a, to_a), (from_b, to_b)) = (slots(a), slots(b));
    if to_a < from_b || to_b < from_a || (a.index.is_none() && b.index.is_none()) {
        return Same::No;
    }
    let number = |it: &Place| match &it.index {
        None => Expr::Const(it.slot as i64),
        Some(index) => {
            let by = Expr::Const(index.stride as i64);
            let offset = Expr::Binary(Binary::Multiply, index.value.clone().into(), by.into());
            Expr::Binary(Binary::Add, Expr::Const(it.slot as i64).into(), offset.into())
        }
    };
    Same::If(Expr::Binary(Binary::Equal, number(a).into(), number(b).into()))
}

/// Whether two places are one slot in some state.
pub fn may_be_one(a: &Place, b: &Place) -> bool {
    !matches!(same_place(a, b), Same::No)
}

/// The size of an expression.
pub fn parts(expr: &Expr) -> usize {
    1 + match expr {
        Expr::Const(_) | Expr::Temp(_) => 0,
        Expr::Load(place) => place.index.as_ref().map_or(0, |it| parts(&it.value)),
        Expr::Unary(_, inner) | Expr::Below(inner, _) => parts(inner),
        Expr::Binary(_, left, right) => parts(left) + parts(right),
        Expr::Select(a, b, c) => parts(a) + parts(b) + parts(c),
        Expr::InTransit(_, from, to) => from.iter().chain(to).map(|it| parts(it)).sum(),
    }
}
