//! Clients and the replicas of a store, or rows. A cell is a well: its level is the timestamp, its
//! tint the owner.

use super::{Label, Name, Plan, Side, Well, name, plain};
use crate::geometry::{Point, Rect, point};
use crate::scene::Anchor;
use crate::text;
use crate::viewport::Viewport;
use catalog::View;

/// Between columns of different families.
const APART: f64 = 14.0;
/// The height of a mutation on its way.
pub const STRIP: f64 = 24.0;

/// Replicas, or rows, one below the other or in two columns.
struct Grid {
    count: usize,
    across: usize,
    is_phone: bool,
    /// Where the first one begins, with the names of its cells above it.
    left: f64,
    top: f64,
    /// How high those names are, and how far above the cells.
    names: f64,
    gap: f64,
    /// They are too long for their columns and stand in two lines.
    is_split: bool,
    /// How wide and how high one is, how much of that is above its cells, and how wide a cell is.
    width: f64,
    height: f64,
    head: f64,
    cell: f64,
}

pub fn plan(view: &View, room: Viewport) -> Plan {
    let mut plan = Plan::new(view, room);
    let grid = Grid::of(&plan, view);
    if grid.is_phone {
        stand_above(&mut plan, view.processes.len());
    } else {
        stand_beside(&mut plan, view.processes.len());
    }
    for nth in 0..grid.count {
        if grid.count > 1 {
            plan.names.push(grid.name(view, nth));
        }
        plan.wells.push(grid.well(&plan, view, nth));
    }
    let middle = grid.top + grid.names - grid.gap - 12.0;
    for first in 0..grid.across.min(grid.count) {
        let columns = plan.wells[first].columns.clone();
        heads(&mut plan, view, &columns, middle, grid.is_split);
    }
    plan.ticket = point(plan.r + 17.0, 0.0);
    plan
}

/// Clients above the replicas.
fn stand_above(plan: &mut Plan, clients: usize) {
    let (lines, column) = (plan.with_name(2), plan.room.w / clients as f64);
    for client in 0..clients {
        plan.homes.push(point(column * (client as f64 + 0.5), 1.4 * plan.r + 2.0));
        plan.labels.push(Label { side: Side::Below, width: column - 6.0, lines });
    }
}

/// Clients to the left of the replicas.
fn stand_beside(plan: &mut Plan, clients: usize) {
    let (sizes, r, row) = (plan.sizes, plan.r, plan.room.h / clients as f64);
    let lines = (((row - 2.0 * r - 12.0) / sizes.line) as usize).min(sizes.lines + 1);
    let used = 2.0 * r + 4.0 + sizes.line * lines as f64;
    for client in 0..clients {
        let y = row * client as f64 + (row - used) / 2.0 + r;
        plan.homes.push(point(r + 56.0, y));
        plan.labels.push(Label { side: Side::Below, width: 2.0 * r + 108.0, lines });
    }
}

impl Grid {
    fn of(plan: &Plan, view: &View) -> Grid {
        let (room, sizes, r) = (plan.room, plan.sizes, plan.r);
        let count = view.replicas.len().max(view.rows.len()).max(1);
        let (is_rows, is_phone) = (!view.rows.is_empty(), room.is_phone());
        // rows of few columns stand side by side
        let across = if is_rows && count > 2 && view.columns.len() <= 3 { 2 } else { 1 };
        // with one replica, and in rows, nothing is ever under way
        let gate = if count == 1 || is_rows { 16.0 } else { 128.0 };
        let left = if is_phone { 2.0 } else { 2.0 * r + 112.0 + gate };
        let lines = plan.with_name(2);
        let top = if is_phone { 2.4 * r + 16.0 + sizes.line * lines as f64 + 6.0 } else { 0.0 };
        let between = 18.0 * (across - 1) as f64;
        let width = (room.w - left - 2.0 - between) / across as f64;
        let estimate = width / view.columns.len().max(1) as f64 - APART / 2.0;
        let is_wide = |column: &String| text::width(column, sizes.small, true) > estimate;
        let is_split = view.columns.iter().any(is_wide);
        let head = match is_phone {
            // what waits for a replica does so beside its name
            true if count > 1 && !is_rows => STRIP + 1.0,
            is_phone if is_phone || count > 1 => sizes.small + 8.0,
            _ => 0.0,
        };
        // between the names and a single row, room for what one write covers
        let gap = if head == 0.0 && !is_rows { 10.0 } else { 0.0 };
        let names = gap + if is_split { 34.0 } else { 19.0 };
        let height = (room.h - top - names) / count.div_ceil(across) as f64;
        let families = (1..view.columns.len()).filter(|nth| begins_family(view, *nth)).count();
        let cell = (width - APART * families as f64) / view.columns.len().max(1) as f64;
        Grid { count, across, is_phone, left, top, names, gap, is_split, width, height, head, cell }
    }

