//! A graph and its states in words.

use super::{Graph, TooLarge, Valence};
use checker::grouped;
use std::fmt;

impl Graph {
    /// "64 states: 4 bivalent, 1 of them critical; 30 where only A can be decided".
    pub fn summary(&self) -> String {
        let critical = self.count(Valence::Critical);
        let mut parts = vec![format!(
            "{} bivalent, {} of them critical",
            grouped(self.count(Valence::Bivalent) + critical),
            if critical == 0 { "none".into() } else { grouped(critical) }
        )];
        for (at, it) in self.values.iter().enumerate() {
            let states = self.count_only(at);
            let only = || format!("{} where only {} can be decided", grouped(states), it.value);
            parts.extend((states > 0).then(only));
        }
        for (valence, words) in [
            (Valence::Split, "where two have decided differently"),
            (Valence::Never, "where nothing can be decided any more"),
        ] {
            let states = self.count(valence);
            parts.extend((states > 0).then(|| format!("{} {words}", grouped(states))));
        }
        format!("{} states: {}", grouped(self.nodes.len()), parts.join("; "))
    }

    /// What can be decided from a state, in a sentence.
    pub fn told(&self, at: usize) -> String {
        let node = &self.nodes[at];
        match node.valence {
            Valence::Bivalent => {
                let word = if node.values.len() == 2 { "Bivalent" } else { "Multivalent" };
                format!("{word}: {} can still be decided.", self.list(&node.values, "or"))
            }
            Valence::Critical => {
                let steps = || self.steps(at).filter(|step| !step.action.is_fault());
                let step = |edge: &super::Edge| {
                    let value = self.list(&self.nodes[edge.to].values, "or");
                    let of_it = |other: &&super::Edge| other.process == edge.process;
                    let which = match steps().filter(of_it).count() {
                        1 => String::new(),
                        _ => format!(" ({})", edge.action),
                    };
                    match edge.process {
                        Some(process) => {
                            format!("{} {process}’s step{which} for {value}", self.role)
                        }
                        None => format!("{} for {value}", edge.action),
                    }
                };
                let steps: Vec<String> = steps().map(step).collect();
                format!("Critical: the next step decides, {}.", steps.join(", "))
            }
            Valence::Univalent => {
                format!("Univalent: only {} can be decided.", self.list(&node.values, "or"))
            }
            Valence::Split => {
                let one = |&it: &usize| format!("one decided {}", self.values[it].value);
                format!(
                    "Disagreement: {}.",
                    node.decided.iter().map(one).collect::<Vec<_>>().join(", ")
                )
            }
            Valence::Never => "Nothing can be decided any more.".into(),
        }
    }

    /// "A, B or C".
    fn list(&self, values: &[usize], between: &str) -> String {
        let names: Vec<&str> = values.iter().map(|&value| &*self.values[value].value).collect();
        match names.split_last() {
            Some((last, [])) => (*last).into(),
            Some((last, first)) => format!("{} {between} {last}", first.join(", ")),
            None => "nothing".into(),
        }
    }
}

/// "12 345 states".
impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let more = if self.exact { "" } else { "at least " };
        write!(f, "{more}{} states", grouped(self.states))
    }
}
