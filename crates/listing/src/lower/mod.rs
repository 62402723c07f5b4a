//! From the syntax tree to a program, with the values of all options put in.
//!
//! Processes are written out one by one and loops over finite sets unrolled, so that in the
//! program numbers of processes and loop variables are constants.

mod access;
mod call;
mod code;
mod compare;
mod condition;
mod control;
mod declare;
mod domain;
mod expr;
mod flow;
mod fold;
mod history;
mod info;
mod layout;
mod lazy;
mod left_out;
mod lists;
mod message;
mod moves;
mod name;
mod open;
mod operations;
mod place;
mod pointers;
mod pool;
mod prime;
mod process;
mod property;
mod quantifier;
mod reach;
mod rows;
mod rule;
mod serial;
mod sets;
mod signed;
mod statement;
mod store;
mod symmetry;
mod table;
mod value;
mod variables;

pub use call::FUNCTIONS;
pub use declare::FOR_EVER;
pub use info::{Choice, MessageInfo, RoleInfo, Var};
pub use left_out::conditions;
use serial::Serial;
pub use value::{Bound, Env, Val, bind, look_up};

use crate::diagnostic::{Found, Kind};
use crate::limits::{DEPTH_MAX, WORK_MAX};
use crate::resolve::Ranges;
use crate::token::Span;
use crate::tree::{Define, Expr as Tree, Item, ItemKind, Limit, Listing};
use crate::work::Work;
use domain::{Record, Ty};
use program::ir::{self, BlockId, Expr, Program, SlotId, TempId};
use std::collections::{BTreeMap, BTreeSet};

/// What a rule of lowering gives, or that an error was noted.
pub type Result<T> = std::result::Result<T, ()>;

/// The values of options: name in the text, index of the value.
pub type Chosen = BTreeMap<String, usize>;

/// Lowers a text with these options. Errors of lines that the options leave out are not found here.
pub fn lower(
    text: &str,
    listing: &Listing,
    ranges: &Ranges,
    chosen: &Chosen,
    work: &Work,
) -> (Option<Program>, Vec<Found>) {
    // the first pass finds out who writes what; with that, reads of what only the reader writes cost
    // no step
    let mut first = Lower::new(text, listing, ranges, chosen, work);
    let is_complete = first.code().is_ok();
    if !is_complete || !first.found.is_empty() {
        return (None, first.found);
    }
    let mut second = Lower::new(text, listing, ranges, chosen, work);
    second.free = first.only_own_writes();
    (second.sent, second.owed) = (first.sent, first.owed);
    second.rows_read = first.rows_read;
    second.passes_named = first.passes_named;
    second.decision = first.decision;
    second.proposal = first.proposal;
    match second.run().and_then(|()| second.fill_serial()) {
        Ok(()) if second.found.is_empty() => (Some(second.program), Vec::new()),
        _ => (None, second.found),
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// Each access is a step.
    Stepped,
    /// All is one step: a rule, or an atomic block.
    Atomic,
    /// Nothing is written: a property.
    Query,
}

/// Where code of a process is being made.
#[derive(Clone, Debug)]
pub struct Here {
    /// The process; of a property none.
    pub process: Option<usize>,
    pub mode: Mode,
    pub section: usize,
    pub row: model::RowId,
    /// The step at the current block has not made its access yet.
    pub is_open: bool,
    /// Within an `await`.
    pub spins: bool,
    pub in_rule: bool,
    /// What is shared is read without a step, for a ghost.
    pub peeks: bool,
    /// How many definitions are being put in, one in the other.
    pub depth: usize,
}

/// Elements that a statement has read already: variable, index, and what was read.
pub type Cache = Vec<(usize, Option<Expr>, SlotId, Val)>;

pub struct Lower<'t> {
    pub text: &'t str,
    pub listing: &'t Listing,
    pub ranges: &'t Ranges,
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
    /// Who writes which element: variable, process, index if it is known.
    pub writes: Vec<(usize, usize, Option<i64>)>,
    /// Own variables of which messages tell the value, and those with the receivers of messages.
    pub sent: BTreeSet<usize>,
    pub owed: BTreeSet<usize>,
    /// The first slots of arrays that are read as the bytes of one number.
    pub bytes: BTreeSet<SlotId>,
    /// Roles whose code depends on the numbers of their processes.
    pub ordered: BTreeSet<usize>,
    /// Slots of values that are kept within a line.
    pub half_read: BTreeSet<SlotId>,
    pub program: Program,
    pub current: BlockId,
    pub here: Here,
    pub cache: Cache,
    pub instructions: usize,
    /// Section names of each role, in their order.
    pub sections: Vec<Vec<String>>,
    /// The block with which each section of each process begins.
    pub entries: Vec<Vec<BlockId>>,
    /// Blocks of rules and crashes, which begin wherever the process stands: process, block.
    pub anywhere: Vec<(usize, BlockId)>,
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
    /// The slot that counts how often a process has left its first section.
    pub counters: Vec<Option<SlotId>>,
    /// Kinds of messages that answer another.
    pub answers: BTreeSet<u8>,
    /// Heads of loops, and where they stand in the text.
    pub loops: Vec<(BlockId, Span)>,
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
    /// The last property is about steps.
    pub is_about_steps: bool,
    /// The replicated row, if the text has one.
    pub store: Option<store::Row>,
    pub pools: Vec<pool::Pool>,
    /// Which of its families are read as a whole; none: all together.
    pub rows_read: BTreeSet<Option<usize>>,
    /// The variable that says what led to events, where the text says what has happened.
    pub past: Option<(String, Ty)>,
}

