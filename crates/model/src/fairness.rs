//! What no scheduler puts off for ever: weak and strong fairness.
//!
//! A scheduler may be as unkind as it likes, but not to the end of time: a process that can take
//! its next step from some moment on takes it, and a message that can be delivered from some
//! moment on is delivered. What can be done only now and then may never be done, unless a text says
//! that it is: strong fairness. No fault has to happen, and nobody has to want anything: a process may
//! stay in its remainder section.

use crate::{Action, RowId, Zone};

/// A fairness constraint: steps that stand for each other. If it is weak and one of them is possible at
/// every moment from some moment on, one of them is taken. If it is strong, one is taken, too, if one
/// is possible again and again.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Fairness {
    name: u128,
    /// One more than the row whose steps are under strong fairness; zero if it is weak.
    row: u32,
}

impl Fairness {
    /// The constraint on a step if only its name is known; none for a fault.
    pub fn of(action: Action) -> Option<Fairness> {
        let name = match action {
            Action::Step { process, .. } => [0, process, 0, 0, 0],
            Action::Timeout(process) | Action::TimeoutAs(process, _) => [1, process, 0, 0, 0],
            Action::Deliver(it) | Action::DeliverAs(it, _) => [2, it.from, it.to, it.kind, it.nth],
            Action::Arrive(process, _) => return Some(Fairness::arrival(process, 0)),
            Action::Lose(_) | Action::Duplicate(_) | Action::Crash(_) | Action::Restart(_) => {
                return None;
            }
        };
        Some(Fairness::new(&name))
    }

    /// The constraint on a process's own step, by the zones that it leads between: nobody
    /// has to leave the remainder section.
    pub fn of_step(action: Action, from: Zone, to: Zone) -> Option<Fairness> {
        let is_free = from == Zone::Remainder && to != Zone::Remainder;
        if is_free { None } else { Fairness::of(action) }
    }

    /// The constraint on a delivery, by all that tells the message from others.
    pub fn message(envelope: &[u8]) -> Fairness {
        Fairness { name: Fairness::new(envelope).name << 8 | 3, row: 0 }
    }

    /// The constraint on a write of a process that reaches a cell; the same for all cells where its writes keep
    /// their order.
    pub fn arrival(process: u8, cell: u16) -> Fairness {
        let [low, high] = cell.to_le_bytes();
        Fairness::new(&[4, process, low, high, 0])
    }

    /// The strong constraint on such steps that run a row.
    pub fn strongly(self, row: RowId) -> Fairness {
        Fairness { row: u32::from(row) + 1, ..self }
    }

    pub fn is_strong(self) -> bool {
        self.row > 0
    }

    /// The constraints that a step under this one meets: a strong one comes with the weak one.
    pub fn all(self) -> impl Iterator<Item = Fairness> {
        let weak = Fairness { row: 0, ..self };
        std::iter::once(weak).chain(self.is_strong().then_some(self))
    }

    /// # Panics
    /// If the bytes do not fit.
    fn new(bytes: &[u8]) -> Fairness {
        assert!(bytes.len() < size_of::<u128>(), "a constraint has room for fifteen bytes");
        let name = bytes.iter().rev().fold(0, |all, &byte| all << 8 | u128::from(byte));
        Fairness { name, row: 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn different_steps_are_under_different_constraints() {
        let of = |text: &str| Fairness::of(text.parse().unwrap());
        let all = ["s0", "s1", "t0", "t1", "a0", "a1", "d01a", "d10a", "d01b", "d01a1"];
        for (at, one) in all.iter().enumerate() {
            assert_eq!(of(one), of(one));
            assert!(all[..at].iter().all(|other| of(one) != of(other)), "{one}");
            assert_ne!(of(one), Some(Fairness::message(&[1, 0])));
        }
        assert_eq!(of("s0"), of("s0=3"));
        assert_ne!(Fairness::message(&[1, 2]), Fairness::message(&[2, 1]));
        let step = "s0".parse().unwrap();
        assert_eq!(Fairness::of_step(step, Zone::Remainder, Zone::Waiting), None);
        assert_eq!(Fairness::of_step(step, Zone::Remainder, Zone::Remainder), of("s0"));
        assert_eq!(Fairness::of_step(step, Zone::Exit, Zone::Remainder), of("s0"));
        for fault in ["x01a", "u01a", "c0", "r0"] {
            assert_eq!(of(fault), None);
        }
    }
}
