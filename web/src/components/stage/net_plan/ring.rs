//! Nodes on a circle, each sending to the next one. A message that skips some passes inside, by
//! the first that it skips.

use super::super::geometry::{Arrow, Point, head, point};
use super::{PITCH, Plan, R, TOKEN};
use std::f64::consts::FRAC_1_SQRT_2;

/// Radius of the circle.
const RADIUS: f64 = 100.0;
const TOKEN_MAX: f64 = 56.0;
/// How far from the middle, to the side and down, those pass that skip a node.
const INSIDE: Point = point(TOKEN_MAX / 2.0 + 2.0, 28.0);

/// Room for an alarm in the middle.
const ALARM: f64 = 126.0;

/// The directions of 60 and of 45 degrees.
const SIXTH: Point = point(0.5, 0.866_025_4);
const EIGHTH: Point = point(FRAC_1_SQRT_2, FRAC_1_SQRT_2);

/// Turned clockwise, by the angle of `by`.
fn turned(it: Point, by: Point) -> Point {
    point(it.x * by.x - it.y * by.y, it.x * by.y + it.y * by.x)
}

/// The angle at which the circle reaches a distance from one of its points.
fn angle(distance: f64) -> Point {
    let half = distance / (2.0 * RADIUS);
    point(1.0 - 2.0 * half * half, 2.0 * half * (1.0 - half * half).sqrt())
}

/// 1 to the right or below, -1 to the left or above, 0 in the middle.
fn side(it: f64) -> f64 {
    if it.abs() < 0.1 { 0.0 } else { it.signum() }
}

impl Plan {
    pub fn ring(&mut self, nodes: usize) {
        self.token = TOKEN_MAX;
        let (start, half) = match nodes {
            0..=2 => (point(0.0, -1.0), point(0.0, 1.0)),
            3 => (point(0.0, -1.0), SIXTH),
            _ => (point(-EIGHTH.x, -EIGHTH.y), EIGHTH),
        };
        let mut at = start;
        let mut points = Vec::new();
        for _ in 0..nodes {
            points.push(at);
            at = turned(turned(at, half), half);
        }
        let queue = PITCH * (self.depth - 1) as f64;
        let outside = RADIUS + TOKEN / 2.0 + queue + 4.0;
        let top = R + 14.0 + self.text() - start.y * RADIUS;
        let center = point(self.size.x / 2.0, top.max(outside));
        let place = |it: Point| point(center.x + it.x * RADIUS, center.y + it.y * RADIUS);
        self.alarm = center;
        self.alarm_room = ALARM;
        self.nodes = points.iter().map(|it| place(*it)).collect();
        for &it in &points {
            self.ring_text(place(it), it.y < 0.1);
        }
        let lowest = points.iter().map(|it| it.y).fold(0.0, f64::max);
        let below = if lowest > 0.1 { lowest * RADIUS + R + 14.0 + self.text() } else { 0.0 };
        self.size.y = center.y + below.max(outside);

        let (off, gap) = (angle(R), angle(R + 3.0));
        let back = |it: Point| point(it.x, -it.y);
        for (from, &it) in points.iter().enumerate() {
            let (to, middle) = ((from + 1) % nodes, turned(it, half));
            let next = turned(middle, half);
            let start = place(turned(it, off));
            let (arc, way) = (place(turned(next, back(off))), place(turned(next, back(gap))));
            self.edges += &Arrow::round(start, arc, center).line;
            // which way it goes round
            let (mark, ahead) = (place(middle), point(-middle.y, middle.x));
            let tip = point(mark.x + ahead.x * 4.0, mark.y + ahead.y * 4.0);
            self.edges += &head(mark, tip, 8.0);
            // behind the first, as seen by who travels; at the sides around the middle
            let is_beside = middle.x.abs() > 0.9;
            let grows = match side(middle.x) {
                0.0 => side(middle.y),
                x => -x,
            };
            let mut first = place(middle);
            if is_beside {
                first.y -= grows * queue / 2.0;
            }
            let way = Arrow::round(start, way, center);
            self.slot_at(from, to, first, point(0.0, PITCH * grows), way);
            let by = (side(next.x), side(next.y));
            let inside = point(center.x + by.0 * INSIDE.x, center.y + by.1 * INSIDE.y);
            let step = match by.1 {
                0.0 => point(-2.0 * by.0 * INSIDE.x, 0.0),
                y => point(0.0, -y * PITCH),
            };
            for hop in 2..=nodes {
                let to = (from + hop) % nodes;
                let way = self.curve(from, to, inside);
                self.slot_at(from, to, inside, step, way);
            }
        }
        self.wait_straight();
    }

    /// Outside of the circle.
    fn ring_text(&mut self, at: Point, is_above: bool) {
        let w = self.size.x;
        // where the text of the lower two of three is, the circle is broad
        let gap = if self.nodes.len() == 3 { 64.0 } else { self.token / 2.0 + 6.0 };
        let (left, right) = match at.x - w / 2.0 {
            x if x < -0.1 => (0.0, w / 2.0 - gap),
            x if x > 0.1 => (w / 2.0 + gap, w),
            _ => (0.0, w),
        };
        let y = if is_above { at.y - R - 14.0 } else { at.y + R + 14.0 };
        self.text_beside(at.x, (left, right), y, is_above);
    }
}
