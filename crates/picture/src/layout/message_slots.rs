//! Where on its lane a message rests. Lanes that meet at a process have their messages at different heights,
//! so that each can be read. This follows from the lanes alone: no message moves for another one's sake.

use super::Plan;
use crate::geometry::{Curve, Point, Rect};
use crate::text;
use crate::viewport::Sizes;

/// How far along its lane the first message rests.
pub const REST: f64 = 0.62;
/// Others, where that is taken by another lane.
const OTHERS: [f64; 6] = [0.5, 0.7, 0.42, 0.78, 0.34, 0.56];
/// A message of so many letters has room.
const LETTERS: usize = 14;
/// Among more lanes than these messages lie over each other anyway.
const LANES_MAX: usize = 12;
/// Beside the letters of a message, in its pill.
pub const PADDING: f64 = 20.0;

impl Plan {
    /// How far along its lane the first message rests.
    pub fn rest(&self, from: usize, to: usize) -> f64 {
        let lane = self.lanes.iter().position(|lane| *lane == (from, to));
        lane.and_then(|lane| self.rests.get(lane)).copied().unwrap_or(REST)
    }

    /// Gives each lane its place, one after the other: the first that is free, or else the freest.
    pub(super) fn place_rests(&mut self) {
        if self.lanes.len() > LANES_MAX || !self.bands.is_empty() {
            return;
        }
        let width = width_of(&self.sizes);
        let pill = |at: Point| Rect::around(at, width, self.sizes.pill);
        let disc = |at: &Point| Rect::around(*at, 1.7 * self.r, 1.7 * self.r);
        let mut taken: Vec<Rect> = self.homes.iter().map(disc).collect();
        for &(from, to) in &self.lanes {
            let lane = Curve::bowed(self.homes[from], self.homes[to], self.bend);
            let cost = |at: &f64| -> f64 {
                taken.iter().map(|rect| common(rect, &pill(lane.at(*at)))).sum()
            };
            let all = [REST].into_iter().chain(OTHERS);
            let best = all.min_by(|one, other| cost(one).total_cmp(&cost(other)));
            let best = best.unwrap_or(REST);
            taken.push(pill(lane.at(best)));
            self.rests.push(best);
        }
    }
}

/// How wide a message is that has room.
pub(super) fn width_of(sizes: &Sizes) -> f64 {
    text::width("m", sizes.word, false) * LETTERS as f64 + PADDING
}

/// The area that two have in common.
fn common(one: &Rect, other: &Rect) -> f64 {
    let w = one.right().min(other.right()) - one.x.max(other.x);
    let h = one.bottom().min(other.bottom()) - one.y.max(other.y);
    w.max(0.0) * h.max(0.0)
}
