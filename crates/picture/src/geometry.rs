//! Points, rectangles and arrows, in CSS pixels: a picture is laid out at the width it is shown at.

#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Point {
    pub x: f64,
    pub y: f64,
}

pub const fn point(x: f64, y: f64) -> Point {
    Point { x, y }
}

impl Point {
    /// The point `part` of the way to `other`.
    pub fn mix(self, other: Point, part: f64) -> Point {
        point(self.x + (other.x - self.x) * part, self.y + (other.y - self.y) * part)
    }

    pub fn distance(self, other: Point) -> f64 {
        (other.x - self.x).hypot(other.y - self.y)
    }

    /// The point `by` away in the direction of `other`.
    pub fn toward(self, other: Point, by: f64) -> Point {
        let distance = self.distance(other);
        if distance == 0.0 { self } else { self.mix(other, by / distance) }
    }

    pub fn translate(self) -> String {
        format!("translate({} {})", short(self.x), short(self.y))
    }
}

#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Rect {
    pub x: f64,
    pub y: f64,
    pub w: f64,
    pub h: f64,
}

impl Rect {
    pub fn around(center: Point, w: f64, h: f64) -> Rect {
        Rect { x: center.x - w / 2.0, y: center.y - h / 2.0, w, h }
    }

    /// The least rectangle with all of these points.
    pub fn of(points: &[Point]) -> Rect {
        let fold = |pick: fn(f64, f64) -> f64, get: fn(&Point) -> f64| {
            points.iter().map(get).reduce(pick).unwrap_or_default()
        };
        let (x, y) = (fold(f64::min, |point| point.x), fold(f64::min, |point| point.y));
        Rect {
            x,
            y,
            w: fold(f64::max, |point| point.x) - x,
            h: fold(f64::max, |point| point.y) - y,
        }
    }

    /// The least rectangle that covers both.
    pub fn joined(&self, other: &Rect) -> Rect {
        Rect::of(&[
            point(self.x, self.y),
            point(self.right(), self.bottom()),
            point(other.x, other.y),
            point(other.right(), other.bottom()),
        ])
    }

    /// The rectangle with a margin around it.
    pub fn grown(&self, by: f64) -> Rect {
        Rect { x: self.x - by, y: self.y - by, w: self.w + 2.0 * by, h: self.h + 2.0 * by }
    }

    pub fn mix(&self, other: &Rect, part: f64) -> Rect {
        let mix = |a: f64, b: f64| a + (b - a) * part;
        Rect {
            x: mix(self.x, other.x),
            y: mix(self.y, other.y),
            w: mix(self.w, other.w),
            h: mix(self.h, other.h),
        }
    }

    /// Where a line from the middle to a point outside leaves the rectangle.
    pub fn rim(&self, toward: Point) -> Point {
        let center = self.center();
        let (dx, dy) = (toward.x - center.x, toward.y - center.y);
        let part = |room: f64, way: f64| if way == 0.0 { f64::INFINITY } else { room / way.abs() };
        let part = part(self.w / 2.0, dx).min(part(self.h / 2.0, dy));
        if part.is_finite() { center.mix(toward, part.min(1.0)) } else { center }
    }

    pub fn overlaps(&self, other: &Rect) -> bool {
        self.x < other.right()
            && other.x < self.right()
            && self.y < other.bottom()
            && other.y < self.bottom()
    }

    pub fn center(&self) -> Point {
        point(self.x + self.w / 2.0, self.y + self.h / 2.0)
    }

    pub fn right(&self) -> f64 {
        self.x + self.w
    }

    pub fn bottom(&self) -> f64 {
        self.y + self.h
    }

    /// Diagonal lines that fill the rectangle, `gap` apart: a pattern that needs no id.
    pub fn hatch(&self, gap: f64) -> String {
        let mut path = String::new();
        let mut sum = gap;
        while gap > 0.0 && sum < self.w + self.h {
            // the line on which x and y, from the corner, add up to `sum`
            let (left, right) = ((sum - self.h).max(0.0), sum.min(self.w));
            let from = point(self.x + left, self.y + sum - left);
            let to = point(self.x + right, self.y + sum - right);
            path += &segment(from, to);
            sum += gap;
        }
        path
    }
}

/// Diagonal lines that fill a disc, `gap` apart.
pub fn disc_hatch(at: Point, r: f64, gap: f64) -> String {
    let half = std::f64::consts::FRAC_1_SQRT_2;
    let mut path = String::new();
    let mut off = gap / 2.0 - r;
    while gap > 0.0 && off < r {
        let reach = (r * r - off * off).max(0.0).sqrt() * half;
        let middle = point(at.x + off * half, at.y + off * half);
        let from = point(middle.x + reach, middle.y - reach);
        path += &segment(from, point(middle.x - reach, middle.y + reach));
        off += gap;
    }
    path
}

/// A quadratic curve: every way that something travels, and every arrow.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Curve {
    pub from: Point,
    pub by: Point,
    pub to: Point,
}

impl Curve {
    /// A curve that leaves the straight line by a part of its length: to the left of those who go
    /// along it if `bend` is positive.
    pub fn bowed(from: Point, to: Point, bend: f64) -> Curve {
        let middle = from.mix(to, 0.5);
        let by = point(middle.x + (to.y - from.y) * bend, middle.y - (to.x - from.x) * bend);
        Curve { from, by, to }
    }

