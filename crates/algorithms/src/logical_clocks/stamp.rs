//! What the clocks say of an event: Lamport's time and the vector, in two bytes.

use model::{PROCESSES_MAX, Pid, Renaming};
use zerocopy::little_endian::U16;
use zerocopy::{FromZeros, Immutable, IntoBytes, Unaligned};

/// Three bits for each entry of the vector, and four for the time.
#[derive(Clone, Copy, PartialEq, FromZeros, IntoBytes, Immutable, Unaligned)]
#[repr(transparent)]
pub struct Stamp(U16);

/// The entry of a process that does not take part.
const NOBODY: u8 = 7;
const TIME_AT: usize = 3 * PROCESSES_MAX;

impl Stamp {
    /// Nothing has happened yet to any of `n` processes.
    pub fn start(n: usize) -> Stamp {
        (n..PROCESSES_MAX).fold(Stamp::new_zeroed(), |it, j| it.with_entry(j, NOBODY))
    }

    pub fn time(self) -> u8 {
        (self.0.get() >> TIME_AT) as u8
    }

    pub fn with_time(self, time: u8) -> Stamp {
        debug_assert!(time < 16, "a time has four bits");
        let vector = self.0.get() & ((1 << TIME_AT) - 1);
        Stamp((vector | u16::from(time) << TIME_AT).into())
    }

    /// How many events of process `j` the vector counts.
    pub fn entry(self, j: Pid) -> u8 {
        (self.0.get() >> (3 * j)) as u8 & 7
    }

    pub fn with_entry(self, j: Pid, count: u8) -> Stamp {
        Stamp((self.0.get() & !(7 << (3 * j)) | u16::from(count) << (3 * j)).into())
    }

    /// The same, with other names for processes.
    pub fn renamed(self, names: &Renaming) -> Stamp {
        (0..PROCESSES_MAX).fold(self, |it, j| it.with_entry(names.name(j), self.entry(j)))
    }

    /// Whether the vector is the lesser: no entry is higher, and one is lower.
    pub fn vector_is_less(self, other: Stamp) -> bool {
        let entries = |is: fn(&u8, &u8) -> bool| {
            (0..PROCESSES_MAX).filter(move |&j| is(&self.entry(j), &other.entry(j))).count()
        };
        entries(u8::gt) == 0 && entries(u8::lt) > 0
    }

    /// "(1,0,2)": short enough for a token on a phone.
    pub fn vector(self) -> String {
        let entries = (0..PROCESSES_MAX).map(|j| self.entry(j)).filter(|&it| it != NOBODY);
        format!("({})", entries.map(|it| it.to_string()).collect::<Vec<_>>().join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_do_not_touch() {
        let it = Stamp::start(3).with_entry(1, 6).with_time(15).with_entry(2, 3);
        assert_eq!((it.time(), it.vector()), (15, "(0,6,3)".into()));
        let it = it.with_time(1).with_entry(1, 0);
        assert_eq!((it.time(), it.vector()), (1, "(0,0,3)".into()));
    }

    #[test]
    fn vectors_are_ordered_in_part() {
        let stamp = |a, b| Stamp::start(2).with_entry(0, a).with_entry(1, b);
        assert!(stamp(1, 0).vector_is_less(stamp(1, 1)));
        assert!(!stamp(1, 1).vector_is_less(stamp(1, 1)));
        assert!(!stamp(1, 0).vector_is_less(stamp(0, 1)));
        assert!(!stamp(0, 1).vector_is_less(stamp(1, 0)));
    }
}
