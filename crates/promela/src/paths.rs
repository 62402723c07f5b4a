//! The ways through the code of one step: when each is taken, and what it stores.
//!
//! All expressions are over the state before the step, so a way is one guarded command.

use crate::places::{Same, parts, same_place};
use crate::source::Source;
use crate::terms::{Terms, and, binary, conjuncts, is_true, not, or, unary};
use program::ir::{
    Binary, BlockId, End, Expr, Index, Instruction, Place, PointId, SENDER, SlotId, TempId, Unary,
};
use std::collections::HashMap;

/// The most ways through one step, and the most parts of one expression.
pub const PATHS_MAX: usize = 2_000;
pub const PARTS_MAX: usize = 20_000;

/// One way through a step.
#[derive(Clone, Debug)]
pub struct Path {
    /// Nothing of it: always.
    pub guard: Expr,
    /// In order.
    pub sends: Vec<Sent>,
    /// In order; a later store to the same place counts.
    pub stores: Vec<(Place, Expr)>,
    /// Where the process stands afterwards.
    pub to: PointId,
}

impl Path {
    fn new(to: PointId) -> Path {
        Path { guard: Expr::Const(1), sends: Vec::new(), stores: Vec::new(), to }
    }
}

/// A message that a step sends.
#[derive(Clone, Debug)]
pub struct Sent {
    pub kind: u8,
    pub to: Expr,
    pub fields: Vec<Expr>,
}

#[derive(Clone)]
pub struct Walk {
    pub temps: HashMap<TempId, Expr>,
    pub path: Path,
    /// Where the step begins.
    from: PointId,
    /// How often an `await` has begun again.
    rounds: usize,
}

impl Walk {
    pub fn new(from: PointId) -> Walk {
        Walk { temps: HashMap::new(), path: Path::new(from), from, rounds: 0 }
    }
}

pub struct Walker<'a> {
    pub source: &'a Source,
    terms: Terms<'a>,
    process: usize,
    /// The slot that says where the process stands.
    pub point: SlotId,
    /// Every open outcome, or the first.
    has_outcomes: bool,
    /// The kind of the message that the step takes.
    takes: Option<u8>,
    /// Goes on as long as the process spins.
    spins: bool,
    ways: Ways,
}

/// The ways through a step.
#[derive(Default)]
pub struct Ways {
    pub paths: Vec<Path>,
    /// When the step would leave a domain or an array: there is no step, but no deadlock either.
    pub beyond: Vec<Expr>,
}

impl Ways {
    /// When the step is there, within the bounds or beyond them.
    pub fn taken(&self) -> Expr {
        let guards = self.paths.iter().map(|it| &it.guard).chain(&self.beyond);
        guards.fold(Expr::Const(0), |any, guard| or(any, guard.clone()))
    }
}

/// The ways through the code at `block`, for a process that stands at `from`; with all outcomes.
pub fn paths(
    source: &Source,
    process: usize,
    from: PointId,
    block: BlockId,
) -> Result<Ways, String> {
    let mut walker = Walker::new(source, process);
    walker.has_outcomes = true;
    walker.walk(block, Walk::new(from), 0)?;
    Ok(walker.ways)
}

/// The ways through rules of which the first counts that is not blocked, each with its number. Where
/// `takes` has a kind, they take a message of that kind.
pub fn first_of(
    source: &Source,
    process: usize,
    from: PointId,
    rules: &[BlockId],
    takes: Option<u8>,
) -> Result<Vec<Ways>, String> {
    let mut before = Expr::Const(1);
    let mut all = Vec::new();
    for &rule in rules {
        let mut walker = Walker::new(source, process);
        walker.takes = takes;
        let mut walk = Walk::new(from);
        if let Some(kind) = takes {
            let sender = Place { slot: source.message.sender, index: None };
            walk.temps.insert(SENDER, Expr::Load(sender));
            for (nth, slot) in source.message.fields(kind).enumerate() {
                walk.temps.insert(SENDER + 1 + nth, Expr::Load(Place { slot, index: None }));
            }
        }
        walker.walk(rule, walk, 0)?;
        let mut ways = walker.ways;
        let any = ways.taken();
        for guard in ways.paths.iter_mut().map(|it| &mut it.guard).chain(&mut ways.beyond) {
            *guard = and(before.clone(), guard.clone());
        }
        all.push(ways);
        before = and(before, not(any));
        if matches!(before, Expr::Const(0)) {
            break;
        }
    }
    Ok(all)
}

/// When a process that spins at `from` gets on, left alone.
pub fn passes(source: &Source, process: usize, from: PointId) -> Result<Expr, String> {
    let Some(code) = source.program.processes[process].points[from].code else {
        return Ok(Expr::Const(0));
    };
    let mut walker = Walker::new(source, process);
    walker.spins = true;
    walker.walk(code, Walk::new(from), 0)?;
    walker.ways.beyond.clear();
    Ok(walker.ways.taken())
}

