//! Shared cells in the shapes that their arrays have, and above them the processes.

use super::{Label, Plan, Side, name, plain, queues};
use crate::geometry::{Rect, point};
use crate::scene::Anchor;
use crate::text;
use crate::viewport::{Class, Viewport};
use catalog::{ArrayView, Cell, Shape, View};

/// Arrays that stand together.
enum Group {
    /// Strips of one length, each under the one before.
    Strips(Vec<usize>),
    /// The parts of one number, the highest on the left.
    Word(usize),
    /// A column for each array, a row for each index.
    Table(Vec<usize>),
    /// A box for each index, with a part from each array.
    Parts(Vec<usize>),
    /// A node for each index; the last array may be the nodes' locks.
    Tree(Vec<usize>),
    /// What each process has, on the diagonal, and what each two of them share.
    Matrix(usize, usize),
    /// What points into a pool from outside, in one row.
    Roots(Vec<usize>),
    /// A box for each cell: the fields, and last what the cells are.
    Pool(Vec<usize>),
}

impl Group {
    /// How many rows of cells it is high, about.
    fn rows(&self, view: &View) -> f64 {
        match self {
            Group::Strips(arrays) => arrays.len() as f64,
            Group::Word(_) => 1.0,
            Group::Table(arrays) => view.arrays[arrays[0]].cells.len() as f64,
            Group::Parts(_) => 1.2,
            Group::Tree(_) => 4.0,
            Group::Matrix(own, _) => view.arrays[*own].cells.len() as f64,
            Group::Roots(_) => super::pool::ROOTS,
            Group::Pool(_) => super::pool::ROWS,
        }
    }
}

fn groups(view: &View) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    let cells = |it: usize| view.arrays[it].cells.len();
    for (index, array) in view.arrays.iter().enumerate() {
        match (array.shape, groups.last_mut()) {
            (Shape::Column, Some(Group::Table(arrays)))
            | (Shape::Part, Some(Group::Parts(arrays)))
            | (Shape::Tree, Some(Group::Tree(arrays))) => arrays.push(index),
            (Shape::Locks, Some(Group::Tree(arrays) | Group::Strips(arrays)))
                if cells(arrays[0]) == array.cells.len() =>
            {
                arrays.push(index);
            }
            (Shape::Pairs, Some(Group::Strips(arrays))) if arrays.len() == 1 => {
                let own = arrays[0];
                groups.pop();
                groups.push(Group::Matrix(own, index));
            }
            (Shape::Field | Shape::Pool, Some(Group::Pool(arrays)))
                if view.arrays[arrays[arrays.len() - 1]].shape == Shape::Field =>
            {
                arrays.push(index);
            }
            (Shape::Field | Shape::Pool, _) => groups.push(Group::Pool(vec![index])),
            (Shape::Root, _) => {
                match groups.iter_mut().find(|group| matches!(group, Group::Roots(_))) {
                    Some(Group::Roots(arrays)) => arrays.push(index),
                    _ => {
                        // over the cells, which come first in a text
                        let pool = groups.iter().position(|group| matches!(group, Group::Pool(_)));
                        groups.insert(pool.unwrap_or(groups.len()), Group::Roots(vec![index]));
                    }
                }
            }
            (Shape::Word, _) => groups.push(Group::Word(index)),
            (Shape::Column, _) => groups.push(Group::Table(vec![index])),
            (Shape::Part, _) => groups.push(Group::Parts(vec![index])),
            (Shape::Tree, _) => groups.push(Group::Tree(vec![index])),
            (Shape::Row | Shape::Locks | Shape::Pairs | Shape::Between | Shape::Held, _) => {
                groups.push(Group::Strips(vec![index]));
            }
        }
    }
    groups
}

pub(super) const GAP: f64 = 10.0;

