//! Which processes differ by name only.
//!
//! A role is symmetric if its code only compares the numbers of its processes for equality, keeps
//! them, sends them, and finds variables by them: no arithmetic, no order, no number written out, and
//! no reading of one process after the other. What breaks that is noted where code is made.

use crate::instantiate::domain::{Domain, Of, Ty};
use crate::instantiate::instance::Instance;
use crate::instantiate::value::Val;

impl Instance<'_> {
    /// Notes that code depends on the numbers of processes.
    pub fn depends_on_identity(&mut self, of: Of) {
        if self.here.process.is_none() {
            return;
        }
        match of {
            Of::Numbers | Of::Cells(_) => {}
            Of::Role(role, _) => {
                self.notes.ordered.insert(role);
            }
            Of::Processes => self.notes.ordered.extend(0..self.roles.len()),
        }
    }

    /// Notes that code depends on the numbers in a value.
    pub fn value_depends_on_identity(&mut self, ty: &Ty) {
        match ty {
            Ty::Scalar(domain) => self.depends_on_identity(domain.of),
            Ty::Tuple(all) => all.iter().for_each(|it| self.value_depends_on_identity(it)),
            _ => {}
        }
    }

    /// Notes that a number of one sort is taken for one of another.
    pub fn both_depend_on_identity(&mut self, one: &Domain, other: &Domain) {
        let is_plain = |domain: &Domain| !domain.of.are_processes();
        if is_plain(one) != is_plain(other) && one.has_numbers() && other.has_numbers() {
            self.depends_on_identity(one.of);
            self.depends_on_identity(other.of);
        }
    }

    /// Notes that a value stands for a process that is counted otherwise.
    pub fn fit_depends_on_identity(&mut self, value: &Val, ty: &Ty) {
        if let (Ty::Scalar(from), Ty::Scalar(to)) = (&value.ty, ty) {
            let (from, to) = (from.clone(), to.clone());
            self.both_depend_on_identity(&from, &to);
        }
    }
}
