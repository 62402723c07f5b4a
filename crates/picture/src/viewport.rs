//! The box that a picture is drawn for. Each class of boxes has layouts of its own, so that text and
//! targets keep their sizes.

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    Wide,
    Mid,
    /// Wide enough for columns, and low: on other people's pages.
    Embed,
    Phone,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Viewport {
    pub w: f64,
    pub h: f64,
    pub class: Class,
}

/// Sizes that belong to a class.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sizes {
    /// The radius of a process that walks, and of one that stays where it is.
    pub r: f64,
    pub node: f64,
    /// The next step beside a process; what else is said there, and names.
    pub word: f64,
    pub small: f64,
    pub value: f64,
    /// The height of a cell, and of a message.
    pub cell: f64,
    pub pill: f64,
    /// From one line of text to the next.
    pub line: f64,
    /// How many lines there may be beside a process.
    pub lines: usize,
}

const WIDTH_MIN: f64 = 280.0;
const HEIGHT_MIN: f64 = 260.0;

impl Viewport {
    /// No box is so small that nothing can be read in it: a smaller one shows a larger picture.
    pub fn new(w: f64, h: f64) -> Viewport {
        let (w, h) = (w.max(WIDTH_MIN), h.max(HEIGHT_MIN));
        let class = match (w, h) {
            (720.0.., 470.0..) => Class::Wide,
            (560.0.., 400.0..) => Class::Mid,
            (480.0.., _) => Class::Embed,
            _ => Class::Phone,
        };
        Viewport { w, h, class }
    }

    pub fn sizes(&self) -> Sizes {
        let of = |r, node, word, small, value, cell, pill, lines| Sizes {
            r,
            node,
            word,
            small,
            value,
            cell,
            pill,
            line: small + if lines > 3 { 5.0 } else { 3.5 },
            lines,
        };
        match self.class {
            Class::Wide => of(31.0, 44.0, 14.5, 13.0, 21.0, 56.0, 34.0, 5),
            Class::Mid => of(26.0, 36.0, 13.5, 12.5, 19.0, 46.0, 30.0, 4),
            Class::Embed => of(23.0, 28.0, 13.0, 12.0, 18.0, 38.0, 28.0, 3),
            Class::Phone => of(22.0, 28.0, 12.5, 12.0, 18.0, 38.0, 28.0, 3),
        }
    }

    pub fn is_phone(&self) -> bool {
        self.class == Class::Phone
    }
}
