//! A row as one byte: what `row_cols` refers to.

use zerocopy::{FromZeros, Immutable, IntoBytes, Unaligned};

/// Of each of up to three columns the timestamp of its value, as a digit to base five, zero where
/// there is none; and a bit for the address.
#[derive(Clone, Copy, PartialEq, FromZeros, IntoBytes, Immutable, Unaligned)]
#[repr(transparent)]
pub struct Row(pub u8);

const PLACES: [u8; 3] = [1, 5, 25];
const ADDRESS: u8 = 1 << 7;

impl Row {
    /// The timestamp of a column.
    pub fn column(self, col: usize) -> u8 {
        (self.0 & !ADDRESS) / PLACES[col] % 5
    }

    /// With a value for a column, unless there is a newer one.
    pub fn reconciled(self, col: usize, timestamp: u8) -> Row {
        let newer = timestamp.saturating_sub(self.column(col));
        Row(self.0 + newer * PLACES[col])
    }

    pub fn has_columns_of(self, other: Row) -> bool {
        (self.0 ^ other.0) & !ADDRESS == 0
    }

    pub fn has_address_of(self, other: Row) -> bool {
        (self.0 ^ other.0) & ADDRESS == 0
    }

    /// At the first address that is free while `other` is in use.
    pub fn beside(self, other: Row) -> Row {
        Row(self.0 & !ADDRESS | !other.0 & ADDRESS)
    }

    pub fn without_address(self) -> Row {
        Row(self.0 & !ADDRESS)
    }

    /// `1 1 –`, the timestamps; the second of two addresses is marked.
    pub fn show(self, columns: usize) -> String {
        let column = |col| match self.column(col) {
            0 => "–".into(),
            timestamp => timestamp.to_string(),
        };
        let mut shown = (0..columns).map(column).collect::<Vec<String>>().join(" ");
        if self.0 & ADDRESS != 0 {
            shown += " (B)";
        }
        shown
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newer_value_stays() {
        let row = Row(0).reconciled(2, 3).reconciled(0, 1).reconciled(2, 2);
        assert_eq!(row.show(3), "1 – 3");
        assert_eq!(Row(0).beside(Row(0)).show(2), "– – (B)");
        let newest = (0..3).fold(row.beside(row), |row, col| row.reconciled(col, 4));
        assert_eq!(newest.show(3), "4 4 4 (B)");
        assert!(row.beside(row).has_columns_of(row));
        assert!(!row.beside(row).has_address_of(row));
    }
}