pub fn plan(view: &View, room: Viewport) -> Plan {
    let mut plan = Plan::new(view, room);
    let sizes = plan.sizes;
    plan.r = if room.class == Class::Wide { 36.0 } else { sizes.r };
    let r = plan.r;
    let count = view.processes.len().max(1) as f64;
    let column = room.w / count;
    let is_beside = !room.is_phone() && column - 2.0 * r - 40.0 >= 110.0;
    let title = sizes.small + 6.0;
    let groups = groups(view);
    let rows: f64 = groups.iter().map(|group| group.rows(view)).sum::<f64>().max(1.0);
    let titles: f64 = groups.iter().map(|group| Cells::titles(group, view, title)).sum();
    // brackets have their room
    let brackets = 12.0;
    // where cells would be too low, there is less to read beside the processes
    let top = |lines: usize| {
        let lines = sizes.line * lines as f64;
        let height = if is_beside { lines.max(2.0 * r + 16.0) } else { 1.9 * r + 22.0 + lines };
        height + brackets
    };
    let waiting = queues::height(view, room);
    let least = rows * 30.0 + titles + waiting;
    let lines = (1..=sizes.lines).rev().find(|&it| top(it) + least <= room.h).unwrap_or(1);
    // what a crash would leave stands at the foot
    let crash = match view.crash {
        Some(_) => title * if room.is_phone() { 2.0 } else { 1.0 },
        None => 0.0,
    };
    let free = room.h - top(lines) - waiting - titles - crash;
    let cell = (free / rows).clamp(26.0, if room.is_phone() { 150.0 } else { 210.0 });
    // what the cells leave is shared between them and the processes
    let spare = (free - cell * rows).max(0.0);
    for process in 0..view.processes.len() {
        let middle = column * (process as f64 + 0.5);
        let (x, label) = if is_beside {
            let width = (column - 2.0 * r - 40.0).min(240.0);
            let left = middle - (2.0 * r + 14.0 + width) / 2.0;
            (left + r, Label { side: Side::Right, width, lines })
        } else {
            (middle, Label { side: Side::Below, width: column - 8.0, lines })
        };
        let y = if is_beside { (top(lines) - brackets) / 2.0 } else { r + 3.0 };
        plan.homes.push(point(x, y.max(0.9 * r + 16.0) + spare * 0.12));
        plan.labels.push(label);
        plan.margins.push(middle);
    }
    plan.ticket = point(r * 0.9 + 6.0, -r * 0.9);
    plan.cells = view.arrays.iter().map(|array| vec![Rect::default(); array.cells.len()]).collect();
    let gaps = spare * 0.7 / groups.len().max(1) as f64;
    let y = top(lines) + spare * 0.18;
    queues::place(&mut plan, view, Rect { x: 0.0, y, w: room.w, h: waiting });
    let mut cells = Cells { plan, view, title, cell, y: y + waiting };
    for group in &groups {
        cells.y += gaps * 0.5;
        cells.place(group);
        cells.y += gaps * 0.5;
    }
    cells.plan
}

pub(super) struct Cells<'a> {
    pub plan: Plan,
    pub view: &'a View,
    pub title: f64,
    /// The height of a cell, with the gap to the next.
    pub cell: f64,
    pub y: f64,
}

