//! Checks every property that is about single states.

use model::{Check, Kind, System};
use reports::Findings;

/// Nothing is known yet.
pub fn begin(system: &dyn System) -> Findings {
    let mut findings = Findings::default();
    for it in system.properties() {
        findings.ask(it);
    }
    findings
}

/// Checks states that are new, the first of which has the number `first`. `checks` is used again and
/// again.
pub fn check_states(
    findings: &mut Findings,
    system: &dyn System,
    checks: &mut Vec<Check>,
    first: u32,
    states: &[u8],
) {
    checks.clear();
    for (property, finding) in findings.properties.iter().enumerate() {
        let is_open = match finding.kind {
            Kind::Always | Kind::Sometimes => finding.state.is_none(),
            kind => is_of_states(kind),
        };
        if is_open {
            checks.push(Check { property, witness: None });
        }
    }
    if checks.is_empty() {
        return;
    }
    system.check_states(states, checks);
    for check in checks {
        let finding = &mut findings.properties[check.property];
        let Some(witness) = check.witness else { continue };
        if finding.state.is_none() || is_better(finding.kind, witness.value, finding.value) {
            (finding.state, finding.value) = (Some(first + witness.at as u32), witness.value);
        }
    }
}

/// Whether a property of that kind is about single states.
pub fn is_of_states(kind: Kind) -> bool {
    matches!(kind, Kind::Always | Kind::Sometimes | Kind::Most | Kind::Least)
}

/// Whether the first of two values is the one that a property of that kind asks for.
fn is_better(kind: Kind, value: u32, than: u32) -> bool {
    match kind {
        Kind::Most => value > than,
        Kind::Least => value < than,
        _ => false,
    }
}

/// A state in which executions end.
pub fn end(findings: &mut Findings, state: u32, is_deadlock: bool) {
    if is_deadlock {
        findings.deadlock.get_or_insert(state);
    }
    if let Some(ends) = &mut findings.ends {
        ends.push(state);
    }
}

/// What a part of a search may know when it begins: what need not be found again.
pub fn begin_after(system: &dyn System, known: &Findings) -> Findings {
    let mut findings = begin(system);
    for (finding, known) in findings.properties.iter_mut().zip(&known.properties) {
        (finding.state, finding.value) = (known.state, known.value);
    }
    findings
}

/// Adds what was found in a later part.
pub fn join(findings: &mut Findings, later: Findings) {
    for (known, later) in findings.properties.iter_mut().zip(later.properties) {
        if later.state.is_some()
            && (known.state.is_none() || is_better(known.kind, later.value, known.value))
        {
            (known.state, known.value) = (later.state, later.value);
        }
    }
    findings.error = findings.error.or(later.error);
    findings.deadlock = findings.deadlock.or(later.deadlock);
    if let (Some(ends), Some(later)) = (&mut findings.ends, later.ends) {
        ends.extend(later);
    }
}
