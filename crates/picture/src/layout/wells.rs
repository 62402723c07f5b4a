//! Clients and the replicas of a store, or rows. A cell is a well: its level is the timestamp, its
//! tint the owner.

use super::{Label, Plan, Side, Well, name, plain};
use crate::geometry::{Rect, point};
use crate::room::Room;
use crate::scene::Anchor;
use crate::text;
use catalog::View;

/// Between columns of different families.
const APART: f64 = 14.0;
/// The height of a mutation on its way.
pub const STRIP: f64 = 24.0;

pub fn plan(view: &View, room: Room) -> Plan {
    let mut plan = Plan::new(view, room);
    let sizes = plan.sizes;
    let (clients, replicas) =
        (view.processes.len(), view.replicas.len().max(view.rows.len()).max(1));
    let is_rows = !view.rows.is_empty();
    // rows of few columns stand side by side
    let across = if is_rows && replicas > 2 && view.columns.len() <= 3 { 2 } else { 1 };
    let floors = replicas.div_ceil(across);
    let is_phone = room.is_phone();
    let r = plan.r;
    // with one replica, and in rows, nothing is ever under way
    let gate = if replicas == 1 || is_rows { 16.0 } else { 128.0 };
    let left = if is_phone { 2.0 } else { 2.0 * r + 112.0 + gate };
    let lines = plan.with_name(2);
    let top = if is_phone { 2.4 * r + 16.0 + sizes.line * lines as f64 + 6.0 } else { 0.0 };
    for client in 0..clients {
        if is_phone {
            let column = room.w / clients as f64;
            plan.homes.push(point(column * (client as f64 + 0.5), 1.4 * r + 2.0));
            plan.labels.push(Label { side: Side::Below, width: column - 6.0, lines });
        } else {
            let row = room.h / clients as f64;
            let lines = (((row - 2.0 * r - 12.0) / sizes.line) as usize).min(sizes.lines + 1);
            let used = 2.0 * r + 4.0 + sizes.line * lines as f64;
            let y = row * client as f64 + (row - used) / 2.0 + r;
            plan.homes.push(point(r + 56.0, y));
            plan.labels.push(Label { side: Side::Below, width: 2.0 * r + 108.0, lines });
        }
    }
    // names that are too long for their columns stand in two lines
    let between = 18.0 * (across - 1) as f64;
    let width = (room.w - left - 2.0 - between) / across as f64;
    let estimate = width / view.columns.len().max(1) as f64 - APART / 2.0;
    let is_wide = |it: &String| text::width(it, sizes.small, true) > estimate;
    let is_split = view.columns.iter().any(is_wide);
    let head = match is_phone {
        // what waits for a replica does so beside its name
        true if replicas > 1 && !is_rows => STRIP + 1.0,
        is_phone if is_phone || replicas > 1 => sizes.small + 8.0,
        _ => 0.0,
    };
    // between the names and a single row, room for what one write covers
    let gap = if head == 0.0 && !is_rows { 10.0 } else { 0.0 };
    let names = gap + if is_split { 34.0 } else { 19.0 };
    let row = (room.h - top - names) / floors as f64;
    let families = view.columns.windows(2).filter(|it| family(&it[0]) != family(&it[1])).count();
    let column = (width - APART * families as f64) / view.columns.len().max(1) as f64;
    for replica in 0..replicas {
        let y = top + names + row * (replica / across) as f64 + head;
        let left = left + (width + 18.0) * (replica % across) as f64;
        let rect = Rect { x: left, y, w: width, h: row - head - 3.0 };
        let mut columns = Vec::new();
        let mut x = left + 1.0;
        for (index, title) in view.columns.iter().enumerate() {
            if index > 0 && family(&view.columns[index - 1]) != family(title) {
                x += APART;
            }
            columns.push(Rect { x, y: rect.y, w: column, h: rect.h });
            x += column;
        }
        if replicas > 1 {
            let at = point(left + 2.0, y - head / 2.0 + 1.0);
            let called = called(view, replica);
            plan.names.push(match view.rows.get(replica) {
                None => plain(at, Anchor::Start, called),
                Some(row) => {
                    let mut title = name(at, Anchor::Start, called);
                    title.ink = row.owner.map(usize::from);
                    title
                }
            });
        }
        let (gate, pitch) = match is_phone {
            true => (point(room.w - 4.0, y - head / 2.0), 0.0),
            false => (point(left - 12.0, rect.y + 16.0), 29.0),
        };
        plan.wells.push(Well { rect, columns, gate, pitch });
    }
    let middle = top + names - gap - 12.0;
    for first in 0..across.min(replicas) {
        let columns = plan.wells[first].columns.clone();
        heads(&mut plan, view, &columns, middle, is_split);
    }
    plan.ticket = point(r + 17.0, 0.0);
    plan
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
        if index == 0 || family(&view.columns[index - 1]) != family(title) {
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
            let of = row.owner.map_or_else(String::new, |it| format!(" of {it}"));
            format!("{}{of}", row.name)
        },
    )
}
