//! Processes: sections, crashes, and where a process stands.

use super::domain::{add, binary, slot};
use super::{Lower, Mode, Result};
use crate::diagnostic::Kind;
use crate::token::Span;
use crate::tree::{Block, Cause, ItemKind, PartKind, PropertyKind, Rule, Storage};
use model::{Zone, intern};
use program::ir::{self, End, Expr, Instruction, Place, Section, SlotId, Standing, Variable};

/// Sections that every process has: behind those of the text.
const ALWAYS: [(&str, Standing); 3] =
    [("end", Standing::Ended), ("decided", Standing::Decided), ("crashed", Standing::Crashed)];

impl<'t> Lower<'t> {
    pub fn processes(&mut self) -> Result<()> {
        self.find_sections()?;
        self.find_waits();
        self.allocate();
        let mut result = Ok(());
        // rules ask where others stand, so all points come first
        for process in 0..self.process_count() {
            if self.section_code(process).is_err() {
                result = Err(());
            }
        }
        for process in 0..self.process_count() {
            if self.rules_of(process).is_err() {
                result = Err(());
            }
        }
        result
    }

    fn find_sections(&mut self) -> Result<()> {
        for role in 0..self.roles.len() {
            let mut names: Vec<String> = Vec::new();
            let tree = self.roles[role].tree;
            for part in &tree.parts {
                let new = match &part.kind {
                    PartKind::Section(name, _) => std::slice::from_ref(name),
                    PartKind::Sections(all) => &all[..],
                    _ => continue,
                };
                for name in new {
                    if ALWAYS.iter().any(|it| it.0 == name.text) {
                        let message =
                            format!("Every process has a section `{}` already.", name.text);
                        return self.error(Kind::ReservedName, name.span, message);
                    }
                    if self.find_var_of(&name.text, role) {
                        let message = format!("`{}` is a variable, too.", name.text);
                        return self.error(Kind::DeclaredTwice, name.span, message);
                    }
                    if !names.contains(&name.text) {
                        names.push(name.text.clone());
                    }
                }
            }
            if names.is_empty() {
                names.push("running".into());
            }
            names.extend(ALWAYS.iter().map(|it| it.0.to_owned()));
            self.sections.push(names);
        }
        Ok(())
    }

    fn find_var_of(&self, name: &str, role: usize) -> bool {
        self.vars.iter().any(|it| it.name == name && (it.role.is_none() || it.role == Some(role)))
    }

    /// Sections from which a property promises a way on.
    fn find_waits(&mut self) {
        self.waits.push("waiting".into());
        for item in self.items() {
            if let ItemKind::Property(property) = &item.kind
                && let PropertyKind::Eventually { from: Some(from), .. } = &property.kind
            {
                self.waits.extend(names_in(from));
            }
        }
    }

    fn allocate(&mut self) {
        for var in 0..self.vars.len() {
            if self.vars[var].role.is_none() {
                let base = self.allocate_var(var);
                self.vars[var].bases.push(base);
                if self.vars[var].busy.is_some() {
                    self.vars[var].busy = Some(self.program.slots.len());
                    let count = super::domain::size(&self.vars[var].dims);
                    let bits = (0..count).map(|_| slot(Vec::new(), 0, 1));
                    self.program.slots.extend(bits);
                }
            }
        }
        for role in 0..self.roles.len() {
            for number in 0..self.roles[role].count {
                self.allocate_process(role, number);
            }
        }
        for var in 0..self.vars.len() {
            if self.vars[var].role.is_none() && self.vars[var].storage == Storage::Shared {
                self.show_var(var);
            }
        }
    }

    fn allocate_var(&mut self, var: usize) -> SlotId {
        let base = self.program.slots.len();
        let it = &self.vars[var];
        let mut slots = Vec::new();
        for _ in 0..super::domain::size(&it.dims) {
            it.element.slots(&self.records, &mut slots);
        }
        self.program.slots.extend(slots);
        base
    }

