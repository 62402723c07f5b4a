//! A column's value with its timestamp.

use zerocopy::{FromZeros, Immutable, IntoBytes, Unaligned};

/// A value, or the tombstone that a delete leaves, with its timestamp in the high half.
///
/// The greater byte wins: the later timestamp; of equal timestamps the tombstone, which is 15,
/// then the larger value. Zero is a cell that was never written.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, FromZeros, IntoBytes, Immutable, Unaligned,
)]
#[repr(transparent)]
pub struct Cell(u8);

const TOMBSTONE: u8 = 15;

impl Cell {
    pub const STAMP_MAX: u8 = 15;
    pub const VALUE_MAX: u8 = 14;

    /// # Panics
    /// In debug builds, if a value is not between 1 and 14 or the timestamp is beyond 15.
    pub fn new(value: Option<u8>, stamp: u8) -> Cell {
        debug_assert!(stamp <= Cell::STAMP_MAX);
        debug_assert!(value.is_none_or(|it| (1..=Cell::VALUE_MAX).contains(&it)));
        Cell(stamp << 4 | value.unwrap_or(TOMBSTONE))
    }

    /// None where nothing was written, or it was deleted.
    pub fn value(self) -> Option<u8> {
        Some(self.0 & 15).filter(|&it| it != 0 && it != TOMBSTONE)
    }

    pub fn stamp(self) -> u8 {
        self.0 >> 4
    }

    pub fn was_written(self) -> bool {
        self.0 != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_later_wins_and_of_equals_the_tombstone_then_the_larger() {
        let ascending = [
            Cell::new_zeroed(),
            Cell::new(Some(2), 0),
            Cell::new(None, 0),
            Cell::new(Some(1), 3),
            Cell::new(Some(9), 3),
            Cell::new(None, 3),
            Cell::new(Some(1), 4),
        ];
        assert!(ascending.is_sorted());
        for cell in &ascending[1..] {
            assert!(cell.was_written());
            assert_eq!(Cell::new(cell.value(), cell.stamp()), *cell);
        }
    }
}
