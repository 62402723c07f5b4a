//! What a search says of a litmus test, in the words of herd.

use super::Told;
use catalog::{Coverage, Outcome, Report, Scenario};
use litmus::axioms::{self, Forbidden, Model};
use litmus::{FINAL_STATES, Observed, Test};
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
    #[serde(skip)]
    observed: Observed,
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
                values: test.shown(&values),
                satisfies: test.satisfies(&values),
                link: told.link.clone(),
                play: told.play.clone(),
            }
        })
        .collect();
    let satisfying = final_states.iter().filter(|state| state.satisfies).count();
    let is_whole = report.coverage == Coverage::Exhausted;
    let states = final_states.len();
    let observed = Observed { quantifier: test.quantifier, satisfying, states, is_whole };
    let memory = memory(scenario);
    let is_forbidden = is_whole && satisfying == 0;
    let forbidden = Model::by_name(&memory).filter(|_| is_forbidden);
    let forbidden = forbidden.map(|model| forbidden_by(test, model));
    let (cycle, why) = forbidden.unwrap_or_default();
    Some(Tested {
        cycle,
        why,
        observed,
        claim: test.claim.clone(),
        memory,
        ok: observed.ok(),
        verdict: observed.verdict(),
        observation: observed.observation(),
        satisfying,
        final_states,
    })
}

/// The cycle, if there is one, and a sentence.
fn forbidden_by(test: &Test, model: Model) -> (Option<String>, Option<String>) {
    match axioms::forbidden(test, model) {
        Some(forbidden) => {
            let why = forbidden.sentence();
            let cycle = match forbidden {
                Forbidden::Cycle(cycle) => Some(cycle.to_string()),
                Forbidden::ByValues => None,
            };
            (cycle, Some(why))
        }
        None => (None, Some("There are too many executions to look for a cycle in each.".into())),
    }
}

fn memory(scenario: &Scenario) -> String {
    let option = scenario.setting.iter().find(|(option, _)| option.name == "memory");
    option.expect("the text of a test has the option").1.name.to_owned()
}

/// A final state as herd prints it.
pub fn shown(test: &Test, value: &str) -> String {
    test.shown(&numbers(value))
}

fn numbers(value: &str) -> Vec<u32> {
    value
        .split(" and ")
        .map(|number| number.parse().expect("cells and registers are numbers"))
        .collect()
}

impl Tested {
    pub fn write(&self, to: &mut impl Write) -> io::Result<()> {
        let mark = if self.ok == Some(false) { "!" } else { " " };
        writeln!(to, "{mark} {}", self.claim)?;
        writeln!(to, "    {}", self.observed.sentence(&self.memory))?;
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
}
