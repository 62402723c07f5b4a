//! Where a process comes to: sections, passes, its end, and a new beginning.

use crate::machine::{Attempt, Machine, OUT};
use crate::state::{Life, State};
use crate::value::Value;
use listing::tree::Storage;

impl Machine {
    pub fn end_pass(&self, state: &State, me: usize) -> Attempt {
        let role = self.world.role_of(me);
        let mut state = state.clone();
        if state.processes[me].life == Life::Crashed {
            self.end(&mut state, me, Life::Crashed);
            return Attempt::Free(vec![state]);
        }
        if state.processes[me].section == role.sections[0] {
            state.processes[me].passes += 1;
        }
        let is_over = role.passes.is_some_and(|most| state.processes[me].passes >= most);
        if is_over {
            self.end(&mut state, me, Life::Ended);
        } else {
            state.processes[me].at = 0;
            self.enter(&mut state, me, &role.sections[0]);
        }
        Attempt::Free(vec![state])
    }

    /// The process is in another section; those who leave the first one are counted.
    pub fn enter(&self, state: &mut State, me: usize, name: &str) {
        let role = self.world.role_of(me);
        let process = &mut state.processes[me];
        let first = &role.sections[0];
        if process.section == *first && name != first {
            process.passes += 1;
        }
        if role.passes.is_none() {
            process.passes = 0;
        }
        process.section = name.into();
    }

    pub fn end(&self, state: &mut State, me: usize, life: Life) {
        let process = &mut state.processes[me];
        process.life = life;
        process.at = OUT;
        process.log.clear();
        process.writes.clear();
        process.names.clear();
        process.section = match life {
            Life::Decided => "decided",
            Life::Crashed => "crashed",
            _ => "end",
        }
        .into();
    }

    pub fn restart(&self, state: &mut State, me: usize) {
        let fresh = self.fresh(me);
        let role = self.world.role_of(me);
        let process = &mut state.processes[me];
        for (at, variable) in role.own.iter().enumerate() {
            if variable.storage == Storage::Own {
                process.own[at].clone_from(&fresh[at]);
            }
        }
        process.names.clear();
        process.log.clear();
        process.writes.clear();
        process.at = 0;
        process.life = Life::Running;
        process.section = role.sections.first().cloned().unwrap_or_else(|| "running".into());
        // of several passes, those that are done stay done
        if role.passes.is_some_and(|most| most > 1 && process.passes >= most) {
            self.end(state, me, Life::Ended);
        }
    }

    /// The values with which the own variables of a process begin.
    pub fn fresh(&self, me: usize) -> Vec<Vec<Value>> {
        let own = self.world.role_of(me).own.iter();
        own.map(|own| crate::initial::elements(self, Some(me), own)).collect()
    }
}
