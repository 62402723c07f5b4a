//! Whether a claim carries itself, for readers: each step from a state in which it is true ends in one.

mod addition;

use crate::Scenario;
use crate::engine::for_search;
use crate::engine::text::compile_with;
use checker::grouped;
use inductive::{Group, Question, Reached, TooMany, Types, Within, candidates, groups};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Candidates are looked for where runs reach so many states at most.
const REACHED_MAX: usize = 200_000;
/// So many groups of leads are told, with so many candidates each.
const GROUPS_MAX: usize = 3;
const ADDITIONS_MAX: usize = 3;
/// So many candidates are tried as lines of the text.
const TRIED_MAX: usize = 12;

/// What was found of a claim that is to carry itself.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Reason {
    pub property: String,
    /// "Each step from one of its 92 states ends in one: that is why it always holds."
    pub sentence: String,
    /// States that were looked at.
    pub space: u64,
    /// Those in which the claim is true.
    pub inside: u64,
    /// Those from which a step leads out.
    pub leads: u64,
    /// How many of these are alike.
    pub groups: Vec<u64>,
    /// One of each of the largest groups.
    pub shown: Vec<ShownLead>,
}

/// A state that no run reaches, from which a step leads out of the claim.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ShownLead {
    /// The state, and the step, as a link; none where states have no number.
    pub link: Option<String>,
    /// "From here one step breaks line 24." That no run comes there, [`Reason::sentence`] says.
    pub sentence: String,
    /// How many leads are like it.
    pub alike: u64,
    /// What could be added to the claim.
    pub candidates: Vec<Addition>,
    /// What is said where there is none.
    pub none: Option<String>,
}

/// A line that could be added to a claim.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Addition {
    /// "never some i ≠ j: i in waiting and j in critical and turn = i"
    pub line: String,
    /// "No reachable state looks like this: 0 in waiting, 1 in critical, turn = 0."
    pub sentence: String,
    /// How many of all leads it excludes.
    pub excludes: u64,
    /// The whole text, with that.
    pub text: String,
}

/// Why it is not asked: a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotAsked(pub String);

/// The question on its way.
pub struct Induction {
    question: Question,
    scenario: Scenario,
    property: &'static str,
}

impl Scenario {
    /// The claims that are to carry themselves.
    pub fn inductive_claims(&self) -> Vec<&'static str> {
        let program = compile_with(self.source_that_runs(), &self.setting).ok();
        let claims = program.iter().flat_map(|compiled| {
            let properties = &compiled.program().properties;
            compiled.program().inductive.iter().map(|claim| properties[claim.property].name)
        });
        claims.collect()
    }

    /// Begins to ask one of them, within so many states.
    pub fn induction(&self, property: &str, states_max: usize) -> Result<Induction, NotAsked> {
        let none = || NotAsked(format!("No `inductive` claim is called `{property}`."));
        let program = compile_with(self.source_that_runs(), &self.setting).map_err(|_| none())?;
        let all = &program.program().properties;
        let of = |at: &usize| all[*at].name == property;
        let claim = program.program().inductive.iter().map(|claim| claim.property).find(of);
        let claim = claim.ok_or_else(none)?;
        let asked = Arc::new(program.with_claim(claim));
        let system = for_search(Arc::clone(&asked));
        let question = Question::new(asked, system, Within::Local, states_max)
            .map_err(|many| NotAsked(too_many(many)))?;
        let scenario = self.start();
        Ok(Induction { question, scenario, property: all[claim].name })
    }
}

impl Induction {
    /// Looks on, at about so many states. False at the end.
    pub fn advance(&mut self, looks: usize) -> bool {
        self.question.advance(looks)
    }

    /// From how many states a step leads out.
    pub fn leads(&self) -> u64 {
        self.question.counts().leads
    }

    /// What came of it, in a sentence; see [`Self::reason`].
    pub fn sentence(&self, is_known: bool) -> String {
        let counts = self.question.counts();
        match counts.leads {
            0 => format!(
                "Each step from one of its {} ends in one: that is why it always holds.",
                checker::states(counts.inside as usize)
            ),
            leads => not_its_own_reason(leads, is_known),
        }
    }

