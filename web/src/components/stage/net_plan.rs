//! Where things stand when nodes talk to each other. Every channel has a slot of its own in which
//! its messages queue up; so no message ever covers another.

mod clique;
mod ring;
mod sides;

pub use sides::{NAME, WIDE};

use super::geometry::{Arrow, Point, Rect, point};
use super::parts::LINE;
use catalog::Stage;

#[derive(Default)]
pub struct Plan {
    pub size: Point,
    /// The middles of those that are drawn as circles.
    pub nodes: Vec<Point>,
    /// Radius of a circle.
    pub r: f64,
    /// From a circle's middle down to that of its ticket.
    pub ticket: f64,
    /// Those that come after them: a server, or replicas.
    pub boxes: Vec<Rect>,
    /// The lines on which messages travel, in use or not.
    pub edges: String,
    /// Where it is said that too many are in the critical section.
    pub alarm: Point,
    pub alarm_room: f64,
    /// Where it is said what a dashed arrow means, if there is room.
    pub legend: Option<Point>,
    /// The most that a message may be wide.
    pub token: f64,
    /// How many messages of a channel there is room for.
    pub depth: usize,
    /// How many lines of text a node has room for.
    pub lines: usize,
    /// The text of nodes is not beside them.
    pub is_listed: bool,
    is_wide: bool,
    texts: Vec<Text>,
    slots: Vec<Slot>,
    waits: Vec<(usize, usize, Arrow)>,
}

pub const R: f64 = 22.0;
pub const TOKEN: f64 = 24.0;
const PITCH: f64 = TOKEN + 2.0;
/// How far the two directions of an edge keep to their right.
const SIDE: f64 = 5.0;
/// Between one slot's room and the next.
const GAP: f64 = 10.0;
/// Room above a picture for an alarm and a legend.
const HEAD: f64 = 22.0;

/// Room for the messages of a channel; where two slots begin at the same place they are one.
pub struct Slot {
    from: usize,
    to: usize,
    /// The middle of the message that comes first.
    pub first: Point,
    /// From one message to the next.
    step: Point,
    /// The messages' way.
    pub way: Arrow,
}

/// Room for the text of a node.
struct Text {
    /// Where its middle would be, and how far to the left and right it may reach.
    x: f64,
    left: f64,
    right: f64,
    /// The middle of the line that is next to the node.
    y: f64,
    is_above: bool,
}

impl Plan {
    pub fn new(stage: Stage, width: f64, processes: usize, replicas: usize, still: bool) -> Plan {
        let is_wide = width >= 470.0;
        let mut plan = Plan {
            size: point(width, 0.0),
            r: R,
            ticket: R + 2.0,
            alarm: point(width / 2.0, 12.0),
            alarm_room: width,
            depth: if still { 1 } else { 2 },
            lines: if is_wide { 2 } else { 3 },
            is_wide,
            ..Plan::default()
        };
        match stage {
            Stage::Ring => plan.ring(processes),
            Stage::ClientServer => plan.client_server(processes),
            Stage::Replicas => plan.replicas(processes, replicas, still),
            _ => plan.clique(processes, still),
        }
        plan
    }

    /// The height of a node's text.
    fn text(&self) -> f64 {
        LINE * self.lines as f64 + 6.0
    }

    /// Where a message's journey begins.
    pub fn home(&self, node: usize) -> Point {
        let beside = |it: &Rect| point(it.x, it.center().y);
        let circles = self.nodes.len();
        let found = self.nodes.get(node).copied();
        found.or_else(|| self.boxes.get(node.wrapping_sub(circles)).map(beside)).unwrap_or_default()
    }

    pub fn slot(&self, from: u8, to: u8) -> Option<&Slot> {
        self.slots.iter().find(|it| (it.from, it.to) == (from.into(), to.into()))
    }

    /// From one who waits to the one it waits for.
    pub fn wait(&self, from: usize, to: usize) -> Option<&Arrow> {
        self.waits.iter().find(|it| (it.0, it.1) == (from, to)).map(|it| &it.2)
    }

    /// How wide the lines of a node's text may be.
    pub fn text_room(&self, node: usize) -> f64 {
        self.texts[node].right - self.texts[node].left
    }

    /// The middle of the first line of a node's text, of which the widest is so wide.
    pub fn text_at(&self, node: usize, lines: usize, widest: f64) -> Point {
        let it = &self.texts[node];
        let block = LINE * lines.saturating_sub(1) as f64;
        let half = widest / 2.0;
        // not `clamp`, which would bring along all that writes numbers with a point
        let x = it.x.min(it.right - half).max(it.left + half);
        point(x, if it.is_above { it.y - block } else { it.y })
    }

    /// Where a node shows what it holds: across from its text.
    pub fn held(&self, node: usize) -> Rect {
        let at = self.nodes[node];
        let down = if self.texts[node].is_above { self.r + 4.0 } else { -self.r - 4.0 };
        Rect::around(point(at.x, at.y + down), self.token, TOKEN)
    }

    fn slot_at(&mut self, from: usize, to: usize, first: Point, step: Point, way: Arrow) {
        self.slots.push(Slot { from, to, first, step, way });
    }

    /// Around `x` if possible, and not beyond left and right.
    fn text_beside(&mut self, x: f64, (left, right): (f64, f64), y: f64, is_above: bool) {
        self.texts.push(Text { x, left, right, y, is_above });
    }

    /// A way from one circle to another, or back to the same one, that passes through `by`.
    fn curve(&self, from: usize, to: usize, by: Point) -> Arrow {
        let (mut a, mut b) = (self.nodes[from], self.nodes[to]);
        if from == to {
            // as if from one side of it to the other
            let side = point(a.x + a.y - by.y, a.y + by.x - a.x);
            (a, b) = (a.toward(side, -GAP), a.toward(side, GAP));
        }
        let length = a.distance(b);
        let along = point((b.x - a.x) / length, (b.y - a.y) / length);
        // each direction keeps to its right
        let beside = |it: Point| point(it.x - along.y * SIDE, it.y + along.x * SIDE);
        let (a, b) = (beside(a), beside(b));
        // the quadratic curve that passes through the slot where the slot is beside the edge
        let t = ((by.x - a.x) * along.x + (by.y - a.y) * along.y) / length;
        let t = t.clamp(0.3, 0.7);
        let control = |s: f64, a: f64, b: f64| {
            (s - (1.0 - t) * (1.0 - t) * a - t * t * b) / (2.0 * t * (1.0 - t))
        };
        let by = point(control(by.x, a.x, b.x), control(by.y, a.y, b.y));
        Arrow::curved(a.toward(by, self.r), by, b.toward(by, self.r + 3.0))
    }

    /// Who waits for whom, straight from circle to circle and a little to the right.
    fn wait_straight(&mut self) {
        let nodes = &self.nodes;
        for (from, &a) in nodes.iter().enumerate() {
            for (to, &b) in nodes.iter().enumerate().filter(|(to, _)| *to != from) {
                let near = a.toward(b, 2.5);
                let beside = |it: Point| point(it.x + a.y - near.y, it.y + near.x - a.x);
                let (start, end) = (a.toward(b, self.r + 3.0), b.toward(a, self.r + 4.0));
                self.waits.push((from, to, Arrow::straight(beside(start), beside(end))));
            }
        }
    }
}

impl Slot {
    /// Where the message that is `nth` on its channel stands.
    pub fn place(&self, nth: usize) -> Point {
        let nth = nth as f64;
        point(self.first.x + self.step.x * nth, self.first.y + self.step.y * nth)
    }
}

#[cfg(test)]
mod tests;
