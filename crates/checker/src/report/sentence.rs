//! What a search found, in plain words.

use crate::report::{Bound, Coverage, End, Outcome, Report, Verdict};
use model::{Action, ClaimKind, NO_DEADLOCK};

/// What is said where somebody gets what was waited for, whatever happens: as far as runs are fair.
pub const HOLDS_IF_FAIR: &str = "holds in every fair run";

/// What that means ([`model::Fairness`]).
pub const FAIR: &str = "Weak fairness: a step, delivery or time-out that stays enabled is taken in the end. \
                        Strong fairness, for lines marked `strongly`: so is one that is enabled again and again. \
                        Processes may stay in `remainder`, and faults need not happen.";

/// A number in groups of three digits, with a narrow no-break space between them: `12 345`.
pub fn grouped(number: impl ToString) -> String {
    in_groups(&number.to_string())
}

fn in_groups(digits: &str) -> String {
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    text
}

/// "1 step", "31 steps".
pub fn steps(count: usize) -> String {
    counted(count, "step")
}

/// "1 state", "877 states".
pub fn states(count: usize) -> String {
    counted(count, "state")
}

/// "1 transition", "31 transitions".
pub fn counted(count: usize, thing: &str) -> String {
    format!("{} {thing}{}", grouped(count), if count == 1 { "" } else { "s" })
}

/// What it comes to that a claim fails: "deadlock", "“mutual exclusion” fails".
pub fn failing(property: &str) -> String {
    match property {
        NO_DEADLOCK => "deadlock".into(),
        _ => format!("“{property}” fails"),
    }
}

fn reached(length: usize) -> String {
    match length {
        0 => "in the first state".into(),
        length => format!("reached in {}", steps(length)),
    }
}

fn a_loop(length: usize, after: usize) -> String {
    let before = match after {
        0 => String::new(),
        after => format!("after {}, ", steps(after)),
    };
    format!("{before}a loop of {}", steps(length))
}

impl Verdict {
    /// The outcome, and how sure it is; `report` is the one that the verdict is from.
    pub fn sentence(&self, report: &Report) -> String {
        let length = |run: &Vec<Action>| report.steps_of(run.len());
        let found = match &self.outcome {
            Outcome::Fails { run } if length(run) == 0 => return "fails in the first state".into(),
            Outcome::Fails { run } => {
                let steps = steps(length(run));
                return match (self.kind.is_awaited(), report.is_deadlock(run)) {
                    (true, true) => format!("fails: after {steps} nobody can move"),
                    (true, false) => format!("fails: after {steps} nobody has to move"),
                    (false, _) => format!("fails: shortest run {steps}"),
                };
            }
            Outcome::Found { run } if length(run) == 0 => {
                return "can happen: in the first state".into();
            }
            Outcome::Found { run } => return format!("can happen: {}", steps(length(run))),
            Outcome::Most { value, run } => format!("at most {value} ({})", reached(length(run))),
            Outcome::Least { value, run } => format!("at least {value} ({})", reached(length(run))),
            Outcome::Ends(ends) => match ends.len() {
                0 => "no run ends".into(),
                1 => "1 outcome".into(),
                count => format!("{count} outcomes"),
            },
            Outcome::Loops { run, from } => {
                return format!("fails: {}", a_loop(run.len() - from, report.steps_of(*from)));
            }
            Outcome::Stuck { run, .. } => {
                return format!("fails: somebody waits for others after {}", steps(length(run)));
            }
            Outcome::Within { value, run } => {
                let own = steps(*value as usize).replacen(' ', " own ", 1);
                return format!("holds: at most {own} ({})", reached(length(run)));
            }
            Outcome::Unbounded { run, from } if run.len() == *from => {
                return format!("no bound: from step {} on it can retry for ever", length(run));
            }
            Outcome::Unbounded { run, from } => {
                return format!("no bound: {}", a_loop(run.len() - from, report.steps_of(*from)));
            }
            Outcome::NoInitialState(assumptions) => return no_initial_state(assumptions),
            Outcome::NotAsked => {
                return match &report.coverage {
                    Coverage::Exhausted => "not asked: there was no memory for it".into(),
                    Coverage::Bounded(bounds) if bounds.contains(&Bound::Interrupted) => {
                        "not asked before the search was interrupted".into()
                    }
                    Coverage::Bounded(_) => {
                        "not checked: the search did not reach every state".into()
                    }
                    Coverage::Unfinished => "not asked before every state is seen".into(),
                };
            }
            Outcome::Holds if self.kind.is_awaited() => return HOLDS_IF_FAIR.into(),
            Outcome::Holds if self.kind == ClaimKind::LockFree => {
                return "holds in every run".into();
            }
            Outcome::Holds => "holds".into(),
            Outcome::NotFound if self.good_after(&report.coverage) => "never happens,".into(),
            Outcome::NotFound => "fails: never happens,".into(),
        };
        let states = match report.states {
            1 => "state".into(),
            states => format!("{} states", grouped(states)),
        };
        match (&report.coverage, &self.outcome) {
            (
                Coverage::Exhausted,
                Outcome::Most { .. } | Outcome::Least { .. } | Outcome::Ends(_),
            ) => found,
            (Coverage::Exhausted, _) if report.states == 1 => format!("{found} in the only state"),
            (Coverage::Exhausted, _) => format!("{found} in all {states}"),
            (Coverage::Bounded(_), _) => {
                format!("bounded: {found} in the {states} seen; not a proof")
            }
            (Coverage::Unfinished, _) => format!("so far: {found} in the {states} seen"),
        }
    }
}

