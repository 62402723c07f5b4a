//! Shared variables, and arrows where they are pointers.

use super::{Drawing, arrow, value_size};
use crate::geometry::{Curve, Rect, point, short};
use crate::layout::Name;
use crate::motion::out;
use crate::scene::{Anchor, Part, Scene, Shape, Thing, frame, path, words};
use crate::text;
use catalog::{ArrayView, Cell, CellView, Event, Moment, Shape as Form, WritePhase};

impl Drawing<'_> {
    pub(super) fn cells(&self, scene: &mut Scene) {
        for array in 0..self.view().arrays.len() {
            if self.plan.held == Some(array) {
                continue;
            }
            for index in 0..self.plan.cells.get(array).map_or(0, Vec::len) {
                self.draw_cell(array, index, scene);
            }
        }
        self.pointers(scene);
        self.held_cells(scene);
        self.brackets(scene);
    }

    fn draw_cell(&self, array: usize, index: usize, scene: &mut Scene) {
        let shown = &self.view().arrays[array];
        let landed = out(self.movement.land.at(self.t));
        let mut rect = self.plan.cells[array][index];
        if rect.w <= 0.0 {
            return;
        }
        // a node whose place has changed goes there
        let then = self.old.cells.get(array).and_then(|cell| cell.get(index));
        if let Some(then) = then.filter(|then| then.w > 0.0) {
            rect = then.mix(&rect, landed);
        }
        let cell = shown.cell(index);
        let (old, new) = (cell_of(self.before, array, index), &shown.cells[index]);
        let mut part = self.part(Thing::Cell(cell));
        let old = old.unwrap_or(new);
        let is_over = self.t >= 1.0 || landed >= 1.0;
        let round = if shown.shape == Form::Word { 2.0 } else { 8.0 };
        if self.frame.is_live {
            let by = new.writer.map_or_else(String::new, |writer| {
                format!(", last written by {}", self.view().name(writer.into()))
            });
            part.name = format!("{cell} = {}{by}", new.value);
            let class = if self.is_marked(Thing::Cell(cell)) { "ring is-on" } else { "ring" };
            part.shapes
                .push(frame(class, rect.grown(3.0), round + 3.0).inked(owner(shown, index, new)));
        }
        if is_over {
            filled(shown, index, new, rect, round, &mut part);
            self.value(shown, index, new, rect, &mut part);
        } else {
            filled(shown, index, old, rect, round, &mut part);
            let is_new = old.value != new.value || old.writer != new.writer;
            if landed > 0.0 && is_new {
                // the writer's colour wipes over the cell, from the side that it came from
                let from_right =
                    self.actor.is_some_and(|actor| self.disc(actor).x > rect.center().x);
                let w = rect.w * landed;
                let x = if from_right { rect.right() - w } else { rect.x };
                filled(shown, index, new, Rect { x, w, ..rect }, round, &mut part);
            }
            let value = if landed > 0.5 && is_new { new } else { old };
            self.value(shown, index, value, rect, &mut part);
        }
        if let Some((class, who)) = self.touch(cell)
            && self.frame.failure.is_none()
        {
            part.shapes.push(frame(class, rect.grown(2.0), round + 2.0).ink(who));
        }
        self.write_heads(cell, rect, &mut part);
        self.awaited_writes(cell, rect, &mut part);
        if self.frame.is_reduced && self.t >= 1.0 && old.value != new.value && rect.h >= 50.0 {
            let at = point(rect.center().x, rect.bottom() - 9.0);
            part.shapes.push(words("was mono", at, Anchor::Middle, 12.0, &*old.value));
        }
        scene.parts.push(part);
    }

    /// Whoever writes several cells one by one has come as far as this one.
    fn write_heads(&self, cell: Cell, rect: Rect, part: &mut Part) {
        for (process, it) in self.view().processes.iter().enumerate() {
            if it.head != Some(cell) {
                continue;
            }
            let (x, y) = (rect.x + 12.0 + 16.0 * process as f64, rect.y + 2.0);
            let d = format!("M{} {}h12l-6 9z", short(x - 6.0), short(y));
            let bounds = Rect { x: x - 6.0, y, w: 12.0, h: 9.0 };
            part.shapes.push(path("write-head", d, bounds).ink(process));
        }
    }

    /// How the last step touched a cell, and who did.
    fn touch(&self, cell: Cell) -> Option<(&'static str, usize)> {
        let who = self.actor?;
        let touch = self.after.events.iter().rev().find_map(|event| match event {
            Event::Read { .. } | Event::Write { phase: WritePhase::Issued, .. }
                if self.queued(event).is_some() =>
            {
                None
            }
            Event::Read { cell: read, .. } if *read == cell => Some("touched is-read"),
            Event::Write { cell: written, .. } if *written == cell => Some("touched"),
            _ => None,
        })?;
        let begun = match touch {
            "touched" => self.movement.give.at(self.t) >= 1.0,
            _ => self.movement.take.at(self.t) > 0.0,
        };
        (begun || self.t >= 1.0).then_some((touch, who))
    }

    fn value(&self, array: &ArrayView, index: usize, cell: &CellView, rect: Rect, part: &mut Part) {
        let sizes = self.plan.sizes;
        let middle = rect.center();
        let is_tree_lock = array.shape == Form::Locks
            && self.view().arrays.iter().any(|array| array.shape == Form::Tree)
            && array.cells.len() > 1;
        if is_tree_lock {
            // the node keeps its key
            for (nth, holder) in cell.holders.iter().enumerate() {
                let at = point(rect.right() - 3.0 - 18.0 * nth as f64, rect.y + 3.0);
                part.shapes.extend(self.pin(usize::from(*holder), at, 9.0));
            }
        } else if !cell.holders.is_empty() {
            let r = (rect.h * 0.42).min(11.0);
            let holders = cell.holders.iter().map(|holder| usize::from(*holder));
            let pitch =
                holders.clone().map(|holder| self.pin_width(holder, r)).fold(22.0, f64::max);
            let mut x = middle.x - pitch / 2.0 * (cell.holders.len() - 1) as f64;
            for holder in holders {
                part.shapes.extend(self.pin(holder, point(x, middle.y), r));
                x += pitch;
            }
            return;
        }
        if array.shape == Form::Word && rect.h >= 42.0 {
            // the first part stands on the right
            let at = point(rect.x + 8.0, rect.y + 11.0);
            part.shapes.push(words(
                "note",
                at,
                Anchor::Start,
                12.0,
                array.cell(index).index.to_string(),
            ));
        }
        let value = match array.shape {
            _ if is_tree_lock => index.to_string(),
            Form::Pool => self.state_of_cell(index, cell, rect.w),
            _ => cell.value.clone(),
        };
        let room = rect.w - 8.0;
        let most = sizes.value.max(12.0).min((rect.h * 0.75).max(12.0));
        let size = value_size(&value, room, most);
        let class = if cell.blank && !is_tree_lock { "value mono is-blank" } else { "value mono" };
        let note = cell.stored.as_ref().map(|stored| format!("crash: {stored}"));
        let note = note.filter(|_| rect.h >= 42.0);
        let lift = if note.is_some() { 8.0 } else { 0.0 };
        let letters = text::letters(room, size, true);
        let value = narrow(value, letters);
        if value.chars().count() > letters.max(1) && rect.h >= 30.0 {
            // what is long stands in two lines
            let lines = text::wrap(&value, letters, 2);
            let mut y = middle.y - lift - (lines.len() - 1) as f64 * 7.0;
            for it in lines {
                part.shapes.push(words(class, point(middle.x, y), Anchor::Middle, 12.0, it));
                y += 14.0;
            }
        } else {
            let at = point(middle.x, middle.y - lift);
            let short = text::cut(&value, letters.max(1));
            part.shapes.push(words(class, at, Anchor::Middle, size, short));
        }
        if let Some(note) = note {
            let at = point(middle.x, rect.bottom() - 11.0);
            let short = text::cut(&note, text::letters(room, 12.0, false));
            part.shapes.push(words("note", at, Anchor::Middle, 12.0, short));
        }
        if cell.bad {
            let d = format!("M{} {}l8 8m0 -8l-8 8", short(rect.x + 5.0), short(rect.y + 5.0));
            let bounds = Rect { x: rect.x + 5.0, y: rect.y + 5.0, w: 8.0, h: 8.0 };
            part.shapes.push(path("cross", d, bounds));
        }
    }

    /// From each cell that points somewhere to where it points.
    fn pointers(&self, scene: &mut Scene) {
        let mut part = Part { faded: self.frame.failure.is_some(), ..Part::default() };
        let moment = if self.movement.land.at(self.t) > 0.5 { self.after } else { self.before };
        for (array, shown) in moment.view.arrays.iter().enumerate() {
            for (index, cell) in shown.cells.iter().enumerate() {
                let Some(to) = cell.points_to else { continue };
                let from = self.plan.cells.get(array).and_then(|cell| cell.get(index));
                let to = self.plan.cell(self.view(), to);
                let (Some(from), Some(to)) = (from, to) else { continue };
                let node = self.plan.boxes.iter().find(|rect| rect.overlaps(&to.grown(-2.0)));
                if matches!(shown.shape, Form::Field | Form::Root) {
                    let Some(node) = node else { continue };
                    let way = self.to_cell(shown.shape, from, node);
                    part.shapes.extend(pointer(&way, cell.writer));
                    continue;
                }
                let to = node.copied().unwrap_or(to);
                let is_below = to.y > from.bottom();
                let start = point(from.center().x, if is_below { from.bottom() } else { from.y });
                let end = if is_below {
                    point(to.center().x, to.y - 2.0)
                } else {
                    to.grown(3.0).rim(start)
                };
                if start.distance(end) < 8.0 || to.grown(2.0).overlaps(&from.grown(-1.0)) {
                    continue;
                }
                let way = Curve::bowed(start, end, if is_below { 0.0 } else { 0.18 });
                part.shapes.extend(pointer(&way, cell.writer));
            }
        }
        scene.parts.push(part);
    }

    /// Over the cells that a process writes at once in its next step.
    fn brackets(&self, scene: &mut Scene) {
        if self.frame.failure.is_some() {
            return;
        }
        let mut part = Part::default();
        for choice in &self.after.next {
            let Some(who) = choice.process.map(usize::from) else { continue };
            let rects: Vec<Rect> =
                choice.writes.iter().flat_map(|write| self.cell(*write)).collect();
            let is_row = rects.windows(2).all(|window| (window[0].y - window[1].y).abs() < 1.0);
            if rects.len() < 2 || !is_row {
                continue;
            }
            let left = rects.iter().map(|rect| rect.x).fold(f64::INFINITY, f64::min);
            let right = rects.iter().map(Rect::right).fold(0.0, f64::max);
            let (top, foot) = (rects[0].y, rects[0].bottom());
            // the names of arrays are between
            let title = self.plan.sizes.small + 6.0;
            let is_named = |name: &Name| (top - title..top).contains(&name.at.y);
            let is_named = self.plan.names.iter().any(is_named);
            let is_below = who % 2 != 0 || is_named && self.plan.room.is_phone();
            let top = if is_named { top - title + 6.0 } else { top };
            // one above, the next below
            let (y, leg) = if is_below { (foot + 2.0, 6.0) } else { (top - 6.0, -6.0) };
            let inset = 3.0 * who as f64;
            let (left, right) = (left + inset, right - inset);
            let d = format!(
                "M{} {}v{}H{}v{}",
                short(left),
                short(y),
                short(leg),
                short(right),
                short(-leg)
            );
            let bounds = Rect { x: left, y: y + leg.min(0.0), w: right - left, h: leg.abs() };
            part.shapes.push(path("bracket", d, bounds).ink(who));
        }
        scene.parts.push(part);
    }
}

