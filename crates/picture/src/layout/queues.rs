//! Store buffers: below each process that writes, a queue that is open towards memory.

use super::{Plan, plain};
use crate::geometry::{Rect, point};
use crate::scene::Anchor;
use crate::viewport::{Sizes, Viewport};
use catalog::View;

/// So many writes are drawn, and how many more wait above them.
const SHOWN_MAX: usize = 4;
/// Around the queues, and within each.
const GAP: f64 = 8.0;
const PAD: f64 = 4.0;
/// No queue is wider: a write is a few letters.
const WIDTH_MAX: f64 = 230.0;

/// The pending writes of a process.
#[derive(Clone, PartialEq, Debug)]
pub struct Queue {
    pub process: usize,
    pub rect: Rect,
    /// From the foot, where the oldest write is.
    pub places: Vec<Rect>,
}

fn row(sizes: Sizes) -> f64 {
    sizes.small + 10.0
}

/// How much of a box the queues of a view take; nothing where no write ever waits.
pub fn height(view: &View, room: Viewport) -> f64 {
    let places = view.buffers.iter().map(|buffer| buffer.places.min(SHOWN_MAX)).max();
    places.map_or(0.0, |places| places as f64 * row(room.sizes()) + PAD + 2.0 * GAP)
}

/// Puts the queues into a stripe, each in the column of its process.
pub fn place(plan: &mut Plan, view: &View, stripe: Rect) {
    let (row, column) = (row(plan.sizes), stripe.w / view.processes.len().max(1) as f64);
    for buffer in &view.buffers {
        let process = usize::from(buffer.process);
        let count = buffer.places.min(SHOWN_MAX);
        let w = (column - 10.0).min(WIDTH_MAX);
        let h = count as f64 * row + PAD;
        let x = stripe.x + column * (process as f64 + 0.5) - w / 2.0;
        let rect = Rect { x, y: stripe.bottom() - GAP - h, w, h };
        let place = |nth: usize| Rect {
            x: rect.x + PAD,
            y: rect.bottom() - PAD - row * (nth + 1) as f64 + 2.0,
            w: w - 2.0 * PAD,
            h: row - 2.0,
        };
        plan.queues.push(Queue { process, rect, places: (0..count).map(place).collect() });
    }
}

/// A name for all of them where there is a margin for names.
pub fn name_in_margin(plan: &mut Plan, x: f64) {
    let Some(y) = plan.queues.first().map(|queue| queue.rect.center().y) else { return };
    for (line, word) in ["store", "buffers"].into_iter().enumerate() {
        let y = y + plan.sizes.line * (line as f64 - 0.5);
        plan.names.push(plain(point(x, y), Anchor::End, word));
    }
}

/// A layout that knows of no queues, above them.
pub fn below(view: &View, room: Viewport, plan: impl Fn(Viewport) -> Plan) -> Plan {
    let height = height(view, room);
    let mut plan = plan(Viewport { h: room.h - height, ..room });
    if height > 0.0 {
        plan.room = room;
        let stripe = Rect { x: 0.0, y: room.h - height, w: room.w, h: height };
        place(&mut plan, view, stripe);
    }
    plan
}
