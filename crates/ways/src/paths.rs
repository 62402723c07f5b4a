//! The ways through the code of one step: when each is taken, and what it stores.
//!
//! All expressions are over the state before the step, so a way is one guarded command.

use crate::path::{Sent, Walk, Ways};
use crate::places::{Same, parts_of_place, require_short, same_place};
use crate::source::Source;
use crate::terms::{Terms, and, binary, conjuncts, not, unary};
use program::ir::{
    Asked, Binary, BlockId, End, Expr, Index, Instruction, Place, PointId, Rule, SlotId, Trigger,
    Unary,
};

/// Why a property is left out.
pub const ABOUT_STEPS: &str = "It is about steps.";

/// Why a program with a claim about the order of operations is not exported.
pub const OPERATIONS: &str =
    "A claim about the order of operations remembers which orders are left, which is not exported.";

/// The most ways through one step.
const PATHS_MAX: usize = 2_000;

/// The most rounds of loops on one way: of one without an end, each is longer than the one before.
const ROUNDS_MAX: usize = 100;

/// The most conditions of one way.
const CONDITIONS_MAX: usize = 500;

/// What it costs to begin a block, whatever is in it.
const PARTS_OF_BLOCK: usize = 100;

/// The block to go on with, and what comes along.
type Next = Option<(BlockId, Walk)>;

pub struct Walker<'a> {
    pub source: &'a Source,
    terms: Terms<'a>,
    pub process: usize,
    /// The slot that says where the process stands.
    pub point: SlotId,
    /// Every open outcome, or the first.
    has_outcomes: bool,
    /// The kind of the message in hand.
    message: Option<u8>,
    ways: Ways,
}

/// The ways through a step of a process that stands at `from`; with all outcomes.
pub fn paths(source: &Source, process: usize, from: PointId, rule: Rule) -> Result<Ways, String> {
    let message = if let Trigger::Message(kind) = rule.trigger { Some(kind) } else { None };
    let mut walker = Walker::new(source, process);
    (walker.message, walker.has_outcomes) = (message, true);
    let mut walk = Walk::new(from);
    if let Some(kind) = message {
        walk.unpack(source, kind);
    }
    walker.walk(rule.code, walk, 0)?;
    Ok(walker.ways)
}

