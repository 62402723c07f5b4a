//! Where properties break.

use super::plan::Plan;
use catalog::Trace;

pub struct Flag {
    pub step: usize,
    /// Where its pole stands.
    pub x: f64,
    /// Where its words end.
    pub end: f64,
    /// As many letters as fit before the next flag.
    pub words: String,
}

/// A letter, about, and the cloth with what is around it.
const LETTER: f64 = 7.0;
const CLOTH: f64 = 24.0;

pub fn flags(plan: &Plan, trace: &Trace) -> Vec<Flag> {
    let mut next = f64::INFINITY;
    let mut flags = Vec::new();
    for (step, it) in trace.steps.iter().enumerate().rev() {
        if it.breaks.is_empty() {
            continue;
        }
        let x = plan.step(step);
        let broken: Vec<_> = it.breaks.iter().map(|text| what_happens(text)).collect();
        let words = fitting(broken.join(", "), ((next - x - CLOTH) / LETTER) as usize);
        flags.push(Flag { step, x, end: x + CLOTH + LETTER * words.len() as f64, words });
        next = x;
    }
    flags.reverse();
    flags
}

/// A flag says what has happened: "deadlock".
fn what_happens(broken: &str) -> &str {
    let absent = ["no ", "never "].iter().find_map(|word| broken.strip_prefix(word));
    absent.unwrap_or(broken)
}

/// Cut off where there is no room for all; nothing, where that would leave a few letters.
fn fitting(words: String, letters: usize) -> String {
    const FEW: usize = 4;
    match letters {
        _ if words.len() <= letters => words,
        0..=FEW => String::new(),
        _ => words.chars().take(letters - 1).chain(['…']).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::{fitting, what_happens};

    #[test]
    fn a_flag_says_what_has_happened() {
        assert_eq!(what_happens("no deadlock"), "deadlock");
        assert_eq!(what_happens("never late"), "late");
        assert_eq!(what_happens("nobody starves"), "nobody starves");
    }

    #[test]
    fn words_end_before_the_next_flag() {
        let fitting = |letters| fitting("mutual exclusion".into(), letters);
        assert_eq!(fitting(usize::MAX), "mutual exclusion");
        assert_eq!(fitting(16), "mutual exclusion");
        assert_eq!(fitting(15), "mutual exclusi…");
        assert_eq!(fitting(5), "mutu…");
        assert_eq!(fitting(4), "");
    }
}
