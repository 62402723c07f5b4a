//! What stands beside a process.

use super::Drawing;
use crate::failure::Told;
use crate::geometry::{Point, Rect, point, within};
use crate::layout::{Label, Side};
use crate::scene::{Anchor, Part, Thing, frame, line, words};
use crate::text;
use crate::words::fields::{GAP, SEAT, chain_line, field_lines, fields, widths};
use crate::words::{Line, LineKind, Piece, Space, beside};

/// Between words and the edge of a section.
const EDGE: f64 = 7.0;

impl Drawing<'_> {
    pub(super) fn label(&self, process: usize, at: Point, r: f64, part: &mut Part) {
        let sizes = self.plan.sizes;
        let Label { side, width, lines } = self.plan.labels[process];
        let lines = self.said(process, lines, width);
        if lines.is_empty() {
            return;
        }
        let height = sizes.line * lines.len() as f64;
        // a ticket or a halo may be in between
        let has_ticket = self.shown().view.processes[process].token.is_some();
        let apart = match (side, self.plan.bands.is_empty()) {
            (Side::Right, true) if has_ticket && self.plan.ticket.x > 0.0 => r + 32.0,
            (Side::Right | Side::Left, _) | (_, true) => r + 14.0,
            (_, false) => r + 4.0,
        };
        let (x, top, anchor) = match side {
            Side::Right => (at.x + apart, at.y - height / 2.0, Anchor::Start),
            Side::Left => (at.x - apart, at.y - height / 2.0, Anchor::End),
            Side::Below => (at.x, at.y + apart, Anchor::Middle),
            Side::Above => (at.x, at.y - apart - height, Anchor::Middle),
        };
        // what hangs below a process does not leave the box, nor lie on the edge of a section
        let edges =
            self.plan.bands.first().map_or((0.0, self.plan.room.w), |band| {
                (band.rect.x + EDGE, band.rect.right() - EDGE)
            });
        for (index, Line { kind, text, drawn, .. }) in lines.into_iter().enumerate() {
            let y = top + sizes.line * (index as f64 + 0.5);
            if !drawn.is_empty() {
                self.pieces(&drawn, (point(x, y), anchor), kind == LineKind::New, (process, part));
                continue;
            }
            let (class, size) = match kind {
                LineKind::Step => ("said is-step", sizes.word),
                LineKind::Object => ("said is-step mono", sizes.small),
                LineKind::Soft => ("said", sizes.small),
                LineKind::New => ("said is-new", sizes.small),
                LineKind::Strong => ("said is-strong", sizes.small),
            };
            let half = text::width(&text, size, class.ends_with("mono")) / 2.0;
            let x = match anchor {
                Anchor::Middle => within(x, edges.0 + half, edges.1 - half),
                _ => x,
            };
            let it = words(class, point(x, y), anchor, size, text);
            if kind == LineKind::New {
                let under = it.bounds();
                let y = under.bottom() - 0.5;
                part.shapes
                    .push(line("under", point(under.x, y), point(under.right(), y)).ink(process));
            }
            part.shapes.push(it);
        }
    }

    /// A line of words, seats and tokens.
    pub(super) fn pieces(
        &self,
        pieces: &[Piece],
        (at, anchor): (Point, Anchor),
        is_new: bool,
        (process, part): (usize, &mut Part),
    ) {
        let size = self.plan.sizes.small;
        let widths = widths(pieces, size, &self.plan.tags);
        let all = widths.iter().sum::<f64>() - GAP;
        let mut x = match anchor {
            Anchor::Start => at.x,
            Anchor::Middle => within(at.x - all / 2.0, 2.0, self.plan.room.w - all - 2.0),
            Anchor::End => at.x - all,
        };
        if is_new {
            let y = at.y + SEAT / 2.0 + 2.0;
            part.shapes.push(line("under", point(x, y), point(x + all, y)).ink(process));
        }
        for (piece, width) in pieces.iter().zip(widths) {
            let w = width - GAP;
            let middle = point(x + w / 2.0, at.y);
            let around = Rect::around(middle, w, (SEAT - 2.0).min(self.plan.sizes.line - 2.0));
            match piece {
                Piece::Words(text) => {
                    part.shapes.push(words("said", point(x, at.y), Anchor::Start, size, &**text));
                }
                Piece::Seat { process, is_there: true } => {
                    part.shapes.push(frame("badge", around, SEAT / 2.0).ink(*process));
                    let tag = words("badge-text", middle, Anchor::Middle, 12.0, self.tag(*process));
                    part.shapes.push(tag.ink(*process));
                }
                Piece::Seat { process, is_there: false } => {
                    let rim = frame("pin is-free", around, SEAT / 2.0).ink(*process);
                    let tag =
                        words("number is-soft", middle, Anchor::Middle, 12.0, self.tag(*process));
                    part.shapes.extend([rim, tag]);
                }
                Piece::Token(text) | Piece::Struck(text) => {
                    part.shapes.push(frame("cell", around, 4.0));
                    part.shapes.push(words("value mono", middle, Anchor::Middle, 12.0, &**text));
                    if matches!(piece, Piece::Struck(_)) {
                        let [low, high] = [point(x, around.bottom()), point(x + w, around.y)];
                        part.shapes.push(line("cross", low, high));
                    }
                }
            }
            x += width;
        }
    }

    /// What stands beside a process: its next step and what it knows, or why it got where it fails.
    pub(super) fn said(&self, process: usize, lines: usize, width: f64) -> Vec<Line> {
        let name = self.name_beside(process, lines, width);
        let lines = lines - name.iter().len();
        name.into_iter().chain(self.learnt(process, lines, width)).collect()
    }

    /// What a letter stands for, where there is room for more than that and no column says it.
    fn name_beside(&self, process: usize, lines: usize, width: f64) -> Option<Line> {
        let is_said = self.plan.names.iter().any(|name| name.ink == Some(process));
        let is_missing = self.plan.is_named && lines > 1 && !is_said;
        let letters = text::letters(width, self.plan.sizes.small, false);
        let text = text::cut(&self.view().label(process), letters);
        let drawn = Vec::new();
        is_missing.then_some(Line { kind: LineKind::Soft, text, is_local: false, drawn })
    }

    fn learnt(&self, process: usize, lines: usize, width: f64) -> Vec<Line> {
        let sizes = self.plan.sizes;
        let space = Space {
            lines,
            width,
            size: sizes.small,
            letters: text::letters(width, sizes.word, false),
            code: text::letters(width, sizes.small, true),
            is_placeless: self.plan.bands.is_empty(),
        };
        if let Some(failure) = self.frame.failure {
            let told = failure.told(process, self.after);
            let mut lines = if told.is_empty() { Vec::new() } else { told_lines(told, space) };
            let has_card = self.plan.cards.iter().any(|card| card.process == process);
            let is_of_it = failure.concerns(Thing::Process(process)) && !has_card;
            if is_of_it && !self.plan.lanes.is_empty() {
                let own = &self.after.view.processes[process];
                let chains = failure.chains.iter().filter(|chain| chain.who == process);
                lines.extend(chains.clone().map(|chain| chain_line(chain, space)));
                let mut fields = fields(own, None, &own.status, Some(failure));
                fields.retain(|field| chains.clone().all(|chain| chain.name != field.name));
                lines.extend(field_lines(&fields, space, &self.plan.tags));
                lines.truncate(space.lines);
            }
            if !lines.is_empty() {
                return lines;
            }
        }
        let moment = if self.actor == Some(process) { self.shown() } else { self.after };
        let mut said = beside(moment, self.before, process, space);
        if self.plan.cards.iter().any(|card| card.process == process) {
            // its variables are cells on its card
            said.retain(|line| !line.is_local);
        }
        said
    }
}

