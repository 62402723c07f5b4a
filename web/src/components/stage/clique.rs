//! Nodes that talk to each other, with the messages in flight between them.

use super::clique_plan::{LINE, Plan, R};
use super::geometry::{Point, point, short};
use super::mail::{self, Tool};
use super::parts;
use super::text::{LETTER, wrap};
use super::token::Token;
use catalog::{Action, Moment, ProcessView, Zone};
use yew::prelude::*;

pub struct Picture<'a> {
    pub moment: &'a Moment,
    pub held: &'a [Action],
    pub tool: Tool,
    /// None where the picture is only looked at.
    pub on_use: Option<Callback<(Tool, Action)>>,
    plan: Plan,
}

impl<'a> Picture<'a> {
    pub fn new(
        moment: &'a Moment,
        width: f64,
        held: &'a [Action],
        tool: Tool,
        on_use: Option<Callback<(Tool, Action)>>,
    ) -> Picture<'a> {
        let plan = Plan::new(width, moment.view.processes.len(), on_use.is_none());
        Picture { moment, held, tool, on_use, plan }
    }

    pub fn size(&self) -> Point {
        self.plan.size
    }

    pub fn draw(&self) -> Html {
        let nodes = self.moment.view.processes.iter().enumerate();
        let inside = parts::inside(self.moment);
        html! {
            <>
                <g aria-hidden="true">
                    <path class="edges" d={self.plan.edges()} />
                    { for self.channels() }
                    { for nodes.map(|(number, it)| self.node(number, it)) }
                    if inside > 1 {
                        { parts::words(
                            self.plan.alarm,
                            "alarm",
                            "middle",
                            &format!("{inside} in the critical section"),
                        ) }
                    }
                </g>
                { for (0..self.moment.view.messages.len()).map(|it| self.token(it)) }
            </>
        }
    }

    fn channels(&self) -> Vec<Html> {
        let mut drawn: Vec<(u8, u8)> = Vec::new();
        let mut arrows = Vec::new();
        for it in &self.moment.view.messages {
            if drawn.contains(&(it.from, it.to)) {
                continue;
            }
            drawn.push((it.from, it.to));
            let (from, to) = (usize::from(it.from), usize::from(it.to));
            arrows
                .extend(self.plan.channel(from, to).map(|it| parts::arrow(&it, parts::own(from))));
        }
        arrows
    }

    fn node(&self, number: usize, it: &ProcessView) -> Html {
        let at = self.plan.nodes[number];
        html! {
            <g class="node">
                <g transform={at.translate()}>
                    if it.zone == Zone::Critical && parts::inside(self.moment) > 1 {
                        <circle class="crowd" r={short(R + 6.0)} />
                    }
                    { parts::disc(number, it, R) }
                    if let Some(token) = &it.token {
                        { parts::ticket(number, token, point(0.0, R + 2.0)) }
                    }
                </g>
                { self.text(number, it) }
            </g>
        }
    }

    fn text(&self, number: usize, it: &ProcessView) -> Html {
        let lines = wrap(&it.status, self.plan.text_room(number), self.plan.lines - 1);
        let owes = usize::from(!it.owes.is_empty());
        let widest = lines.iter().map(|it| LETTER * it.chars().count() as f64).fold(0.0, f64::max);
        let at =
            self.plan.text_at(number, lines.len() + owes, widest.max(owed_width(it.owes.len())));
        let line = |index: usize| point(at.x, at.y + LINE * index as f64);
        html! {
            <>
                { for lines.iter().enumerate().map(|(index, text)| {
                    parts::words(line(index), "status", "middle", text)
                }) }
                if owes > 0 {
                    { owed(&it.owes, line(lines.len())) }
                }
            </>
        }
    }

    fn token(&self, index: usize) -> Html {
        let messages = &self.moment.view.messages;
        let it = &messages[index];
        let nth = mail::place_in_queue(messages, index);
        let Some(rect) = self.plan.token(it.from.into(), it.to.into(), nth) else {
            return Html::default();
        };
        if nth >= self.plan.depth {
            return Html::default();
        }
        let of_channel =
            messages.iter().filter(|other| (other.from, other.to) == (it.from, it.to)).count();
        let more = of_channel - self.plan.depth.min(of_channel);
        let first = mail::place_among_equals(messages, index);
        let delivery = Tool::Deliver.on(self.moment, index).map(|it| it.action);
        html! {
            <Token
                key={format!("{}-{}-{}-{first}", it.from, it.to, it.text)}
                {rect}
                from={self.plan.nodes[usize::from(it.from)]}
                message={it.clone()}
                beyond={self.plan.beyond(it.from.into(), it.to.into())}
                more={if nth + 1 == self.plan.depth { more } else { 0 }}
                is_queued={delivery.is_none()}
                is_held={delivery.is_some_and(|it| self.held.contains(&it))}
                tool={self.tool}
                action={self.tool.on(self.moment, index).map(|it| it.action)}
                on_use={self.on_use.clone()}
            />
        }
    }
}

/// Widths in "owes" and whom.
const WORD: f64 = 36.0;
const DOT: f64 = 19.0;

fn owed_width(count: usize) -> f64 {
    if count == 0 { 0.0 } else { WORD + DOT * count as f64 }
}

/// "owes" and whom.
fn owed(to: &[u8], at: Point) -> Html {
    let left = at.x - owed_width(to.len()) / 2.0;
    html! {
        <g class="owes">
            { parts::words(point(left, at.y), "status is-strong", "start", "owes") }
            { for to.iter().enumerate().map(|(index, &process)| {
                let x = left + WORD + DOT * (index as f64 + 0.5);
                html! {
                    <g class={parts::own(process.into())} transform={point(x, at.y).translate()}>
                        <circle class="dot-body" r="8" />
                        <text class="dot-number" dy="0.36em">{ process }</text>
                    </g>
                }
            }) }
        </g>
    }
}
