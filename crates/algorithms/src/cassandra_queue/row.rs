//! What is in a row of the column families `number` and `choosing`: a set of columns in one byte.

use model::{Pid, Renaming};

/// The columns of a row of `number`: column 0, which says that there is an item, and one for each
/// worker that has drawn a number for it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Numbers(pub u8);

/// The highest number that fits.
pub const NUMBER_MAX: u8 = 3;

impl Numbers {
    /// Nothing but `0:0`: an item that nobody has.
    pub const FREE: Numbers = Numbers(1);

    pub fn has_item(self) -> bool {
        self.0 & 1 != 0
    }

    pub fn with_item(self, is_there: bool) -> Numbers {
        Numbers(self.0 & !1 | u8::from(is_there))
    }

    /// The number of worker `i`; zero if it has none.
    pub fn of(self, i: Pid) -> u8 {
        self.0 >> (1 + 2 * i) & NUMBER_MAX
    }

    pub fn with(self, i: Pid, number: u8) -> Numbers {
        let at = 1 + 2 * i;
        Numbers(self.0 & !(NUMBER_MAX << at) | number << at)
    }

    /// The same, with other names for workers.
    pub fn renamed(self, names: &Renaming) -> Numbers {
        (0..3).fold(self, |it, i| it.with(names.name(i), self.of(i)))
    }

    pub fn max(self) -> u8 {
        (0..3).map(|i| self.of(i)).max().unwrap_or(0)
    }
}

/// `0:0 w1:2`: column 0 is 0, and worker 1 has number 2.
pub fn numbers(row: u8) -> String {
    let row = Numbers(row);
    let item = row.has_item().then(|| "0:0".to_owned());
    let workers = (0..3).filter(|&i| row.of(i) > 0).map(|i| format!("w{i}:{}", row.of(i)));
    columns(item.into_iter().chain(workers).collect())
}

/// Whether worker `i` has its column in a row of `choosing`.
pub fn is_choosing(row: u8, i: Pid) -> bool {
    row & 1 << i != 0
}

pub fn hands(row: u8) -> String {
    columns((0..3).filter(|&i| is_choosing(row, i)).map(|i| format!("w{i}:1")).collect())
}

/// Work is a letter.
pub fn work(value: u8) -> String {
    match value {
        0 => "–".into(),
        _ => char::from(b'A' + value - 1).to_string(),
    }
}

fn columns(columns: Vec<String>) -> String {
    if columns.is_empty() { "–".into() } else { columns.join(" ") }
}
