//! Sections as code, and where a process stands.

use crate::core::{Code, Computed};
use crate::instantiate::instance::{Here, Mode, Stands};
use crate::instantiate::process::Lines;
use crate::instantiate::terms::{add, binary};
use crate::sequence::{Open, Sequence, StepInHand};
use program::ir::{self, End, Expr, Instruction, Place};

impl Sequence<'_> {
    /// Their code.
    pub fn code_of_all(&mut self) {
        let all = std::mem::take(&mut self.processes);
        self.budget.instructions = 0;
        let (sections, first) = (vec![Vec::new(); all.len()], Vec::new());
        self.places.standing = Some(Stands { sections, first });
        let mut rules = Vec::new();
        // rules ask where others stand, so all points come first
        for (process, lines) in all.into_iter().enumerate() {
            let Lines { sections, crashes, never, .. } = lines;
            self.section_code(process, sections);
            self.crash_code(process, crashes, never);
            rules.push((lines.rules, lines.awaited, lines.rests));
        }
        for (process, (rules, awaited, rests)) in rules.into_iter().enumerate() {
            for rule in rules {
                self.rule_code(process, rule);
            }
            for one in awaited {
                self.awaited_code(process, one);
            }
            self.rests_code(process, rests);
        }
        self.arrivals();
    }

    fn rests_code(&mut self, process: usize, rests: Vec<(usize, Computed)>) {
        for (section, Computed { code, value }) in rests {
            let begin = self.begin_anywhere(process);
            (self.here.in_rule, self.here.is_asked) = (true, true);
            self.hand.code = code;
            let query = self.end_query(begin, value);
            (self.here.in_rule, self.here.is_asked) = (false, false);
            self.program.processes[process].sections[section].rests = Some(query);
        }
    }

    fn section_code(&mut self, process: usize, sections: Vec<(usize, Code)>) {
        let role = self.role_of(process);
        let count = self.sections[role].len();
        self.here = Here::new(Some(process), Mode::Stepped);
        self.at = StepInHand::default();
        let (entries, first) = self.begin_process(process, role, count);
        let coded: Vec<usize> = sections.iter().map(|section| section.0).collect();
        // who comes to a section that the options leave out goes on to the next one
        let left_out: Vec<bool> = (0..count - 3).map(|it| self.omits_section(role, it)).collect();
        let there: Vec<usize> = (0..count - 3).filter(|&it| !left_out[it]).collect();
        let order = if coded.is_empty() { &there } else { &coded };
        let is_once = matches!(self.roles[role].tree.times, crate::tree::Times::Once);
        let behind = |section: usize| match order.iter().find(|other| **other > section) {
            Some(&next) => entries[next],
            None if is_once && !coded.is_empty() => entries[count - 3],
            None => entries[first],
        };
        for section in 0..count {
            self.current = entries[section];
            self.here.section = section;
            if section >= count - 3 {
                self.end(End::Stop(section - (count - 3)));
            } else if left_out[section] && !there.is_empty() {
                self.jump(behind(section));
            } else if !coded.contains(&section) {
                let point = self.add_point(None);
                self.end(End::Stop(point));
            }
        }
        for (section, code) in sections {
            self.current = entries[section];
            self.here.section = section;
            self.here.mode = Mode::Stepped;
            self.at.open = Open::No;
            if section == first {
                self.goes_on(process, entries[count - 3]);
            }
            self.run(code);
            if section == first {
                self.count(process);
            }
            self.jump(behind(section));
        }
    }

    /// The places at which a process that has ended stands, and a block for each section; where it begins.
    fn begin_process(&mut self, process: usize, role: usize, count: usize) -> (Vec<usize>, usize) {
        // where nothing happens any more
        for section in count - 3..count {
            self.here.section = section;
            self.add_point(None);
        }
        let entries: Vec<usize> = (0..count).map(|_| self.block()).collect();
        self.blocks.entries.push(entries.clone());
        let start = self.start();
        self.program.initial.push(start);
        self.reset(process, true);
        let first = self.first_section(role);
        self.blocks.begins.push((self.current, entries[first], first));
        self.places.standing.iter_mut().for_each(|standing| standing.first.push(first));
        self.jump(entries[first]);
        (entries, first)
    }

    /// Where the passes of a process are counted, it goes on as long as some are left.
    fn goes_on(&mut self, process: usize, ended: usize) {
        let times = self.roles[self.role_of(process)].times;
        let (Some(counter), Some(times)) = (self.places.counters[process], times) else { return };
        let counter = Expr::Load(Place { slot: counter, index: None });
        let goes = binary(ir::Binary::Less, counter, Expr::Const(times));
        let inside = self.block();
        self.branch(goes, inside, ended);
        self.current = inside;
    }

    /// One more pass through the sections.
    pub fn count(&mut self, process: usize) {
        if let Some(slot) = self.places.counters[process] {
            let place = Place { slot, index: None };
            let next = add(Expr::Load(place.clone()), 1);
            self.emit(Instruction::Store(place, next));
        }
    }
}
