//! What a sweep comes to, as far as it cannot change any more.

use super::{SettingVerdict, Variant, Variants};
use crate::narration::number;

/// What is looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// The setting fails: what makes everything hold?
    Repair,
    /// Everything holds: what makes something fail?
    Break,
}

/// The smallest sets of changes, and how large they are.
#[derive(Clone, PartialEq, Debug)]
pub struct Finding {
    pub goal: Goal,
    /// Rows that reach the goal while no subset of their changes does.
    pub minimal: Vec<usize>,
    /// The title; empty while it could still change.
    pub sentence: String,
    /// The smallest set of changes, if there is only one of its size.
    pub row: Option<usize>,
}

impl Variants {
    /// What is known by now of one property, or of all that is claimed; none while the setting itself is
    /// not decided.
    pub fn finding(&self, by: Option<&str>) -> Option<Finding> {
        let goal = match self.judged(&self.rows[0], by) {
            SettingVerdict::Fails => Goal::Repair,
            SettingVerdict::Holds => Goal::Break,
            SettingVerdict::Open | SettingVerdict::Impossible => return None,
        };
        let reaches = |row: &Variant| {
            self.judged(row, by)
                == if goal == Goal::Repair { SettingVerdict::Holds } else { SettingVerdict::Fails }
        };
        let reaching: Vec<usize> =
            (0..self.rows.len()).filter(|&row| reaches(&self.rows[row])).collect();
        let is_below = |one: usize, other: usize| {
            let (one, other) = (&self.rows[one].changes, &self.rows[other].changes);
            one.len() < other.len() && one.iter().all(|it| other.contains(it))
        };
        let is_minimal = |&row: &usize| !reaching.iter().any(|&other| is_below(other, row));
        let minimal: Vec<usize> = reaching.iter().copied().filter(is_minimal).collect();
        let (sentence, row) = self.sentence(goal, &minimal, by).unwrap_or_default();
        Some(Finding { goal, minimal, sentence, row })
    }

    /// None while what is still open could make another one of it.
    fn sentence(
        &self,
        goal: Goal,
        minimal: &[usize],
        by: Option<&str>,
    ) -> Option<(String, Option<usize>)> {
        let (needs, verb) = match goal {
            Goal::Repair => ("repair", "repairs it"),
            Goal::Break => ("break", "breaks it"),
        };
        let size = minimal.iter().map(|&row| self.rows[row].changes.len()).min();
        let known = |at_most: usize| {
            let mut rows = self.rows.iter().filter(|row| row.changes.len() <= at_most);
            rows.all(|row| self.judged(row, by) != SettingVerdict::Open)
        };
        let Some(size) = size else {
            let none = match self.at_most {
                1 => format!("No change alone {verb}."),
                most => format!("No set of up to {} changes {verb}.", number(most)),
            };
            return known(self.at_most).then_some((none, None));
        };
        if !known(size) {
            return None;
        }
        let smallest: Vec<usize> =
            minimal.iter().copied().filter(|&row| self.rows[row].changes.len() == size).collect();
        let is_one = |variant: &&Variant| {
            variant.changes.len() == size && self.judged(variant, by) != SettingVerdict::Impossible
        };
        let of_size = self.rows.iter().filter(is_one).count();
        let of = match goal {
            Goal::Repair => "repairs",
            Goal::Break => "changes",
        };
        let row = if let [row] = smallest[..] { Some(row) } else { None };
        let sentence = match (size, smallest.len()) {
            (1, 1) => format!("One change {verb}."),
            (1, count) if count == of_size => {
                format!("Each of the {} changes {verb}.", number(count))
            }
            (1, count) => {
                format!("{} of {} changes {needs} it, each alone.", capital(count), number(of_size))
            }
            (size, 1) => format!(
                "{} {of} are needed, and {}.",
                capital(size),
                match size {
                    2 => "none alone is enough".to_owned(),
                    more => format!("no {} are enough", number(more - 1)),
                }
            ),
            (size, count) => format!(
                "{} {of} are needed: {} sets of {} {needs} it.",
                capital(size),
                number(count),
                number(size)
            ),
        };
        Some((sentence, row))
    }
}

fn capital(count: usize) -> String {
    catalog::capital(&number(count))
}
