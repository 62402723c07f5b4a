//! What a run passes while a write is pending.

use catalog::{Action, Event, Trace, WritePhase};
use std::collections::{BTreeMap, BTreeSet};

/// The lines that some process has run and left while a write of its own was pending, or behind which it stands so
/// at the end: a fence behind any other line leaves the run as it is.
pub fn passed(trace: &Trace) -> BTreeSet<usize> {
    let mut passed = BTreeSet::new();
    // of each process: its pending writes, and the line of its last step
    let mut processes: BTreeMap<u8, (usize, Option<usize>)> = BTreeMap::new();
    for step in &trace.steps {
        let Some(process) = step.process else { continue };
        let (pending, last) = processes.entry(process).or_default();
        if matches!(step.action, Action::Arrive(..)) {
            *pending -= 1;
            continue;
        }
        if *pending > 0 {
            passed.extend(*last);
        }
        let is_issued =
            |event: &&Event| matches!(event, Event::Write { phase: WritePhase::Issued, .. });
        *pending += step.events.iter().filter(is_issued).count();
        *last = trace.rows[usize::from(step.row)].label.parse().ok();
    }
    passed.extend(processes.into_values().filter(|tally| tally.0 > 0).filter_map(|tally| tally.1));
    passed
}
