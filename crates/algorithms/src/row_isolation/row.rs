//! A row as one byte: what `row_cols` refers to.

use zerocopy::{FromZeros, Immutable, IntoBytes, Unaligned};

/// Of each column the timestamp of its value, two bits, zero where there is none; then a bit for
/// the address, and one that is set where there are three columns.
#[derive(Clone, Copy, PartialEq, FromZeros, IntoBytes, Immutable, Unaligned)]
#[repr(transparent)]
pub struct Row(pub u8);

const COLUMNS: u8 = 0b11_1111;
const ADDRESS: u8 = 1 << 6;
const IS_WIDE: u8 = 1 << 7;

impl Row {
    pub fn empty(columns: usize) -> Row {
        Row(if columns == 3 { IS_WIDE } else { 0 })
    }

    /// The timestamp of a column.
    pub fn column(self, col: usize) -> u8 {
        self.0 >> (2 * col) & 3
    }

    /// With a value for a column, unless there is a newer one.
    pub fn reconciled(self, col: usize, timestamp: u8) -> Row {
        let newest = timestamp.max(self.column(col));
        Row(self.0 & !(3 << (2 * col)) | newest << (2 * col))
    }

    pub fn has_columns_of(self, other: Row) -> bool {
        (self.0 ^ other.0) & COLUMNS == 0
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
}

/// `1 1 –`, the timestamps; the second of two addresses is marked.
pub fn show(row: u8) -> String {
    let row = Row(row);
    let columns = if row.0 & IS_WIDE != 0 { 3 } else { 2 };
    let column = |col| match row.column(col) {
        0 => "–".into(),
        timestamp => timestamp.to_string(),
    };
    let mut shown = (0..columns).map(column).collect::<Vec<String>>().join(" ");
    if row.0 & ADDRESS != 0 {
        shown += " (B)";
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newer_value_stays() {
        let row = Row::empty(3).reconciled(2, 3).reconciled(0, 1).reconciled(2, 2);
        assert_eq!(show(row.0), "1 – 3");
        assert_eq!(show(Row::empty(2).beside(Row::empty(2)).0), "– – (B)");
        assert!(row.beside(row).has_columns_of(row));
        assert!(!row.beside(row).has_address_of(row));
    }
}
