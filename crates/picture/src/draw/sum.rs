//! The sum that a claim is about, term by term, at the foot of the picture.

use super::Drawing;
use crate::failure::ADDENDS_MAX;
use crate::geometry::{Rect, point};
use crate::scene::{Anchor, Kind, Part, Scene, Shape, frame, words};
use crate::text;
use crate::words::Piece;
use crate::words::fields::{GAP, SEAT, widths};
use catalog::reason::Sum;

/// Between the last line and the edge.
const EDGE: f64 = 6.0;
/// Between it and everything else.
const APART: f64 = 4.0;

impl Drawing<'_> {
    /// In the lowest line that has room; none if there is no such line.
    pub(super) fn sum(&self, sum: &Sum, scene: &Scene) -> Option<Part> {
        let high = SEAT + 4.0;
        let taken: Vec<Rect> = scene
            .parts
            .iter()
            .flat_map(|part| &part.shapes)
            .filter(|shape| is_in_the_way(shape))
            .map(|shape| shape.bounds().grown(APART))
            .collect();
        let size = self.plan.sizes.word;
        let measured = text::width(&sum.measure, size, false) + 20.0;
        [ADDENDS_MAX, 1].into_iter().find_map(|most| {
            let pieces = pieces(sum, most)?;
            let before =
                widths(&pieces, self.plan.sizes.small, &self.plan.tags).iter().sum::<f64>();
            let wide = before + GAP + measured;
            let x = (self.plan.room.w - wide) / 2.0;
            let lines = (0..).map(|nth| self.plan.room.h - EDGE - high - 8.0 * f64::from(nth));
            let mut lines = lines.take_while(|top| *top > self.plan.room.h / 2.0);
            let top = lines.find(|&top| {
                let line = Rect { x, y: top, w: wide, h: high };
                x >= EDGE && taken.iter().all(|rect| !rect.overlaps(&line))
            })?;
            let mut part = Part::default();
            let middle = top + high / 2.0;
            self.pieces(&pieces, (point(x, middle), Anchor::Start), false, (0, &mut part));
            let sign = Rect { x: x + before + GAP, y: top, w: measured, h: high };
            part.shapes.push(frame("sign", sign, 7.0));
            let measure = words("sign-text", sign.center(), Anchor::Middle, size, &*sum.measure);
            part.shapes.push(measure);
            Some(part)
        })
    }
}

/// Lines may run below it.
fn is_in_the_way(shape: &Shape) -> bool {
    match &shape.kind {
        Kind::Text { .. } | Kind::Circle { .. } => true,
        Kind::Rect { .. } => !shape.class.starts_with("room"),
        Kind::Path { .. } => shape.class == "head",
    }
}

/// "recorded 1 + 2 + 2 + channel 0 =", with so many numbers of one name at most; none if one is no number.
fn pieces(sum: &Sum, most: usize) -> Option<Vec<Piece>> {
    let mut pieces = Vec::new();
    for (name, values) in &sum.addends {
        if !pieces.is_empty() {
            pieces.push(Piece::Words("+".into()));
        }
        if !name.is_empty() {
            pieces.push(Piece::Words(name.clone()));
        }
        let together = || values.iter().map(|value| value.parse::<i64>().ok()).sum::<Option<i64>>();
        let shown = match values.len() > most {
            true => vec![together()?.to_string()],
            false => values.clone(),
        };
        for (nth, value) in shown.into_iter().enumerate() {
            if nth > 0 {
                pieces.push(Piece::Words("+".into()));
            }
            pieces.push(Piece::Token(value));
        }
    }
    pieces.push(Piece::Words("=".into()));
    Some(pieces)
}
