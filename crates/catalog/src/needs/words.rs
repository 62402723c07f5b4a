//! Sentences about what a failure needs.

use super::{Run, Turn, parts};
use crate::reason::list;
use checker::{Cause, Cost};
use model::{Action, Event};

impl Run<'_> {
    pub fn sentence(&self, turning: &[Turn]) -> String {
        let fewest = self.needs.fewest;
        match turning {
            [] => self.nothing(),
            [turn] => {
                let what = match turn.cause {
                    Cause::Interruption { process, .. } => self.interruption(turn, process),
                    Cause::Timeout { .. } => {
                        format!(
                            "one time-out: {}, {}",
                            self.step(turn.step),
                            self.in_time(turn.step)
                        )
                    }
                    Cause::Fault { .. } => self.fault(turn.step),
                };
                format!("It needs {what}.")
            }
            turns => {
                // in this run: another one may come to it with as many of another kind
                let cost: Cost = turns.iter().map(|turn| turn.cause).collect();
                let cost = if cost.total() == fewest.total() { cost } else { fewest };
                format!("It needs {}, in {}.", counted(cost, true), self.steps(turns))
            }
        }
    }

    /// What a time-out does not wait for.
    fn in_time(&self, step: usize) -> String {
        let before = self.trace.steps[..step].iter();
        let is_of_messages = before
            .clone()
            .any(|step| step.events.iter().any(|event| matches!(event, Event::Send { .. })));
        match is_of_messages {
            true => "while an answer can still come".into(),
            false => {
                let who = self.trace.lane(self.trace.steps[step].action.process().into());
                format!("while {who} could still go on without it")
            }
        }
    }

    fn nothing(&self) -> String {
        let steps = &self.trace.steps[self.trace.choices..];
        let mut movers: Vec<u8> =
            steps.iter().filter_map(|step| super::moved(step.action)).collect();
        movers.sort_unstable();
        movers.dedup();
        let has_messages = steps.iter().any(|step| step.action.delivered().is_some());
        match movers[..] {
            _ if has_messages => "It needs no fault: the order of the messages is enough.".into(),
            [] => "It needs no step.".into(),
            [one] => {
                format!("It needs nobody else: {} alone comes there.", self.trace.lane(one.into()))
            }
            _ if steps.iter().any(|step| matches!(step.action, Action::Arrive(..))) => {
                "It needs no interruption: writes that reach memory late are enough.".into()
            }
            _ => {
                "It needs no interruption: processes that run one after the other fail, too.".into()
            }
        }
    }

    fn interruption(&self, turn: &Turn, process: u8) -> String {
        let name = self.trace.lane(process.into());
        let number = |step: usize| step + 1 - self.trace.choices;
        match self.gap(turn) {
            None => format!("one interruption: {name} before its first step"),
            Some(gap) => match gap.to {
                Some(to) => format!(
                    "one interruption: {name} between steps {} and {}",
                    number(gap.from),
                    number(to)
                ),
                None => format!("one interruption: {name} behind {}", self.step(gap.from)),
            },
        }
    }

    fn fault(&self, step: usize) -> String {
        let at = self.step(step);
        let action = self.trace.steps[step].action;
        let name = self.trace.lane(action.process().into());
        match action {
            Action::Crash(_) => format!("one fault: in {at} {name} crashes"),
            Action::Lose(_) => format!("one fault: in {at} a message to {name} is lost"),
            Action::Duplicate(_) => format!("one fault: in {at} a message to {name} is doubled"),
            _ => format!("one fault, in {at}"),
        }
    }

    /// "step 4"
    fn step(&self, step: usize) -> String {
        self.trace.name_of(step)
    }

    /// "steps 7 and 11"
    fn steps(&self, turns: &[Turn]) -> String {
        let mut steps: Vec<usize> = turns.iter().map(|turn| turn.step).collect();
        steps.dedup();
        match steps[..] {
            [one] => self.step(one),
            _ => {
                let numbers = steps.iter().map(|step| (step + 1 - self.trace.choices).to_string());
                format!("steps {}", list(&numbers.collect::<Vec<_>>()))
            }
        }
    }

    /// What every failure has that has no more than the least.
    pub fn everywhere(&self, turning: &[Turn]) -> Option<String> {
        let everywhere = self.needs.everywhere?;
        let is_here = matches!(turning, [turn] if is_same(turn.cause, everywhere));
        let here = if is_here { "here, " } else { "" };
        Some(match everywhere {
            Cause::Interruption { .. } => format!(
                "Every failure with one interruption has it {here}before line {}.",
                self.line_of(everywhere)?
            ),
            Cause::Timeout { .. } if is_here => {
                "Every failure with one time-out has this one.".into()
            }
            Cause::Fault { .. } if is_here => "Every failure with one fault has this one.".into(),
            _ => return None,
        })
    }
}

/// Whether two causes are the same, whoever stands before the line.
fn is_same(one: Cause, other: Cause) -> bool {
    match (one, other) {
        (Cause::Interruption { row, .. }, Cause::Interruption { row: same, .. }) => row == same,
        (one, other) => one == other,
    }
}

/// "This run has 3 interruptions, and one is enough."
pub fn more_than_enough(of_run: Cost, total: usize) -> String {
    let enough = match total {
        0 => "none is needed".into(),
        1 => "one is enough".into(),
        total => format!("{} are enough", word(total)),
    };
    format!("This run has {}, and {enough}.", counted(of_run, false))
}

/// "two interruptions and one fault", or in figures.
fn counted(cost: Cost, in_words: bool) -> String {
    let count = |count: usize| if in_words { word(count) } else { count.to_string() };
    let part = |(name, many): (&str, usize)| {
        format!("{} {name}{}", count(many), if many == 1 { "" } else { "s" })
    };
    list(&parts(cost).map(part).collect::<Vec<_>>())
}

fn word(number: usize) -> String {
    const WORDS: [&str; 5] = ["no", "one", "two", "three", "four"];
    WORDS.get(number).map_or_else(|| number.to_string(), |word| (*word).into())
}
