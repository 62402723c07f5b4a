//! Pools: a box for each cell, and above them what points there from outside.

use super::cells::{Cells, GAP};
use super::name;
use crate::geometry::{Rect, point};
use crate::scene::Anchor;
use crate::text;

/// How many rows of cells a pool is high.
pub const ROWS: f64 = BOX + SAG;
const BOX: f64 = 1.5;
/// The room for pointers from cell to cell.
const SAG: f64 = 0.7;
/// And what points there from outside.
pub const ROOTS: f64 = 0.9;
/// Over a box, for the upper half of what is pinned to it.
const PIN: f64 = 10.0;

impl Cells<'_> {
    /// Side by side, each with its name on the left.
    pub fn roots(&mut self, arrays: &[usize]) {
        let sizes = self.plan.sizes;
        let cells: usize = arrays.iter().map(|&array| self.array(array).cells.len()).sum();
        let room_for = |name: &str| text::width(name, sizes.small, true) + 10.0;
        let names: f64 = arrays.iter().map(|&array| room_for(self.array(array).name)).sum();
        let gaps = 16.0 * (arrays.len() - 1) as f64;
        let pitch = (self.plan.room.w - 8.0 - names - gaps) / cells as f64;
        let pitch = pitch.clamp(20.0, 130.0);
        let mut x = (self.plan.room.w - names - gaps - pitch * cells as f64) / 2.0;
        let h = (self.cell * ROOTS - GAP).clamp(22.0, 56.0);
        for &array in arrays {
            let shown = self.array(array);
            let (count, title) = (shown.cells.len(), shown.name);
            x += room_for(title);
            let at = point(x - 8.0, self.y + h / 2.0);
            self.plan.names.push(name(at, Anchor::End, title));
            for index in 0..count {
                let rect = Rect { x, y: self.y, w: pitch - 4.0, h };
                self.plan.cells[array][index] = rect;
                x += pitch;
            }
            x += 16.0;
        }
        self.y += self.cell * ROOTS;
    }

    /// What a cell is at the top of its box, and its fields under that, side by side.
    pub fn pool(&mut self, arrays: &[usize]) {
        let Some((&is, fields)) = arrays.split_last() else { return };
        let count = self.array(is).cells.len();
        let (left, pitch) = self.strip(count);
        let pitch = pitch.min(190.0);
        let left = left.max((self.plan.room.w - pitch * count as f64) / 2.0);
        let top = self.y + PIN;
        let h = (self.cell * BOX - GAP - PIN).clamp(40.0, 150.0);
        let head = if fields.is_empty() { h } else { (h * 0.42).min(48.0) };
        for index in 0..count {
            let x = left + pitch * index as f64 + 4.0;
            let rect = Rect { x, y: top, w: pitch - 8.0, h };
            self.plan.boxes.push(rect);
            self.plan.cells[is][index] = Rect { h: head, ..rect }.grown(-3.0);
            let w = rect.w / fields.len().max(1) as f64;
            for (column, &field) in fields.iter().enumerate() {
                let x = rect.x + w * column as f64;
                let rect = Rect { x, y: top + head - 3.0, w, h: h - head + 3.0 };
                self.plan.cells[field][index] = rect.grown(-3.0);
            }
        }
        let end = self.y + self.cell * ROWS;
        self.plan.sag = (end - top - h).clamp(12.0, 90.0);
        let fields: Vec<&str> = fields.iter().map(|&field| self.array(field).name).collect();
        let title = match &fields[..] {
            [] => self.array(is).name.to_owned(),
            fields => format!("{}: {}", self.array(is).name, fields.join(", ")),
        };
        let letters = text::letters(pitch * count as f64, self.plan.sizes.small, true);
        let at = point(left + 6.0, top + h + self.plan.sag + self.title / 2.0);
        self.plan.names.push(name(at, Anchor::Start, text::cut(&title, letters)));
        self.y = end + self.title;
    }
}
