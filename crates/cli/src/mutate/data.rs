//! What lines are needed for, as plain data: of one search, or of those on many machines.

use super::Found;
use crate::FORMAT_VERSION;
use mutants::{Break, Effect, Line, Mutation, NOT_NEEDED, Need, Operator, Outgrowth, Tried};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
pub struct Data {
    pub format_version: u32,
    pub link: String,
    pub states: usize,
    /// Not every state of the text as it is was seen.
    pub bounded: bool,
    /// What fails without a change: it is no measure.
    pub failing: Vec<String>,
    pub lines: Vec<LineData>,
    pub needed: usize,
    pub not_needed: usize,
    pub undecided: usize,
    pub pairs: Vec<PairData>,
}

#[derive(Serialize, Deserialize)]
pub struct LineData {
    pub line: usize,
    pub text: String,
    pub need: String,
    pub sentence: String,
    pub advice: Option<String>,
    #[serde(flatten)]
    pub shown: Option<RunData>,
    pub changes: Vec<ChangeData>,
}

#[derive(Serialize, Deserialize)]
pub struct ChangeData {
    pub operator: String,
    pub words: String,
    /// None if it was not searched.
    pub effect: Option<String>,
    /// What it comes to, if the sentence of the line does not say so.
    pub sentence: Option<String>,
    #[serde(flatten)]
    pub shown: Option<RunData>,
}

#[derive(Serialize, Deserialize)]
pub struct RunData {
    /// The claim that breaks; none where a bound is reached.
    pub property: Option<String>,
    pub steps: Option<usize>,
    /// How many steps then go round for ever.
    pub round: Option<usize>,
    /// What happens, within a sentence.
    pub event: String,
    pub run: String,
}

#[derive(Serialize, Deserialize)]
pub struct PairData {
    pub lines: [usize; 2],
    /// What happens without both, as a sentence goes on.
    pub words: String,
    #[serde(flatten)]
    pub shown: RunData,
}

impl Data {
    pub fn of(found: &Found<'_>) -> Data {
        let Found { scenario, mutation, pairs, .. } = found;
        let Mutation { measured, lines, .. } = mutation;
        let summary = mutation.summary();
        let pair = |((one, other), found): &((usize, usize), Break)| PairData {
            lines: [*one, *other].map(|at| lines[at].number),
            words: found.words(),
            shown: RunData::of(found),
        };
        Data {
            format_version: FORMAT_VERSION,
            link: scenario.to_string(),
            states: measured.states,
            bounded: measured.bound.is_some(),
            failing: measured.claims.failing().iter().map(ToString::to_string).collect(),
            lines: lines.iter().map(LineData::of).collect(),
            needed: summary.needed,
            not_needed: summary.not_needed,
            undecided: summary.undecided,
            pairs: pairs.iter().map(pair).collect(),
        }
    }
}

impl LineData {
    /// Nothing needs it, and it can be left out.
    pub fn is_superfluous(&self) -> bool {
        let name = Operator::LineOut.name();
        self.need == NOT_NEEDED && self.changes.iter().any(|change| change.operator == name)
    }

    fn of(line: &Line) -> LineData {
        let need = line.need();
        LineData {
            line: line.number,
            text: line.words.clone(),
            need: need.name().into(),
            sentence: need.sentence(),
            advice: need.advice(),
            shown: RunData::of_need(&need),
            changes: line.tried.iter().map(|tried| ChangeData::of(tried, &need)).collect(),
        }
    }
}

impl ChangeData {
    fn of(tried: &Tried, need: &Need<'_>) -> ChangeData {
        let Tried { mutant, effect } = tried;
        let told = effect.as_ref().filter(|_| !is_told(tried, need));
        ChangeData {
            operator: mutant.operator.name().into(),
            words: mutant.words.clone(),
            effect: effect.as_ref().map(|effect| effect.name().into()),
            sentence: told.map(|effect| mutant.sentence(&effect.words())),
            shown: effect.as_ref().and_then(RunData::of_effect),
        }
    }
}

/// Whether the sentence of its line speaks of a change.
fn is_told(tried: &Tried, need: &Need<'_>) -> bool {
    match need {
        Need::Breaks(mutant, _)
        | Need::Repairs(mutant, _)
        | Need::Bounds(mutant, _)
        | Need::Costs(mutant, _)
        | Need::NotNeeded(mutant, _) => **mutant == tried.mutant,
        _ => tried.mutant.words == "without it",
    }
}

impl RunData {
    fn of(found: &Break) -> RunData {
        let Break { property, steps, round, event, scenario, .. } = found;
        let (property, event, run) =
            (Some((*property).into()), event.clone(), scenario.to_string());
        RunData { property, steps: *steps, round: *round, event, run }
    }

    fn of_outgrowth(found: &Outgrowth) -> Option<RunData> {
        let Outgrowth::Model { event, steps, scenario } = found else { return None };
        let (event, run) = (event.clone(), scenario.to_string());
        Some(RunData { property: None, steps: Some(*steps), round: None, event, run })
    }

    fn of_need(need: &Need<'_>) -> Option<RunData> {
        match need {
            Need::Bounds(_, found) => RunData::of_outgrowth(found),
            _ => need.broken().map(RunData::of),
        }
    }

    fn of_effect(effect: &Effect) -> Option<RunData> {
        match effect {
            Effect::Breaks(found) => Some(RunData::of(found)),
            Effect::Outgrows(found) => RunData::of_outgrowth(found),
            _ => None,
        }
    }
}
