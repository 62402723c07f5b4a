//! Nodes that talk to each other, with the messages in flight between them.

use super::boxes;
use super::geometry::{Point, Rect, point};
use super::mail::Tool;
use super::net_plan::{Plan, TOKEN};
use super::parts::{self, LINE};
use super::summary;
use super::text::{LETTER, wrap};
use super::token::{Token, TokenProps};
use super::waits;
use catalog::{Action, Event, Moment, ProcessView, Stage, Zone};
use yew::prelude::*;

pub struct Picture<'a> {
    pub stage: Stage,
    pub moment: &'a Moment,
    pub held: &'a [Action],
    pub tool: Tool,
    /// None where the picture is only looked at.
    pub on_use: Option<Callback<(Tool, Action)>>,
    pub plan: Plan,
}

impl Picture<'_> {
    pub fn draw(&self) -> Html {
        let view = &self.moment.view;
        let inside = parts::inside(self.moment);
        let waits = waits::pairs(self.moment);
        let mut drawn = vec![parts::path("edges", self.plan.edges.clone())];
        for &(from, to) in &waits {
            if let Some(it) = self.plan.wait(from, to) {
                drawn.push(parts::arrow(it, classes!("is-wait", parts::own(from))));
            }
        }
        self.channels(&mut drawn);
        for (at, &rect) in self.plan.boxes.iter().enumerate() {
            drawn.push(self.boxed(at, rect));
        }
        for number in 0..self.plan.nodes.len() {
            drawn.push(self.node(number, &view.processes[number]));
        }
        if inside > 1 {
            drawn.push(self.middle("alarm", &format!("{inside} in the critical section")));
        } else if self.stage == Stage::Ring && self.count() == 0 {
            drawn.push(self.middle("status", "nothing goes round"));
        }
        if let Some(at) = self.plan.legend.filter(|_| !waits.is_empty()) {
            drawn.push(waits::legend(at));
        }
        html! {
            <>
                <g class={(self.stage == Stage::Ring).then_some("ring")} aria-hidden="true">
                    { for drawn }
                </g>
                { for self.tokens() }
            </>
        }
    }

    /// How many messages there are, in flight or in somebody's hand.
    fn count(&self) -> usize {
        let view = &self.moment.view;
        view.messages.len() + view.processes.iter().filter(|it| it.token.is_some()).count()
    }

    fn middle(&self, class: &'static str, text: &str) -> Html {
        let at = self.plan.alarm;
        // its letters are larger
        let lines = wrap(text, self.plan.alarm_room * 0.8, 2);
        let top = at.y - LINE / 2.0 * (lines.len() - 1) as f64;
        parts::lines(point(at.x, top), LINE, class, "middle", &lines)
    }

    fn channels(&self, drawn: &mut Vec<Html>) {
        let messages = &self.moment.view.messages;
        for (index, it) in messages.iter().enumerate() {
            let is_told =
                messages[..index].iter().any(|other| (other.from, other.to) == (it.from, it.to));
            if let (false, Some(slot)) = (is_told, self.plan.slot(it.from, it.to)) {
                let owner = self.owner(it.from, it.to);
                drawn.push(parts::arrow(&slot.way, classes!(parts::own(owner))));
            }
        }
    }

    /// Whose colour a message has: what a replica sends belongs to whom it answers.
    fn owner(&self, from: u8, to: u8) -> usize {
        let is_process = usize::from(from) < self.moment.view.processes.len();
        if is_process { from.into() } else { to.into() }
    }

    fn boxed(&self, at: usize, rect: Rect) -> Html {
        let view = &self.moment.view;
        match view.processes.get(self.plan.nodes.len() + at) {
            Some(server) => boxes::server(self.plan.nodes.len() + at, server, rect),
            None => {
                view.replicas.get(at).map_or_else(Html::default, |it| boxes::replica(at, it, rect))
            }
        }
    }

    fn node(&self, number: usize, it: &ProcessView) -> Html {
        let (at, r) = (self.plan.nodes[number], self.plan.r);
        html! {
            <g class="node">
                <g transform={at.translate()}>
                    if it.zone == Zone::Critical && parts::inside(self.moment) > 1 {
                        { parts::circle("crowd", Point::default(), r + 6.0) }
                    }
                    { parts::disc(number, it, r) }
                    if let Some(token) = it.token.as_ref().filter(|_| self.stage != Stage::Ring) {
                        { parts::ticket(number, token, point(0.0, self.plan.ticket)) }
                    }
                </g>
                { self.text(number, it) }
            </g>
        }
    }

    fn text(&self, number: usize, it: &ProcessView) -> Html {
        let owes = usize::from(!it.owes.is_empty() && self.plan.lines > 1);
        let lines = wrap(&it.status, self.plan.text_room(number), self.plan.lines - owes);
        let owed_room = if owes > 0 { parts::owed_width(it.owes.len()) } else { 0.0 };
        let widest =
            lines.iter().map(|it| LETTER * it.chars().count() as f64).fold(owed_room, f64::max);
        let at = self.plan.text_at(number, lines.len() + owes, widest);
        let (at, anchor) = match self.plan.is_listed {
            true => (point(24.0, at.y), "start"),
            false => (at, "middle"),
        };
        let below = point(at.x, at.y + LINE * lines.len() as f64);
        html! {
            <>
                if self.plan.is_listed && !lines.is_empty() {
                    { parts::dot(number, point(10.0, at.y)) }
                }
                { parts::lines(at, LINE, "status", anchor, &lines) }
                if owes > 0 {
                    { parts::owed(&it.owes, below) }
                }
            </>
        }
    }

    /// A message that the last step has lost, behind those that are left on its channel.
    fn lost(&self) -> Option<TokenProps> {
        let Some(Event::Lost { mail, text }) = self.moment.events.first() else { return None };
        let nth = self.before(mail.from, mail.to, self.moment.view.messages.len());
        let slot = self.plan.slot(mail.from, mail.to).filter(|_| nth < self.plan.depth)?;
        let owner = self.owner(mail.from, mail.to);
        Some(TokenProps { is_lost: true, ..self.shown(owner, text, slot.place(nth)) })
    }

    /// How many of the first messages queue up in the slot of a channel.
    fn before(&self, from: u8, to: u8, len: usize) -> usize {
        let slot = |from, to| self.plan.slot(from, to).map(|it| it.first);
        let messages = self.moment.view.messages[..len].iter();
        messages.filter(|it| slot(it.from, it.to) == slot(from, to)).count()
    }

    /// How wide a message is with this text.
    fn fit(&self, text: &str) -> f64 {
        (LETTER * text.chars().count() as f64 + 18.0).max(48.0).min(self.plan.token)
    }

    fn tokens(&self) -> Vec<Html> {
        let view = &self.moment.view;
        let count = view.messages.len();
        let mut tokens = Vec::new();
        for index in 0..count {
            tokens.extend(self.message(index));
        }
        for (number, it) in view.processes.iter().enumerate() {
            if let (Stage::Ring, Some(text)) = (self.stage, &it.token) {
                tokens.push(self.shown(number, text, self.plan.held(number).center()));
            }
        }
        tokens.extend(self.lost());
        // what goes round has no other name as long as it is alone, so that it is seen to move
        let is_alone = self.stage == Stage::Ring && tokens.len() == 1;
        let mut drawn = Vec::new();
        for (index, it) in tokens.iter().enumerate() {
            let twins = tokens[..index].iter().filter(|other| other.name == it.name).count();
            let key = if is_alone { "one".to_owned() } else { format!("{} {twins}", it.name) };
            drawn.push(html! { <Token {key} ..it.clone() /> });
        }
        drawn
    }

    /// A message that is not in flight.
    fn shown(&self, owner: usize, text: &str, at: Point) -> TokenProps {
        TokenProps {
            rect: Rect::around(at, self.fit(text), TOKEN),
            from: at,
            owner,
            text: text.to_owned(),
            name: owner.to_string(),
            is_first: true,
            is_lost: false,
            more: 0,
            is_queued: false,
            is_held: false,
            tool: self.tool,
            action: None,
            on_use: None,
        }
    }

    fn message(&self, index: usize) -> Option<TokenProps> {
        let messages = &self.moment.view.messages;
        let it = &messages[index];
        let slot = self.plan.slot(it.from, it.to)?;
        let nth = self.before(it.from, it.to, index);
        if nth >= self.plan.depth {
            return None;
        }
        let is_last = nth + 1 == self.plan.depth;
        let more = self.before(it.from, it.to, messages.len()) - nth - 1;
        let delivery = Tool::Deliver.on(self.moment, index).map(|it| it.action);
        Some(TokenProps {
            rect: Rect::around(slot.place(nth), self.fit(&it.text), TOKEN),
            from: self.plan.home(it.from.into()),
            owner: self.owner(it.from, it.to),
            text: it.text.clone(),
            name: summary::message(&self.moment.view, it),
            is_first: it.mail.kind == 0,
            is_lost: false,
            more: if is_last { more } else { 0 },
            is_queued: delivery.is_none(),
            is_held: delivery.is_some_and(|it| self.held.contains(&it)),
            tool: self.tool,
            action: self.tool.on(self.moment, index).map(|it| it.action),
            on_use: self.on_use.clone(),
        })
    }
}
