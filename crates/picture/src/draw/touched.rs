//! What the last step touched, and what travels while it does: along the same curve.

use super::{Drawing, arrow, value_size};
use crate::geometry::{Curve, Point, Rect, point};
use crate::motion::in_out;
use crate::scene::{Anchor, Part, Scene, Shape, circle, curve, frame, words};
use crate::text;
use catalog::{Action, Enabledness, Event, Zone};

/// Viewport between an arrow and a disc.
const CLEAR: f64 = 6.0;
/// The first part of a flight, in which a cell is ringed or a chip is lifted.
const LIFT: f64 = 0.17;

impl Drawing<'_> {
    pub(super) fn trails(&self, scene: &mut Scene) {
        if self.frame.failure.is_some() {
            return;
        }
        let mut part = Part::default();
        let taken = self.movement.take.at(self.t);
        let given = self.movement.give.at(self.t);
        for event in &self.after.events {
            match event {
                Event::Read { .. } if taken > LIFT || self.t >= 1.0 => {
                    let Some(who) = self.actor else { continue };
                    for rect in self.touched(event) {
                        let way = way(self.disc(who), rect).trimmed(self.plan.r + CLEAR, 0.0);
                        let back = Curve { from: way.to, by: way.by, to: way.from };
                        part.shapes.extend(arrow("trail is-read", &back, who, 0.6));
                    }
                }
                Event::Write { .. } if given > LIFT || self.t >= 1.0 => {
                    let Some(who) = self.actor else { continue };
                    for rect in self.touched(event) {
                        let way = self.given(event, who, rect, self.plan.r + CLEAR);
                        part.shapes.extend(arrow("trail", &way.trimmed(0.0, 2.0), who, 0.55));
                    }
                }
                // an event shows what led to it by itself
                Event::Receive { from, .. } if self.plan.marks.is_none() => {
                    let Some(to) = self.actor else { continue };
                    let way = self.plan.lane(self.view(), usize::from(*from), to);
                    let way = self.clear_of_ends(&way, usize::from(*from) == to);
                    part.shapes.extend(arrow("trail", &way, usize::from(*from), 0.45));
                }
                Event::Lost { mail, .. } if self.plan.wells.is_empty() && self.t >= 1.0 => {
                    let way = self.plan.lane(self.view(), mail.from.into(), mail.to.into());
                    let at = way.at(self.plan.rest(mail.from.into(), mail.to.into()));
                    part.shapes.push(crate::scene::line(
                        "cross",
                        point(at.x - 8.0, at.y - 8.0),
                        point(at.x + 8.0, at.y + 8.0),
                    ));
                    part.shapes.push(crate::scene::line(
                        "cross",
                        point(at.x - 8.0, at.y + 8.0),
                        point(at.x + 8.0, at.y - 8.0),
                    ));
                }
                Event::Moved { from: Zone::Critical, .. } if self.frame.is_reduced => {
                    let Some(who) = self.actor else { continue };
                    self.way_out(who, &mut part);
                }
                _ => {}
            }
        }
        scene.parts.push(part);
    }

    /// The way of what is written, so far from the disc, or out of a store buffer.
    fn given(&self, event: &Event, who: usize, to: Rect, clear: f64) -> Curve {
        match self.leaves(event) {
            Some(from) => way(from, to),
            None => way(self.disc(who), to).trimmed(clear, 0.0),
        }
    }

    fn way_out(&self, who: usize, part: &mut Part) {
        // a page that opens here has no moment before
        let from = self.plan.disc_in(who, Zone::Critical);
        let to = self.plan.disc(&self.after.view, who);
        let margin = self.plan.margins.get(who).copied().unwrap_or(to.x);
        // it comes home above what is said beside the process
        let top = to.y - self.plan.r - 8.0;
        let corners = [point(margin, from.y), point(margin, top), point(to.x, top)];
        for pair in corners.windows(2) {
            part.shapes.push(crate::scene::line("thread", pair[0], pair[1]).ink(who));
        }
    }

    /// From everybody who waits, a dotted thread to what it waits for.
    pub(super) fn waits(&self, scene: &mut Scene) {
        if self.frame.failure.is_some_and(|failure| !failure.is_deadlock) {
            return;
        }
        let mut part = Part::default();
        for choice in &self.after.next {
            let is_wait = choice.possible == Enabledness::Waits
                && matches!(choice.action, Action::Step { .. });
            let Some(who) = choice.process.map(usize::from).filter(|_| is_wait) else { continue };
            let disc = self.disc(who);
            let mut whole = 1.0;
            if self.frame.looks == Some(who) {
                whole = self.movement.react.at(self.t).max(0.02);
            }
            let cells = choice.cell.map(|cell| self.cell(cell)).unwrap_or_default();
            for rect in &cells {
                let way = way(disc, *rect).trimmed(self.plan.r + CLEAR, 0.0);
                let drawn = way.part(0.0, whole);
                part.shapes.push(curve("thread", &drawn).ink(who));
                if whole >= 1.0 {
                    part.shapes.push(circle("dot", way.to, 4.5).ink(who));
                }
            }
            if !cells.is_empty() || self.plan.lanes.is_empty() {
                continue;
            }
            for &other in &choice.waits_for {
                let to = self.disc(usize::from(other));
                let way = Curve::bowed(disc, to, -self.plan.bend * 1.9);
                let way = way.trimmed(self.plan.r + CLEAR, self.plan.r + CLEAR + 4.0);
                part.shapes.push(curve("thread", &way).ink(who));
                part.shapes.push(circle("dot", way.to, 4.5).ink(who));
            }
        }
        scene.parts.push(part);
    }

    /// Values on their way.
    pub(super) fn flights(&self, scene: &mut Scene) {
        let mut part = Part::default();
        let is_over = self.t >= 1.0;
        // at a failure the words beside the process say what it read
        if is_over && (!self.frame.is_reduced || self.frame.failure.is_some()) {
            return;
        }
        let Some(who) = self.frame.looks.or(self.actor) else { return };
        if self.frame.looks.is_some() {
            self.glance(who, &mut part);
            scene.parts.push(part);
            return;
        }
        let writes = self.after.events.iter().filter(|event| matches!(event, Event::Write { .. }));
        let targets: Vec<Rect> = writes.flat_map(|write| self.touched(write)).collect();
        // one chip as wide as the cells, where several are written at once
        let wide = targets.iter().map(|target| target.w).sum::<f64>() * 0.3;
        for event in &self.after.events {
            match event {
                Event::Read { value, .. } => {
                    let taken = if is_over { 1.0 } else { self.movement.take.at(self.t) };
                    let flown = in_out((taken - LIFT) / (1.0 - LIFT));
                    if taken <= 0.0 || (taken >= 1.0 && !self.frame.is_reduced) {
                        continue;
                    }
                    for rect in self.touched(event) {
                        let way = way(self.disc(who), rect).trimmed(self.plan.r + 20.0, 0.0);
                        let at = match is_over {
                            true => self.clear_of_words(&way, value, scene, &part),
                            false => Some(way.at(1.0 - flown.max(0.0))),
                        };
                        if let Some(at) = at {
                            self.chip(value, at, 0.0, false, who, &mut part);
                        }
                    }
                }
                Event::Write { value, .. } => {
                    let given = if is_over { 1.0 } else { self.movement.give.at(self.t) };
                    let flown = in_out((given - LIFT) / (1.0 - LIFT));
                    if given <= 0.0 || given >= 1.0 {
                        continue;
                    }
                    for rect in self.touched(event) {
                        let way = self.given(event, who, rect, self.plan.r * 0.6);
                        let least =
                            if targets.len() > 1 { wide / targets.len() as f64 } else { 0.0 };
                        self.chip(value, way.at(flown.max(0.0)), least, true, who, &mut part);
                    }
                }
                _ => {}
            }
        }
        scene.parts.push(part);
    }

    /// Where a value that stays covers no word, no disc and no other value: as near to who took it as can be.
    fn clear_of_words(&self, way: &Curve, value: &str, scene: &Scene, own: &Part) -> Option<Point> {
        const PLACES: i32 = 8;
        let is_in_the_way = |shape: &&Shape| shape.is_word() || shape.class.starts_with("disc");
        let words = scene.parts.iter().flat_map(|part| &part.shapes).filter(is_in_the_way);
        let taken: Vec<Rect> = words.chain(&own.shapes).map(Shape::bounds).collect();
        (0..PLACES).map(|it| way.at(f64::from(it) / f64::from(PLACES))).find(|at| {
            let mut chip = Part::default();
            self.chip(value, *at, 0.0, false, 0, &mut chip);
            let rect = chip.shapes[0].bounds();
            !taken.iter().any(|it| it.overlaps(&rect))
        })
    }

    /// A look at a cell that makes the process wait.
    fn glance(&self, who: usize, part: &mut Part) {
        let Some(rect) = self.awaited(who) else { return };
        let taken = self.movement.take.at(self.t);
        if taken >= 1.0 {
            return;
        }
        let mut next = self.after.next.iter();
        let cell = next
            .find(|choice| choice.process.map(usize::from) == Some(who))
            .and_then(|choice| choice.cell);
        let Some(value) = cell.and_then(|cell| {
            let array = self.view().arrays.iter().find(|array| array.name == cell.array)?;
            Some(array.get(cell)?.value.clone())
        }) else {
            return;
        };
        let way = way(self.disc(who), rect).trimmed(self.plan.r + 18.0, 0.0);
        self.chip(&value, way.at(1.0 - in_out(taken)), 0.0, false, who, part);
    }

    fn chip(&self, value: &str, at: Point, least: f64, is_full: bool, who: usize, part: &mut Part) {
        let short = text::cut(value, 12);
        let size = value_size(&short, 90.0, self.plan.sizes.word + 1.0);
        let w = (text::width(&short, size, true) + 14.0).max(30.0).max(least);
        let rect = Rect::around(at, w, size + 13.0);
        let (class, text_class) = match is_full {
            true => ("chip is-full", "chip-text mono is-full"),
            false => ("chip", "chip-text mono"),
        };
        part.shapes.push(frame(class, rect, 6.0).ink(who));
        part.shapes.push(words(text_class, at, Anchor::Middle, size, short));
    }
}

/// The way between a process and a cell.
fn way(disc: Point, cell: Rect) -> Curve {
    let start = cell.rim(disc);
    let bend = if start.x < disc.x { 0.1 } else { -0.1 };
    Curve::bowed(disc, start, bend)
}
