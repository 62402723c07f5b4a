//! A picture as plain data: a list of shapes, in the order in which they are painted.

use crate::geometry::{Curve, Point, Rect, head};
use crate::text;
use catalog::Cell;

/// All that is drawn at one instant.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Scene {
    pub w: f64,
    pub h: f64,
    pub parts: Vec<Part>,
}

/// What a part of the picture stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Thing {
    Process(usize),
    /// By its index in the view.
    Message(usize),
    Cell(Cell),
    /// A write that waits in a store buffer, the oldest at place 0.
    Pending {
        process: usize,
        place: usize,
    },
    /// A column of a replica or a row, by their indexes in the view.
    Column {
        well: usize,
        column: usize,
    },
}

/// Shapes that are painted one after the other, and belong together.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Part {
    pub of: Option<Thing>,
    /// What a screen reader says of something that can be clicked.
    pub name: String,
    /// It is no reason of the failure that is on show.
    pub faded: bool,
    pub shapes: Vec<Shape>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Shape {
    pub kind: Kind,
    pub class: &'static str,
    /// The process whose colour it has.
    pub ink: Option<usize>,
    pub opacity: f64,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Kind {
    Circle { at: Point, r: f64 },
    Rect { rect: Rect, round: f64 },
    Path { d: String, bounds: Rect },
    Text { at: Point, anchor: Anchor, size: f64, text: String },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

impl Anchor {
    pub fn name(self) -> &'static str {
        match self {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        }
    }
}

impl Shape {
    fn new(kind: Kind, class: &'static str) -> Shape {
        Shape { kind, class, ink: None, opacity: 1.0 }
    }

    pub fn ink(self, process: usize) -> Shape {
        Shape { ink: Some(process), ..self }
    }

    pub fn inked(self, ink: Option<usize>) -> Shape {
        Shape { ink, ..self }
    }

    pub fn opacity(self, opacity: f64) -> Shape {
        Shape { opacity: opacity.clamp(0.0, 1.0), ..self }
    }

    /// The rectangle that the shape covers; of a text, about.
    pub fn bounds(&self) -> Rect {
        match &self.kind {
            Kind::Circle { at, r } => Rect::around(*at, 2.0 * r, 2.0 * r),
            Kind::Rect { rect, .. } => *rect,
            Kind::Path { bounds, .. } => *bounds,
            Kind::Text { at, anchor, size, text } => {
                let w = text::width(text, *size, self.is_mono());
                let x = match anchor {
                    Anchor::Start => at.x,
                    Anchor::Middle => at.x - w / 2.0,
                    Anchor::End => at.x - w,
                };
                Rect { x, y: at.y - size * 0.6, w, h: size * 1.2 }
            }
        }
    }

    /// Whether it is written beside things: a name, or what a process does and knows.
    pub(crate) fn is_word(&self) -> bool {
        self.class.starts_with("said") || self.class.starts_with("name")
    }

    fn is_mono(&self) -> bool {
        self.class.split(' ').any(|text| text == "mono")
    }
}

pub fn circle(class: &'static str, at: Point, r: f64) -> Shape {
    Shape::new(Kind::Circle { at, r: r.max(0.0) }, class)
}

pub fn frame(class: &'static str, rect: Rect, round: f64) -> Shape {
    let rect = Rect { w: rect.w.max(0.0), h: rect.h.max(0.0), ..rect };
    Shape::new(Kind::Rect { rect, round }, class)
}

pub fn path(class: &'static str, d: String, bounds: Rect) -> Shape {
    Shape::new(Kind::Path { d, bounds }, class)
}

pub fn line(class: &'static str, from: Point, to: Point) -> Shape {
    path(class, crate::geometry::segment(from, to), Rect::of(&[from, to]))
}

pub fn curve(class: &'static str, it: &Curve) -> Shape {
    path(class, it.path(), it.bounds())
}

/// The head at the end of a curve.
pub fn arrow_head(class: &'static str, it: &Curve, length: f64) -> Shape {
    let before = it.at(0.97);
    let d = head(before, it.to, length);
    path(class, d, Rect::around(it.to, length, length))
}

/// A line of text, centred on the height of `at`.
pub fn words(
    class: &'static str,
    at: Point,
    anchor: Anchor,
    size: f64,
    text: impl Into<String>,
) -> Shape {
    Shape::new(Kind::Text { at, anchor, size, text: text.into() }, class)
}

impl Scene {
    /// Where a thing is: the middle of the rectangle that its shapes cover.
    pub fn place(&self, thing: Thing) -> Option<Rect> {
        let parts = self.parts.iter().filter(|part| part.of == Some(thing));
        let bounds = parts.flat_map(|part| &part.shapes).map(Shape::bounds);
        bounds.reduce(|a, b| a.joined(&b))
    }

    /// The process whose disc is at a point.
    pub fn process_at(&self, at: Point) -> Option<usize> {
        let is_there = |shape: &Shape| match &shape.kind {
            Kind::Circle { at: middle, r } => {
                shape.class.starts_with("disc") && middle.distance(at) <= r.max(24.0)
            }
            Kind::Rect { rect, .. } => {
                shape.class.starts_with("disc")
                    && rect.center().distance(at) <= (rect.w / 2.0).max(24.0)
            }
            _ => false,
        };
        let part = self.parts.iter().find(|part| part.shapes.iter().any(is_there))?;
        match part.of {
            Some(Thing::Process(process)) => Some(process),
            _ => None,
        }
    }

    /// Processes and messages in reading order: along the rows, from the top.
    pub fn order(&self) -> Vec<Thing> {
        let is_hand = |part: &&Part| match part.of {
            Some(Thing::Process(_) | Thing::Message(_)) => true,
            // one that others have to come before has no name
            Some(Thing::Pending { .. }) => !part.name.is_empty(),
            _ => false,
        };
        let mut order: Vec<(i64, i64, Thing)> = Vec::new();
        for thing in self.parts.iter().filter(is_hand).filter_map(|part| part.of) {
            if order.iter().any(|it| it.2 == thing) {
                continue;
            }
            if let Some(rect) = self.place(thing) {
                let at = rect.center();
                order.push(((at.y / 80.0) as i64, at.x as i64, thing));
            }
        }
        order.sort_by_key(|it| (it.0, it.1));
        order.into_iter().map(|it| it.2).collect()
    }
}
