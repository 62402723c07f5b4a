//! From the syntax tree to lines with everything put in, for one value of each option.
//!
//! Processes are written out one by one and loops over finite sets unrolled, so that numbers of processes and
//! loop variables are constants. Nothing here knows a block or a step.

pub mod assign;
pub mod build;
pub mod call;
pub mod choose;
pub mod compare;
pub mod conditions;
pub mod control;
pub mod decide;
pub mod decisions;
pub mod declare;
pub mod declared;
pub mod display;
pub mod domain;
pub mod expr;
pub mod fit;
pub mod fold;
pub mod fold_so_far;
pub mod in_transit;
pub mod index_errors;
pub mod info;
pub mod instance;
pub mod invoke;
pub mod jumps;
pub mod like;
pub mod lists;
pub mod meaning;
pub mod membership;
pub mod memory;
pub mod message;
pub mod monitor;
pub mod name;
pub mod operators;
pub mod ordered;
pub mod owned;
pub mod place;
pub mod pointers;
pub mod pool;
pub mod prime;
pub mod process;
pub mod process_numbers;
pub mod quantifier;
pub mod reach;
pub mod returns;
pub mod rows;
pub mod rule;
pub mod set_of;
pub mod sets;
pub mod signed;
pub mod singletons;
pub mod statement;
pub mod store;
pub mod symmetry;
pub mod table;
pub mod terms;
pub mod types;
pub mod unreached;
pub mod unused;
pub mod value;
pub mod variables;
pub mod waiting_loops;

pub use conditions::conditions;

use crate::core::{Code, Computed, Op, Statement};
use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::instantiate::instance::Instance;
use crate::instantiate::value::{Env, Val};
use crate::limits::{CODE_MAX, DEPTH_MAX, WORK_MAX};
use crate::token::Span;
use crate::tree::{Expr as Tree, Item};
use program::ir::{self, Expr, TempId};
use std::collections::BTreeMap;

/// What is made of a part of a text, or that an error was noted.
pub type Result<T> = std::result::Result<T, ()>;

/// The values of options: name in the text, index of the value.
pub type Chosen = BTreeMap<String, usize>;

impl<'t> Instance<'t> {
    pub fn error<T>(
        &mut self,
        kind: ErrorCode,
        span: Span,
        message: impl Into<String>,
    ) -> Result<T> {
        self.fail(DiagnosticDraft::new(kind, span, message))
    }

    pub fn fail<T>(&mut self, found: DiagnosticDraft) -> Result<T> {
        // the same line is made once for each process
        let is_known = |draft: &DiagnosticDraft| {
            draft.kind == found.kind
                && (draft.span == found.span || found.kind == ErrorCode::ProgramTooLarge)
        };
        if !self.found.iter().any(is_known) {
            self.found.push(found);
        }
        Err(())
    }

