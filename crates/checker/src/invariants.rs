//! Checks every property that is about single states.

use crate::report::{Finding, Findings};
use model::{Check, ClaimKind, Expanded, System};

/// Nothing is known yet.
pub fn begin(system: &dyn System) -> Findings {
    let mut findings = Findings::default();
    for it in system.properties() {
        findings.ask(it);
    }
    findings
}

/// Checks states that were expanded, the first of which has the number `first`, as far as there is
/// anything to find. `checks` is used again and again.
pub fn check_expanded(
    findings: &mut Findings,
    system: &dyn System,
    checks: &mut Vec<Check>,
    first: u32,
    states: &[u8],
    expanded: &[Expanded],
) {
    let width = states.len() / expanded.len().max(1);
    let is_open = |kind| {
        findings.properties.iter().any(|property| property.kind == kind && is_open(property))
    };
    let (always, sometimes) = (is_open(ClaimKind::Always), is_open(ClaimKind::Sometimes));
    let is_asked =
        |expanded: &Expanded| always && expanded.may_violate || sometimes && expanded.may_satisfy;
    let mut next = 0;
    let sort = |next: &Expanded| (is_asked(next), next.is_final);
    for run in expanded.chunk_by(|one, other| sort(one) == sort(other)) {
        let (from, number) = (next, first + next as u32);
        next += run.len();
        if is_asked(&run[0]) {
            let states = &states[from * width..next * width];
            let decides = |finding: &Finding| {
                matches!(finding.kind, ClaimKind::Always | ClaimKind::Sometimes)
                    && (run[0].is_final || !finding.at_end)
            };
            check_states(findings, system, checks, (number, states), decides);
        }
    }
    let measures = |finding: &Finding| matches!(finding.kind, ClaimKind::Most | ClaimKind::Least);
    check_states(findings, system, checks, (first, states), measures);
}

/// Whether states may still say something of a property.
fn is_open(finding: &Finding) -> bool {
    match finding.kind {
        ClaimKind::Always | ClaimKind::Sometimes => finding.state.is_none(),
        kind => is_of_states(kind),
    }
}

/// Checks some states, the first of which has that number, by some properties.
pub fn check_states(
    findings: &mut Findings,
    system: &dyn System,
    checks: &mut Vec<Check>,
    (first, states): (u32, &[u8]),
    is_asked: impl Fn(&Finding) -> bool,
) {
    checks.clear();
    for (property, finding) in findings.properties.iter().enumerate() {
        if is_asked(finding) && is_open(finding) {
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
pub fn is_of_states(kind: ClaimKind) -> bool {
    matches!(kind, ClaimKind::Always | ClaimKind::Sometimes | ClaimKind::Most | ClaimKind::Least)
}

/// Whether the first of two values is the one that a property of that kind asks for.
fn is_better(kind: ClaimKind, value: u32, than: u32) -> bool {
    match kind {
        ClaimKind::Most => value > than,
        ClaimKind::Least => value < than,
        _ => false,
    }
}

/// Whether a state settles a property even if nobody knows whether executions end there.
pub fn is_of_any_state(finding: &Finding) -> bool {
    finding.premise_of.is_none() || !finding.at_end
}

/// A state in which executions end.
pub fn end(findings: &mut Findings, state: u32, is_deadlock: bool) {
    findings.has_ends = true;
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
    findings.has_ends |= later.has_ends;
    findings.error = findings.error.or(later.error);
    findings.deadlock = findings.deadlock.or(later.deadlock);
    if let (Some(ends), Some(later)) = (&mut findings.ends, later.ends) {
        ends.extend(later);
    }
}
