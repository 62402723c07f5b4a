//! In which order the lines of a log can have happened.

/// How many lines of each file are done.
pub type Position = Vec<u32>;

/// The lines of one file happened one after the other, and those of different files in any order.
pub struct Order {
    /// Of each file where its lines begin, and behind the last where they end.
    starts: Vec<usize>,
}

impl Order {
    /// Of files with so many lines.
    pub fn of(counts: &[usize]) -> Order {
        let mut starts = vec![0];
        for count in counts {
            starts.push(starts[starts.len() - 1] + count);
        }
        Order { starts }
    }

    pub fn start(&self) -> Position {
        vec![0; self.starts.len() - 1]
    }

    /// The lines that are done at one position and not at an earlier one.
    pub fn between(&self, before: &Position, after: &Position) -> Vec<usize> {
        let of = |file: usize| {
            self.starts[file] + before[file] as usize..self.starts[file] + after[file] as usize
        };
        (0..before.len()).flat_map(of).collect()
    }

    /// The lines that can come next, each with the position behind it.
    pub fn next(&self, position: &Position) -> Vec<(usize, Position)> {
        let mut all = Vec::new();
        for (file, done) in position.iter().enumerate() {
            let line = self.starts[file] + *done as usize;
            if line < self.starts[file + 1] {
                let mut after = position.clone();
                after[file] += 1;
                all.push((line, after));
            }
        }
        all
    }
}
