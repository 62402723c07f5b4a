//! Processes that walk through sections: a column for each, its registers at the foot, the critical
//! section on top across all columns. Progress goes up, values travel between columns.

use super::rows::{self, Rows};
use super::{Band, Label, Plan, Side, plain, queues};
use crate::geometry::{Rect, point};
use crate::scene::Anchor;
use crate::text;
use crate::viewport::{Class, Viewport};
use catalog::{View, Zone};

/// Above the name of a section, and below its last line; where there is little room, less.
const PAD: f64 = 5.0;
const PAD_NARROW: f64 = 1.0;
/// How many cells of arrays that are nobody's own may share a row, at first.
const ROW_CELLS: [usize; 3] = [3, 4, 6];
/// How far a raised hand reaches above the middle of its disc, in radii.
const HAND: f64 = 1.34;
/// So wide is a line beside a disc at least.
const BESIDE_MIN: f64 = 60.0;
/// How much higher the room is than another section: more is said of those in it.
const ROOM: f64 = 1.2;

/// How much of a box everything in it takes.
struct Measures {
    /// Left of all columns, for names; none where there is little room.
    gutter: f64,
    /// How wide the column of a process is, and how much of it is its disc with what is around it.
    column: f64,
    disc: f64,
    /// Words stand beside a process, or below it.
    is_beside: bool,
    /// The line of a name in a section or above cells.
    title: f64,
    pad: f64,
    /// How high a section is at least.
    least: f64,
    /// Below the cells: names of columns, and what a crash would leave.
    names: f64,
    crash: f64,
    /// For writes that wait for memory.
    waiting: f64,
    /// What is left for sections and cells.
    height: f64,
}

pub fn plan(view: &View, zones: &[Zone], room: Viewport) -> Plan {
    let mut plan = Plan::new(view, room);
    let measures = Measures::of(&plan, view);
    let (sections, rows) = measures.share(view, zones);
    let Measures { gutter, title, waiting, .. } = measures;
    let units = units(sections.len());
    let free = measures.height - rows::GAP - measures.least * units;
    let cell = (free / rows.count().max(1) as f64 - rows::GAP - title).clamp(22.0, plan.sizes.cell);
    let cells = rows.height(cell, title, gutter);
    let height = (measures.height - cells) / units;
    let bottom = stack(&mut plan, sections, gutter, height);
    stand(&mut plan, view, &measures, height);
    name_sections(&mut plan, gutter, measures.pad);
    if waiting > 0.0 {
        let stripe = Rect { x: gutter, y: bottom, w: room.w - gutter, h: waiting };
        queues::place(&mut plan, view, stripe);
        if gutter > 0.0 {
            queues::name_in_margin(&mut plan, gutter - 12.0);
        }
    }
    let top = room.h - measures.foot() - cells + rows::GAP;
    rows.place(&mut plan, view, Rect { x: gutter, y: top, w: room.w - gutter, h: cell }, title);
    if measures.names > 0.0 && view.arrays.iter().any(|array| array.owned) {
        name_columns(&mut plan, view, gutter, room.h - measures.crash - 9.0);
    }
    plan
}

/// As many sections of usual height are as high as so many with the room.
fn units(sections: usize) -> f64 {
    sections as f64 + ROOM - 1.0
}

impl Measures {
    fn of(plan: &Plan, view: &View) -> Measures {
        let (room, sizes) = (plan.room, plan.sizes);
        let gutter = match room.class {
            Class::Wide => 106.0,
            Class::Mid => 92.0,
            Class::Embed => 82.0,
            Class::Phone => 0.0,
        };
        let is_narrow = gutter == 0.0;
        let column = (room.w - gutter) / view.processes.len().max(1) as f64;
        let disc = 2.0 * plan.r + 62.0;
        let is_beside = !is_narrow && column - disc >= 92.0;
        // with many sections, the cells give way first
        let (title, pad) = if is_narrow { (sizes.small + 1.0, PAD_NARROW) } else { (0.0, PAD) };
        let words = if is_beside { 0.0 } else { sizes.line };
        let least = title + 2.0 * plan.r + 2.0 * pad + 3.0 + words;
        let names = if matches!(room.class, Class::Wide | Class::Mid) { 20.0 } else { 0.0 };
        let crash = match view.crash {
            Some(_) => (sizes.small + 3.0) * if room.is_phone() { 2.0 } else { 1.0 },
            None => 0.0,
        };
        let waiting = queues::height(view, room);
        let height = room.h - (names + crash) - waiting;
        Measures {
            gutter,
            column,
            disc,
            is_beside,
            title,
            pad,
            least,
            names,
            crash,
            waiting,
            height,
        }
    }

    fn foot(&self) -> f64 {
        self.names + self.crash
    }

    fn has_room_for(&self, rows: &Rows, sections: usize) -> bool {
        let cells = (24.0 + rows::GAP + self.title) * rows.count() as f64;
        self.height - cells >= self.least * units(sections)
    }

