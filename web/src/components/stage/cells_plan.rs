//! Where things stand when shared cells are the picture: the processes side by side above, and
//! below them the arrays, each in its shape, as many side by side as there is room for.

mod arrows;
mod blocks;

use super::geometry::{Point, Rect, point, segment, short};
use super::parts::LINE;
use blocks::Block;
use catalog::{ArrayView, Shape};

pub struct Plan {
    pub size: Point,
    /// The middles of the processes, and their radius.
    pub discs: Vec<Point>,
    pub r: f64,
    /// How wide the text under a process may be, and how many lines it may have.
    pub room: f64,
    pub lines: usize,
    /// In the order of the arrays.
    pub places: Vec<Place>,
    /// From the nodes of a tree to their children.
    pub edges: String,
    /// Above what a crash would leave.
    pub crash: f64,
    /// The middle of the last line, where it is said what signs mean.
    pub foot: f64,
}

/// Where an array is.
#[derive(Clone, Default)]
pub struct Place {
    pub cells: Vec<Rect>,
    /// The array at whose cells those stand who access this one: that of which it has the locks, or
    /// the first of those that make a tree.
    pub host: usize,
    /// Where its cells are named, seen from their left lower corner; not in a tree.
    pub caption: Option<Point>,
    /// The nodes of a tree that do not hang from the first one.
    pub loose: Vec<usize>,
    /// The middle of the line for all elements together.
    pub whole: Point,
    /// Above and under the row of blocks that it is in: free for the arrows of pointers.
    pub above: f64,
    pub channel: f64,
}

/// Room above a row of cells for those who access them next.
const PINS: f64 = 21.0;
pub const PIN: f64 = 18.0;
/// The line of the names under cells, and the one for all of an array together.
const CAPTION: f64 = 17.0;
const WHOLE: f64 = 20.0;
/// The height of a lock under its cell, and of a node.
const LOCK: f64 = 20.0;
const NODE: f64 = 32.0;
const GAP: f64 = 8.0;
/// Between blocks, as they are with the gap between cells on either side.
const APART: f64 = 18.0;
const NODE_MAX: f64 = 52.0;
const UNIT_MAX: f64 = 132.0;
/// So much of a cell's right end is left to the arrows of pointers.
pub const LANE: f64 = 16.0;

impl Plan {
    /// A still picture has no room for those who wait, unless there are some. `crash` is the
    /// height of what a crash would leave.
    pub fn new(
        width: f64,
        processes: usize,
        arrays: &[ArrayView],
        still: bool,
        waits: bool,
        crash: f64,
    ) -> Plan {
        let r = 19.0;
        let step = (width / processes as f64).min(190.0);
        let may_wait = processes > 1 && (waits || !still);
        let head = if may_wait { arrows::rise(0, processes - 1, true) / 2.0 } else { 0.0 };
        let y = head + r + 6.0;
        let left = (width - step * processes as f64) / 2.0;
        let lines = match width {
            _ if still => 0,
            470.0.. => 3,
            _ => 4,
        };
        let mut plan = Plan {
            size: point(width, y + r + 16.0 + LINE * lines as f64),
            discs: (0..processes).map(|it| point(left + step * (it as f64 + 0.5), y)).collect(),
            r,
            room: step - GAP,
            lines,
            places: vec![Place::default(); arrays.len()],
            edges: String::new(),
            crash: 0.0,
            foot: 0.0,
        };
        plan.blocks(arrays, if still { 40.0 } else { 50.0 });
        plan.crash = plan.size.y + 4.0;
        plan.size.y += crash;
        if !still {
            plan.foot = plan.size.y + 8.0;
            plan.size.y += 18.0;
        }
        plan
    }

    /// The blocks in rows.
    fn blocks(&mut self, arrays: &[ArrayView], h: f64) {
        let width = self.size.x;
        let blocks = Block::all(arrays);
        let columns = blocks.iter().map(|it| it.columns).max().unwrap_or(1);
        let unit = (width / columns as f64).min(UNIT_MAX);
        let points = points(arrays);
        let mut rest = &blocks[..];
        let mut above = 0.0;
        while !rest.is_empty() {
            let mut count = 0;
            let mut taken = 0.0;
            for it in rest {
                let w = unit * it.columns as f64;
                if count > 0 && taken + APART + w > width {
                    break;
                }
                taken += w + if count > 0 { APART } else { 0.0 };
                count += 1;
            }
            let (row, later) = rest.split_at(count);
            let top = self.size.y;
            let bottom = row.iter().map(|it| it.height(h)).fold(0.0, f64::max) + top;
            let mut x = (width - taken) / 2.0;
            for it in row {
                self.block(it, arrays, Rect { x, y: top, w: unit * it.columns as f64, h });
                for &array in &it.arrays {
                    let place = &mut self.places[array];
                    (place.above, place.channel) = (above, bottom + 3.0);
                }
                x += unit * it.columns as f64 + APART;
            }
            above = bottom + 3.0;
            self.size.y = bottom + if points { 18.0 } else { 6.0 };
            rest = later;
        }
    }