impl<'a> Walker<'a> {
    pub fn new(source: &'a Source, process: usize) -> Walker<'a> {
        Walker {
            source,
            terms: Terms::new(&source.program),
            process,
            point: source.program.processes[process].point,
            has_outcomes: false,
            takes: None,
            spins: false,
            ways: Ways::default(),
        }
    }

    fn walk(&mut self, block: BlockId, walk: Walk, depth: usize) -> Result<(), String> {
        if self.ways.paths.len() > PATHS_MAX || depth > PATHS_MAX {
            return Err(format!("A step has more than {PATHS_MAX} ways to go."));
        }
        let block = &self.source.program.blocks[block];
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
                let outcomes = if self.has_outcomes { *count } else { 1 };
                for outcome in 0..outcomes {
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
    pub fn instruction(
        &mut self,
        instruction: &Instruction,
        walk: &mut Walk,
    ) -> Result<bool, String> {
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
            Instruction::Send { kind, to, fields } => self.send(*kind, to, fields, walk)?,
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
                self.stop(walk, depth)
            }
            End::Done => self.stop(walk, depth),
            End::Retry(point) if *point != walk.from => {
                walk.path.to = *point;
                walk.rounds += 1;
                self.stop(walk, depth)
            }
            End::Retry(_) | End::Blocked => Ok(()),
            End::Fault(_) => {
                self.ways.beyond.push(walk.path.guard);
                Ok(())
            }
        }
    }

    /// The step ends. A process that spins takes the next one, up to a whole round.
    fn stop(&mut self, mut walk: Walk, depth: usize) -> Result<(), String> {
        if self.spins {
            let point = &self.source.program.processes[self.process].points[walk.path.to];
            if point.spins {
                walk.from = walk.path.to;
                return match point.code {
                    Some(code) if walk.rounds < 2 => self.walk(code, walk, depth + 1),
                    _ => Ok(()),
                };
            }
        }
        self.ways.paths.push(walk.path);
        Ok(())
    }

    fn send(
        &mut self,
        kind: u8,
        to: &Expr,
        fields: &[Expr],
        walk: &mut Walk,
    ) -> Result<(), String> {
        let source = self.source;
        let to = self.checked(to, walk)?;
        let fields: Result<Vec<Expr>, String> =
            fields.iter().map(|it| self.checked(it, walk)).collect();
        let fields = fields?;
        for (slot, field) in source.message.fields(kind).zip(&fields) {
            let is_in = self.terms.is_in_domain(&Place { slot, index: None }, field);
            self.require_within(is_in, walk);
        }
        let is_there = self.terms.is_below(&to, source.program.processes.len() as i64);
        self.require_within(is_there, walk);
        let capacity = source.program.channels.as_ref().map_or(0, |it| it.capacity as i64);
        let more = walk.path.sends.len() as i64 - i64::from(self.takes.is_some());
        if more >= 0 {
            let messages = Expr::Load(Place { slot: source.message.count, index: None });
            let has_room =
                Expr::Binary(Binary::Less, messages.into(), Expr::Const(capacity - more).into());
            self.require_within(has_room, walk);
        }
        walk.path.sends.push(Sent { kind, to, fields });
        Ok(())
    }

    /// A condition without which the step leads beyond the bounds.
    fn require_within(&mut self, condition: Expr, walk: &mut Walk) {
        if is_true(&condition) || conjuncts(&walk.path.guard).contains(&&condition) {
            return;
        }
        self.ways.beyond.push(and(walk.path.guard.clone(), not(condition.clone())));
        Self::require(condition, walk);
    }

    fn require(condition: Expr, walk: &mut Walk) {
        let guard = std::mem::replace(&mut walk.path.guard, Expr::Const(1));
        walk.path.guard = and(guard, condition);
    }

    /// An expression over the state before the step; what makes it faulty becomes a guard.
    pub fn checked(&mut self, expr: &Expr, walk: &mut Walk) -> Result<Expr, String> {
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
                let highest = self.terms.highest_number(&value);
                let Some(highest) = highest.filter(|it| *it < index.count) else {
                    return Err("An index without a bound is not exported.".into());
                };
                let index = Index { value, count: highest + 1, ..**index };
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
                match place.slot == self.point && place.index.is_none() {
                    true => Expr::Const(walk.path.to as i64),
                    false => Self::load(place, &walk.path.stores),
                }
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
            Expr::InTransit(kind, from, to) => {
                let end = |this: &mut Self, it: &Option<Box<Expr>>, walk: &mut Walk| {
                    it.as_ref().map(|it| this.resolve(it, walk)).transpose()
                };
                let (from, to) = (end(self, from, walk)?, end(self, to, walk)?);
                self.in_transit(*kind, from, to, walk)
            }
        })
    }

    /// How many messages are on their way, after what the step has taken and sent so far.
    fn in_transit(
        &self,
        kind: Option<u8>,
        from: Option<Expr>,
        to: Option<Expr>,
        walk: &Walk,
    ) -> Expr {
        let is = |wanted: &Option<Expr>, it: Expr| match wanted {
            Some(wanted) => binary(Binary::Equal, wanted.clone(), it),
            None => Expr::Const(1),
        };
        let me = Expr::Const(self.process as i64);
        let is_kind = |it: u8| kind.is_none_or(|kind| kind == it);
        let mut count = Expr::InTransit(kind, from.clone().map(Box::new), to.clone().map(Box::new));
        if self.takes.is_some_and(is_kind) {
            let sender = Expr::Load(Place { slot: self.source.message.sender, index: None });
            let is_it = and(is(&from, sender), is(&to, me.clone()));
            count = binary(Binary::Subtract, count, is_it);
        }
        for sent in walk.path.sends.iter().filter(|it| is_kind(it.kind)) {
            let is_it = and(is(&from, me.clone()), is(&to, sent.to.clone()));
            count = binary(Binary::Add, count, is_it);
        }
        count
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
}
