//! Leads that are alike: the same line leads out, while the others are in the same sections.

use crate::number::Types;
use crate::question::Question;
use model::{Action, RowId, Stepped, System};
use std::collections::BTreeMap;

/// A state that no run reaches, from which a step leads out of the claim.
#[derive(Clone, Debug)]
pub struct Lead {
    pub state: Vec<u8>,
    /// A step that leads out.
    pub action: Action,
    /// Where in the text the line of that step is told.
    pub row: RowId,
    /// Which conjunct is false behind it; none if the step cannot be computed.
    pub broken: Option<usize>,
}

pub struct Group {
    /// The lead with the lowest number.
    pub lead: Lead,
    pub leads: Vec<Vec<u8>>,
}

/// Of all leads that were kept, the largest group first.
pub fn groups(question: &Question, types: Option<&Types>) -> Vec<Group> {
    let mut all: BTreeMap<(RowId, Option<usize>, Vec<&str>), Vec<Lead>> = BTreeMap::new();
    for state in question.leads() {
        let Some(lead) = Lead::of(question, state) else { continue };
        let others = sections_of_others(question, &lead);
        all.entry((lead.row, lead.broken, others)).or_default().push(lead);
    }
    let number =
        |lead: &Lead| types.and_then(|types| types.number(&question.compiled, &lead.state));
    let mut groups: Vec<Group> = all
        .into_values()
        .filter_map(|leads| {
            let lead = leads.iter().min_by_key(|lead| number(lead))?.clone();
            Some(Group { lead, leads: leads.into_iter().map(|lead| lead.state).collect() })
        })
        .collect();
    groups.sort_by_key(|group| std::cmp::Reverse(group.leads.len()));
    groups
}

impl Lead {
    fn of(question: &Question, state: &[u8]) -> Option<Lead> {
        let compiled = &*question.compiled;
        let mut local = compiled.local();
        let mut found = None;
        compiled.attempts(state, false, &mut |action, stepped, after, _| {
            if found.is_some() {
                return;
            }
            let broken = match stepped {
                Stepped::Ran(row) => {
                    let is_false = |(query, _): &(_, _)| !local.holds(*query, after);
                    question.claim.conjuncts.iter().position(is_false).map(|at| (row, Some(at)))
                }
                Stepped::Error => Some((error_row(question, state, action), None)),
                _ => None,
            };
            found = broken.map(|(row, broken)| Lead { state: state.to_vec(), action, row, broken });
        });
        found
    }
}

/// The line of a step that cannot be computed.
fn error_row(question: &Question, state: &[u8], action: Action) -> RowId {
    let process = action.process();
    question.compiled.line(state, process.into()).unwrap_or_default()
}

fn sections_of_others(question: &Question, lead: &Lead) -> Vec<&'static str> {
    let mover = usize::from(lead.action.process());
    let others =
        (0..question.compiled.program().processes.len()).filter(|process| *process != mover);
    let mut sections: Vec<&'static str> =
        others.map(|process| question.compiled.zone_of(&lead.state, process).name()).collect();
    sections.sort_unstable();
    sections
}
