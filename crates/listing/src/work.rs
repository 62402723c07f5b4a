//! How much work is done for one text.

use crate::limits::WORK_MAX;
use std::cell::Cell;

/// What is left of the work that may be done for one text. Whoever looks at a part of the text or of its
/// program takes one from it.
pub struct Work(Cell<usize>);

impl Work {
    pub fn new() -> Work {
        Work::of(WORK_MAX)
    }

    pub fn of(parts: usize) -> Work {
        Work(Cell::new(parts))
    }

    /// Whether that many more parts may be looked at. Once they may not, none may.
    pub fn take(&self, parts: usize) -> bool {
        let left = self.0.get().checked_sub(parts);
        self.0.set(left.unwrap_or(0));
        left.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{fs, path::Path};

    #[test]
    fn work_ends_where_its_bound_says() {
        let work = Work::new();
        assert!(work.take(WORK_MAX - 1) && work.take(1) && work.take(0));
        assert!(!work.take(1));
        let work = Work::new();
        assert!(!work.take(WORK_MAX + 1) && !work.take(1));
    }

    /// Their settings take more in all: errors of the last ones are told once they are chosen.
    const READ_IN_PART: [&str; 2] = ["erlang_lock.ilv", "logical_clocks.ilv"];

    #[test]
    fn every_published_listing_takes_less_than_half_of_it_in_all_settings() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../algorithms/listings");
        let mut listings = 0;
        for file in fs::read_dir(folder).unwrap() {
            let path = file.unwrap().path();
            if path.extension().is_some_and(|it| it == "ilv") {
                let work = Work::new();
                let found = crate::check_within(&fs::read_to_string(&path).unwrap(), &work);
                assert_eq!(found, [], "{}", path.display());
                let is_whole = !READ_IN_PART.iter().any(|name| path.ends_with(name));
                assert_eq!(work.take(WORK_MAX / 2), is_whole, "{}", path.display());
                listings += 1;
            }
        }
        assert!(listings >= 10, "{listings} listings");
    }
}
