//! Pointers to the cells of a pool: from cell to cell, from outside, and those that processes hold.

use super::Drawing;
use crate::geometry::{Curve, Point, Rect, point};
use crate::scene::{Anchor, Part, Scene, Shape, frame, words};
use crate::text;
use catalog::{CellView, Shape as Form};

/// The part of a box, from the left, over which pins may lie; pointers from outside end right of it.
const PINNED: f64 = 0.66;
const PIN: f64 = 17.0;

impl Drawing<'_> {
    /// From cell to cell a pointer hangs below, the deeper the further it leads.
    pub(super) fn to_cell(&self, shape: Form, from: &Rect, node: &Rect) -> Curve {
        if shape == Form::Root {
            let start = point(from.center().x, from.bottom());
            let end = point(node.x + node.w * 0.82, node.y - 3.0);
            let by = point(end.x, f64::midpoint(start.y, end.y));
            return Curve { from: start, by, to: end };
        }
        let start = point(from.center().x, from.bottom() + 2.0);
        let side = node.w * 0.22;
        let far = (node.center().x - start.x).abs();
        let end_x = match () {
            () if far < node.w / 2.0 => node.x + node.w * 0.12,
            () if node.center().x > start.x => node.center().x - side,
            () => node.center().x + side,
        };
        let end = point(end_x, node.bottom() + 4.0);
        let part = 0.4 + 0.6 * (far / self.plan.room.w.max(1.0)).min(1.0);
        let by = point(f64::midpoint(start.x, end.x), start.y + 2.0 * self.plan.sag * part);
        Curve { from: start, by, to: end }
    }

    /// The number of a cell, and what it is where there is room.
    pub(super) fn state_of_cell(&self, index: usize, cell: &CellView, room: f64) -> String {
        let whole = format!("{index} {}", cell.value);
        match text::width(&whole, self.plan.sizes.small, true) <= room - 6.0 {
            true => whole,
            false => index.to_string(),
        }
    }

    /// To a box is pinned who holds a pointer to it, by the name of the variable where there is room.
    pub(super) fn held_cells(&self, scene: &mut Scene) {
        let view = &self.shown().view;
        let mut part = Part::default();
        for node in &self.plan.boxes {
            let is_here = |cell| {
                let at = self.plan.cell(view, cell).map(|rect| rect.center());
                at.is_some_and(|at| Rect::around(at, 1.0, 1.0).overlaps(node))
            };
            let all = view.processes.iter().enumerate();
            let held: Vec<(usize, &str)> = all
                .flat_map(|(process, it)| it.points.iter().map(move |point| (process, point)))
                .filter(|(_, (_, cell))| is_here(*cell))
                .map(|(process, (name, _))| (process, *name))
                .collect();
            self.pins(&held, node, &mut part);
        }
        scene.parts.push(part);
    }

    /// Those that hold a pointer to a box, along its upper edge.
    fn pins(&self, held: &[(usize, &str)], node: &Rect, part: &mut Part) {
        let room = node.w * PINNED;
        let named: Vec<(usize, String)> = held.iter().map(|it| (it.0, it.1.to_owned())).collect();
        let whole = |all: &[(usize, String)]| all.iter().map(|it| width(&it.1) + 3.0).sum::<f64>();
        let pins = if whole(&named) <= room {
            named
        } else {
            // each process once, by what its disc says
            let mut all: Vec<(usize, String)> =
                held.iter().map(|it| (it.0, self.tag(it.0))).collect();
            all.dedup();
            all
        };
        let mut x = node.x + 4.0;
        for (process, text) in pins {
            let w = width(&text);
            part.shapes.extend(pin(process, text, point(x + w / 2.0, node.y - 1.0), w));
            x += w + 3.0;
        }
    }
}

fn width(words: &str) -> f64 {
    (text::width(words, 12.0, true) + 8.0).max(PIN)
}

fn pin(process: usize, text: String, at: Point, w: f64) -> [Shape; 2] {
    [
        frame("ticket", Rect::around(at, w, PIN), 5.0).ink(process),
        words("ticket-text mono", at, Anchor::Middle, 12.0, text),
    ]
}
