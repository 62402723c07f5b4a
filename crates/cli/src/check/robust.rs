//! Whether a text comes to the same with store buffers as with sequential memory.

use super::{Checked, litmus, search};
use crate::args::Check;
use crate::commands::Commands;
use crate::fences::refusal;
use crate::target::Subject;
use crate::{Answer, Failure};
use catalog::{Bound, Coverage, Scenario};
use fences::{Memory, Question, Robust, Set};
use serde::Serialize;
use std::io::{self, Write};

/// What came of comparing two searches.
#[derive(Serialize)]
pub struct Compared {
    memory: String,
    /// How many writes of a process can be pending; null where the text works it out.
    buffer: Option<usize>,
    /// Null where a bound has left it open.
    same: Option<bool>,
    sentence: String,
    /// The properties that come to something else.
    differences: Vec<Difference>,
}

#[derive(Serialize)]
struct Difference {
    property: &'static str,
    /// What the search with sequential memory says.
    sequential: String,
    /// What the search with store buffers says.
    buffered: String,
    /// How runs end with store buffers alone.
    new_ends: Vec<String>,
}

/// Searches with store buffers, and compares that with a search of the same with sequential memory.
pub fn check(
    scenario: &Scenario,
    subject: &Subject,
    memory: Memory,
    args: &Check,
) -> Result<Checked, Failure> {
    let question = Question::of(scenario, Some(memory), None)
        .map_err(|refused| refusal(refused, &subject.commands, scenario))?;
    let buffered = question.with(&Set::new());
    // a text that was changed is in its link alone
    let commands = match question.is_own(&buffered) {
        true => &subject.commands,
        false => &Commands::of_link(),
    };
    let mut checked = search(&buffered, commands, subject.litmus.as_ref(), args)?;
    let title = match question.is_own(&buffered) {
        true => commands.heading(&buffered.start()),
        false => subject.commands.heading(&scenario.start()) + &format!("\nmemory: {memory}"),
    };
    let mut lines = vec![title];
    let added = question.added();
    lines.extend(added.map(|it| format!("The text has no `{it}`: these searches add it.")));
    checked.head.title = lines.join("\n") + &super::telling::size(&buffered);
    let robust = match is_interrupted(&checked.report.coverage) {
        true => Robust { differences: Vec::new(), is_decided: false },
        false => {
            let sequential = args.bounds.runner(false).search(&question.sequential())?;
            Robust::of(&sequential, &checked.report)
        }
    };
    checked.ok &= robust.is_same() != Some(false);
    let mut compared = Compared::of(&question, robust);
    if let Some(test) = &subject.litmus {
        let ends = compared.differences.iter_mut().flat_map(|difference| &mut difference.new_ends);
        ends.for_each(|end| *end = litmus::shown(test, end));
    }
    checked.robust = Some(compared);
    Ok(checked)
}

fn is_interrupted(coverage: &Coverage) -> bool {
    matches!(coverage, Coverage::Bounded(bounds) if bounds.contains(&Bound::Interrupted))
}

impl Compared {
    fn of(question: &Question, robust: Robust) -> Compared {
        let (memory, buffer, same) = (question.memory, question.buffer(), robust.is_same());
        let differences = robust.differences.into_iter().map(|difference| Difference {
            property: difference.property,
            sequential: difference.sequential,
            buffered: difference.buffered,
            new_ends: difference.new_ends,
        });
        let differences = differences.collect();
        let sentence = sentence(memory, buffer, same);
        Compared { memory: memory.to_string(), buffer, same, sentence, differences }
    }

    /// What it adds to the answer of a search.
    pub fn answer(&self) -> Answer {
        match self.same {
            Some(true) => Answer::Good,
            Some(false) => Answer::Bad,
            None => Answer::Unproven,
        }
    }

    pub fn write(&self, to: &mut impl Write) -> io::Result<()> {
        writeln!(to, "\n{}", self.sentence)?;
        for Difference { property, sequential, new_ends, .. } in &self.differences {
            match &new_ends[..] {
                [] => writeln!(to, "  {property}: {sequential} with sequential memory")?,
                ends => {
                    let ends = ends.join("; ");
                    writeln!(to, "  {property}: with {} alone {ends}", self.memory)?;
                }
            }
        }
        Ok(())
    }
}

fn sentence(memory: Memory, buffer: Option<usize>, same: Option<bool>) -> String {
    match same {
        Some(true) => {
            let pending = match buffer {
                None => String::new(),
                Some(1) => ", with at most 1 pending write of a process".into(),
                Some(count) => format!(", with at most {count} pending writes of a process"),
            };
            format!("Robust: the same results with {memory} as with sequential memory{pending}.")
        }
        Some(false) => {
            format!("Not robust: with {memory} not all results are those of sequential memory.")
        }
        None => format!(
            "Whether it is robust is open: {memory} and sequential memory were not both searched to the end."
        ),
    }
}