    fn allocate_process(&mut self, role: usize, number: usize) {
        // as many points as can be: the slot is made smaller at the end
        let point = self.program.slots.len();
        self.program.slots.push(slot(Vec::new(), 0, 255));
        let counter = self.roles[role].times.filter(|_| self.counts(role)).map(|times| {
            self.program.slots.push(slot(Vec::new(), 0, times));
            self.program.slots.len() - 1
        });
        self.counters.push(counter);
        let mut locals = Vec::new();
        for var in 0..self.vars.len() {
            if self.vars[var].role == Some(role) {
                let base = self.allocate_var(var);
                self.vars[var].bases.push(base);
                let it = &self.vars[var];
                if it.storage != Storage::Ghost {
                    locals.push(Variable {
                        name: intern(&it.name),
                        slot: base,
                        count: (!it.dims.is_empty()).then(|| super::domain::size(&it.dims)),
                        first: it.dims.first().map_or(0, |dim| dim.low),
                        words: it.element.words(&self.records, &self.symbols),
                        owned: false,
                        busy: None,
                    });
                }
            }
        }
        let mut decision = None;
        if let Some(ty) = self.decision.clone() {
            let base = self.program.slots.len();
            ty.slots(&self.records, &mut self.program.slots);
            self.decision_slots.push(base);
            decision = Some(Variable {
                name: "decision",
                slot: base,
                count: None,
                first: 0,
                words: ty.words(&self.records, &self.symbols),
                owned: false,
                busy: None,
            });
        }
        if let Some(ty) = self.proposal.clone() {
            let base = self.program.slots.len();
            ty.slots(&self.records, &mut self.program.slots);
            self.proposal_slots.push(base);
        }
        let is_rules = !self.has_code(role);
        let info = &self.roles[role];
        let sections = self.sections[role].iter().enumerate().map(|(at, name)| {
            let always = ALWAYS.iter().find(|it| it.0 == name.as_str());
            let is = match always {
                Some((_, is)) => *is,
                None if at > 0 && is_rules && self.waits.contains(name) => Standing::Waits,
                None => Standing::Rest,
            };
            Section { zone: Zone::named(name), is }
        });
        let sections = sections.collect();
        self.program.processes.push(ir::Process {
            role: intern(&info.noun),
            number: info.number.as_ref().map(|_| number),
            point,
            points: Vec::new(),
            sections,
            whens: Vec::new(),
            on_message: vec![Vec::new(); self.messages.len()],
            on_timeout: Vec::new(),
            on_crash: Vec::new(),
            locals,
            decision,
        });
    }

    /// Whether a role's passes are counted: "N times".
    fn counts(&self, role: usize) -> bool {
        matches!(self.roles[role].tree.times, crate::tree::Times::Times(_))
    }

    fn show_var(&mut self, var: usize) {
        let it = &self.vars[var];
        let words = it.element.words(&self.records, &self.symbols);
        let owned = self.free.contains(&var) && it.dims.len() == 1;
        let width = it.element.width(&self.records);
        let base = it.bases[0];
        let busy = it.busy;
        let one = |name: &str, slot: SlotId, count: Option<usize>, first: i64| Variable {
            name: intern(name),
            slot,
            count,
            first,
            words: words.clone(),
            owned,
            busy: busy.map(|it| it + (slot - base) / width.max(1)),
        };
        let name = it.name.clone();
        let shown: Vec<Variable> = match &it.dims[..] {
            [] => vec![one(&name, base, None, 0)],
            [dim] => vec![one(&name, base, Some(dim.count()), dim.low)],
            [first, rest @ ..] => {
                let row = super::domain::size(rest);
                let values = first.values().into_iter().enumerate();
                values
                    .map(|(at, value)| {
                        let name = format!("{name}[{}]", self.say(value));
                        one(&name, base + at * row * width, Some(row), 0)
                    })
                    .collect()
            }
        };
        self.program.shared.extend(shown);
    }

