//! Arrays that belong together: the columns of a table, an array and its locks.

use super::{CAPTION, LOCK, NODE, PINS, WHOLE};
use catalog::{ArrayView, Shape};

pub struct Block {
    pub arrays: Vec<usize>,
    pub shape: Shape,
    /// How many cells are side by side.
    pub columns: usize,
    /// How many are one below the other.
    lines: usize,
    pub has_locks: bool,
    has_whole: bool,
    /// How many elements the array has that may be followed by its locks.
    len: usize,
}

impl Block {
    pub fn all(arrays: &[ArrayView]) -> Vec<Block> {
        let mut blocks: Vec<Block> = Vec::new();
        for (index, it) in arrays.iter().enumerate() {
            let len = it.cells.len();
            if len == 0 {
                continue;
            }
            let last = blocks.last_mut().filter(|last| match it.shape {
                Shape::Locks => last.len == len,
                shape => shape == Shape::Column && last.shape == shape,
            });
            if let Some(last) = last {
                last.arrays.push(index);
                last.has_whole |= it.whole.is_some();
                if it.shape == Shape::Locks {
                    last.has_locks |= last.shape != Shape::Tree;
                } else {
                    last.columns += 1;
                    last.lines = last.lines.max(len);
                    last.len = len;
                }
                continue;
            }
            let (columns, lines) = match it.shape {
                Shape::Column => (1, len),
                Shape::Tree => {
                    let (level, _) = node(len - 1);
                    (1 << level, level as usize + 1)
                }
                _ => (len, 1),
            };
            blocks.push(Block {
                arrays: vec![index],
                shape: it.shape,
                columns,
                lines,
                has_locks: false,
                has_whole: it.whole.is_some(),
                len,
            });
        }
        blocks
    }

    /// The array whose locks the `nth` one is, or itself.
    pub fn host(&self, arrays: &[ArrayView], nth: usize) -> usize {
        let before = self.arrays[..=nth].iter().rev();
        let mut hosts = before.filter(|it| nth == 0 || arrays[**it].shape != Shape::Locks);
        hosts.next().copied().unwrap_or(self.arrays[nth])
    }

    /// From one line to the next; `h` is the height of a cell.
    pub fn pitch(&self, h: f64) -> f64 {
        let below = if self.has_locks { LOCK + 2.0 } else { 0.0 };
        PINS + if self.shape == Shape::Tree { NODE + 10.0 } else { h + below + CAPTION }
    }

    pub fn height(&self, h: f64) -> f64 {
        self.pitch(h) * self.lines as f64 + if self.has_whole { WHOLE } else { 0.0 }
    }
}

/// The level of a node, counted from the root, and its place there.
pub fn node(index: usize) -> (u32, usize) {
    let level = (index + 1).ilog2();
    (level, index + 1 - (1 << level))
}