    /// One block; `room` has the height of a cell.
    fn block(&mut self, block: &Block, arrays: &[ArrayView], room: Rect) {
        let unit = room.w / block.columns as f64;
        let pitch = block.pitch(room.h);
        let levels = if block.shape == Shape::Tree { block.levels(arrays) } else { Vec::new() };
        let mut column = 0.0;
        for (nth, &array) in block.arrays.iter().enumerate() {
            let host = block.host(arrays, nth);
            let len = arrays[array].cells.len();
            let rect = |index: usize| {
                let at = index as f64;
                let x = room.x + GAP / 2.0;
                let y = room.y + PINS;
                match arrays[array].shape {
                    _ if block.shape == Shape::Tree => {
                        let last = block.lines - 1;
                        let level = levels[index].unwrap_or(last).min(last) as f64;
                        let w = (unit - GAP).min(NODE_MAX);
                        let x = room.x + unit * (at + 0.5) - w / 2.0;
                        Rect { x, y: y + pitch * level, w, h: NODE }
                    }
                    _ if array != host => {
                        let of = self.places[host].cells[index];
                        Rect { y: of.bottom() + 2.0, h: LOCK, ..of }
                    }
                    Shape::Part => {
                        let w = (unit - GAP) / block.parts as f64;
                        let part = (block.parts - 1).saturating_sub(nth) as f64;
                        Rect { x: x + unit * at + w * part, y, w, h: room.h }
                    }
                    Shape::Column => {
                        Rect { x: x + unit * column, y: y + pitch * at, w: unit - GAP, h: room.h }
                    }
                    Shape::Word => {
                        // the lowest part is on the right
                        let w = (room.w - GAP) / len as f64;
                        Rect { x: x + w * (len - 1 - index) as f64, y, w, h: room.h }
                    }
                    Shape::Row | Shape::Tree | Shape::Locks => {
                        Rect { x: x + unit * at, y, w: unit - GAP, h: room.h }
                    }
                }
            };
            let cells: Vec<Rect> = (0..len).map(rect).collect();
            if arrays[array].shape == Shape::Column {
                column += 1.0;
            }
            let is_tree = block.shape == Shape::Tree;
            let below = if block.has_locks { LOCK + 2.0 } else { 0.0 };
            let bottom = room.y + block.height(room.h);
            let place = &mut self.places[array];
            place.host = host;
            place.caption = (!is_tree && host == array).then(|| point(1.0, below + CAPTION / 2.0));
            place.whole = point(room.x + room.w / 2.0, bottom - WHOLE / 2.0);
            place.cells = cells;
            if is_tree {
                let nodes = levels.iter().enumerate();
                place.loose = nodes.filter(|it| it.1.is_none()).map(|it| it.0).collect();
                self.branches(&arrays[array], array, (nth as f64 + 0.5) / block.parts as f64);
            }
        }
    }

    /// From the nodes that hang in the tree to their children; `part` tells where these begin.
    fn branches(&mut self, array: &ArrayView, at: usize, part: f64) {
        let Place { cells, loose, .. } = &self.places[at];
        for (index, (cell, from)) in array.cells.iter().zip(cells).enumerate() {
            let to = cell.points_to.filter(|_| !loose.contains(&index));
            let child = to.and_then(|it| cells.get(usize::from(it.index)));
            if let Some(to) = child {
                let (from, end) = (point(from.x + from.w * part, from.bottom()), to.center().x);
                let edge = match to.y > from.y {
                    true => segment(from, point(end, to.y)),
                    // to one that is no deeper, below those between them
                    false => {
                        let [x, y, end] = [from.x, from.y, end].map(short);
                        format!("M{x} {y}v5H{end}V{}", short(to.bottom()))
                    }
                };
                self.edges += &edge;
            }
        }
    }

    /// Where somebody stands who accesses a cell next, as the `nth` of those.
    pub fn pin(&self, array: usize, index: usize, nth: usize) -> Option<Point> {
        let rect = self.places[self.places[array].host].cells.get(index)?;
        // four are a little wider than a narrow cell, and go to the left where nothing is on the right
        let beyond = (2.0 * PIN - rect.w / 2.0).clamp(0.0, GAP / 2.0);
        let along = PIN * (nth as f64 + 0.5) - beyond;
        let ends = rect.x - beyond + 4.0 * PIN > self.size.x + 0.1;
        let goes_left = ends || rect.h == NODE && rect.center().x > self.size.x / 2.0;
        let x = if goes_left { rect.right() - along } else { rect.x + along };
        Some(point(x, rect.y - PINS / 2.0))
    }
}

/// Whether there are arrows of pointers; those of a tree are its branches.
pub fn points(arrays: &[ArrayView]) -> bool {
    let arrays = arrays.iter().filter(|it| it.shape != Shape::Tree);
    arrays.flat_map(|it| &it.cells).any(|it| it.points_to.is_some())
}

#[cfg(test)]
mod tests;