/// Where there is no room for a word, a truth value has a letter; of others the first are shown.
fn narrow(value: String, letters: usize) -> String {
    const WORD: usize = 4;
    match value.as_str() {
        whole if letters >= WORD || whole.chars().count() <= letters.max(1) => value,
        "true" => "T".into(),
        "false" => "F".into(),
        other => text::cut(other, letters.max(1)),
    }
}

/// An arrow in the colour of the one who wrote it.
fn pointer(way: &Curve, writer: Option<u8>) -> Vec<Shape> {
    match writer {
        Some(who) => arrow("pointer", way, who.into(), 1.0),
        None => vec![
            crate::scene::curve("pointer", &way.trimmed(0.0, 4.0)),
            crate::scene::arrow_head("head", way, 9.0),
        ],
    }
}

fn cell_of(moment: &Moment, array: usize, index: usize) -> Option<&CellView> {
    moment.view.arrays.get(array)?.cells.get(index)
}

fn filled(
    array: &ArrayView,
    index: usize,
    cell: &CellView,
    rect: Rect,
    round: f64,
    part: &mut Part,
) {
    if array.shape == Form::Pool {
        // its box is drawn already
        if cell.value == "freed" {
            part.shapes.push(path("cell-hatch", rect.hatch(8.0), rect));
        }
        return;
    }
    let owner = owner(array, index, cell);
    let class = match cell {
        it if it.bad => "cell is-bad",
        it if it.busy => "cell is-busy",
        it if it.stored.is_some() => "cell is-cached",
        it if it.blank => "cell is-blank",
        _ => "cell",
    };
    part.shapes.push(frame(class, rect, round).inked(owner));
    if cell.busy {
        part.shapes.push(path("cell-hatch", rect.hatch(8.0), rect));
    }
}

/// Whose colour a cell has: the one who has it, owns it, or wrote it last.
fn owner(array: &ArrayView, index: usize, cell: &CellView) -> Option<usize> {
    match cell.holders[..] {
        [holder] => Some(holder.into()),
        _ if array.owned => (!cell.blank).then_some(index),
        _ => cell.writer.map(usize::from),
    }
}