impl<'t> Lower<'t> {
    fn new(
        text: &'t str,
        listing: &'t Listing,
        ranges: &'t Ranges,
        asked: &'t Chosen,
        work: &'t Work,
    ) -> Lower<'t> {
        Lower {
            text,
            listing,
            ranges,
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
            writes: Vec::new(),
            sent: BTreeSet::new(),
            owed: BTreeSet::new(),
            bytes: BTreeSet::new(),
            ordered: BTreeSet::new(),
            half_read: BTreeSet::new(),
            program: Program::default(),
            current: 0,
            here: Here {
                process: None,
                mode: Mode::Query,
                section: 0,
                row: 0,
                is_open: false,
                spins: false,
                in_rule: false,
                peeks: false,
                depth: 0,
            },
            cache: Vec::new(),
            instructions: 0,
            sections: Vec::new(),
            entries: Vec::new(),
            anywhere: Vec::new(),
            rows: BTreeMap::new(),
            decision: None,
            proposal: None,
            decision_slots: Vec::new(),
            proposal_slots: Vec::new(),
            sender: None,
            serial: Vec::new(),
            passes_named: BTreeSet::new(),
            counters: Vec::new(),
            answers: BTreeSet::new(),
            loops: Vec::new(),
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
            is_about_steps: false,
            store: None,
            pools: Vec::new(),
            rows_read: BTreeSet::new(),
            past: None,
        }
    }

    fn code(&mut self) -> Result<()> {
        self.program.title = model::intern(&self.listing.title);
        // the first temporaries have the message in hand
        self.program.temps = 1 + ir::FIELDS_MAX;
        self.declare()?;
        self.make_rows()?;
        self.processes()
    }

    fn run(&mut self) -> Result<()> {
        self.code()?;
        self.histories()?;
        self.properties();
        self.finish()
    }

    pub fn error<T>(&mut self, kind: Kind, span: Span, message: impl Into<String>) -> Result<T> {
        self.fail(Found::new(kind, span, message))
    }

    pub fn fail<T>(&mut self, found: Found) -> Result<T> {
        // the same line is lowered once for each process
        let is_known = |it: &Found| {
            it.kind == found.kind && (it.span == found.span || found.kind == Kind::ProgramTooLarge)
        };
        if !self.found.iter().any(is_known) {
            self.found.push(found);
        }
        Err(())
    }

    /// The declarations that the options leave in.
    pub fn items(&mut self) -> Vec<&'t Item> {
        let listing = self.listing;
        listing.items.iter().filter(|it| self.is_part(&it.with)).collect()
    }

    pub fn is_part(&mut self, with: &'t Option<Tree>) -> bool {
        match with {
            None => true,
            Some(condition) => self.constant_condition(condition).unwrap_or(false),
        }
    }

    fn constant_condition(&mut self, condition: &'t Tree) -> Result<bool> {
        let value = self.constant(condition, &None, Kind::ConditionNotConstant)?;
        Ok(value != 0)
    }

    /// The value of an expression that must be known before the program runs.
    pub fn constant(&mut self, expr: &'t Tree, env: &Env<'t>, kind: Kind) -> Result<i64> {
        let value = self.speculate(|lower| lower.eval(expr, env))?;
        match value.constant() {
            Some(value) => Ok(value),
            None => {
                let message = "This must be known before the program runs.";
                let help = "Use numbers, options, and numbers of processes here.";
                self.fail(Found::new(kind, expr.span, message).help(help))
            }
        }
    }

    /// Finds something out about an expression; no code comes of it.
    pub fn speculate<T>(&mut self, find: impl FnOnce(&mut Self) -> T) -> T {
        self.speculate_in(Mode::Query, find)
    }

    pub fn speculate_in<T>(&mut self, mode: Mode, find: impl FnOnce(&mut Self) -> T) -> T {
        let (here, before) = (self.here.clone(), self.mark());
        self.here.mode = mode;
        let found = find(self);
        self.here = here;
        self.undo(&before);
        found
    }

    /// Keeps a value in temporaries if it is more than a constant or a load, so that it can be used
    /// several times.
    pub fn simple(&mut self, value: Expr) -> Expr {
        let is_simple = matches!(
            value,
            Expr::Const(_) | Expr::Temp(_) | Expr::Load(ir::Place { index: None, .. })
        );
        if is_simple || self.program.blocks.is_empty() {
            return value;
        }
        let temp = self.temp();
        self.emit(ir::Instruction::Set(temp, value));
        Expr::Temp(temp)
    }

    /// Runs a part of an evaluation one level deeper, unless that is too deep.
    pub fn deeper<T>(
        &mut self,
        span: Span,
        part: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        self.spend(1, span)?;
        if self.nesting >= DEPTH_MAX {
            let message = "With its definitions put in, this nests too deep.";
            return self.error(Kind::NestingTooDeep, span, message);
        }
        self.nesting += 1;
        let result = part(self);
        self.nesting -= 1;
        result
    }

    /// Notes an error once more is visited than may be.
    pub fn spend(&mut self, visits: usize, span: Span) -> Result<()> {
        if self.work.take(visits) {
            return Ok(());
        }
        let message = format!(
            "With all loops unrolled and all definitions put in, this is too much: more than \
             {WORK_MAX} parts to look at."
        );
        let help = "Use a definition fewer times, loop over less, or keep a value in a variable.";
        self.fail(Found::new(Kind::ProgramTooLarge, span, message).help(help))
    }

    /// The processes of a role that a value of its domain names.
    pub fn role_of(&self, process: usize) -> usize {
        let role = self.roles.iter().position(|it| process < it.base + it.count);
        role.unwrap_or_default()
    }

    pub fn process_count(&self) -> usize {
        self.roles.iter().map(|it| it.count).sum()
    }

    /// The number of the process in hand within its role.
    pub fn my_number(&self) -> usize {
        self.here.process.map_or(0, |it| it - self.roles[self.role_of(it)].base)
    }

    pub fn temp(&mut self) -> TempId {
        self.program.temps += 1;
        self.program.temps - 1
    }

    /// A temporary with the values of a slot.
    pub fn temp_for(&mut self, slot: ir::Slot) -> TempId {
        let temp = self.temp();
        self.temp_slots.insert(temp, slot);
        temp
    }

    /// Keeps a value as it is now.
    pub fn keep(&mut self, value: Val) -> Val {
        let mut kept = value;
        let mut slots = Vec::new();
        kept.ty.slots(&self.records, &mut slots);
        for (nth, part) in kept.parts.iter_mut().enumerate() {
            if !matches!(part, Expr::Const(_) | Expr::Temp(_)) {
                let temp = match slots.get(nth) {
                    Some(slot) => self.temp_for(slot.clone()),
                    None => self.temp(),
                };
                let expr = std::mem::replace(part, Expr::Temp(temp));
                self.emit(ir::Instruction::Set(temp, expr));
            }
        }
        kept
    }

    fn properties(&mut self) {
        let items = self.items();
        let mut asked = Vec::new();
        for item in items {
            match &item.kind {
                ItemKind::Property(property) => {
                    self.is_about_steps = false;
                    let is_lowered = self.property(property, item.span).is_ok();
                    let nth = self.program.properties.len().wrapping_sub(1);
                    let asks = is_lowered && !self.is_about_steps;
                    asked.extend(asks.then_some((property, item.span, nth)));
                }
                ItemKind::Assume { claim, .. } => {
                    if !self.vars.iter().any(|it| it.any) {
                        let message = "Nothing is left open that `assume` could restrict.";
                        let help = "An initial value is open with `= any`.";
                        let found = Found::new(Kind::OutOfPlace, item.span, message);
                        let _ = self.fail::<()>(found.help(help));
                    }
                    if let Ok(query) = self.query(claim, &None) {
                        self.program.assumptions.push(query);
                    }
                }
                ItemKind::Limit(Limit::States { claim, .. }) => {
                    if let Ok(query) = self.query(claim, &None) {
                        self.program.limits.push(query);
                    }
                }
                ItemKind::Limit(Limit::Domains(names)) => {
                    for name in names {
                        self.limit(&name.text);
                    }
                }
                ItemKind::Watch(expr) => drop(self.watch(expr)),
                _ => {}
            }
        }
        // behind all properties, which keep their numbers
        for (property, span, nth) in asked {
            let _ = self.ask_premise(property, span, nth);
        }
    }

    /// With whatever value a variable of this name leaves its domain, the step is not followed.
    fn limit(&mut self, name: &str) {
        for var in self.vars.iter().filter(|var| var.name == name) {
            let width = domain::size(&var.dims) * var.element.width(&self.records);
            for base in &var.bases {
                let slots = &mut self.program.slots[*base..base + width];
                for slot in slots {
                    slot.is_limit = true;
                }
            }
        }
    }
}
