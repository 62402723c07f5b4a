//! The schedule in time: a lane for each process, and in it a line for each side.

use super::{Beside, Side, side::whose};
use crate::markup::Markup;
use catalog::{Action, Trace};
use picture::{
    Mark,
    geometry::{point, short},
    svg::ink,
};

/// Widths of a column: steps can be told apart, and do not fall apart.
const COLUMN: (f64, f64) = (14.0, 60.0);
/// In front of the first step: what a lane and its lines are called.
const LEAD: f64 = 46.0;
const TAIL: f64 = 24.0;
/// Above the lanes: where the sides part.
const HEAD: f64 = 28.0;
/// From line to line, from the last line of a lane to the next lane, and below: the numbers.
const LINE: f64 = 20.0;
const GAP: f64 = 28.0;
const RULER: f64 = 20.0;
/// How far an edge is from a line.
const EDGE: f64 = 14.0;

struct Sheet {
    column: f64,
    sides: usize,
    lanes: usize,
    steps: usize,
}

impl Sheet {
    fn x(&self, entry: usize) -> f64 {
        LEAD + self.column * (entry as f64 + 0.5)
    }

    /// The cursor after so many entries.
    fn cursor(&self, at: usize) -> f64 {
        LEAD + self.column * at as f64
    }

    fn y(&self, lane: usize, side: usize) -> f64 {
        HEAD + EDGE + self.lane() * lane as f64 + LINE * side as f64
    }

    fn lane(&self) -> f64 {
        LINE * (self.sides - 1) as f64 + GAP
    }

    /// Where the last lane ends.
    fn foot(&self) -> f64 {
        self.y(self.lanes - 1, self.sides - 1) + EDGE
    }

    /// How many steps there are from one number to the next.
    fn every(&self) -> usize {
        [1, 2, 5].into_iter().find(|it| self.column * *it as f64 >= 28.0).unwrap_or(10)
    }
}

impl Beside {
    /// As a picture in a frame that is so wide; wider if the schedule is long. A column of it has the
    /// number of entries after which the cursor would stand at its end in `data-at`.
    pub fn sheet(&self, width: f64) -> String {
        let mut to = Markup::default();
        let lanes = self.sides.iter().map(|side| side.trace().processes).max().unwrap_or(0);
        if lanes == 0 {
            return to.0;
        }
        let steps = self.schedule.len();
        let column = (width - LEAD - TAIL) / steps.max(1) as f64;
        let column = column.clamp(COLUMN.0, COLUMN.1);
        let sheet = Sheet { column, sides: self.sides.len(), lanes, steps };
        let w = width.max(sheet.cursor(steps) + TAIL);
        let [w, h] = [w, sheet.foot() + RULER].map(short);
        to.put(&["<svg class=beside-sheet aria-hidden=true width=", &w, " height=", &h]);
        to.put(&[" data-cursor=", &short(sheet.cursor(self.at)), ">"]);
        self.wash(&mut to, &sheet);
        self.lines(&mut to, &sheet);
        for entry in 0..steps {
            self.entry(&mut to, &sheet, entry);
        }
        let x = sheet.cursor(self.at);
        to.line("beside-cursor", (x, HEAD - 8.0), (x, sheet.foot()));
        to.put(&["</svg>"]);
        to.0
    }

    /// From where the sides part.
    fn wash(&self, to: &mut Markup, sheet: &Sheet) {
        let Some(part) = self.part() else { return };
        let [from, end] = [part.saturating_sub(1), sheet.steps.max(1)].map(|it| sheet.cursor(it));
        let [x, y, w, h] = [from, HEAD - 4.0, end - from, sheet.foot() - HEAD + 4.0].map(short);
        to.put(&["<rect class=beside-wash rx=6 x=", &x, " y=", &y, " width=", &w, " height=", &h]);
        to.put(&[" />"]);
        to.line("beside-part", (from, 6.0), (from, sheet.foot()));
        let words = match part {
            0 => "differ from the start".into(),
            _ => format!("part at step {part}"),
        };
        let (anchor, aside) = if from > 150.0 { ("end", -6.0) } else { ("start", 6.0) };
        to.words(point(from + aside, 12.0), "beside-parting", anchor, &words);
    }

    fn lines(&self, to: &mut Markup, sheet: &Sheet) {
        let widest = self.sides.iter().map(Side::trace).max_by_key(|trace| trace.processes);
        for lane in 0..sheet.lanes {
            let middle = f64::midpoint(sheet.y(lane, 0), sheet.y(lane, sheet.sides - 1));
            let name = widest.map_or_else(String::new, |widest| lane_name(widest, lane));
            let class = format!("'beside-lane {}'", hue(widest, lane));
            to.words(point(4.0, middle), &class, "start", &name);
            for side in 0..sheet.sides {
                let y = sheet.y(lane, side);
                to.words(
                    point(30.0, y),
                    "beside-line-name",
                    "middle",
                    &self.line(side).to_string(),
                );
                to.line("beside-line", (LEAD - 4.0, y), (sheet.cursor(sheet.steps.max(1)), y));
            }
        }
    }

    fn entry(&self, to: &mut Markup, sheet: &Sheet, entry: usize) {
        let ahead = if entry < self.at { "" } else { " is-ahead" };
        to.put(&["<g class='beside-entry", ahead, "' data-at=", &(entry + 1).to_string(), ">"]);
        let [x, w, h] = [sheet.cursor(entry), sheet.column, sheet.foot() + RULER].map(short);
        to.put(&["<rect class=beside-target x=", &x, " width=", &w, " height=", &h, " />"]);
        for (nth, side) in self.sides.iter().enumerate() {
            let trace = side.trace();
            let lane = lane_of(self.schedule[entry]);
            let Some(lane) = lane.filter(|lane| *lane < trace.processes) else { continue };
            let at = point(sheet.x(entry), sheet.y(lane, nth)).translate();
            to.put(&["<g class='", hue(Some(trace), lane), "' transform='", &at, "'>"]);
            match side.step(entry) {
                Some(step) => to.path("beside-mark", Mark::of(&trace.steps[step]).path()),
                None => to.path("beside-skipped", Mark::Read.path()),
            }
            to.put(&["</g>"]);
        }
        let number = entry + 1;
        if number.is_multiple_of(sheet.every()) {
            let at = point(sheet.x(entry), sheet.foot() + 10.0);
            to.words(at, "beside-number", "middle", &number.to_string());
        }
        to.put(&["</g>"]);
    }
}

/// Also what hits a process, and what becomes of a message to it.
fn lane_of(entry: Action) -> Option<usize> {
    let lane = whose(entry).or(match entry {
        Action::Crash(process)
        | Action::Restart(process)
        | Action::Timeout(process)
        | Action::TimeoutAs(process, _)
        | Action::Arrive(process, _) => Some(process),
        Action::Lose(mail) | Action::Duplicate(mail) => Some(mail.to),
        _ => None,
    });
    lane.map(usize::from)
}

/// The number of a process; a replica is told apart from it.
fn lane_name(trace: &Trace, lane: usize) -> String {
    let processes = trace.processes - trace.replicas;
    if lane < processes { lane.to_string() } else { format!("r{}", lane - processes) }
}

/// A process's colour; a replica has none.
fn hue(trace: Option<&Trace>, lane: usize) -> &'static str {
    let is_process = trace.is_some_and(|trace| lane < trace.processes - trace.replicas);
    if is_process { ink(lane) } else { "" }
}