    /// Sections from the foot to the top, each of one zone or of several, and the cells in rows.
    fn share(&self, view: &View, zones: &[Zone]) -> (Vec<Vec<Zone>>, Rows) {
        let mut zones: Vec<Vec<Zone>> = order(zones).into_iter().map(|zone| vec![zone]).collect();
        // where there is no room for so many rows, arrays share one
        let rows = |cells: usize| Rows::of(view, view.processes.len().max(cells));
        let mut all = ROW_CELLS.map(rows).into_iter();
        let fitting = all.find(|rows| self.has_room_for(rows, zones.len().min(3)));
        let rows = fitting.unwrap_or_else(|| rows(ROW_CELLS[ROW_CELLS.len() - 1]));
        // where sections would be too low, neighbours become one: below first, and never the room
        let mut merged = 0;
        while zones.len() > 3 && !self.has_room_for(&rows, zones.len()) {
            let low = zones.remove(merged);
            let next = &mut zones[merged];
            *next = [low, std::mem::take(next)].concat();
            merged = (merged + 1).min(zones.len() - 2);
        }
        (zones, rows)
    }
}

/// Puts sections above each other; says where the last one ends.
fn stack(plan: &mut Plan, sections: Vec<Vec<Zone>>, gutter: f64, height: f64) -> f64 {
    let mut y = 0.0;
    for (index, zones) in sections.into_iter().rev().enumerate() {
        let h = if index == 0 { height * ROOM } else { height };
        plan.bands.push(Band {
            zones,
            rect: Rect { x: gutter, y, w: plan.room.w - gutter, h },
            is_room: index == 0,
        });
        y += h;
    }
    y
}

/// Where processes stand in sections of a height, each in its column, and where words are.
fn stand(plan: &mut Plan, view: &View, measures: &Measures, height: f64) {
    let Measures { gutter, column, is_beside, title, pad, .. } = *measures;
    let (sizes, r) = (plan.sizes, plan.r);
    let below = height - title - 2.0 * r - 2.0 * pad;
    // no room below: one line beside the disc shows its next step
    let is_low = !is_beside && below - 2.9 < sizes.line && column - measures.disc >= BESIDE_MIN;
    let (side, width, room) = match is_beside {
        true => (Side::Right, column - measures.disc, height - 2.0 * pad),
        false if is_low => (Side::Right, column - measures.disc, sizes.line),
        false => (Side::Below, column - 10.0, below - 2.9),
    };
    let lines = ((room / sizes.line) as usize).min(sizes.lines);
    plan.drop = if is_beside {
        height / 2.0
    } else {
        let used = if is_low { 0.0 } else { 3.0 + sizes.line * lines as f64 };
        let drop = title + pad + r + ((below - used) / 2.0).clamp(0.0, 12.0);
        drop.max(r * HAND)
    };
    let is_beside = is_beside || is_low;
    plan.ticket = if is_beside { point(-r - 22.0, 0.0) } else { point(r + 17.0, 0.0) };
    for process in 0..view.processes.len() {
        let left = gutter + column * process as f64;
        let aside = (column / 2.0 - 14.0).clamp(0.0, 8.0);
        let x = if is_beside { left + 44.0 + r } else { left + column / 2.0 - aside };
        plan.homes.push(point(x, 0.0));
        plan.labels.push(Label { side, width, lines });
        plan.margins.push((left + column - 10.0).min(plan.room.w - r - 1.0));
    }
}

/// Names of sections: beside them, or in them where there is no gutter.
fn name_sections(plan: &mut Plan, gutter: f64, pad: f64) {
    let (sizes, is_narrow) = (plan.sizes, gutter == 0.0);
    for band in &plan.bands {
        let mut names = band.zones.iter().map(|zone| match zone {
            Zone::Critical => "critical section",
            zone => zone.name(),
        });
        // what is lowest is where most of them are
        let first = names.next().unwrap_or_default();
        let text = names.fold(first.to_owned(), |text, name| format!("{text}, {name}"));
        let at = match is_narrow {
            true => point(
                8.0,
                band.rect.y + pad + sizes.small / 2.0 + if band.is_room { 4.0 } else { 1.0 },
            ),
            false => point(gutter - 12.0, band.rect.center().y),
        };
        let anchor = if is_narrow { Anchor::Start } else { Anchor::End };
        let words: Vec<&str> = if is_narrow { vec![&text] } else { text.split(' ').collect() };
        let first = at.y - (words.len() - 1) as f64 * sizes.line / 2.0;
        for (line, word) in words.into_iter().enumerate() {
            let y = first + sizes.line * line as f64;
            plan.names.push(plain(point(at.x, y), anchor, word));
        }
    }
}

/// Below its registers, whose they are: where columns are narrow, by number.
fn name_columns(plan: &mut Plan, view: &View, gutter: f64, y: f64) {
    let column = (plan.room.w - gutter) / view.processes.len().max(1) as f64;
    for process in 0..view.processes.len() {
        let x = gutter + column * (process as f64 + 0.5);
        let whole = view.label(process);
        let fits = text::width(&whole, plan.sizes.small, false) <= column;
        let name = if fits { whole } else { plan.tags[process].clone() };
        let mut name = plain(point(x, y), Anchor::Middle, name);
        name.ink = Some(process);
        plan.names.push(name);
    }
}

/// The sections from the foot to the top: who goes out is on the way home; who has crashed is where
/// it competes for nothing.
fn order(zones: &[Zone]) -> Vec<Zone> {
    let mut order: Vec<Zone> =
        zones.iter().copied().filter(|zone| !matches!(zone, Zone::Crashed)).collect();
    let mut take = |zone: Zone| {
        let at = order.iter().position(|other| *other == zone)?;
        (order.len() > 2).then(|| order.remove(at))
    };
    let exit = take(Zone::Exit);
    let room = take(Zone::Critical).or_else(|| take(Zone::Processing));
    if let Some(exit) = exit {
        order.insert(1.min(order.len()), exit);
    }
    order.extend(room);
    order
}
