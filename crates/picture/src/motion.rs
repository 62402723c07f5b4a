//! How a step moves: which of its events comes when, and how each goes from its start to its end.

use crate::geometry::{Point, point};
use catalog::{Event, Life, Moment, Zone};

/// A stretch of a movement, in parts of the whole.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Span {
    from: f64,
    to: f64,
}

impl Span {
    /// Whether it takes any time.
    pub fn is_some(self) -> bool {
        self.to > self.from
    }

    /// How far this stretch is done when the whole is at `t`.
    pub fn at(self, t: f64) -> f64 {
        if self.to <= self.from {
            return if t >= self.to { 1.0 } else { 0.0 };
        }
        ((t - self.from) / (self.to - self.from)).clamp(0.0, 1.0)
    }
}

/// What comes in, what goes out, and where the process goes, one after the other.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Movement {
    /// How long it takes at the usual speed, in milliseconds.
    pub ms: f64,
    /// A value or a message flies to the process; it takes it in.
    pub take: Span,
    pub react: Span,
    /// A value or a message flies from it; it lands.
    pub give: Span,
    pub land: Span,
    /// It walks, decides or crashes.
    pub walk: Span,
}

impl Movement {
    pub fn of(before: &Moment, after: &Moment) -> Movement {
        let has = |is: fn(&Event) -> bool| after.events.iter().any(is);
        let reads = has(|event| matches!(event, Event::Read { .. }));
        let receives = has(|event| matches!(event, Event::Receive { .. } | Event::Lost { .. }));
        let writes = has(|event| matches!(event, Event::Write { .. }));
        let sends = has(|event| matches!(event, Event::Send { .. } | Event::Duplicated { .. }));
        let lands = before.view.replicas != after.view.replicas || after.actor.is_none();
        let (take, react) = match (receives, reads) {
            (true, _) => (540.0, 200.0),
            (_, true) => (360.0, 260.0),
            _ if lands && !writes => (540.0, 300.0),
            _ => (0.0, 0.0),
        };
        let (give, land) = match (writes, sends) {
            (true, _) => (360.0, 260.0),
            (_, true) => (360.0, 0.0),
            _ => (0.0, 0.0),
        };
        let walk = after.events.iter().map(|event| match event {
            Event::Moved { to: Zone::Critical | Zone::Processing, .. } => 560.0,
            Event::Moved { from: Zone::Critical | Zone::Processing, .. } => 640.0,
            Event::Moved { .. } | Event::Decided { .. } => 320.0,
            Event::Crashed => 400.0,
            _ => 0.0,
        });
        let is_up = |moment: &Moment| {
            moment
                .view
                .processes
                .iter()
                .map(|process| process.life == Life::Crashed)
                .collect::<Vec<_>>()
        };
        let change = if is_up(before) == is_up(after) { 0.0 } else { 400.0 };
        let walk = walk.fold(change, f64::max);
        let parts = [take, react, give, land, walk];
        let ms = parts.iter().sum::<f64>().max(200.0);
        let mut done = 0.0;
        let [take, react, give, land, walk] = parts.map(|part| {
            let from = done / ms;
            done += part;
            Span { from, to: done / ms }
        });
        Movement { ms, take, react, give, land, walk }
    }

    /// To a moment that is not the next one: things go to their places, and nothing flies.
    pub const fn jump() -> Movement {
        let none = Span { from: 0.0, to: 0.0 };
        let whole = Span { from: 0.0, to: 1.0 };
        Movement { ms: 160.0, take: none, react: none, give: none, land: whole, walk: whole }
    }

    /// A process looks, and has to wait.
    pub const fn look() -> Movement {
        let none = Span { from: 0.0, to: 0.0 };
        Movement {
            ms: 700.0,
            take: Span { from: 0.0, to: 0.6 },
            react: Span { from: 0.6, to: 1.0 },
            give: none,
            land: none,
            walk: none,
        }
    }
}

/// cubic-bezier(.65, 0, .35, 1)
pub fn in_out(t: f64) -> f64 {
    bezier([0.65, 0.0], [0.35, 1.0], t)
}

/// cubic-bezier(.2, .8, .2, 1)
pub fn out(t: f64) -> f64 {
    bezier([0.2, 0.8], [0.2, 1.0], t)
}

/// Up and down again.
pub fn swell(t: f64) -> f64 {
    (t.clamp(0.0, 1.0) * std::f64::consts::PI).sin()
}

fn bezier(first: [f64; 2], second: [f64; 2], t: f64) -> f64 {
    let along = |axis: usize, u: f64| {
        let v = 1.0 - u;
        3.0 * v * v * u * first[axis] + 3.0 * v * u * u * second[axis] + u * u * u
    };
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..14 {
        let middle = f64::midpoint(low, high);
        if along(0, middle) < t { low = middle } else { high = middle }
    }
    if t <= 0.0 {
        0.0
    } else if t >= 1.0 {
        1.0
    } else {
        along(1, f64::midpoint(low, high))
    }
}

/// How a process goes from one place to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    Straight,
    /// To the threshold, a pause, and in.
    In,
    /// By the side, and down the margin.
    Out,
}

impl Way {
    /// Where it is when so much of the way is done. `margin` is where the way out runs.
    pub fn at(self, from: Point, to: Point, t: f64, margin: f64) -> Point {
        match self {
            Way::Straight => from.mix(to, in_out(t)),
            Way::In => {
                let threshold = from.mix(to, 0.5);
                match t {
                    ..0.36 => from.mix(threshold, out(t / 0.36)),
                    ..0.57 => threshold,
                    _ => threshold.mix(to, in_out((t - 0.57) / 0.43)),
                }
            }
            Way::Out => {
                let corners = [from, point(margin, from.y), point(margin, to.y), to];
                along(&corners, in_out(t))
            }
        }
    }
}

/// The point after a part of a way along corners.
fn along(corners: &[Point], part: f64) -> Point {
    let whole: f64 = corners.windows(2).map(|window| window[0].distance(window[1])).sum();
    let mut left = whole * part;
    for pair in corners.windows(2) {
        let length = pair[0].distance(pair[1]);
        if left <= length {
            return pair[0].toward(pair[1], left);
        }
        left -= length;
    }
    corners.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn easings_go_from_zero_to_one_and_never_back() {
        for ease in [in_out, out] {
            let values: Vec<f64> = (0..=20).map(|it| ease(f64::from(it) / 20.0)).collect();
            assert!(values[0].abs() < 1e-6 && (values[20] - 1.0).abs() < 1e-6);
            assert!(values.windows(2).all(|window| window[0] <= window[1]), "{values:?}");
        }
        assert!(out(0.5) > 0.85 && (in_out(0.5) - 0.5).abs() < 0.01);
    }

    #[test]
    fn whoever_leaves_goes_by_the_margin() {
        let (from, to) = (point(50.0, 10.0), point(50.0, 200.0));
        let middle = Way::Out.at(from, to, 0.5, 120.0);
        assert!((middle.x - 120.0).abs() < 1e-6 && middle.y > 50.0 && middle.y < 150.0);
        assert!(Way::Out.at(from, to, 1.0, 120.0).distance(to) < 1e-6);
    }
}
