//! Where things stand when processes walk through zones. On a wide page the zones are columns and
//! every process has a lane of its own; on a narrow one the zones are bands, and the lanes are the
//! columns of the shared cells below.

use super::geometry::{Arrow, Point, Rect, point};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Zones side by side.
    Columns,
    /// Zones one below the other.
    Bands,
    /// Zones side by side, and nothing that is not needed on a card.
    Card,
}

pub struct Plan {
    pub size: Point,
    pub form: Form,
    /// Radius of a process.
    pub r: f64,
    pub zones: Vec<Rect>,
    /// The rectangles of each array's cells.
    pub cells: Vec<Vec<Rect>>,
    /// Where the names of the arrays end.
    pub names: f64,
    processes: usize,
}

/// Room for the names of zones or arrays in front of a row.
const NAMES: f64 = 78.0;
/// Room for the names of the zones above the lanes.
const HEAD: f64 = 26.0;
/// Room below the lanes for "2 at once".
const FOOT: f64 = 20.0;
const BAND: f64 = 46.0;
const GAP: f64 = 6.0;
/// The line of indices under the cells.
const INDEX: f64 = 18.0;
const CELL_MAX: f64 = 158.0;

impl Plan {
    /// `arrays` are the numbers of cells of the arrays.
    pub fn new(width: f64, zones: usize, processes: usize, arrays: &[usize], still: bool) -> Plan {
        let form = match width >= 104.0 * zones as f64 {
            _ if still => Form::Card,
            true => Form::Columns,
            false => Form::Bands,
        };
        let lane = match form {
            Form::Card => 42.0,
            _ => (200.0 / processes as f64).clamp(58.0, 74.0),
        };
        let zone = |it: usize| match form {
            Form::Bands => Rect { x: 0.0, y: BAND * it as f64, w: width, h: BAND },
            _ => {
                let w = width / zones as f64;
                let h = HEAD + lane * processes as f64 + FOOT;
                Rect { x: w * it as f64, y: 0.0, w, h }
            }
        };
        let zones: Vec<Rect> = (0..zones).map(zone).collect();
        let mut plan = Plan {
            size: point(width, zones.last().map_or(0.0, Rect::bottom) + 2.0 * GAP),
            form,
            r: match (form, (width - NAMES) / processes as f64) {
                (Form::Columns, _) => 19.0,
                (Form::Bands, room) if room >= 58.0 => 15.0,
                _ => 13.0,
            },
            zones,
            cells: Vec::new(),
            names: NAMES,
            processes,
        };
        for cells in arrays {
            plan.array(*cells);
        }
        plan.size.y += INDEX;
        plan
    }

    /// One more array, below the others.
    fn array(&mut self, cells: usize) {
        let count = cells.max(1) as f64;
        let h = if self.form == Form::Card { 28.0 } else { 36.0 };
        let room = self.size.x - NAMES;
        let step = (room / count).min(if self.form == Form::Bands { room } else { CELL_MAX });
        let left = if self.form == Form::Columns { (room - step * count) / 2.0 } else { 0.0 };
        let gap = if step > 90.0 { GAP } else { 4.0 };
        let (x, y) = (NAMES + left + gap / 2.0, self.size.y);
        let rect = |it: usize| Rect { x: x + step * it as f64, y, w: step - gap, h };
        self.cells.push((0..cells).map(rect).collect());
        self.names = x;
        self.size.y = y + h + GAP;
    }

    /// Whether the zones are side by side.
    pub fn is_wide(&self) -> bool {
        self.form != Form::Bands
    }

    /// The centre of a process in a zone.
    pub fn place(&self, zone: usize, process: usize) -> Point {
        let rect = self.zones[zone.min(self.zones.len() - 1)];
        let part = (process as f64 + 0.5) / self.processes as f64;
        let lanes = HEAD + (rect.h - HEAD - FOOT) * part;
        // where it is narrow, room for the ticket on the right
        match self.form {
            Form::Columns => point(rect.center().x, rect.y + lanes - 6.0),
            Form::Card => point(rect.center().x - 9.0, rect.y + lanes),
            Form::Bands => point(NAMES + (rect.w - NAMES) * part - 11.0, rect.center().y + 4.0),
        }
    }

    /// The middle of a process's ticket, seen from the process.
    pub fn ticket(&self) -> Point {
        point(self.r + if self.form == Form::Columns { 16.0 } else { 12.0 }, 0.0)
    }

