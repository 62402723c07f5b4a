//! Replicas: each cell is a well whose level is the timestamp and whose tint is the owner. Mutations
//! wait before them, and look like the cells that they will cover.

use super::{Drawing, value_size};
use crate::geometry::{Curve, Point, Rect, point, short, within};
use crate::layout::replicas::{STRIP, called};
use crate::motion::{in_out, out};
use crate::scene::{Anchor, Part, Scene, Thing, curve, frame, line, path, words};
use crate::text;
use catalog::{Event, MessageView, Moment, StoredView, View};

/// A lower well has no room for a level: its value stands beside its timestamp.
const LOW: f64 = 52.0;

impl Drawing<'_> {
    pub(super) fn wells(&self, scene: &mut Scene) {
        if self.plan.wells.is_empty() {
            return;
        }
        let levels = self.levels();
        for replica in 0..self.plan.wells.len() {
            self.replica(replica, &levels, scene);
        }
        self.covers(scene);
    }

    /// All timestamps of these two moments, oldest first.
    fn levels(&self) -> Vec<String> {
        let mut stamps: Vec<String> = Vec::new();
        for moment in [self.before, self.after] {
            let view = &moment.view;
            let stored = (0..self.plan.wells.len()).flat_map(|it| view.stored(it));
            for it in stored.filter(|stored| !stored.timestamp.is_empty()) {
                stamps.push(it.timestamp.clone());
                stamps.extend(it.late.as_ref().map(|late| late.0.clone()));
            }
            let puts = moment.view.messages.iter().flat_map(|message| &message.puts);
            stamps.extend(puts.map(|put| put.timestamp.clone()).filter(|text| !text.is_empty()));
        }
        // numbers by their value, whatever is written around them
        stamps.sort_by_key(|stamp| (number(stamp), stamp.clone()));
        stamps.dedup();
        stamps
    }

    fn replica(&self, replica: usize, levels: &[String], scene: &mut Scene) {
        let well = &self.plan.wells[replica];
        let is_up = self.view().replicas.get(replica).is_none_or(|replica| replica.up);
        let fails = self.frame.failure.is_some();
        let mut part = Part { faded: fails, ..Part::default() };
        let mut reasons = Part::default();
        let class = if is_up { "well" } else { "well is-down" };
        for (index, rect) in well.columns.iter().enumerate() {
            let name = &self.view().columns[index];
            // what a reason speaks of does not fade
            let part = if fails && self.is_read(replica, name) { &mut reasons } else { &mut part };
            part.shapes.push(frame(class, Rect { w: rect.w - 2.0, ..*rect }, 4.0));
            let find = |view: &View| {
                view.stored(replica).iter().find(|stored| stored.column == *name).cloned()
            };
            let (new, old) = (find(self.view()), find(&self.before.view));
            let changes = new != old;
            let done = if changes && self.t < 1.0 { self.rise() } else { 1.0 };
            let height = |it: &Option<StoredView>| {
                it.as_ref().map_or(0.0, |stored| match stored.timestamp.is_empty() {
                    true => rect.h - 2.0,
                    false if rect.h < LOW => rect.h - 2.0,
                    false => level(levels, &stored.timestamp, rect.h),
                })
            };
            let cell = if done > 0.0 { &new } else { &old };
            let Some(cell) = cell else {
                let at = point(rect.center().x - 1.0, rect.bottom() - 12.0);
                part.shapes.push(words("none", at, Anchor::Middle, 12.0, "–"));
                continue;
            };
            let from = height(&old);
            let rise = from + (height(&new) - from) * done;
            self.stored(cell, *rect, rise, part);
            if let Some((stamp, writer)) = cell.late.as_ref().filter(|_| rect.h >= LOW) {
                too_old(stamp, *writer, *rect, level(levels, stamp, rect.h), part);
            }
        }
        if !is_up {
            part.shapes.push(path("hatch is-soft", well.rect.hatch(12.0), well.rect));
        }
        scene.parts.extend([part, reasons]);
        if self.frame.is_live {
            scene.parts.extend((0..well.columns.len()).map(|it| self.column(replica, it)));
        }
    }

    /// What is clicked to see who wrote a column.
    fn column(&self, well: usize, column: usize) -> Part {
        let view = self.view();
        let thing = Thing::Column { well, column };
        let name = &view.columns[column];
        let stored = view.stored(well).iter().find(|stored| stored.column == *name);
        let value = stored.map_or("nothing", |stored| &*stored.value);
        let writer = stored.and_then(|stored| stored.writer).map(usize::from);
        let by = writer
            .map_or_else(String::new, |writer| format!(", last written by {}", view.name(writer)));
        let rect = self.plan.wells[well].columns[column];
        let rect = Rect { w: rect.w - 2.0, ..rect };
        let class = if self.is_marked(thing) { "ring is-on" } else { "ring" };
        let shapes =
            vec![frame(class, rect.grown(1.0), 5.0).inked(writer), frame("hit", rect, 4.0)];
        // another well may have the same in a column of that name
        let place = match self.plan.wells.len() {
            1 => String::new(),
            _ => format!("{}: ", called(view, well)),
        };
        Part { of: Some(thing), name: format!("{place}{name} = {value}{by}"), shapes, faded: false }
    }

    /// Whether a reason of the failure is what somebody read in that column.
    fn is_read(&self, well: usize, column: &str) -> bool {
        let reasons = self.frame.failure.into_iter().flat_map(|failure| &failure.reasons);
        reasons.into_iter().any(|reason| {
            let (view, cell) = (self.view(), reason.cell);
            if !view.rows.is_empty() {
                let columns = view.columns_of(cell);
                return view.row_of(cell) == Some(well)
                    && columns.into_iter().any(|index| view.columns[index] == column);
            }
            match column.split_once(':') {
                Some((family, index)) if family == cell.array => {
                    cell.single || index == cell.index.to_string()
                }
                _ => column == cell.array,
            }
        })
    }

    /// How far a level has risen.
    fn rise(&self) -> f64 {
        let by_write = self.after.events.iter().any(|event| matches!(event, Event::Write { .. }));
        out(if by_write { self.movement.land.at(self.t) } else { self.movement.react.at(self.t) })
    }

    fn stored(&self, cell: &StoredView, rect: Rect, rise: f64, part: &mut Part) {
        let ink = cell.writer.map(usize::from);
        let inner =
            Rect { x: rect.x + 1.0, y: rect.bottom() - rise, w: rect.w - 4.0, h: rise - 1.0 };
        part.shapes.push(frame("water", inner, 3.0).inked(ink));
        let y = inner.y;
        let is_stamped = !cell.timestamp.is_empty();
        let is_low = rect.h < LOW;
        if is_stamped && !is_low {
            part.shapes.push(line("level", point(inner.x, y), point(inner.right(), y)).inked(ink));
        }
        let beside = if is_stamped && is_low { badge_width(&cell.timestamp) } else { 0.0 };
        let room = rect.w - 10.0 - beside;
        let value = text::cut(&cell.value, text::letters(room, 12.0, true).max(2));
        let most = if rect.h >= 90.0 { self.plan.sizes.value + 4.0 } else { 18.0 };
        let size = value_size(&value, room, most);
        let foot = rect.bottom() - 6.0 - size * 0.6;
        let y_value = if is_stamped && !is_low { foot } else { rect.center().y };
        let at = point(rect.center().x - 1.0 - beside / 2.0, y_value);
        part.shapes.push(words("value mono", at, Anchor::Middle, size, value));
        if is_stamped {
            badge(&cell.timestamp, point(inner.right() - 3.0, y), rect, "badge", ink, part);
        }
    }

    /// Over the columns that one write covers together.
    fn covers(&self, scene: &mut Scene) {
        let mut part = Part { faded: self.frame.failure.is_some(), ..Part::default() };
        let mut done: Vec<(u8, usize)> = Vec::new();
        for message in self.view().messages.iter().filter(|message| message.puts.len() > 1) {
            if done.contains(&(message.from, message.puts.len())) {
                continue;
            }
            done.push((message.from, message.puts.len()));
            let columns = self.covered(0, message);
            let (Some(first), Some(last)) = (columns.first(), columns.last()) else { continue };
            let y = first.y - 3.0 - 4.0 * f64::from(message.from % 2);
            let d = format!(
                "M{} {}v-3H{}v3",
                short(first.x + 2.0),
                short(y),
                short(last.right() - 4.0)
            );
            let bounds = Rect { x: first.x, y: y - 3.0, w: last.right() - first.x, h: 3.0 };
            part.shapes.push(path("bracket", d, bounds).ink(message.from.into()));
        }
        scene.parts.push(part);
    }

    fn covered(&self, replica: usize, message: &MessageView) -> Vec<Rect> {
        let well = &self.plan.wells[replica];
        let named = self.view().columns.iter().zip(&well.columns);
        let is_put = |name: &str| message.puts.iter().any(|put| put.column == name);
        named.filter(|named| is_put(named.0)).map(|named| *named.1).collect()
    }

    /// Mutations on their way, each before its replica.
    pub(super) fn mutations(&self, scene: &mut Scene) {
        let is_taken = self.movement.take.at(self.t) >= 1.0 || self.t >= 1.0;
        let moment = if is_taken { self.after } else { self.before };
        let processes = self.view().processes.len();
        let mut placed = vec![(0, 0.0); self.plan.wells.len()];
        let messages = &moment.view.messages;
        for (index, message) in messages.iter().enumerate() {
            let Some(replica) = usize::from(message.to).checked_sub(processes) else { continue };
            if replica >= placed.len() {
                continue;
            }
            let (place, used) = placed[replica];
            let landed = !is_taken && !lives(self.after, message);
            let sent = is_taken && self.t < 1.0 && !lives(self.before, message);
            let w = strip_width(message);
            let well = &self.plan.wells[replica];
            let most = if self.plan.room.is_phone() {
                3
            } else {
                ((well.rect.h - 4.0) / well.pitch).max(1.0) as usize
            };
            placed[replica] = (place + 1, used + w + 6.0);
            if place >= most {
                if place == most {
                    let more = messages.iter().filter(|it| it.to == message.to).count() - most;
                    // behind the last one that is drawn
                    let at = match self.plan.room.is_phone() {
                        true => point(well.gate.x - used, well.gate.y),
                        false => {
                            let y = well.gate.y + well.pitch * (most - 1) as f64 + 22.0;
                            point(well.gate.x - 16.0, y.min(self.plan.room.h - 7.0))
                        }
                    };
                    let told = format!("+{more}");
                    let mut part = Part::default();
                    part.shapes.push(words("said is-strong", at, Anchor::End, 12.0, told));
                    scene.parts.push(part);
                }
                continue;
            }
            let way = if self.plan.room.is_phone() {
                let mut way = self.plan.to_replica(self.view(), message.from.into(), replica, 0);
                way.to = point(well.gate.x - used, well.gate.y);
                way
            } else {
                self.plan.to_replica(self.view(), message.from.into(), replica, place)
            };
            let thing = Thing::Message(index);
            let mut part = self.part(thing);
            let mut right = way.to;
            if sent {
                right = way.at(out(self.movement.give.at(self.t)));
            }
            let mut strip = Rect { x: right.x - w, y: right.y - STRIP / 2.0, w, h: STRIP };
            if landed {
                // it grows into its columns
                let columns = self.covered(replica, message);
                if let (Some(first), Some(last)) = (columns.first(), columns.last()) {
                    let whole = Rect { w: last.right() - first.x, ..*first };
                    strip = strip.mix(&whole, in_out(self.movement.take.at(self.t)));
                }
            } else if !self.plan.room.is_phone() {
                self.thread(&way, w, message, &mut part);
            }
            self.strip(thing, message, strip, &mut part);
            scene.parts.push(part);
        }
    }

    /// From the client to its mutation, and from there to the replica.
    fn thread(&self, way: &Curve, w: f64, message: &MessageView, part: &mut Part) {
        let ink = usize::from(message.from);
        let start = Curve { to: point(way.to.x - w - 3.0, way.to.y), ..*way };
        part.shapes.push(curve("way", &start.trimmed(self.plan.r + 6.0, 0.0)).ink(ink));
        let end = Curve::bowed(way.to, point(way.to.x + 10.0, way.to.y), 0.0);
        part.shapes.push(crate::scene::arrow_head("head", &end, 8.0).ink(ink));
    }

    fn strip(&self, thing: Thing, message: &MessageView, strip: Rect, part: &mut Part) {
        let ink = usize::from(message.from);
        if self.frame.is_live {
            part.name = format!("deliver {}", crate::summary::message(self.view(), message));
            let class = if self.is_marked(thing) { "ring is-on" } else { "ring" };
            part.shapes.push(frame(class, strip.grown(4.0), 9.0).ink(ink));
            let hit = Rect { y: strip.y - 1.5, h: strip.h + 3.0, ..strip };
            part.shapes.push(frame("hit", hit, 6.0));
        }
        let is_held = self.frame.held.iter().any(|action| action.delivered() == Some(message.mail));
        let class = if is_held { "put is-held" } else { "put" };
        let stamp = stamp_width(message);
        let mut x = strip.x;
        let middle = strip.center().y;
        if stamp > 0.0 {
            let rect = Rect { x, y: middle - 9.0, w: stamp - 2.0, h: 18.0 };
            part.shapes.push(frame("badge", rect, 9.0).ink(ink));
            let told = format!("@{}", message.puts[0].timestamp);
            part.shapes
                .push(words("badge-text mono", rect.center(), Anchor::Middle, 12.0, told).ink(ink));
            x += stamp;
        }
        let width = (strip.right() - x) / message.puts.len().max(1) as f64;
        for put in &message.puts {
            let rect = Rect { x, y: strip.y, w: width - 1.0, h: strip.h };
            part.shapes.push(frame(class, rect, 5.0).ink(ink));
            let value = text::cut(&put.value, 4);
            let size = value_size(&value, width - 6.0, 14.0);
            part.shapes.push(words("value mono", rect.center(), Anchor::Middle, size, value));
            x += width;
        }
    }
}

