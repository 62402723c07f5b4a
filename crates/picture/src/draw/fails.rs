//! A failure, drawn: the place hatched, what each process had read drawn to it again, and a sign
//! between what was compared.

use super::{Drawing, arrow};
use crate::failure::{Failure, Round, Sign};
use crate::geometry::{Curve, Point, Rect, point, within};
use crate::layout::{Label, Side};
use crate::scene::{Anchor, Part, Scene, Thing, circle, curve, frame, path, words};
use crate::text;

/// More states are not told apart.
const ROUND_MAX: usize = 12;

impl Drawing<'_> {
    pub(super) fn failure(&self, scene: &mut Scene) {
        let Some(failure) = self.frame.failure else { return };
        if failure.is_room {
            // below everything else
            scene.parts.insert(0, self.broken_room());
        }
        scene.parts.push(self.broken_cells(failure));
        scene.parts.push(self.circle_of_waits(failure));
        scene.parts.push(self.signs(failure));
        scene.parts.extend(self.evidence(failure));
        scene.parts.push(self.cracks(failure));
        scene.parts.extend(failure.sum.as_ref().and_then(|sum| self.sum(sum, scene)));
        if let (Some(round), Some((middle, r))) = (&failure.round, self.room_for_round()) {
            scene.parts.push(round_of_states(round, middle, r));
        }
    }

    /// Where a round of states is drawn: in the midst of a ring, or in the room that nobody enters.
    fn room_for_round(&self) -> Option<(Point, f64)> {
        self.plan.middle.or_else(|| {
            let room = self.plan.critical()?;
            let is_empty = self.inside(&room.zones).is_empty();
            is_empty.then(|| (room.rect.center(), (room.rect.h / 2.0 - 16.0).clamp(14.0, 60.0)))
        })
    }

    fn broken_room(&self) -> Part {
        let mut part = Part::default();
        if let Some(band) = self.plan.critical() {
            let rect = band.rect.grown(-3.0);
            part.shapes.push(frame("room is-broken", rect, 12.0));
            part.shapes.push(path("hatch", rect.grown(-3.0).hatch(11.0), rect));
        }
        part
    }

    fn broken_cells(&self, failure: &Failure) -> Part {
        let mut part = Part::default();
        for thing in &failure.places {
            let Thing::Cell(cell) = *thing else { continue };
            for rect in self.cell(cell) {
                part.shapes.push(path("hatch", rect.hatch(9.0), rect));
                part.shapes.push(frame("edge", rect.grown(2.0), 9.0));
            }
        }
        part
    }

    /// What each had read, below the words that say so.
    pub(super) fn reasons(&self, scene: &mut Scene) {
        let Some(failure) = self.frame.failure else { return };
        let mut part = self.ways_of_evidence(failure);
        for (nth, reason) in failure.reasons.iter().enumerate() {
            let disc = self.disc(reason.who);
            let label = self.plan.labels[reason.who];
            let is_beside = label.side == Side::Right && self.plan.bands.is_empty();
            let mut rects = self.cell(reason.cell);
            if rects.is_empty() && !self.plan.wells.is_empty() {
                rects = vec![self.plan.columns(self.view(), 0, reason.cell)];
            }
            let start = |rect: Rect| {
                let edge = point(rect.center().x, rect.y - 2.0);
                if edge.y > disc.y { edge } else { rect.rim(disc) }
            };
            let ways = rects.into_iter().map(|rect| {
                let from = start(rect);
                if is_beside && from.y > disc.y + self.plan.r {
                    // from below, where no words stand
                    let by =
                        point(disc.x + 12.0 * (nth % 2) as f64, from.y + (disc.y - from.y) * 0.3);
                    return Curve { from, by, to: disc };
                }
                self.beside_words(reason.who, from, nth).unwrap_or_else(|| {
                    let bend = if rect.x < disc.x { -0.12 } else { 0.12 };
                    Curve::bowed(from, disc, bend)
                })
            });
            for way in ways {
                let way = way.trimmed(0.0, self.plan.r + 9.0);
                part.shapes.extend(arrow("reason", &way, reason.who, 1.0));
            }
        }
        scene.parts.push(part);
        scene.parts.push(self.bands(failure));
    }

    /// A curve from below to the side of a disc that avoids the words below it; none if they are not in the way.
    fn beside_words(&self, process: usize, from: Point, nth: usize) -> Option<Curve> {
        let (disc, Label { side, width, lines }) = (self.disc(process), self.plan.labels[process]);
        let said = self.said(process, lines, width);
        let is_below = side == Side::Below && from.y > disc.y + self.plan.r && !said.is_empty();
        let size = self.plan.sizes.word;
        let half =
            said.iter().map(|line| text::width(&line.text, size, false)).fold(0.0, f64::max) / 2.0;
        let is_in_the_way = is_below && (from.x - disc.x).abs() < 2.0 * half + self.plan.r;
        let toward = match from.x - disc.x {
            by if by.abs() > half => by.signum(),
            _ if nth % 2 == 1 => -1.0,
            _ => 1.0,
        };
        let reach = |toward: f64| disc.x + toward * (half + 14.0);
        let has_room = |toward: f64| (4.0..=self.plan.room.w - 4.0).contains(&reach(toward));
        let toward = [toward, -toward].into_iter().find(|toward| has_room(*toward))?;
        // a quadratic curve goes half as far as its control point
        let by = point(
            2.0 * reach(toward) - f64::midpoint(from.x, disc.x),
            f64::midpoint(from.y, disc.y),
        );
        is_in_the_way.then_some(Curve { from, by, to: disc })
    }

    /// From everybody who waits to the one it waits for.
    fn circle_of_waits(&self, failure: &Failure) -> Part {
        let mut part = Part::default();
        for &(from, to, cell) in &failure.waits {
            let held = cell.and_then(|cell| self.cell(cell).first().copied());
            // from what is held to the one who holds it; who waits has a thread to it already
            let way = if let Some(rect) = held {
                let disc = self.disc(to);
                let way = Curve::bowed(rect.rim(disc), disc, -0.12);
                way.trimmed(3.0, self.plan.r + 7.0)
            } else {
                let ends = [from, to].map(|it| self.disc(it));
                let bend = if self.plan.lanes.is_empty() { 0.28 } else { self.plan.bend };
                let way = Curve::bowed(ends[0], ends[1], bend);
                self.inside_box(way).trimmed(self.plan.r + 5.0, self.plan.r + 7.0)
            };
            part.shapes.push(curve("band", &way));
            let (class, ink) = if held.is_some() { ("holds", to) } else { ("waits", from) };
            part.shapes.extend(arrow(class, &way, ink, 1.0));
        }
        part
    }

    /// The curve, with its bow no further out than the box.
    fn inside_box(&self, way: Curve) -> Curve {
        let room = self.plan.room;
        // a quadratic curve goes half as far as its control point
        let keep = |by: f64, a: f64, b: f64, most: f64| {
            let middle = f64::midpoint(a, b);
            within(by, 2.0 * 8.0 - middle, 2.0 * (most - 8.0) - middle)
        };
        let by = point(
            keep(way.by.x, way.from.x, way.to.x, room.w),
            keep(way.by.y, way.from.y, way.to.y, room.h),
        );
        Curve { by, ..way }
    }

    /// Between what was compared.
    fn bands(&self, failure: &Failure) -> Part {
        let mut part = Part::default();
        let signs = failure.signs.iter().filter(|sign| !self.is_said_by_room(failure, sign));
        let ways = signs.filter_map(|sign| self.band(sign));
        part.shapes.extend(ways.map(|way| curve("band", &way)));
        part
    }

    /// Where a room is drawn, how many are in it is seen.
    fn is_said_by_room(&self, failure: &Failure, sign: &Sign) -> bool {
        let are_processes = sign.between.iter().all(|thing| matches!(thing, Thing::Process(_)));
        failure.is_room && are_processes && self.plan.critical().is_some()
    }

    /// From one process to the other that it is compared with.
    fn band(&self, sign: &Sign) -> Option<Curve> {
        let [Thing::Process(first), Thing::Process(second)] = sign.between else { return None };
        let (a, b) = (self.disc(first), self.disc(second));
        if self.plan.labels[first].side == Side::Right && (a.y - b.y).abs() < 1.0 {
            // below what stands beside them
            let drop = self.plan.r + 4.0;
            let by = point(a.mix(b, 0.5).x, a.y + drop + 44.0);
            return Some(Curve { from: point(a.x, a.y + drop), by, to: point(b.x, b.y + drop) });
        }
        let apart = self.plan.r + 12.0;
        let [start, end] = [(first, b), (second, a)].map(|it| self.words_between(it.0, it.1));
        Some(Curve::bowed(a, b, 0.0).trimmed(apart + start, apart + end))
    }

    /// How high the words are that hang below a process, if another one stands below them.
    fn words_between(&self, process: usize, other: Point) -> f64 {
        let (at, Label { side, width, lines }) = (self.disc(process), self.plan.labels[process]);
        let is_below =
            side == Side::Below && other.y > at.y && (other.x - at.x).abs() < width / 2.0;
        let lines = if is_below { self.said(process, lines, width).len() } else { 0 };
        self.plan.sizes.line * lines as f64 + if lines > 0 { 4.0 } else { 0.0 }
    }

    /// Whether a cell lies there.
    fn is_on_cell(&self, at: Point) -> bool {
        let at = Rect::around(at, 1.0, 1.0);
        self.plan.cells.iter().flatten().any(|rect| rect.overlaps(&at))
    }

    /// What is drawn between two things that are compared, and where.
    pub(super) fn signs_between<'f>(&self, failure: &'f Failure) -> Vec<(&'f str, Rect)> {
        let signs = failure.signs.iter().filter(|sign| !self.is_said_by_room(failure, sign));
        signs.filter_map(|sign| Some((&*sign.sign, self.sign_rect(sign)?))).collect()
    }

    fn sign_rect(&self, sign: &Sign) -> Option<Rect> {
        let place = |thing: Thing| match thing {
            Thing::Process(process) => Some(self.disc(process)),
            Thing::Cell(cell) => self.cell(cell).first().map(Rect::center),
            _ => None,
        };
        let [a, b] = [place(sign.between[0])?, place(sign.between[1])?];
        let band = self.band(sign);
        let at = band.map_or_else(|| a.mix(b, 0.5), |band| band.at(0.5));
        if band.is_none() && self.is_on_cell(at) {
            // it would speak of a third one
            return None;
        }
        let size = self.plan.sizes.word;
        Some(match sign.sign.chars().count() {
            1 => Rect::around(at, 26.0, 26.0),
            _ => self.inside_room(at, text::width(&sign.sign, size, false) + 20.0, size + 14.0),
        })
    }

    /// A rectangle around a point, or as near to it as the box allows.
    pub(super) fn inside_room(&self, at: Point, w: f64, h: f64) -> Rect {
        let x = within(at.x, w / 2.0 + 1.0, self.plan.room.w - w / 2.0 - 1.0);
        let y = within(at.y, h / 2.0 + 1.0, self.plan.room.h - h / 2.0 - 1.0);
        Rect::around(point(x, y), w, h)
    }

    fn signs(&self, failure: &Failure) -> Part {
        let mut part = Part::default();
        for (sign, rect) in self.signs_between(failure) {
            let is_one = sign.chars().count() == 1;
            let (round, size) = if is_one { (13.0, 18.0) } else { (7.0, self.plan.sizes.word) };
            part.shapes.push(frame("sign", rect, round));
            part.shapes.push(words("sign-text", rect.center(), Anchor::Middle, size, sign));
        }
        part
    }
}

