//! What the lowering knows so far.

use super::core::Code;
use super::decide::Given;
use super::domain::{Record, Ty};
use super::ordered::Ordered;
use super::process::Lines;
use super::sequence::Known;
use super::serial::Serial;
use super::{Choice, Chosen, MessageInfo, RoleInfo, Var, pool, store};
use crate::diagnostic::Found;
use crate::resolve::Meant;
use crate::token::Span;
use crate::tree::{Define, Listing};
use crate::work::Work;
use program::ir::{self, BlockId, Expr, PointId, Program, SlotId, TempId};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// Each access is a step.
    Stepped,
    /// All is one step: a rule, an atomic block, or a property.
    Atomic,
}

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
    /// Says as it runs whether its first access is still to come.
    pub is_first: TempId,
}

/// Where code of a process is being made.
#[derive(Clone, Debug)]
pub struct Here {
    /// The process; of a property none.
    pub process: Option<usize>,
    pub mode: Mode,
    pub section: usize,
    pub row: model::RowId,
    /// Whether the step at the current block has room for an access.
    pub open: Open,
    /// The `await` in hand.
    pub awaits: Option<Await>,
    pub in_rule: bool,
    /// The guard of a rule for crashes, which comes behind all lines of its process.
    pub in_guard: bool,
    /// What is shared is read without a step, for a ghost.
    pub peeks: bool,
    /// It is no step, but what is asked of a state.
    pub is_asked: bool,
    /// It is asked of the values with which all begins: before the first lines.
    pub is_assumed: bool,
    /// The step in hand, which is one as a whole, accesses something shared.
    pub touches: bool,
    /// The line in hand.
    pub line: Span,
    /// How many definitions are being put in, one in the other.
    pub depth: usize,
}

impl Here {
    pub fn new(process: Option<usize>, mode: Mode) -> Here {
        Here {
            process,
            mode,
            section: 0,
            row: 0,
            open: Open::No,
            awaits: None,
            in_rule: false,
            in_guard: false,
            peeks: false,
            is_asked: false,
            is_assumed: false,
            touches: false,
            line: Span::default(),
            depth: 0,
        }
    }
}

pub struct Lower<'t> {
    pub text: &'t str,
    pub listing: &'t Listing,
    pub meant: &'t Meant,
    pub found: Vec<Found>,
    pub options: Vec<Choice>,
    pub asked: &'t Chosen,
    pub work: &'t Work,
    pub symbols: Vec<String>,
    pub domains: Vec<(String, Ty)>,
    pub records: Vec<Record>,
    pub roles: Vec<RoleInfo<'t>>,
    pub messages: Vec<MessageInfo>,
    pub defines: Vec<&'t Define>,
    pub vars: Vec<Var>,
    /// How many numbers all variables are.
    pub numbers: usize,
    /// Arrays of which each process reads its own element without a step.
    pub free: Vec<usize>,
    /// The code in hand, before it is known what of it is a step.
    pub code: Code,
    /// What temporaries stand for that need none.
    pub bound: HashMap<TempId, Expr>,
    /// The lines of each process.
    pub processes: Vec<Lines>,
    /// What is proposed and decided.
    pub given: Vec<Given>,
    /// The variables that the rules of each process write.
    pub by_rules: Vec<BTreeSet<usize>>,
    /// The slot of each process that says where it stands.
    pub points: Vec<SlotId>,
    /// Processes stand somewhere, as they do not before the first line; and it is known where they can.
    pub stands: bool,
    pub knows_points: bool,
    /// Where the caller of the operation in hand goes on.
    pub returns_to: Option<BlockId>,
    /// Where writes do not reach memory at once.
    pub buffering: Option<super::memory::Buffering>,
    /// Own variables of which messages tell the value, and those with the receivers of messages.
    pub sent: BTreeSet<usize>,
    pub owed: BTreeSet<usize>,
    /// The first slots of arrays that are read as the bytes of one number.
    pub bytes: BTreeSet<SlotId>,
    /// Roles whose code depends on the numbers of their processes.
    pub ordered: BTreeSet<usize>,
    /// Slots of values that are kept within a line.
    pub half_read: BTreeSet<SlotId>,
    /// Whether what a definition stands for is a set.
    pub sets: RefCell<HashMap<&'t str, bool>>,
    /// Where the lines of the text end.
    pub ends: Vec<usize>,
    pub program: Program,
    pub current: BlockId,
    pub here: Here,
    /// Elements that the statement in hand has read already.
    pub cache: Vec<Known>,
    pub instructions: usize,
    /// Section names of each role, in their order.
    pub sections: Vec<Vec<String>>,
    /// The block with which each section of each process begins.
    pub entries: Vec<Vec<BlockId>>,
    /// Blocks of rules and crashes, which begin wherever the process stands: process, block.
    pub anywhere: Vec<(usize, BlockId)>,
    /// From which section each process steps to which. Kept once known: properties come behind all steps.
    pub section_steps: RefCell<BTreeMap<usize, Vec<(usize, usize)>>>,
    pub rows: BTreeMap<u32, model::RowId>,
    /// The type of what processes decide, and the sort of what they propose.
    pub decision: Option<Ty>,
    pub proposal: Option<Ty>,
    pub decision_slots: Vec<SlotId>,
    pub proposal_slots: Vec<SlotId>,
    /// The sender of the message in hand, by the name that the rule gives it.
    pub sender: Option<String>,
    /// Claims that compare with serial executions.
    pub serial: Vec<Serial>,
    /// Roles whose text says how often a process has done so.
    pub passes_named: BTreeSet<usize>,
    /// What is claimed of the order of operations, and the block with the claim that it keeps the order in time.
    pub order_asked: Option<Ordered>,
    pub in_time: Option<BlockId>,
    /// The processes that can begin anew by `restart`.
    pub restarts: BTreeSet<usize>,
    /// Where a process stands that has given up.
    pub aborted: BTreeMap<usize, PointId>,
    /// Within `P ⇒ always Q`.
    pub remembers: bool,
    /// The properties that need a memory of what has happened.
    pub remembering: Vec<String>,
    /// The slot that counts how often a process has left its first section.
    pub counters: Vec<Option<SlotId>>,
    /// Kinds of messages that answer another.
    pub answers: BTreeSet<u8>,
    pub loops: Vec<Loop>,
    /// The operation in hand.
    pub call: Option<super::invoke::Call<'t>>,
    /// The domains of temporaries.
    pub temp_slots: BTreeMap<TempId, ir::Slot>,
    /// The process that each block belongs to.
    pub owners: Vec<Option<usize>>,
    /// Blocks of rules, in which a loop takes no step.
    pub in_rule: BTreeSet<BlockId>,
    /// Where rules move a process: block, and which of its instructions.
    pub moves: Vec<(BlockId, usize)>,
    /// Lines of rules that the options leave out.
    pub left_out: BTreeSet<String>,
    /// The rows of losses, duplicates and crashes.
    pub fault_rows: [model::RowId; 3],
    /// Memories of properties that wait from the beginning.
    pub starts_pending: Vec<SlotId>,
    /// Of each process the block that sets it up, the block after that, and the section of both.
    pub begins: Vec<(BlockId, BlockId, usize)>,
    /// How deep the evaluation is.
    pub nesting: usize,
    /// Where the query in hand begins.
    pub query_code: BlockId,
    /// How many values after a step the claim in hand has; none where it may have none.
    pub primes: Option<usize>,
    /// The highest or lowest of nothing counts as computed.
    pub allows_none: bool,
    /// Numbers that the property in hand compares variables with which are never those: sentences.
    pub outside: BTreeSet<String>,
    /// What stands behind all properties of the text.
    pub tacit: Vec<ir::Property>,
    /// The replicated row, if the text has one.
    pub store: Option<store::Row>,
    pub pools: Vec<pool::Pool>,
    /// Whether some step has read or written a freed cell, where the text asks for that.
    pub freed_touched: Option<SlotId>,
    /// Which of its families are read as a whole; none: all together.
    pub rows_read: BTreeSet<Option<usize>>,
    /// The variable that says what led to events, where the text says what has happened.
    pub past: Option<(String, Ty)>,
    /// The property of which is asked what it consists of, and that.
    pub asked_why: Option<String>,
    pub explained: Option<ir::Explained>,
}