fn cell_width(value: &str) -> f64 {
    (text::width(&text::cut(value, 4), 14.0, true) + 10.0).max(28.0)
}

fn stamp_width(message: &MessageView) -> f64 {
    match message.puts.first() {
        Some(put) if !put.timestamp.is_empty() => {
            text::width(&format!("@{}", put.timestamp), 12.0, true) + 11.0
        }
        _ => 0.0,
    }
}

/// Whether a message is still under way at another moment.
fn lives(moment: &Moment, message: &MessageView) -> bool {
    moment.view.messages.iter().any(|it| it.mail == message.mail && it.text == message.text)
}

fn number(stamp: &str) -> u32 {
    let digits: String = stamp.chars().filter(char::is_ascii_digit).take(8).collect();
    digits.bytes().fold(0, |number, it| number * 10 + u32::from(it - b'0'))
}

/// How high a well stands with this timestamp.
fn level(levels: &[String], stamp: &str, height: f64) -> f64 {
    let at = levels.iter().position(|level| level == stamp).unwrap_or(0) as f64;
    let least = 26.0_f64.min(height * 0.5);
    let room = height - least - 10.0;
    least + room * (at + 0.5) / (levels.len() as f64).max(4.0)
}

fn strip_width(message: &MessageView) -> f64 {
    let cells: f64 = message.puts.iter().map(|put| cell_width(&put.value)).sum();
    cells + stamp_width(message)
}

