//! What clients talk to: a server with its variables, or a replica with its cells.

use super::geometry::{Point, Rect, point};
use super::net_plan::{LINE, NAME, R, WIDE};
use super::parts;
use super::text::{LETTER, MONO, MONO_LARGE, cut, wrap};
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
    let said = if it.locals.is_empty() { wrap(&it.status, room, fits) } else { Vec::new() };
    html! {
        <g class={classes!("box", parts::own(number), is_down.then_some("is-down"))}>
            { parts::frame(rect, 8.0, "box-body") }
            { parts::words(point(rect.center().x, rect.y + lift + 12.0), "box-name", "middle", "server") }
            <g transform={point(rect.center().x, rect.y + lift + 24.0 + R).translate()}>
                { parts::disc(number, it, R) }
            </g>
            { for drawn }
            { for said.iter().enumerate().map(|(index, text)| {
                parts::words(point(rect.x + PAD, at(index)), "status", "start", text)
            }) }
        </g>
    }
}

/// Its cells one below the other, and how many more there are.
pub fn replica(number: usize, it: &ReplicaView, rect: Rect) -> Html {
    let lines = ((rect.h - NAME) / LINE) as usize;
    let shown = if it.cells.len() > lines { lines - 1 } else { lines };
    let more = it.cells.len().saturating_sub(shown);
    let at = |index: usize| -> Point {
        point(rect.x + PAD - 1.0, rect.y + NAME + LINE * (index as f64 + 0.5))
    };
    // as large as there is room for
    let (class, letter) =
        if rect.w < WIDE { ("stored", MONO) } else { ("stored is-roomy", MONO_LARGE) };
    let room = (rect.w - 2.0 * PAD + 2.0) * LETTER / letter;
    let name = format!("replica {number}{}", if it.up { "" } else { " · down" });
    html! {
        <g class={classes!("box", (!it.up).then_some("is-down"))}>
            { parts::frame(rect, 8.0, "box-body") }
            { parts::words(point(rect.x + PAD - 1.0, rect.y + 11.0), "box-name", "start", &name) }
            { for it.cells.iter().take(shown).enumerate().map(|(index, cell)| {
                let text = format!("{} = {} @{}", cell.column, cell.value, cell.timestamp);
                parts::words(at(index), class, "start", &cut(&text, room))
            }) }
            if more > 0 {
                { parts::words(at(shown), "status", "start", &format!("{more} more")) }
            }
        </g>
    }
}