/// Of less nothing can be understood.
const LETTERS_MIN: usize = 4;

/// What a process had learnt, in so many lines; where there is one line only, in that.
fn told_lines(told: Vec<Told>, space: Space) -> Vec<Line> {
    let line = |kind, text| Line { kind, text, is_local: false, drawn: Vec::new() };
    if space.letters < LETTERS_MIN {
        return Vec::new();
    }
    if space.lines < 2 {
        let read = told.iter().find_map(|told| match told {
            Told::Read(read, _) => Some(format!("read {}", read.replace(" = ", "="))),
            Told::Words(_) => None,
        });
        let words = told.into_iter().find_map(|told| match told {
            Told::Words(words) => Some(words),
            Told::Read(..) => None,
        });
        let one = read.or(words).map(|text| text::fitted(&text, space.letters));
        return one.into_iter().map(|text| line(LineKind::Step, text)).collect();
    }
    let mut lines = Vec::new();
    for it in told {
        match it {
            Told::Words(words) => {
                let words = text::wrap(&words, space.letters, 2);
                lines.extend(words.into_iter().map(|word| line(LineKind::Step, word)));
            }
            Told::Read(read, now) => {
                let now = now.map_or_else(String::new, |now| format!(", now {now}"));
                let both = format!("{read}{now}");
                let text = if both.chars().count() <= space.code { both } else { read };
                lines.push(line(LineKind::Object, text::cut(&text, space.code)));
            }
        }
    }
    lines.truncate(space.lines);
    lines
}
