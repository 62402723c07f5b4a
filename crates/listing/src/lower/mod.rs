//! From the syntax tree to a program, with the values of all options put in.
//!
//! Processes are written out one by one and loops over finite sets unrolled, so that in the
//! program numbers of processes and loop variables are constants.

mod assign;
mod beside;
pub mod build;
mod call;
mod choose;
mod claims;
mod code;
mod compare;
mod context;
mod control;
mod core;
mod decide;
mod decisions;
mod declare;
mod domain;
mod expr;
mod facts;
mod fit;
mod flow;
mod fold;
mod freed;
mod history;
mod idle;
mod in_transit;
mod info;
mod invoke;
mod layout;
mod left_out;
mod like;
mod lists;
mod meaning;
pub mod memory;
mod message;
mod monitor;
mod moves;
mod name;
mod numbered;
mod open;
mod operations;
mod operators;
mod ordered;
mod outside;
mod owned;
mod place;
mod pointers;
mod pool;
mod prime;
mod process;
mod property;
mod quantifier;
mod reach;
mod returns;
mod rows;
mod rule;
mod say;
mod sequence;
mod serial;
mod set_of;
mod sets;
mod signed;
mod statement;
mod store;
mod symmetry;
mod table;
mod types;
mod unentered;
mod unreached;
mod unused;
mod value;
mod variables;
mod within;

pub use build::Build;
pub use context::{Await, Here, Lower, Mode, Open};
pub use declare::FOR_EVER;
pub use info::{Choice, MessageInfo, RoleInfo, Var};
pub use left_out::conditions;
pub use meaning::Meaning;
pub use value::{Bound, Env, Val, bind, define_env, look_up};

use self::core::{Code, Computed, Op, Statement};
use crate::diagnostic::{Found, Kind};
use crate::limits::{DEPTH_MAX, WORK_MAX};
use crate::resolve::Meant;
use crate::token::Span;
use crate::tree::{Expr as Tree, Item, Listing};
use crate::work::Work;
use program::ir::{self, Expr, Program, TempId};
use std::collections::BTreeMap;

/// What a rule of lowering gives, or that an error was noted.
pub type Result<T> = std::result::Result<T, ()>;

/// The values of options: name in the text, index of the value.
pub type Chosen = BTreeMap<String, usize>;

/// What the lowering of a text comes to.
#[derive(Default)]
pub struct Lowered {
    pub program: Option<Program>,
    pub found: Vec<Found>,
    /// What is declared and of no use, a sentence for each.
    pub unused: Vec<String>,
    /// What the claim consists of that is to be explained.
    pub explained: Option<ir::Explained>,
}

/// Lowers a text with these options, and tells of one property what it consists of. Errors of lines that the
/// options leave out are not found here.
pub fn lower(
    text: &str,
    listing: &Listing,
    meant: &Meant,
    chosen: &Chosen,
    work: &Work,
    asked: Option<&str>,
) -> Lowered {
    let mut lower = Lower::new(text, listing, meant, chosen, work);
    lower.asked_why = asked.map(str::to_owned);
    match lower.all().and_then(|()| lower.fill_serial()).and_then(|()| lower.fill_monitor()) {
        Ok(()) if lower.found.is_empty() => {
            let unused = lower.unentered();
            let Lower { program, explained, .. } = lower;
            Lowered { program: Some(program), unused, explained, ..Lowered::default() }
        }
        _ => Lowered { found: lower.found, ..Lowered::default() },
    }
}

impl<'t> Lower<'t> {
    fn all(&mut self) -> Result<()> {
        self.program.title = model::intern(&self.listing.title);
        // the first temporaries have the message in hand
        self.program.temps = 1 + ir::FIELDS_MAX;
        self.declare()?;
        self.make_rows()?;
        self.lines_of_all()?;
        self.find_facts();
        self.allocate();
        self.code_of_all();
        if !self.found.is_empty() {
            return Err(());
        }
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
        let value = self.known_value(condition, &None)?;
        match self.truth(value, condition.span)? {
            Expr::Const(holds) => Ok(holds != 0),
            _ => self.not_constant(condition.span, Kind::ConditionNotConstant),
        }
    }

    /// A value that should be known before the program runs.
    fn known_value(&mut self, expr: &'t Tree, env: &Env<'t>) -> Result<Val> {
        self.aside(|lower| lower.eval(expr, env)).map(|(_, value)| value)
    }

    /// The value of an expression that must be known before the program runs.
    pub fn constant(&mut self, expr: &'t Tree, env: &Env<'t>, kind: Kind) -> Result<i64> {
        match self.known_value(expr, env)?.constant() {
            Some(value) => Ok(value),
            None => self.not_constant(expr.span, kind),
        }
    }

    /// Does something else beside the code in hand: its code, and what it gives.
    pub fn aside<T>(&mut self, part: impl FnOnce(&mut Self) -> Result<T>) -> Result<(Code, T)> {
        let before = std::mem::take(&mut self.code);
        let result = part(self);
        let code = std::mem::replace(&mut self.code, before);
        Ok((code, result?))
    }

    /// A number or a truth value with what has to be done for it.
    pub fn computed(&mut self, part: impl FnOnce(&mut Self) -> Result<Expr>) -> Result<Computed> {
        let (code, value) = self.aside(part)?;
        Ok(Computed { code, value })
    }

    /// A condition with what has to be done for it.
    pub fn condition(&mut self, expr: &'t Tree, env: &Env<'t>) -> Result<Computed> {
        self.computed(|lower| lower.bool(expr, env))
    }

    pub fn push(&mut self, op: Op) {
        self.instructions += 1;
        self.code.push(op);
    }

    /// Does something that is no access.
    pub fn does(&mut self, instruction: ir::Instruction) {
        self.push(Op::Do(instruction));
    }

    pub fn says(&mut self, statement: Statement) {
        self.push(Op::Statement(statement.into()));
    }

    /// What says something of the lines, and becomes no code.
    pub fn remarks(&mut self, statement: Statement) {
        self.code.push(Op::Statement(statement.into()));
    }

    pub fn not_constant<T>(&mut self, span: Span, kind: Kind) -> Result<T> {
        let message = "This must be known before the program runs.";
        let help = "Use numbers, options, and numbers of processes here.";
        self.fail(Found::new(kind, span, message).help(help))
    }

    /// Keeps a value in temporaries if it is more than a constant or a load, so that it can be used
    /// several times.
    pub fn simple(&mut self, value: Expr) -> Expr {
        let is_simple = matches!(value, Expr::Const(_) | Expr::Load(ir::Place { index: None, .. }));
        if is_simple {
            return value;
        }
        let to = self.temp();
        self.push(Op::Keep { to, value, only_simple: true });
        Expr::Temp(to)
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
            if !matches!(part, Expr::Const(_)) {
                let to = match slots.get(nth) {
                    Some(slot) => self.temp_for(slot.clone()),
                    None => self.temp(),
                };
                let value = std::mem::replace(part, Expr::Temp(to));
                self.push(Op::Keep { to, value, only_simple: false });
            }
        }
        kept
    }
}
