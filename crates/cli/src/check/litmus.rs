//! What a search says of a litmus test, in the words of herd.

use super::Told;
use catalog::{Coverage, Outcome, Report, Scenario};
use litmus::axioms::{self, Forbidden, Model};
use litmus::{FINAL_STATES, Test, Variable};
use serde::Serialize;
use std::io::{self, Write};

#[derive(Serialize)]
pub struct Tested {
    /// Quantifier and condition.
    claim: String,
    memory: String,
    /// Whether the claim is true; null if not every state was seen and it can still be both.
    ok: Option<bool>,
    /// `allow`: some final state satisfies the condition; `forbid`: none does.
    verdict: Option<&'static str>,
    /// How many of the final states satisfy it.
    observation: Option<&'static str>,
    satisfying: usize,
    /// A shortest cycle that forbids the condition, where nothing satisfies it.
    cycle: Option<String>,
    final_states: Vec<FinalState>,
    #[serde(skip)]
    why: Option<String>,
    /// Whether these are all final states.
    #[serde(skip)]
    is_whole: bool,
}

#[derive(Serialize)]
struct FinalState {
    /// As herd prints them: `0:EAX=0; x=1;`.
    values: String,
    satisfies: bool,
    /// A shortest run that ends so.
    link: String,
    #[serde(skip)]
    play: String,
}

/// None if the search did not ask for final states.
pub fn tested(
    test: &Test,
    scenario: &Scenario,
    report: &Report,
    sentences: &[Told],
) -> Option<Tested> {
    let nth = report.verdicts.iter().position(|verdict| verdict.property == FINAL_STATES)?;
    let Outcome::Ends(ends) = &report.verdicts[nth].outcome else { return None };
    let mut all: Vec<(Vec<u32>, usize)> =
        ends.iter().enumerate().map(|(nth, end)| (numbers(&end.value), nth)).collect();
    all.sort();
    let final_states: Vec<FinalState> = all
        .into_iter()
        .map(|(values, end)| {
            let told = &sentences[nth].ends[end];
            FinalState {
                values: shown(test, &values),
                satisfies: test.satisfies(&values),
                link: told.link.clone(),
                play: told.play.clone(),
            }
        })
        .collect();
    let satisfying = final_states.iter().filter(|state| state.satisfies).count();
    let others = final_states.len() - satisfying;
    let is_whole = report.coverage == Coverage::Exhausted;
    let with = test.quantifier.holds(satisfying, satisfying + others);
    // what more could be found: another state of each kind
    let is_decided = is_whole
        || with == test.quantifier.holds(satisfying + 1, satisfying + others + 1)
            && with == test.quantifier.holds(satisfying, satisfying + others + 1);
    let memory = memory(scenario);
    let is_forbidden = is_whole && satisfying == 0;
    let forbidden = Model::by_name(&memory).filter(|_| is_forbidden);
    let forbidden = forbidden.map(|model| forbidden_by(test, model));
    let (cycle, why) = forbidden.unwrap_or_default();
    Some(Tested {
        cycle,
        why,
        is_whole,
        claim: test.claim.clone(),
        memory,
        ok: is_decided.then_some(with),
        verdict: match satisfying {
            0 => is_whole.then_some("forbid"),
            _ => Some("allow"),
        },
        observation: match (satisfying, others) {
            (0, _) => is_whole.then_some("never"),
            (_, 0) => is_whole.then_some("always"),
            _ => Some("sometimes"),
        },
        satisfying,
        final_states,
    })
}

/// The cycle, if there is one, and a sentence.
fn forbidden_by(test: &Test, model: Model) -> (Option<String>, Option<String>) {
    match axioms::forbidden(test, model) {
        Some(Forbidden::Cycle(cycle)) => {
            let why = format!("Forbidden by a cycle: {cycle}");
            (Some(cycle), Some(why))
        }
        Some(Forbidden::ByValues) => {
            (None, Some("No write has a value that makes the condition true.".into()))
        }
        None => (None, Some("There are too many executions to look for a cycle in each.".into())),
    }
}

fn memory(scenario: &Scenario) -> String {
    let option = scenario.setting.iter().find(|(option, _)| option.name == "memory");
    option.expect("the text of a test has the option").1.name.to_owned()
}

fn numbers(value: &str) -> Vec<u32> {
    value
        .split(" and ")
        .map(|number| number.parse().expect("cells and registers are numbers"))
        .collect()
}

fn shown(test: &Test, values: &[u32]) -> String {
    let each = |(variable, value): (&Variable, &u32)| format!("{variable}={value};");
    test.observed.iter().zip(values).map(each).collect::<Vec<_>>().join(" ")
}

impl Tested {
    pub fn write(&self, to: &mut impl Write) -> io::Result<()> {
        let mark = if self.ok == Some(false) { "!" } else { " " };
        writeln!(to, "{mark} {}", self.claim)?;
        writeln!(to, "    {}", self.sentence())?;
        if let Some(why) = &self.why {
            writeln!(to, "    {why}")?;
        }
        writeln!(to, "\nStates {}", self.final_states.len())?;
        for state in &self.final_states {
            let mark = if state.satisfies { "*" } else { " " };
            writeln!(to, "{mark} {}", state.values)?;
            writeln!(to, "    {}", state.play)?;
        }
        Ok(())
    }

    /// `Ok under tso: Allow. Sometimes: 1 of 4 final states satisfies the condition.`
    fn sentence(&self) -> String {
        let ok = match self.ok {
            Some(true) => "Ok",
            Some(false) => "No",
            None => "Undecided",
        };
        let words = [self.verdict, self.observation].map(|word| word.map(catalog::capital));
        let words = words.into_iter().flatten().collect::<Vec<_>>().join(", ");
        let of = match self.final_states.len() {
            1 => "1 final state".to_owned(),
            count => format!("{count} final states"),
        };
        let satisfy = if self.satisfying == 1 { "satisfies" } else { "satisfy" };
        let so_far = if self.is_whole { "" } else { "So far " };
        let (memory, satisfying) = (&self.memory, self.satisfying);
        let end = format!("{so_far}{satisfying} of {of} {satisfy} the condition.");
        match words.as_str() {
            "" => format!("{ok} under {memory}: {end}"),
            words => format!("{ok} under {memory}: {words}. {end}"),
        }
    }
}