    /// The room that is drawn for the critical section.
    pub fn room(&self, zone: usize) -> Rect {
        let Rect { x, y, w, h } = self.zones[zone];
        if self.is_wide() {
            Rect { x: x + 3.0, y: y + HEAD - 2.0, w: w - 6.0, h: h - HEAD }
        } else {
            Rect { x: x + 1.0, y: y + 2.0, w: w - 2.0, h: h - 4.0 }
        }
    }

    /// So much of the room as may be hatched: all but its name.
    pub fn hatched(&self, zone: usize) -> Rect {
        let room = self.room(zone);
        let names = if self.is_wide() { 0.0 } else { NAMES };
        Rect { x: room.x + names, w: room.w - names, ..room }
    }

    /// Where the name of a zone stands: its middle if wide, its start if narrow.
    pub fn title(&self, zone: usize) -> Point {
        let rect = self.zones[zone];
        if self.is_wide() {
            point(rect.center().x, rect.y + 14.0)
        } else {
            point(rect.x + 8.0, rect.center().y)
        }
    }

    /// Where it is said that too many are in a zone.
    pub fn alarm(&self, zone: usize) -> Point {
        let rect = self.zones[zone];
        if self.is_wide() {
            point(rect.center().x, rect.bottom() - 12.0)
        } else {
            point(rect.x + 8.0, rect.center().y + 13.0)
        }
    }

    /// The baseline of the indices under the cells.
    pub fn indices(&self) -> f64 {
        self.size.y - INDEX / 2.0
    }

    /// Where it is said what a dashed arrow means.
    pub fn legend(&self) -> Point {
        match self.form {
            Form::Bands => point(0.0, self.indices()),
            _ => point(8.0, self.zones[0].bottom() - 10.0),
        }
    }

    /// From one who waits to the one it waits for.
    pub fn wait(&self, from: Point, to: Point) -> Arrow {
        let distance = from.distance(to);
        let in_line = if self.is_wide() { from.x == to.x } else { from.y == to.y };
        // both ways between the same two: one arrow inside the other
        let back = if self.is_wide() { to.y < from.y } else { to.x < from.x };
        let bend = if back { self.r * 1.9 + distance * 0.26 } else { self.r + distance * 0.2 };
        let middle = from.mix(to, 0.5);
        let (left, right) = if from.x < to.x { (from, to) } else { (to, from) };
        let by = match (in_line, self.is_wide()) {
            // beside the column, where no ticket is; above the band
            (true, true) => point(middle.x - bend, middle.y),
            (true, false) => point(middle.x, middle.y - bend),
            // clear of the left one's ticket, which is on its right
            (false, _) => point(left.mix(right, 0.5).x, right.y),
        };
        Arrow::curved(from.toward(by, self.r + 3.0), by, to.toward(by, self.r + 4.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIDTHS: [f64; 5] = [288.0, 360.0, 519.0, 520.0, 760.0];

    #[test]
    fn processes_never_touch_and_stay_in_the_picture() {
        for width in WIDTHS {
            for (processes, still) in [(2, false), (3, false), (4, false), (4, true)] {
                let plan = Plan::new(width, 5, processes, &[processes, processes], still);
                let places: Vec<Point> = (0..5)
                    .flat_map(|zone| (0..processes).map(move |it| (zone, it)))
                    .map(|(zone, it)| plan.place(zone, it))
                    .collect();
                for (index, a) in places.iter().enumerate() {
                    assert!(a.x >= plan.r && a.x + plan.r <= width, "{width} {processes} {a:?}");
                    assert!(a.y >= plan.r && a.y + plan.r <= plan.size.y);
                    for b in &places[..index] {
                        assert!(a.distance(*b) > 2.0 * plan.r + 2.0, "{width} {a:?} {b:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn cells_stay_in_the_picture_below_the_zones() {
        for width in WIDTHS {
            let plan = Plan::new(width, 5, 4, &[4, 4], false);
            let bottom = plan.zones.iter().map(Rect::bottom).fold(0.0, f64::max);
            for rect in plan.cells.iter().flatten() {
                assert!(rect.y > bottom && rect.x >= 0.0 && rect.right() <= width);
                assert!(rect.bottom() < plan.indices());
            }
        }
    }

    #[test]
    fn few_zones_fit_side_by_side_on_a_phone() {
        assert!(Plan::new(360.0, 3, 3, &[], false).is_wide());
        assert!(!Plan::new(360.0, 5, 3, &[], false).is_wide());
    }
}