/// Why every property fails: there is no state that satisfies all of these assumptions.
pub fn no_initial_state(assumptions: &[impl AsRef<str>]) -> String {
    let names: Vec<&str> = assumptions.iter().map(AsRef::as_ref).collect();
    let names = names.join("` and `");
    format!("fails: no initial state satisfies `{names}`, so nothing is checked")
}

/// What of a text comes to nothing: "Lines 27 and 33 never run. Nobody takes the message `m`."
pub fn comes_to_nothing(lines: &[usize], unused: &[String]) -> Option<String> {
    let all: Vec<String> = never_run(lines).into_iter().chain(unused.iter().cloned()).collect();
    (!all.is_empty()).then(|| all.join(" "))
}

fn never_run(lines: &[usize]) -> Option<String> {
    let all: Vec<String> = lines.iter().map(usize::to_string).collect();
    Some(match &all[..] {
        [] => return None,
        [line] => format!("Line {line} never runs."),
        [lines @ .., last] => format!("Lines {} and {last} never run.", lines.join(", ")),
    })
}

impl End {
    /// How many runs end so, and how far the nearest end is; `report` is the one that it is from.
    pub fn sentence(&self, report: &Report) -> String {
        let runs = match self.runs {
            // 2^64
            Some(u64::MAX) => "more than 10¹⁹ runs".into(),
            Some(1) => "1 run".into(),
            Some(runs) => format!("{} runs", grouped(runs)),
            None => states(self.states),
        };
        format!("{runs}, the nearest end after {}", steps(report.steps_of(self.run.len())))
    }
}

impl Coverage {
    /// "every reachable state was seen"
    pub fn sentence(&self) -> String {
        match self {
            Coverage::Exhausted => "every reachable state was seen".into(),
            Coverage::Unfinished => "the search has not ended".into(),
            Coverage::Bounded(bounds) => {
                let bounds: Vec<String> = bounds.iter().map(Bound::sentence).collect();
                bounds.join("; ")
            }
        }
    }
}

impl Bound {
    fn sentence(&self) -> String {
        match self {
            Bound::Error => "some steps cannot be computed".into(),
            Bound::BeyondModel => "some steps lead beyond what the model follows".into(),
            Bound::StatesMax(states) => {
                format!("the search stopped at its limit of {}", self::states(*states))
            }
            Bound::Memory(bytes) => {
                format!("the search ran out of memory at {} MB", grouped(bytes.div_ceil(1_000_000)))
            }
            Bound::Fingerprints(states) => format!(
                "the chance that a state was missed, as it has the fingerprint of another, is \
                 below 1 in {}",
                grouped(one_in(*states as u64))
            ),
            Bound::Interrupted => "the search was interrupted".into(),
        }
    }
}

