//! Where things stand on the diagram: a column for every step, a lane for every process.

use super::flags::Flag;
use catalog::{Action, Step, Trace};
use picture::geometry::{Point, point};
use std::ops::Range;

/// Widths of a column, from far to near; at the farthest it is as narrow as the whole run takes.
pub const ZOOMS: [f64; 6] = [0.0, 10.0, 16.0, 26.0, 38.0, 54.0];
/// In columns that are narrower, steps cannot be told apart.
pub const APART: f64 = 8.0;
/// A row of where properties break.
pub const FLAGS: f64 = 18.0;
/// The numbers of the steps, and the knob of the cursor.
const RULER: f64 = 20.0;
const LANE: f64 = 27.0;
/// A lane that has operations, and how far above the line of its steps they are named.
const LANE_OF_OPERATIONS: f64 = 32.0;
pub const NAMED: f64 = 16.0;
/// More lanes would take too much of the page.
const LANES_NAMED: usize = 4;
/// Below the lanes: where other branches leave, and the way back of a loop.
pub const FOOT: f64 = 22.0;
/// In front of the first step.
const LEAD: f64 = 18.0;
/// Behind the last step: room for the words of a flag.
const TAIL: f64 = 150.0;
/// Windows begin and end at multiples of this, so that scrolling seldom draws.
const BLOCK: usize = 16;

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Plan {
    pub column: f64,
    pub steps: usize,
    pub lanes: usize,
    /// Whether operations are named above the steps.
    pub has_operations: bool,
    /// Rows of where properties break.
    pub flag_rows: usize,
}

impl Plan {
    /// `room` is how wide the frame is.
    pub fn of(trace: &Trace, zoom: usize, room: Option<f64>) -> Plan {
        let has_operations = !trace.operations.is_empty();
        let plan = Plan::zoomed(zoom, room, trace.steps.len(), trace.processes);
        Plan { has_operations, ..plan }
    }

    fn zoomed(zoom: usize, room: Option<f64>, steps: usize, lanes: usize) -> Plan {
        let whole = (room.unwrap_or(0.0) - LEAD - TAIL) / steps.max(1) as f64;
        // not so narrow that nothing can be pointed at
        let column = if zoom == 0 { whole.clamp(0.25, ZOOMS[1]) } else { ZOOMS[zoom] };
        Plan { column, steps, lanes, has_operations: false, flag_rows: 1 }
    }

    /// Whether the run is wider than the frame, so that there is something to zoom out for.
    pub fn has_more(&self, zoom: usize, room: Option<f64>) -> bool {
        let out = zoom.checked_sub(1);
        out.is_some_and(|out| Plan::zoomed(out, room, self.steps, self.lanes).column < self.column)
    }

    /// Whether each step has a mark of its own.
    pub fn is_apart(&self) -> bool {
        self.column >= APART
    }

    pub fn width(&self) -> f64 {
        LEAD + self.column * self.steps as f64 + TAIL
    }

    pub fn height(&self) -> f64 {
        self.foot() + FOOT
    }

    /// Where the lanes begin.
    pub fn head(&self) -> f64 {
        FLAGS * self.flag_rows as f64 + RULER
    }

    /// The middle of the ruler.
    pub fn ruler(&self) -> f64 {
        self.head() - RULER / 2.0
    }

    /// Where the lanes end.
    pub fn foot(&self) -> f64 {
        self.head() + self.pitch() * self.lanes as f64
    }

    /// From a lane to the next.
    fn pitch(&self) -> f64 {
        if self.names_operations() { LANE_OF_OPERATIONS } else { LANE }
    }

    /// Whether there is room for their names above the steps.
    pub fn names_operations(&self) -> bool {
        self.has_operations && self.is_apart() && self.lanes <= LANES_NAMED
    }

    /// The middle of a step's column.
    pub fn step(&self, step: usize) -> f64 {
        self.cursor(step) + self.column / 2.0
    }

    /// The cursor after `at` steps.
    pub fn cursor(&self, at: usize) -> f64 {
        LEAD + self.column * at as f64
    }

    /// Where the cursor would be that is nearest to `x`.
    pub fn at(&self, x: f64) -> usize {
        let at = ((x - LEAD) / self.column).round().max(0.0) as usize;
        at.min(self.steps)
    }

    /// Where the steps of a process stand: in the lower part of its lane, where that is high.
    pub fn lane(&self, process: usize) -> f64 {
        self.head() + self.pitch() * (process + 1) as f64 - LANE / 2.0
    }

