//! From lines with everything put in to blocks: which accesses are steps, and where a step ends.

pub mod access;
pub mod choice;
pub mod code;
pub mod control;
pub mod decide;
pub mod decisions;
pub mod facts;
pub mod fails;
pub mod flow;
pub mod freed;
pub mod idle;
pub mod memory;
pub mod message;
pub mod monitor;
pub mod moves;
pub mod pool;
pub mod process;
pub mod rule;
pub mod statement;
pub mod store;
pub mod terms;

use crate::core::{Code, Op, any};
use crate::instantiate::domain::Ty;
use crate::instantiate::instance::{Instance, Mode};
use crate::token::Span;
use program::ir::{BlockId, Expr, Instruction, PointId, Program, SlotId, TempId};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::{Deref, DerefMut};

/// An element that a statement has read already, and where that is.
#[derive(Clone, Debug)]
pub struct Known {
    pub var: usize,
    pub key: Option<Expr>,
    pub slot: SlotId,
    pub ty: Ty,
    pub to: Vec<TempId>,
}

/// What is known at the beginning of a block: what was read, and whether the step has room for an access.
pub type Reads = (Vec<Known>, Open);

/// A loop of the text.
pub struct Loop {
    pub head: BlockId,
    pub span: Span,
    /// It stands within one step.
    pub is_atomic: bool,
    /// What to write if it only waits; empty otherwise.
    pub wait: String,
}

/// Whether a step has room for an access: it has made none so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Open {
    No,
    Yes,
    /// On some ways that lead here, and not on others: the `await` in hand knows as it runs.
    Sometimes,
}

impl Open {
    /// Where either way may lead.
    pub fn or(self, other: Open) -> Open {
        if self == other { self } else { Open::Sometimes }
    }
}

/// A condition that a process waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Await {
    /// Where it begins.
    pub point: PointId,
    /// Says as it runs whether its first access is still to come, where that is asked.
    pub is_first: TempId,
    pub is_asked: bool,
}

/// The step in hand, where code is being made.
#[derive(Clone, Copy, Debug)]
pub struct At {
    /// Whether it has room for an access.
    pub open: Open,
    /// The `await` in hand.
    pub awaits: Option<Await>,
    /// It is one as a whole, and accesses something shared.
    pub touches: bool,
}

impl Default for At {
    fn default() -> At {
        At { open: Open::No, awaits: None, touches: false }
    }
}

/// The program of a text in the making: the one place that knows steps.
pub struct Sequence<'t> {
    pub lines: Instance<'t>,
    pub at: At,
    pub program: Program,
    pub current: BlockId,
    /// Where the `await` in hand has its first access to come, or made: block, and before which instruction.
    pub firsts: Vec<(BlockId, usize, bool)>,
    /// The process that each block belongs to.
    pub owners: Vec<Option<usize>>,
    /// Blocks of rules, in which a loop takes no step.
    pub in_rule: BTreeSet<BlockId>,
    /// Elements that the statement in hand has read already.
    pub cache: Vec<Known>,
    /// What temporaries stand for that need none.
    pub bound: HashMap<TempId, Expr>,
    /// Arrays of which each process reads its own element without a step.
    pub free: Vec<usize>,
    /// The variables that the rules of each process write.
    pub by_rules: Vec<BTreeSet<usize>>,
    /// The block with which each section of each process begins.
    pub entries: Vec<Vec<BlockId>>,
    /// Blocks of rules and crashes, which begin wherever the process stands: process, block.
    pub anywhere: Vec<(usize, BlockId)>,
    /// Of each process the block that sets it up, the block after that, and the section of both.
    pub begins: Vec<(BlockId, BlockId, usize)>,
    pub loops: Vec<Loop>,
    /// Where rules move a process: block, and which of its instructions.
    pub moves: Vec<(BlockId, usize)>,
    /// Where a process stands that has given up.
    pub aborted: BTreeMap<usize, PointId>,
    /// Where the caller of the operation in hand goes on.
    pub returns_to: Option<BlockId>,
    /// Whether some step has read or written a freed cell, where the text asks for that.
    pub freed_touched: Option<SlotId>,
    /// Slots of values that are kept within a line.
    pub half_read: BTreeSet<SlotId>,
    /// From which section each process steps to which. Kept once known: properties come behind all steps.
    pub section_steps: RefCell<BTreeMap<usize, Vec<(usize, usize)>>>,
}

impl<'t> Sequence<'t> {
    pub fn new(lines: Instance<'t>) -> Sequence<'t> {
        Sequence {
            at: At::default(),
            program: Program::default(),
            current: 0,
            firsts: Vec::new(),
            owners: Vec::new(),
            in_rule: BTreeSet::new(),
            cache: Vec::new(),
            bound: HashMap::new(),
            free: Vec::new(),
            by_rules: Vec::new(),
            entries: Vec::new(),
            anywhere: Vec::new(),
            begins: Vec::new(),
            loops: Vec::new(),
            moves: Vec::new(),
            aborted: BTreeMap::new(),
            returns_to: None,
            freed_touched: None,
            half_read: BTreeSet::new(),
            section_steps: RefCell::default(),
            lines,
        }
    }

    /// The program of some lines, with room for all that a state has and no code yet.
    pub fn of(lines: Instance<'t>) -> Sequence<'t> {
        let mut code = Sequence::new(lines);
        code.find_facts();
        code.program.slots = std::mem::take(&mut code.places.slots);
        code.program.monitor = code.monitor.clone();
        code.allocate();
        code
    }

    /// The program as it is now.
    pub fn program(&self) -> Program {
        Program {
            title: model::intern(&self.listing.title),
            rows: self.table.clone(),
            any_row: self.any_row,
            strongly: self.notes.strongly.clone(),
            outside: self.bounds.clone(),
            temps: self.temps,
            ..self.program.clone()
        }
    }
}

impl<'t> Deref for Sequence<'t> {
    type Target = Instance<'t>;

    fn deref(&self) -> &Instance<'t> {
        &self.lines
    }
}

impl DerefMut for Sequence<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.lines
    }
}

