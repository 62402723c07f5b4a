//! Many processes in one box: discs become smaller until none touches another, and words that have no room
//! beside them are left to the list of steps.

use super::{Plan, Side};
use crate::geometry::point;

/// Up to so many processes have their room in each layout.
const FEW: usize = 4;
/// Between two discs.
const GAP: f64 = 4.0;
/// No disc is smaller: it has a number of two digits.
const RADIUS_MIN: f64 = 8.0;
/// Narrower lines say nothing.
const WORDS_MIN: f64 = 56.0;

/// How far down in its row a disc stands that has so much above it: in the middle where it is too large.
pub(super) fn down(row: f64, r: f64, above: f64) -> f64 {
    if row < 2.0 * r + GAP { row / 2.0 } else { above + r }
}

impl Plan {
    /// Where processes would touch each other, makes them smaller.
    pub(super) fn make_room(&mut self) {
        if self.homes.len() <= FEW {
            return;
        }
        let pairs = self.homes.iter().enumerate();
        let apart =
            pairs.flat_map(|(at, it)| self.homes[..at].iter().map(|other| it.distance(*other)));
        let apart = apart.fold(f64::INFINITY, f64::min);
        if apart >= 2.0 * self.r + GAP {
            return;
        }
        self.r = ((apart - GAP) / 2.0).clamp(RADIUS_MIN, self.r);
        self.reach = apart / 2.0;
        self.ticket = point(0.0, self.r + 15.0);
        let is_column = self.homes.iter().all(|home| (home.x - self.homes[0].x).abs() < 1.0);
        for (process, label) in self.labels.iter_mut().enumerate() {
            let is_below = matches!(label.side, Side::Below | Side::Above);
            let is_alone = self.cards.iter().any(|card| card.process == process);
            if !is_alone
                && is_below
                && (is_column || self.marks.is_some() || label.width < WORDS_MIN)
            {
                label.lines = 0;
            }
        }
    }
}
