//! Processes in a ring, with what two neighbours share between them, or what each has in its disc.

use super::{Label, Plan, Side, name, nodes};
use crate::geometry::{Point, Rect, point};
use crate::scene::Anchor;
use crate::viewport::Viewport;
use catalog::{Shape, View};

/// How many processes stand in the ring; the others stand in its midst. Two leave no midst: where they share
/// more than what lies between them, they are no ring.
pub fn members(view: &View) -> Option<usize> {
    let is_ring = |shape| matches!(shape, Shape::Between | Shape::Held);
    let count = view.arrays.iter().find(|array| is_ring(array.shape))?.cells.len();
    let has_room = count > 2 || view.arrays.iter().all(|array| is_ring(array.shape));
    (has_room && (2..=view.processes.len()).contains(&count)).then_some(count)
}

pub fn plan(view: &View, room: Viewport, count: usize) -> Plan {
    let mut plan = nodes::stand(view, count, room);
    plan.cells = view.arrays.iter().map(|array| vec![Rect::default(); array.cells.len()]).collect();
    let others = view.processes.len() - count;
    if count == 2 {
        facing(&mut plan, others);
    }
    let ring = plan.homes.clone();
    let sum = ring.iter().fold(Point::default(), |sum, it| point(sum.x + it.x, sum.y + it.y));
    let middle = point(sum.x / count as f64, sum.y / count as f64);
    for other in 0..others {
        let label =
            Label { side: Side::Below, width: 2.0 * plan.r + 60.0, lines: plan.with_name(2) };
        let apart = (2.0 * plan.r + 70.0) * (other as f64 - (others - 1) as f64 / 2.0);
        plan.homes.push(point(middle.x + apart, middle.y - plan.sizes.line));
        plan.labels.push(label);
    }
    plan.margins = vec![0.0; view.processes.len()];
    plan.lanes = (0..count).map(|it| (it, (it + 1) % count)).collect();
    plan.bend = 0.0;
    let is_shared = |it: &usize| view.arrays[*it].shape == Shape::Between;
    let shared: Vec<usize> = (0..view.arrays.len()).filter(is_shared).collect();
    for (index, home) in ring.iter().enumerate() {
        let before = ring[(index + count - 1) % count];
        let mut at = before.mix(*home, 0.5);
        if count == 2 {
            // one above, one below
            at.y += room.h * if index == 0 { 0.33 } else { -0.33 };
        }
        between(&mut plan, view, &shared, index, at);
    }
    plan.held = view.arrays.iter().position(|array| array.shape == Shape::Held);
    if let Some(held) = plan.held {
        let side = 1.9 * plan.r;
        plan.cells[held] = ring.iter().map(|point| Rect::around(*point, side, side)).collect();
    }
    strips(&mut plan, view, middle);
    if others == 0 && count > 2 && shared.is_empty() {
        let reach = ring.iter().map(|point| point.distance(middle)).fold(f64::INFINITY, f64::min);
        plan.middle = Some((middle, (reach - plan.r - 44.0).clamp(30.0, 120.0)));
    }
    plan
}

/// Two, with what they share above and below, and the others between them.
fn facing(plan: &mut Plan, others: usize) {
    let (w, h) = (plan.room.w, plan.room.h);
    let share = w / (2 + others.max(1)) as f64;
    let label = Label {
        side: Side::Below,
        width: share - 8.0,
        lines: plan.sizes.lines.min(plan.with_name(4)),
    };
    let y = h / 2.0 - plan.sizes.line;
    plan.homes = vec![point(share / 2.0, y), point(w - share / 2.0, y)];
    plan.labels = vec![label; 2];
}

/// What two neighbours share: a cell of each array, one below the other.
fn between(plan: &mut Plan, view: &View, arrays: &[usize], index: usize, at: Point) {
    let sizes = plan.sizes;
    let title = sizes.small + 5.0;
    let (w, h) = (if plan.room.is_phone() { 76.0 } else { 116.0 }, sizes.cell * 0.86);
    let whole = (title + h) * arrays.len() as f64;
    let mut y = at.y - whole / 2.0;
    for &array in arrays {
        let middle = point(at.x, y + title / 2.0);
        let text = format!("{}[{index}]", view.arrays[array].name);
        plan.names.push(name(middle, Anchor::Middle, text));
        plan.cells[array][index] = Rect { x: at.x - w / 2.0, y: y + title, w, h };
        y += title + h;
    }
}

/// Other shared variables stand in the midst.
fn strips(plan: &mut Plan, view: &View, at: Point) {
    let others = view.arrays.iter().enumerate();
    let others = others.filter(|it| !matches!(it.1.shape, Shape::Between | Shape::Held));
    let mut y = at.y + plan.r + 2.0 * plan.sizes.line + 20.0;
    for (array, shown) in others {
        let w = if plan.room.is_phone() { 44.0 } else { 64.0 };
        let left = at.x - w * shown.cells.len() as f64 / 2.0;
        plan.names.push(name(point(left + 2.0, y), Anchor::Start, shown.name));
        for index in 0..shown.cells.len() {
            let x = left + w * index as f64;
            plan.cells[array][index] = Rect { x, y: y + 10.0, w: w - 4.0, h: 30.0 };
        }
        y += 58.0;
    }
}