    /// Where the cells of one begin.
    fn corner(&self, nth: usize) -> Point {
        let y = self.top + self.names + self.height * (nth / self.across) as f64 + self.head;
        point(self.left + (self.width + 18.0) * (nth % self.across) as f64, y)
    }

    fn name(&self, view: &View, nth: usize) -> Name {
        let Point { x, y } = self.corner(nth);
        let at = point(x + 2.0, y - self.head / 2.0 + 1.0);
        let called = called(view, nth);
        match view.rows.get(nth) {
            None => plain(at, Anchor::Start, called),
            Some(row) => {
                Name { ink: row.owner.map(usize::from), ..name(at, Anchor::Start, called) }
            }
        }
    }

    fn well(&self, plan: &Plan, view: &View, nth: usize) -> Well {
        let Point { x: left, y } = self.corner(nth);
        let rect = Rect { x: left, y, w: self.width, h: self.height - self.head - 3.0 };
        let mut columns = Vec::new();
        let mut x = left + 1.0;
        for column in 0..view.columns.len() {
            if column > 0 && begins_family(view, column) {
                x += APART;
            }
            columns.push(Rect { x, y, w: self.cell, h: rect.h });
            x += self.cell;
        }
        let (gate, pitch) = match self.is_phone {
            true => (point(plan.room.w - 4.0, y - self.head / 2.0), 0.0),
            false => (point(left - 12.0, y + 16.0), 29.0),
        };
        Well { rect, columns, gate, pitch }
    }
}

/// Whether the column before is of another family, or there is none.
fn begins_family(view: &View, column: usize) -> bool {
    column == 0 || family(&view.columns[column - 1]) != family(&view.columns[column])
}

/// The names of the columns, above the first row.
fn heads(plan: &mut Plan, view: &View, columns: &[Rect], middle: f64, is_split: bool) {
    for (index, (title, rect)) in view.columns.iter().zip(columns).enumerate() {
        if !is_split {
            plan.names.push(name(point(rect.center().x, middle), Anchor::Middle, &**title));
            continue;
        }
        let own = title.get(family(title).len() + 1..).unwrap_or_default();
        if !own.is_empty() {
            plan.names.push(name(point(rect.center().x, middle), Anchor::Middle, own));
        }
        if begins_family(view, index) {
            let at = point(rect.x + 2.0, middle - 15.0);
            plan.names.push(name(at, Anchor::Start, family(title)));
        }
    }
}

/// `choosing:0` and `choosing:1` belong together, and so do `element_0` and `element_1`.
fn family(column: &str) -> &str {
    column.split([':', '_']).next().unwrap_or(column)
}

/// A replica by its number, or a row by its name and whose it is.
pub fn called(view: &View, well: usize) -> String {
    view.rows.get(well).map_or_else(
        || format!("replica {well}"),
        |row| {
            let of = row.owner.map_or_else(String::new, |owner| format!(" of {owner}"));
            format!("{}{of}", row.name)
        },
    )
}
