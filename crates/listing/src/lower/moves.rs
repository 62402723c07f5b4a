//! How a process goes elsewhere: jumps, crashes, its end, and beginning again.

use super::domain::{binary, not};
use super::{Lower, Mode, Open, Result};
use crate::diagnostic::Kind;
use crate::token::Span;
use crate::tree::{Cause, Define, Line, PartKind, Rule, Statement, StatementKind, Storage};
use program::ir::{self, End, Expr, Instruction, Place};

impl<'t> Lower<'t> {
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

    /// A reserved option, or a definition of that name, as a number.
    pub fn reserved(&mut self, name: &str) -> i64 {
        if let Some(option) = self.find_option(name).map(|it| &self.options[it]) {
            return option.values[option.chosen].1;
        }
        let Some(body) = self.find_define(name).and_then(Define::value) else { return 0 };
        self.constant(body, &None, Kind::NotConstant).unwrap_or(0)
    }

    pub fn crash_code(&mut self, process: usize) -> Result<()> {
        let role = self.role_of(process);
        let all: Vec<(&'t Rule, Span)> = self.crash_rules(role);
        if self.reserved("crashes") <= 0 {
            self.never_crashes(process, &all);
            return Ok(());
        }
        if let Some(strikes) = self.crashes_of(role)? {
            if !strikes && all.is_empty() {
                return Ok(());
            }
            if !strikes {
                let message = "Nobody of this role crashes: `crashes` are of others.";
                return self.error(Kind::OutOfPlace, all[0].1, message);
            }
        }
        // who still takes messages at its end can crash there, too
        let at = if self.takes_messages(role) { ir::At::Undecided } else { ir::At::Work };
        let is_anywhere = (0..self.roles.len()).any(|it| !self.crash_rules(it).is_empty());
        let crashed = self.sections[role].len() - 1;
        let env = self.number_binding(role, self.my_number());
        let mut result = Ok(());
        for (nth, (rule, span)) in all.iter().enumerate() {
            let code = self.begin_crash(process);
            self.here.row = self.rows.get(&span.start).copied().unwrap_or(0);
            let row = self.here.row;
            self.here.section = crashed;
            (self.here.mode, self.here.in_guard) = (Mode::Atomic, true);
            let mut never = false;
            for (earlier, _) in &all[..nth] {
                let applies = earlier.guard.as_ref().map(|it| self.bool(it, &env)).transpose()?;
                self.guard(not(applies.unwrap_or(Expr::Const(1))));
            }
            if let Some(guard) = &rule.guard {
                let value = self.bool(guard, &env)?;
                never = value == Expr::Const(0);
                self.guard(value);
            }
            (self.here.mode, self.here.in_guard) = (Mode::Stepped, false);
            if never {
                self.end(End::Stop(2));
                continue;
            }
            self.reset(process, false);
            self.lose_pending();
            self.forget_row(process);
            // what is lost with the machine is lost in the step of the crash
            self.here.open = if self.begins_atomic(&rule.body) { Open::Yes } else { Open::No };
            if self.lines(&rule.body, &env).is_err() {
                result = Err(());
            }
            self.end(End::Stop(2));
            self.add_rule(ir::Cause::Crash, at, code, row);
        }
        if !is_anywhere || (all.is_empty() && self.crashes_of(role)? == Some(true)) {
            let code = self.begin_crash(process);
            self.reset(process, false);
            self.lose_pending();
            self.forget_row(process);
            self.forget_count(process);
            self.end(End::Stop(2));
            let row = self.crash_row();
            self.add_rule(ir::Cause::Crash, at, code, row);
        }
        result
    }

    /// Whether a text says anything of crashes, be it that there are none.
    pub fn grants_crashes(&self) -> bool {
        self.find_option("crashes").is_some() || self.find_define("crashes").is_some()
    }

    /// Notes what would follow a crash, where the text grants none with any options.
    fn never_crashes(&mut self, process: usize, rules: &[(&'t Rule, Span)]) {
        if self.grants_crashes() {
            return;
        }
        let env = self.number_binding(self.role_of(process), self.my_number());
        for (rule, _) in rules {
            self.begin_anywhere(process);
            self.never_run(&rule.body, &env);
            self.end(End::Done);
        }
    }

    /// Whether a role has rules for messages, wherever its processes stand.
    fn takes_messages(&mut self, role: usize) -> bool {
        let tree = self.roles[role].tree;
        tree.parts.iter().any(|part| match &part.kind {
            PartKind::Rule(rule) => {
                let is_of_message = matches!(rule.cause, Cause::Message { .. });
                is_of_message && !rule.is_for_crashed() && self.is_part(&part.with)
            }
            _ => false,
        })
    }

    fn begin_crash(&mut self, process: usize) -> usize {
        let code = self.begin_anywhere(process);
        self.emit(Instruction::Event(ir::Told::Crashed));
        code
    }

    /// Whether `define crashes of …` names this role; none if the text does not say whose they are.
    fn crashes_of(&mut self, role: usize) -> Result<Option<bool>> {
        let of = self.find_define("crashes").map_or(&[][..], |it| &it.of);
        for name in of {
            if self.find_role(&name.text).is_none() {
                let message = format!("No role is called `{}`.", name.text);
                return self.error(Kind::UnknownName, name.span, message);
            }
        }
        let noun = &self.roles[role].noun;
        Ok((!of.is_empty()).then(|| of.iter().any(|it| it.text == *noun)))
    }

    /// Whether the first line that the options leave in is atomic.
    fn begins_atomic(&mut self, body: &'t [Line]) -> bool {
        let first = body.iter().find(|line| self.is_part(&line.with));
        let first = first.and_then(|line| line.statements.first());
        first.is_some_and(|it| matches!(it.kind, StatementKind::Atomic(_)))
    }

    fn crash_rules(&mut self, role: usize) -> Vec<(&'t Rule, Span)> {
        let tree = self.roles[role].tree;
        let mut all = Vec::new();
        for part in &tree.parts {
            if let PartKind::Rule(rule) = &part.kind
                && matches!(rule.cause, Cause::Crash)
                && self.is_part(&part.with)
            {
                all.push((rule, part.span));
            }
        }
        all
    }

    /// Code that begins wherever the process stands.
    pub fn begin_anywhere(&mut self, process: usize) -> usize {
        self.here.process = Some(process);
        self.here.open = Open::No;
        self.here.mode = Mode::Atomic;
        self.cache.clear();
        let code = self.start();
        self.anywhere.push((process, code));
        code
    }

    /// Goes to a section.
    pub fn stand_at(&mut self, name: &str) {
        let process = self.here.process.unwrap_or_default();
        let role = self.role_of(process);
        let Some(section) = self.sections[role].iter().position(|it| it == name) else { return };
        let entry = self.entries[process][section];
        if self.here.in_rule {
            if section != self.begins[process].2 && self.counters[process].is_some() {
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
        let first = self.begins[process].2;
        if self.here.section == first && section != first && section < count - 3 {
            self.count(process);
        }
        self.jump(entry);
        self.start();
    }

    /// The process will stand at a point when the rule in hand is over.
    fn move_to(&mut self, process: usize, point: usize) {
        let place = Place { slot: self.program.processes[process].point, index: None };
        self.moves.push((self.current, self.program.blocks[self.current].instructions.len()));
        self.emit(Instruction::Store(place, Expr::Const(point as i64)));
    }

    fn leave_by_rule(&mut self, process: usize) {
        self.as_first(process, |lower, may_leave| {
            lower.guard(may_leave);
            lower.count(process);
        });
    }

    /// A rule that surely leaves the first section is not run once too often: what its lines compute
    /// then need not fit anywhere.
    pub fn may_run(&mut self, process: usize, body: &'t [Line]) {
        let role = self.role_of(process);
        let first = &self.sections[role][self.begins[process].2];
        let leaves = |it: &Statement| {
            matches!(&it.kind, StatementKind::Become(to) if to.text != *first)
                || matches!(it.kind, StatementKind::Stop)
        };
        let lines = body.iter().filter(|it| it.statements.iter().any(leaves));
        if lines.collect::<Vec<_>>().into_iter().any(|it| self.is_part(&it.with)) {
            self.as_first(process, Self::guard);
        }
    }

    /// Adds code for where a counted process stands in its first section; `code` takes whether it may
    /// leave that once more.
    fn as_first(&mut self, process: usize, code: impl FnOnce(&mut Self, Expr)) {
        let role = self.role_of(process);
        let Some(times) = self.roles[role].times else { return };
        let Some(slot) = self.counters[process] else { return };
        let first = self.sections[role][self.begins[process].2].clone();
        let is_first = self.is_in_section(process, &first);
        let counter = Expr::Load(Place { slot, index: None });
        let may_leave = binary(ir::Binary::Less, counter, Expr::Const(times));
        self.when(is_first, |lower| code(lower, may_leave));
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
        if let Some(point) = known.clone().position(|it| it.code == Some(entry)) {
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
        let is_named = self.passes_named.contains(&self.role_of(process));
        if let Some(slot) = self.counters[process].filter(|_| !is_named) {
            self.emit(Instruction::Store(Place { slot, index: None }, Expr::Const(0)));
        }
    }

    pub fn restart(&mut self) {
        let process = self.here.process.unwrap_or_default();
        let first = self.sections[self.role_of(process)][self.begins[process].2].clone();
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
}
