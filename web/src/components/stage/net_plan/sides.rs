//! Clients on the left, and boxes on the right that they talk to and that do not talk to each
//! other: a server, or the replicas of a store. Messages queue up side by side.

use super::super::geometry::{Arrow, Point, Rect, point, segment, short};
use super::{GAP, HEAD, LINE, PITCH, Plan, R, TOKEN};

/// From a client's middle to its two rows of messages.
const ROW: f64 = TOKEN / 2.0 + 3.0;
/// Room for the head of an arrow.
const TIP: f64 = 14.0;
/// Room for a replica's name.
pub const NAME: f64 = 20.0;
/// So wide is a replica where there is room.
pub const WIDE: f64 = 150.0;
/// A message that is cut to less says little.
const LEGIBLE: f64 = 64.0;
/// Radius of a client where it is narrow.
const SMALL: f64 = 15.0;

impl Plan {
    /// The server comes after its clients.
    pub fn client_server(&mut self, processes: usize) {
        let (w, clients) = (self.size.x, processes.saturating_sub(1).max(1));
        let wide = (w * 0.27).clamp(112.0, 190.0);
        let (x, left) = (if self.is_wide { 64.0 } else { R + 14.0 }, w - wide - 2.0);
        self.lines = 2;
        let first = HEAD + ROW + TOKEN / 2.0 + 2.0;
        let pitch = ROW + TOKEN / 2.0 + R + 14.0 + self.text();
        self.fit_tokens(left - TIP - x - R - 2.0, 84.0);
        let step = self.token + 4.0;
        for client in 0..clients {
            let y = first + pitch * client as f64;
            self.nodes.push(point(x, y));
            let below = y + R + 20.0;
            self.text_beside(x, (2.0, left - 8.0), below, false);
            let ends = |y: f64| (point(x + R - 2.0, y), point(left - 2.0, y));
            let (near, far) = ends(y - ROW);
            let start = point(far.x - TIP - self.token / 2.0, far.y);
            self.queue(client, clients, start, -step, Arrow::straight(near, far));
            let (near, far) = ends(y + ROW);
            let start = point(x + R + 2.0 + self.token / 2.0, near.y);
            self.queue(clients, client, start, step, Arrow::straight(far, near));
            let (near, far) = (point(x + R, y), point(left, y));
            self.edges += &segment(near, far);
            let arrow = Arrow::straight(near.toward(far, 3.0), far.toward(near, 2.0));
            self.waits.push((client, clients, arrow));
        }
        let (top, last) = (first - ROW - TOKEN / 2.0, first + pitch * (clients - 1) as f64);
        self.size.y = last + pitch - ROW - TOKEN / 2.0;
        self.boxes = vec![Rect { x: left, y: top, w: wide, h: self.size.y - top - 2.0 }];
        self.legend = self.is_wide.then(|| point(8.0, 10.0));
    }

