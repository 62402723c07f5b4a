//! A failure, drawn: the place hatched, what each process had read drawn to it again, and a sign
//! between what was compared.

use super::{Drawing, arrow};
use crate::failure::{Failure, Source};
use crate::geometry::{Curve, Point, Rect, point, within};
use crate::layout::Side;
use crate::scene::{Anchor, Part, Scene, Thing, circle, curve, frame, path, words};

impl Drawing<'_> {
    pub(super) fn failure(&self, scene: &mut Scene) {
        let Some(failure) = self.frame.failure else { return };
        if failure.is_room {
            // below everything else
            scene.parts.insert(0, self.broken_room());
        }
        scene.parts.push(self.broken_cells(failure));
        scene.parts.push(self.reasons(failure));
        scene.parts.push(self.circle_of_waits(failure));
        scene.parts.push(self.signs(failure, scene));
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

    fn reasons(&self, failure: &Failure) -> Part {
        let mut part = Part::default();
        for reason in &failure.reasons {
            let disc = self.disc(reason.who);
            let ways: Vec<Curve> = match reason.from {
                Source::Cell(cell) => {
                    let mut rects = self.cell(cell);
                    if rects.is_empty() && !self.plan.wells.is_empty() {
                        rects = vec![self.plan.columns(self.view(), 0, cell)];
                    }
                    let start = |it: Rect| {
                        let edge = point(it.center().x, it.y - 2.0);
                        if edge.y > disc.y { edge } else { it.rim(disc) }
                    };
                    rects
                        .into_iter()
                        .map(|it| {
                            Curve::bowed(start(it), disc, if it.x < disc.x { -0.12 } else { 0.12 })
                        })
                        .collect()
                }
                Source::Process(other) => {
                    let from = self.disc(other);
                    let way = Curve::bowed(from, disc, self.plan.bend);
                    vec![way.trimmed(self.plan.r + 8.0, 0.0)]
                }
            };
            for way in ways {
                let way = way.trimmed(0.0, self.plan.r + 9.0);
                part.shapes.extend(arrow("reason", &way, reason.who, 1.0));
            }
        }
        part
    }

    /// From everybody who waits to the one it waits for.
    fn circle_of_waits(&self, failure: &Failure) -> Part {
        let mut part = Part::default();
        for &(from, to, cell) in &failure.waits {
            let held = cell.and_then(|it| self.cell(it).first().copied());
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

    fn signs(&self, failure: &Failure, scene: &Scene) -> Part {
        let mut part = Part::default();
        for sign in &failure.signs {
            let place = |thing: Thing| -> Option<Point> {
                match thing {
                    Thing::Process(process) => Some(self.disc(process)),
                    Thing::Cell(cell) => self.cell(cell).first().map(Rect::center),
                    Thing::Message(_) => scene.place(thing).map(|it| it.center()),
                }
            };
            let (Some(a), Some(b)) = (place(sign.between[0]), place(sign.between[1])) else {
                continue;
            };
            let mut at = a.mix(b, 0.5);
            if let Thing::Process(process) = sign.between[0] {
                let mut way = Curve::bowed(a, b, 0.0);
                if self.plan.labels[process].side == Side::Right && (a.y - b.y).abs() < 1.0 {
                    // below what stands beside them
                    let drop = self.plan.r + 4.0;
                    let by = point(at.x, a.y + drop + 44.0);
                    way = Curve { from: point(a.x, a.y + drop), by, to: point(b.x, b.y + drop) };
                } else {
                    way = way.trimmed(self.plan.r + 12.0, self.plan.r + 12.0);
                }
                part.shapes.push(curve("band", &way));
                at = way.at(0.5);
            }
            part.shapes.push(circle("sign", at, 13.0));
            part.shapes.push(words("sign-text", at, Anchor::Middle, 18.0, sign.sign));
        }
        part
    }
}
