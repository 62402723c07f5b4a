//! Random expressions and blocks.

use program::ir::{
    Asked, Binary, Block, BlockId, Bound, CellName, End, EventTemplate, Expr, FIELDS_MAX, Index,
    Instruction, Place, Program, Query, SENDER, Slot, SlotId, TempId, Unary,
};
use program::{SYMBOLS, Words};
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::Rng;

pub struct Random<'a>(pub &'a mut SplitMix64);

impl Random<'_> {
    pub fn below(&mut self, count: usize) -> usize {
        (self.0.next_u64() >> 33) as usize % count
    }

    /// True in so many cases of a hundred.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }
}

/// What code may do, besides computing.
#[derive(Clone)]
pub struct Scope {
    /// Points to stop at; none: the code only reads.
    pub stops: Option<usize>,
    pub outcomes: i64,
    /// Where a round of an `await` begins.
    pub retries: Option<usize>,
    /// The fields of the message at hand.
    pub fields: usize,
    pub handles_message: bool,
}

/// The first temporary that belongs to no message.
const FIRST: TempId = SENDER + 1 + FIELDS_MAX;
/// How many are always set.
const SET: usize = 3;
/// Counts rounds of a loop.
const COUNTER: TempId = FIRST + SET;
pub const TEMPS: usize = COUNTER + 3;
/// So many events the monitor of a program tells apart.
pub const EVENTS: usize = 3;

/// Rounds of a loop that takes too long for generated code.
pub const LONG: i64 = 150_000;

pub struct Writer<'a, 'b> {
    pub random: &'a mut Random<'b>,
    pub program: &'a mut Program,
    /// Slots that code may read and write.
    pub slots: Vec<SlotId>,
    /// The first slot, the stride and the count of each array.
    pub arrays: Vec<(SlotId, usize, usize)>,
    /// Blocks of the code at hand, to be shared.
    made: Vec<BlockId>,
}

impl<'a, 'b> Writer<'a, 'b> {
    pub fn new(random: &'a mut Random<'b>, program: &'a mut Program) -> Writer<'a, 'b> {
        Writer { random, program, slots: Vec::new(), arrays: Vec::new(), made: Vec::new() }
    }

    fn add(&mut self, instructions: Vec<Instruction>, end: End) -> BlockId {
        self.program.blocks.push(Block { instructions, end });
        self.program.blocks.len() - 1
    }

    /// A whole step, or a computation that only reads.
    pub fn code(&mut self, scope: &Scope) -> BlockId {
        self.made.clear();
        let depth = 1 + self.random.below(3);
        let body = self.block(scope, depth);
        let mut instructions = Vec::new();
        for at in 0..SET {
            let value = match scope.outcomes > 1 && at == 0 {
                true => {
                    let first = self.random.one_of(&[2, scope.outcomes]);
                    instructions.push(Instruction::Choose(FIRST, first));
                    continue;
                }
                // nothing else has a value yet
                false => self.value(&Scope { fields: scope.fields, ..scope.clone() }, 1, at),
            };
            instructions.push(Instruction::Set(FIRST + at, value));
        }
        self.add(instructions, End::Jump(body))
    }

    /// One that reads some places before the step.
    pub fn query_about_step(&mut self) -> Query {
        let first = self.program.blocks.len();
        let query = self.query();
        for block in &mut self.program.blocks[first..] {
            for instruction in &mut block.instructions {
                instruction.each_expr_mut(&mut |expr| {
                    expr.each_inner_mut(&mut |expr| {
                        if let Expr::Load(place) = expr
                            && self.random.chance(50)
                        {
                            *expr = Expr::Before(place.clone());
                        }
                    });
                });
            }
        }
        query
    }

    pub fn query(&mut self) -> Query {
        let scope =
            Scope { stops: None, outcomes: 1, retries: None, fields: 0, handles_message: false };
        Query { code: self.code(&scope), result: FIRST + self.random.below(SET) }
    }

    fn block(&mut self, scope: &Scope, depth: usize) -> BlockId {
        if !self.made.is_empty() && self.random.chance(20) {
            let made = self.made.clone();
            return self.random.one_of(&made);
        }
        let end = if depth == 0 { self.last(scope) } else { self.next(scope, depth) };
        let instructions = (0..self.random.below(3)).map(|_| self.instruction(scope)).collect();
        let block = self.add(instructions, end);
        self.made.push(block);
        block
    }

