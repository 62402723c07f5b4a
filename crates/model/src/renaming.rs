//! Other names for the same processes, or for the same replicas.

use crate::{Model, Pid, SYSTEM_PROCESSES_MAX};

/// A model in which some differ by name only: processes, or the replicas of a store.
///
/// As for [`Model`], authors implement [`shared_memory::Symmetric`] or
/// [`message_passing::Symmetric`].
///
/// [`shared_memory::Symmetric`]: crate::shared_memory::Symmetric
/// [`message_passing::Symmetric`]: crate::message_passing::Symmetric
pub trait Symmetric: Model {
    /// Those whose numbers are names and nothing more: a set. Whoever exchanges their names sees
    /// the same steps.
    fn alike(&self) -> u8;

    /// The state, with other names for those that are alike.
    fn renamed(&self, state: &Self::State, names: &Renaming) -> Self::State;

    /// Of each name something that does not depend on names, by which to put them in order; equal
    /// where nothing is known.
    fn keys(&self, state: &Self::State) -> [u64; SYSTEM_PROCESSES_MAX];

    /// Whether a property, of that name, may tell those apart that are alike. It is then asked by
    /// all names.
    fn heeds_names(&self, property: &str) -> bool;
}

/// Who is called what from now on: a permutation of names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Renaming([u8; SYSTEM_PROCESSES_MAX]);

impl Renaming {
    /// All ways to exchange the names in a set; the first changes nothing.
    pub fn all_of(alike: u8) -> Vec<Renaming> {
        let members: Vec<u8> =
            (0..SYSTEM_PROCESSES_MAX as u8).filter(|&it| alike & 1 << it != 0).collect();
        let mut all = vec![Renaming(std::array::from_fn(|i| i as u8))];
        // whatever the names behind it are, a member keeps its own or swaps it with one before
        for (at, &member) in members.iter().enumerate() {
            for other in 0..all.len() {
                for &before in &members[..at] {
                    let mut names = all[other];
                    names.0.swap(before.into(), member.into());
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
    pub fn set(&self, set: u8) -> u8 {
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
            assert_eq!(all[0], Renaming([0, 1, 2, 3, 4, 5]));
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
        let names = Renaming([2, 0, 1, 3, 4, 5]);
        assert_eq!(names.array(["a", "b", "c", "d"]), ["b", "c", "a", "d"]);
        assert_eq!(names.array(["a", "b", "c"]), ["b", "c", "a"]);
        assert_eq!(names.set(0b1001), 0b1100);
    }
}
