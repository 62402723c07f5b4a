//! What a verdict needs besides its own sentence.

use catalog::reason::Reason;
use catalog::{IN_DOMAINS, Scenario, Verdict, capital};

/// What is wrong with the step that cannot be computed.
pub fn reason(verdict: &Verdict, start: &Scenario) -> String {
    let run = verdict.run().filter(|_| verdict.property == IN_DOMAINS);
    let told = run.and_then(|run| {
        let end = start.then(run, None);
        end.moment().error(&end.trace().rows)
    });
    told.map_or_else(String::new, |why| format!(". {}.", capital(&why)))
}

/// Why the run of a verdict fails.
pub fn why(verdict: &Verdict, start: &Scenario) -> Option<String> {
    let run = verdict.run().filter(|_| !verdict.good())?;
    why_of(verdict.property, &start.then(run, verdict.loops_from()))
}

/// Why a run breaks a property.
pub fn why_of(property: &str, failing: &Scenario) -> Option<String> {
    let reasons = failing.reasons();
    reasons.iter().find(|reason| reason.property == property).map(Reason::text)
}
