//! Where things stand when nodes talk to each other. Every channel has a slot of its own, nearer
//! to the receiver, in which its messages are stacked; so no message ever covers another.

use super::geometry::{Arrow, Point, Rect, point, segment};

pub struct Plan {
    pub size: Point,
    pub nodes: Vec<Point>,
    /// Where it is said that too many are in the critical section.
    pub alarm: Point,
    /// Width of a message.
    pub token: f64,
    /// How many messages of a channel there is room for.
    pub depth: usize,
    /// How many lines of text a node has room for.
    pub lines: usize,
    is_wide: bool,
    slots: Vec<Slot>,
}

pub const R: f64 = 22.0;
pub const TOKEN: f64 = 24.0;
pub const LINE: f64 = 14.0;
const PITCH: f64 = TOKEN + 2.0;
/// How far the two directions of an edge keep to their right.
const SIDE: f64 = 5.0;
/// Between one slot's room and the next.
const GAP: f64 = 10.0;

#[derive(Clone, Copy)]
struct Slot {
    from: usize,
    to: usize,
    /// The middle of the message that comes first.
    first: Point,
    /// Which way the others queue up: 1 down, -1 up.
    grows: f64,
}

impl Plan {
    pub fn new(width: f64, nodes: usize, still: bool) -> Plan {
        let is_wide = width >= 470.0;
        let depth = match nodes {
            _ if still => 1,
            0..3 => 3,
            _ => 2,
        };
        let lines = if is_wide { 2 } else { 3 };
        let columns = if nodes == 4 { 4.0 } else { 4.3 };
        let mut plan = Plan {
            size: point(width, 0.0),
            nodes: Vec::new(),
            alarm: point(width / 2.0, 0.0),
            token: (width / columns - 4.0).min(96.0),
            depth,
            lines,
            is_wide,
            slots: Vec::new(),
        };
        match nodes {
            0..=2 => plan.pair(),
            3 => plan.triangle(),
            _ => plan.square(),
        }
        plan
    }

    /// The height of a node's text.
    fn text(&self) -> f64 {
        LINE * self.lines as f64 + 6.0
    }

    /// The height of a slot from the middle of its first message to that of its last.
    fn stack(&self) -> f64 {
        PITCH * (self.depth - 1) as f64
    }

    /// How far a node's middle is from the left or right border.
    fn inset(&self) -> f64 {
        let part = if self.is_wide { 0.16 } else { 0.125 };
        (self.size.x * part).max(R + 14.0)
    }

    fn slot(&mut self, from: usize, to: usize, x: f64, y: f64, grows: f64) {
        self.slots.push(Slot { from, to, first: point(x, y), grows });
    }

    fn pair(&mut self) {
        let (w, inset, stack) = (self.size.x, self.inset(), self.stack());
        let y = (self.text() + R + 6.0).max(stack + TOKEN + 16.0);
        self.nodes = vec![point(inset, y), point(w - inset, y)];
        self.slot(0, 1, w * 0.5, y - TOKEN, -1.0);
        self.slot(1, 0, w * 0.5, y + TOKEN, 1.0);
        self.alarm = point(w / 2.0, y - TOKEN - stack - TOKEN - 2.0);
        self.size.y = y + (stack + TOKEN * 1.5).max(R + 12.0) + 6.0;
    }

    fn triangle(&mut self) {
        let (w, inset, stack) = (self.size.x, self.inset(), self.stack());
        let top = self.text() + R + 4.0;
        let upper = top + R + 8.0 + TOKEN / 2.0;
        let lower = upper + stack + PITCH + GAP + stack;
        let bottom = lower + TOKEN / 2.0 + R + 12.0;
        self.nodes = vec![point(w / 2.0, top), point(w - inset, bottom), point(inset, bottom)];
        // outside the edge, as far as the picture allows
        let side = |y: f64| {
            let edge = w / 2.0 - (w / 2.0 - inset) * (y - top) / (bottom - top);
            (edge - self.token / 2.0 - 14.0).max(self.token / 2.0 + 3.0)
        };
        let (high, low) = (side(upper + stack), side(lower));
        self.slot(1, 0, w - high, upper, 1.0);
        self.slot(0, 1, w - low, lower, -1.0);
        self.slot(2, 0, high, upper, 1.0);
        self.slot(0, 2, low, lower, -1.0);
        self.slot(2, 1, w * 0.62, bottom, -1.0);
        self.slot(1, 2, w * 0.38, bottom, -1.0);
        self.alarm = point(w / 2.0, upper + stack / 2.0 + 16.0);
        self.size.y = bottom + R + 10.0 + self.text();
    }

