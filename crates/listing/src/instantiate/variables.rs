//! Slots for variables, and what variables are to readers.

use crate::instantiate::domain::Ty;
use crate::instantiate::instance::Instance;
use program::ir::{Slot, SlotId};

impl Instance<'_> {
    /// Gives each variable its slots, and each process what says where it stands.
    pub fn place_variables(&mut self) {
        for var in 0..self.vars.len() {
            if self.vars[var].role.is_none() {
                let base = self.allocate_var(var);
                self.vars[var].bases.push(base);
                if self.vars[var].busy.is_some() {
                    self.vars[var].busy = Some(self.places.slots.len());
                    let count = crate::instantiate::domain::size(&self.vars[var].dims);
                    let bits = (0..count).map(|_| Slot::new(Vec::new(), 0, 1));
                    self.places.slots.extend(bits);
                }
            }
        }
        for role in 0..self.roles.len() {
            for _ in 0..self.roles[role].count {
                self.place_process(role);
            }
        }
    }

    fn place_process(&mut self, role: usize) {
        // as many points as can be: the slot is made smaller at the end
        self.places.points.push(self.places.slots.len());
        self.places.slots.push(Slot::new(Vec::new(), 0, 255));
        let counter = self.roles[role].times.filter(|_| self.counts(role)).map(|times| {
            self.places.slots.push(Slot::new(Vec::new(), 0, times));
            self.places.slots.len() - 1
        });
        self.places.counters.push(counter);
        for var in 0..self.vars.len() {
            if self.vars[var].role == Some(role) {
                let base = self.allocate_var(var);
                self.vars[var].bases.push(base);
            }
        }
    }

    fn allocate_var(&mut self, var: usize) -> SlotId {
        let base = self.places.slots.len();
        let it = &self.vars[var];
        let mut slots = Vec::new();
        for _ in 0..crate::instantiate::domain::size(&it.dims) {
            it.element.slots(&self.types.records, &mut slots);
        }
        self.places.slots.extend(slots);
        base
    }

    /// Whether a role's passes are counted: "N times".
    fn counts(&self, role: usize) -> bool {
        matches!(self.roles[role].tree.times, crate::tree::Times::Times(_))
    }

    /// Of a record with one set of processes: the numbers before the set, and the first process.
    pub fn holders(&self, ty: &Ty) -> Option<(usize, usize)> {
        let Ty::Record(id) = ty else { return None };
        let (mut before, mut found) = (0, None);
        for (_, field) in &self.types.records[*id].fields {
            if let Ty::Set(member) = field
                && let Ty::Scalar(domain) = &**member
                && let Some(first) = domain.first_process()
            {
                if found.is_some() {
                    return None;
                }
                found = Some((before, first));
            }
            before += field.width(&self.types.records);
        }
        found
    }
}