    /// What came of it. `is_known` if a search has seen every state that runs reach, and none is against the claim.
    pub fn reason(&self, is_known: bool) -> Reason {
        let counts = self.question.counts();
        let types = Types::new(&self.question.compiled, &self.question.beginnings);
        let all = match counts.leads {
            0 => Vec::new(),
            _ => groups(&self.question, types.as_ref()),
        };
        let reached = || {
            let question = &self.question;
            Reached::new(&*question.system, &question.beginnings, REACHED_MAX)
        };
        let reached = if all.is_empty() { None } else { reached() };
        let shown = all.iter().take(GROUPS_MAX);
        Reason {
            property: self.property.to_owned(),
            sentence: self.sentence(is_known),
            space: counts.space,
            inside: counts.inside,
            leads: counts.leads,
            shown: shown.map(|group| self.shown(group, types.as_ref(), reached.as_ref())).collect(),
            groups: all.iter().map(|group| group.leads.len() as u64).collect(),
        }
    }

    fn shown(&self, group: &Group, types: Option<&Types>, reached: Option<&Reached>) -> ShownLead {
        let question = &self.question;
        let lead = &group.lead;
        let number = types.and_then(|types| types.number(&question.compiled, &lead.state));
        let there = number.map(|number| {
            let there = Scenario { state: Some(number), ..self.scenario.clone() };
            Scenario { at: 0, ..there.with_run(vec![lead.action]) }
        });
        let candidates = self.additions(group, reached);
        let line = lead.broken.map(|conjunct| question.claim.conjuncts[conjunct].1);
        let none = candidates.is_empty().then(|| self.nothing_found(lead.row, reached.is_some()));
        ShownLead {
            link: there.map(|there| there.to_string()),
            sentence: match line {
                Some(line) => format!("From here one step breaks line {line}."),
                None => "From here one step cannot be computed.".into(),
            },
            alike: group.leads.len() as u64,
            none,
            candidates,
        }
    }

    fn additions(&self, group: &Group, reached: Option<&Reached>) -> Vec<Addition> {
        let Some(reached) = reached else { return Vec::new() };
        let leads: Vec<Vec<u8>> = self.question.leads().map(<[u8]>::to_vec).collect();
        let all = candidates(&self.question.compiled, &group.lead.state, &leads, reached);
        let mut seen = BTreeSet::new();
        let mut addition = |candidate: inductive::Candidate| {
            if !seen.insert(candidate.line.clone()) {
                return None;
            }
            let source = self.scenario.source_that_runs();
            let text = addition::with_line(source, self.property, &candidate.line)?;
            let sentence = format!("No reachable state looks like this: {}.", candidate.said);
            let excludes = candidate.excludes as u64;
            // the letters that it uses may stand for something else in the text
            let runs = self.scenario.with_text(&text).text.is_none_or(|text| text.runs());
            runs.then_some(Addition { line: candidate.line, sentence, excludes, text })
        };
        all.into_iter().take(TRIED_MAX).filter_map(&mut addition).take(ADDITIONS_MAX).collect()
    }

    fn nothing_found(&self, row: u8, is_looked_for: bool) -> String {
        if !is_looked_for {
            let most = grouped(REACHED_MAX);
            return format!(
                "Runs reach more than {most} states: what would exclude this is not looked for."
            );
        }
        let rows = self.question.compiled.rows();
        let line = rows.get(usize::from(row)).map_or("", |row| &row.label);
        format!("No short claim excludes this. Give line {line} a section of its own, or count.")
    }
}

fn not_its_own_reason(leads: u64, is_known: bool) -> String {
    let from = match leads {
        1 => "1 state in it has a step out of it".to_owned(),
        _ => format!("{} states in it have a step out of it", grouped(leads as usize)),
    };
    let end =
        if is_known { "No run comes there." } else { "No run comes there, if the claim is right." };
    format!("Not its own reason: {from}. {end}")
}

fn too_many(TooMany(size): TooMany) -> String {
    let are = match size.and_then(|size| usize::try_from(size).ok()) {
        Some(size) => format!("{} states are too many here.", grouped(size)),
        None => "There are too many states here.".to_owned(),
    };
    format!("{are} Narrow a domain, or use the command line.")
}
