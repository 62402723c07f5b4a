//! The end of a history as intervals, in characters: a lane for each process.

use crate::check::Failure;
use crate::intervals::{Interval, intervals, processes};
use crate::object::{Object, shown};
use crate::operation::History;

/// So wide are lanes at most, in characters.
const WIDTH_MAX: usize = 120;

/// The operations without an order are drawn thick, and between them what ran meanwhile. None where that is too wide.
pub fn lanes(history: &History, object: &dyn Object, failure: &Failure) -> Option<String> {
    let shown = |with_others| Some(draw(&intervals(history, object, failure, with_others)?));
    [true, false].into_iter().filter_map(shown).find(|drawn| width(drawn) <= WIDTH_MAX)
}

fn width(text: &str) -> usize {
    text.lines().map(|line| line.chars().count()).max().unwrap_or(0)
}

fn draw(intervals: &[Interval]) -> String {
    let columns = columns(intervals);
    let column = |line: usize| columns[columns.partition_point(|(other, _)| *other < line)].1;
    let processes = processes(intervals);
    let names: Vec<String> =
        processes.iter().map(|name| format!("process {}", shown(name))).collect();
    let head = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let mut drawn = String::new();
    for (process, name) in processes.iter().zip(names) {
        let mut lane = format!("{name:head$}  ");
        let begin = lane.chars().count();
        for interval in intervals.iter().filter(|interval| interval.operation.process == **process)
        {
            let at = begin + column(interval.begin);
            lane.extend(std::iter::repeat_n(' ', at.saturating_sub(lane.chars().count())));
            lane += &interval.drawn(column(interval.end) - column(interval.begin));
        }
        drawn += lane.trim_end();
        drawn.push('\n');
    }
    drawn
}

/// A column for each line in which something begins or ends, so far apart that labels fit.
fn columns(intervals: &[Interval]) -> Vec<(usize, usize)> {
    let mut lines: Vec<usize> =
        intervals.iter().flat_map(|interval| [interval.begin, interval.end]).collect();
    lines.sort_unstable();
    lines.dedup();
    let mut columns: Vec<(usize, usize)> = Vec::new();
    for line in lines {
        let mut column = columns.last().map_or(0, |last| last.1 + 1);
        for interval in intervals.iter().filter(|interval| interval.end == line) {
            let begin = columns.iter().find(|(line, _)| *line == interval.begin);
            let room = interval.label.chars().count() + 3;
            column = column.max(begin.map_or(0, |begin| begin.1) + room);
        }
        columns.push((line, column));
    }
    columns
}

impl Interval<'_> {
    /// `┣━ write(1) ━┫`
    fn drawn(&self, length: usize) -> String {
        let never_ends = self.operation.ended().is_none();
        let (left, line, right) = match (self.is_culprit, never_ends) {
            (true, _) => ('┣', '━', '┫'),
            (false, false) => ('├', '┄', '┤'),
            (false, true) => ('├', '┄', '▸'),
        };
        let rest = length.saturating_sub(self.label.chars().count() + 1);
        let (before, after) = (rest / 2, rest - rest / 2);
        let of = |count: usize| std::iter::repeat_n(line, count).collect::<String>();
        format!("{left}{}{}{}{right}", of(before), self.label, of(after))
    }
}
