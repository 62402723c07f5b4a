//! A sign for an algorithm, without words: its kind of picture and its card's moment, in a few lines.

// counts are small
#![allow(clippy::cast_precision_loss)]

use super::parts::colour;
use catalog::{Scenario, Stage, View, Zone};
use maud::{Markup, html};
use picture::geometry::short;
use std::f64::consts::TAU;

const WIDTH: f64 = 72.0;
const HEIGHT: f64 = 44.0;
/// More processes or cells than these are not told apart at this size.
const MOST: usize = 3;

pub fn pictogram(stage: Stage, scenario: &Scenario) -> Markup {
    let view = scenario.moment().view;
    let drawn = match stage {
        Stage::Zones => room(&view),
        Stage::Array => brackets(&view),
        Stage::Cells => cells(&view),
        Stage::Clique | Stage::Ring => circle(&view, stage == Stage::Ring),
        Stage::ClientServer => server(&view),
        Stage::Replicas => replicas(&view),
    };
    html! {
        svg.pictogram viewBox={"0 0 " (WIDTH) " " (HEIGHT)} aria-hidden="true" { (drawn) }
    }
}

fn disc(process: usize, x: f64, y: f64, view: &View) -> Markup {
    let zone = view.processes.get(process).map(|process| process.zone);
    let is_full = matches!(zone, Some(Zone::Critical | Zone::Decided | Zone::Processing));
    let full = if is_full { " full" } else { "" };
    html! { circle class={"disc " (colour(process as u8)) (full)} cx=(short(x)) cy=(short(y)) r="5.5" {} }
}

fn frame(class: &str, x: f64, y: f64, width: f64, height: f64) -> Markup {
    html! {
        rect class=(class) x=(short(x)) y=(short(y)) width=(short(width)) height=(short(height))
            rx="3" {}
    }
}

/// The class of a cell, in the colour of who wrote it last.
fn cell(writer: Option<u8>) -> String {
    writer.map_or_else(|| "cell".into(), |writer| format!("cell {}", colour(writer)))
}

fn line(path: String) -> Markup {
    html! { path.line d=(path) {} }
}

fn shown(view: &View) -> usize {
    view.processes.len().clamp(1, MOST)
}

/// Processes below a room, and in it.
fn room(view: &View) -> Markup {
    let count = shown(view);
    let step = WIDTH / count as f64;
    let discs = (0..count).map(|it| {
        let zone = view.processes[it].zone;
        let y = match zone {
            Zone::Critical | Zone::Decided | Zone::Processing => 10.0,
            Zone::Remainder | Zone::Proposing => 38.0,
            _ => 26.0,
        };
        disc(it, step * (it as f64 + 0.5), y, view)
    });
    html! { (frame("room", 8.0, 1.0, WIDTH - 16.0, 17.0)) @for disc in discs { (disc) } }
}

/// A row of cells, and what each process writes at once.
fn brackets(view: &View) -> Markup {
    let at = |it: usize| {
        let written = view.arrays.first().and_then(|array| array.cells.get(it)?.writer);
        frame(&cell(written), 9.0 + 18.0 * it as f64, 14.0, 18.0, 16.0)
    };
    html! {
        @for cell in (0..MOST).map(at) { (cell) }
        path class="bracket p0" d="M9 10v-6h36v6" {}
        path class="bracket p1" d="M27 34v6h36v-6" {}
    }
}

/// Shared cells, in the colour of who wrote them last.
fn cells(view: &View) -> Markup {
    let all = view.arrays.iter().take(2).enumerate();
    let row = all.map(|(row, array)| {
        let count = array.cells.len().clamp(1, 4);
        let width = (WIDTH - 12.0) / count as f64;
        let cells = array.cells.iter().take(4).enumerate().map(move |(at, cell)| {
            let bad = if cell.bad { " bad" } else { "" };
            frame(
                &(self::cell(cell.writer) + bad),
                6.0 + width * at as f64,
                4.0 + 20.0 * row as f64,
                width - 3.0,
                16.0,
            )
        });
        html! { @for cell in cells { (cell) } }
    });
    html! { @for row in row { (row) } }
}

/// Nodes, and the ways between them.
fn circle(view: &View, is_ring: bool) -> Markup {
    let count = shown(view).max(2);
    let at = |it: usize| {
        let turn = TAU * it as f64 / count as f64 - TAU / 4.0;
        (WIDTH / 2.0 + 21.0 * turn.cos(), 24.0 + 16.0 * turn.sin())
    };
    let ways = (0..count).map(|it| {
        let ((x, y), (to_x, to_y)) = (at(it), at((it + 1) % count));
        line(format!("M{x:.1} {y:.1}L{to_x:.1} {to_y:.1}"))
    });
    let discs = (0..count).map(|it| disc(it, at(it).0, at(it).1, view));
    let (x, y) = at(0);
    html! {
        @for way in ways { (way) }
        @for disc in discs { (disc) }
        @if is_ring { circle.mark cx=(short(x + 9.0)) cy=(short(y)) r="3" {} }
    }
}

/// Clients on the left, their server on the right.
fn server(view: &View) -> Markup {
    let count = shown(view);
    let y = |it: usize| HEIGHT * (it as f64 + 0.5) / count as f64;
    let ways = (0..count).map(|it| line(format!("M20 {:.1}L52 22", y(it))));
    let discs = (0..count).map(|it| disc(it, 14.0, y(it), view));
    html! {
        @for way in ways { (way) }
        (frame("room", 50.0, 12.0, 18.0, 20.0))
        @for disc in discs { (disc) }
    }
}

/// Clients on the left, replicas with their rows on the right.
fn replicas(view: &View) -> Markup {
    let (count, copies) = (view.processes.len().clamp(1, 2), view.replicas.len().clamp(1, MOST));
    let high = HEIGHT / copies as f64;
    let y = |it: usize| HEIGHT * (it as f64 + 0.5) / count as f64;
    let discs = (0..count).map(|it| disc(it, 10.0, y(it), view));
    let rows = (0..copies).flat_map(|copy| {
        (0..3).map(move |cell| {
            let (x, y) = (28.0 + 14.0 * f64::from(cell), high * copy as f64 + 2.0);
            frame(if cell < 2 { "cell p1" } else { "cell" }, x, y, 13.0, (high - 4.0).min(18.0))
        })
    });
    html! { @for row in rows { (row) } @for disc in discs { (disc) } }
}
