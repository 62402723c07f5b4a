//! The arrows: who waits for whom, and what points where.

use super::super::geometry::{Arrow, head, point, short};
use super::{LANE, Plan};

/// How high above the processes the middle of an arrow's bend is: those that go farther, and those
/// that go back, are above the others.
pub fn rise(from: usize, to: usize, is_last: bool) -> f64 {
    let level = 2 * from.abs_diff(to) - 2 + usize::from(from > to || is_last);
    20.0 + 14.0 * level as f64
}

impl Plan {
    /// From one who waits to the one it waits for, above them.
    pub fn wait(&self, from: usize, to: usize) -> Arrow {
        let (a, b) = (self.discs[from], self.discs[to]);
        let by = point(f64::midpoint(a.x, b.x), a.y - self.r - rise(from, to, false));
        Arrow::curved(a.toward(by, self.r + 2.0), by, b.toward(by, self.r + 4.0))
    }

    /// From a cell to the one that it points to, by way of the channel between rows of blocks.
    /// Each of several has a track of its own there.
    pub fn pointer(&self, from: (usize, usize), to: (usize, usize), nth: usize) -> Option<Arrow> {
        let (near, far) = (self.places.get(from.0)?, self.places.get(to.0)?);
        let (above, below) = (far.channel, near.channel);
        let (from, to) = (near.cells.get(from.1)?, far.cells.get(to.1)?);
        let (begin, end) = (from.right() - LANE / 2.0, to.right() - LANE / 2.0);
        // up to one that is above or in the same row of blocks, down to one that is below
        let goes_down = to.y > below;
        let channel = if goes_down { below } else { above } + 3.0 * nth as f64;
        let start = if above < below { from.y } else { from.bottom() };
        let (tip, back) = if goes_down { (to.y, -6.0) } else { (to.bottom(), 6.0) };
        let line = format!(
            "M{} {}V{}H{}V{}",
            short(begin),
            short(start),
            short(channel),
            short(end),
            short(tip + back)
        );
        Some(Arrow { line, head: head(point(end, tip + 2.0 * back), point(end, tip), 8.0) })
    }
}
