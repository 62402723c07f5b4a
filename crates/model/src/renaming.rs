//! Other names for the same processes, or for the same replicas.

use crate::{Pid, Pids, SYSTEM_PROCESSES_MAX};

/// Who is called what from now on: a permutation of names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Renaming([u8; SYSTEM_PROCESSES_MAX]);

impl Renaming {
    /// What changes nothing.
    fn none() -> Renaming {
        Renaming(std::array::from_fn(|i| i as u8))
    }

    /// The names in a set, in order.
    pub fn members(set: Pids) -> impl Iterator<Item = Pid> {
        (0..SYSTEM_PROCESSES_MAX).filter(move |&it| set >> it & 1 != 0)
    }

    /// Exchanges of two names in a set, of which all others are made.
    pub fn swaps_of(alike: Pids) -> impl Iterator<Item = Renaming> {
        Renaming::members(alike).zip(Renaming::members(alike).skip(1)).map(|(one, other)| {
            let mut names = Renaming::none();
            names.0.swap(one, other);
            names
        })
    }

    /// All ways to exchange the names in a set; the first changes nothing. Of n names there are n!.
    pub fn all_of(alike: Pids) -> Vec<Renaming> {
        let members: Vec<Pid> = Renaming::members(alike).collect();
        let mut all = vec![Renaming::none()];
        // whatever the names behind it are, a member keeps its own or swaps it with one before
        for (at, &member) in members.iter().enumerate() {
            for other in 0..all.len() {
                for &before in &members[..at] {
                    let mut names = all[other];
                    names.0.swap(before, member);
                    all.push(names);
                }
            }
        }
        all
    }

    /// The new name of `i`.
    #[inline]
    pub fn name(&self, i: Pid) -> Pid {
        self.0[i].into()
    }

    /// A set, by the new names of its members.
    #[inline]
    pub fn set(&self, set: Pids) -> Pids {
        (0..SYSTEM_PROCESSES_MAX).fold(0, |all, i| all | (set >> i & 1) << self.0[i])
    }

    /// What each has, found under its new name.
    #[inline]
    pub fn array<T: Copy, const N: usize>(&self, array: [T; N]) -> [T; N] {
        let mut moved = array;
        for (i, &it) in array.iter().enumerate() {
            moved[self.name(i)] = it;
        }
        moved
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_names_of_the_alike_are_exchanged_and_no_others() {
        for (alike, count) in [(0, 1), (0b10, 1), (0b101, 2), (0b111, 6), (0b1111, 24)] {
            let all = Renaming::all_of(alike);
            assert_eq!(all.len(), count);
            assert_eq!(all[0], Renaming::none());
            for (at, names) in all.iter().enumerate() {
                assert!(!all[..at].contains(names));
                assert_eq!(names.set(alike), alike);
                assert!(
                    (0..SYSTEM_PROCESSES_MAX).all(|i| alike & 1 << i != 0 || names.name(i) == i)
                );
            }
        }
    }

    #[test]
    fn things_are_found_under_the_new_names() {
        let mut names = Renaming::none();
        names.0[..3].copy_from_slice(&[2, 0, 1]);
        assert_eq!(names.array(["a", "b", "c", "d"]), ["b", "c", "a", "d"]);
        assert_eq!(names.array(["a", "b", "c"]), ["b", "c", "a"]);
        assert_eq!(names.set(0b1001), 0b1100);
        assert_eq!(names.set(1 << 15 | 1), 1 << 15 | 0b100);
    }

    #[test]
    fn neighbours_are_exchanged() {
        let all: Vec<Renaming> = Renaming::swaps_of(1 << 15 | 0b101).collect();
        let names = |renaming: &Renaming| [renaming.name(0), renaming.name(2), renaming.name(15)];
        assert_eq!(all.iter().map(names).collect::<Vec<_>>(), [[2, 0, 15], [0, 15, 2]]);
    }
}
