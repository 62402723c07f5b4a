//! Who came before whom, where that is not in the nodes' own state: history that nobody knows.

use model::{PROCESSES_MAX, Pid, Renaming};
use zerocopy::{FromZeros, Immutable, IntoBytes, Unaligned};

#[derive(Clone, Copy, FromZeros, IntoBytes, Immutable, Unaligned)]
#[repr(C)]
pub struct Arrivals {
    /// A set.
    waiting: u8,
    /// Per process, a set: who was waiting as it arrived, and has not entered since.
    before: [u8; PROCESSES_MAX],
}

impl Arrivals {
    /// `who` comes to where others may wait already.
    pub fn arrive(&mut self, who: Pid) {
        self.before[who] = self.waiting;
    }

    /// From now on nobody who arrives may pass `who`.
    pub fn wait(&mut self, who: Pid) {
        self.waiting |= 1 << who;
    }

    pub fn enter(&mut self, who: Pid) {
        self.waiting &= !(1 << who);
        self.before.iter_mut().for_each(|it| *it &= !(1 << who));
    }

    pub fn leave(&mut self, who: Pid) {
        self.before[who] = 0;
    }

    pub fn die(&mut self, who: Pid) {
        self.enter(who);
        self.leave(who);
    }

    /// Gives processes other names.
    pub fn rename(&mut self, names: &Renaming) {
        self.waiting = names.set(self.waiting);
        self.before = names.array(self.before.map(|set| names.set(set)));
    }

    /// Whether one of those inside has passed somebody who waits.
    pub fn is_somebody_passed(&self, is_inside: impl Fn(Pid) -> bool) -> bool {
        (0..PROCESSES_MAX).any(|i| is_inside(i) && self.before[i] & self.waiting != 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_came_later_passes_who_waits() {
        let mut it = Arrivals::new_zeroed();
        let one_inside = |i| i == 1;
        it.arrive(0);
        it.wait(0);
        it.arrive(1);
        assert!(it.is_somebody_passed(one_inside), "0 waits and 1 is inside");
        it.enter(0);
        assert!(!it.is_somebody_passed(one_inside), "0 has had its turn");
        it.leave(0);
        it.arrive(0);
        it.wait(0);
        assert!(!it.is_somebody_passed(one_inside), "0 has come again, after 1");
    }

    #[test]
    fn the_dead_are_not_passed_and_pass_nobody() {
        let mut it = Arrivals::new_zeroed();
        it.wait(0);
        it.arrive(1);
        it.wait(1);
        it.arrive(2);
        it.die(0);
        assert!(!it.is_somebody_passed(|i| i == 1));
        assert!(it.is_somebody_passed(|i| i == 2), "1 still waits");
        it.die(2);
        assert!(!it.is_somebody_passed(|i| i == 2));
    }
}
