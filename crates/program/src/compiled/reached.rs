//! What searches have reached of a program.

use super::Compiled;
use crate::ir::{Process, Trigger};
use model::Unreached;
use std::sync::atomic::Ordering;

impl Compiled {
    /// Notes where the processes of a state stand.
    pub(super) fn stand(&self, state: &[u8], reached: &mut [bool]) {
        for (process, points) in self.points.iter().enumerate() {
            reached[self.coverage.of_point(&self.program, process, points.point(state))] = true;
        }
    }

    /// The messages that somebody sends and nobody can take.
    fn untaken(&self) -> impl Iterator<Item = String> {
        let senders = crate::effects::senders(&self.program);
        let kinds = self.program.channels.iter().flat_map(|channels| &channels.kinds).enumerate();
        let untaken = kinds.filter(move |(kind, _)| {
            let takes = |process: &Process| process.has(Trigger::Message(*kind as u8));
            !senders[*kind].is_empty() && !self.program.processes.iter().any(takes)
        });
        untaken.map(|(_, kind)| format!("Nobody takes the message `{}`.", kind.name))
    }

    /// What no search has reached, if others have reached those parts.
    pub fn unreached_beside(&self, others: impl Fn(usize) -> bool) -> Unreached {
        let mut runner = self.runner();
        let mut start = vec![0; self.program.width];
        self.begin(&mut runner, &mut start);
        let mut begun = std::mem::take(&mut runner.machine.reached);
        self.stand(&start, &mut begun);
        let is_reached =
            |part: usize| begun[part] || others(part) || self.reached[part].load(Ordering::Relaxed);
        let properties = self.program.properties.iter().enumerate();
        let sections = properties.flat_map(|(at, property)| {
            let names = self.coverage.sections_without(&self.program, property.words, is_reached);
            names.into_iter().map(move |name| (at, name))
        });
        let sections = sections.collect();
        let unused = self.unused.iter().cloned().chain(self.untaken()).collect();
        Unreached { lines: self.coverage.lines_without(is_reached), sections, unused }
    }
}
