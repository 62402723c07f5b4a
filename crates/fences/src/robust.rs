//! Whether a text comes to the same with store buffers as with sequential memory.
//!
//! What is compared is all that the text asks for: which claims fail, what is reached, the values of measures, and how
//! runs can end. Runs with sequential memory are runs with buffers, too, so that it is mostly buffers that add some.

use catalog::{Coverage, Outcome, Report, Verdict};
use std::collections::BTreeSet;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Robust {
    pub differences: Vec<Difference>,
    /// Each property was decided in both searches.
    pub is_decided: bool,
}

/// A property that comes to something else.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    pub property: &'static str,
    /// What each search says of it: "holds in all 20 states".
    pub sequential: String,
    pub buffered: String,
    /// How runs end with buffers alone.
    pub new_ends: Vec<String>,
}

impl Robust {
    /// Compares a search with store buffers to one of the same setting with sequential memory.
    pub fn of(sequential: &Report, buffered: &Report) -> Robust {
        let mut robust = Robust { differences: Vec::new(), is_decided: true };
        let names = buffered.verdicts.iter().map(|verdict| verdict.property);
        // some are told only where they fail
        let others = sequential.verdicts.iter().map(|verdict| verdict.property);
        let others = others.filter(|text| verdict(buffered, text).is_none());
        for property in names.chain(others) {
            let both = [sequential, buffered].map(|report| found(report, property));
            match is_same(&both) {
                Some(true) => {}
                None => robust.is_decided = false,
                Some(false) => robust.differences.push(Difference {
                    property,
                    sequential: sentence(sequential, property),
                    buffered: sentence(buffered, property),
                    new_ends: new_ends(&both),
                }),
            }
        }
        robust
    }

    /// None if a bound has left it open.
    pub fn is_same(&self) -> Option<bool> {
        match (self.differences.is_empty(), self.is_decided) {
            (false, _) => Some(false),
            (true, true) => Some(true),
            (true, false) => None,
        }
    }
}

/// What a property comes to.
#[derive(PartialEq, Eq)]
enum Found<'r> {
    /// It fails, or is reached: one run is enough to know it.
    Seen,
    /// It holds, or is never reached.
    Unseen,
    Number(u32),
    NoBound,
    /// How runs end, and whether those are all.
    Ends(BTreeSet<&'r str>, bool),
    Open,
}

fn verdict<'r>(report: &'r Report, property: &str) -> Option<&'r Verdict> {
    report.verdicts.iter().find(|verdict| verdict.property == property)
}

fn found<'r>(report: &'r Report, property: &str) -> Found<'r> {
    let is_whole = report.coverage == Coverage::Exhausted;
    let Some(verdict) = verdict(report, property) else {
        return if is_whole { Found::Unseen } else { Found::Open };
    };
    match &verdict.outcome {
        Outcome::Fails { .. }
        | Outcome::Found { .. }
        | Outcome::Loops { .. }
        | Outcome::Stuck { .. }
        | Outcome::NoInitialState(_) => Found::Seen,
        Outcome::Ends(ends) => Found::Ends(ends.iter().map(|end| &*end.value).collect(), is_whole),
        _ if !is_whole => Found::Open,
        Outcome::NotAsked => Found::Open,
        Outcome::Holds | Outcome::NotFound | Outcome::Within { .. } => Found::Unseen,
        Outcome::Most { value, .. } | Outcome::Least { value, .. } => Found::Number(*value),
        Outcome::Unbounded { .. } => Found::NoBound,
    }
}

/// Of sequential memory, and with buffers.
fn is_same(both: &[Found<'_>; 2]) -> Option<bool> {
    match both {
        [Found::Ends(sequential, is_whole), Found::Ends(buffered, are_all)] => {
            let is_more = *is_whole && !buffered.is_subset(sequential);
            let is_less = *are_all && !sequential.is_subset(buffered);
            match is_more || is_less {
                true => Some(false),
                false => (*is_whole && *are_all).then_some(true),
            }
        }
        [Found::Open, _] | [_, Found::Open] => None,
        [sequential, buffered] => Some(sequential == buffered),
    }
}

fn new_ends(both: &[Found<'_>; 2]) -> Vec<String> {
    match both {
        [Found::Ends(sequential, true), Found::Ends(buffered, _)] => {
            buffered.difference(sequential).map(|&text| text.to_owned()).collect()
        }
        _ => Vec::new(),
    }
}

fn sentence(report: &Report, property: &str) -> String {
    verdict(report, property).map_or_else(|| "holds".to_owned(), |verdict| verdict.sentence(report))
}