impl Cells<'_> {
    /// The room for the names of a group's arrays.
    fn titles(group: &Group, view: &View, title: f64) -> f64 {
        match group {
            Group::Strips(arrays) => title * arrays.len() as f64,
            Group::Word(word) => title * if view.arrays[*word].whole.is_some() { 2.0 } else { 1.0 },
            Group::Roots(_) => 0.0,
            _ => title,
        }
    }

    /// Cells of one pitch in the middle of the box: the left of the first, and the pitch.
    pub fn strip(&self, cells: usize) -> (f64, f64) {
        let room = self.plan.room;
        let most = if room.is_phone() { 160.0 } else { 300.0 };
        let pitch = ((room.w - 14.0) / cells.max(1) as f64).min(most);
        ((room.w - pitch * cells as f64) / 2.0, pitch)
    }

    fn height(&self) -> f64 {
        (self.cell - GAP).max(18.0)
    }

    pub fn array(&self, index: usize) -> &ArrayView {
        &self.view.arrays[index]
    }

    /// Names a strip above its first cell.
    pub fn name(&mut self, array: usize, x: f64, width: f64) {
        let letters = text::letters(width, self.plan.sizes.small, true);
        let short = text::cut(self.array(array).name, letters);
        let at = point(x + 3.0, self.y + self.title / 2.0);
        self.plan.names.push(name(at, Anchor::Start, short));
    }

    fn place(&mut self, group: &Group) {
        match group {
            Group::Strips(arrays) => {
                for &array in arrays {
                    let cells = self.array(array).cells.len();
                    let (left, pitch) = self.strip(cells);
                    self.name(array, left, pitch * cells as f64);
                    self.y += self.title;
                    let h = self.height();
                    for index in 0..cells {
                        let x = left + pitch * index as f64 + 3.0;
                        self.plan.cells[array][index] = Rect { x, y: self.y, w: pitch - 6.0, h };
                    }
                    self.y += self.cell;
                }
            }
            Group::Word(array) => {
                let cells = self.array(*array).cells.len();
                let (left, pitch) = self.strip(cells);
                self.name(*array, left, pitch * cells as f64);
                self.y += self.title;
                let h = self.height();
                for index in 0..cells {
                    let x = left + pitch * (cells - 1 - index) as f64;
                    self.plan.cells[*array][index] = Rect { x, y: self.y, w: pitch, h };
                }
                self.y += self.cell;
                if let Some(whole) = self.array(*array).whole.clone() {
                    let at = point(self.plan.room.w / 2.0, self.y - 2.0);
                    self.plan.names.push(name(at, Anchor::Middle, whole));
                    self.y += self.title;
                }
            }
            Group::Table(arrays) => self.table(arrays),
            Group::Parts(arrays) => self.parts(arrays),
            Group::Tree(arrays) => self.tree(arrays),
            Group::Matrix(own, pairs) => self.matrix(*own, *pairs),
            Group::Roots(arrays) => self.roots(arrays),
            Group::Pool(arrays) => self.pool(arrays),
        }
    }

    fn table(&mut self, arrays: &[usize]) {
        let gutter = 30.0;
        let (left, pitch) = self.strip(arrays.len());
        let left = left.max(gutter);
        let pitch = pitch.min((self.plan.room.w - left - 2.0) / arrays.len() as f64);
        let letters = text::letters(pitch - 4.0, self.plan.sizes.small, true);
        let h = self.height();
        for (column, &array) in arrays.iter().enumerate() {
            let x = left + pitch * column as f64 + 3.0;
            let at = point(x + pitch / 2.0 - 3.0, self.y + self.title / 2.0);
            let short = text::cut(self.array(array).name, letters);
            self.plan.names.push(name(at, Anchor::Middle, short));
            for index in 0..self.array(array).cells.len() {
                let y = self.y + self.title + self.cell * index as f64;
                self.plan.cells[array][index] = Rect { x, y, w: pitch - 6.0, h };
            }
        }
        self.y += self.title;
        for index in 0..self.array(arrays[0]).cells.len() {
            let at = point(left - 8.0, self.y + h / 2.0);
            self.plan.names.push(plain(at, Anchor::End, index.to_string()));
            self.y += self.cell;
        }
    }

    fn parts(&mut self, arrays: &[usize]) {
        let count = self.array(arrays[0]).cells.len();
        let (left, pitch) = self.strip(count);
        let names: Vec<&str> = arrays.iter().map(|&array| self.array(array).name).collect();
        let letters = text::letters(self.plan.room.w / 2.0, self.plan.sizes.small, true);
        let at = point(left + 3.0, self.y + self.title / 2.0);
        self.plan.names.push(name(at, Anchor::Start, text::cut(&names.join(", "), letters)));
        self.y += self.title;
        let h = self.cell * 1.2 - GAP;
        for index in 0..count {
            let rect = Rect { x: left + pitch * index as f64 + 4.0, y: self.y, w: pitch - 8.0, h };
            self.plan.boxes.push(rect);
            let part = rect.w / arrays.len() as f64;
            for (column, &array) in arrays.iter().enumerate() {
                let x = rect.x + part * column as f64;
                self.plan.cells[array][index] =
                    Rect { x: x + 3.0, y: rect.y + 3.0, w: part - 6.0, h: h - 6.0 };
            }
        }
        self.y += self.cell * 1.2;
    }

    /// Nodes from left to right in the order of their keys, by their distance from the root.
    fn tree(&mut self, arrays: &[usize]) {
        let (pointers, lock) = match self.array(*arrays.last().unwrap_or(&0)).shape {
            Shape::Locks => (&arrays[..arrays.len() - 1], arrays.last().copied()),
            _ => (arrays, None),
        };
        let count = self.array(arrays[0]).cells.len();
        let depths = depths(self.view, pointers, count);
        let levels = depths.iter().filter_map(|depth| *depth).max().unwrap_or(0).max(3) + 1;
        let foot = depths.contains(&None);
        let rows = levels + usize::from(foot);
        let whole = self.cell * 4.0 + self.title;
        let pitch = (self.plan.room.w - 12.0) / count as f64;
        let row = whole / rows as f64;
        let w = (pitch - 3.0).min(92.0);
        let h = (row - 10.0).clamp(26.0, 58.0);
        for (index, depth) in depths.into_iter().enumerate() {
            let level = depth.unwrap_or(levels);
            let x = 6.0 + pitch * (index as f64 + 0.5) - w / 2.0;
            let rect = Rect { x, y: self.y + row * level as f64, w, h };
            self.plan.boxes.push(rect);
            if let Some(lock) = lock {
                self.plan.cells[lock][index] = Rect { h: h * 0.56, ..rect };
            }
            let part = rect.w / pointers.len() as f64;
            for (column, &array) in pointers.iter().enumerate() {
                let (x, y) = (rect.x + part * column as f64, rect.y + h * 0.56);
                self.plan.cells[array][index] = Rect { x, y, w: part, h: h * 0.44 };
            }
        }
        self.y += whole;
    }

    fn matrix(&mut self, own: usize, pairs: usize) {
        let count = self.array(own).cells.len();
        let (left, pitch) = self.strip(count);
        let names = format!("{}, {}", self.array(own).name, self.array(pairs).name);
        let at = point(left + 3.0, self.y + self.title / 2.0);
        self.plan.names.push(name(at, Anchor::Start, names));
        self.y += self.title;
        let h = self.height();
        let (top, step) = (self.y, self.cell);
        let rect = |row: usize, column: usize| Rect {
            x: left + pitch * column as f64 + 3.0,
            y: top + step * row as f64,
            w: pitch - 6.0,
            h,
        };
        let all = (0..count).flat_map(|row| (row + 1..count).map(move |column| (row, column)));
        for (index, (row, column)) in all.enumerate().take(self.array(pairs).cells.len()) {
            self.plan.cells[pairs][index] = rect(row, column);
        }
        for index in 0..count {
            self.plan.cells[own][index] = rect(index, index);
        }
        self.y += self.cell * count as f64;
    }
}

/// How far each node is from the first one; none if no pointer leads there.
fn depths(view: &View, pointers: &[usize], count: usize) -> Vec<Option<usize>> {
    let mut depths = vec![None; count];
    let mut next = vec![0];
    let mut depth = 0;
    while !next.is_empty() && depth < count {
        let level = std::mem::take(&mut next);
        for node in level {
            if node < count && depths[node].is_none() {
                depths[node] = Some(depth);
                let cells =
                    pointers.iter().filter_map(|&pointer| view.arrays[pointer].cells.get(node));
                let to = cells.filter_map(|cell| cell.points_to);
                next.extend(to.map(|Cell { index, .. }| usize::from(index)));
            }
        }
        depth += 1;
    }
    depths
}
