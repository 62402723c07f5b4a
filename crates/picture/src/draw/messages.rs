//! Messages between processes: each rests on its lane until it is delivered.

use super::spots::{DOT, Spot, is_same_lane, place_of};
use super::{Drawing, arrow};
use crate::failure::Failure;
use crate::geometry::{Curve, Point, Rect, point, within};
use crate::motion::{in_out, out};
use crate::scene::{Anchor, Part, Scene, Shape, Thing, circle, frame, words};
use catalog::{Event, MessageId, MessageView, Moment};

/// At a failure, of more messages each is a dot.
const PILLS_MAX: usize = 3;

/// The radius of the number of a step to come.
const COMING: f64 = 9.0;

/// What a step does to a message right now, and how far it has come with that.
#[derive(Clone, Copy)]
enum Flight {
    Rests,
    Sent(f64),
    Arrives(f64),
    /// It is lost.
    Fades(f64),
}

impl Drawing<'_> {
    pub(super) fn lane_of(&self, moment: &Moment, it: &MessageView) -> Curve {
        let lane = || self.plan.lane(self.view(), it.from.into(), it.to.into());
        self.way_in_history(moment, it).unwrap_or_else(lane)
    }

    /// A lane without what lies at its ends.
    pub(super) fn clear_of_ends(&self, way: &Curve, is_loop: bool) -> Curve {
        let clear = match self.plan.marks {
            _ if is_loop => 4.0,
            Some(marks) => marks.r + 3.0,
            None => self.plan.r + 6.0,
        };
        way.trimmed(clear, clear + 2.0)
    }

    /// The message that this step delivers or loses.
    fn delivered(&self) -> Option<(MessageId, bool)> {
        self.after.events.iter().find_map(|event| match event {
            Event::Receive { mail, .. } => Some((*mail, true)),
            Event::Lost { mail, .. } => Some((*mail, false)),
            _ => None,
        })
    }

    fn is_sent(&self, mail: MessageId) -> bool {
        self.after.events.iter().any(|event| {
            matches!(event, Event::Send { mail: sent, .. } | Event::Duplicated { mail: sent, .. }
                if *sent == mail)
        })
    }

    fn flight(&self, message: &MessageView, is_taken: bool) -> Flight {
        let gone = self.delivered().filter(|it| !is_taken && it.0 == message.mail);
        match gone {
            Some((_, true)) => Flight::Arrives(self.movement.take.at(self.t)),
            Some((_, false)) => Flight::Fades(self.movement.take.at(self.t)),
            None if is_taken && self.t < 1.0 && self.is_sent(message.mail) => {
                Flight::Sent(out(self.movement.give.at(self.t)))
            }
            None => Flight::Rests,
        }
    }

    pub(super) fn messages(&self, scene: &mut Scene) {
        if !self.plan.wells.is_empty() {
            return;
        }
        if self.are_dots() {
            return self.dots(scene);
        }
        let is_taken = self.movement.take.at(self.t) >= 1.0 || self.t >= 1.0;
        let moment = if is_taken { self.after } else { self.before };
        let spots = self.spots(moment);
        let is_moving = is_taken && self.t < 1.0;
        let old = if is_moving { self.spots(self.before) } else { Vec::new() };
        for (index, message) in moment.view.messages.iter().enumerate() {
            let flight = self.flight(message, is_taken);
            let spot = match (&spots[index], flight) {
                (Some(spot), _) => spot.clone(),
                (None, Flight::Arrives(_) | Flight::Fades(_)) => self.spot_alone(message),
                (None, _) => continue,
            };
            let rests = self.moved(message, spot.at, &old);
            let (at, scale, opacity) = match flight {
                Flight::Rests => (rests, 1.0, 1.0),
                Flight::Sent(part) if part <= 0.0 => continue,
                Flight::Sent(part) => (spot.at * part, 0.4 + 0.6 * part, 1.0),
                Flight::Arrives(part) => {
                    let scale = 1.0 - 0.5 * ((part - 0.75) / 0.25).clamp(0.0, 1.0);
                    (spot.at + (1.0 - spot.at) * in_out(part), scale, 1.0)
                }
                Flight::Fades(part) => (spot.at, 1.0, 1.0 - part),
            };
            let way = self.lane_of(moment, message);
            let mut part = self.part(Thing::Message(index));
            let flies = matches!(flight, Flight::Arrives(_) | Flight::Fades(_));
            if place_of(moment, index) == 0 && !flies {
                let line = self.clear_of_ends(&way, message.from == message.to);
                part.shapes.extend(arrow("way", &line, message.from.into(), 0.9));
            }
            let rect = self.pill_around(way.at(at), &spot.text, scale);
            if part.faded {
                // what is below it would be seen through it
                let back = frame("back", rect, rect.h / 2.0);
                scene.parts.push(Part { shapes: vec![back], ..Part::default() });
            }
            self.pill(index, message, (rect, &spot.text), opacity, &mut part);
            part.shapes.extend(self.count_behind(moment, index, &spots, &way));
            scene.parts.push(part);
        }
    }

    /// Where on its lane a message is while others come and go.
    fn moved(&self, message: &MessageView, at: f64, old: &[Option<Spot>]) -> f64 {
        let then = self.before.view.messages.iter().zip(old);
        let then = then.filter(|then| then.0.mail == message.mail).find_map(|it| it.1.as_ref());
        let Some(then) = then else { return at };
        let shift =
            if self.movement.react.is_some() { self.movement.react } else { self.movement.give };
        then.at + (at - then.at) * in_out(shift.at(self.t))
    }

    /// How many messages wait behind this one, and have no room.
    fn count_behind(
        &self,
        moment: &Moment,
        index: usize,
        spots: &[Option<Spot>],
        way: &Curve,
    ) -> Option<Shape> {
        let all = &moment.view.messages;
        let lane: Vec<usize> =
            (0..all.len()).filter(|it| is_same_lane(&all[*it], &all[index])).collect();
        let hidden = lane.iter().filter(|it| spots[**it].is_none()).count();
        let is_last = lane.iter().rfind(|it| spots[**it].is_some()) == Some(&index);
        let spot = spots[index].as_ref().filter(|_| is_last && hidden > 0)?;
        let pill = self.pill_at(way, spot.at, &spot.text);
        let is_behind = |at: &Point| !Rect::around(*at, 18.0, 14.0).overlaps(&pill);
        let mut behind = (1..100).map(|it| way.at(spot.at - f64::from(it) * 0.01));
        let is_at_edge = pill.right() + 22.0 > self.plan.room.w;
        let x = if is_at_edge { pill.x - 11.0 } else { pill.right() + 11.0 };
        let beside = point(x, pill.center().y);
        let at = behind.find(is_behind).filter(|_| all[index].from != all[index].to);
        let at = at.unwrap_or(beside);
        let at = point(within(at.x, 10.0, self.plan.room.w - 10.0), at.y);
        Some(words("said is-strong", at, Anchor::Middle, 12.0, format!("+{hidden}")))
    }

    /// Where something fails, many messages on their way say nothing of it, and would lie over what does.
    fn are_dots(&self) -> bool {
        let is_of_messages = |failure: &&Failure| failure.round.is_none();
        let fails = self.frame.failure.as_ref().is_some_and(is_of_messages) && self.t >= 1.0;
        let has_evidence = self.frame.failure.is_some_and(|failure| self.has_evidence(failure));
        let are_many = self.view().messages.len() > PILLS_MAX;
        fails && self.plan.marks.is_none() && (are_many || has_evidence)
    }

    /// A dot on each lane, with how many are there, from two on.
    fn dots(&self, scene: &mut Scene) {
        let all = &self.view().messages;
        for (index, message) in all.iter().enumerate() {
            let is_drawn = self.is_evidence(message.from.into(), message.to.into(), &message.text);
            if place_of(self.after, index) > 0 || is_drawn {
                continue;
            }
            let at = self.lane_of(self.after, message).at(self.rest_of(message));
            let mut part = self.part(Thing::Message(index));
            self.pressed(index, message, Rect::around(at, 2.0 * DOT, 2.0 * DOT), &mut part);
            part.shapes.push(circle("pill is-full", at, DOT).ink(message.from.into()));
            let count = all.iter().filter(|it| is_same_lane(it, message)).count();
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

    /// The number of the step that will deliver a message, on its rim.
    fn coming_step(&self, message: &MessageView, pill: Rect) -> Vec<Shape> {
        let rests = self.t >= 1.0;
        let mut coming = self.frame.coming.iter().filter(|_| rests);
        let coming = coming.find(|(action, _)| action.delivered() == Some(message.mail));
        let Some((_, step)) = coming else { return Vec::new() };
        let at = point(pill.x.max(COMING), pill.y + 1.0);
        let rim = circle("pin is-free", at, COMING).ink(message.from.into());
        vec![rim, words("pin-number", at, Anchor::Middle, 12.0, step.to_string())]
    }

    /// What can be pressed of a message.
    pub(super) fn pressed(&self, index: usize, message: &MessageView, rect: Rect, part: &mut Part) {
        if !self.frame.is_live {
            return;
        }
        let (ink, round) = (usize::from(message.from), rect.h / 2.0);
        part.name = format!("deliver {}", crate::summary::message(self.view(), message));
        let is_on = self.is_marked(Thing::Message(index));
        let class = if is_on { "ring is-on" } else { "ring" };
        part.shapes.push(frame(class, rect.grown(5.0), round + 5.0).ink(ink));
        let hit = Rect::around(rect.center(), rect.w.max(44.0), rect.h.max(44.0));
        part.shapes.push(frame("hit", hit, 8.0));
    }

    fn pill(
        &self,
        index: usize,
        message: &MessageView,
        (rect, text): (Rect, &str),
        opacity: f64,
        part: &mut Part,
    ) {
        let (at, round) = (rect.center(), rect.h / 2.0);
        let is_held = self.frame.held.iter().any(|action| action.delivered() == Some(message.mail));
        // the first kind of message is filled: requests, tokens
        let is_first = message.mail.kind == 0;
        let (class, text_class) = match (is_held, is_first) {
            (true, _) => ("pill is-held", "pill-text"),
            (_, true) => ("pill is-full", "pill-text is-full"),
            _ => ("pill", "pill-text"),
        };
        let ink = usize::from(message.from);
        self.pressed(index, message, rect, part);
        part.shapes.push(frame(class, rect, round).ink(ink).opacity(opacity));
        if text.is_empty() {
            return;
        }
        let scale = rect.h / self.plan.sizes.pill;
        let size = self.plan.sizes.word * scale;
        let size = size.max(if scale < 1.0 { 1.0 } else { 12.0 });
        let words = words(text_class, at, Anchor::Middle, size, text);
        part.shapes.push(words.ink(ink).opacity(opacity));
        part.shapes.extend(self.coming_step(message, rect));
    }
}
