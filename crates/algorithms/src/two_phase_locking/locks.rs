//! A lock as one number: free, read by a set of processes, read-only without a word by whom, or in
//! use by one.

use model::{PROCESSES_MAX, Pid};

pub const FREE: u8 = 0;
const IN_USE: u8 = 1 << PROCESSES_MAX;
const READ_ONLY: u8 = 2 * IN_USE;

#[derive(Clone, Copy, PartialEq)]
pub enum Locks {
    /// Free and in use.
    Two,
    /// Free, read-only and in use; who reads is known, and the last one to leave frees it.
    Three,
    /// Free, read-only and in use, and nothing else: whoever leaves frees it.
    Uncounted,
}

#[derive(Clone, Copy, PartialEq)]
pub enum Mode {
    ReadOnly,
    InUse,
    /// In use, where the claimant may be the only one that reads.
    SoleReader,
}

impl Locks {
    /// What the lock becomes if `i` claims it; none if it may not.
    pub fn claim(self, lock: u8, i: Pid, mode: Mode) -> Option<u8> {
        let is_only_mine = self == Locks::Three && lock == 1 << i;
        match mode {
            Mode::ReadOnly if self == Locks::Three && lock < IN_USE => Some(lock | 1 << i),
            Mode::ReadOnly if self == Locks::Uncounted => {
                matches!(lock, FREE | READ_ONLY).then_some(READ_ONLY)
            }
            Mode::SoleReader if is_only_mine => Some(IN_USE + i as u8),
            _ => (lock == FREE).then_some(IN_USE + i as u8),
        }
    }

    /// What the lock becomes if `i`, which has claimed it, gives it back.
    pub fn release(self, lock: u8, i: Pid) -> u8 {
        let others_read = self == Locks::Three && lock < IN_USE;
        if others_read { lock & !(1 << i) } else { FREE }
    }
}

/// Who has the lock, as far as the lock can tell: a set.
pub fn holders(lock: u8) -> u8 {
    match lock {
        READ_ONLY => 0,
        _ if lock < IN_USE => lock,
        _ => 1 << (lock - IN_USE),
    }
}

pub fn show(lock: u8) -> String {
    match lock {
        FREE => "free".into(),
        READ_ONLY => "read-only".into(),
        _ if lock < IN_USE => {
            let readers = members(lock).map(|i| i.to_string()).collect::<Vec<_>>();
            format!("read by {}", readers.join(", "))
        }
        _ => format!("in use by {}", lock - IN_USE),
    }
}

pub fn members(set: u8) -> impl Iterator<Item = Pid> {
    (0..PROCESSES_MAX).filter(move |i| set & 1 << i != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readers_share_and_the_last_one_frees() {
        let one = Locks::Three.claim(FREE, 0, Mode::ReadOnly).unwrap();
        let both = Locks::Three.claim(one, 2, Mode::ReadOnly).unwrap();
        assert_eq!((show(both), holders(both)), ("read by 0, 2".into(), 0b101));
        for mode in [Mode::InUse, Mode::SoleReader] {
            assert_eq!(Locks::Three.claim(both, 0, mode), None);
        }
        assert_eq!(Locks::Three.claim(one, 0, Mode::InUse), None);
        let mine = Locks::Three.claim(one, 0, Mode::SoleReader).unwrap();
        assert_eq!((show(mine), holders(mine)), ("in use by 0".into(), 1));
        assert_eq!(Locks::Three.claim(mine, 1, Mode::ReadOnly), None);
        assert_eq!(Locks::Three.release(both, 0), 0b100);
        assert_eq!(Locks::Three.release(0b100, 2), FREE);
    }

    #[test]
    fn a_lock_that_does_not_count_is_freed_by_anybody() {
        let one = Locks::Uncounted.claim(FREE, 0, Mode::ReadOnly).unwrap();
        assert_eq!(Locks::Uncounted.claim(one, 1, Mode::ReadOnly), Some(one));
        assert_eq!(Locks::Uncounted.claim(one, 0, Mode::SoleReader), None);
        assert_eq!((show(one), holders(one)), ("read-only".into(), 0));
        assert_eq!(Locks::Uncounted.release(one, 1), FREE);
    }

    #[test]
    fn two_states_know_no_readers() {
        let lock = Locks::Two.claim(FREE, 1, Mode::ReadOnly).unwrap();
        assert_eq!((show(lock), holders(lock)), ("in use by 1".into(), 0b10));
        assert_eq!(Locks::Two.claim(lock, 0, Mode::ReadOnly), None);
        assert_eq!(Locks::Two.release(lock, 1), FREE);
    }
}
