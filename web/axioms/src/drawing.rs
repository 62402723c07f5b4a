//! The picture of a cycle: a column for each thread, its accesses from top to bottom, and an arrow from each access to
//! the next.

use litmus::axioms::{Cycle, Event};
use serde::Serialize;

/// Five letters of the boxes, in the picture's own units.
const FIVE_LETTERS: i32 = 39;
const BOX: i32 = 28;
const ROW: i32 = 72;
/// Between two columns, and beside the outer ones.
const GAP: i32 = 68;
const MARGIN: i32 = 42;
const HEAD: i32 = 28;
/// Arrows between the same boxes are so far from the middle, each on its side.
const ASIDE: i32 = 9;
const ABOVE: i32 = 6;

#[derive(Serialize, PartialEq, Debug)]
pub struct Drawing {
    pub width: i32,
    pub height: i32,
    /// The size of each box.
    pub box_size: [i32; 2],
    /// The name of each thread, above its column.
    pub threads: Vec<Placed>,
    /// In the order of the cycle.
    pub events: Vec<Placed>,
    /// From each event to the next.
    pub arrows: Vec<Arrow>,
}

/// Words around a middle.
#[derive(Serialize, PartialEq, Debug)]
pub struct Placed {
    pub x: i32,
    pub y: i32,
    pub words: String,
}

#[derive(Serialize, PartialEq, Debug)]
pub struct Arrow {
    /// From the edge of a box to that of the next.
    pub corners: Vec<Xy>,
    pub label: Placed,
}

/// Where an event stands: its column and its row.
type Cell = (usize, usize);
pub type Xy = (i32, i32);

struct Grid {
    width: i32,
    /// How many rows the longest column has.
    rows: usize,
}

impl Drawing {
    pub fn of(cycle: &Cycle) -> Drawing {
        let events = &cycle.0;
        let mut threads: Vec<usize> = events.iter().map(|event| event.thread).collect();
        threads.sort_unstable();
        threads.dedup();
        let cell = |event: &Event| {
            let before = |other: &&Event| other.thread == event.thread && other.nth < event.nth;
            let column = threads.iter().position(|thread| *thread == event.thread).unwrap_or(0);
            (column, events.iter().filter(before).count())
        };
        let cells: Vec<Cell> = events.iter().map(cell).collect();
        let letters = events.iter().map(|event| event.words.chars().count()).max().unwrap_or(0);
        let rows = cells.iter().map(|cell| cell.1 + 1).max().unwrap_or(0);
        let grid = Grid { width: units(letters) * FIVE_LETTERS / 5 + 16, rows };
        let next = |at: usize| cells[(at + 1) % cells.len()];
        let is_far = |at: &usize| cells[*at].0.abs_diff(next(*at).0) > 1;
        let lane = |at: usize| (0..at).filter(is_far).count();
        let arrow = |(at, event): (usize, &Event)| {
            let (corners, label) = grid.line(cells[at], next(at), lane(at));
            let label = Placed { x: label.0, y: label.1, words: event.leads.into() };
            Arrow { corners, label }
        };
        let placed = |(event, cell): (&Event, &Cell)| {
            let (x, y) = grid.middle(*cell);
            Placed { x, y, words: event.words.clone() }
        };
        let head = |(column, thread): (usize, &usize)| {
            let (x, _) = grid.middle((column, 0));
            Placed { x, y: HEAD / 2, words: format!("P{thread}") }
        };
        let last = grid.middle((threads.len() - 1, rows - 1));
        Drawing {
            width: last.0 + grid.width / 2 + MARGIN,
            height: grid.below(lane(cells.len())),
            box_size: [grid.width, BOX],
            threads: threads.iter().enumerate().map(head).collect(),
            events: events.iter().zip(&cells).map(placed).collect(),
            arrows: events.iter().enumerate().map(arrow).collect(),
        }
    }
}

impl Grid {
    fn middle(&self, (column, row): Cell) -> Xy {
        let x = MARGIN + self.width / 2 + units(column) * (self.width + GAP);
        (x, HEAD + BOX / 2 + 6 + units(row) * ROW)
    }

    /// Where an arrow runs that passes below all boxes, each in a lane of its own.
    fn below(&self, lane: usize) -> i32 {
        self.middle((0, self.rows - 1)).1 + BOX / 2 + 20 * units(lane + 1)
    }

    /// The corners of an arrow, and where its label stands.
    fn line(&self, from: Cell, to: Cell, lane: usize) -> (Vec<Xy>, Xy) {
        let (start, end) = (self.middle(from), self.middle(to));
        let half = (self.width / 2, BOX / 2);
        if from.0 == to.0 {
            // down on the left, up on the right
            let side = if from.1 < to.1 { -1 } else { 1 };
            if from.1.abs_diff(to.1) == 1 {
                let x = start.0 + side * ASIDE;
                let (top, bottom) = (start.1 - side * half.1, end.1 + side * half.1);
                return (vec![(x, top), (x, bottom)], (x + side * 23, i32::midpoint(top, bottom)));
            }
            let (edge, x) = (start.0 + side * half.0, start.0 + side * (half.0 + 20));
            let points = vec![(edge, start.1), (x, start.1), (x, end.1), (edge, end.1)];
            return (points, (x, i32::midpoint(start.1, end.1)));
        }
        // to the right above, to the left below
        let side = if from.0 < to.0 { 1 } else { -1 };
        let leaves = (start.0 + side * half.0, start.1 - side * ABOVE);
        let arrives = (end.0 - side * half.0, end.1 - side * ABOVE);
        if from.0.abs_diff(to.0) == 1 {
            let third = |from: i32, to: i32| from + (to - from) * 32 / 100;
            let label = (third(leaves.0, arrives.0), third(leaves.1, arrives.1));
            return (vec![leaves, arrives], label);
        }
        let aside = side * (16 + 8 * units(lane));
        let (left, right, y) = (leaves.0 + aside, arrives.0 - aside, self.below(lane));
        let points =
            vec![leaves, (left, leaves.1), (left, y), (right, y), (right, arrives.1), arrives];
        (points, (i32::midpoint(left, right), y))
    }
}

fn units(count: usize) -> i32 {
    i32::try_from(count).expect("a test is short")
}