fn badge_width(stamp: &str) -> f64 {
    text::width(&format!("@{stamp}"), 12.0, true) + 9.0
}

/// "@4", its right end at `at`, inside the column.
fn badge(
    stamp: &str,
    at: Point,
    rect: Rect,
    class: &'static str,
    ink: Option<usize>,
    part: &mut Part,
) {
    let told = format!("@{stamp}");
    let w = badge_width(stamp);
    if w > rect.w - 4.0 {
        return;
    }
    // narrow wells have the value below, and the badge above
    let y = match rect.h < LOW {
        true => rect.center().y,
        false => within(at.y, rect.y + 9.0, rect.bottom() - 34.0),
    };
    let middle = point(at.x - w / 2.0, y);
    let text_class = if class == "badge" { "badge-text mono" } else { "badge-text mono is-late" };
    part.shapes.push(frame(class, Rect::around(middle, w, 18.0), 9.0).inked(ink));
    part.shapes.push(words(text_class, middle, Anchor::Middle, 12.0, told).inked(ink));
}

fn too_old(stamp: &str, who: Option<u8>, rect: Rect, rise: f64, part: &mut Part) {
    let ink = who.map(usize::from);
    let y = rect.bottom() - rise;
    part.shapes.push(
        line("level is-late", point(rect.x + 2.0, y), point(rect.right() - 4.0, y)).inked(ink),
    );
    let left = rect.x + 5.0 + badge_width(stamp);
    badge(stamp, point(left, y), rect, "badge is-late", ink, part);
    if rect.w >= 74.0 && rect.h >= 90.0 {
        let at = point(rect.x + 5.0, (y + 16.0).min(rect.bottom() - 30.0));
        part.shapes.push(words("late", at, Anchor::Start, 12.0, "too old").inked(ink));
    }
}
