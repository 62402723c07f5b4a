//! How a process goes elsewhere: jumps, crashes, its end, and beginning again.

use crate::core::Code;
use crate::instantiate::instance::Mode;
use crate::instantiate::jumps::Crash;
use crate::instantiate::terms::{binary, not};
use crate::sequence::{Open, Sequence};
use crate::tree::Storage;
use program::ir::{self, End, Expr, Instruction, Place, ProcessStatus};

impl Sequence<'_> {
    /// Gives a process's own variables their initial values; a crash leaves the stable ones.
    pub fn reset(&mut self, process: usize, all: bool) {
        let role = self.role_of(process);
        let number = process - self.roles[role].base;
        let mut stores = Vec::new();
        for var in &self.vars {
            let copy = match var.role {
                Some(it) if it == role => number,
                None if all && process == 0 => 0,
                _ => continue,
            };
            if !all && var.storage != Storage::Own {
                continue;
            }
            for (nth, &value) in var.initial[copy].iter().enumerate() {
                stores.push((var.bases[copy] + nth, value));
            }
        }
        for (slot, value) in stores {
            let is_first = self.program.slots[slot].encode(value) == Some(0);
            if !all || !is_first {
                let place = Place { slot, index: None };
                self.emit(Instruction::Store(place, Expr::Const(value)));
            }
        }
    }

    pub fn crash_code(&mut self, process: usize, crashes: Vec<Crash>, never: Vec<Code>) {
        for code in never {
            self.begin_anywhere(process);
            self.run(code);
            self.end(End::Done);
        }
        let role = self.role_of(process);
        let of = self.crashes_of(role).ok().flatten();
        if self.reserved("crashes") <= 0 || of == Some(false) {
            return;
        }
        // who still takes messages at its end can crash there, too
        let at = if self.takes_messages(role) { ir::Where::Undecided } else { ir::Where::Work };
        let is_anywhere = (0..self.roles.len()).any(|it| !self.crash_rules(it).is_empty());
        let has_none = crashes.is_empty();
        for crash in crashes {
            self.crash_rule(process, crash, at);
        }
        if !is_anywhere || has_none && of == Some(true) {
            let code = self.begin_crash(process);
            self.reset(process, false);
            self.lose_pending();
            self.forget_row(process);
            self.forget_count(process);
            self.end(End::Stop(2));
            let row = self.crash_row();
            self.add_rule(ir::Trigger::Crash, at, code, row);
        }
    }

    fn crash_rule(&mut self, process: usize, crash: Crash, at: ir::Where) {
        let Crash { row, earlier, guard, body, begins_atomic } = crash;
        let code = self.begin_crash(process);
        self.here.row = row;
        self.here.section = self.sections[self.role_of(process)].len() - 1;
        self.here.mode = Mode::Atomic;
        for earlier in earlier {
            let applies = earlier.map_or(Expr::Const(1), |earlier| self.computes(earlier));
            self.guard(not(applies));
        }
        let applies = guard.map_or(Expr::Const(1), |guard| self.computes(guard));
        let never = applies == Expr::Const(0);
        self.guard(applies);
        self.here.mode = Mode::Stepped;
        if never {
            self.end(End::Stop(2));
            return;
        }
        self.reset(process, false);
        self.lose_pending();
        self.forget_row(process);
        // what is lost with the machine is lost in the step of the crash
        self.at.open = if begins_atomic { Open::Yes } else { Open::No };
        self.run(body);
        self.end(End::Stop(2));
        self.add_rule(ir::Trigger::Crash, at, code, row);
    }

    fn begin_crash(&mut self, process: usize) -> usize {
        let code = self.begin_anywhere(process);
        self.emit(Instruction::Event(ir::EventTemplate::Crashed));
        code
    }

    /// Code that begins wherever the process stands.
    pub fn begin_anywhere(&mut self, process: usize) -> usize {
        self.here.process = Some(process);
        self.at.open = Open::No;
        self.here.mode = Mode::Atomic;
        self.reads.cache.clear();
        let code = self.start();
        self.blocks.anywhere.push((process, code));
        code
    }

    /// Goes to a section.
    pub fn stand_at(&mut self, name: &str) {
        let process = self.here.process.unwrap_or_default();
        let role = self.role_of(process);
        let Some(section) = self.sections[role].iter().position(|text| text == name) else {
            return;
        };
        let entry = self.blocks.entries[process][section];
        if self.here.in_rule {
            if section != self.blocks.begins[process].2 && self.places.counters[process].is_some() {
                self.leave_by_rule(process);
            }
            if let Some((goes, inside, ended)) = self.counted_entry(entry) {
                let (yes, no, behind) = (self.block(), self.block(), self.block());
                self.branch(goes, yes, no);
                for (block, point) in [(yes, inside), (no, ended)] {
                    self.current = block;
                    self.move_to(process, point);
                    self.jump(behind);
                }
                self.current = behind;
                return;
            }
            let point = self.entry_point(process, section, entry);
            self.move_to(process, point);
            return;
        }
        let count = self.sections[role].len();
        let first = self.blocks.begins[process].2;
        if self.here.section == first && section != first && section < count - 3 {
            self.count(process);
        }
        self.jump(entry);
        self.start();
    }

    /// The process will stand at a point when the rule in hand is over.
    fn move_to(&mut self, process: usize, point: usize) {
        let place = Place { slot: self.program.processes[process].point, index: None };
        self.blocks
            .moves
            .push((self.current, self.program.blocks[self.current].instructions.len()));
        self.emit(Instruction::Store(place, Expr::Const(point as i64)));
    }

    fn leave_by_rule(&mut self, process: usize) {
        self.as_first(process, |sequence, may_leave| {
            sequence.guard(may_leave);
            sequence.count(process);
        });
    }

    /// Adds code for where a counted process stands in its first section; `code` takes whether it may
    /// leave that once more.
    pub fn as_first(&mut self, process: usize, code: impl FnOnce(&mut Self, Expr)) {
        let role = self.role_of(process);
        let Some(times) = self.roles[role].times else { return };
        let Some(slot) = self.places.counters[process] else { return };
        let first = self.sections[role][self.blocks.begins[process].2].clone();
        let is_first = self.stands_in(process, &first);
        let counter = Expr::Load(Place { slot, index: None });
        let may_leave = binary(ir::Binary::Less, counter, Expr::Const(times));
        self.when(is_first, |sequence| code(sequence, may_leave));
    }

    /// Where nothing is done from a block on before the process stands again: at which point.
    fn stands_behind(&self, mut block: usize) -> Option<usize> {
        for _ in 0..8 {
            match self.program.blocks[block].end {
                _ if !self.program.blocks[block].instructions.is_empty() => break,
                End::Stop(point) => return Some(point),
                End::Jump(next) => block = next,
                _ => break,
            }
        }
        None
    }

    /// The condition on which a process that counts its passes begins one more, the point where it does, and
    /// the one where it has ended.
    fn counted_entry(&self, entry: usize) -> Option<(Expr, usize, usize)> {
        let ir::Block { instructions, end: End::Branch(goes, inside, ended) } =
            &self.program.blocks[entry]
        else {
            return None;
        };
        let points = self.stands_behind(*inside).zip(self.stands_behind(*ended))?;
        instructions.is_empty().then(|| (goes.clone(), points.0, points.1))
    }

    /// The first point of a section.
    fn entry_point(&mut self, process: usize, section: usize, entry: usize) -> usize {
        if let Some(point) = self.stands_behind(entry) {
            return point;
        }
        // a local line stands first: it becomes a step
        let known = self.program.processes[process].points.iter();
        if let Some(point) = known.clone().position(|point| point.code == Some(entry)) {
            return point;
        }
        let here = self.here.clone();
        self.here.section = section;
        let point = self.add_point(Some(entry));
        self.program.processes[process].points[point].pauses = true;
        self.here = here;
        point
    }

    pub fn stop(&mut self) {
        let process = self.here.process.unwrap_or_default();
        let role = self.role_of(process);
        let crashed = self.sections[role].len() - 1;
        let point = if self.here.section == crashed && !self.here.in_rule { 2 } else { 0 };
        if self.here.in_rule {
            self.stand_at("end");
            self.ends_rule();
            return;
        }
        if point == 2 {
            self.forget_count(process);
        }
        self.end(End::Stop(point));
        self.start();
    }

    /// How often it has entered matters to no process that has crashed for good.
    fn forget_count(&mut self, process: usize) {
        let is_named = self.notes.passes_named.contains(&self.role_of(process));
        if let Some(slot) = self.places.counters[process].filter(|_| !is_named) {
            self.emit(Instruction::Store(Place { slot, index: None }, Expr::Const(0)));
        }
    }

    pub fn restart(&mut self) {
        let process = self.here.process.unwrap_or_default();
        let first = self.sections[self.role_of(process)][self.blocks.begins[process].2].clone();
        self.reset(process, false);
        self.stand_at(&first);
        self.ends_rule();
    }

    /// No line of a rule runs behind one that ends its process, or begins it anew.
    pub fn ends_rule(&mut self) {
        if self.here.in_rule {
            self.end(End::Done);
            self.start();
        }
    }

    /// `stop` in the section of those that have given up: there they stay.
    pub fn stops_aborted(&mut self) -> bool {
        let Some(process) = self.here.process.filter(|_| !self.here.in_rule) else { return false };
        let role = self.role_of(process);
        if self.sections[role][self.here.section] != ABORTED {
            return false;
        }
        let point = match self.aborted.get(&process) {
            Some(&point) => point,
            None => self.add_point(None),
        };
        self.aborted.insert(process, point);
        let section = self.here.section;
        self.program.processes[process].sections[section].is = ProcessStatus::Rest;
        self.end(End::Stop(point));
        self.start();
        true
    }
}

/// The section of those that have given up.
pub const ABORTED: &str = "aborted";