    fn square(&mut self) {
        let (w, stack) = (self.size.x, self.stack());
        let top = self.text() + R + 4.0;
        // clear of the messages above, and of the nodes' tickets
        let upper = top + (stack + PITCH + GAP).max(R + TOKEN / 2.0 + 14.0);
        let lower = upper + stack + PITCH + GAP * 2.0 + stack;
        let bottom = lower + (stack + PITCH + GAP).max(R + TOKEN / 2.0 + 4.0);
        let (left, right) = (self.inset(), w - self.inset());
        let (near_left, near_right) = (w * 0.375, w * 0.625);
        self.nodes =
            vec![point(left, top), point(right, top), point(right, bottom), point(left, bottom)];
        self.slot(1, 0, near_left, top, 1.0);
        self.slot(0, 1, near_right, top, 1.0);
        self.slot(2, 3, near_left, bottom, -1.0);
        self.slot(3, 2, near_right, bottom, -1.0);
        self.slot(3, 0, left, upper, 1.0);
        self.slot(0, 3, left, lower, -1.0);
        self.slot(2, 1, right, upper, 1.0);
        self.slot(1, 2, right, lower, -1.0);
        self.slot(2, 0, near_left, upper, 1.0);
        self.slot(0, 2, near_right, lower, -1.0);
        self.slot(3, 1, near_right, upper, 1.0);
        self.slot(1, 3, near_left, lower, -1.0);
        self.alarm = point(w / 2.0, f64::midpoint(upper + stack, lower - stack));
        self.size.y = bottom + R + 10.0 + self.text();
    }

    fn find(&self, from: usize, to: usize) -> Option<&Slot> {
        self.slots.iter().find(|it| (it.from, it.to) == (from, to))
    }

    /// Where it is said how many more there are on a channel: beyond the last that is shown.
    pub fn beyond(&self, from: usize, to: usize) -> f64 {
        self.find(from, to).map_or(1.0, |it| it.grows)
    }

    /// Where the message that is `nth` on its channel stands.
    pub fn token(&self, from: usize, to: usize, nth: usize) -> Option<Rect> {
        let slot = self.find(from, to)?;
        let y = slot.first.y + slot.grows * PITCH * nth.min(self.depth - 1) as f64;
        Some(Rect::around(point(slot.first.x, y), self.token, TOKEN))
    }

    /// The way of a channel's messages, through its slot.
    pub fn channel(&self, from: usize, to: usize) -> Option<Arrow> {
        let (a, b, s) = (self.nodes[from], self.nodes[to], self.find(from, to)?.first);
        let length = a.distance(b);
        let along = point((b.x - a.x) / length, (b.y - a.y) / length);
        // each direction keeps to its right
        let beside = |it: Point| point(it.x - along.y * SIDE, it.y + along.x * SIDE);
        let (a, b) = (beside(a), beside(b));
        // the quadratic curve that passes through the slot where the slot is beside the edge
        let t = ((s.x - a.x) * along.x + (s.y - a.y) * along.y) / length;
        let t = t.clamp(0.3, 0.7);
        let control = |s: f64, a: f64, b: f64| {
            (s - (1.0 - t) * (1.0 - t) * a - t * t * b) / (2.0 * t * (1.0 - t))
        };
        let by = point(control(s.x, a.x, b.x), control(s.y, a.y, b.y));
        Some(Arrow::curved(a.toward(by, R), by, b.toward(by, R + 3.0)))
    }

    /// The lines between all nodes.
    pub fn edges(&self) -> String {
        let nodes = &self.nodes;
        let pairs = (0..nodes.len()).flat_map(|a| (0..a).map(move |b| (a, b)));
        pairs.map(|(a, b)| segment(nodes[a], nodes[b])).collect()
    }

    /// How wide the lines of a node's text may be.
    pub fn text_room(&self, node: usize) -> f64 {
        let at = self.nodes[node];
        if at.x == self.size.x / 2.0 { self.size.x - 8.0 } else { self.size.x / 2.0 - 8.0 }
    }

    /// The middle of the first line of a node's text, of which the widest is so wide.
    pub fn text_at(&self, node: usize, lines: usize, widest: f64) -> Point {
        let at = self.nodes[node];
        let is_above = at.y <= self.nodes[0].y;
        let block = LINE * lines.saturating_sub(1) as f64;
        let y = if is_above { at.y - R - 14.0 - block } else { at.y + R + 20.0 };
        let half = (widest / 2.0 + 4.0).min(self.size.x / 2.0);
        // not `clamp`, which would bring along all that writes numbers with a point
        point(at.x.min(self.size.x - half).max(half), y)
    }
}

#[cfg(test)]
mod tests;
