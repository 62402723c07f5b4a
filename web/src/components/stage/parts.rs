//! What all pictures share: processes, cells, arrows and lines of text.

use super::geometry::{Arrow, Point, Rect, point, short};
use super::text::{LETTER, MONO, MONO_CELL, wrap};
use catalog::{CellView, Event, Life, Moment, ProcessView, WritePhase, Zone};
use yew::prelude::*;

/// The class that gives a process, and all that it owns, its colour.
pub fn own(process: usize) -> &'static str {
    ["p0", "p1", "p2", "p3"][process % 4]
}

/// Who took the last step.
pub fn actor(moment: &Moment) -> Option<usize> {
    moment.actor.map(usize::from)
}

/// How the last step touched a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Touch {
    Read,
    Written,
}

pub fn touch(moment: &Moment, array: &str, index: usize) -> Option<Touch> {
    moment.events.iter().rev().find_map(|event| match event {
        Event::Read { cell, .. } if cell.array == array && usize::from(cell.index) == index => {
            Some(Touch::Read)
        }
        Event::Write { cell, phase, .. }
            if cell.array == array
                && usize::from(cell.index) == index
                && *phase != WritePhase::Begin =>
        {
            Some(Touch::Written)
        }
        _ => None,
    })
}

pub fn inside(moment: &Moment) -> usize {
    moment.view.processes.iter().filter(|it| it.zone == Zone::Critical).count()
}

/// A process, with its number in it, centred on the origin.
pub fn disc(number: usize, process: &ProcessView, r: f64) -> Html {
    let state = match (process.life, process.zone) {
        (Life::Crashed, _) | (_, Zone::Crashed) => "is-crashed",
        (_, Zone::Critical | Zone::Processing | Zone::Decided) => "is-inside",
        (Life::Done, _) => "is-done",
        (_, Zone::Remainder) => "is-idle",
        _ => "is-trying",
    };
    let arm = r * 0.7;
    html! {
        <g class={classes!("disc", state, own(number))}>
            if process.hand {
                { path("disc-arm", format!("M{0} {0}l-8 -9", short(-arm))) }
                { circle("disc-hand", point(-arm - 9.0, -arm - 10.0), 4.5) }
            }
            { circle("disc-body", Point::default(), r) }
            if state == "is-crashed" {
                { path("disc-cross", format!("M{0} {0}L{1} {1}M{0} {1}L{1} {0}", short(-arm), short(arm))) }
            }
            { words(Point::default(), "disc-number", "middle", &number.to_string()) }
        </g>
    }
}

/// What a process holds, on a card around `center`; a dashed one while it is still picking.
pub fn ticket(number: usize, text: &str, center: Point) -> Html {
    let rect = Rect::around(center, 12.0 + 8.0 * text.chars().count().max(1) as f64, 20.0);
    let open = (text == "?").then_some("is-open");
    html! {
        <g class={classes!("ticket", own(number), open)}>
            { frame(rect, 4.0, "ticket-card") }
            { words(center, "ticket-text", "middle", text) }
        </g>
    }
}

pub fn path(class: &'static str, d: String) -> Html {
    html! { <path {class} {d} /> }
}

pub fn circle(class: &'static str, at: Point, r: f64) -> Html {
    html! { <circle {class} cx={short(at.x)} cy={short(at.y)} r={short(r)} /> }
}

pub fn frame(rect: Rect, rx: f64, class: &'static str) -> Html {
    let Rect { x, y, w, h } = rect;
    html! {
        <rect {class} x={short(x)} y={short(y)} width={short(w)}
            height={short(h)} rx={short(rx)} />
    }
}

/// From one line of text to the next.
pub const LINE: f64 = 14.0;

/// A line of text, centred on the height of `at`.
pub fn words(at: Point, class: &'static str, anchor: &'static str, text: &str) -> Html {
    html! {
        <text {class} x={short(at.x)} y={short(at.y)} dy="0.35em" text-anchor={anchor}>
            { text }
        </text>
    }
}

/// Lines of text, each so far below the one before.
pub fn lines(
    first: Point,
    pitch: f64,
    class: &'static str,
    anchor: &'static str,
    lines: &[String],
) -> Html {
    let mut at = first;
    let mut drawn = Vec::new();
    for text in lines {
        drawn.push(words(at, class, anchor, text));
        at.y += pitch;
    }
    drawn.into_iter().collect()
}

