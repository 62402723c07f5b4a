//! What clients talk to: a server with its variables, or a replica with its cells.

use super::geometry::{Rect, point};
use super::net_plan::{NAME, R, WIDE};
use super::parts::{self, LINE};
use super::summary;
use super::text::{LETTER, MONO, MONO_LARGE, cut};
use catalog::{DELETED, Life, ProcessView, ReplicaView, Zone};
use yew::prelude::*;

const PAD: f64 = 7.0;
const ROW: f64 = 18.0;
/// A server's name and number.
const HEAD: f64 = 24.0 + 2.0 * R + 20.0;

/// Its number, and its variables one below the other; those it owes an answer as themselves.
pub fn server(number: usize, it: &ProcessView, rect: Rect) -> Html {
    let is_down = it.life == Life::Crashed || it.zone == Zone::Crashed;
    let spare = rect.h - HEAD - ROW * it.locals.len() as f64;
    let (x, top) = (rect.center().x, rect.y + (spare / 2.0).max(0.0));
    let rows = top + HEAD;
    let owed = summary::list(&it.owes, ", ");
    let (mut names, mut values, mut dots) = (Vec::new(), Vec::new(), Html::default());
    let width = parts::DOT * it.owes.len() as f64;
    for (name, value) in &it.locals {
        let is_owed = *value == owed && width < rect.w / 2.0;
        if is_owed {
            let y = rows + ROW * names.len() as f64;
            dots = parts::dots(&it.owes, point(rect.right() - PAD - width, y));
        }
        names.push((*name).to_owned());
        values.push(if is_owed { String::new() } else { value.clone() });
    }
    let (left, right) = (point(rect.x + PAD, rows), point(rect.right() - PAD, rows));
    html! {
        <g class={classes!("box", parts::own(number), is_down.then_some("is-down"))}>
            { parts::frame(rect, 8.0, "box-body") }
            { parts::words(point(x, top + 12.0), "box-name", "middle", "server") }
            <g transform={point(x, top + 24.0 + R).translate()}>{ parts::disc(number, it, R) }</g>
            { parts::lines(left, ROW, "status", "start", &names) }
            { parts::lines(right, ROW, "array-name", "end", &values) }
            { dots }
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
        let value = if it.value == DELETED { "∅" } else { &it.value };
        lines.push(cut(&format!("{} = {value} @{}", it.column, it.timestamp), room));
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
            { parts::lines(point(left, rect.y + NAME + LINE / 2.0), LINE, class, "start", &lines) }
        </g>
    }
}