impl<'t> Lower<'t> {
    pub(super) fn new(
        text: &'t str,
        listing: &'t Listing,
        meant: &'t Meant,
        asked: &'t Chosen,
        work: &'t Work,
    ) -> Lower<'t> {
        Lower {
            text,
            listing,
            meant,
            found: Vec::new(),
            options: Vec::new(),
            asked,
            work,
            symbols: vec!["none".into()],
            domains: Vec::new(),
            records: Vec::new(),
            roles: Vec::new(),
            messages: Vec::new(),
            defines: Vec::new(),
            vars: Vec::new(),
            numbers: 0,
            free: Vec::new(),
            code: Vec::new(),
            bound: HashMap::new(),
            processes: Vec::new(),
            given: Vec::new(),
            by_rules: Vec::new(),
            points: Vec::new(),
            stands: false,
            knows_points: false,
            returns_to: None,
            buffering: None,
            sent: BTreeSet::new(),
            owed: BTreeSet::new(),
            bytes: BTreeSet::new(),
            ordered: BTreeSet::new(),
            half_read: BTreeSet::new(),
            sets: RefCell::default(),
            ends: text.match_indices('\n').map(|it| it.0).collect(),
            program: Program::default(),
            current: 0,
            here: Here::new(None, Mode::Atomic),
            cache: Vec::new(),
            instructions: 0,
            sections: Vec::new(),
            entries: Vec::new(),
            anywhere: Vec::new(),
            section_steps: RefCell::default(),
            rows: BTreeMap::new(),
            decision: None,
            proposal: None,
            decision_slots: Vec::new(),
            proposal_slots: Vec::new(),
            sender: None,
            serial: Vec::new(),
            passes_named: BTreeSet::new(),
            order_asked: None,
            in_time: None,
            restarts: BTreeSet::new(),
            aborted: BTreeMap::new(),
            remembers: false,
            remembering: Vec::new(),
            counters: Vec::new(),
            answers: BTreeSet::new(),
            loops: Vec::new(),
            call: None,
            temp_slots: BTreeMap::new(),
            owners: Vec::new(),
            in_rule: BTreeSet::new(),
            moves: Vec::new(),
            left_out: BTreeSet::new(),
            fault_rows: [0; 3],
            starts_pending: Vec::new(),
            begins: Vec::new(),
            nesting: 0,
            query_code: 0,
            primes: None,
            allows_none: false,
            outside: BTreeSet::new(),
            tacit: Vec::new(),
            store: None,
            pools: Vec::new(),
            freed_touched: None,
            rows_read: BTreeSet::new(),
            past: None,
            asked_why: None,
            explained: None,
        }
    }

    /// The line in which a span begins, from 1.
    pub fn line_of(&self, span: Span) -> usize {
        self.ends.partition_point(|end| *end < span.start as usize) + 1
    }
}
