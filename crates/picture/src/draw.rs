//! A picture, drawn: what stands still, what travels, and what is left of the last step.

mod background;
mod beside;
mod buffers;
mod cells;
mod evidence;
mod fails;
mod history;
mod messages;
mod pins;
mod pool;
mod processes;
mod replicas;
mod spots;
mod sum;
mod touched;

pub use buffers::arrival;

use crate::failure::Failure;
use crate::geometry::{Curve, Point, Rect};
use crate::layout::{self, Plan};
use crate::motion::{Movement, Way, swell};
use crate::scene::{Part, Scene, Shape, Thing, arrow_head, circle, curve};
use crate::viewport::Viewport;
use catalog::{Action, Cell, Event, Moment, Stage, View, WritePhase, Zone};

/// One instant of a step.
#[derive(Clone, Copy)]
pub struct Frame<'a> {
    pub stage: Stage,
    pub zones: &'static [Zone],
    /// The moment before the step; none where nothing moves.
    pub before: Option<&'a Moment>,
    pub after: &'a Moment,
    /// The moment before is another one than that of the step before.
    pub is_jump: bool,
    /// From 0, before the step, to 1, after it.
    pub t: f64,
    pub room: Viewport,
    /// The reason of a failure that this moment is.
    pub failure: Option<&'a Failure>,
    /// Messages that only the reader delivers.
    pub held: &'a [Action],
    /// Deliveries and crashes that the run goes on with, each with the number of the step.
    pub coming: &'a [(Action, usize)],
    /// A thing that is pointed at, here or elsewhere.
    pub marked: Option<Thing>,
    /// A process that has just looked, and has to wait.
    pub looks: Option<usize>,
    /// What has travelled is shown where it arrived, for those who see no movement.
    pub is_reduced: bool,
    /// Whether there are targets for clicks and keys.
    pub is_live: bool,
}

impl<'a> Frame<'a> {
    /// A moment that is only looked at.
    pub fn still(
        stage: Stage,
        zones: &'static [Zone],
        moment: &'a Moment,
        failure: Option<&'a Failure>,
        room: Viewport,
    ) -> Frame<'a> {
        Frame {
            stage,
            zones,
            before: None,
            after: moment,
            is_jump: false,
            t: 1.0,
            room,
            failure,
            held: &[],
            coming: &[],
            marked: None,
            looks: None,
            is_reduced: false,
            is_live: false,
        }
    }
}

pub fn draw(frame: &Frame<'_>) -> Scene {
    let Frame { stage, zones, after, room, .. } = *frame;
    // with other processes it is another system: nothing moves from there to here
    let count = |moment: &Moment| moment.view.processes.len();
    let before = frame.before.filter(|before| count(before) == count(after)).unwrap_or(after);
    let plan = layout::plan(stage, zones, &after.view, room);
    let old = layout::plan(stage, zones, &before.view, room);
    let movement = match frame.looks {
        Some(_) => Movement::look(),
        None if frame.is_jump => Movement::jump(),
        None => Movement::of(before, after),
    };
    let actor = after.actor.map(usize::from);
    let drawing =
        Drawing { frame, before, after, actor, plan: &plan, old: &old, movement, t: frame.t };
    let mut scene = Scene { w: room.w, h: room.h, parts: Vec::new() };
    drawing.ground(&mut scene);
    drawing.cells(&mut scene);
    drawing.wells(&mut scene);
    drawing.queues(&mut scene);
    drawing.waits(&mut scene);
    drawing.trails(&mut scene);
    drawing.reasons(&mut scene);
    let lines = scene.parts.len();
    drawing.history(&mut scene);
    drawing.names(&mut scene);
    drawing.processes(&mut scene);
    let messages = scene.parts.len();
    drawing.mutations(&mut scene);
    drawing.messages(&mut scene);
    lower(&mut scene, messages, lines);
    drawing.flights(&mut scene);
    drawing.failure(&mut scene);
    scene.parts.push(drawing.coming_cracks());
    drawing.elsewhere(&mut scene);
    scene.parts.retain(|part| !part.shapes.is_empty());
    scene
}

/// Puts the lines of the messages, from one part on, before another one: below discs and words, which no
/// line runs through.
fn lower(scene: &mut Scene, messages: usize, to: usize) {
    let mut lines = Vec::new();
    for part in &mut scene.parts[messages..] {
        let shapes =
            part.shapes.extract_if(.., |shape| matches!(shape.class, "way" | "head")).collect();
        lines.push(Part { faded: part.faded, shapes, ..Part::default() });
    }
    scene.parts.splice(to..to, lines);
}

pub(crate) struct Drawing<'a> {
    frame: &'a Frame<'a>,
    before: &'a Moment,
    after: &'a Moment,
    actor: Option<usize>,
    plan: &'a Plan,
    old: &'a Plan,
    movement: Movement,
    t: f64,
}

