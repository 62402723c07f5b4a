//! Where things stand when each process covers two neighbouring cells: the cells in the middle,
//! every other process above and below them.

use super::geometry::{Point, Rect, point, short};

pub struct Plan {
    pub size: Point,
    pub cells: Vec<Rect>,
    /// Radius of a process.
    pub r: f64,
    /// The middle of the first line of the note.
    pub note: Point,
    processes: usize,
}

/// What is shown of one process.
pub struct Panel {
    pub disc: Point,
    pub state: Point,
    pub locals: Point,
    /// How wide the locals may be.
    pub room: f64,
    /// Its own cell.
    pub own: Rect,
}

const PANEL: f64 = 62.0;
const BRACKET: f64 = 20.0;
const GAP: f64 = 8.0;
const OWN: f64 = 66.0;

impl Plan {
    pub fn new(width: f64, cells: usize, processes: usize, still: bool) -> Plan {
        let count = cells.max(1) as f64;
        // the name of the array stands in front of the cells
        let step = ((width - 48.0) / count).min(150.0);
        let left = (width - step * count) / 2.0;
        let h = if width < 520.0 { 62.0 } else { 76.0 };
        let y = PANEL + BRACKET + 4.0;
        let cell = |it: usize| Rect { x: left + step * it as f64 + GAP / 2.0, y, w: step - GAP, h };
        let bottom = y + h + 4.0 + BRACKET + PANEL;
        let note = point(width / 2.0, bottom + 14.0);
        let lines = if still {
            0.0
        } else if width < 520.0 {
            56.0
        } else {
            40.0
        };
        Plan {
            size: point(width, bottom + lines),
            cells: (0..cells).map(cell).collect(),
            r: 19.0,
            note,
            processes,
        }
    }

    fn is_above(number: usize) -> bool {
        number.is_multiple_of(2)
    }

    /// The cells that a process covers.
    fn covered(&self, number: usize) -> Option<(&Rect, &Rect)> {
        Some((self.cells.get(number)?, self.cells.get(number + 1)?))
    }

    /// The left end of a process's panel, and its width: as wide as what it covers.
    fn span(&self, number: usize) -> (f64, f64) {
        let sides = (number / 2, self.processes.saturating_sub(number % 2).div_ceil(2).max(1));
        match self.covered(number) {
            Some((a, b)) if sides.1 == 1 => {
                let wanted = (b.right() - a.x).max(250.0_f64.min(self.size.x - 8.0));
                // a panel that is wider than its cells keeps to its side of the picture
                let x = if Self::is_above(number) { a.x } else { b.right() - wanted };
                (x.min(self.size.x - wanted - 4.0).max(4.0), wanted)
            }
            _ => {
                let w = self.size.x / sides.1 as f64;
                (w * sides.0 as f64, w)
            }
        }
    }

    pub fn panel(&self, number: usize) -> Panel {
        let (x, w) = self.span(number);
        let middle = if Self::is_above(number) {
            PANEL / 2.0
        } else {
            self.cells.first().map_or(PANEL, Rect::bottom) + 4.0 + BRACKET + PANEL / 2.0
        };
        let text = x + 2.0 * self.r + 14.0;
        Panel {
            disc: point(x + self.r + 4.0, middle),
            state: point(text, middle - 14.0),
            locals: point(text, middle + 4.0),
            room: w - OWN - 2.0 * self.r - 22.0,
            own: Rect { x: x + w - OWN, y: middle - 14.0, w: OWN, h: 38.0 },
        }
    }

    /// The line of the name of a process's own cell.
    pub fn own_name(&self, number: usize) -> f64 {
        self.panel(number).own.y - 8.0
    }

    /// Over, or under, the two cells that a process covers.
    pub fn bracket(&self, number: usize) -> String {
        let Some((a, b)) = self.covered(number) else { return String::new() };
        let (y, deep) =
            if Self::is_above(number) { (a.y - 5.0, -9.0) } else { (a.bottom() + 5.0, 9.0) };
        // two that cover one cell keep clear of each other
        let (left, right) = (short(a.x + 4.0), short(b.right() - 4.0));
        format!("M{left} {}v{}H{right}v{}", short(y), short(deep), short(-deep))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panels_and_cells_stay_in_the_picture() {
        for width in [288.0, 360.0, 520.0, 760.0] {
            let plan = Plan::new(width, 3, 2, false);
            for rect in &plan.cells {
                assert!(rect.x >= 0.0 && rect.right() <= width && rect.bottom() < plan.note.y);
            }
            for number in 0..2 {
                let panel = plan.panel(number);
                assert!(panel.disc.x >= plan.r && panel.own.right() <= width, "{width} {number}");
                assert!(panel.room > 90.0, "{width} {number} {}", panel.room);
                assert!(panel.own.bottom() < plan.note.y);
                assert!(plan.bracket(number).starts_with('M'));
            }
        }
    }
}
