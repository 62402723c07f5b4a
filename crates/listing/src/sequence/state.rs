//! A program in the making.

use crate::instantiate::domain::Ty;
use crate::instantiate::instance::Instance;
use crate::token::Span;
use program::ir::{BlockId, Expr, PointId, Program, SlotId, TempId};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::{Deref, DerefMut};

/// An element that a statement has read already, and where that is.
#[derive(Clone, Debug)]
pub struct AvailableRead {
    pub var: usize,
    pub key: Option<Expr>,
    pub slot: SlotId,
    pub ty: Ty,
    pub to: Vec<TempId>,
}

/// What is known at the beginning of a block: what was read, and whether the step has room for an access.
pub type Available = (Vec<AvailableRead>, Open);

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
pub struct StepInHand {
    /// Whether it has room for an access.
    pub open: Open,
    /// The `await` in hand.
    pub awaits: Option<Await>,
    /// It is one as a whole, and accesses something shared.
    pub touches: bool,
}

impl Default for StepInHand {
    fn default() -> StepInHand {
        StepInHand { open: Open::No, awaits: None, touches: false }
    }
}

/// What is known of blocks besides what they do.
#[derive(Default)]
pub struct Blocks {
    /// The process that each block belongs to.
    pub owners: Vec<Option<usize>>,
    /// Blocks of rules, in which a loop takes no step.
    pub in_rule: BTreeSet<BlockId>,
    /// The block with which each section of each process begins.
    pub entries: Vec<Vec<BlockId>>,
    /// Blocks of rules and crashes, which begin wherever the process stands: process, block.
    pub anywhere: Vec<(usize, BlockId)>,
    /// Of each process the block that sets it up, the block after that, and the section of both.
    pub begins: Vec<(BlockId, BlockId, usize)>,
    pub loops: Vec<Loop>,
    /// Where rules move a process: block, and which of its instructions.
    pub moves: Vec<(BlockId, usize)>,
}

/// What the statement in hand has read.
#[derive(Default)]
pub struct Reads {
    /// Where the `await` in hand has its first access to come, or made: block, and before which instruction.
    pub firsts: Vec<(BlockId, usize, bool)>,
    /// Elements that the statement in hand has read already.
    pub cache: Vec<AvailableRead>,
    /// What temporaries stand for that need none.
    pub bound: HashMap<TempId, Expr>,
}

/// The program of a text in the making: the one place that knows steps.
pub struct Sequence<'t> {
    pub lines: Instance<'t>,
    pub at: StepInHand,
    pub program: Program,
    pub current: BlockId,
    pub blocks: Blocks,
    pub reads: Reads,
    /// Arrays of which each process reads its own element without a step.
    pub free: Vec<usize>,
    /// The variables that the rules of each process write.
    pub by_rules: Vec<BTreeSet<usize>>,
    /// Where a process stands that has given up.
    pub aborted: BTreeMap<usize, PointId>,
    /// Where the caller of the operation in hand goes on.
    pub returns_to: Option<BlockId>,
    /// Whether some step has read or written a freed cell, where the text asks for that.
    pub freed_touched: Option<SlotId>,
    /// From which section each process steps to which. Kept once known: properties come behind all steps.
    pub section_steps: RefCell<BTreeMap<usize, Vec<(usize, usize)>>>,
}

impl<'t> Sequence<'t> {
    pub fn new(lines: Instance<'t>) -> Sequence<'t> {
        Sequence {
            at: StepInHand::default(),
            program: Program::default(),
            current: 0,
            blocks: Blocks::default(),
            reads: Reads::default(),
            free: Vec::new(),
            by_rules: Vec::new(),
            aborted: BTreeMap::new(),
            returns_to: None,
            freed_touched: None,
            section_steps: RefCell::default(),
            lines,
        }
    }

    /// The program of some lines, with room for all that a state has and no code yet.
    pub fn of(lines: Instance<'t>) -> Sequence<'t> {
        let mut code = Sequence::new(lines);
        code.find_facts();
        code.program.slots = std::mem::take(&mut code.places.slots);
        code.program.order_monitor = code.claimed.monitor.clone();
        code.allocate();
        code
    }

    /// The program as it is now.
    pub fn program(&self) -> Program {
        Program {
            title: model::intern(&self.source.listing.title),
            rows: self.listed.table.clone(),
            any_row: self.listed.any_row,
            strongly: self.notes.strongly.clone(),
            outside: self.listed.bounds.clone(),
            temps: self.places.temps,
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
