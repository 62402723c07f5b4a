//! Steps in a few words, for captions and for those who listen.

use catalog::{Event, Step, Trace, WritePhase, Zone};

/// "process 1 reads number[0] = 1"
pub fn brief(step: &Step) -> String {
    let who = match step.process {
        Some(process) => format!("process {process}"),
        None => "the network".into(),
    };
    let mut parts: Vec<String> = step.events.iter().filter_map(event).collect();
    if parts.is_empty() {
        parts.push("goes on".into());
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
