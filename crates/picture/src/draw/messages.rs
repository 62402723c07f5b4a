//! Messages between processes: each rests on its lane until it is delivered.

use super::{Drawing, arrow};
use crate::failure::Failure;
use crate::geometry::{Curve, Point, Rect, point, within};
use crate::layout::PADDING;
use crate::motion::{in_out, out};
use crate::scene::{Anchor, Part, Scene, Thing, circle, frame, words};
use crate::text;
use catalog::{Event, Mail, MessageView, Moment};

const LETTERS: usize = 18;
/// At a failure, of more messages each is a dot, of that radius.
const PILLS_MAX: usize = 3;
const DOT: f64 = 6.0;

/// A message and its place among those of its lane.
struct Queued<'a> {
    index: usize,
    message: &'a MessageView,
    place: usize,
}

fn queued(moment: &Moment) -> Vec<Queued<'_>> {
    let messages = moment.view.messages.iter().enumerate();
    let place = |index: usize, it: &MessageView| {
        let before = &moment.view.messages[..index];
        before.iter().filter(|other| (other.from, other.to) == (it.from, it.to)).count()
    };
    messages
        .map(|(index, message)| Queued { index, message, place: place(index, message) })
        .collect()
}

impl Drawing<'_> {
    fn pill_width(&self, text: &str) -> f64 {
        text::width(&text::cut(text, LETTERS), self.plan.sizes.word, false) + PADDING
    }

    fn lane_of(&self, moment: &Moment, it: &MessageView) -> Curve {
        let lane = || self.plan.lane(self.view(), it.from.into(), it.to.into());
        self.way_in_history(moment, it).unwrap_or_else(lane)
    }

    /// How much room is free around the ends of a lane.
    fn clear(&self) -> f64 {
        self.plan.marks.map_or(self.plan.r + 6.0, |it| it.r + 3.0)
    }

    /// How much of a lane a message takes, and how long that is.
    fn extent(&self, way: &Curve, it: &MessageView) -> (f64, f64) {
        let length = way.from.distance(way.to).max(1.0);
        // along a steep lane a pill takes its height, along a flat one its width
        let steep = ((way.to.y - way.from.y).abs() / length).powi(2);
        let w = self.pill_width(&it.text);
        (w * (1.0 - steep) + self.plan.sizes.pill * steep, length)
    }

    /// Where on its lane a message rests, and whether there is room for it.
    fn rest(&self, moment: &Moment, it: &MessageView, place: usize) -> (f64, bool) {
        let way = self.lane_of(moment, it);
        let rest = self.plan.rest(it.from.into(), it.to.into());
        if self.plan.marks.is_some() {
            // each has a way of its own
            return (rest, true);
        }
        if it.from == it.to {
            return (rest, place == 0);
        }
        let (extent, length) = self.extent(&way, it);
        let pitch = (extent + 8.0) / length;
        let least = ((self.plan.r + extent / 2.0 + 8.0) / length).min(rest);
        let at = rest - pitch * place as f64;
        (at.max(least), place == 0 || at >= least)
    }

    /// The message that this step delivers or loses.
    fn delivered(&self) -> Option<(Mail, bool)> {
        self.after.events.iter().find_map(|event| match event {
            Event::Receive { mail, .. } => Some((*mail, true)),
            Event::Lost { mail, .. } => Some((*mail, false)),
            _ => None,
        })
    }

    pub(super) fn messages(&self, scene: &mut Scene) {
        if !self.plan.wells.is_empty() {
            return;
        }
        let is_taken = self.movement.take.at(self.t) >= 1.0 || self.t >= 1.0;
        let moment = if is_taken { self.after } else { self.before };
        let gone = self.delivered();
        let sent: Vec<Mail> = self
            .after
            .events
            .iter()
            .filter_map(|event| match event {
                Event::Send { mail, .. } | Event::Duplicated { mail, .. } => Some(*mail),
                _ => None,
            })
            .collect();
        let on_lane = |moment: &Moment, it: &MessageView| {
            let messages = moment.view.messages.iter();
            messages.filter(|other| (other.from, other.to) == (it.from, it.to)).count()
        };
        if self.are_dots() {
            return self.dots(scene);
        }
        for Queued { index, message, place } in queued(moment) {
            let flies = !is_taken && gone.is_some_and(|it| it.0 == message.mail);
            let way = self.lane_of(moment, message);
            let (mut at, has_room) = self.rest(moment, message, place);
            let (mut scale, mut opacity) = (1.0, 1.0);
            if flies {
                let (_, arrives) = gone.unwrap_or((message.mail, true));
                let part = self.movement.take.at(self.t);
                if arrives {
                    at += (1.0 - at) * in_out(part);
                    scale = 1.0 - 0.5 * ((part - 0.75) / 0.25).clamp(0.0, 1.0);
                } else {
                    opacity = 1.0 - part;
                }
            } else if is_taken && sent.contains(&message.mail) && self.t < 1.0 {
                let part = out(self.movement.give.at(self.t));
                if part <= 0.0 {
                    continue;
                }
                at *= part;
                scale = 0.4 + 0.6 * part;
            } else if is_taken
                && self.t < 1.0
                && gone.is_some_and(|(it, _)| (it.from, it.to) == (message.from, message.to))
                && place + 1 < on_lane(self.before, message)
            {
                // the queue moves up
                let (then, _) = self.rest(moment, message, place + 1);
                at = then + (at - then) * in_out(self.movement.react.at(self.t));
            }
            if !has_room && !flies {
                continue;
            }
            let thing = Thing::Message(index);
            let mut part = self.part(thing);
            if (place == 0 || self.plan.marks.is_some()) && !flies {
                let line = way.trimmed(self.clear(), self.clear() + 2.0);
                part.shapes.extend(arrow("way", &line, message.from.into(), 0.9));
            }
            self.pill(thing, message, way.at(at), scale, opacity, &mut part);
            let extra =
                crowded_after(moment, message, place, |it, place| self.rest(moment, it, place).1);
            if extra > 0 {
                let (last, _) = self.rest(moment, message, place);
                let (extent, length) = self.extent(&way, message);
                let spot = way.at((last - (extent / 2.0 + 12.0) / length).max(0.02));
                part.shapes.push(words(
                    "said is-strong",
                    spot,
                    Anchor::Middle,
                    12.0,
                    format!("+{extra}"),
                ));
            }
            scene.parts.push(part);
        }
    }

    /// Where something fails, many messages on their way say nothing of it, and would lie over what does.
    fn are_dots(&self) -> bool {
        let is_of_messages = |failure: &&Failure| failure.round.is_none();
        let fails = self.frame.failure.as_ref().is_some_and(is_of_messages) && self.t >= 1.0;
        fails && self.plan.marks.is_none() && self.view().messages.len() > PILLS_MAX
    }

    /// A dot on each lane, with how many are there, from two on.
    fn dots(&self, scene: &mut Scene) {
        let all = queued(self.after);
        for Queued { index, message, place } in &all {
            if *place > 0 {
                continue;
            }
            let thing = Thing::Message(*index);
            let mut part = self.part(thing);
            let at = self.lane_of(self.after, message).at(self.rest(self.after, message, 0).0);
            if self.frame.is_live {
                part.name = format!("deliver {}", crate::summary::message(self.view(), message));
                part.shapes.extend(self.ring(thing, at, DOT + 5.0));
                part.shapes.push(circle("hit", at, 22.0));
            }
            part.shapes.push(circle("pill is-full", at, DOT).ink(message.from.into()));
            let lane = all
                .iter()
                .filter(|it| (it.message.from, it.message.to) == (message.from, message.to));
            let count = lane.count();
            if count > 1 {
                let beside = point(at.x + DOT + 7.0, at.y);
                part.shapes.push(words(
                    "said is-strong",
                    beside,
                    Anchor::Middle,
                    12.0,
                    count.to_string(),
                ));
            }
            scene.parts.push(part);
        }
    }

    fn pill(
        &self,
        thing: Thing,
        message: &MessageView,
        at: Point,
        scale: f64,
        opacity: f64,
        part: &mut Part,
    ) {
        let sizes = self.plan.sizes;
        let short = text::cut(&message.text, LETTERS);
        let (w, h) = (self.pill_width(&message.text) * scale, sizes.pill * scale);
        let inset = w / 2.0 + 1.0;
        let low = h / 2.0 + 1.0;
        let at = Point {
            x: within(at.x, inset, self.plan.room.w - inset),
            y: within(at.y, low, self.plan.room.h - low),
        };
        let rect = Rect::around(at, w, h);
        let is_held = self.frame.held.iter().any(|it| it.delivered() == Some(message.mail));
        // the first kind of message is filled: requests, tokens
        let is_first = message.mail.kind == 0;
        let (class, text_class) = match (is_held, is_first) {
            (true, _) => ("pill is-held", "pill-text"),
            (_, true) => ("pill is-full", "pill-text is-full"),
            _ => ("pill", "pill-text"),
        };
        if self.frame.is_live {
            let view = self.view();
            part.name = format!("deliver {}", crate::summary::message(view, message));
            let mut ring = frame(
                if self.is_marked(thing) { "ring is-on" } else { "ring" },
                rect.grown(5.0),
                h / 2.0 + 5.0,
            );
            ring.ink = Some(message.from.into());
            part.shapes.push(ring);
            part.shapes.push(frame("hit", Rect::around(at, w.max(44.0), h.max(44.0)), 8.0));
        }
        let ink = usize::from(message.from);
        part.shapes.push(frame(class, rect, h / 2.0).ink(ink).opacity(opacity));
        let size = (sizes.word * scale).max(if scale < 1.0 { 1.0 } else { 12.0 });
        part.shapes
            .push(words(text_class, at, Anchor::Middle, size, short).ink(ink).opacity(opacity));
    }
}

/// How many messages behind the last one that has room have none.
fn crowded_after(
    moment: &Moment,
    message: &MessageView,
    place: usize,
    has_room: impl Fn(&MessageView, usize) -> bool,
) -> usize {
    let all = moment.view.messages.iter();
    let lane: Vec<&MessageView> =
        all.filter(|it| (it.from, it.to) == (message.from, message.to)).collect();
    let shown = lane.iter().enumerate().filter(|(place, it)| has_room(it, *place)).count();
    if place + 1 == shown { lane.len() - shown } else { 0 }
}