impl Sequence<'_> {
    /// Whether code takes steps here.
    pub fn takes_steps(&self, code: &Code) -> bool {
        self.here.mode == Mode::Stepped && self.touches(code)
    }

    /// Whether code accesses something shared, but for what costs its process nothing.
    pub fn touches(&self, code: &Code) -> bool {
        any(code, &|op| match op {
            Op::Read { spot, .. } => !self.is_free(&self.put_in_spot(spot.clone())),
            op => op.is_access(),
        })
    }

    pub fn run(&mut self, code: Code) {
        for op in code {
            self.run_one(op);
        }
    }

    fn run_one(&mut self, op: Op) {
        match op {
            Op::Do(instruction) => {
                let instruction = self.put_in_instruction(instruction);
                self.emit(instruction);
            }
            Op::Keep { to, value, only_simple } => {
                let value = self.put(value);
                let is_kept = match &value {
                    Expr::Const(_) | Expr::Temp(_) => true,
                    Expr::Load(place) => only_simple && place.index.is_none(),
                    _ => false,
                };
                match is_kept {
                    true => self.bind(to, value),
                    false => self.emit(Instruction::Set(to, value)),
                }
            }
            Op::Read { spot, to } => self.read(spot, &to),
            Op::Act { forgets } => {
                self.access();
                self.acts_on_memory();
                self.cache.retain(|read| Some(read.var) != forgets);
            }
            Op::Operate { spot, now, code, new } => self.operates(spot, &now, code, new),
            Op::ReadRow(read) => self.reads_row(*read),
            Op::Stands { to, process, section } => {
                let stands = self.stands_in(process, &section);
                self.bind(to, stands);
            }
            Op::Seen { to, who, spot } => {
                let (who, spot) = (self.put(who), self.put_in_spot(spot));
                let parts = (0..to.len()).map(|nth| self.seen_of(&who, &spot, nth)).collect();
                self.bind_all(&to, parts);
            }
            Op::Pending { to, who } => {
                let who = self.put(who);
                let count = self.count_pending(&who);
                self.bind(to, count);
            }
            Op::Decision(decision) => self.decision(*decision),
            Op::Choice(choice) => self.choice(*choice),
            Op::OnlyIf { counts, code, to, parts, .. } => self.only_if(counts, code, &to, parts),
            Op::InOrder(code) => {
                if self.takes_steps(&code) {
                    self.heeds(crate::instantiate::domain::Of::Processes);
                }
                self.run(code);
            }
            Op::TouchesNone(code) => {
                let note = self.freed_touched.take();
                self.run(code);
                self.freed_touched = note;
            }
            Op::Member(member) => self.member_of_fold(*member),
            Op::Guard(condition) => {
                let condition = self.put(condition);
                self.guard(condition);
            }
            Op::NeedsRoom { pool, is_left } => {
                let is_left = self.put(is_left);
                self.needs_room(pool, is_left);
            }
            Op::Store(spot, value) => {
                let (spot, value) = (self.put_in_spot(spot), self.put_all(value));
                self.store(&spot, value);
            }
            Op::StoreNow(spot, value) => {
                let (spot, value) = (self.put_in_spot(spot), self.put_all(value));
                self.store_now(&spot, value);
            }
            Op::TellWrite(spot, phase) => {
                let spot = self.put_in_spot(spot);
                self.tell_write(&spot, phase);
            }
            Op::Statement(statement) => self.statement_code(*statement),
        }
    }

    /// Writes in an access that was made already.
    fn store_now(&mut self, spot: &crate::instantiate::place::Spot, value: Vec<Expr>) {
        let mode = std::mem::replace(&mut self.here.mode, Mode::Atomic);
        self.store(spot, value);
        self.here.mode = mode;
    }

    /// One access that reads and writes.
    fn operates(
        &mut self,
        spot: crate::instantiate::place::Spot,
        now: &[TempId],
        code: Code,
        new: Vec<Expr>,
    ) {
        let spot = self.put_in_spot(spot);
        self.access();
        self.acts_on_memory();
        for (nth, &temp) in now.iter().enumerate() {
            self.emit(Instruction::Set(temp, Expr::Load(spot.place(nth))));
        }
        self.tell_read(&spot, now, false);
        self.run(code);
        let new = self.put_all(new);
        self.store_now(&spot, new);
        // what was read of its elements may be true no more
        self.cache.retain(|read| read.var != spot.var);
    }

    pub fn known(&self) -> Reads {
        (self.cache.clone(), self.at.open)
    }

    pub fn know(&mut self, known: Reads) {
        (self.cache, self.at.open) = known;
    }
}

/// What is known if either of two ways was gone.
pub fn meet(one: Reads, other: Reads) -> Reads {
    let same = |read: &Known| {
        other.0.iter().any(|known| {
            (known.var, &known.key, known.slot, &known.to)
                == (read.var, &read.key, read.slot, &read.to)
        })
    };
    (one.0.into_iter().filter(same).collect(), one.1.or(other.1))
}
