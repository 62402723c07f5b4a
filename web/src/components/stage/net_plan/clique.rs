//! Nodes that all talk to each other. The slots are nearer to the receiver.

use super::super::geometry::{point, segment};
use super::{GAP, PITCH, Plan, R, TOKEN};

/// Room for the legend.
const LEGEND: f64 = 100.0;

impl Plan {
    pub fn clique(&mut self, nodes: usize, still: bool) {
        if nodes < 3 && !still {
            self.depth = 3;
        }
        let columns = if nodes == 4 { 4.0 } else { 4.3 };
        self.token = (self.size.x / columns - 4.0).min(96.0);
        match nodes {
            0..=2 => self.pair(),
            3 => self.triangle(),
            _ => self.square(),
        }
        self.wait_straight();
        let nodes = self.nodes.clone();
        let count = nodes.len();
        let pairs = (0..count).flat_map(|a| (0..a).map(move |b| (a, b)));
        self.edges = pairs
            .map(|(a, b)| (nodes[a], nodes[b]))
            .map(|(a, b)| segment(a.toward(b, R), b.toward(a, R)))
            .collect();
        let (w, middle) = (self.size.x, self.size.x / 2.0);
        self.legend = match nodes.len() {
            2 if !still => Some(point(8.0, self.size.y - 12.0)),
            3 if self.is_wide => Some(point(8.0, 12.0)),
            _ => None,
        };
        // of two, the texts are beside the messages
        let gap = if nodes.len() == 2 { self.token / 2.0 + 6.0 } else { 4.0 };
        for &at in &nodes {
            let is_above = at.y <= nodes[0].y;
            let (left, right) = match at.x {
                x if x < middle => (4.0, middle - gap),
                x if x > middle => (middle + gap, w - 4.0),
                _ if self.is_wide => (LEGEND, w - LEGEND),
                _ => (4.0, w - 4.0),
            };
            let y = if is_above { at.y - R - 14.0 } else { at.y + R + 20.0 };
            self.text_beside(at.x, (left, right), y, is_above);
        }
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

    /// `grows` is which way messages queue up: 1 down, -1 up.
    fn channel(&mut self, from: usize, to: usize, x: f64, y: f64, grows: f64) {
        let first = point(x, y);
        let way = self.curve(from, to, first);
        self.slot_at(from, to, first, point(0.0, PITCH * grows), way);
    }

    fn pair(&mut self) {
        let (w, inset, stack) = (self.size.x, self.inset(), self.stack());
        // above the messages there is room for an alarm
        let above = stack + 2.0 * TOKEN + 2.0;
        let y = (self.text() + R + 6.0).max(above + 14.0);
        self.nodes = vec![point(inset, y), point(w - inset, y)];
        self.channel(0, 1, w * 0.5, y - TOKEN, -1.0);
        self.channel(1, 0, w * 0.5, y + TOKEN, 1.0);
        self.alarm = point(w / 2.0, y - above);
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
        self.channel(1, 0, w - high, upper, 1.0);
        self.channel(0, 1, w - low, lower, -1.0);
        self.channel(2, 0, high, upper, 1.0);
        self.channel(0, 2, low, lower, -1.0);
        self.channel(2, 1, w * 0.62, bottom, -1.0);
        self.channel(1, 2, w * 0.38, bottom, -1.0);
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
        self.channel(1, 0, near_left, top, 1.0);
        self.channel(0, 1, near_right, top, 1.0);
        self.channel(2, 3, near_left, bottom, -1.0);
        self.channel(3, 2, near_right, bottom, -1.0);
        self.channel(3, 0, left, upper, 1.0);
        self.channel(0, 3, left, lower, -1.0);
        self.channel(2, 1, right, upper, 1.0);
        self.channel(1, 2, right, lower, -1.0);
        self.channel(2, 0, near_left, upper, 1.0);
        self.channel(0, 2, near_right, lower, -1.0);
        self.channel(3, 1, near_right, upper, 1.0);
        self.channel(1, 3, near_left, lower, -1.0);
        self.alarm = point(w / 2.0, f64::midpoint(upper + stack, lower - stack));
        self.size.y = bottom + R + 10.0 + self.text();
    }
}
