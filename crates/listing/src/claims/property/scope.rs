//! What a property holds for, where that is less than it seems to say.

use crate::claims::Claims;
use crate::tree::{Expr as Tree, Times};
use model::{intern, names_in};
use std::{collections::BTreeSet, mem};

impl<'t> Claims<'t> {
    /// Of a property that names sections, and sections that follow them.
    pub fn note_sections(&mut self, from: Option<&'t Tree>, to: &'t Tree) {
        let names = from.and_then(|from| self.section_names(from)).zip(self.section_names(to));
        let Some((from, to)) = names else { return };
        match self.have_points(&from) {
            true => self.note_ways(&from, &to, &[], &["end"]),
            // the options have left no line there
            false => self.add_given(&format!("Nobody is ever in `{}`.", from.join("` or `"))),
        }
    }

    /// Of an operation from one section to another, given what belongs to it.
    pub fn note_operation(&mut self, from: &str, to: &str, sections: &[Vec<bool>]) {
        let over: &[&str] = if to == "end" { &[] } else { &["end", "decided"] };
        let (from, to) = ([from.to_owned()], [to.to_owned()]);
        self.note_ways(&from, &to, sections, over);
    }

    /// Whether anybody can stand in one of these sections.
    fn have_points(&self, names: &[String]) -> bool {
        (0..self.process_count()).any(|process| {
            let sections = &self.sections[self.role_of(process)];
            let points = &self.program.processes[process].points;
            points.iter().any(|point| names.contains(&sections[point.section]))
        })
    }

    /// Whether anybody comes from some sections to others, and whether somebody comes to one of the last
    /// instead, where all is over. Behind its last pass, a process has come to its first section.
    fn note_ways(&mut self, from: &[String], to: &[String], inside: &[Vec<bool>], over: &[&str]) {
        let over = over.iter().map(|&name| name.to_owned());
        let over: Vec<_> = over.filter(|name| !to.contains(name)).collect();
        // a role of which nobody comes there has no part in it
        let (mut arrive, mut end) = (BTreeSet::new(), BTreeSet::new());
        for process in 0..self.process_count() {
            let role = self.role_of(process);
            let names = &self.sections[role];
            let belongs = |nth: usize| inside.get(process).is_some_and(|inside| inside[nth]);
            let mut way: Vec<bool> =
                (0..names.len()).map(|nth| from.contains(&names[nth]) || belongs(nth)).collect();
            let steps = self.section_steps(process);
            self.go_on(process, &steps, &mut way, to);
            let leads =
                |to: &[String]| steps.iter().any(|(a, b)| way[*a] && to.contains(&names[*b]));
            let is_over = leads(&over);
            let first = &self.sections[role][self.blocks.begins[process].2];
            let has_passes = matches!(self.roles[role].tree.times, Times::Times(_));
            let is_last = has_passes && to.contains(first);
            if leads(to) || is_over && is_last {
                arrive.insert(role);
            }
            if is_over && !is_last {
                end.insert(role);
            }
        }
        let [from, to] = [from, to].map(|names| names.join("` or `"));
        if arrive.is_empty() {
            self.add_given(&format!("Nobody comes from `{from}` to `{to}`."));
        } else if !arrive.is_disjoint(&end) {
            self.add_given(&format!(
                "A process that ends before it comes to `{to}` waits for nothing."
            ));
        }
    }

    /// A process that stops after so many passes takes a bounded number of steps.
    pub fn note_passes(&mut self) {
        let times = self.roles.iter().filter_map(|role| match role.tree.times {
            Times::Times(_) => role.times,
            _ => None,
        });
        if let Some(times) = times.max() {
            let passes = if times == 1 { "pass" } else { "passes" };
            self.add_given(&format!(
                "Each process ends after {times} {passes}, which bounds what others can do to it: \
                 `for ever` may fail."
            ));
        }
    }

    /// Of sections that every process has, where nothing in the text leads to them.
    pub fn note_sections_of_all(&mut self) {
        let Some(property) = self.program.properties.last() else { return };
        let words: BTreeSet<&str> = names_in(property.words).collect();
        let empty =
            [("crashed", !self.grants_crashes()), ("decided", self.consensus.decision.is_none())];
        for (name, is_empty) in empty {
            let is_section = self.vars_called(name).next().is_none();
            if is_empty && is_section && words.contains(name) {
                self.add_given(&format!("Nobody is ever in `{name}`."));
            }
        }
    }

    /// Of numbers that variables are compared with and never are.
    pub fn note_numbers_outside(&mut self) {
        for sentence in mem::take(&mut self.claimed.outside) {
            self.add_given(&sentence);
        }
    }

    /// One more sentence about the last property.
    fn add_given(&mut self, sentence: &str) {
        if let Some(property) = self.program.properties.last_mut() {
            let known = property.given;
            property.given = intern(format!("{known} {sentence}").trim_start());
        }
    }
}