impl Drawing<'_> {
    fn view(&self) -> &View {
        &self.after.view
    }

    /// The moment whose messages and words are shown.
    fn shown(&self) -> &Moment {
        if self.movement.react.at(self.t) < 0.5 && self.t < 1.0 { self.before } else { self.after }
    }

    /// The middle of a process right now.
    fn disc(&self, process: usize) -> Point {
        let to = self.plan.disc(&self.after.view, process);
        let from = self.old.disc(&self.before.view, process);
        let mut at = to;
        if from != to {
            let is_room = |zone| self.is_room(zone);
            let zones = [self.before, self.after].map(|moment| moment.view.processes[process].zone);
            let way = match zones.map(is_room) {
                _ if self.frame.is_jump => Way::Straight,
                [false, true] => Way::In,
                [true, false] => Way::Out,
                _ => Way::Straight,
            };
            let margin = self.plan.margins.get(process).copied().unwrap_or(to.x);
            at = way.at(from, to, self.movement.walk.at(self.t), margin);
        }
        if self.frame.looks == Some(process)
            && let Some(cell) = self.awaited(process)
        {
            at = at.toward(cell.center(), 9.0 * swell(self.movement.react.at(self.t)));
        }
        at
    }

    /// Its radius: it swells as it takes something in.
    fn radius(&self, process: usize) -> f64 {
        if self.actor != Some(process) {
            return self.plan.r;
        }
        self.plan.r * (1.0 + 0.08 * swell(self.movement.react.at(self.t)))
    }

    /// Whether a process has done what this step does to it.
    fn has_walked(&self) -> bool {
        self.movement.walk.at(self.t) > 0.6
    }

    /// The cell that a process waits for.
    fn awaited(&self, process: usize) -> Option<Rect> {
        let mut next = self.after.next.iter();
        let wait = next.find(|choice| {
            choice.possible == catalog::Enabledness::Waits
                && choice.process.map(usize::from) == Some(process)
        })?;
        self.cell(wait.cell?).first().copied()
    }

    /// Where a shared variable is, or where its copies are.
    fn cell(&self, cell: Cell) -> Vec<Rect> {
        let place = self.plan.cell(self.view(), cell).or_else(|| self.plan.row(self.view(), cell));
        place.into_iter().collect()
    }

    /// Whether those in a section do what must not be done by two at once.
    fn is_room(&self, zone: Zone) -> bool {
        match zone {
            Zone::Critical => true,
            Zone::Processing => self.frame.stage == Stage::Zones,
            _ => false,
        }
    }

    /// Whether a variable stands in a disc.
    fn is_held(&self, cell: Cell) -> bool {
        let held = self.plan.held.and_then(|held| self.view().arrays.get(held));
        held.is_some_and(|held| held.name == cell.array)
    }

    /// The places that an event of the last step concerns.
    fn touched(&self, event: &Event) -> Vec<Rect> {
        let is_arrival = matches!(event, Event::Write { phase: WritePhase::Arrives, .. });
        if let Some(place) = self.queued(event).filter(|_| !is_arrival) {
            return vec![place];
        }
        match event {
            // what a process does in its own disc needs no arrow
            Event::Read { cell, .. } | Event::Write { cell, .. }
                if self.is_held(*cell) && self.actor == Some(cell.index.into()) =>
            {
                Vec::new()
            }
            Event::Read { cell, .. } | Event::Write { cell, .. }
                if !self.view().rows.is_empty() =>
            {
                self.cell(*cell)
            }
            Event::Read { cell, replicas, .. } if !self.plan.wells.is_empty() => {
                let of = |it: &u8| self.plan.columns(self.view(), usize::from(*it), *cell);
                if replicas.is_empty() { vec![of(&0)] } else { replicas.iter().map(of).collect() }
            }
            Event::Write { cell, .. } if !self.plan.wells.is_empty() => {
                vec![self.plan.columns(self.view(), 0, *cell)]
            }
            Event::Read { cell, .. } | Event::Write { cell, .. } => self.cell(*cell),
            _ => Vec::new(),
        }
    }

    /// Whether a thing is a reason of the failure on show, or where it fails.
    fn is_faded(&self, thing: Thing) -> bool {
        self.frame.failure.is_some_and(|failure| !failure.concerns(thing))
    }

    fn part(&self, of: Thing) -> Part {
        Part { of: Some(of), faded: self.is_faded(of), ..Part::default() }
    }

    fn is_marked(&self, thing: Thing) -> bool {
        self.frame.marked == Some(thing)
    }

    /// A ring around what is pointed at.
    fn ring(&self, thing: Thing, at: Point, r: f64) -> Option<Shape> {
        if !self.frame.is_live {
            return None;
        }
        let class = if self.is_marked(thing) { "ring is-on" } else { "ring" };
        let ring = circle(class, at, r);
        Some(match thing {
            Thing::Process(process) => ring.ink(process),
            _ => ring,
        })
    }
}

/// A curve with a head at its end.
fn arrow(class: &'static str, it: &Curve, ink: usize, opacity: f64) -> Vec<Shape> {
    let line = it.trimmed(0.0, 4.0);
    vec![
        curve(class, &line).ink(ink).opacity(opacity),
        arrow_head("head", it, 10.0).ink(ink).opacity(opacity),
    ]
}

/// Values are as large as there is room for, and no smaller than 12 pixels.
fn value_size(text: &str, room: f64, most: f64) -> f64 {
    let wide = crate::text::width(text, most, true);
    if wide <= room { most } else { (most * room / wide).max(12.0) }
}
