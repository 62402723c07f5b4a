//! Blocks made into one flat sequence of operations over registers.

use crate::coverage::CoverageItems;
use crate::ir::{Asked, Binary, Block, BlockId, End, Expr, Instruction, Place, Program, Unary};

pub type Register = u16;

#[derive(Clone, Copy, Debug)]
pub enum Op {
    Const(Register, i64),
    Move(Register, Register),
    /// So many bits from a bit on, which are a number from the last one on.
    LoadNumber(Register, u16, u8, i32),
    Load(Register, u16),
    /// The slot that many strides behind.
    LoadAt(Register, u16, Register, u16),
    LoadBefore(Register, u16),
    LoadBeforeAt(Register, u16, Register, u16),
    Store(u16, Register),
    StoreAt(u16, Register, u16, Register),
    Unary(Unary, Register, Register),
    Binary(Binary, Register, Register, Register),
    BinaryConst(Binary, Register, Register, i32),
    Below(Register, i32, u16),
    /// Within a block.
    Jump(u32),
    JumpUnless(Register, u32),
    /// To another block, of that size.
    Go(u32, u32),
    GoIf(Register, u32, u32),
    Choose(Register, i32),
    /// Kind, sender or [`ANY`], receiver, and the first of the registers with the fields.
    Send(u8, Register, Register, Register),
    /// The message in hand is taken out of the network, or put in once more.
    Take,
    Again,
    /// The monitor takes an event.
    Observe(Register),
    /// Result, what is asked, sender or [`ANY`], receiver or [`ANY`].
    InTransit(Register, Asked, Register, Register),
    /// A part of the program is reached.
    Part(u16),
    /// The event of that number, if somebody listens.
    Event(u32),
    Stop(u16),
    Done,
    Blocked,
    Retry(u16),
}

/// No process in particular.
pub const ANY: Register = Register::MAX;

pub struct Flat {
    pub ops: Vec<Op>,
    /// Where each block begins, and its size.
    pub starts: Vec<(u32, u32)>,
    pub registers: usize,
    /// How many items the program has.
    pub items: usize,
    /// For each event, where its values lie: instruction and the first register.
    pub events: Vec<EventAt>,
}

/// An event of the program, and the registers that have its numbers: the index first, if it has one.
#[derive(Clone, Copy, Debug)]
pub struct EventAt {
    pub block: BlockId,
    pub instruction: usize,
    pub first: Register,
}

/// False if the program needs more registers than there are.
pub fn fits(program: &Program) -> bool {
    program.temps + 4096 < usize::from(Register::MAX)
}

pub fn flatten(program: &Program, items: &CoverageItems, with_events: bool) -> Flat {
    let mut flattener = Flattener {
        program,
        ops: Vec::new(),
        next: program.temps,
        registers: program.temps,
        events: Vec::new(),
    };
    let mut starts = Vec::new();
    for (id, block) in program.blocks.iter().enumerate() {
        starts.push((flattener.ops.len() as u32, block.size() as u32));
        flattener.ops.extend(items.of_block(id).iter().map(|part| Op::Part(*part as u16)));
        flattener.block(id, block, with_events);
    }
    // it names a block until here
    for op in &mut flattener.ops {
        if let Op::Go(to, size) | Op::GoIf(_, to, size) = op {
            (*to, *size) = starts[*to as usize];
        }
    }
    Flat {
        ops: flattener.ops,
        starts,
        registers: flattener.registers + 1,
        items: items.count,
        events: flattener.events,
    }
}

struct Flattener<'a> {
    program: &'a Program,
    ops: Vec<Op>,
    /// The next free register.
    next: usize,
    registers: usize,
    events: Vec<EventAt>,
}

