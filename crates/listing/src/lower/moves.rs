//! How a process goes elsewhere: jumps, crashes, its end, and beginning again.

use super::core::{Code, Computed};
use super::domain::{binary, not};
use super::{Here, Lower, Mode, Open, Result};
use crate::diagnostic::Kind;
use crate::token::Span;
use crate::tree::{Cause, Define, Line, PartKind, Rule, Statement, StatementKind, Storage};
use program::ir::{self, End, Expr, Instruction, Place};

/// What a rule says of crashes of a process.
pub struct Crash {
    row: model::RowId,
    /// Of the rules before it, on which condition they apply; none: always.
    earlier: Vec<Option<Computed>>,
    guard: Option<Computed>,
    pub body: Code,
    begins_atomic: bool,
}

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

    /// What happens to a process in a crash, by its rules; and what would, where no options grant crashes.
    pub fn lines_of_crashes(&mut self, process: usize) -> Result<(Vec<Crash>, Vec<Code>)> {
        let role = self.role_of(process);
        let all: Vec<(&'t Rule, Span)> = self.crash_rules(role);
        if self.reserved("crashes") <= 0 {
            return Ok((Vec::new(), self.never_crashes(process, &all)));
        }
        if let Some(strikes) = self.crashes_of(role)? {
            if !strikes && all.is_empty() {
                return Ok((Vec::new(), Vec::new()));
            }
            if !strikes {
                let message = "Nobody of this role crashes: `crashes` are of others.";
                return self.error(Kind::OutOfPlace, all[0].1, message);
            }
        }
        let env = self.number_binding(role, self.my_number());
        let (mut crashes, mut result) = (Vec::new(), Ok(()));
        for (nth, (rule, span)) in all.iter().enumerate() {
            let row = self.rows.get(&span.start).copied().unwrap_or(0);
            self.here = Here { in_guard: true, ..Here::new(Some(process), Mode::Atomic) };
            let mut earlier = Vec::new();
            for (rule, _) in &all[..nth] {
                let guard = rule.guard.as_ref();
                earlier.push(guard.map(|guard| self.condition(guard, &env)).transpose()?);
            }
            let guard = rule.guard.as_ref();
            let guard = guard.map(|guard| self.condition(guard, &env)).transpose()?;
            self.here = Here::new(Some(process), Mode::Stepped);
            let never = guard.as_ref().and_then(Computed::known) == Some(0);
            let before = std::mem::take(&mut self.code);
            if !never && self.lines(&rule.body, &env).is_err() {
                result = Err(());
            }
            let body = std::mem::replace(&mut self.code, before);
            let begins_atomic = self.begins_atomic(&rule.body);
            crashes.push(Crash { row, earlier, guard, body, begins_atomic });
        }
        result.map(|()| (crashes, Vec::new()))
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
        let at = if self.takes_messages(role) { ir::At::Undecided } else { ir::At::Work };
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
            self.add_rule(ir::Cause::Crash, at, code, row);
        }
    }

    fn crash_rule(&mut self, process: usize, crash: Crash, at: ir::At) {
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
        self.here.open = if begins_atomic { Open::Yes } else { Open::No };
        self.run(body);
        self.end(End::Stop(2));
        self.add_rule(ir::Cause::Crash, at, code, row);
    }

    /// Whether a text says anything of crashes, be it that there are none.
    pub fn grants_crashes(&self) -> bool {
        self.find_option("crashes").is_some() || self.find_define("crashes").is_some()
    }

    /// What would follow a crash, where the text grants none with any options.
    fn never_crashes(&mut self, process: usize, rules: &[(&'t Rule, Span)]) -> Vec<Code> {
        if self.grants_crashes() {
            return Vec::new();
        }
        let env = self.number_binding(self.role_of(process), self.my_number());
        let mut all = Vec::new();
        for (rule, _) in rules {
            let before = std::mem::take(&mut self.code);
            self.never_run(&rule.body, &env);
            all.push(std::mem::replace(&mut self.code, before));
        }
        all
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

    /// Whether a rule surely leaves the first section: it is not run once too often, so that what its lines
    /// compute then need not fit anywhere.
    pub fn surely_leaves(&mut self, body: &'t [Line]) -> bool {
        let role = self.role_of(self.here.process.unwrap_or_default());
        let first = self.first_section(role);
        let first = self.sections[role][first].clone();
        let leaves = |it: &Statement| {
            matches!(&it.kind, StatementKind::Become(to) if to.text != first)
                || matches!(it.kind, StatementKind::Stop)
        };
        let lines = body.iter().filter(|it| it.statements.iter().any(leaves));
        lines.collect::<Vec<_>>().into_iter().any(|it| self.is_part(&it.with))
    }

    /// Adds code for where a counted process stands in its first section; `code` takes whether it may
    /// leave that once more.
    pub fn as_first(&mut self, process: usize, code: impl FnOnce(&mut Self, Expr)) {
        let role = self.role_of(process);
        let Some(times) = self.roles[role].times else { return };
        let Some(slot) = self.counters[process] else { return };
        let first = self.sections[role][self.begins[process].2].clone();
        let is_first = self.stands_in(process, &first);
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