pub fn arrow(arrow: &Arrow, class: Classes) -> Html {
    html! {
        <g class={classes!("arrow", class)}>
            { path("arrow-line", arrow.line.clone()) }
            { path("arrow-head", arrow.head.clone()) }
        </g>
    }
}

/// The width of one of several dots.
pub const DOT: f64 = 19.0;

/// Processes by their numbers alone, to the right of a place.
pub fn dots(processes: &[u8], left: Point) -> Html {
    let mut drawn = Vec::new();
    for &process in processes {
        let x = left.x + DOT * (drawn.len() as f64 + 0.5);
        drawn.push(dot(process.into(), point(x, left.y)));
    }
    drawn.into_iter().collect()
}

/// The width of "owes".
const WORD: f64 = 36.0;

pub fn owed_width(count: usize) -> f64 {
    WORD + DOT * count as f64
}

/// "owes" and whom.
pub fn owed(to: &[u8], at: Point) -> Html {
    let left = at.x - owed_width(to.len()) / 2.0;
    html! {
        <g class="owes">
            { words(point(left, at.y), "status is-strong", "start", "owes") }
            { dots(to, point(left + WORD, at.y)) }
        </g>
    }
}

/// A process by its number alone.
pub fn dot(process: usize, at: Point) -> Html {
    html! {
        <g class={own(process)}>
            { circle("dot-body", at, 8.0) }
            { words(at, "dot-number", "middle", &process.to_string()) }
        </g>
    }
}

/// A shared cell as a picture shows it.
pub struct Cell<'a> {
    pub rect: Rect,
    pub cell: &'a CellView,
    /// Whose value it holds, or whose cell it is.
    pub owner: Option<usize>,
    /// Who touched it in the last step, and how.
    pub touched: Option<(usize, Touch)>,
}

impl Cell<'_> {
    pub fn draw(&self) -> Html {
        let Rect { x, y, w, h } = self.rect;
        let center = self.rect.center();
        let told = match self.touched {
            _ if self.cell.busy && self.rect.w < 84.0 => Some("writing…".to_owned()),
            _ if self.cell.busy => Some("being written".to_owned()),
            _ if let Some(stored) = &self.cell.stored => Some(format!("{stored} on disk")),
            Some((who, Touch::Read)) => Some(format!("{who} reads")),
            Some((who, Touch::Written)) => Some(format!("{who} writes")),
            None => None,
        };
        // a small cell is outlined and no more
        let told = told.filter(|_| h >= 34.0 && w >= 44.0);
        let lift = if told.is_some() { h * 0.12 } else { 0.0 };
        let class = classes!(
            "cell",
            self.cell.blank.then_some("is-blank"),
            self.cell.busy.then_some("is-busy"),
            self.cell.stored.is_some().then_some("is-cached"),
            self.cell.bad.then_some("is-bad"),
            self.owner.map(own),
        );
        let value = point(center.x, center.y - lift);
        html! {
            <g {class}>
                { frame(self.rect, 6.0, "cell-box") }
                if self.cell.busy {
                    { path("cell-hatch", self.rect.hatch(7.0)) }
                }
                { self.value(value) }
                if self.cell.bad {
                    { path("cell-bad", format!("M{} {}l7 7m0 -7l-7 7", short(x + 5.0), short(y + 5.0))) }
                }
                if let Some((who, _)) = self.touched {
                    <g class={own(who)}>{ frame(self.rect, 6.0, "cell-touched") }</g>
                }
                if let Some(told) = told {
                    <g class={classes!(self.touched.map(|(who, _)| own(who)))}>
                        { words(point(center.x, center.y + h * 0.29), "cell-note", "middle", &told) }
                    </g>
                }
            </g>
        }
    }

    /// As large as there is room for; what is long, in two lines.
    fn value(&self, at: Point) -> Html {
        let (value, room) = (&self.cell.value, self.rect.w - 6.0);
        let letters = value.chars().count() as f64;
        if letters * MONO_CELL > room && self.rect.h >= 34.0 {
            let broken = wrap(value, room * LETTER / MONO, 2);
            let top = at.y - (broken.len() - 1) as f64 * 6.0;
            return lines(point(at.x, top), 12.0, "cell-value is-tight", "middle", &broken);
        }
        let is_short = letters * 2.0 * MONO_CELL <= room;
        words(at, if is_short { "cell-value is-short" } else { "cell-value" }, "middle", value)
    }
}