impl Flattener<'_> {
    fn block(&mut self, id: BlockId, block: &Block, with_events: bool) {
        for (at, instruction) in block.instructions.iter().enumerate() {
            self.next = self.program.temps;
            match instruction {
                Instruction::Set(temp, value) => self.expr_to(value, *temp as Register),
                Instruction::Store(place, value) => self.store(place, value),
                Instruction::Choose(temp, count) => {
                    self.ops.push(Op::Choose(*temp as Register, *count as i32));
                }
                Instruction::Send { kind, from, to, fields } => {
                    let from = from.as_ref().map_or(ANY, |from| self.expr(from));
                    let to = self.expr(to);
                    let first = self.fresh_run(fields.len());
                    for (nth, field) in fields.iter().enumerate() {
                        self.expr_to(field, first + nth as Register);
                    }
                    self.ops.push(Op::Send(*kind, from, to, first));
                }
                Instruction::Take => self.ops.push(Op::Take),
                Instruction::Again => self.ops.push(Op::Again),
                Instruction::Observe(event) => {
                    let event = self.expr(event);
                    self.ops.push(Op::Observe(event));
                }
                Instruction::Event(_) if !with_events => {}
                Instruction::Event(told) => {
                    let exprs = told.exprs();
                    let first = self.fresh_run(exprs.len());
                    for (nth, expr) in exprs.iter().enumerate() {
                        self.expr_to(expr, first + nth as Register);
                    }
                    self.ops.push(Op::Event(self.events.len() as u32));
                    self.events.push(EventAt { block: id, instruction: at, first });
                }
            }
        }
        self.next = self.program.temps;
        let end = match &block.end {
            End::Jump(to) => Op::Go(*to as u32, 0),
            End::Branch(condition, then, otherwise) => {
                let register = self.expr(condition);
                self.ops.push(Op::GoIf(register, *then as u32, 0));
                Op::Go(*otherwise as u32, 0)
            }
            End::Stop(point) => Op::Stop(*point as u16),
            End::Done => Op::Done,
            End::Blocked => Op::Blocked,
            End::Retry(point) => Op::Retry(*point as u16),
        };
        self.ops.push(end);
    }

    fn fresh(&mut self) -> Register {
        self.fresh_run(1)
    }

    fn fresh_run(&mut self, count: usize) -> Register {
        let register = self.next;
        self.next += count;
        self.registers = self.registers.max(self.next);
        register as Register
    }

    /// The register that has the value.
    fn expr(&mut self, expr: &Expr) -> Register {
        if let Expr::Temp(temp) = expr {
            return *temp as Register;
        }
        let register = self.fresh();
        self.expr_to(expr, register);
        register
    }

    fn expr_to(&mut self, expr: &Expr, to: Register) {
        let next = self.next;
        match expr {
            Expr::Const(value) => self.ops.push(Op::Const(to, *value)),
            Expr::Temp(temp) => self.ops.push(Op::Move(to, *temp as Register)),
            Expr::Load(Place { slot, index: None }) => {
                let it = &self.program.slots[*slot];
                let op = match i32::try_from(it.low) {
                    Ok(low) if it.symbols.is_empty() => {
                        Op::LoadNumber(to, it.at as u16, it.size as u8, low)
                    }
                    _ => Op::Load(to, *slot as u16),
                };
                self.ops.push(op);
            }
            Expr::Load(Place { slot, index: Some(index) }) => {
                let register = self.expr(&index.value);
                self.ops.push(Op::LoadAt(to, *slot as u16, register, index.stride as u16));
            }
            Expr::Before(Place { slot, index: None }) => {
                self.ops.push(Op::LoadBefore(to, *slot as u16));
            }
            Expr::Before(Place { slot, index: Some(index) }) => {
                let register = self.expr(&index.value);
                let stride = index.stride as u16;
                self.ops.push(Op::LoadBeforeAt(to, *slot as u16, register, stride));
            }
            Expr::Unary(operator, inner) => {
                let inner = self.expr(inner);
                self.ops.push(Op::Unary(*operator, to, inner));
            }
            Expr::Binary(operator, left, right) => {
                let left = self.expr(left);
                match **right {
                    Expr::Const(value) if i32::try_from(value).is_ok() => {
                        self.ops.push(Op::BinaryConst(*operator, to, left, value as i32));
                    }
                    _ => {
                        let right = self.expr(right);
                        self.ops.push(Op::Binary(*operator, to, left, right));
                    }
                }
            }
            Expr::Select(condition, then, otherwise) => {
                let condition = self.expr(condition);
                let skip = self.ops.len();
                self.ops.push(Op::JumpUnless(condition, 0));
                self.expr_to(then, to);
                let leave = self.ops.len();
                self.ops.push(Op::Jump(0));
                self.ops[skip] = Op::JumpUnless(condition, self.ops.len() as u32);
                self.expr_to(otherwise, to);
                self.ops[leave] = Op::Jump(self.ops.len() as u32);
            }
            Expr::Below(inner, bound) => {
                self.expr_to(inner, to);
                self.ops.push(Op::Below(to, bound.count as i32, bound.outside));
            }
            Expr::InTransit(asked, from, receiver) => {
                let mut one = |it: &Option<Box<Expr>>| it.as_ref().map_or(ANY, |it| self.expr(it));
                let (from, receiver) = (one(from), one(receiver));
                self.ops.push(Op::InTransit(to, *asked, from, receiver));
            }
        }
        self.next = next;
    }

    fn store(&mut self, place: &Place, value: &Expr) {
        let value = self.expr(value);
        let slot = place.slot as u16;
        let op = match &place.index {
            Some(index) => {
                let register = self.expr(&index.value);
                Op::StoreAt(slot, register, index.stride as u16, value)
            }
            None => Op::Store(slot, value),
        };
        self.ops.push(op);
    }
}
