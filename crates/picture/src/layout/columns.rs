//! Processes that walk through sections: a column for each, its registers at the foot, the critical
//! section on top across all columns. Progress goes up, values travel between columns.

use super::rows::{self, Rows};
use super::{Band, Label, Plan, Side, plain, queues};
use crate::geometry::{Rect, point};
use crate::room::{Class, Room};
use crate::scene::Anchor;
use crate::text;
use catalog::{View, Zone};

/// Above the name of a section, and below its last line; where there is little room, less.
const PAD: f64 = 5.0;
const PAD_NARROW: f64 = 1.0;
/// How many cells of arrays that are nobody's own may share a row, at first.
const ROW_CELLS: [usize; 3] = [3, 4, 6];
/// How far a raised hand reaches above the middle of its disc, in radii.
const HAND: f64 = 1.34;
/// How much higher the room is than another section: more is said of those in it.
const ROOM: f64 = 1.2;

pub fn plan(view: &View, zones: &[Zone], room: Room) -> Plan {
    let mut plan = Plan::new(view, room);
    let sizes = plan.sizes;
    let gutter = match room.class {
        Class::Wide => 106.0,
        Class::Mid => 92.0,
        Class::Embed => 82.0,
        Class::Phone => 0.0,
    };
    let is_narrow = gutter == 0.0;
    let count = view.processes.len().max(1) as f64;
    let column = (room.w - gutter) / count;
    let beside = 2.0 * plan.r + 62.0;
    let is_beside = !is_narrow && column - beside >= 92.0;
    let mut zones: Vec<Vec<Zone>> = order(zones).into_iter().map(|it| vec![it]).collect();
    // with many sections, the cells give way first
    let (title, pad) = if is_narrow { (sizes.small + 1.0, PAD_NARROW) } else { (0.0, PAD) };
    // words stand beside a process, or below it
    let words = if is_beside { 0.0 } else { sizes.line };
    let least = title + 2.0 * plan.r + 2.0 * pad + 3.0 + words;
    let names = if matches!(room.class, Class::Wide | Class::Mid) { 20.0 } else { 0.0 };
    // what a crash would leave is said at the foot
    let crash = match view.crash {
        Some(_) => (sizes.small + 3.0) * if room.is_phone() { 2.0 } else { 1.0 },
        None => 0.0,
    };
    let foot = names + crash;
    let waiting = queues::height(view, room);
    let fits = |rows: &Rows, sections: usize| {
        let cells = (24.0 + rows::GAP + title) * rows.count() as f64;
        room.h - foot - waiting - cells >= least * (sections as f64 + ROOM - 1.0)
    };
    // where there is no room for so many rows, arrays share one
    let rows = |cells: usize| Rows::of(view, view.processes.len().max(cells));
    let fitting = ROW_CELLS.map(rows).into_iter().find(|it| fits(it, zones.len().min(3)));
    let rows = fitting.unwrap_or_else(|| rows(ROW_CELLS[ROW_CELLS.len() - 1]));
    // where sections would be too low, neighbours become one: below first, and never the room
    let mut merged = 0;
    while zones.len() > 3 && !fits(&rows, zones.len()) {
        let low = zones.remove(merged);
        let next = &mut zones[merged];
        *next = [low, std::mem::take(next)].concat();
        merged = (merged + 1).min(zones.len() - 2);
    }
    let free = room.h - foot - waiting - rows::GAP - least * (zones.len() as f64 + ROOM - 1.0);
    let cell = (free / rows.count().max(1) as f64 - rows::GAP - title).clamp(22.0, sizes.cell);
    let cells = rows.height(cell, title, gutter);
    let height = (room.h - foot - waiting - cells) / (zones.len() as f64 + ROOM - 1.0);
    let mut y = 0.0;
    for (index, zones) in zones.into_iter().rev().enumerate() {
        let h = if index == 0 { height * ROOM } else { height };
        plan.bands.push(Band {
            zones,
            rect: Rect { x: gutter, y, w: room.w - gutter, h },
            is_room: index == 0,
        });
        y += h;
    }
    let below = height - title - 2.0 * plan.r - 2.0 * pad;
    let lines = ((below - 2.9) / sizes.line) as usize;
    let label = if is_beside {
        let lines = ((height - 2.0 * pad) / sizes.line) as usize;
        Label { side: Side::Right, width: column - beside, lines: lines.min(sizes.lines) }
    } else {
        Label { side: Side::Below, width: column - 10.0, lines: lines.min(sizes.lines) }
    };
    plan.drop = if is_beside {
        height / 2.0
    } else {
        let used = 3.0 + sizes.line * label.lines as f64;
        let drop = title + pad + plan.r + ((below - used) / 2.0).clamp(0.0, 12.0);
        drop.max(plan.r * HAND)
    };
    plan.ticket = if is_beside { point(-plan.r - 22.0, 0.0) } else { point(plan.r + 17.0, 0.0) };
    for process in 0..view.processes.len() {
        let left = gutter + column * process as f64;
        let aside = (column / 2.0 - 14.0).clamp(0.0, 8.0);
        let x = if is_beside { left + 44.0 + plan.r } else { left + column / 2.0 - aside };
        plan.homes.push(point(x, 0.0));
        plan.labels.push(label);
        plan.margins.push((left + column - 10.0).min(room.w - plan.r - 1.0));
    }
    name_sections(&mut plan, gutter, pad);
    if waiting > 0.0 {
        let stripe = Rect { x: gutter, y, w: room.w - gutter, h: waiting };
        queues::place(&mut plan, view, stripe);
        if !is_narrow {
            queues::name_in_margin(&mut plan, gutter - 12.0);
        }
    }
    let top = room.h - foot - cells + rows::GAP;
    rows.place(&mut plan, view, Rect { x: gutter, y: top, w: room.w - gutter, h: cell }, title);
    if names > 0.0 && view.arrays.iter().any(|it| it.owned) {
        name_columns(&mut plan, view, gutter, room.h - crash - 9.0);
    }
    plan
}

/// Names of sections: beside them, or in them where there is no gutter.
fn name_sections(plan: &mut Plan, gutter: f64, pad: f64) {
    let (sizes, is_narrow) = (plan.sizes, gutter == 0.0);
    for band in &plan.bands {
        let mut names = band.zones.iter().map(|it| match it {
            Zone::Critical => "critical section",
            zone => zone.name(),
        });
        // what is lowest is where most of them are
        let first = names.next().unwrap_or_default();
        let text = names.fold(first.to_owned(), |text, it| format!("{text}, {it}"));
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
        zones.iter().copied().filter(|it| !matches!(it, Zone::Crashed)).collect();
    let mut take = |zone: Zone| {
        let at = order.iter().position(|it| *it == zone)?;
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
