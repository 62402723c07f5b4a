//! Which part of the map is in its frame. The start and the state at the cursor never leave it.

use super::plan::Plan;
use picture::geometry::{Point, point};

/// At the edges of the frame; on the left, labels stand.
const MARGIN: f64 = 4.0;
const LEFT: f64 = 60.0;
/// From the middle of a state to where it ends.
const HALF: f64 = 18.0;
/// How near the map may come.
const NEAR: f64 = 2.5;

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct View {
    pub x: f64,
    pub y: f64,
    /// By how much the map is drawn larger than planned.
    pub scale: f64,
}

/// What a view has to respect.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Frame {
    pub w: f64,
    pub h: f64,
    /// What stays in it.
    pub start: Point,
    pub here: Point,
}

impl Frame {
    /// Everything, in the middle; no larger than planned.
    pub fn all(&self, plan: &Plan) -> View {
        let room = point(self.w - LEFT - MARGIN, self.h - 2.0 * MARGIN);
        let scale = (room.x / plan.width).min(room.y / plan.height).min(1.0);
        let x = LEFT + (room.x - plan.width * scale) / 2.0;
        View { x, y: (self.h - plan.height * scale) / 2.0, scale }
    }

    /// As large as planned where all of it has no room, with what stays in sight in the middle.
    pub fn first(&self, plan: &Plan) -> View {
        let all = self.all(plan);
        if all.scale >= 0.95 {
            return all;
        }
        let middle = self.start.mix(self.here, 0.5);
        let at = point(f64::midpoint(LEFT, self.w), self.h / 2.0);
        // not so far down that there is nothing above
        let view = View { x: at.x - middle.x, y: (at.y - middle.y).min(0.0), scale: 1.0 };
        self.held(plan, view)
    }

    pub fn moved(&self, plan: &Plan, view: View, by: Point) -> View {
        self.held(plan, View { x: view.x + by.x, y: view.y + by.y, ..view })
    }

    /// Nearer or farther by a factor, about a place in the frame, or about its middle.
    pub fn zoomed(&self, plan: &Plan, view: View, by: f64, about: Option<Point>) -> View {
        let about = about.unwrap_or(point(self.w / 2.0, self.h / 2.0));
        let scale = self.scale(plan, view.scale * by);
        let by = scale / view.scale;
        let x = about.x - (about.x - view.x) * by;
        let y = about.y - (about.y - view.y) * by;
        self.held(plan, View { x, y, scale })
    }

    /// The nearest one that keeps the start and here in the frame.
    pub fn held(&self, plan: &Plan, view: View) -> View {
        let scale = self.scale(plan, view.scale);
        let half = HALF * scale;
        let hold = |at: f64, (low, high): (f64, f64), (before, end): (f64, f64)| {
            at.max(before - low * scale).min(end - high * scale)
        };
        let (x, y) = (order(self.start.x, self.here.x), order(self.start.y, self.here.y));
        View {
            x: hold(view.x, x, (LEFT + half, self.w - MARGIN - half)),
            y: hold(view.y, y, (MARGIN + half, self.h - MARGIN - half)),
            scale,
        }
    }

    /// No farther than all of it, and no nearer than both have room.
    fn scale(&self, plan: &Plan, wanted: f64) -> f64 {
        let ((left, right), (top, bottom)) =
            (order(self.start.x, self.here.x), order(self.start.y, self.here.y));
        let both = (self.w - LEFT - MARGIN) / (right - left + 2.0 * HALF);
        let both = both.min((self.h - 2.0 * MARGIN) / (bottom - top + 2.0 * HALF));
        wanted.max(self.all(plan).scale.min(1.0)).min(NEAR).min(both)
    }
}

impl View {
    /// Where a place of the map is in the frame.
    pub fn at(&self, place: Point) -> Point {
        point(self.x + place.x * self.scale, self.y + place.y * self.scale)
    }
}

fn order(a: f64, b: f64) -> (f64, f64) {
    if a < b { (a, b) } else { (b, a) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog::{GRAPH_MAX, Scenario};

    #[test]
    fn neither_the_start_nor_here_leaves_the_frame() {
        let graph = Scenario::parse("assign23?reads=middle-first").unwrap().scenario;
        let graph = graph.valence(GRAPH_MAX).unwrap();
        let plan = Plan::of(&graph);
        for here in [0, 7, plan.at.len() / 2, plan.at.len() - 1] {
            for (w, h) in [(700.0, 420.0), (320.0, 340.0)] {
                let frame = Frame { w, h, start: plan.at[0], here: plan.at[here] };
                // all of them, and not their middles alone
                let is_in = |view: View| {
                    let half = 17.0 * view.scale;
                    let is_within = |at: f64, end: f64| (half..=end - half).contains(&at);
                    let both = [frame.start, frame.here].map(|point| view.at(point));
                    both.iter().all(|point| is_within(point.x, w) && is_within(point.y, h))
                };
                let mut view = frame.first(&plan);
                assert!(is_in(view), "{here} {view:?}");
                for nth in 0..40 {
                    let by =
                        point(f64::from(nth % 7) * 90.0 - 300.0, f64::from(nth % 5) * 90.0 - 150.0);
                    view = frame.moved(&plan, view, by);
                    assert!(is_in(view), "{here} {view:?}");
                    let by = if nth % 3 == 0 { 0.6 } else { 1.5 };
                    view = frame.zoomed(&plan, view, by, None);
                    assert!(is_in(view) && view.scale <= NEAR, "{here} {view:?}");
                }
            }
        }
    }
}
