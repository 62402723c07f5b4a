//! The choice of initial values, which is no step.

use super::{Runner, Taken};
use crate::machine::{Context, Ran};
use model::{Event, Log, Stepped};

impl Runner<'_> {
    /// How many initial values are still to be chosen.
    pub fn choices_left(&self, state: &[u8]) -> usize {
        let begun = self.program.choices_made.map(|slot| self.machine.get(state, slot) as usize);
        begun.map_or(0, |begun| self.program.any.len() - begun)
    }

    /// Offers each value that a process can choose next.
    pub(super) fn initial_values(
        &mut self,
        before: &[u8],
        after: &mut [u8],
        process: usize,
        log: &mut Log<'_>,
        only: Option<u8>,
        taken: &mut Taken<'_>,
    ) {
        let program = self.program;
        let any = &program.any[program.any.len() - self.choices_left(before)];
        if any.process != process {
            return;
        }
        let count = program.slots[any.slot].count().min(254) as u8;
        for choice in (1..=count).filter(|&choice| only.is_none_or(|only| only == choice)) {
            after.copy_from_slice(before);
            let mut events = Vec::new();
            let mut own = if log.is_on() { Log::to(&mut events) } else { Log::off() };
            let stepped = self.choose_initial(choice, after, &mut own);
            if let Stepped::Ran(_) = stepped {
                own.tell_all(|| crate::view::written(self, after, process, any.slot));
            }
            taken(choice, stepped, after, events);
        }
    }

    /// Chooses the next initial value; behind the last one the state is an initial state.
    fn choose_initial(&mut self, choice: u8, state: &mut [u8], log: &mut Log<'_>) -> Stepped {
        let program = self.program;
        let left = self.choices_left(state);
        let (Some(begun), at) = (program.choices_made, program.any.len() - left) else {
            return Stepped::Refused;
        };
        crate::machine::write(state, &program.slots[program.any[at].slot], u64::from(choice) - 1);
        self.machine.set(state, begun, at as i64 + 1);
        if left > 1 {
            return Stepped::Ran(program.any_row);
        }
        for &(_, assumption) in &program.assumptions {
            match self.try_query(assumption, state) {
                Ok(1) => {}
                Err(Ran::Fault(fault)) => {
                    let why = fault.words(program);
                    let text = format!("An assumption cannot be computed: {why}");
                    log.tell(|| Event::Note { text });
                    return Stepped::Error;
                }
                _ => return Stepped::Refused,
            }
        }
        for &(process, code) in &program.beginnings {
            let ran = self.machine.run(code, Context::of(process), state, &mut Log::off());
            if ran != Ran::Done {
                return self.not_followed(ran, log);
            }
        }
        let before = state.to_vec();
        self.remember(&before, state, None);
        Stepped::Ran(program.any_row)
    }
}
