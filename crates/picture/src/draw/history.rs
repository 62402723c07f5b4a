//! What has happened: each event on the lane of its process, with arrows from what led to it.

use super::{Drawing, arrow};
use crate::geometry::{Curve, Point, Rect, disc_hatch, point};
use crate::layout::last_event;
use crate::motion::in_out;
use crate::scene::{Anchor, Part, Scene, Shape, circle, line, path, words};
use crate::text;
use catalog::{Event, HistoryView, MessageView, Moment};

impl Drawing<'_> {
    pub(super) fn history(&self, scene: &mut Scene) {
        let (Some(history), Some(marks)) = (&self.view().history, self.plan.marks) else { return };
        let failure = self.frame.failure;
        let pair = failure.and(history.contradiction.as_ref());
        // the causes of a failure are painted last
        let mut parts = [pair.is_some(), false].map(|faded| Part { faded, ..Part::default() });
        for home in &self.plan.homes {
            let (left, right) = (home.x + self.plan.r + 8.0, self.plan.room.w - 4.0);
            parts[0].shapes.push(line("lane", point(left, home.y), point(right, home.y)));
        }
        let is_of = |events: &[usize]| {
            pair.is_some_and(|pair| events.iter().all(|event| pair.0.contains(event)))
        };
        for (at, event) in history.events.iter().enumerate() {
            let grown = self.grown(history, at);
            for &cause in &event.causes {
                let from = self.plan.mark(history, cause);
                let way = Curve::bowed(from, self.plan.mark(history, at), 0.0);
                let way = way.trimmed(marks.r + 2.0, marks.r + 3.0);
                let ink = usize::from(history.events[cause].process);
                let part = &mut parts[usize::from(is_of(&[cause, at]))];
                part.shapes.extend(arrow("cause", &way, ink, grown));
            }
        }
        for (at, event) in history.events.iter().enumerate() {
            let (middle, ink) = (self.plan.mark(history, at), usize::from(event.process));
            let r = marks.r * self.grown(history, at);
            let is_broken = is_of(&[at]);
            let part = &mut parts[usize::from(is_broken)];
            if is_broken {
                let rect = Rect::around(middle, 2.0 * r + 12.0, 2.0 * r + 12.0);
                part.shapes.push(circle("halo is-broken", middle, r + 6.0));
                part.shapes.push(path("hatch", disc_hatch(middle, r + 5.0, 7.0), rect));
            }
            part.shapes.push(circle("mark", middle, r).ink(ink));
            if r < marks.r {
                continue;
            }
            let size = (r * 0.95).clamp(13.0, 18.0);
            part.shapes.push(words("mark-text", middle, Anchor::Middle, size, &*event.stamp));
            if self.plan.has_room_below(text::width(&event.note, 12.0, true)) {
                let below = point(middle.x, middle.y + r + 16.0);
                part.shapes.push(words("said mono", below, Anchor::Middle, 12.0, &*event.note));
            }
        }
        if let Some(([a, b], told)) = pair {
            let ends = [a, b].map(|it| self.plan.mark(history, *it));
            parts[1].shapes.extend(contradiction(ends, told));
        }
        scene.parts.extend(parts);
    }

    /// How far an event has come to be: the last one of a step grows.
    fn grown(&self, history: &HistoryView, event: usize) -> f64 {
        let process = usize::from(history.events[event].process);
        let count = |history_view: &HistoryView| {
            history_view.events.iter().filter(|event| usize::from(event.process) == process).count()
        };
        let before = self.before.view.history.as_ref().map_or(0, count);
        let is_new =
            self.t < 1.0 && last_event(history, process) == Some(event) && before < count(history);
        if !is_new {
            return 1.0;
        }
        let receives = self.after.events.iter().any(|event| matches!(event, Event::Receive { .. }));
        match receives {
            true => self.movement.react.at(self.t),
            false => in_out((self.t * 2.0).min(1.0)),
        }
    }

    /// The events of a moment, each as a disc with some room around it.
    pub(super) fn marks_of(&self, moment: &Moment) -> Vec<(Point, f64)> {
        let (Some(history), Some(marks)) = (&moment.view.history, self.plan.marks) else {
            return Vec::new();
        };
        (0..history.events.len()).map(|it| (self.plan.mark(history, it), marks.r + 3.0)).collect()
    }

    /// The way of a message from the event that sent it to the event that its receipt will be.
    pub(super) fn way_in_history(&self, moment: &Moment, message: &MessageView) -> Option<Curve> {
        let history = moment.view.history.as_ref()?;
        let nth = moment.view.messages.iter().position(|it| it.mail == message.mail)?;
        let sender = (*history.sent.get(nth)?)?;
        let from = self.plan.mark(history, sender);
        let to = self.plan.next_mark(history, message.to.into(), sender);
        Some(Curve::bowed(from, to, 0.0))
    }
}

/// Beside the arrow between two events, what their stamps say of it.
fn contradiction([a, b]: [Point; 2], told: &str) -> Vec<Shape> {
    // beside a flat arrow there is no room: above it, or below if that is outside
    let middle = a.mix(b, 0.5);
    let at = match (a.y - b.y).abs() < 40.0 {
        true if middle.y < 60.0 => point(middle.x, middle.y + 60.0),
        true => point(middle.x, middle.y - 44.0),
        false => middle,
    };
    let sign = told.split(' ').find(|text| matches!(*text, "≮" | "<")).unwrap_or("≠").to_owned();
    let width = text::width(told, 14.0, false);
    let x = if at.x - 22.0 - width > 0.0 { at.x - 20.0 } else { at.x + 20.0 + width };
    vec![
        circle("sign", at, 13.0),
        words("sign-text", at, Anchor::Middle, 18.0, sign),
        words("said is-strong", point(x, at.y), Anchor::End, 14.0, told),
    ]
}
