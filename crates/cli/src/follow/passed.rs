//! What was passed over, and what was given in vain: neither is silent.

use super::{Logged, logged::called};
use crate::Failure;
use serde_json::{Value, json};
use std::io::Write;

/// So many lines are named of one divergence.
const NAMED_MAX: usize = 6;

impl Logged<'_> {
    pub fn write_passed(&self, passed: &[usize], to: &mut impl Write) -> Result<(), Failure> {
        if !passed.is_empty() {
            writeln!(to, "\nPassed over, as known divergences:")?;
        }
        for known in 0..self.log.known.len() {
            let of_it: Vec<String> = self.of(known, passed).map(|line| self.name(line)).collect();
            let mut told = of_it[..of_it.len().min(NAMED_MAX)].join(", ");
            if of_it.len() > NAMED_MAX {
                told = format!("{}: {told}, …", self.lines(of_it.len()));
            }
            if !of_it.is_empty() {
                writeln!(to, "  {}: {told}", self.place_of(known))?;
            }
        }
        let unused = self.unused(passed);
        if !unused.is_empty() {
            writeln!(to, "\nKnown divergences that were not needed:")?;
        }
        for known in unused {
            writeln!(to, "  {}: {}", self.place_of(known), self.log.known[known].text)?;
        }
        let names = self.names.unused();
        if !names.is_empty() {
            writeln!(to, "\nNames that are not in the log: {}.", names.join(", "))?;
        }
        Ok(())
    }

    pub fn tell_passed(&self, passed: &[usize], data: &mut Value) {
        let line = |line: &usize| {
            let mut place = self.place(*line);
            let known = self.log.lines[*line].known.expect("only such a line is passed over");
            place["known"] = self.log.known[known].number.into();
            place
        };
        let number = |known: usize| self.log.known[known].number;
        data["passed"] = passed.iter().map(line).collect();
        data["unused"] = json!({
            "known": self.unused(passed).into_iter().map(number).collect::<Vec<_>>(),
            "names": self.names.unused(),
        });
    }

    fn of<'a>(&'a self, known: usize, passed: &'a [usize]) -> impl Iterator<Item = usize> {
        passed.iter().copied().filter(move |line| self.log.lines[*line].known == Some(known))
    }

    fn unused(&self, passed: &[usize]) -> Vec<usize> {
        (0..self.log.known.len()).filter(|known| self.of(*known, passed).next().is_none()).collect()
    }

    fn place_of(&self, known: usize) -> String {
        let file = self.known.map(called).unwrap_or_default();
        format!("{file}:{}", self.log.known[known].number)
    }
}
