//! Where things stand. A layout follows from what a state has (processes, zones, arrays, replicas)
//! and from the box, never from values: a step moves what the program moves, and nothing else.

mod cells;
mod columns;
mod history;
mod loops;
mod message_slots;
mod nodes;
mod overlap;
mod pool;
mod queues;
pub mod replicas;
mod ring;
mod rows;

pub use history::{Marks, last as last_event};
pub use message_slots::PADDING;
pub use queues::Queue;

use crate::geometry::{Curve, Point, Rect, point};
use crate::scene::Anchor;
use crate::tag;
use crate::text;
use crate::viewport::{Sizes, Viewport};
use catalog::{Cell, Stage, View, Zone};

/// Where everything of one algorithm stands in one box.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    pub room: Viewport,
    pub sizes: Sizes,
    /// What stands in each disc.
    pub tags: Vec<String>,
    /// Beside each process stands its name.
    pub is_named: bool,
    /// The radius of a process.
    pub r: f64,
    /// How far a click may be from the middle of a process.
    pub reach: f64,
    /// Where each process stands; where there are bands, only its column.
    pub homes: Vec<Point>,
    pub bands: Vec<Band>,
    /// Of a process in a band, its middle from the top of the band.
    pub drop: f64,
    pub labels: Vec<Label>,
    /// Where a ticket is, seen from the middle of its process.
    pub ticket: Point,
    /// Where the ways out run, for each process.
    pub margins: Vec<f64>,
    /// The cells of each array; one that is not drawn has no width.
    pub cells: Vec<Vec<Rect>>,
    pub names: Vec<Name>,
    /// Between whom messages may go, drawn pale.
    pub lanes: Vec<(usize, usize)>,
    pub bend: f64,
    /// Of each lane, how far along it the first message rests.
    pub rests: Vec<f64>,
    /// Of each process, on which side of its disc it sends to itself.
    pub loops: Vec<Point>,
    /// The array whose elements stand in the discs.
    pub held: Option<usize>,
    /// Where there is room in the midst of a ring, and how far it reaches.
    pub middle: Option<(Point, f64)>,
    /// The cells of each replica.
    pub wells: Vec<Well>,
    /// What processes have for themselves, where there is room to draw it as cells.
    pub cards: Vec<Card>,
    /// Boxes that hold several cells: nodes of a tree, words, copies, cells of a pool.
    pub boxes: Vec<Rect>,
    /// How far pointers between the cells of a pool may hang down below them.
    pub sag: f64,
    /// Where what has happened is drawn.
    pub marks: Option<Marks>,
    /// Where writes wait for memory.
    pub queues: Vec<Queue>,
}

/// A section that processes walk through, or neighbouring ones where there is little room.
#[derive(Clone, PartialEq, Debug)]
pub struct Band {
    pub zones: Vec<Zone>,
    pub rect: Rect,
    /// Those inside do what must not be done by two at once.
    pub is_room: bool,
}

/// What is said beside a process, and how much room there is for it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Label {
    pub side: Side,
    pub width: f64,
    pub lines: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    Right,
    Left,
    Above,
    Below,
}

/// A name that stands still.
#[derive(Clone, PartialEq, Debug)]
pub struct Name {
    pub at: Point,
    pub anchor: Anchor,
    pub text: String,
    pub is_code: bool,
    pub ink: Option<usize>,
}

/// A process on a card, with a row for each of its variables.
#[derive(Clone, PartialEq, Debug)]
pub struct Card {
    pub process: usize,
    pub rect: Rect,
    pub rows: Vec<Rect>,
}

/// A replica: a column for each cell.
#[derive(Clone, PartialEq, Debug)]
pub struct Well {
    pub rect: Rect,
    pub columns: Vec<Rect>,
    /// Where messages to it wait: the right end of the first.
    pub gate: Point,
    /// From one message that waits to the next.
    pub pitch: f64,
}

pub fn plan(stage: Stage, zones: &[Zone], view: &View, room: Viewport) -> Plan {
    let mut plan = uncrowded(stage, zones, view, room);
    plan.make_room();
    plan.fit_tags();
    plan.place_rests();
    plan.place_loops();
    plan
}

fn uncrowded(stage: Stage, zones: &[Zone], view: &View, room: Viewport) -> Plan {
    let above = |plan: &dyn Fn(Viewport) -> Plan| queues::below(view, room, plan);
    if let Some(history) = &view.history {
        return above(&|room| history::plan(view, history, room));
    }
    if !view.rows.is_empty() {
        return above(&|room| replicas::plan(view, room));
    }
    if let Some(count) = ring::members(view) {
        return above(&|room| ring::plan(view, room, count));
    }
    let has_room = zones.iter().any(|zone| matches!(zone, Zone::Critical | Zone::Processing));
    match stage {
        // queues stand between processes and cells
        Stage::Zones if has_room => columns::plan(view, zones, room),
        Stage::Zones | Stage::Array | Stage::Cells => cells::plan(view, room),
        Stage::Clique => above(&|room| nodes::mesh(view, room)),
        Stage::Ring => above(&|room| nodes::ring(view, room)),
        Stage::ClientServer => above(&|room| nodes::server(view, room)),
        Stage::Replicas => above(&|room| replicas::plan(view, room)),
    }
}