    fn next(&mut self, scope: &Scope, depth: usize) -> End {
        match self.random.below(10) {
            0..3 => End::Jump(self.block(scope, depth - 1)),
            3..8 => {
                let (then, otherwise) =
                    (self.block(scope, depth - 1), self.block(scope, depth - 1));
                End::Branch(self.value(scope, 2, SET), then, otherwise)
            }
            8 => End::Jump(self.repeat(scope, depth - 1)),
            _ => self.last(scope),
        }
    }

    /// A loop of a few rounds, or now and then one that takes too long.
    fn repeat(&mut self, scope: &Scope, depth: usize) -> BlockId {
        let after = self.block(scope, depth);
        let rounds = if self.random.chance(1) { LONG } else { self.random.below(5) as i64 };
        let head = self.add(Vec::new(), End::Done);
        let mut instructions: Vec<_> =
            (0..self.random.below(2)).map(|_| self.instruction(scope)).collect();
        let counter = || Box::new(Expr::Temp(COUNTER));
        let one = Box::new(Expr::Const(1));
        instructions.push(Instruction::Set(COUNTER, Expr::Binary(Binary::Add, counter(), one)));
        let round = self.add(instructions, End::Jump(head));
        let goes_on = Expr::Binary(Binary::Less, counter(), Box::new(Expr::Const(rounds)));
        self.program.blocks[head].end = End::Branch(goes_on, round, after);
        self.add(vec![Instruction::Set(COUNTER, Expr::Const(0))], End::Jump(head))
    }

    fn last(&mut self, scope: &Scope) -> End {
        let Some(points) = scope.stops else {
            return if self.random.chance(75) { End::Done } else { End::Blocked };
        };
        match self.random.below(20) {
            0..3 => End::Blocked,
            3..7 => End::Done,
            7..12 if scope.retries.is_some() => End::Retry(scope.retries.unwrap_or(0)),
            _ => End::Stop(self.random.below(points)),
        }
    }

    fn instruction(&mut self, scope: &Scope) -> Instruction {
        let stores = scope.stops.is_some();
        let kinds = self.program.channels.as_ref().map_or(0, |channels| channels.kinds.len());
        match self.random.below(12) {
            0..6 if stores => self.store(scope),
            6..8 if stores && kinds > 0 => self.send(scope),
            8 => {
                let cell = CellName { array: "cell", rows: None, index: None, labels: Vec::new() };
                let value = vec![self.value(scope, 1, SET)];
                Instruction::Event(EventTemplate::Read {
                    cell,
                    value,
                    words: Words::Plain(0),
                    overlaps: false,
                    from: None,
                })
            }
            10 if stores && self.program.order_monitor.is_some() => {
                let which = self.value(scope, 1, SET).into();
                let last = Expr::Const(EVENTS as i64 - 1).into();
                Instruction::Observe(Expr::Select(which, Expr::Const(0).into(), last))
            }
            9 if scope.outcomes > 1 => Instruction::Choose(FIRST + 1, 2),
            _ => Instruction::Set(FIRST + self.random.below(SET), self.value(scope, 2, SET)),
        }
    }

    fn store(&mut self, scope: &Scope) -> Instruction {
        let place = self.place(scope);
        let slot = self.program.slots[place.slot].clone();
        Instruction::Store(place, self.value_of(&slot, scope))
    }

    /// Mostly a value of the slot's domain.
    fn value_of(&mut self, slot: &Slot, scope: &Scope) -> Expr {
        let value = self.value(scope, 2, SET);
        if self.random.chance(4) {
            return value;
        }
        let numbers = slot.high - slot.low + 1;
        if numbers <= 0 || (!slot.symbols.is_empty() && self.random.chance(30)) {
            return Expr::Const(self.random.one_of(&slot.symbols));
        }
        let within = Expr::Binary(Binary::Modulo, value.into(), Expr::Const(numbers).into());
        Expr::Binary(Binary::Add, within.into(), Expr::Const(slot.low).into())
    }

