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
        while sum < self.w + self.h {
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
        for pair in path.split(['M', 'L']).filter(|it| !it.is_empty()) {
            let (x, y) = pair.split_once(' ').unwrap();
            let (x, y): (f64, f64) = (x.parse().unwrap(), y.parse().unwrap());
            assert!((10.0..=40.0).contains(&x) && (20.0..=32.0).contains(&y), "{x} {y}");
        }
    }
}
