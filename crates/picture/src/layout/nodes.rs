//! Processes that stay where they are, and messages between them: a mesh, a ring, a server.

use super::loops::APART;
use super::{Card, Label, Plan, Side};
use crate::geometry::{Point, Rect, point};
use crate::viewport::{Class, Sizes, Viewport};
use catalog::View;

pub fn mesh(view: &View, room: Viewport) -> Plan {
    let count = view.processes.len();
    if count == 2
        && !room.is_phone()
        && view.processes.iter().any(|process| process.locals.len() > 1)
    {
        return cards(view, room);
    }
    let mut plan = stand(view, count, room);
    plan.bend = match (count, room.class) {
        (2, _) => 0.2,
        (_, Class::Wide | Class::Mid) => 0.12,
        _ => 0.15,
    };
    plan.lanes = pairs(count).collect();
    plan
}

/// So much of the box two cards fill, however little they hold.
const CARD_MIN: f64 = 0.66;

/// Two that face each other, each on a card with what it knows.
fn cards(view: &View, room: Viewport) -> Plan {
    let mut plan = Plan::new(view, room);
    let sizes = plan.sizes;
    plan.r = sizes.node.min(36.0);
    let r = plan.r;
    let w = room.w * 0.41;
    // above its disc there is room for what somebody sends to itself
    let high = r + sizes.pill + APART + 4.0;
    let top = high + r + 33.0;
    // as high as what they hold
    let rows = view.processes.iter().map(|shown| shown.locals.len()).max().unwrap_or(0);
    let least = (room.h * CARD_MIN).min(room.h - 2.0);
    let h = (top + 8.0 + rows as f64 * pitch_max(sizes)).clamp(least, room.h - 2.0);
    let y = (room.h - h) / 2.0;
    for process in 0..2 {
        let x = if process == 0 { 1.0 } else { room.w - w - 1.0 };
        let rect = Rect { x, y, w, h };
        // towards each other
        let middle = if process == 0 { rect.right() - r - 22.0 } else { rect.x + r + 22.0 };
        plan.homes.push(point(middle, y + high));
        let side = if process == 0 { Side::Left } else { Side::Right };
        plan.labels.push(Label {
            side,
            width: w - 2.0 * r - 46.0,
            lines: sizes.lines.min(plan.with_name(4)),
        });
        let locals = view.processes[process].locals.len();
        let pitch = (h - top - 8.0) / rows.max(1) as f64;
        plan.cards.push(card(process, rect, top, locals, pitch));
    }
    plan.lanes = pairs(2).collect();
    // what goes there and what comes back do not touch
    plan.bend = (sizes.pill + 8.0) / plan.homes[0].distance(plan.homes[1]);
    plan.ticket = point(0.0, r + 14.0);
    plan
}

/// From one row of a card to the next, where there is room.
fn pitch_max(sizes: Sizes) -> f64 {
    sizes.cell + 40.0
}

/// Rows of one height below the top of a card.
fn card(process: usize, rect: Rect, top: f64, rows: usize, pitch_max: f64) -> Card {
    let room = rect.h - top - 8.0;
    let pitch = (room / rows.max(1) as f64).min(pitch_max);
    let row = |it: usize| Rect {
        x: rect.x + 12.0,
        y: rect.y + top + pitch * it as f64,
        w: rect.w - 24.0,
        h: (pitch - 7.0).max(20.0),
    };
    Card { process, rect, rows: (0..rows).map(row).collect() }
}

/// Each sends to the next one, clockwise.
pub fn ring(view: &View, room: Viewport) -> Plan {
    let count = view.processes.len();
    let mut plan = stand(view, count, room);
    plan.bend = if count == 2 { 0.3 } else { 0.22 };
    plan.lanes = (0..count).map(|it| (it, (it + 1) % count)).collect();
    plan
}

fn pairs(count: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..count)
        .flat_map(move |from| (0..count).filter(move |&to| to != from).map(move |to| (from, to)))
}

/// Up to so many stand in a circle as large as their distance allows.
const TOUCHING_MAX: usize = 8;

