//! What is said beside a step in which properties break.

use crate::Trace;
use model::NO_DEADLOCK;

impl Trace {
    /// "deadlock", "✕ mutual exclusion"; none where nothing breaks. Where nobody can move, what has not come
    /// by that is not named as well.
    pub fn flag(&self, step: usize) -> Option<String> {
        let breaks = &self.steps[step].breaks;
        let is_stuck = breaks.contains(&NO_DEADLOCK);
        let is_explained =
            |property: &str| is_stuck && self.unmet.iter().any(|unmet| unmet.property == property);
        let others: Vec<&str> = breaks
            .iter()
            .copied()
            .filter(|property| *property != NO_DEADLOCK && !is_explained(property))
            .collect();
        let others = (!others.is_empty()).then(|| format!("✕ {}", others.join(", ")));
        let parts: Vec<String> =
            is_stuck.then(|| "deadlock".to_owned()).into_iter().chain(others).collect();
        (!parts.is_empty()).then(|| parts.join("; "))
    }
}

#[cfg(test)]
mod tests {
    use crate::Scenario;

    /// One form for all: what broke, and never what did not.
    #[test]
    fn a_flag_names_what_broke() {
        for (link, flag) in [
            ("bakery?v=1&run=QIRKBIBQ.yZu5", None),
            ("dining-philosophers?v=1&run=QAJS.Fcqg", Some("deadlock")),
            (
                "two-phase-locking?transfer=one-by-one&order=standard&v=1&run=QGaz.YEZh",
                Some("✕ sum right"),
            ),
            ("bakery?crash=keep&v=1&run=QAOKsX0f.7vps", Some("deadlock")),
            ("bakery?processes=2&tie-break=none&v=1&run=AAVBQX.fBdw", Some("✕ mutual exclusion")),
        ] {
            let trace = Scenario::parse(link).unwrap().scenario.trace();
            let last = trace.steps.len() - 1;
            assert_eq!(trace.flag(last).as_deref(), flag, "{link}");
        }
    }
}
