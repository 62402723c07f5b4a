//! A row of cells, and processes that each cover two neighbours.

use super::array_plan::Plan;
use super::geometry::{Point, point};
use super::parts::{self, Cell};
use super::text::{LETTER, wrap};
use catalog::{ArrayView, Event, Moment, ProcessView, Zone};
use yew::prelude::*;

pub struct Picture<'a> {
    moment: &'a Moment,
    /// The array that all share.
    shared: Option<&'a ArrayView>,
    plan: Plan,
    still: bool,
}

impl<'a> Picture<'a> {
    pub fn new(moment: &'a Moment, width: f64, still: bool) -> Picture<'a> {
        let shared = moment.view.arrays.iter().find(|it| !it.owned);
        let cells = shared.map_or(0, |it| it.cells.len());
        let plan = Plan::new(width, cells, moment.view.processes.len(), still);
        Picture { moment, shared, plan, still }
    }

    pub fn size(&self) -> Point {
        self.plan.size
    }

    pub fn draw(&self) -> Html {
        let processes = self.moment.view.processes.iter().enumerate();
        html! {
            <>
                { for processes.map(|(number, it)| self.process(number, it)) }
                if let Some(shared) = self.shared {
                    { self.cells(shared) }
                }
                if !self.still {
                    { self.notes() }
                }
            </>
        }
    }

    fn cells(&self, array: &ArrayView) -> Html {
        let actor = parts::actor(self.moment);
        let name = self.plan.cells.first().map(|it| point(it.x - 8.0, it.center().y));
        let cells = array.cells.iter().zip(&self.plan.cells).enumerate();
        html! {
            <g class="array is-large">
                { for cells.map(|(index, (cell, &rect))| {
                    Cell {
                        rect,
                        cell,
                        owner: self.writer(&cell.value),
                        touched: actor.zip(parts::touch(self.moment, array.name, index)),
                    }
                    .draw()
                }) }
                if let Some(at) = name {
                    { parts::words(at, "array-name", "end", array.name) }
                }
            </g>
        }
    }

    /// Whose number a value is.
    fn writer(&self, value: &str) -> Option<usize> {
        value.parse().ok().filter(|it| *it < self.moment.view.processes.len())
    }

    fn process(&self, number: usize, it: &ProcessView) -> Html {
        let panel = self.plan.panel(number);
        let wrote = parts::actor(self.moment) == Some(number)
            && self.moment.events.iter().any(|event| match event {
                Event::Write { cell, .. } => self.shared.is_some_and(|it| it.name == cell.array),
                _ => false,
            });
        let is_active = wrote || it.zone == Zone::Assigning;
        // a decision has a line of its own
        let locals = it.locals.iter().filter(|(name, _)| *name != "decided");
        let locals: Vec<String> = locals.map(|(name, value)| format!("{name} {value}")).collect();
        let lines =
            if locals.len() > 2 { wrap(&locals.join(" · "), panel.room, 2) } else { locals };
        let state = match &it.decided {
            Some(value) => format!("decided {value}"),
            None if it.zone == Zone::Crashed => "crashed".into(),
            None => it.zone.name().to_owned(),
        };
        let state_class = if it.decided.is_some() { "decision" } else { "state" };
        html! {
            <g class={classes!("writer", parts::own(number), is_active.then_some("is-active"))}>
                { parts::path("bracket", self.plan.bracket(number)) }
                <g transform={panel.disc.translate()}>{ parts::disc(number, it, self.plan.r) }</g>
                { parts::words(panel.state, state_class, "start", &state) }
                { for lines.iter().enumerate().map(|(index, line)| {
                    let at = point(panel.locals.x, panel.locals.y + 14.0 * index as f64);
                    parts::words(at, "status", "start", line)
                }) }
                { for self.moment.view.arrays.iter().filter(|it| it.owned).map(|array| {
                    self.own_cell(array, number)
                }) }
            </g>
        }
    }

    /// A process's own cell of an array with one for each.
    fn own_cell(&self, array: &ArrayView, number: usize) -> Html {
        let Some(cell) = array.cells.get(number) else { return Html::default() };
        let rect = self.plan.panel(number).own;
        let actor = parts::actor(self.moment);
        let name = point(rect.center().x, self.plan.own_name(number));
        html! {
            <g>
                { Cell {
                    rect,
                    cell,
                    owner: Some(number),
                    touched: actor.zip(parts::touch(self.moment, array.name, number)),
                }
                .draw() }
                { parts::words(name, "array-name is-small", "middle", array.name) }
            </g>
        }
    }

    /// That there is more than one decision, where that must not be.
    fn split(&self) -> Option<String> {
        let processes = self.moment.view.processes.iter().enumerate();
        let decided = processes.filter_map(|(number, it)| Some((number, it.decided.as_ref()?)));
        let decided: Vec<_> = decided.collect();
        let (_, first) = decided.first()?;
        let differ = decided.iter().any(|(_, it)| it != first);
        let words = decided.iter().map(|(number, value)| format!("{number} decided {value}"));
        let told = differ && !self.moment.broken.is_empty();
        told.then(|| format!("Two decisions: {}", words.collect::<Vec<_>>().join(", ")))
    }

    /// What the algorithm says about the last step.
    fn notes(&self) -> Html {
        let notes = self.moment.events.iter().filter_map(|it| match it {
            Event::Note { text } => Some(text.as_str()),
            _ => None,
        });
        let at = self.plan.note;
        let lines = notes.flat_map(|it| wrap(it, self.plan.size.x - 2.0 * LETTER, 3)).take(3);
        if let Some(split) = self.split() {
            return parts::words(at, "alarm", "middle", &split);
        }
        let lines = lines.enumerate().map(|(index, line)| {
            parts::words(point(at.x, at.y + 16.0 * index as f64), "said", "middle", &line)
        });
        html! { <g class="notes">{ for lines }</g> }
    }
}
