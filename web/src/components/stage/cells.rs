//! Shared cells, each array in its shape, and the processes that hold them or are about to access
//! them.

use super::cells_plan::{LANE, PIN, Plan};
use super::crash;
use super::geometry::{Point, point, short};
use super::parts::{self, Cell, LINE};
use super::summary;
use super::text::{LETTER, cut, wrap};
use super::waits;
use catalog::{ArrayView, CellView, Life, Moment, Possible, ProcessView, Shape};
use yew::prelude::*;

/// More than any algorithm has.
const PROCESSES: usize = 8;

pub struct Picture<'a> {
    moment: &'a Moment,
    plan: Plan,
    waits: Vec<(usize, usize)>,
    still: bool,
}

impl<'a> Picture<'a> {
    pub fn new(moment: &'a Moment, width: f64, still: bool) -> Picture<'a> {
        let view = &moment.view;
        let waits = waits::pairs(moment);
        let has_waits = !waits.is_empty();
        let crash = view.crash.as_ref().filter(|_| !still).map_or(0.0, crash::height);
        let plan = Plan::new(width, view.processes.len(), &view.arrays, still, has_waits, crash);
        Picture { moment, plan, waits, still }
    }

    pub fn size(&self) -> Point {
        self.plan.size
    }

    pub fn draw(&self) -> Html {
        let view = &self.moment.view;
        let waits = &self.waits;
        let mut drawn = vec![parts::path("branches", self.plan.edges.clone())];
        let mut circle = Vec::new();
        for &(from, to) in waits {
            let closes = waits::closes(waits, (from, to));
            if closes && !circle.contains(&(from as u8)) {
                circle.push(from as u8);
            }
            let class = if closes { "is-circle" } else { parts::own(from) };
            drawn.push(parts::arrow(&self.plan.wait(from, to), classes!("is-wait", class)));
        }
        for (number, it) in view.processes.iter().enumerate() {
            drawn.push(self.process(number, it));
        }
        for (at, it) in view.arrays.iter().enumerate() {
            drawn.push(self.array(at, it));
        }
        self.pointers(&mut drawn);
        let pins = self.pins();
        drawn.extend(view.processes.iter().enumerate().filter_map(|it| self.head(it.0, it.1)));
        if !self.still {
            drawn.extend(view.crash.iter().map(|it| crash::draw(it, &view.arrays, &self.plan)));
            drawn.push(self.foot(&circle, !pins.is_empty()));
        }
        html! { <>{ for drawn }{ for pins }</> }
    }

    fn process(&self, number: usize, it: &ProcessView) -> Html {
        let (at, r) = (self.plan.discs[number], self.plan.r);
        let state = match it.life {
            _ if it.decided.is_some() => "decided",
            Life::Crashed => "crashed",
            Life::Done => "done",
            Life::Running => it.zone.name(),
        };
        let mut lines = wrap(&it.status, self.plan.room, self.plan.lines.saturating_sub(1));
        let rest = self.plan.lines.saturating_sub(1 + lines.len());
        let locals = it.locals.iter().map(|(name, value)| format!("{name} {value}"));
        let locals: Vec<String> = locals.collect();
        let fits = |it: &String| LETTER * it.chars().count() as f64 <= self.plan.room;
        if locals.len() <= rest && locals.iter().all(fits) {
            lines.extend(locals);
        } else {
            lines.extend(wrap(&locals.join(" · "), self.plan.room, rest));
        }
        let first = point(at.x, at.y + r + 19.0);
        html! {
            <g class="node">
                <g transform={at.translate()}>
                    { parts::disc(number, it, r) }
                    if let Some(token) = &it.token {
                        { parts::ticket(number, token, point(0.0, r + 2.0)) }
                    }
                </g>
                if !self.still {
                    { parts::words(first, "status is-strong", "middle", state) }
                    { parts::lines(
                        point(first.x, first.y + LINE), LINE, "status", "middle", &lines,
                    ) }
                }
            </g>
        }
    }

    /// The locks of an array.
    fn locks(&self, at: usize) -> Option<&ArrayView> {
        let places = self.plan.places.iter().enumerate();
        let mut locks = places.filter(|(index, it)| *index != at && it.host == at);
        let found = locks.find(|(_, it)| !it.cells.is_empty())?.0;
        self.moment.view.arrays.get(found)
    }

    fn array(&self, at: usize, array: &ArrayView) -> Html {
        let place = &self.plan.places[at];
        let actor = parts::actor(self.moment);
        let locks = self.locks(at);
        let is_lock = place.host != at;
        if self.moment.view.arrays[place.host].shape == Shape::Tree {
            return if is_lock { Html::default() } else { self.tree(at, array) };
        }
        let mut drawn = Vec::new();
        for (index, (cell, &rect)) in array.cells.iter().zip(&place.cells).enumerate() {
            let touched = actor.zip(parts::touch(self.moment, array.name, index));
            let lock = locks.and_then(|it| it.cells.get(index));
            let owner = owner(array, lock, index);
            drawn.push(Cell { rect, cell, owner, touched }.draw());
            if let Some(by) = place.caption {
                let name = match array.cells.len() {
                    1 => array.name.to_owned(),
                    _ => format!("{}[{index}]", array.name),
                };
                let signed = signed(array, lock, cell).map(|it| format!("{name} by {it}"));
                let room = rect.w - if self.points() { LANE } else { 0.0 };
                let fits = |it: &String| LETTER * it.chars().count() as f64 <= room;
                let told = match signed.filter(fits) {
                    Some(signed) => signed,
                    // rather which word than a part of a name
                    None if array.shape == Shape::Part && !fits(&name) => index.to_string(),
                    None => cut(&name, rect.w),
                };
                let at = point(rect.x + by.x, rect.bottom() + by.y);
                drawn.push(parts::words(at, "caption", "start", &told));
            }
        }
        if let Some(whole) = &array.whole {
            drawn.push(parts::words(place.whole, "whole", "middle", whole));
        }
        let class = classes!(
            "array",
            if is_lock { "lock" } else { "shared" },
            matches!(array.shape, Shape::Word | Shape::Part).then_some("word"),
        );
        html! { <g {class}>{ for drawn }</g> }
    }

    /// The nodes, each with those who have its lock.
    fn tree(&self, at: usize, array: &ArrayView) -> Html {
        let place = &self.plan.places[at];
        let arrays = self.moment.view.arrays.iter().zip(&self.plan.places);
        let parts: Vec<&ArrayView> = arrays.filter(|it| it.1.host == at).map(|it| it.0).collect();
        let mut drawn = Vec::new();
        for (index, &rect) in place.cells.iter().enumerate() {
            let touch = parts.iter().find_map(|it| parts::touch(self.moment, it.name, index));
            let touched = parts::actor(self.moment).zip(touch);
            let lock = parts.iter().find(|it| it.shape == Shape::Locks);
            let holders = lock.map_or(&[][..], |it| &it.cells[index].holders);
            let owner = holders.first().map(|it| usize::from(*it));
            let cell = CellView {
                value: index.to_string(),
                blank: place.loose.contains(&index),
                ..array.cells[index].clone()
            };
            drawn.push(Cell { rect, cell: &cell, owner, touched }.draw());
            let left = rect.right() - parts::DOT * holders.len() as f64 + 6.0;
            drawn.push(parts::dots(holders, point(left, rect.bottom() - 2.0)));
        }
        html! { <g class="array shared tree">{ for drawn }</g> }
    }

    /// How far a process has come with what takes it several writes: all before this line is
    /// written, and nothing after it.
    fn head(&self, number: usize, it: &ProcessView) -> Option<Html> {
        let (head, arrays) = (it.head?, &self.moment.view.arrays);
        let at = arrays.iter().position(|it| it.name == head.array)?;
        let cell = self.plan.places[at].cells.get(usize::from(head.index))?;
        let x = cell.x - 4.0;
        let d = format!(
            "M{x} {}V{}m-4.5 0h9l-4.5 6z",
            short(cell.bottom() + 3.0),
            short(cell.y - 7.0),
            x = short(x)
        );
        Some(html! { <g class={parts::own(number)}>{ parts::path("write-head", d) }</g> })
    }

    fn points(&self) -> bool {
        super::cells_plan::points(&self.moment.view.arrays)
    }

    fn pointers(&self, drawn: &mut Vec<Html>) {
        let arrays = &self.moment.view.arrays;
        let mut nth = 0;
        let pointers = arrays.iter().enumerate().filter(|(_, it)| it.shape != Shape::Tree);
        for (at, array) in pointers {
            for (index, cell) in array.cells.iter().enumerate() {
                let Some(to) = cell.points_to else { continue };
                let Some(there) = arrays.iter().position(|it| it.name == to.array) else {
                    continue;
                };
                if let Some(it) = self.plan.pointer((at, index), (there, to.index.into()), nth) {
                    let class = cell.writer.map(|it| parts::own(it.into()));
                    drawn.push(parts::arrow(&it, classes!("pointer", class)));
                }
                nth += 1;
            }
        }
    }

    /// At each cell, those who access it next.
    fn pins(&self) -> Vec<Html> {
        let mut drawn = Vec::new();
        let mut taken: Vec<Point> = Vec::new();
        for number in 0..self.moment.view.processes.len() {
            let mut choices = self.moment.next.iter();
            let next = choices.find(|it| it.process == Some(number as u8) && !it.fault);
            let Some((next, cell)) = next.and_then(|it| Some((it, it.cell?))) else { continue };
            let arrays = &self.moment.view.arrays;
            let Some(at) = arrays.iter().position(|it| it.name == cell.array) else { continue };
            let pins = (0..PROCESSES).filter_map(|nth| self.plan.pin(at, cell.index.into(), nth));
            let is_free = |it: &Point| taken.iter().all(|other| other.distance(*it) > PIN - 1.0);
            let Some(at) = pins.into_iter().find(is_free) else { continue };
            taken.push(at);
            let waits = (next.possible == Possible::Waits).then_some("is-waiting");
            drawn.push(html! {
                <g key={number} class={classes!("mover", waits)} transform={at.translate()}>
                    { parts::dot(number, Point::default()) }
                </g>
            });
        }
        drawn
    }

    /// What the signs mean, or that some wait for each other.
    fn foot(&self, circle: &[u8], has_pins: bool) -> Html {
        let at = point(8.0, self.plan.foot);
        if let Some((last, others)) = circle.split_last() {
            let told = format!("{} and {last} wait for each other", summary::list(others, ", "));
            let middle = point(self.plan.size.x / 2.0, at.y);
            return parts::words(middle, "alarm", "middle", &told);
        }
        let text = "is about to access it";
        let wide = if has_pins { 32.0 + LETTER * text.len() as f64 } else { 0.0 };
        let beside = point(at.x + wide, at.y);
        html! {
            <g class="foot">
                if has_pins {
                    { parts::circle("dot-body", at, 6.0) }
                    { parts::words(point(at.x + 12.0, at.y), "status", "start", text) }
                }
                if !self.waits.is_empty() {
                    { waits::legend(beside) }
                }
            </g>
        }
    }
}

/// Whose colour a cell has: that of the one who has it, or else of who wrote it last.
fn owner(array: &ArrayView, lock: Option<&CellView>, index: usize) -> Option<usize> {
    let cell = &array.cells[index];
    match lock.unwrap_or(cell).holders[..] {
        [holder] => Some(holder.into()),
        _ if array.owned => Some(index),
        _ => signed(array, lock, cell).map(usize::from),
    }
}

/// Who wrote a cell last, where that is not told by a lock.
fn signed(array: &ArrayView, lock: Option<&CellView>, cell: &CellView) -> Option<u8> {
    let is_open = cell.holders.is_empty() && array.shape != Shape::Locks;
    cell.writer.filter(|_| lock.is_none() && is_open)
}