    /// Whether a role has lines in sections.
    pub fn has_code(&mut self, role: usize) -> bool {
        let tree = self.roles[role].tree;
        tree.parts
            .iter()
            .any(|part| matches!(&part.kind, PartKind::Section(..)) && self.is_part(&part.with))
    }

    /// The lines of a role's section, if there are any.
    fn blocks_of(&mut self, role: usize, section: usize) -> Vec<&'t Block> {
        let name = self.sections[role][section].clone();
        let tree = self.roles[role].tree;
        let mut all = Vec::new();
        for part in &tree.parts {
            if let PartKind::Section(it, block) = &part.kind
                && it.text == name
                && self.is_part(&part.with)
            {
                all.push(block);
            }
        }
        all
    }

    fn section_code(&mut self, process: usize) -> Result<()> {
        let role = self.role_of(process);
        let count = self.sections[role].len();
        self.here = super::Here {
            process: Some(process),
            mode: Mode::Stepped,
            section: 0,
            row: 0,
            is_open: false,
            spins: false,
            in_rule: false,
            depth: 0,
        };
        // where nothing happens any more
        for section in count - 3..count {
            self.here.section = section;
            self.add_point(None);
        }
        let blocks: Vec<Vec<&'t Block>> =
            (0..count - 3).map(|it| self.blocks_of(role, it)).collect();
        let has_code = blocks.iter().any(|it| !it.is_empty());
        let entries: Vec<usize> = (0..count).map(|_| self.block()).collect();
        self.entries.push(entries.clone());
        let start = self.start();
        self.program.initial.push(start);
        self.reset(process, true);
        let first = blocks.iter().position(|it| !it.is_empty()).unwrap_or(0);
        self.jump(entries[first]);
        for section in 0..count {
            self.current = entries[section];
            self.here.section = section;
            if section >= count - 3 {
                self.end(End::Stop(section - (count - 3)));
            } else if blocks[section].is_empty() {
                let point = self.add_point(None);
                self.end(End::Stop(point));
            }
        }
        let mut result = Ok(());
        let env = self.number_binding(role, self.my_number());
        let coded: Vec<usize> = (0..count - 3).filter(|&it| !blocks[it].is_empty()).collect();
        for (nth, &section) in coded.iter().enumerate() {
            self.current = entries[section];
            self.here.section = section;
            self.here.mode = Mode::Stepped;
            self.here.is_open = false;
            if section == first
                && let (Some(counter), Some(times)) =
                    (self.counters[process], self.roles[role].times)
            {
                let counter = Expr::Load(Place { slot: counter, index: None });
                let goes = binary(ir::Binary::Less, counter, Expr::Const(times));
                let inside = self.block();
                self.branch(goes, inside, entries[count - 3]);
                self.current = inside;
            }
            for block in &blocks[section] {
                if self.lines(block, &env).is_err() {
                    result = Err(());
                }
            }
            if section == first {
                self.count(process);
            }
            let is_once = matches!(self.roles[role].tree.times, crate::tree::Times::Once);
            let next = match coded.get(nth + 1) {
                Some(&next) => next,
                None if is_once => count - 3,
                None => first,
            };
            self.jump(entries[next]);
        }
        let _ = has_code;
        if self.crash_code(process).is_err() {
            result = Err(());
        }
        result
    }

    /// One more pass through the sections.
    fn count(&mut self, process: usize) {
        if let Some(slot) = self.counters[process] {
            let place = Place { slot, index: None };
            let next = add(Expr::Load(place.clone()), 1);
            self.emit(Instruction::Store(place, next));
        }
    }

    /// Gives a process's own variables their initial values; a crash leaves the stable ones.
    fn reset(&mut self, process: usize, all: bool) {
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
        if let Some(option) = self.options.iter().find(|it| it.name == name) {
            return option.values[option.chosen].1;
        }
        let Some(define) = self.find_define(name) else { return 0 };
        let crate::tree::DefineBody::Expr(body) = &define.body else { return 0 };
        self.constant(body, &None, Kind::NotConstant).unwrap_or(0)
    }

    fn crash_code(&mut self, process: usize) -> Result<()> {
        if self.reserved("crashes") <= 0 {
            return Ok(());
        }
        let all: Vec<(&'t Rule, Span)> = self.crash_rules(self.role_of(process));
        let is_anywhere = (0..self.roles.len()).any(|it| !self.crash_rules(it).is_empty());
        let role = self.role_of(process);
        let crashed = self.sections[role].len() - 1;
        let env = self.number_binding(role, self.my_number());
        let mut result = Ok(());
        for (rule, span) in &all {
            let code = self.begin_anywhere(process);
            self.here.row = self.rows.get(&span.start).copied().unwrap_or(0);
            let row = self.here.row;
            if let Some(guard) = &rule.guard {
                self.here.mode = Mode::Atomic;
                let value = self.bool(guard, &env)?;
                self.guard(value);
            }
            self.here.mode = Mode::Stepped;
            self.here.section = crashed;
            self.reset(process, false);
            if self.lines(&rule.body, &env).is_err() {
                result = Err(());
            }
            self.end(End::Stop(2));
            let rule = ir::Rule { code, row, outcomes: 1 };
            self.program.processes[process].on_crash.push(rule);
        }
        if !is_anywhere {
            let code = self.begin_anywhere(process);
            self.reset(process, false);
            self.end(End::Stop(2));
            let row = self.crash_row();
            let rule = ir::Rule { code, row, outcomes: 1 };
            self.program.processes[process].on_crash.push(rule);
        }
        result
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
        self.here.is_open = false;
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
            if section != 0 && self.counters[process].is_some() {
                self.leave_by_rule(process);
            }
            let point = self.entry_point(process, section, entry);
            let place = Place { slot: self.program.processes[process].point, index: None };
            self.moves.push((self.current, self.program.blocks[self.current].instructions.len()));
            self.emit(Instruction::Store(place, Expr::Const(point as i64)));
            return;
        }
        let count = self.sections[role].len();
        if self.here.section == 0 && section != 0 && section < count - 3 {
            self.count(process);
        }
        self.jump(entry);
        self.start();
    }

    fn leave_by_rule(&mut self, process: usize) {
        let role = self.role_of(process);
        let Some(times) = self.roles[role].times else { return };
        let Some(slot) = self.counters[process] else { return };
        let first = self.sections[role][0].clone();
        let is_first = self.is_in_section(process, &first);
        let counter = Expr::Load(Place { slot, index: None });
        self.when(is_first, |lower| {
            lower.guard(binary(ir::Binary::Less, counter, Expr::Const(times)));
            lower.count(process);
        });
    }

    /// The first point of a section.
    fn entry_point(&mut self, process: usize, section: usize, entry: usize) -> usize {
        let mut block = entry;
        for _ in 0..8 {
            let it = &self.program.blocks[block];
            match it.end {
                End::Stop(point) if it.instructions.is_empty() => return point,
                End::Jump(next) if it.instructions.is_empty() => block = next,
                _ => break,
            }
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
            return;
        }
        self.end(End::Stop(point));
        self.start();
    }

    pub fn restart(&mut self) {
        let process = self.here.process.unwrap_or_default();
        let first = self.sections[self.role_of(process)][0].clone();
        self.reset(process, false);
        self.stand_at(&first);
    }
}

/// All plain names in a property's premise.
fn names_in(expr: &crate::tree::Expr) -> Vec<String> {
    use crate::tree::ExprKind;
    match &expr.kind {
        ExprKind::Name(name) => vec![name.clone()],
        ExprKind::Binary(_, left, right) => {
            names_in(left).into_iter().chain(names_in(right)).collect()
        }
        ExprKind::Quantified(_, _, body) => names_in(body),
        ExprKind::Compare(all, _) => all.iter().flat_map(names_in).collect(),
        _ => Vec::new(),
    }
}
