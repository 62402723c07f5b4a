//! What somebody sends to itself leaves its disc and comes back to it, on a side where nothing else stands.

use super::{Label, Plan, Side, message_slots};
use crate::geometry::{Curve, Point, Rect, point};

/// Between a message and the disc of who sends it to itself: a halo may be in between, or the upper edge of a ticket.
pub(super) const APART: f64 = 15.0;
/// Above, to the left, to the right, below.
const SIDES: [Point; 4] = [point(0.0, -1.0), point(-1.0, 0.0), point(1.0, 0.0), point(0.0, 1.0)];

impl Plan {
    /// Finds the side of each loop.
    pub(super) fn place_loops(&mut self) {
        if !self.bands.is_empty() {
            return;
        }
        let all = 0..self.homes.len();
        let disc = |at: &Point| Rect::around(*at, 2.0 * self.r, 2.0 * self.r);
        let discs: Vec<Rect> = self.homes.iter().map(disc).collect();
        let labels: Vec<Rect> = all.clone().map(|it| self.label_area(it)).collect();
        let whole = Rect { x: 0.0, y: 0.0, w: self.room.w, h: self.room.h };
        let side = |process: usize| {
            let free = SIDES.into_iter().find(|side| {
                let pill = self.loop_pill(self.homes[process], *side);
                let is_inside = whole.joined(&pill) == whole;
                is_inside && !discs.iter().chain(&labels).any(|disc| disc.overlaps(&pill))
            });
            free.unwrap_or(SIDES[0])
        };
        self.loops = all.map(side).collect();
    }

    /// The way of what a process sends to itself.
    pub(super) fn loop_from(&self, process: usize, at: Point) -> Curve {
        let side = self.loops.get(process).copied().unwrap_or(SIDES[0]);
        let middle = self.loop_pill(at, side).center();
        let spot = |out: f64, across: f64| {
            point(at.x + side.x * out - side.y * across, at.y + side.y * out + side.x * across)
        };
        let (out, across) = (self.r * 0.8, self.r * 0.6);
        // a quadratic curve goes half as far as its control point
        let by = spot(2.0 * middle.distance(at) - out, 0.0);
        Curve { from: spot(out, -across), by, to: spot(out, across) }
    }

    fn loop_pill(&self, at: Point, side: Point) -> Rect {
        let (w, h) = (message_slots::width_of(&self.sizes), self.sizes.pill);
        let out = self.r + APART + if side.x == 0.0 { h / 2.0 } else { w / 2.0 };
        Rect::around(point(at.x + side.x * out, at.y + side.y * out), w, h)
    }

    /// Where words may stand beside a process.
    fn label_area(&self, process: usize) -> Rect {
        let (at, Label { side, width, lines }) = (self.homes[process], self.labels[process]);
        let (apart, h) = (self.r + 14.0, self.sizes.line * lines as f64);
        let (x, y) = match side {
            Side::Right => (at.x + apart, at.y - h / 2.0),
            Side::Left => (at.x - apart - width, at.y - h / 2.0),
            Side::Below => (at.x - width / 2.0, at.y + apart),
            Side::Above => (at.x - width / 2.0, at.y - apart - h),
        };
        Rect { x, y, w: width, h }
    }
}
