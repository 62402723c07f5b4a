//! Processes walk through zones; the shared cells are below.

use super::geometry::{Point, point, short};
use super::parts::{self, Cell};
use super::waits;
use super::zones_plan::{Form, Plan};
use catalog::{ArrayView, Moment, ProcessView, Zone};
use yew::prelude::*;

pub struct Picture<'a> {
    moment: &'a Moment,
    zones: &'a [Zone],
    plan: Plan,
    still: bool,
}

impl<'a> Picture<'a> {
    pub fn new(moment: &'a Moment, zones: &'a [Zone], width: f64, still: bool) -> Picture<'a> {
        let arrays: Vec<usize> = moment.view.arrays.iter().map(|it| it.cells.len()).collect();
        let plan = Plan::new(width, zones.len(), moment.view.processes.len(), &arrays, still);
        Picture { moment, zones, plan, still }
    }

    pub fn size(&self) -> Point {
        self.plan.size
    }

    pub fn draw(&self) -> Html {
        let processes = &self.moment.view.processes;
        let waits = waits::pairs(self.moment);
        html! {
            <>
                { for (0..self.zones.len()).map(|zone| self.zone(zone)) }
                { for waits.iter().map(|it| self.wait(*it)) }
                { for processes.iter().enumerate().map(|(number, it)| self.process(number, it)) }
                { for self.moment.view.arrays.iter().enumerate().map(|(at, it)| self.array(at, it)) }
                { self.owners() }
                if !self.still && !waits.is_empty() {
                    { waits::legend(self.plan.legend()) }
                }
            </>
        }
    }

    /// Its column.
    fn column(&self, zone: Zone) -> usize {
        self.zones.iter().position(|it| *it == zone).unwrap_or(0)
    }

    fn place(&self, number: usize) -> Point {
        self.plan.place(self.column(self.moment.section(number)), number)
    }

    fn zone(&self, at: usize) -> Html {
        let (zone, rect, title) = (self.zones[at], self.plan.zones[at], self.plan.title(at));
        let anchor = if self.plan.is_wide() { "middle" } else { "start" };
        let inside = parts::inside(self.moment);
        let line = if self.plan.is_wide() {
            format!("M{} {}V{}", short(rect.x), short(rect.y + 8.0), short(rect.bottom()))
        } else {
            format!("M{} {}H{}", short(rect.x), short(rect.y), short(rect.right()))
        };
        html! {
            <g class="zone">
                if zone == Zone::Critical {
                    <g class={classes!("critical", (inside > 1).then_some("is-crowded"))}>
                        { parts::frame(self.plan.room(at), 10.0, "critical-room") }
                        if inside > 1 {
                            { parts::path("critical-hatch", self.plan.hatched(at).hatch(9.0)) }
                            { parts::words(
                                self.plan.alarm(at), "alarm", anchor, &format!("{inside} at once"),
                            ) }
                        }
                    </g>
                } else if at > 0 && self.zones[at - 1] != Zone::Critical {
                    { parts::path("zone-line", line) }
                }
                { parts::words(title, "zone-name", anchor, zone.name()) }
            </g>
        }
    }

    fn process(&self, number: usize, it: &ProcessView) -> Html {
        let r = self.plan.r;
        let told = match it.life {
            _ if let Some(value) = &it.decided => format!("decided {value}"),
            catalog::Life::Done => "done".to_owned(),
            catalog::Life::Crashed => "crashed".to_owned(),
            catalog::Life::Running if it.zone == Zone::Crashed => "crashed".to_owned(),
            catalog::Life::Running if !it.status.is_empty() => it.status.clone(),
            catalog::Life::Running => it
                .locals
                .first()
                .map_or_else(String::new, |(name, value)| format!("{name} = {value}")),
        };
        html! {
            <g key={number} class="mover" transform={self.place(number).translate()}>
                { parts::disc(number, it, r) }
                if let Some(token) = &it.token {
                    { parts::ticket(number, token, self.plan.ticket()) }
                }
                if self.plan.form == Form::Columns {
                    { parts::words(point(0.0, r + 12.0), "status", "middle", &told) }
                }
            </g>
        }
    }

    fn wait(&self, (from, to): (usize, usize)) -> Html {
        let arrow = self.plan.wait(self.place(from), self.place(to));
        parts::arrow(&arrow, classes!("is-wait", parts::own(from)))
    }

    fn array(&self, at: usize, array: &ArrayView) -> Html {
        let rects = &self.plan.cells[at];
        let actor = parts::actor(self.moment);
        let name = point(self.plan.names - 8.0, rects.first().map_or(0.0, |it| it.center().y));
        let cells = array.cells.iter().zip(rects).enumerate().map(|(index, (cell, &rect))| {
            let touch = parts::touch(self.moment, array.name, index);
            let cell =
                Cell { rect, cell, owner: array.owned.then_some(index), touched: actor.zip(touch) };
            cell.draw()
        });
        html! {
            <g class="array">
                { parts::words(name, "array-name", "end", array.name) }
                { for cells }
            </g>
        }
    }

    /// Whose cells stand in a column.
    fn owners(&self) -> Html {
        // a variable that is alone needs no index
        let rects = self.plan.cells.iter().rfind(|it| it.len() > 1).into_iter().flatten();
        let owned = self.moment.view.arrays.iter().all(|it| it.owned);
        let index = rects.enumerate().map(|(index, rect)| {
            let at = point(rect.center().x, self.plan.indices());
            html! {
                <g class={classes!("owner", owned.then(|| parts::own(index)))}>
                    { parts::words(at, "index", "middle", &index.to_string()) }
                </g>
            }
        });
        html! { <>{ for index }</> }
    }
}