    /// Where a step is drawn. What the network does is between the lanes, shortly before the
    /// receiver's.
    pub fn mark(&self, index: usize, step: &Step) -> Point {
        let y = match (step.process, step.action) {
            (Some(process), _) => self.lane(process.into()),
            (None, Action::Lose(mail) | Action::Duplicate(mail)) => {
                let (from, to) = (self.lane(mail.from.into()), self.lane(mail.to.into()));
                to + (LANE / 2.0).copysign(from - to)
            }
            (None, _) => self.head(),
        };
        point(self.step(index), y)
    }

    /// The steps to draw where `width` pixels from `left` on are seen, and some more.
    pub fn window(&self, left: f64, width: f64) -> Range<usize> {
        let step = |x: f64| ((x - LEAD) / self.column).max(0.0) as usize;
        let first = step(left).saturating_sub(BLOCK) / BLOCK * BLOCK;
        let end = (step(left + width) + BLOCK).next_multiple_of(BLOCK);
        first.min(self.steps)..end.min(self.steps)
    }

    /// How many steps there are from one number on the ruler to the next.
    pub fn numbered(&self) -> usize {
        let rounds = [1, 2, 5, 10, 20, 50, 100];
        rounds.into_iter().find(|round| self.column * *round as f64 >= 48.0).unwrap_or(200)
    }

    /// How far to scroll so that `x` is in view, from where `width` pixels from `left` on are.
    pub fn scroll(x: f64, left: f64, width: f64) -> f64 {
        let margin = (width / 5.0).min(96.0);
        let wanted = if x < left - width || x > left + width * 2.0 {
            x - width / 2.0
        } else if x < left + margin {
            x - margin
        } else if x > left + width - margin {
            x - width + margin
        } else {
            left
        };
        wanted.max(0.0)
    }

    /// The same, with the words of flags in view to their end, as far as `x` stays there.
    pub fn scroll_past(flags: &[Flag], x: f64, left: f64, width: f64) -> f64 {
        let wanted = Plan::scroll(x, left, width);
        let seen = flags.iter().filter(|flag| (wanted..wanted + width).contains(&flag.x));
        let end = seen.map(|seen| seen.end).fold(0.0, f64::max);
        wanted.max((end - width).min(x - LEAD))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAN: Plan =
        Plan { column: 26.0, steps: 2_000, lanes: 3, has_operations: false, flag_rows: 1 };

    #[test]
    fn a_window_holds_what_is_seen_and_little_more() {
        for left in [0.0, 1.0, 500.0, 25_000.0, 51_000.0] {
            let window = PLAN.window(left, 1_200.0);
            for step in 0..PLAN.steps {
                let seen = (left..left + 1_200.0).contains(&PLAN.step(step));
                assert!(!seen || window.contains(&step), "{left} {step}");
            }
            assert!(window.len() < 120, "{left} {window:?}");
        }
        assert_eq!(Plan { steps: 0, ..PLAN }.window(0.0, 800.0), 0..0);
    }

    #[test]
    fn farthest_out_the_whole_run_is_seen() {
        for (steps, width) in [(2_000, 1_000.0), (300, 360.0), (20, 900.0), (0, 900.0)] {
            let room = Some(width);
            let plan = Plan::zoomed(0, room, steps, 3);
            assert!(plan.width() <= width + 1e-6, "{steps}");
            assert_eq!(plan.window(0.0, width), 0..steps);
            let next = Plan::zoomed(1, room, steps, 3);
            assert_eq!(next.has_more(1, room), next.width() > width, "{steps}");
            assert!(!plan.has_more(0, room));
        }
    }

    #[test]
    fn a_window_stands_still_for_small_moves() {
        assert_eq!(PLAN.window(5_000.0, 800.0), PLAN.window(5_003.0, 800.0));
    }

    #[test]
    fn positions_go_back_to_steps() {
        for at in [0, 1, 999, 2_000] {
            assert_eq!(PLAN.at(PLAN.cursor(at) + 3.0), at);
        }
        assert_eq!(PLAN.at(-50.0), 0);
        assert_eq!(PLAN.at(1e9), 2_000);
    }

    #[test]
    fn the_cursor_is_kept_in_view_and_no_more() {
        let scroll = |x, left| Plan::scroll(x, left, 500.0) as i32;
        assert_eq!(scroll(250.0, 0.0), 0);
        assert_eq!(scroll(450.0, 0.0), 46);
        assert_eq!(scroll(50.0, 300.0), 0);
        assert_eq!(scroll(9_000.0, 0.0), 8_750);
    }
}
