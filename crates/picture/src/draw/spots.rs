//! Where messages rest: each on its lane, on no disc and on no other message. One that has no room is counted behind
//! those before it.

use super::Drawing;
use crate::geometry::{Curve, Point, Rect, within};
use crate::layout::PADDING;
use crate::text;
use catalog::{MessageView, Moment};

/// A message has so many letters at most.
const LETTERS: usize = 18;
/// The radius of one on which nothing is written.
pub(super) const DOT: f64 = 6.0;
/// Between a message and whatever it must not cover.
const GAP: f64 = 2.0;
/// How far from where it would rest a message is moved at most, in parts of its lane, and in how many steps.
const REACH: f64 = 0.46;
const TRIES: u32 = 23;

/// Where on its lane a message rests, and what is written on it.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Spot {
    pub at: f64,
    pub text: String,
}

/// What stands in the way.
pub(super) struct Taken {
    discs: Vec<(Point, f64)>,
    pub rects: Vec<Rect>,
    pub pills: Vec<Rect>,
}

impl Taken {
    /// How far a point is from the discs.
    fn distance(&self, at: Point) -> f64 {
        let discs = self.discs.iter().map(|(disc, r)| at.distance(*disc) - r);
        discs.fold(f64::INFINITY, f64::min)
    }

    pub fn is_clear(&self, pill: &Rect) -> bool {
        let is_apart = |(at, r): &(Point, f64)| {
            let x = within(at.x, pill.x, pill.right());
            let y = within(at.y, pill.y, pill.bottom());
            at.distance(Point { x, y }) >= *r
        };
        let mut rects = self.rects.iter().chain(&self.pills);
        self.discs.iter().all(is_apart) && !rects.any(|rect| rect.overlaps(pill))
    }
}

impl Drawing<'_> {
    /// Where the messages of a moment rest; none where one has no room.
    pub(super) fn spots(&self, moment: &Moment) -> Vec<Option<Spot>> {
        let all = &moment.view.messages;
        let mut spots = vec![None; all.len()];
        let mut taken = self.taken(moment);
        // the first of each lane have their places before all that wait behind them
        let mut order: Vec<(usize, usize)> =
            (0..all.len()).map(|it| (place_of(moment, it), it)).collect();
        order.sort_unstable();
        for (place, index) in order {
            let message = &all[index];
            let way = self.lane_of(moment, message);
            let before = (0..index).rev().find(|&other| is_same_lane(&all[other], message));
            let spot = match before.filter(|_| place > 0) {
                Some(before) => {
                    let ahead = spots[before].as_ref().map(|spot: &Spot| spot.at);
                    ahead.and_then(|ahead| self.behind(&way, message, ahead, &taken))
                }
                None => Some(self.first(&way, message, &taken)),
            };
            if let Some(Spot { at, text }) = &spot {
                taken.pills.push(self.pill_at(&way, *at, text).grown(GAP));
            }
            spots[index] = spot;
        }
        spots
    }

    pub(super) fn taken(&self, moment: &Moment) -> Taken {
        let view = &moment.view;
        let processes = 0..view.processes.len();
        let disc = |process| (self.plan.disc(view, process), self.plan.r + GAP + 1.0);
        let marks = self.marks_of(moment);
        let tickets = processes.clone().filter_map(|process| self.ticket_place(moment, process));
        // between two cards there may be no room beside them
        let card = Some(&self.plan.cards[..]).filter(|cards| cards.len() == 1);
        Taken {
            discs: processes.map(disc).chain(marks).collect(),
            rects: tickets.chain(card.into_iter().flatten().map(|card| card.rect)).collect(),
            pills: Vec::new(),
        }
    }

    /// The first on its lane: as near as can be to where it would rest, and on nothing else. Where there is no
    /// room for all of it, it loses its arguments, and then its name.
    fn first(&self, way: &Curve, message: &MessageView, taken: &Taken) -> Spot {
        let rest = self.rest_of(message);
        let step = REACH / f64::from(TRIES);
        let is_fixed = message.from == message.to;
        let tries = (0..=if is_fixed { 0 } else { TRIES }).flat_map(|it| {
            let by = f64::from(it) * step;
            [rest - by, rest + by].into_iter().take(if it == 0 { 1 } else { 2 })
        });
        let tries = tries.filter(|at| (0.04..=0.96).contains(at));
        let texts = texts(message);
        let each = texts.iter().flat_map(|text| tries.clone().map(move |at| (at, text)));
        let mut clear =
            each.into_iter().filter(|(at, text)| taken.is_clear(&self.pill_at(way, *at, text)));
        if let Some((at, text)) = clear.next() {
            return Spot { at, text: text.clone() };
        }
        // a dot, as far from all discs as can be
        let far = |at: &f64| taken.distance(way.at(*at));
        let at = tries.max_by(|one, other| far(one).total_cmp(&far(other)));
        Spot { at: at.unwrap_or(rest), text: String::new() }
    }

    /// One that waits behind another one on its lane.
    fn behind(
        &self,
        way: &Curve,
        message: &MessageView,
        ahead: f64,
        taken: &Taken,
    ) -> Option<Spot> {
        let step = REACH / f64::from(TRIES);
        let [text, ..] = texts(message);
        let tries = (1..=TRIES).map(|it| ahead - f64::from(it) * step).filter(|at| *at > 0.04);
        let mut clear = tries.filter(|at| taken.is_clear(&self.pill_at(way, *at, &text)));
        let at = clear.next().filter(|_| message.from != message.to)?;
        Some(Spot { at, text })
    }

    /// Where a message rests if nothing is in its way.
    pub(super) fn rest_of(&self, message: &MessageView) -> f64 {
        match message.from == message.to {
            true => 0.5,
            false => self.plan.rest(message.from.into(), message.to.into()),
        }
    }

    /// Where a message would rest if there was no other one.
    pub(super) fn spot_alone(&self, message: &MessageView) -> Spot {
        let [text, ..] = texts(message);
        Spot { at: self.rest_of(message), text }
    }

    /// The place of a message, inside the box.
    pub(super) fn pill_at(&self, way: &Curve, at: f64, text: &str) -> Rect {
        self.pill_around(way.at(at), text, 1.0)
    }

    pub(super) fn pill_around(&self, at: Point, text: &str, scale: f64) -> Rect {
        let sizes = self.plan.sizes;
        let [w, h] = match text {
            "" => [2.0 * DOT; 2],
            _ => [text::width(text, sizes.word, false) + PADDING, sizes.pill],
        };
        let [w, h] = [w * scale, h * scale];
        let (inset, low) = (w / 2.0 + 1.0, h / 2.0 + 1.0);
        let middle = Point {
            x: within(at.x, inset, self.plan.room.w - inset),
            y: within(at.y, low, self.plan.room.h - low),
        };
        Rect::around(middle, w, h)
    }
}

pub(super) fn is_same_lane(one: &MessageView, other: &MessageView) -> bool {
    (one.from, one.to) == (other.from, other.to)
}

/// Where a message stands among those of its lane; the first where each has a way of its own.
pub(super) fn place_of(moment: &Moment, index: usize) -> usize {
    if moment.view.history.is_some() {
        return 0;
    }
    let all = &moment.view.messages;
    all[..index].iter().filter(|other| is_same_lane(other, &all[index])).count()
}

/// What may be written on a message: all of it, its name alone, or nothing.
fn texts(message: &MessageView) -> [String; 3] {
    [&*message.text, message.kind, ""].map(|text| text::cut(text, LETTERS))
}
