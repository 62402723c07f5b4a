//! A process where there is no room for its disc: a pin that says what its disc says.

use super::Drawing;
use crate::geometry::{Point, Rect};
use crate::scene::{Anchor, Shape, circle, frame, words};
use crate::text;

const SIZE: f64 = 12.0;

impl Drawing<'_> {
    /// What stands in the disc of a process; also of one that these options do not have.
    pub(super) fn tag(&self, process: usize) -> String {
        self.plan.tags.get(process).cloned().unwrap_or_else(|| process.to_string())
    }

    /// A pin, wider where its letters need that: see [`Self::pin_width`].
    pub(super) fn pin(&self, process: usize, at: Point, r: f64) -> [Shape; 2] {
        let wide = self.pin_width(process, r);
        let rim = match wide > 2.0 * r {
            true => frame("pin", Rect::around(at, wide, 2.0 * r), r),
            false => circle("pin", at, r),
        };
        [rim.ink(process), words("pin-number", at, Anchor::Middle, SIZE, self.tag(process))]
    }

    pub(super) fn pin_width(&self, process: usize, r: f64) -> f64 {
        (text::width(&self.tag(process), SIZE, false) + 4.0).max(2.0 * r)
    }
}