/// The states that the run goes through again and again: a dot for each, an arrow in the colour of
/// the process that leads to the next one.
fn round_of_states(round: &Round, middle: Point, r: f64) -> Part {
    let mut part = Part::default();
    let count = round.movers.len();
    part.shapes.push(circle("round", middle, r));
    let shown = count.min(ROUND_MAX);
    let spot = |nth: usize| {
        let angle = std::f64::consts::TAU * nth as f64 / shown as f64 - std::f64::consts::FRAC_PI_2;
        point(middle.x + r * angle.cos(), middle.y + r * angle.sin())
    };
    for nth in 0..shown {
        let (from, to) = (spot(nth), spot((nth + 1) % shown));
        let way = Curve::bowed(from, to, 0.5 / shown as f64).trimmed(7.0, 8.0);
        match round.movers[nth * count / shown] {
            Some(who) => part.shapes.extend(arrow("round-step", &way, who, 1.0)),
            None => part.shapes.push(curve("round-step", &way)),
        }
    }
    for nth in 0..shown {
        part.shapes.push(circle(if nth == 0 { "state is-now" } else { "state" }, spot(nth), 6.0));
    }
    // inside, or beside where there is no room inside
    let (x, anchor) =
        if r >= 44.0 { (middle.x, Anchor::Middle) } else { (middle.x + r + 16.0, Anchor::Start) };
    let steps = if count == 1 { "step" } else { "steps" };
    for (line, told) in [format!("{count} {steps},"), "then again".into()].into_iter().enumerate() {
        let at = point(x, middle.y - 8.0 + 17.0 * line as f64);
        part.shapes.push(words("said is-strong", at, anchor, 13.0, told));
    }
    part
}
