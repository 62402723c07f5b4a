//! What clients talk to: a server with its variables, or a replica with its cells.

use super::geometry::{Rect, point};
use super::net_plan::{NAME, R, WIDE};
use super::parts::{self, LINE};
use super::text::{LETTER, MONO, MONO_LARGE, cut};
use catalog::{Life, ProcessView, ReplicaView, Zone};
use yew::prelude::*;

const PAD: f64 = 7.0;
const ROW: f64 = 18.0;
/// A server's name and number.
const HEAD: f64 = 24.0 + 2.0 * R + 20.0;

/// Its number, and its variables one below the other; those it owes an answer as themselves.
pub fn server(number: usize, it: &ProcessView, rect: Rect) -> Html {
    let is_down = it.life == Life::Crashed || it.zone == Zone::Crashed;
    let rows = it.locals.len().max(3) as f64;
    let lift = ((rect.h - HEAD - ROW * rows) / 2.0).max(0.0);
    let top = rect.y + lift + HEAD;
    let fits = ((rect.bottom() - 10.0 - top) / ROW) as usize + 1;
    let owed = it.owes.iter().map(u8::to_string).collect::<Vec<_>>().join(", ");
    let at = |index: usize| top + ROW * index as f64;
    let room = rect.w - 2.0 * PAD;
    let drawn = it.locals.iter().take(fits).enumerate().map(|(index, (name, value))| {
        let (y, right) = (at(index), rect.right() - PAD);
        let dots = parts::DOT * it.owes.len() as f64;
        html! {
            <>
                { parts::words(point(rect.x + PAD, y), "status", "start", name) }
                if *value == owed && dots + LETTER * name.chars().count() as f64 + 4.0 < room {
                    { parts::dots(&it.owes, point(right - dots, y)) }
                } else {
                    { parts::words(point(right, y), "array-name", "end", value) }
                }
            </>
        }
    });
    html! {
        <g class={classes!("box", parts::own(number), is_down.then_some("is-down"))}>
            { parts::frame(rect, 8.0, "box-body") }
            { parts::words(point(rect.center().x, rect.y + lift + 12.0), "box-name", "middle", "server") }
            <g transform={point(rect.center().x, rect.y + lift + 24.0 + R).translate()}>
                { parts::disc(number, it, R) }
            </g>
            { for drawn }
        </g>
    }
}

/// Its cells one below the other, and how many more there are.
pub fn replica(number: usize, it: &ReplicaView, rect: Rect) -> Html {
    let fits = ((rect.h - NAME) / LINE) as usize;
    let more = if it.cells.len() > fits { it.cells.len() - fits + 1 } else { 0 };
    // as large as there is room for
    let (class, letter) =
        if rect.w < WIDE { ("stored", MONO) } else { ("stored is-roomy", MONO_LARGE) };
    let room = (rect.w - 2.0 * PAD + 2.0) * LETTER / letter;
    let mut lines: Vec<String> = Vec::new();
    for it in &it.cells[..it.cells.len() - more] {
        lines.push(cut(&format!("{} = {} @{}", it.column, it.value, it.timestamp), room));
    }
    if more > 0 {
        lines.push(format!("{more} more"));
    }
    let name = format!("replica {number}{}", if it.up { "" } else { " · down" });
    let left = rect.x + PAD - 1.0;
    html! {
        <g class={classes!("box", (!it.up).then_some("is-down"))}>
            { parts::frame(rect, 8.0, "box-body") }
            { parts::words(point(left, rect.y + 11.0), "box-name", "start", &name) }
            { parts::lines(point(left, rect.y + NAME + LINE / 2.0), class, "start", &lines) }
        </g>
    }
}
