//! Asks every property about every state.

pub use parts::{begin_after, join};

use model::{Claim, Model};
use reports::Findings;

/// Nothing is known yet.
pub fn begin<M: Model>(model: &M) -> Findings {
    let mut findings = Findings::default();
    for it in model.properties() {
        findings.ask(it.name, it.words, it.kind(), (it.applies)(model));
    }
    findings
}

/// Judges states that are new, the first of which has the number `first`. Property by property: one
/// call's target stays predictable.
pub fn look<M: Model>(findings: &mut Findings, model: &M, first: u32, states: &[M::State]) {
    for (property, finding) in model.properties().iter().zip(&mut findings.properties) {
        let mut new = (first..).zip(states);
        match property.claim {
            Claim::Always(_) | Claim::Sometimes(_) if finding.state.is_some() => {}
            Claim::Least(measure) => {
                for (it, state) in new {
                    let Some(value) = measure(model, state) else { continue };
                    if finding.state.is_none() || value < finding.value {
                        (finding.state, finding.value) = (Some(it), value);
                    }
                }
            }
            // not a question about single states
            Claim::Eventually(_) | Claim::Outcomes(_) | Claim::Progress(..) | Claim::Cost(..) => {}
            Claim::Always(holds) => {
                finding.state = new.find(|(_, state)| !holds(model, state)).map(|it| it.0);
            }
            Claim::Sometimes(holds) => {
                finding.state = new.find(|(_, state)| holds(model, state)).map(|it| it.0);
            }
            Claim::Most(measure) => {
                for (it, state) in new {
                    let value = measure(model, state);
                    if finding.state.is_none() || value > finding.value {
                        (finding.state, finding.value) = (Some(it), value);
                    }
                }
            }
        }
    }
}

/// A state from which no step leads on, faults aside.
pub fn end(findings: &mut Findings, state: u32, is_deadlock: bool) {
    if is_deadlock {
        findings.deadlock.get_or_insert(state);
    }
    if let Some(ends) = &mut findings.ends {
        ends.push(state);
    }
}

/// Parts of a search that are judged at once.
mod parts {
    use model::{Kind, Model};
    use reports::Findings;

    /// What a part may know when it begins: what need not be found again.
    pub fn begin_after<M: Model>(model: &M, known: &Findings) -> Findings {
        let mut findings = super::begin(model);
        for (finding, known) in findings.properties.iter_mut().zip(&known.properties) {
            (finding.state, finding.value) = (known.state, known.value);
        }
        findings
    }

    /// Adds what was found in a later part.
    pub fn join(findings: &mut Findings, later: Findings) {
        for (known, later) in findings.properties.iter_mut().zip(later.properties) {
            let is_better = match known.kind {
                _ if later.state.is_none() => false,
                _ if known.state.is_none() => true,
                Kind::Most => later.value > known.value,
                Kind::Least => later.value < known.value,
                _ => false,
            };
            if is_better {
                (known.state, known.value) = (later.state, later.value);
            }
        }
        findings.deadlock = findings.deadlock.or(later.deadlock);
        if let (Some(ends), Some(later)) = (&mut findings.ends, later.ends) {
            ends.extend(later);
        }
    }
}
