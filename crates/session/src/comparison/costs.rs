//! What has been spent.

use super::{Beside, Side};
use crate::words::count;
use catalog::{Span, Step, Zone};

/// Of one side, up to a moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spent {
    pub steps: usize,
    pub skipped: usize,
    pub messages: usize,
    pub accesses: usize,
    /// How often a process entered the critical section, or began to process.
    pub entries: usize,
}

impl Side {
    pub(super) fn name(&self) -> &'static str {
        self.start.entry().name
    }

    /// After so many entries of the schedule.
    pub fn spent(&self, at: usize) -> Spent {
        let steps = self.taken(at);
        let counts = self.trace().counts(steps);
        let is_entry = |span: &&Span| {
            matches!(span.zone, Zone::Critical | Zone::Processing) && span.from < steps
        };
        Spent {
            steps,
            skipped: at - steps,
            messages: counts.messages,
            accesses: counts.accesses,
            entries: self.trace().spans.iter().filter(is_entry).count(),
        }
    }

    /// "mutual exclusion, in step 14"
    fn broken(&self, at: usize) -> String {
        let steps = &self.trace().steps[..self.taken(at)];
        let broken = steps.iter().position(|step: &Step| !step.breaks.is_empty());
        broken.map_or("nothing".into(), |it| {
            format!("{}, in step {}", steps[it].breaks.join(", "), it + 1)
        })
    }

    /// "13 steps · 11 accesses · 1 entry"
    pub(super) fn tally(&self, at: usize) -> String {
        let Spent { steps, messages, accesses, entries, .. } = self.spent(at);
        let cost = match messages {
            0 => count(accesses, "access", "accesses"),
            _ => count(messages, "message", "messages"),
        };
        let entries = count(entries, "entry", "entries");
        format!("{} · {cost} · {entries}", count(steps, "step", "steps"))
    }
}

impl Beside {
    /// A table: words, and a cell for each side.
    pub(super) fn rows(&self) -> Vec<(&'static str, Vec<String>)> {
        let row = |words, of: &dyn Fn(&Side, Spent) -> String| {
            (words, self.sides.iter().map(|side| of(side, side.spent(self.at))).collect())
        };
        let per = |cost: usize, entries: usize| match entries {
            0 => "no entry yet".into(),
            _ => format!("{:.1}", cost as f64 / entries as f64),
        };
        vec![
            row("processes", &|it, _| it.moment(0).view.processes.len().to_string()),
            row("steps", &|_, it| it.steps.to_string()),
            row("skipped turns", &|_, it| it.skipped.to_string()),
            row("messages", &|_, it| it.messages.to_string()),
            row("reads and writes", &|_, it| it.accesses.to_string()),
            row("entries", &|_, it| it.entries.to_string()),
            row("steps per entry", &|_, it| per(it.steps, it.entries)),
            row("messages per entry", &|_, it| per(it.messages, it.entries)),
            row("what failed", &|it, _| it.broken(self.at)),
        ]
    }
}