    /// The declarations that the options leave in.
    pub fn items(&mut self) -> Vec<&'t Item> {
        let listing = self.source.listing;
        listing.items.iter().filter(|item| self.is_part(&item.with)).collect()
    }

    pub fn is_part(&mut self, with: &'t Option<Tree>) -> bool {
        with.as_ref().is_none_or(|condition| self.is_true(condition))
    }

    /// Whether a condition over options is true.
    pub fn is_true(&mut self, condition: &'t Tree) -> bool {
        self.constant_condition(condition).unwrap_or(false)
    }

    pub fn constant_condition(&mut self, condition: &'t Tree) -> Result<bool> {
        let value = self.known_value(condition, &None)?;
        match self.truth(value, condition.span)? {
            Expr::Const(holds) => Ok(holds != 0),
            _ => self.not_constant(condition.span, ErrorCode::ConditionNotConstant),
        }
    }

    /// A value that should be known before the program runs.
    fn known_value(&mut self, expr: &'t Tree, env: &Env<'t>) -> Result<Val> {
        self.aside(|instance| instance.eval(expr, env)).map(|(_, value)| value)
    }

    /// The value of an expression that must be known before the program runs.
    pub fn constant(&mut self, expr: &'t Tree, env: &Env<'t>, kind: ErrorCode) -> Result<i64> {
        match self.known_value(expr, env)?.constant() {
            Some(value) => Ok(value),
            None => self.not_constant(expr.span, kind),
        }
    }

    /// Does something else beside the code in hand: its code, and what it gives.
    pub fn aside<T>(&mut self, part: impl FnOnce(&mut Self) -> Result<T>) -> Result<(Code, T)> {
        let before = std::mem::take(&mut self.hand.code);
        let result = part(self);
        let code = std::mem::replace(&mut self.hand.code, before);
        Ok((code, result?))
    }

    /// A number or a truth value with what has to be done for it.
    pub fn computed(&mut self, part: impl FnOnce(&mut Self) -> Result<Expr>) -> Result<Computed> {
        let (code, value) = self.aside(part)?;
        Ok(Computed { code, value })
    }

    /// A condition with what has to be done for it.
    pub fn condition(&mut self, expr: &'t Tree, env: &Env<'t>) -> Result<Computed> {
        self.computed(|instance| instance.bool(expr, env))
    }

    pub fn push(&mut self, op: Op) {
        self.budget.instructions += 1;
        self.hand.code.push(op);
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
        self.hand.code.push(Op::Statement(statement.into()));
    }

    pub fn not_constant<T>(&mut self, span: Span, kind: ErrorCode) -> Result<T> {
        let message = "This must be known before the program runs.";
        let help = "Use numbers, options, and numbers of processes here.";
        self.fail(DiagnosticDraft::new(kind, span, message).help(help))
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
        if self.budget.nesting >= DEPTH_MAX {
            let message = "With its definitions put in, this nests too deep.";
            return self.error(ErrorCode::NestingTooDeep, span, message);
        }
        self.budget.nesting += 1;
        let result = part(self);
        self.budget.nesting -= 1;
        result
    }

    /// Notes an error once more is visited than may be.
    pub fn spend(&mut self, visits: usize, span: Span) -> Result<()> {
        if self.budget.work.take(visits) {
            return Ok(());
        }
        let message = format!(
            "With all loops unrolled and all definitions put in, this is too much: more than \
             {WORK_MAX} parts to look at."
        );
        let help = "Use a definition fewer times, loop over less, or keep a value in a variable.";
        self.fail(DiagnosticDraft::new(ErrorCode::ProgramTooLarge, span, message).help(help))
    }

    /// An error once the program has grown too large.
    pub fn check_size(&mut self, span: Span) -> Result<()> {
        if self.budget.instructions > CODE_MAX {
            let message = format!(
                "With all loops unrolled and all definitions put in, the program is too large: \
                 more than {CODE_MAX} instructions."
            );
            let help = "Choose fewer processes, loop over less, or use a definition fewer times.";
            return self
                .fail(DiagnosticDraft::new(ErrorCode::ProgramTooLarge, span, message).help(help));
        }
        Ok(())
    }

    /// The processes of a role that a value of its domain names.
    pub fn role_of(&self, process: usize) -> usize {
        let role = self.roles.iter().position(|role| process < role.base + role.count);
        role.unwrap_or_default()
    }

    pub fn process_count(&self) -> usize {
        self.roles.iter().map(|role| role.count).sum()
    }

    /// The number of the process in hand within its role.
    pub fn my_number(&self) -> usize {
        self.here.process.map_or(0, |process| process - self.roles[self.role_of(process)].base)
    }

    pub fn temp(&mut self) -> TempId {
        self.places.temps += 1;
        self.places.temps - 1
    }

    /// A temporary with the values of a slot.
    pub fn temp_for(&mut self, slot: ir::Slot) -> TempId {
        let temp = self.temp();
        self.places.temp_slots.insert(temp, slot);
        temp
    }

    /// Keeps a value as it is now.
    pub fn keep(&mut self, value: Val) -> Val {
        let mut kept = value;
        let mut slots = Vec::new();
        kept.ty.slots(&self.types.records, &mut slots);
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