/// The chance that two of so many fingerprints of 64 bits are the same is below one in that many:
/// 2^65 / states^2, rounded down.
fn one_in(states: u64) -> u64 {
    let states = states.max(1);
    (u64::MAX / states / states).saturating_mul(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_stand_in_groups() {
        let spaced = |number| grouped(number).replace('\u{202f}', " ");
        assert_eq!(spaced(0), "0");
        assert_eq!(spaced(999), "999");
        assert_eq!(spaced(1000), "1 000");
        assert_eq!(spaced(20_000_000), "20 000 000");
    }

    #[test]
    fn a_failing_claim_is_no_double_negation() {
        assert_eq!(failing("no deadlock"), "deadlock");
        assert_eq!(failing("never both lost"), "“never both lost” fails");
    }

    #[test]
    fn fingerprints_of_few_states_differ() {
        assert_eq!(one_in(1), u64::MAX);
        // (2^64 - 1) / 10^12, rounded down, twice
        assert_eq!(one_in(1_000_000), 2 * 18_446_744);
        assert_eq!(one_in(u64::from(u32::MAX)), 2);
    }

    #[test]
    fn sentences_say_how_sure_they_are() {
        let run = |len| vec![Action::step(0); len];
        let table = [
            (Outcome::Fails { run: run(31) }, ["fails: shortest run 31 steps"; 3]),
            (
                Outcome::Holds,
                [
                    "holds in all 12 345 states",
                    "bounded: holds in the 12 345 states seen; not a proof",
                    "so far: holds in the 12 345 states seen",
                ],
            ),
            (Outcome::Found { run: run(1) }, ["can happen: 1 step"; 3]),
            (Outcome::Found { run: run(0) }, ["can happen: in the first state"; 3]),
            (
                Outcome::NotFound,
                [
                    "never happens, in all 12 345 states",
                    "bounded: never happens, in the 12 345 states seen; not a proof",
                    "so far: never happens, in the 12 345 states seen",
                ],
            ),
            (
                Outcome::Most { value: 5, run: run(9) },
                [
                    "at most 5 (reached in 9 steps)",
                    "bounded: at most 5 (reached in 9 steps) in the 12 345 states seen; not a proof",
                    "so far: at most 5 (reached in 9 steps) in the 12 345 states seen",
                ],
            ),
        ];
        let least = Outcome::Least { value: 2, run: run(0) };
        let at_least = [
            "at least 2 (in the first state)",
            "bounded: at least 2 (in the first state) in the 12 345 states seen; not a proof",
            "so far: at least 2 (in the first state) in the 12 345 states seen",
        ];
        let loops = Outcome::Loops { run: run(17), from: 11 };
        let not_asked = [
            "not asked: there was no memory for it",
            "not checked: the search did not reach every state",
            "not asked before every state is seen",
        ];
        let table = table.into_iter().chain([
            (loops, ["fails: after 11 steps, a loop of 6 steps"; 3]),
            (Outcome::NotAsked, not_asked),
            (least, at_least),
        ]);
        let bounded = Coverage::Bounded(vec![Bound::BeyondModel]);
        let coverages = [Coverage::Exhausted, bounded, Coverage::Unfinished];
        let table = table.map(|(outcome, sentences)| (ClaimKind::Always, outcome, sentences));
        let still = "fails: after 1 step nobody has to move";
        let reachable = [
            "fails: never happens, in all 12 345 states",
            "bounded: never happens, in the 12 345 states seen; not a proof",
            "so far: never happens, in the 12 345 states seen",
        ];
        let table = table.chain([
            (ClaimKind::Eventually, Outcome::Fails { run: run(1) }, [still; 3]),
            (ClaimKind::Sometimes, Outcome::NotFound, reachable),
        ]);
        for (kind, outcome, sentences) in table {
            for (coverage, sentence) in coverages.iter().zip(sentences) {
                let verdict = Verdict {
                    property: "",
                    words: "",
                    kind,
                    outcome: outcome.clone(),
                    notes: vec![],
                };
                let coverage = coverage.clone();
                let report = Report {
                    coverage,
                    states: 12_345,
                    states_of_program: None,
                    transitions: 0,
                    depth: 0,
                    choices: 0,
                    beyond: None,
                    unreached: vec![],
                    unused: vec![],
                    verdicts: vec![],
                };
                assert_eq!(verdict.sentence(&report).replace('\u{202f}', " "), sentence);
            }
        }
    }
}
