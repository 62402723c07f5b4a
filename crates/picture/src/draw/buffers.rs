//! Writes that wait in store buffers, between their process and memory.

use super::Drawing;
use crate::geometry::{Point, Rect, point, short};
use crate::layout::Queue;
use crate::scene::{Anchor, Part, Scene, Thing, circle, frame, path, words};
use crate::text;
use catalog::{Action, BufferView, Cell, Event, PendingView, View, WritePhase};

impl Drawing<'_> {
    pub(super) fn queues(&self, scene: &mut Scene) {
        let landed = self.movement.land.at(self.t);
        let is_after = self.t >= 1.0 || landed > 0.5;
        let view = if is_after { &self.after.view } else { &self.before.view };
        for queue in &self.plan.queues {
            scene.parts.push(self.trough(queue, view));
            let Some(buffer) = of(view, queue.process) else { continue };
            for (nth, write) in buffer.writes.iter().enumerate() {
                let Some(place) = queue.places.get(nth) else { break };
                // what lay behind the one that arrived comes one place nearer
                let from = self.place_before(queue, nth).unwrap_or(*place);
                let rect = if is_after { from.mix(place, landed) } else { *place };
                let more = buffer.writes.len() - nth - 1;
                let is_last = nth + 1 == queue.places.len();
                let more = more * usize::from(is_last);
                scene.parts.push(self.pending((queue.process, nth), write, more, rect));
            }
            let fences = buffer.fences.iter().filter_map(|ahead| queue.places.get(ahead - 1));
            scene.parts.extend(fences.map(|place| self.store_fence(queue.process, *place)));
        }
    }

    /// A bar between the write in a place and those behind it, which do not pass it.
    fn store_fence(&self, process: usize, place: Rect) -> Part {
        let mut part = Part { faded: self.frame.failure.is_some(), ..Part::default() };
        let d = format!("M{} {}h{}", short(place.x), short(place.y - 1.0), short(place.w));
        let bar = Rect { y: place.y - 2.0, h: 2.0, ..place };
        part.shapes.push(path("fence", d, bar).ink(process));
        part
    }

    /// An open box: writes go in at the top, and through the gap at the foot to memory.
    fn trough(&self, queue: &Queue, view: &View) -> Part {
        let Rect { x, y, w, h } = queue.rect;
        let (third, sides) = (short(w * 0.36), short(h));
        let d = format!(
            "M{} {}v{sides}h{third}m{} 0h{third}v-{sides}",
            short(x),
            short(y),
            short(w * 0.28)
        );
        let mut part = Part { faded: self.frame.failure.is_some(), ..Part::default() };
        part.shapes.push(path("queue", d, queue.rect).ink(queue.process));
        if of(view, queue.process).is_some_and(|buffer| buffer.writes.is_empty()) {
            let size = self.plan.sizes.small;
            let fits = |told: &&str| text::width(told, size, false) <= w - 12.0;
            let told = Some("nothing pending").filter(fits).unwrap_or("empty");
            part.shapes.push(words("note", queue.rect.center(), Anchor::Middle, size, told));
        }
        part
    }

    fn pending(
        &self,
        (process, place): (usize, usize),
        write: &PendingView,
        more: usize,
        rect: Rect,
    ) -> Part {
        let thing = Thing::Pending { process, place };
        let failure =
            self.frame.failure.filter(|failure| !failure.concerns(Thing::Cell(write.cell)));
        let mut part = Part { of: Some(thing), faded: failure.is_some(), ..Part::default() };
        if self.frame.is_live && write.may_arrive {
            let who = self.view().name(process);
            part.name = format!("pending write of {who}: {} ← {}", write.cell, write.value);
            let class = if self.is_marked(thing) { "ring is-on" } else { "ring" };
            part.shapes.push(frame(class, rect.grown(1.0), 7.0).ink(process));
        }
        let class = if write.may_arrive { "pending is-next" } else { "pending" };
        part.shapes.push(frame(class, rect, 6.0).ink(process));
        let told = match more {
            0 => told(write, text::letters(rect.w - 8.0, self.plan.sizes.small, true)),
            more => format!("+{} more", more + 1),
        };
        let size = self.plan.sizes.small;
        part.shapes.push(words("value mono", rect.center(), Anchor::Middle, size, told));
        part
    }

    /// Where the write at a place of a queue was before the step.
    fn place_before(&self, queue: &Queue, nth: usize) -> Option<Rect> {
        let [old, new] = [self.before, self.after].map(|moment| of(&moment.view, queue.process));
        let (old, new) = (old?, new?);
        let is_nearer = new.writes.len() < old.writes.len() && nth >= changed(old, new);
        queue.places.get(nth + usize::from(is_nearer)).copied()
    }

    /// The place of a queue that an event of the last step fills, looks at or empties.
    pub(super) fn queued(&self, event: &Event) -> Option<Rect> {
        let who = self.actor?;
        let queue = self.plan.queues.iter().find(|queue| queue.process == who)?;
        let [old, new] = [self.before, self.after].map(|moment| of(&moment.view, who));
        let (old, new) = (old?, new?);
        let nth = match event {
            Event::Write { phase: WritePhase::Issued, cell, .. } => youngest(new, *cell)?,
            Event::Write { phase: WritePhase::Arrives, .. } => changed(old, new),
            Event::Read { cell, value, .. } => {
                youngest(old, *cell).filter(|nth| old.writes[*nth].value == *value)?
            }
            _ => return None,
        };
        queue.places.get(nth.min(queue.places.len().saturating_sub(1))).copied()
    }

    /// Where what travels in a write comes from: out of a queue, or else from the process.
    pub(super) fn leaves(&self, event: &Event) -> Option<Point> {
        let is_arrival = matches!(event, Event::Write { phase: WritePhase::Arrives, .. });
        let place = self.queued(event).filter(|_| is_arrival)?;
        Some(point(place.center().x, place.bottom()))
    }

    /// On a cell, whose writes to it memory has not got yet.
    pub(super) fn awaited_writes(&self, cell: Cell, rect: Rect, part: &mut Part) {
        let view = &self.shown().view;
        let has = |buffer: &&BufferView| buffer.writes.iter().any(|write| write.cell == cell);
        for (nth, buffer) in view.buffers.iter().filter(has).enumerate() {
            let at = point(rect.right() - 9.0 - 11.0 * nth as f64, rect.y + 9.0);
            part.shapes.push(circle("dot is-pending", at, 4.0).ink(buffer.process.into()));
        }
    }
}

