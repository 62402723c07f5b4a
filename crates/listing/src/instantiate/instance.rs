//! A text with everything put in, in the making.

use crate::core::Code;
use crate::diagnostic::DiagnosticDraft;
use crate::instantiate::Chosen;
use crate::instantiate::decide::Given;
use crate::instantiate::declared::Declared;
use crate::instantiate::domain::Ty;
use crate::instantiate::invoke::Call;
use crate::instantiate::memory::Buffering;
use crate::instantiate::ordered::Ordered;
use crate::instantiate::process::Lines;
use crate::resolve::Meant;
use crate::token::Span;
use crate::tree::Listing;
use crate::work::Work;
use model::{Row, RowId};
use program::ir::{self, OrderMonitor, Outside, Slot, SlotId, TempId};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::{Deref, DerefMut};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// Each access is a step.
    Stepped,
    /// All is one step: a rule, an atomic block, or a property.
    Atomic,
}

/// Where code of a process is being made.
#[derive(Clone, Debug)]
pub struct Here {
    /// The process; of a property none.
    pub process: Option<usize>,
    pub mode: Mode,
    pub section: usize,
    pub row: RowId,
    pub in_rule: bool,
    /// The guard of a rule for crashes, which comes behind all lines of its process.
    pub in_guard: bool,
    /// What is shared is read without a step, for a ghost.
    pub reads_without_step: bool,
    /// It is no step, but what is asked of a state.
    pub is_asked: bool,
    /// It is asked of the values with which all begins: before the first lines.
    pub is_assumed: bool,
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
            in_rule: false,
            in_guard: false,
            reads_without_step: false,
            is_asked: false,
            is_assumed: false,
            line: Span::default(),
            depth: 0,
        }
    }
}

/// What is noted of lines as they are made.
#[derive(Default)]
pub struct Notes {
    /// Own variables of which messages tell the value, and those with the receivers of messages.
    pub sent: BTreeSet<usize>,
    pub owed: BTreeSet<usize>,
    /// The first slots of arrays that are read as the bytes of one number.
    pub bytes: BTreeSet<SlotId>,
    /// Roles whose code depends on the numbers of their processes.
    pub ordered: BTreeSet<usize>,
    /// Roles whose text says how often a process has done so.
    pub passes_named: BTreeSet<usize>,
    /// Kinds of messages that answer another.
    pub answers: BTreeSet<u8>,
    /// Which of its families are read as a whole; none: all together.
    pub rows_read: BTreeSet<Option<usize>>,
    /// The processes that can begin anew by `restart`.
    pub restarts: BTreeSet<usize>,
    /// Rows whose steps are taken if they are possible again and again.
    pub strongly: BTreeSet<RowId>,
}

/// The claim in hand.
#[derive(Default)]
pub struct Claimed {
    /// How many values after a step the claim in hand has; none where it may have none.
    pub primes: Option<usize>,
    /// Within `P ⇒ always Q`.
    pub remembers: bool,
    /// The highest or lowest of nothing counts as computed.
    pub allows_none: bool,
    /// Numbers that the property in hand compares variables with which are never those: sentences.
    pub outside: BTreeSet<String>,
    /// What is claimed of the order of operations, and the block with the claim that it keeps the order in time.
    pub order_asked: Option<Ordered>,
    /// The calls and returns that a monitor takes.
    pub monitor: Option<OrderMonitor>,
}

/// Where things lie in a state.
pub struct Places {
    pub slots: Vec<Slot>,
    /// The slot of each process that says where it stands.
    pub points: Vec<SlotId>,
    /// The slot that counts how often a process has left its first section.
    pub counters: Vec<Option<SlotId>>,
    /// How many temporaries there are.
    pub temps: TempId,
    /// The domains of temporaries.
    pub temp_slots: BTreeMap<TempId, Slot>,
    pub standing: Option<Stands>,
    /// Processes stand somewhere, as they do not before the first line; and it is known where they can.
    pub stands: bool,
}

/// What is proposed and decided.
#[derive(Default)]
pub struct Consensus {
    pub given: Vec<Given>,
    /// The type of what processes decide, and the sort of what they propose.
    pub decision: Option<Ty>,
    pub proposal: Option<Ty>,
    pub decision_slots: Vec<SlotId>,
    pub proposal_slots: Vec<SlotId>,
}

/// What making a program may cost, and has cost.
pub struct Budget<'t> {
    pub work: &'t Work,
    pub instructions: usize,
    /// How deep the evaluation is.
    pub nesting: usize,
}

/// What is being made.
#[derive(Default)]
pub struct Hand<'t> {
    /// The code in hand, before it is known what of it is a step.
    pub code: Code,
    /// The operation in hand.
    pub call: Option<Call<'t>>,
    /// The sender of the message in hand, by the name that the rule gives it.
    pub sender: Option<String>,
}

/// What readers see of lines and indices.
#[derive(Default)]
pub struct Listed {
    /// The rows that can run, and that of initial values.
    pub table: Vec<Row>,
    pub any_row: RowId,
    /// What is said of an index that is outside.
    pub bounds: Vec<Outside>,
}

/// Where processes can stand, once that is known.
pub struct Stands {
    /// Of each process the section of each of its points, and the section in which it begins.
    pub sections: Vec<Vec<usize>>,
    pub first: Vec<usize>,
}

/// A text with everything put in. It knows no block and no step.
pub struct Instance<'t> {
    pub declared: Declared<'t>,
    pub notes: Notes,
    pub claimed: Claimed,
    pub places: Places,
    pub consensus: Consensus,
    pub budget: Budget<'t>,
    pub hand: Hand<'t>,
    pub listed: Listed,
    pub found: Vec<DiagnosticDraft>,
    pub here: Here,
    /// The lines of each process.
    pub processes: Vec<Lines>,
    /// Where writes do not reach memory at once.
    pub buffering: Option<Buffering>,
}

impl<'t> Instance<'t> {
    pub fn new(
        text: &'t str,
        listing: &'t Listing,
        meant: &'t Meant,
        asked: &'t Chosen,
        work: &'t Work,
    ) -> Instance<'t> {
        Instance {
            declared: Declared::new(text, listing, meant, asked),
            notes: Notes::default(),
            claimed: Claimed::default(),
            places: Places {
                slots: Vec::new(),
                points: Vec::new(),
                counters: Vec::new(),
                // the first have the message in hand
                temps: 1 + ir::FIELDS_MAX,
                temp_slots: BTreeMap::new(),
                standing: None,
                stands: false,
            },
            consensus: Consensus::default(),
            budget: Budget { work, instructions: 0, nesting: 0 },
            hand: Hand::default(),
            listed: Listed::default(),
            found: Vec::new(),
            here: Here::new(None, Mode::Atomic),
            processes: Vec::new(),
            buffering: None,
        }
    }
}

impl<'t> Deref for Instance<'t> {
    type Target = Declared<'t>;

    fn deref(&self) -> &Declared<'t> {
        &self.declared
    }
}

impl DerefMut for Instance<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.declared
    }
}
