//! Asks every property about every state.

use crate::seen::Seen;
use model::{Claim, Model};
use reports::Findings;
use std::ops::Range;

/// Nothing is known yet.
pub fn begin<M: Model>(model: &M) -> Findings {
    let mut findings = Findings::default();
    model.properties().iter().for_each(|it| findings.ask(it.name, it.words, it.kind()));
    findings
}

/// Judges states that are new. Property by property: one call's target stays predictable.
pub fn look<M: Model>(findings: &mut Findings, model: &M, seen: &Seen<M::State>, new: Range<u32>) {
    for (property, finding) in model.properties().iter().zip(&mut findings.properties) {
        let mut new = new.clone();
        match property.claim {
            Claim::Always(_) | Claim::Sometimes(_) if finding.state.is_some() => {}
            Claim::Least(measure) => {
                for it in new {
                    let Some(value) = measure(model, seen.state(it)) else { continue };
                    if finding.state.is_none() || value < finding.value {
                        (finding.state, finding.value) = (Some(it), value);
                    }
                }
            }
            // not a question about single states
            Claim::Eventually(_) | Claim::Outcomes(_) | Claim::Progress(..) | Claim::Cost(..) => {}
            Claim::Always(holds) => {
                finding.state = new.find(|&it| !holds(model, seen.state(it)));
            }
            Claim::Sometimes(holds) => {
                finding.state = new.find(|&it| holds(model, seen.state(it)));
            }
            Claim::Most(measure) => {
                for it in new {
                    let value = measure(model, seen.state(it));
                    if finding.state.is_none() || value > finding.value {
                        (finding.state, finding.value) = (Some(it), value);
                    }
                }
            }
        }
    }
}
