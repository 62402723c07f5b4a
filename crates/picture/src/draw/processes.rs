//! Processes: discs with what is on them, tickets, and cards.

use super::Drawing;
use crate::geometry::{Point, Rect, disc_hatch, point, short};
use crate::scene::{Anchor, Part, Scene, Thing, circle, frame, path, words};
use crate::text;
use crate::words::{next_step, waits};
use catalog::{Life, Milestone, Moment, ProcessView, Queued, Zone};

impl Drawing<'_> {
    pub(super) fn processes(&self, scene: &mut Scene) {
        for process in 0..self.view().processes.len() {
            let thing = Thing::Process(process);
            let mut part = self.part(thing);
            let at = self.disc(process);
            let r = self.radius(process);
            if self.frame.is_live {
                part.name = self.name(process);
                part.shapes.extend(self.ring(thing, at, r + 8.0));
                part.shapes.push(circle(
                    "hit",
                    at,
                    (r.max(24.0) + 2.0).min(self.plan.reach.max(r)),
                ));
            }
            let moment = if self.actor == Some(process) && !self.has_walked() && self.t < 1.0 {
                self.before
            } else {
                self.after
            };
            self.body(process, &moment.view.processes[process], at, r, &mut part);
            self.ticket(process, at, &mut part);
            self.card(process, &mut part);
            self.label(process, at, r, &mut part);
            scene.parts.push(part);
        }
    }

    /// For those who do not see it.
    fn name(&self, process: usize) -> String {
        let name = self.view().name(process);
        if let Some(step) = next_step(self.after, process) {
            format!("{name}: {step}")
        } else if let Some(why) = waits(self.after, process) {
            format!("{name} {why}")
        } else {
            format!("{name}: nothing to do")
        }
    }

    fn body(&self, process: usize, it: &ProcessView, at: Point, r: f64, part: &mut Part) {
        let fails =
            self.frame.failure.is_some_and(|failure| failure.is_place(Thing::Process(process)));
        let is_inside = self.is_room(it.zone);
        if is_inside && self.plan.bands.is_empty() {
            let class = if fails { "halo is-broken" } else { "halo" };
            part.shapes.push(circle(class, at, r + 9.0).ink(process));
            if fails {
                let rect = Rect::around(at, 2.0 * r + 14.0, 2.0 * r + 14.0);
                part.shapes.push(path("hatch", disc_hatch(at, r + 7.0, 7.0), rect));
            }
        }
        let is_held = self.plan.held.is_some();
        let is_free = self.plan.bands.is_empty() && !is_held;
        let is_full = it.decided.is_some()
            || it.zone == Zone::Decided
            || is_free && it.milestone == Milestone::Last;
        let is_tinted = is_free && it.milestone == Milestone::OnTheWay;
        let is_concerned =
            self.frame.failure.is_some_and(|failure| failure.concerns(Thing::Process(process)));
        let class = match (it.life, it.zone) {
            (Life::Crashed, _) | (_, Zone::Crashed) => "disc is-crashed",
            _ if fails && (is_inside || is_full) => "disc is-inside is-broken",
            _ if fails && is_tinted => "disc is-held is-broken",
            _ if fails && is_held => "disc is-held is-broken",
            _ if is_held => "disc is-held",
            _ if fails => "disc is-broken",
            _ if is_inside || is_full => "disc is-inside",
            _ if is_tinted => "disc is-held",
            (Life::Done, _) if !is_concerned => "disc is-done",
            (Life::Resting, _) | (_, Zone::Remainder) => "disc is-idle",
            _ => "disc",
        };
        if it.hand {
            let d = format!(
                "M{} {}l{} {}",
                short(at.x - r * 0.7),
                short(at.y - r * 0.7),
                short(-r * 0.4),
                short(-r * 0.42)
            );
            let tip = point(at.x - r * 1.13, at.y - r * 1.15);
            part.shapes.push(path("arm", d, Rect::of(&[at, tip])).ink(process));
            part.shapes.push(circle("hand", tip, r * 0.19).ink(process));
        }
        let has_begun = self.view().processes.iter().any(|other| !other.is_passive);
        let shape = match it.is_passive && has_begun {
            true => frame(class, Rect::around(at, 1.84 * r, 1.84 * r), 8.0),
            false => circle(class, at, r),
        };
        part.shapes.push(shape.ink(process));
        let number = match class {
            "disc is-inside" | "disc is-inside is-broken" => "number is-inside",
            "disc is-crashed" | "disc is-done" => "number is-soft",
            _ => "number",
        };
        if let Some(value) = self.held_value(process) {
            let size = super::value_size(&value, 1.5 * r, (r * 0.8).clamp(18.0, 34.0));
            part.shapes.push(words("value mono", at, Anchor::Middle, size, value));
            let spot = point(at.x - r * 0.72, at.y - r * 0.72);
            part.shapes.extend(self.pin(process, spot, 11.0));
        } else {
            let tag = self.tag(process);
            let most = (r * 0.72).clamp((1.3 * r).clamp(12.0, 17.0), 30.0);
            let size = super::value_size(&tag, 1.6 * r, most);
            part.shapes.push(words(number, at, Anchor::Middle, size, tag));
        }
        self.seats(it, at, r, part);
    }

    /// What a process has in its disc.
    fn held_value(&self, process: usize) -> Option<String> {
        let has_landed = self.t >= 1.0 || self.movement.land.at(self.t) > 0.5;
        let moment = if has_landed { self.after } else { self.before };
        Some(moment.view.arrays.get(self.plan.held?)?.cells.get(process)?.value.clone())
    }

    /// On its rim those that it owes an answer, and a free seat for each whose answer it waits for.
    fn seats(&self, it: &ProcessView, at: Point, r: f64, part: &mut Part) {
        if self.plan.lanes.is_empty() {
            return;
        }
        // on its card they stand in the queue
        let owed = it.owes.iter().filter(|_| it.queues.is_empty() || self.plan.cards.is_empty());
        let is_up = it.life == Life::Running;
        let awaited = it.awaits.iter().filter(|_| is_up).filter(|other| !it.owes.contains(other));
        let seats = owed.map(|owed| (*owed, false)).chain(awaited.map(|awaited| (*awaited, true)));
        for (seat, (other, is_free)) in seats.enumerate() {
            let angle = 2.5 - 0.62 * seat as f64;
            let seat = point(at.x + angle.cos() * r, at.y + angle.sin() * r);
            let [mut rim, number] = self.pin(usize::from(other), seat, 10.0);
            if is_free {
                rim.class = "pin is-free";
            }
            part.shapes.extend([rim, number]);
        }
    }

    /// What it has for itself, a row for each.
    fn card(&self, process: usize, part: &mut Part) {
        let Some(card) = self.plan.cards.iter().find(|card| card.process == process) else {
            return;
        };
        let sizes = self.plan.sizes;
        let locals = &self.shown().view.processes[process].locals;
        let old = &self.before.view.processes[process].locals;
        let share = |row: &Rect| (row.w * 0.42).min(150.0);
        // names stand above where one is too long to stand beside
        let title = sizes.small + 6.0;
        let is_above = locals.iter().zip(&card.rows).any(|(it, row)| {
            text::width(it.0, sizes.small, true) > share(row) - 8.0 && row.h >= 2.0 * title + 6.0
        });
        for ((name, value), row) in locals.iter().zip(&card.rows) {
            let is_new = old.iter().any(|it| it.0 == *name && it.1 != *value);
            let (at, wide, cell) = if is_above {
                let cell = Rect { y: row.y + title, h: row.h - title, ..*row };
                (point(row.x + 2.0, row.y + title / 2.0), row.w, cell)
            } else {
                let share = share(row);
                let cell = Rect { x: row.x + share, w: row.w - share, ..*row };
                (point(row.x + 2.0, row.center().y), share - 8.0, cell)
            };
            let short = text::cut(name, text::letters(wide, sizes.small, true));
            part.shapes.push(words("name mono is-inner", at, Anchor::Start, sizes.small, short));
            part.shapes.push(frame("cell", cell, 7.0));
            if is_new {
                part.shapes.push(frame("touched", cell.grown(2.5), 9.0).ink(process));
            }
            let queues = &self.shown().view.processes[process].queues;
            if let Some((_, items)) = queues.iter().find(|queue| queue.0 == *name) {
                self.queue(items, cell, part);
                continue;
            }
            let room = cell.w - 10.0;
            let size = super::value_size(value, room, sizes.value.min(cell.h * 0.6).max(12.0));
            let short = text::cut(value, text::letters(room, size, true));
            part.shapes.push(words("value mono", cell.center(), Anchor::Middle, size, short));
        }
    }

    /// Those in a queue, the first one on the left.
    fn queue(&self, items: &[Queued], cell: Rect, part: &mut Part) {
        let r = (cell.h * 0.4).min(12.0);
        let width = |queued: &Queued| {
            let told = text::width(&queued.words, 12.0, false);
            let pin = self.pin_width(queued.process.into(), r);
            pin + if queued.words.is_empty() { 6.0 } else { told + 12.0 }
        };
        let whole: f64 = items.iter().map(width).sum();
        let is_high = cell.h >= 4.0 * r + 8.0 && whole > cell.w - 16.0;
        let mut middle = cell.center().y - if is_high { r + 2.0 } else { 0.0 };
        let mut is_last = !is_high;
        if items.is_empty() {
            part.shapes.push(words("none", cell.center(), Anchor::Middle, 13.0, "empty"));
        }
        let mut x = cell.x + 8.0;
        for (nth, item) in items.iter().enumerate() {
            let w = width(item);
            let more = items.len() - nth;
            let spare = if more > 1 && is_last { 22.0 } else { 0.0 };
            if x + w > cell.right() - spare && !is_last {
                (x, middle, is_last) = (cell.x + 8.0, middle + 2.0 * r + 4.0, true);
            }
            if x + w > cell.right() - spare {
                let at = point(cell.right() - 5.0, middle);
                part.shapes.push(words("note", at, Anchor::End, 12.0, format!("+{more}")));
                break;
            }
            let pin = self.pin_width(item.process.into(), r);
            let at = point(x + pin / 2.0, middle);
            part.shapes.extend(self.pin(item.process.into(), at, r));
            if !item.words.is_empty() {
                let at = point(x + pin + 4.0, middle);
                part.shapes.push(words("note", at, Anchor::Start, 12.0, &*item.words));
            }
            x += w;
        }
    }

    /// Where a ticket is, of a process that stands there.
    fn ticket_at(&self, token: &str, at: Point) -> Rect {
        let (word, ticket) = (self.plan.sizes.word, self.plan.ticket);
        let w = (text::width(token, word + 1.0, true) + 14.0).max(28.0);
        // it begins at the disc, and grows away from it
        let shift = (w - 28.0) / 2.0 * if ticket.x < 0.0 { -1.0 } else { 1.0 };
        Rect::around(point(at.x + ticket.x + shift, at.y + ticket.y), w, word + 13.0)
    }

    /// Where the ticket of a process is at a moment, if it has one.
    pub(super) fn ticket_place(&self, moment: &Moment, process: usize) -> Option<Rect> {
        let token = moment.view.processes[process].token.as_ref();
        let token = token.filter(|_| self.plan.marks.is_none())?;
        Some(self.ticket_at(token, self.plan.disc(&moment.view, process)))
    }

    fn ticket(&self, process: usize, at: Point, part: &mut Part) {
        if self.plan.marks.is_some() {
            // its last event shows it
            return;
        }
        let moment = self.shown();
        let Some(token) = &moment.view.processes[process].token else { return };
        let rect = self.ticket_at(token, at);
        let (middle, size) = (rect.center(), self.plan.sizes.word + 1.0);
        let class = if token == "?" { "ticket is-open" } else { "ticket" };
        part.shapes.push(frame(class, rect, 6.0).ink(process));
        part.shapes.push(words("ticket-text mono", middle, Anchor::Middle, size, &**token));
    }
}
