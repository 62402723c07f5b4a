//! From lines with everything put in to blocks: which accesses are steps, and where a step ends.

pub mod access;
pub mod choice;
pub mod code;
pub mod control;
pub mod decide;
pub mod decisions;
pub mod facts;
pub mod flow;
pub mod freed;
pub mod jumps;
pub mod memory;
pub mod message;
pub mod monitor;
pub mod partial;
pub mod pool;
pub mod process;
pub mod rule;
pub mod state;
pub mod statement;
pub mod store;
pub mod terms;
pub mod waiting_loops;

use crate::core::{Code, Op, any};
use crate::instantiate::instance::Mode;
use program::ir::{Expr, Instruction, TempId};
pub use state::{Available, AvailableRead, Await, Blocks, Loop, Open, Sequence, StepInHand};

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
            Op::Keep { to, value, only_simple } => self.keep(to, value, only_simple),
            Op::Read { spot, to } => self.read(spot, &to),
            Op::Act { forgets } => {
                self.access();
                self.acts_on_memory();
                self.reads.cache.retain(|read| Some(read.var) != forgets);
            }
            Op::Operate { spot, now, code, new } => self.operates(spot, &now, code, new),
            Op::ReadRow(read) => self.reads_row(*read),
            Op::Stands { .. } | Op::Seen { .. } | Op::Pending { .. } => self.run_question(op),
            Op::Decision(decision) => self.decision(*decision),
            Op::Choice(choice) => self.choice(*choice),
            Op::OnlyIf { counts, code, to, parts, .. } => self.only_if(counts, code, &to, parts),
            Op::InOrder(code) => {
                if self.takes_steps(&code) {
                    self.depends_on_identity(crate::instantiate::domain::Of::Processes);
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

    /// What can be known only when all sections are blocks.
    fn run_question(&mut self, op: Op) {
        match op {
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
            _ => unreachable!("it asks nothing"),
        }
    }

    /// What is simple is bound to its temporary, and takes no instruction.
    fn keep(&mut self, to: TempId, value: Expr, only_simple: bool) {
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

    /// Writes in an access that was made already.
    fn store_now(&mut self, spot: &crate::instantiate::place::LValue, value: Vec<Expr>) {
        let mode = std::mem::replace(&mut self.here.mode, Mode::Atomic);
        self.store(spot, value);
        self.here.mode = mode;
    }

    /// One access that reads and writes.
    fn operates(
        &mut self,
        spot: crate::instantiate::place::LValue,
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
        self.reads.cache.retain(|read| read.var != spot.var);
    }

    pub fn available(&self) -> Available {
        (self.reads.cache.clone(), self.at.open)
    }

    pub fn set_available(&mut self, known: Available) {
        (self.reads.cache, self.at.open) = known;
    }
}

/// What is known if either of two ways was gone.
pub fn available_on_both(one: Available, other: Available) -> Available {
    let same = |read: &AvailableRead| {
        other.0.iter().any(|known| {
            (known.var, &known.key, known.slot, &known.to)
                == (read.var, &read.key, read.slot, &read.to)
        })
    };
    (one.0.into_iter().filter(same).collect(), one.1.or(other.1))
}
