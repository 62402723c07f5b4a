//! The events of a step, in the order in which readers see them.

use super::Compiled;
use crate::runner::Runner;
use model::{Event, Log, Stepped};

impl Compiled {
    /// Logs a step from a state to another one.
    pub(super) fn tell(
        &self,
        runner: &Runner<'_>,
        (before, after): (&[u8], &[u8]),
        who: Option<usize>,
        stepped: Stepped,
        mut events: Vec<Event>,
        log: &mut Log<'_>,
    ) {
        if !log.is_on() {
            return;
        }
        match stepped {
            Stepped::Ran(_) => {
                events
                    .extend(who.into_iter().flat_map(|who| self.moved(runner, before, after, who)));
                let mut read = Vec::new();
                for event in events {
                    if matches!(event, Event::Read { .. }) {
                        // within one step it is the same access
                        if read.contains(&event) {
                            continue;
                        }
                        read.push(event.clone());
                    }
                    let number = self.number_after(runner, after, &event);
                    log.tell(|| event);
                    if let Some(text) = number {
                        log.tell(|| Event::Note { text });
                    }
                }
            }
            // what it has seen
            Stepped::Waits => {
                let reads = events.into_iter().filter(|event| matches!(event, Event::Read { .. }));
                log.tell_all(|| reads);
            }
            // why there is no going on
            Stepped::BoundReached | Stepped::Error => {
                let notes = events.into_iter().filter(|event| matches!(event, Event::Note { .. }));
                log.tell_all(|| notes);
            }
            _ => {}
        }
    }

    /// Where a step has taken a process, and what has happened with that.
    fn moved(
        &self,
        runner: &Runner<'_>,
        before: &[u8],
        after: &[u8],
        who: usize,
    ) -> impl Iterator<Item = Event> + use<> {
        let zone =
            |state: &[u8]| self.program.processes[who].sections[runner.section(state, who)].zone;
        let (from, to) = (zone(before), zone(after));
        let moved = (from != to).then_some(Event::Moved { from, to });
        moved.into_iter().chain(crate::history::happened(runner, before, after, who))
    }
}
