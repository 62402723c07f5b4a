//! Where properties break.

use super::plan::Plan;
use catalog::Trace;

pub struct Flag {
    pub step: usize,
    /// Where its pole stands.
    pub x: f64,
    /// Where its words end.
    pub end: f64,
    /// Its words pass no other flag's pole: where they reach over the next flag, that one stands a row lower.
    pub row: usize,
    pub words: String,
}

/// A letter, about, and the cloth with what is around it.
const LETTER: f64 = 7.0;
const CLOTH: f64 = 24.0;
/// More rows would take too much of the page.
const ROWS: usize = 3;

pub fn flags(plan: &Plan, trace: &Trace) -> Vec<Flag> {
    let steps = 0..trace.steps.len();
    in_rows(steps.filter_map(|step| Some((step, plan.step(step), trace.flag(step)?))))
}

/// How many rows they take.
pub fn rows(flags: &[Flag]) -> usize {
    flags.iter().map(|flag| flag.row + 1).max().unwrap_or(1)
}

fn in_rows(broken: impl Iterator<Item = (usize, f64, String)>) -> Vec<Flag> {
    let mut flags: Vec<Flag> = Vec::new();
    for (step, x, words) in broken {
        let above = flags.iter().filter(|flag| flag.end > x).map(|flag| flag.row + 1).max();
        let row = above.unwrap_or(0).min(ROWS - 1);
        // no row is left: the words before it end here
        for flag in flags.iter_mut().filter(|flag| flag.row == row && flag.end > x) {
            let words = fitting(&flag.words, ((x - flag.x - CLOTH) / LETTER) as usize);
            (flag.words, flag.end) = (words, x);
        }
        let end = x + CLOTH + LETTER * words.chars().count() as f64;
        flags.push(Flag { step, x, end, row, words });
    }
    flags
}

/// Cut off where there is no room for all; nothing, where that would leave a few letters.
fn fitting(words: &str, letters: usize) -> String {
    const FEW: usize = 4;
    match letters {
        _ if words.chars().count() <= letters => words.into(),
        0..=FEW => String::new(),
        _ => words.chars().take(letters - 1).chain(['…']).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::{CLOTH, LETTER, Plan, fitting, flags, in_rows, rows};
    use catalog::Scenario;

    /// A deadlock explains why nobody eats, and one flag says no two things of opposite senses.
    #[test]
    fn a_flag_says_what_broke() {
        let trace =
            Scenario::parse("dining-philosophers?v=1&run=QAJS.Fcqg").unwrap().scenario.trace();
        assert!(trace.steps.last().unwrap().breaks.len() > 1);
        let flags = flags(&Plan::of(&trace, 1, None), &trace);
        assert_eq!(flags.last().map(|flag| &*flag.words), Some("deadlock"));
    }

    #[test]
    fn words_end_before_the_next_flag() {
        let fitting = |letters| fitting("mutual exclusion", letters);
        assert_eq!(fitting(usize::MAX), "mutual exclusion");
        assert_eq!(fitting(16), "mutual exclusion");
        assert_eq!(fitting(15), "mutual exclusi…");
        assert_eq!(fitting(5), "mutu…");
        assert_eq!(fitting(4), "");
    }

    /// Each says all its words, and no pole goes through them.
    #[test]
    fn flags_close_together_stand_in_rows() {
        let words = ["order of writes", "Bob’s balance", "first come, first served"];
        let close = |count: usize| {
            in_rows((0..count).map(|nth| (nth, 26.0 * nth as f64, words[nth % 3].to_owned())))
        };
        let three = close(3);
        assert_eq!(three.iter().map(|flag| flag.row).collect::<Vec<_>>(), [0, 1, 2]);
        assert!(three.iter().zip(words).all(|(flag, words)| flag.words == words));
        assert_eq!((rows(&three), rows(&close(1)), rows(&[])), (3, 1, 1));
        let many = close(9);
        assert_eq!(rows(&many), 3);
        for (nth, flag) in many.iter().enumerate() {
            let end = flag.x + CLOTH + LETTER * flag.words.chars().count() as f64;
            let crossing =
                many[nth + 1..].iter().find(|later| later.x < end && later.row <= flag.row);
            assert!(flag.words.is_empty() || crossing.is_none(), "{nth}");
        }
        let apart = in_rows([(0, 0.0, "a".to_owned()), (9, 234.0, "b".to_owned())].into_iter());
        assert_eq!(rows(&apart), 1);
    }
}
