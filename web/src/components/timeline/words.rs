//! Steps in a few words, for captions and for those who listen.

use catalog::{Action, Event, Step, Trace, WritePhase, Zone};

/// "process 1 reads number[0] = 1"
pub fn brief(step: &Step) -> String {
    let who = match step.process {
        Some(process) => format!("process {process}"),
        None => "the network".into(),
    };
    let mut parts: Vec<String> = Vec::new();
    match step.action {
        Action::Restart(_) => parts.push("starts again".into()),
        Action::Timeout(_) => parts.push("times out".into()),
        _ => {}
    }
    parts.extend(step.events.iter().filter_map(event));
    if parts.is_empty() {
        let to = step.events.iter().find_map(|it| match it {
            Event::Moved { to, .. } => Some(format!("goes on, to {}", to.name())),
            _ => None,
        });
        parts.push(to.unwrap_or_else(|| "goes on".into()));
    }
    format!("{who} {}", parts.join(", "))
}

fn event(event: &Event) -> Option<String> {
    Some(match event {
        Event::Read { cell, value, .. } => format!("reads {cell} = {value}"),
        Event::Write { cell, value, phase } => {
            let verb = match phase {
                WritePhase::Whole => "writes",
                WritePhase::Begin => "begins to write",
                WritePhase::End => "finishes writing",
            };
            format!("{verb} {cell} ← {value}")
        }
        Event::Send { to, text, .. } => format!("sends {text} to {to}"),
        Event::Receive { from, text, .. } => format!("receives {text} from {from}"),
        Event::Lost { text, mail } => format!("loses {text} from {} to {}", mail.from, mail.to),
        Event::Duplicated { text, mail } => {
            format!("doubles {text} from {} to {}", mail.from, mail.to)
        }
        Event::Moved { to: Zone::Critical, .. } => "enters the critical section".into(),
        Event::Moved { from: Zone::Critical, .. } => "leaves the critical section".into(),
        Event::Decided { value } => format!("decides {value}"),
        Event::Crashed => "crashes".into(),
        Event::Moved { .. } | Event::Note { .. } => return None,
    })
}

/// "(4, 3, 0)"
pub fn vector(trace: &Trace, step: usize) -> String {
    let counts = trace.order.vector(step).iter().take(trace.processes);
    format!("({})", counts.map(u32::to_string).collect::<Vec<_>>().join(", "))
}

/// The diagram as text: how long it is, and what happened last.
pub fn summary(trace: &Trace, at: usize) -> String {
    const LAST: usize = 3;
    let steps = trace.steps.len();
    let last = (at.saturating_sub(LAST)..at.min(steps))
        .map(|it| format!("{}: {}", it + 1, brief(&trace.steps[it])));
    let mut parts = vec![format!("Space-time diagram, {at} of {steps} steps taken")];
    parts.extend(last);
    parts.join(". ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog::Scenario;

    #[test]
    fn steps_are_told_briefly() {
        let trace = Scenario::parse("bakery?v=1&run=QIRKBIBQ.yZu5").unwrap().scenario.trace();
        assert_eq!(brief(&trace.steps[0]), "process 1 goes on, to doorway");
        assert_eq!(brief(&trace.steps[13]), "process 0 writes number[0] ← 2");
        assert_eq!(vector(&trace, 0), "(0, 1, 0)");
        assert!(summary(&trace, 14).starts_with("Space-time diagram, 14 of 14 steps taken. 12: "));
        assert_eq!(summary(&trace, 0), "Space-time diagram, 0 of 14 steps taken");
    }
}