impl<'a> Walker<'a> {
    pub fn new(source: &'a Source, process: usize) -> Walker<'a> {
        Walker {
            source,
            terms: Terms::new(source),
            process,
            point: source.program.processes[process].point,
            has_outcomes: false,
            message: None,
            ways: Ways::default(),
        }
    }

    /// From block to block; it calls itself only where there are several ways, as a stack may be short.
    fn walk(&mut self, block: BlockId, walk: Walk, mut depth: usize) -> Result<(), String> {
        let mut next = Some((block, walk));
        while let Some((at, walk)) = next {
            if self.ways.paths.len() > PATHS_MAX {
                return Err(format!("A step has more than {PATHS_MAX} ways to go."));
            }
            self.enter(depth, &walk)?;
            if matches!(walk.path.guard, Expr::Const(0)) {
                return Ok(());
            }
            let block = &self.source.program.blocks[at];
            next = self.rest(&block.instructions, &block.end, walk, depth)?;
            if let Some((to, walk)) = &mut next {
                walk.rounds += usize::from(self.source.loops.contains(to));
            }
            depth += 1;
        }
        Ok(())
    }

    /// At the beginning of each block.
    pub fn enter(&self, depth: usize, walk: &Walk) -> Result<(), String> {
        if depth > PATHS_MAX || walk.conditions > CONDITIONS_MAX || walk.rounds > ROUNDS_MAX {
            return Err("A step is too long for a model.".into());
        }
        self.source.spend(PARTS_OF_BLOCK);
        self.source.require_work()
    }

    /// What is left of a block, and the one to go on with: an open outcome takes the rest once for each
    /// value.
    fn rest(
        &mut self,
        instructions: &[Instruction],
        end: &End,
        mut walk: Walk,
        depth: usize,
    ) -> Result<Next, String> {
        for (at, instruction) in instructions.iter().enumerate() {
            if let Instruction::Choose(temp, count) = instruction {
                let outcomes = if self.has_outcomes { *count } else { 1 };
                walk.conditions += 1;
                for outcome in 0..outcomes {
                    self.source.hold(walk.parts());
                    let mut walk = walk.clone();
                    walk.temps.insert(*temp, Expr::Const(outcome));
                    let next = self.rest(&instructions[at + 1..], end, walk, depth)?;
                    next.map_or(Ok(()), |(to, walk)| self.walk(to, walk, depth + 1))?;
                }
                return Ok(None);
            }
            if !self.instruction(instruction, &mut walk)? {
                return Ok(None);
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
            Instruction::Send { kind, from, to, fields } => {
                self.send(*kind, from.as_ref(), to, fields, walk)?;
            }
            Instruction::Take => walk.path.takes = true,
            Instruction::Again => {
                self.require_room(walk);
                walk.path.doubles = true;
            }
            Instruction::Observe(_) => return Err(OPERATIONS.into()),
            Instruction::Event(_) | Instruction::Choose(..) => {}
        }
        Ok(!matches!(walk.path.guard, Expr::Const(0)))
    }

    fn end(&mut self, end: &End, mut walk: Walk, depth: usize) -> Result<Next, String> {
        match end {
            End::Jump(to) => return Ok(Some((*to, walk))),
            End::Branch(condition, then, otherwise) => {
                let condition = self.checked(condition, &mut walk)?;
                match self.known(&condition, &conjuncts(&walk.path.guard)) {
                    Some(true) => return Ok(Some((*then, walk))),
                    Some(false) => return Ok(Some((*otherwise, walk))),
                    None => {}
                }
                self.source.hold(walk.parts());
                let mut other = walk.clone();
                Self::require(not(condition.clone()), &mut other);
                Self::require(condition, &mut walk);
                self.walk(*then, walk, depth + 1)?;
                return Ok(Some((*otherwise, other)));
            }
            End::Stop(point) => {
                walk.path.to = *point;
                self.stop(walk);
            }
            End::Retry(point) if *point != walk.from => {
                walk.path.to = *point;
                self.stop(walk);
            }
            End::Done => self.stop(walk),
            End::Retry(_) | End::Blocked => {}
        }
        Ok(None)
    }

    /// The step ends.
    fn stop(&mut self, walk: Walk) {
        self.source.hold(walk.parts());
        self.ways.paths.push(walk.path);
    }

    fn send(
        &mut self,
        kind: u8,
        from: Option<&Expr>,
        to: &Expr,
        fields: &[Expr],
        walk: &mut Walk,
    ) -> Result<(), String> {
        let source = self.source;
        let from = from.map(|from| self.checked(from, walk)).transpose()?;
        let to = self.checked(to, walk)?;
        let fields: Result<Vec<Expr>, String> =
            fields.iter().map(|field| self.checked(field, walk)).collect();
        let fields = fields?;
        for (slot, field) in source.message.fields(kind).zip(&fields) {
            let is_in = self.terms.is_in_domain(&Place { slot, index: None }, field);
            self.require_within(is_in, walk);
        }
        let is_there = self.terms.is_below(&to, source.program.processes.len() as i64);
        self.require_within(is_there, walk);
        self.require_room(walk);
        walk.path.sends.push(Sent { kind, from, to, fields });
        Ok(())
    }

    /// There has to be room for one message more.
    fn require_room(&mut self, walk: &mut Walk) {
        let source = self.source;
        let capacity =
            source.program.channels.as_ref().map_or(0, |channels| channels.capacity as i64);
        let more = walk.path.sends.len() as i64 - i64::from(walk.path.takes);
        if more >= 0 {
            let messages = Expr::Load(Place { slot: source.message.count, index: None });
            let has_room = binary(Binary::Less, messages, Expr::Const(capacity - more));
            self.require_within(has_room, walk);
        }
    }

    /// Whether a condition is true, where it follows at once from others that are.
    pub fn known(&self, condition: &Expr, others: &[&Expr]) -> Option<bool> {
        self.source.spend(2 * others.len() + condition.size());
        match condition {
            Expr::Const(value) => Some(*value != 0),
            it if others.contains(&it) => Some(true),
            it if others.contains(&&not(it.clone())) => Some(false),
            _ => None,
        }
    }

    /// A condition without which the step leads beyond the bounds.
    fn require_within(&mut self, condition: Expr, walk: &mut Walk) {
        if self.known(&condition, &conjuncts(&walk.path.guard)) == Some(true) {
            return;
        }
        self.source.hold(walk.path.guard.size() + condition.size());
        self.ways.beyond.push(and(walk.path.guard.clone(), not(condition.clone())));
        Self::require(condition, walk);
    }

    fn require(condition: Expr, walk: &mut Walk) {
        walk.conditions += 1;
        let guard = std::mem::replace(&mut walk.path.guard, Expr::Const(1));
        walk.path.guard = and(guard, condition);
    }

    /// An expression over the state before the step; what makes it faulty becomes a guard.
    pub fn checked(&mut self, expr: &Expr, walk: &mut Walk) -> Result<Expr, String> {
        let value = self.resolve(expr, walk)?;
        require_short(&value)?;
        let fine = self.terms.is_fine(&value);
        self.source.require_work()?;
        for condition in conjuncts(&fine) {
            self.require_within(condition.clone(), walk);
        }
        Ok(value)
    }

    /// A place to store to.
    fn place(&mut self, place: &Place, walk: &mut Walk) -> Result<Place, String> {
        let index = place.index.as_ref();
        let value = index.map(|index| self.checked(&index.value, walk)).transpose()?;
        Self::element(&self.terms, place, value)
    }

    /// The place with its index as it is now.
    fn element(terms: &Terms<'_>, place: &Place, value: Option<Expr>) -> Result<Place, String> {
        let (Some(index), Some(value)) = (&place.index, value) else { return Ok(place.clone()) };
        Ok(match value {
            Expr::Const(at) => Place { slot: place.slot + at as usize * index.stride, index: None },
            value => {
                let highest = terms.highest_number(&value);
                let Some(highest) = highest.filter(|highest| *highest < index.count) else {
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
                Some(value) => {
                    self.source.spend(value.size());
                    self.source.require_work()?;
                    value.clone()
                }
                None => return Err("A value is used before it is computed.".into()),
            },
            Expr::Before(_) => return Err(ABOUT_STEPS.into()),
            Expr::Load(place) => {
                // an index is judged with what asks for it: where it is not asked for, it may be outside
                let index = place.index.as_ref();
                let value = index.map(|index| self.resolve(&index.value, walk)).transpose()?;
                let place = Self::element(&self.terms, place, value)?;
                match place.slot == self.point && place.index.is_none() {
                    true => Expr::Const(walk.path.to as i64),
                    false => self.load(place, &walk.path.stores),
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
                Expr::Const(value) if (0..bound.count).contains(&value) => Expr::Const(value),
                inner => Expr::Below(inner.into(), *bound),
            },
            Expr::InTransit(asked, from, to) => {
                let end = |this: &mut Self, it: &Option<Box<Expr>>, walk: &mut Walk| {
                    it.as_ref().map(|expr| this.resolve(expr, walk)).transpose()
                };
                let (from, to) = (end(self, from, walk)?, end(self, to, walk)?);
                match *asked {
                    Asked::Count(kind) => self.in_transit(kind, from, to, walk),
                    Asked::Values(..) if !walk.path.takes && walk.path.sends.is_empty() => {
                        Expr::InTransit(*asked, from.map(Box::new), to.map(Box::new))
                    }
                    Asked::Values(..) => {
                        return Err("A step asks for the values in messages on their way.".into());
                    }
                }
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
        let [sender, receiver] = [&from, &to].map(|expr| expr.clone().map(Box::new));
        let mut count = Expr::InTransit(Asked::Count(kind), sender, receiver);
        if walk.path.takes && self.message.is_some_and(is_kind) {
            let sender = Expr::Load(Place { slot: self.source.message.sender, index: None });
            let is_it = and(is(&from, sender), is(&to, me.clone()));
            count = binary(Binary::Subtract, count, is_it);
        }
        for sent in walk.path.sends.iter().filter(|send| is_kind(send.kind)) {
            let is_it = and(is(&from, me.clone()), is(&to, sent.to.clone()));
            count = binary(Binary::Add, count, is_it);
        }
        count
    }

    /// What lies at a place after the stores.
    fn load(&self, place: Place, stores: &[(Place, Expr)]) -> Expr {
        let mut value = Expr::Load(place.clone());
        for (stored, new) in stores {
            self.source.spend(parts_of_place(&place) + parts_of_place(stored) + new.size());
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
