//! Arrays as rows of cells: one cell in each process's column, or a strip.

use super::{Plan, name};
use crate::geometry::{Rect, point};
use crate::scene::Anchor;
use crate::text;
use catalog::View;

/// Between two rows.
pub const GAP: f64 = 8.0;

/// Arrays by the rows that they stand in.
pub struct Rows {
    rows: Vec<Vec<usize>>,
    columns: usize,
}

impl Rows {
    /// An array with a cell for each process has a row for itself; single variables share one.
    pub fn of(view: &View, columns: usize) -> Rows {
        let mut rows: Vec<Vec<usize>> = Vec::new();
        let mut room = 0;
        for (index, array) in view.arrays.iter().enumerate() {
            let cells = array.cells.len();
            match rows.last_mut() {
                Some(row) if !array.owned && cells <= room => row.push(index),
                _ => {
                    rows.push(vec![index]);
                    room = if array.owned { 0 } else { columns.max(3) };
                }
            }
            room = room.saturating_sub(cells);
        }
        Rows { rows, columns }
    }

    pub fn count(&self) -> usize {
        self.rows.len()
    }

    /// Names stand above the cells where there is no gutter, and where several share a row.
    fn title(row: &[usize], title: f64, gutter: f64) -> f64 {
        if gutter == 0.0 || row.len() == 1 { title } else { title.max(17.0) }
    }

    pub fn height(&self, cell: f64, title: f64, gutter: f64) -> f64 {
        let rows = self.rows.iter();
        rows.map(|row| cell + GAP + Rows::title(row, title, gutter)).sum::<f64>() + GAP / 2.0
    }

    /// Puts the rows one below the other; `first` is the first one without its title.
    pub fn place(&self, plan: &mut Plan, view: &View, first: Rect, title: f64) {
        let sizes = plan.sizes;
        plan.cells =
            view.arrays.iter().map(|array| vec![Rect::default(); array.cells.len()]).collect();
        let mut y = first.y;
        for row in &self.rows {
            let title = Rows::title(row, title, first.x);
            y += title;
            let cells: usize = row.iter().map(|&it| view.arrays[it].cells.len()).sum();
            let is_owned = row.iter().all(|&it| view.arrays[it].owned);
            let count = if is_owned { cells } else { cells.max(self.columns.min(3)) }.max(1);
            let pitch = first.w / count as f64;
            // a strip stands in the middle
            let mut x = first.x + (first.w - pitch * cells as f64) / 2.0;
            for &array in row {
                let shown = &view.arrays[array];
                let start = x;
                for index in 0..shown.cells.len() {
                    plan.cells[array][index] = Rect { x: x + 4.0, y, w: pitch - 8.0, h: first.h };
                    x += pitch;
                }
                if title > 0.0 {
                    let letters = text::letters(x - start - 8.0, sizes.small, true);
                    let at = point(start + 5.0, y - title / 2.0 - 1.0);
                    plan.names.push(name(at, Anchor::Start, text::cut(shown.name, letters)));
                } else {
                    let letters = text::letters(first.x - 14.0, sizes.small, true);
                    let at = point(first.x - 12.0, y + first.h / 2.0);
                    plan.names.push(name(at, Anchor::End, text::cut(shown.name, letters)));
                }
            }
            y += first.h + GAP;
        }
    }
}