/// The step with which a pending write reaches memory.
pub fn arrival(view: &View, process: usize, place: usize) -> Option<impl Fn(Action) -> bool> {
    of(view, process)?.writes.get(place).filter(|write| write.may_arrive)?;
    Some(move |action| {
        matches!(action, Action::Arrive(who, which)
            if usize::from(who) == process && usize::from(which).saturating_sub(1) == place)
    })
}

fn of(view: &View, process: usize) -> Option<&BufferView> {
    view.buffers.iter().find(|buffer| usize::from(buffer.process) == process)
}

fn youngest(buffer: &BufferView, cell: Cell) -> Option<usize> {
    buffer.writes.iter().rposition(|write| write.cell == cell)
}

/// The first place in which two queues differ.
fn changed(old: &BufferView, new: &BufferView) -> usize {
    let is_same = |(old, new): &(&PendingView, &PendingView)| {
        (old.cell, &old.value) == (new.cell, &new.value)
    };
    old.writes.iter().zip(&new.writes).take_while(is_same).count()
}

/// `flag[0] ← true`; where there is little room the name gives way, and not the value.
fn told(write: &PendingView, letters: usize) -> String {
    let cell = write.cell.to_string();
    let whole = format!("{cell} ← {}", write.value);
    if whole.chars().count() <= letters {
        return whole;
    }
    let value = format!("←{}", write.value);
    let left = letters.saturating_sub(value.chars().count());
    text::cut(&format!("{}{value}", text::cut(&cell, left.max(2))), letters)
}