    /// The point at a parameter from 0 to 1.
    pub fn at(&self, t: f64) -> Point {
        self.from.mix(self.by, t).mix(self.by.mix(self.to, t), t)
    }

    /// The part between two parameters.
    pub fn part(&self, start: f64, end: f64) -> Curve {
        let by = self.from.mix(self.by, start).mix(self.by.mix(self.to, start), end);
        Curve { from: self.at(start), by, to: self.at(end) }
    }

    /// The curve without what is nearer to its ends than this.
    pub fn trimmed(&self, start: f64, end: f64) -> Curve {
        const STEPS: usize = 60;
        let at = |step: usize| step as f64 / STEPS as f64;
        let first = (0..STEPS).find(|&it| self.at(at(it)).distance(self.from) >= start);
        let last = (0..STEPS).find(|&it| self.at(1.0 - at(it)).distance(self.to) >= end);
        let (first, last) = (at(first.unwrap_or(0)), 1.0 - at(last.unwrap_or(0)));
        if first < last { self.part(first, last) } else { *self }
    }

    pub fn path(&self) -> String {
        let Curve { from, by, to } = self;
        let [from, by, to] =
            [from, by, to].map(|point| format!("{} {}", short(point.x), short(point.y)));
        format!("M{from}Q{by} {to}")
    }

    pub fn bounds(&self) -> Rect {
        let points = [0.0, 0.25, 0.5, 0.75, 1.0].map(|it| self.at(it));
        Rect::of(&points)
    }
}

/// The value, or the bound that it is beyond; the low one where there is no room between them.
pub fn within(value: f64, low: f64, high: f64) -> f64 {
    value.min(high).max(low)
}

/// A length as text. One decimal is enough for a screen, and written from whole numbers it spares
/// the page the code that writes floating-point ones.
pub fn short(value: f64) -> String {
    let tenths = (value * 10.0).round() as i64;
    let sign = if tenths < 0 { "-" } else { "" };
    let (whole, tenth) = (tenths.abs() / 10, tenths.abs() % 10);
    if tenth == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{tenth}") }
}

/// A length that grows with the reader's letters: so many pixels, where these are as usual.
pub fn rem(value: f64) -> String {
    short(value / 16.0) + "rem"
}

pub fn segment(from: Point, to: Point) -> String {
    format!("M{} {}L{} {}", short(from.x), short(from.y), short(to.x), short(to.y))
}

/// A curve with a head at its end, as two paths: drawn by hand, since a marker cannot take the
/// colour of its line everywhere.
#[derive(Clone, PartialEq, Debug)]
pub struct Arrow {
    pub line: String,
    pub head: String,
}

impl Arrow {
    /// From one point to another, by way of the control point of a quadratic curve.
    pub fn curved(from: Point, by: Point, to: Point) -> Arrow {
        let base = to.toward(by, 6.0);
        let line = format!(
            "M{} {}Q{} {} {} {}",
            short(from.x),
            short(from.y),
            short(by.x),
            short(by.y),
            short(base.x),
            short(base.y)
        );
        Arrow { line, head: head(by, to, 8.0) }
    }

    /// Clockwise on a circle.
    pub fn round(from: Point, to: Point, center: Point) -> Arrow {
        let r = short(to.distance(center));
        let by = point(to.x + to.y - center.y, to.y + center.x - to.x);
        let base = to.toward(by, 6.0);
        let line = format!(
            "M{} {}A{r} {r} 0 0 1 {} {}",
            short(from.x),
            short(from.y),
            short(base.x),
            short(base.y)
        );
        Arrow { line, head: head(by, to, 8.0) }
    }

    pub fn straight(from: Point, to: Point) -> Arrow {
        Arrow { line: segment(from, to.toward(from, 6.0)), head: head(from, to, 8.0) }
    }
}

/// The head of an arrow that comes from `from` and ends at `tip`.
pub fn head(from: Point, tip: Point, length: f64) -> String {
    let base = tip.toward(from, length);
    let (dx, dy) = ((tip.x - base.x) * 0.45, (tip.y - base.y) * 0.45);
    format!(
        "M{} {}L{} {}L{} {}z",
        short(tip.x),
        short(tip.y),
        short(base.x - dy),
        short(base.y + dx),
        short(base.x + dy),
        short(base.y - dx)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn toward_goes_so_far_and_stays_where_there_is_no_direction() {
        let origin = point(0.0, 0.0);
        assert_eq!(origin.toward(point(30.0, 40.0), 5.0), point(3.0, 4.0));
        assert_eq!(origin.toward(origin, 5.0), origin);
    }

    #[test]
    fn hatching_stays_inside() {
        let rect = Rect { x: 10.0, y: 20.0, w: 30.0, h: 12.0 };
        let path = rect.hatch(6.0);
        assert_eq!(path.matches('M').count(), 6);
        for pair in path.split(['M', 'L']).filter(|text| !text.is_empty()) {
            let (x, y) = pair.split_once(' ').unwrap();
            let (x, y): (f64, f64) = (x.parse().unwrap(), y.parse().unwrap());
            assert!((10.0..=40.0).contains(&x) && (20.0..=32.0).contains(&y), "{x} {y}");
        }
    }
}
