//! What a search can show to be of no use: lines that never run, sections in which nobody is ever.

use crate::ir::{BlockId, Point, Program};
use std::collections::{BTreeMap, BTreeSet};

/// The items of a program that runs reach or do not reach, each with a number: first its lines, then
/// for each process its sections.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CoverageItems {
    /// The numbers of the lines in the text, in their order.
    lines: Vec<usize>,
    /// The lines that begin in a block.
    of_block: BTreeMap<BlockId, Vec<usize>>,
    /// The number of each process's first section.
    sections: Vec<usize>,
    pub count: usize,
}

impl CoverageItems {
    pub fn new(program: &Program) -> CoverageItems {
        let lines: BTreeSet<usize> = program.lines.iter().map(|line| line.1).collect();
        let lines: Vec<usize> = lines.into_iter().collect();
        let mut of_block: BTreeMap<BlockId, Vec<usize>> = BTreeMap::new();
        for (block, line) in &program.lines {
            let all = of_block.entry(*block).or_default();
            let nth = lines.partition_point(|it| it < line);
            if !all.contains(&nth) {
                all.push(nth);
            }
        }
        let mut count = lines.len();
        let sections = program.processes.iter().map(|process| {
            count += process.sections.len();
            count - process.sections.len()
        });
        let sections = sections.collect();
        CoverageItems { lines, of_block, sections, count }
    }

    /// The items that are reached where a block runs.
    pub fn of_block(&self, block: BlockId) -> &[usize] {
        self.of_block.get(&block).map_or(&[], |it| it)
    }

    /// The part that is reached where a process stands at a point.
    pub fn of_point(&self, program: &Program, process: usize, point: usize) -> usize {
        self.sections[process] + program.processes[process].points[point].section
    }

    /// The lines that are not reached.
    pub fn lines_without(&self, is_reached: impl Fn(usize) -> bool) -> Vec<usize> {
        (0..self.lines.len()).filter(|nth| !is_reached(*nth)).map(|nth| self.lines[nth]).collect()
    }

    /// The sections that a text names and in which no process is ever.
    pub fn sections_without(
        &self,
        program: &Program,
        text: &str,
        is_reached: impl Fn(usize) -> bool,
    ) -> Vec<&'static str> {
        let words: BTreeSet<&str> = model::names_in(text).collect();
        let mut names: BTreeMap<&'static str, bool> = BTreeMap::new();
        for (process, first) in program.processes.iter().zip(&self.sections) {
            // the last three are every process's
            let own = process.sections.len().saturating_sub(3);
            for (nth, section) in process.sections[..own].iter().enumerate() {
                // one of which the options have left no line says nothing
                let has_step = |point: &Point| point.section == nth && point.code.is_some();
                let is_there = !process.has_lines() || process.points.iter().any(has_step);
                if is_there && words.contains(section.zone.name()) {
                    *names.entry(section.zone.name()).or_default() |= is_reached(first + nth);
                }
            }
        }
        names.into_iter().filter(|name| !name.1).map(|name| name.0).collect()
    }
}
