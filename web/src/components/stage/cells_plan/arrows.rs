//! The arrows: who waits for whom, and what points where.

use super::super::geometry::{Arrow, Rect, head, point, short};
use super::{GAP, LANE, Plan};

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

    /// From a cell to the one that it points to, by way of the channels between rows of blocks and,
    /// where there are rows between the two, of the right margin: no other cell is in the way.
    /// Each of several has a track of its own.
    pub fn pointer(&self, from: (usize, usize), to: (usize, usize), nth: usize) -> Option<Arrow> {
        let (near, far) = (self.places.get(from.0)?, self.places.get(to.0)?);
        let (from, to) = (near.cells.get(from.1)?, far.cells.get(to.1)?);
        let track = 3.0 * nth as f64;
        // up to one that is above or in the same row of blocks, down to one that is below
        let goes_down = far.channel > near.channel;
        let leaves = if far.channel < near.channel { near.above } else { near.channel } + track;
        let comes = if goes_down { far.above } else { far.channel } + track;
        let start = self.lane(*from, leaves);
        let end = self.lane(*to, comes);
        let mut line = match start.is_beside {
            true => format!("M{} {}H{}", short(from.right()), short(start.y), short(start.x)),
            false => format!("M{} {}", short(start.x), short(start.y)),
        };
        line += &stroke('V', leaves);
        if leaves.to_bits() != comes.to_bits() {
            line += &stroke('H', self.size.x - 1.5 - track);
            line += &stroke('V', comes);
        }
        line += &stroke('H', end.x);
        if end.is_beside {
            line += &stroke('V', end.y);
            line += &stroke('H', to.right() + 5.0);
            let tip = point(to.right(), end.y);
            return Some(Arrow { line, head: head(point(tip.x + 9.0, tip.y), tip, 6.0) });
        }
        let back = if goes_down { -6.0 } else { 6.0 };
        line += &stroke('V', end.y + back);
        let tip = point(end.x, end.y);
        Some(Arrow { line, head: head(point(tip.x, tip.y + 2.0 * back), tip, 8.0) })
    }

    /// Between a cell and a channel: at the cell's right end, or if others are in the way there,
    /// beside it.
    fn lane(&self, cell: Rect, channel: f64) -> Lane {
        let x = cell.right() - LANE / 2.0;
        let y = if channel > cell.y { cell.bottom() } else { cell.y };
        let (top, bottom) = (y.min(channel), y.max(channel));
        let is_in_the_way = |it: &Rect| {
            *it != cell && it.x < x && x < it.right() && it.y < bottom && top < it.bottom()
        };
        match self.places.iter().flat_map(|it| &it.cells).any(is_in_the_way) {
            true => Lane { x: cell.right() + GAP / 2.0, y: cell.center().y, is_beside: true },
            false => Lane { x, y, is_beside: false },
        }
    }
}

struct Lane {
    x: f64,
    /// Where it meets the cell.
    y: f64,
    is_beside: bool,
}

/// A part of a path, straight across or straight up or down.
fn stroke(way: char, to: f64) -> String {
    format!("{way}{}", short(to))
}