    fn send(&mut self, scope: &Scope) -> Instruction {
        let kinds = self.program.channels.as_ref().map_or(0, |channels| channels.kinds.len());
        let kind = self.random.below(kinds);
        let channels = self.program.channels.clone().unwrap();
        let slots = channels.kinds[kind].fields.iter().flat_map(|field| &field.0);
        let fields = slots.map(|slot| self.value_of(slot, scope)).collect();
        let processes = self.program.processes.len() as i64;
        let to = match self.random.below(10) {
            0 => self.value(scope, 1, SET),
            1..4 if scope.handles_message => Expr::Temp(SENDER),
            _ => Expr::Const(self.random.below(processes as usize) as i64),
        };
        Instruction::Send { kind: kind as u8, from: None, to, fields }
    }

    fn place(&mut self, scope: &Scope) -> Place {
        if !self.random.chance(30) || self.arrays.is_empty() {
            let slots = self.slots.clone();
            return Place { slot: self.random.one_of(&slots), index: None };
        }
        let arrays = self.arrays.clone();
        let (slot, stride, count) = self.random.one_of(&arrays);
        let value = match self.random.below(3) {
            0 => Expr::Const(self.random.below(count) as i64),
            1 => Expr::Binary(
                Binary::Modulo,
                self.value(scope, 1, SET).into(),
                Expr::Const(count as i64).into(),
            ),
            _ => {
                let bound = Bound { count: count as i64, outside: 0 };
                Expr::Below(self.value(scope, 1, SET).into(), bound)
            }
        };
        Place { slot, index: Some(Box::new(Index { value, stride, count })) }
    }

    /// An expression; `set` of the temporaries have a value.
    fn value(&mut self, scope: &Scope, depth: usize, set: usize) -> Expr {
        let inner = |this: &mut Self| Box::new(this.value(scope, depth - 1, set));
        if depth == 0 || self.random.chance(20) {
            return self.leaf(scope, set);
        }
        match self.random.below(12) {
            0..2 => {
                let operator = self.random.one_of(&[
                    Unary::Not,
                    Unary::Minus,
                    Unary::Size,
                    Unary::Lowest,
                    Unary::Highest,
                    Unary::Bit,
                    Unary::Number,
                ]);
                Expr::Unary(operator, inner(self))
            }
            2..9 => {
                let operator = self.random.one_of(&[
                    Binary::Add,
                    Binary::Subtract,
                    Binary::Multiply,
                    Binary::Divide,
                    Binary::Modulo,
                    Binary::Min,
                    Binary::Max,
                    Binary::Equal,
                    Binary::NotEqual,
                    Binary::Less,
                    Binary::LessEqual,
                    Binary::And,
                    Binary::Or,
                    Binary::Without,
                    Binary::Contains,
                ]);
                Expr::Binary(operator, inner(self), inner(self))
            }
            9..11 => Expr::Select(inner(self), inner(self), inner(self)),
            _ => {
                let kinds =
                    self.program.channels.as_ref().map_or(0, |channels| channels.kinds.len());
                if kinds == 0 {
                    return self.leaf(scope, set);
                }
                let kind = self.random.chance(50).then(|| self.random.below(kinds) as u8);
                let from = self.random.chance(50).then(|| inner(self));
                let to = self.random.chance(50).then(|| inner(self));
                let asked = match kind {
                    Some(kind) if self.has_small_field(kind) => Asked::Values(kind, 0),
                    kind => Asked::Count(kind),
                };
                Expr::InTransit(asked, from, to)
            }
        }
    }

    /// Whether the values of the first field of a kind of messages can be the members of a set.
    fn has_small_field(&self, kind: u8) -> bool {
        let channels = self.program.channels.iter();
        let mut fields = channels.flat_map(|channels| &channels.kinds[usize::from(kind)].fields);
        fields.next().is_some_and(|(slots, _)| slots[0].count() <= 62)
    }

    fn leaf(&mut self, scope: &Scope, set: usize) -> Expr {
        match self.random.below(8) {
            0..3 => {
                let numbers =
                    [0, 1, 2, 3, -1, 62, 63, 64, SYMBOLS, SYMBOLS + 1, i64::MIN, i64::MAX];
                let few = if self.random.chance(85) { 4 } else { numbers.len() };
                Expr::Const(numbers[self.random.below(few)])
            }
            3 if set > 0 => Expr::Temp(FIRST + self.random.below(set)),
            4 if scope.handles_message => Expr::Temp(SENDER + self.random.below(1 + scope.fields)),
            _ => {
                let slots = self.slots.clone();
                Expr::Load(Place { slot: self.random.one_of(&slots), index: None })
            }
        }
    }
}
