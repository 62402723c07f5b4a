//! Arrays that belong together: the columns of a table, an array and its locks.

use super::{CAPTION, LOCK, NODE, PINS, WHOLE};
use catalog::{ArrayView, Shape};

/// So many levels of a tree have room; what is farther down stands on the last one.
const LEVELS: usize = 5;

pub struct Block {
    pub arrays: Vec<usize>,
    pub shape: Shape,
    /// How many cells are side by side.
    pub columns: usize,
    /// How many arrays make a word or a node together.
    pub parts: usize,
    /// How many are one below the other.
    pub lines: usize,
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
                Shape::Column => last.shape == it.shape,
                Shape::Part | Shape::Tree => last.shape == it.shape && last.len == len,
                Shape::Row | Shape::Word => false,
            });
            if let Some(last) = last {
                last.arrays.push(index);
                last.has_whole |= it.whole.is_some();
                match it.shape {
                    Shape::Locks => last.has_locks |= last.shape != Shape::Tree,
                    Shape::Column => {
                        last.columns += 1;
                        last.lines = last.lines.max(len);
                        last.len = len;
                    }
                    _ => last.parts += 1,
                }
                continue;
            }
            let (columns, lines) = match it.shape {
                Shape::Column => (1, len),
                Shape::Tree => (len, len.min(LEVELS)),
                _ => (len, 1),
            };
            blocks.push(Block {
                arrays: vec![index],
                shape: it.shape,
                columns,
                parts: 1,
                lines,
                has_locks: false,
                has_whole: it.whole.is_some(),
                len,
            });
        }
        blocks
    }

    /// The array whose locks or nodes the `nth` one has part in, or itself.
    pub fn host(&self, arrays: &[ArrayView], nth: usize) -> usize {
        if self.shape == Shape::Tree {
            return self.arrays[0];
        }
        let before = self.arrays[..=nth].iter().rev();
        let mut hosts = before.filter(|it| nth == 0 || arrays[**it].shape != Shape::Locks);
        hosts.next().copied().unwrap_or(self.arrays[nth])
    }

    /// From one line to the next; `h` is the height of a cell.
    pub fn pitch(&self, h: f64) -> f64 {
        let below = if self.has_locks { LOCK + 2.0 } else { 0.0 };
        PINS + if self.shape == Shape::Tree { NODE + 10.0 } else { h + below + CAPTION }
    }

    /// How far below the first node each one hangs; none where it does not.
    pub fn levels(&self, arrays: &[ArrayView]) -> Vec<Option<usize>> {
        let mut levels = vec![None; self.columns];
        let mut reached = vec![0];
        levels[0] = Some(0);
        let mut at = 0;
        while at < reached.len() {
            let node = reached[at];
            for &array in &self.arrays {
                let child = arrays[array].cells[node].points_to.map(|it| usize::from(it.index));
                if let Some(child) = child.filter(|it| levels[*it].is_none()) {
                    levels[child] = levels[node].map(|it| it + 1);
                    reached.push(child);
                }
            }
            at += 1;
        }
        levels
    }

    pub fn height(&self, h: f64) -> f64 {
        self.pitch(h) * self.lines as f64 + if self.has_whole { WHOLE } else { 0.0 }
    }
}