    /// Both directions between a client and a replica share a row in front of the replica.
    pub fn replicas(&mut self, clients: usize, replicas: usize, still: bool) {
        let w = self.size.x;
        let wide = if self.is_wide { (w * 0.3).clamp(WIDE, 200.0) } else { 128.0 };
        let left = w - wide - 2.0;
        // so far do texts reach, or the rails of those who wait for each other
        let (x, column, gutter) =
            if self.is_wide { (70.0, 124.0, 30.0) } else { (26.0, 50.0, 16.0) };
        if !self.is_wide {
            (self.r, self.ticket) = (SMALL, SMALL + 9.0);
        }
        self.lines = match clients {
            _ if !self.is_wide => 1,
            0..4 => 3,
            _ => 2,
        };
        self.is_listed = !self.is_wide;
        self.legend = self.is_wide.then(|| point(8.0, 10.0));
        // two for each client, and one more
        let cells = if still { 4 } else { 6.min(2 * clients + 1) } as f64;
        let h = (NAME + LINE * cells + 4.0).max(PITCH * clients as f64 + 6.0);
        // with few replicas as high as the clients need it, each with its ticket and words
        let client = self.ticket + 2.0 * self.r + 6.0 + if self.is_wide { LINE * 3.0 } else { 0.0 };
        let h = h.max((client * clients as f64 + GAP) / replicas as f64 - GAP);
        let place = |it: usize| Rect { x: left, y: HEAD + (h + GAP) * it as f64, w: wide, h };
        self.boxes = (0..replicas).map(place).collect();
        let bottom = self.boxes.last().map_or(HEAD, Rect::bottom);
        let part = (bottom - HEAD) / clients as f64;
        let raised = if self.is_wide { LINE * 1.5 } else { 0.0 };
        let y = |it: usize| HEAD + part * (it as f64 + 0.5) - raised;
        self.nodes = (0..clients).map(|it| point(x, y(it))).collect();
        self.size.y = bottom + 2.0;
        self.fit_tokens(left - TIP - column - gutter, 110.0);
        let (step, start, end) = (-self.token - 4.0, column, column + gutter);
        for client in 0..clients {
            let row = (client as f64 - (clients - 1) as f64 / 2.0) * PITCH;
            let near = point(x + self.r + 2.0, self.nodes[client].y);
            for replica in 0..replicas {
                let far = point(left - 2.0, self.boxes[replica].center().y + row);
                let first = point(far.x - TIP + 2.0 - self.token / 2.0, far.y);
                let there = clients + replica;
                self.queue(client, there, first, step, wire(near, far, start, end));
                self.queue(there, client, first, step, wire(far, near, end, start));
            }
        }
        self.client_texts(x, bottom);
        self.rails();
    }

    /// Under each client; where it is narrow, one below the other under the picture.
    fn client_texts(&mut self, x: f64, bottom: f64) {
        for client in 0..self.nodes.len() {
            if self.is_wide {
                let y = self.nodes[client].y + R + 20.0;
                self.text_beside(x, (16.0, 2.0 * x - 16.0), y, false);
            } else {
                let y = bottom + 14.0 + 18.0 * client as f64;
                self.text_beside(0.0, (24.0, self.size.x), y, false);
            }
        }
        if !self.is_wide {
            self.size.y = bottom + 8.0 + 18.0 * self.nodes.len() as f64;
        }
    }

    /// Clients that wait for each other do so along the left border.
    fn rails(&mut self) {
        let nodes = &self.nodes;
        for (from, a) in nodes.iter().enumerate() {
            for (to, b) in nodes.iter().enumerate().filter(|(to, _)| *to != from) {
                let rail = 2.0 + 3.0 * from as f64;
                // beside each other where two meet
                let a = point(a.x - self.r - 2.0, a.y - 4.0);
                let b = point(b.x - self.r - 3.0, b.y + 4.0);
                self.waits.push((from, to, wire(a, b, rail, rail)));
            }
        }
    }

    /// Messages of a channel queue up side by side, `step` apart.
    fn queue(&mut self, from: usize, to: usize, first: Point, step: f64, way: Arrow) {
        self.slot_at(from, to, first, point(step, 0.0), way);
    }

    /// As wide as room for some side by side allows; rather one that can be read than two.
    fn fit_tokens(&mut self, room: f64, most: f64) {
        let depth = self.depth as f64;
        self.token = ((room + 4.0) / depth - 4.0).min(most);
        if self.token < LEGIBLE {
            (self.depth, self.token) = (1, room.min(most));
        }
    }
}

/// With a bend between `start` and `end`, from left to right or the other way.
fn wire(from: Point, to: Point, start: f64, end: f64) -> Arrow {
    let [x, y, row] = [short(from.x), short(from.y), short(to.y)];
    let [left, middle, right] = [short(start), short(f64::midpoint(start, end)), short(end)];
    let Arrow { line, head } = Arrow::straight(point(end, to.y), to);
    Arrow { line: format!("M{x} {y}H{left}C{middle} {y} {middle} {row} {right} {row}{line}"), head }
}