/// Two facing each other, three in a triangle, four in a square, more in a circle.
pub fn stand(view: &View, count: usize, room: Viewport) -> Plan {
    let mut plan = Plan::new(view, room);
    let sizes = plan.sizes;
    plan.r = sizes.node;
    let (w, h, r) = (room.w, room.h, plan.r);
    let is_phone = room.is_phone();
    // for seats, and a halo
    let rim = r + 14.0;
    let words = sizes.line * sizes.lines as f64 + 8.0;
    let foot = h - words - rim;
    let side = |left: f64| (w * left).max(rim + 4.0);
    let (homes, labels): (Vec<Point>, Vec<Label>) = match count {
        0 | 1 => (vec![point(w / 2.0, h / 2.0)], vec![below(w * 0.9, sizes.lines)]),
        2 if is_phone => {
            let x = rim + 6.0;
            let label = |side| Label { side, width: w - x - r - 38.0, lines: sizes.lines + 2 };
            let high = r + APART + sizes.pill + 1.0;
            let homes = vec![point(x, high), point(w - x, h - high)];
            (homes, vec![label(Side::Right), label(Side::Left)])
        }
        2 => {
            let x = side(if is_phone { 0.2 } else { 0.21 });
            let label = below(w * 0.5 - 12.0, sizes.lines + 1);
            let label = Label { width: label.width.min(2.0 * x), ..label };
            let y = (h - words) * 0.48;
            (vec![point(x, y), point(w - x, y)], vec![label; 2])
        }
        3 => {
            let x = side(if is_phone { 0.21 } else { 0.17 });
            let lines = plan.with_name(2);
            let top = if is_phone { rim + 2.0 + sizes.line * lines as f64 } else { rim + 2.0 };
            let label = if is_phone {
                Label { side: Side::Above, width: w * 0.9, lines }
            } else {
                Label { side: Side::Right, width: w / 2.0 - rim - 30.0, lines: sizes.lines }
            };
            let low = below(2.0 * x.min(w / 2.0 - x) - 4.0, sizes.lines);
            (vec![point(w / 2.0, top), point(w - x, foot), point(x, foot)], vec![label, low, low])
        }
        5.. => circle(&plan, count, rim),
        _ => {
            let x = side(if is_phone { 0.2 } else { 0.24 });
            let lines = plan.with_name(if is_phone { 2 } else { 3 });
            let width = if is_phone { w / 2.0 - 10.0 } else { x - rim - 14.0 };
            let words = sizes.line * lines as f64 + 8.0;
            let high = if is_phone { rim + words } else { rim + 4.0 };
            let low = if is_phone { h - rim - words } else { h - rim - 4.0 };
            let label = |vertical, horizontal| Label {
                side: if is_phone { vertical } else { horizontal },
                width,
                lines,
            };
            let homes = vec![point(x, high), point(w - x, high), point(w - x, low), point(x, low)];
            let labels = vec![
                label(Side::Above, Side::Left),
                label(Side::Above, Side::Right),
                label(Side::Below, Side::Right),
                label(Side::Below, Side::Left),
            ];
            (homes, labels)
        }
    };
    (plan.homes, plan.labels) = (homes, labels);
    if count > TOUCHING_MAX {
        // a message on its way lies between two of them
        let next = plan.homes.iter().cycle().skip(1);
        let apart = plan.homes.iter().zip(next).map(|(it, next)| it.distance(*next));
        let apart = apart.fold(f64::INFINITY, f64::min);
        plan.r = r.min(apart * 0.32);
        plan.reach = apart / 2.0;
    }
    plan.ticket = point(plan.r + 6.0, -plan.r - 1.0);
    plan
}

/// More of them stand in a circle, clockwise from the top; beside many there is no room for words, and on a phone for
/// names alone.
fn circle(plan: &Plan, count: usize, rim: f64) -> (Vec<Point>, Vec<Label>) {
    const TALKING_MAX: usize = 6;
    let (Viewport { w, h, .. }, is_phone) = (plan.room, plan.room.is_phone());
    let lines = match () {
        () if count > TALKING_MAX || is_phone && !plan.is_named => 0,
        () if is_phone => plan.with_name(1),
        () => plan.with_name(2),
    };
    let aside = if is_phone || lines == 0 { 0.0 } else { 104.0 };
    let foot = if is_phone { plan.sizes.line * lines as f64 } else { 0.0 };
    let reach = point(w / 2.0 - rim - aside, (h - foot) / 2.0 - rim);
    let place = |it: usize| {
        let (sin, cos) = (std::f64::consts::TAU * it as f64 / count as f64).sin_cos();
        let home = point(w / 2.0 + reach.x * sin, (h - foot) / 2.0 - reach.y * cos);
        let side = if sin >= -0.01 { Side::Right } else { Side::Left };
        let aside = Label { side, width: aside - 4.0, lines };
        (home, if is_phone { below(2.0 * rim, lines) } else { aside })
    };
    (0..count).map(place).unzip()
}

fn below(width: f64, lines: usize) -> Label {
    Label { side: Side::Below, width, lines }
}

/// The process that is alone in its role; the last of them.
fn server_of(view: &View) -> usize {
    let roles = |role| view.processes.iter().filter(move |process| process.role == role).count();
    let alone = view.processes.iter().rposition(|process| roles(process.role) == 1);
    alone.unwrap_or(view.processes.len().saturating_sub(1))
}

/// Clients on the left, and the server with its card on the right.
pub fn server(view: &View, room: Viewport) -> Plan {
    let mut plan = Plan::new(view, room);
    let sizes = plan.sizes;
    let (w, h) = (room.w, room.h);
    let is_phone = room.is_phone();
    plan.r = if is_phone { sizes.r } else { sizes.node.min(36.0) };
    let r = plan.r;
    let server = server_of(view);
    let clients = view.processes.len().saturating_sub(1);
    let around = if is_phone {
        Rect { x: w * 0.56, y: 1.0, w: w * 0.44 - 1.0, h: h - 2.0 }
    } else {
        Rect { x: w * 0.62, y: 1.0, w: w * 0.38 - 2.0, h: h - 2.0 }
    };
    let row = h / clients.max(1) as f64;
    let lines = (((row - 2.0 * r - 26.0) / sizes.line) as usize).clamp(1, sizes.lines);
    let used = 2.0 * r + 14.0 + lines as f64 * sizes.line;
    for client in 0..clients {
        let y = row * client as f64 + super::overlap::down(row, r, ((row - used) / 2.0).max(11.0));
        plan.homes.push(point(if is_phone { r + 34.0 } else { (w * 0.14).max(r + 60.0) }, y));
        plan.labels.push(below(if is_phone { 2.0 * r + 66.0 } else { w * 0.26 }, lines));
    }
    plan.homes.insert(server, point(around.x + r + 16.0, around.y + r + 18.0));
    let width = around.w - 2.0 * r - 38.0;
    plan.labels.insert(server, Label { side: Side::Right, width, lines: plan.with_name(3) });
    let locals = view.processes.get(server).map_or(0, |process| process.locals.len());
    plan.cards.push(card(server, around, 2.0 * r + 46.0, locals, pitch_max(sizes)));
    plan.bend = 0.06;
    let others = (0..view.processes.len()).filter(|it| *it != server);
    plan.lanes = others.flat_map(|it| [(it, server), (server, it)]).collect();
    plan.ticket = point(r + 4.0, -r + 8.0);
    plan
}