impl Plan {
    fn new(view: &View, room: Viewport) -> Plan {
        let mut sizes = room.sizes();
        let is_named = !tag::are_numbers(view);
        sizes.lines += usize::from(is_named);
        Plan {
            room,
            sizes,
            tags: tag::tags(view),
            is_named,
            r: sizes.r,
            reach: f64::INFINITY,
            homes: Vec::new(),
            bands: Vec::new(),
            drop: 0.0,
            labels: Vec::new(),
            ticket: Point::default(),
            margins: Vec::new(),
            cells: Vec::new(),
            names: Vec::new(),
            lanes: Vec::new(),
            bend: 0.14,
            rests: Vec::new(),
            loops: Vec::new(),
            held: None,
            middle: None,
            wells: Vec::new(),
            cards: Vec::new(),
            boxes: Vec::new(),
            sag: 0.0,
            marks: None,
            queues: Vec::new(),
        }
    }

    /// Where discs are too small for letters, numbers stand in them.
    fn fit_tags(&mut self) {
        let wide = |tag: &String| text::width(tag, 12.0, false) > 1.8 * self.r;
        if self.tags.iter().any(wide) {
            self.tags = (0..self.tags.len()).map(|process| process.to_string()).collect();
        }
    }

    /// So many lines beside a process, and one for its name.
    fn with_name(&self, lines: usize) -> usize {
        lines + usize::from(self.is_named)
    }

    /// The middle of a process.
    pub fn disc(&self, view: &View, process: usize) -> Point {
        match view.processes.get(process) {
            Some(shown) => self.disc_in(process, shown.zone),
            // a reason may speak of a process that these options do not have
            None => self.homes.get(process).copied().unwrap_or_default(),
        }
    }

    /// The middle of a process in a section.
    pub fn disc_in(&self, process: usize, zone: Zone) -> Point {
        let home = self.homes.get(process).copied().unwrap_or_default();
        let Some(last) = self.bands.last() else { return home };
        let band = self.bands.iter().find(|band| band.zones.contains(&zone)).unwrap_or(last);
        // the room is higher, for more lines
        let is_beside = self.labels.get(process).is_some_and(|label| label.side == Side::Right);
        let more = if is_beside { (band.rect.h - last.rect.h) / 2.0 } else { 0.0 };
        let middle = self.drop + more;
        point(home.x, band.rect.y + middle)
    }

    /// The way of messages from one process, or replica, to another.
    pub fn lane(&self, view: &View, from: usize, to: usize) -> Curve {
        let processes = view.processes.len();
        match (from.checked_sub(processes), to.checked_sub(processes)) {
            (None, None) if from == to => self.loop_from(from, self.disc(view, from)),
            (None, None) => {
                let [from, to] = [from, to].map(|it| self.disc(view, it));
                Curve::bowed(from, to, self.bend)
            }
            (None, Some(replica)) => self.to_replica(view, from, replica, 0),
            _ => Curve::bowed(self.end(view, from), self.end(view, to), 0.0),
        }
    }

    fn end(&self, view: &View, lane: usize) -> Point {
        match lane.checked_sub(view.processes.len()) {
            None => self.disc(view, lane),
            Some(replica) => self.wells.get(replica).map_or(Point::default(), |well| well.gate),
        }
    }

    /// From a client to its place among the messages that wait before a replica.
    pub fn to_replica(&self, view: &View, from: usize, replica: usize, place: usize) -> Curve {
        let from = self.disc(view, from);
        let Some(well) = self.wells.get(replica) else { return Curve::bowed(from, from, 0.0) };
        let to = point(well.gate.x, well.gate.y + well.pitch * place as f64);
        if self.room.is_phone() {
            return Curve { from, by: point(from.x, to.y), to };
        }
        // level at first: what is said of a client stands below it
        Curve { from, by: point(to.x - 90.0, from.y), to }
    }

    /// Where a shared variable is.
    pub fn cell(&self, view: &View, cell: Cell) -> Option<Rect> {
        let array = view.arrays.iter().position(|array| array.name == cell.array)?;
        let rect = self.cells.get(array)?.get(view.arrays[array].position(cell))?;
        (rect.w > 0.0).then_some(*rect)
    }

    /// The cells of a replica that an access concerns, as one.
    pub fn columns(&self, view: &View, replica: usize, cell: Cell) -> Rect {
        let Some(well) = self.wells.get(replica) else { return Rect::default() };
        let names = view.columns.iter().zip(&well.columns);
        let of = |name: &str| match name.split_once(':') {
            Some((family, index)) if family == cell.array => {
                cell.single || index == cell.index.to_string()
            }
            _ => name == cell.array,
        };
        let found = names.filter(|name| of(name.0)).map(|name| *name.1);
        found.reduce(|a, b| a.joined(&b)).unwrap_or(well.rect)
    }

    /// The columns of a row that an access to a shared variable concerns, or all of them.
    pub fn row(&self, view: &View, cell: Cell) -> Option<Rect> {
        let well = self.wells.get(view.row_of(cell)?)?;
        let columns = view.columns_of(cell).into_iter().map(|it| well.columns[it]);
        columns.reduce(|a, b| a.joined(&b))
    }

    /// The room that must not be shared, and is.
    pub fn critical(&self) -> Option<&Band> {
        self.bands.iter().find(|band| band.is_room)
    }
}

/// Names of arrays as a page writes them.
fn name(at: Point, anchor: Anchor, text: impl Into<String>) -> Name {
    Name { at, anchor, text: text.into(), is_code: true, ink: None }
}

fn plain(at: Point, anchor: Anchor, text: impl Into<String>) -> Name {
    Name { is_code: false, ..name(at, anchor, text) }
}
