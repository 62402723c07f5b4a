//! A line for each series, with the mean and nine in ten at each point.

use crate::markup::Markup;
use catalog::{Hundredths, Plot, Series};
use picture::geometry::{Point, Rect, point, short};

/// Around what is plotted: the numbers on the left, the names above and below.
const LEFT: f64 = 30.0;
const TOP: f64 = 26.0;
const RIGHT: f64 = 16.0;
const BELOW: f64 = 38.0;
const HEIGHT: f64 = 220.0;
/// Of many series, some close to each other.
const TALL: f64 = 420.0;
/// From one series to the next at the same place.
const ASIDE: f64 = 8.0;

/// How series differ, since colours are for processes: dashes of the line, and the mark, which is
/// hollow in every second one, and square from the fifth one on.
const LINES: [&str; 4] = ["plot-line", "plot-line is-2", "plot-line is-3", "plot-line is-4"];
const MARKS: [&str; 2] = ["", " is-hollow"];

struct Sheet {
    room: Rect,
    /// How much the room is high, in hundredths.
    top: u64,
    series: usize,
    places: usize,
}

impl Sheet {
    fn x(&self, place: usize) -> f64 {
        self.room.x + self.room.w / self.places as f64 * (place as f64 + 0.5)
    }

    fn at(&self, series: usize, place: usize, y: Hundredths) -> Point {
        let aside = ASIDE * (series as f64 - (self.series - 1) as f64 / 2.0);
        let y = self.room.bottom() - self.room.h * y.0 as f64 / self.top as f64;
        point(self.x(place) + aside, y)
    }
}

/// `pair` are the two points, each of a series, that the title compares.
pub fn picture(to: &mut Markup, plot: &Plot, pair: &[(usize, usize)], w: f64) {
    let height = if plot.series.len() > LINES.len() { TALL } else { HEIGHT };
    let room = Rect { x: LEFT, y: TOP, w: w - LEFT - RIGHT, h: height - TOP - BELOW };
    let mut highest = Hundredths(1);
    let mut longest = &plot.series[0];
    for it in &plot.series {
        for it in &it.points {
            highest = highest.max(it.y.unwrap_or_default());
            highest = highest.max(it.spread.map_or(highest, |spread| spread.ninety));
        }
        if it.points.len() > longest.points.len() {
            longest = it;
        }
    }
    let step = step(highest);
    let top = highest.0.div_ceil(step) * step;
    let sheet = Sheet { room, top, series: plot.series.len(), places: longest.points.len() };
    to.sheet(w, height, &super::name(plot));
    to.words(point(0.0, 9.0), "plot-name", "start", &plot.y);
    to.words(point(room.center().x, height - 8.0), "plot-name", "middle", &plot.x);
    for nth in 0..=top / step {
        let tick = Hundredths(nth * step);
        let y = sheet.at(0, 0, tick).y;
        to.line("plot-grid", (room.x, y), (room.right(), y));
        to.words(point(room.x - 6.0, y), "plot-tick", "end", &tick.to_string());
    }
    for (place, it) in longest.points.iter().enumerate() {
        if sheet.series > 2 && place > 0 {
            // series stand beside each other
            let x = f64::midpoint(sheet.x(place - 1), sheet.x(place));
            to.line("plot-grid", (x, room.y), (x, room.bottom()));
        }
        let at = point(sheet.x(place), room.bottom() + 11.0);
        to.words(at, "plot-tick", "middle", &it.x);
    }
    for (nth, it) in plot.series.iter().enumerate() {
        series(to, &sheet, (nth, it), pair);
    }
    to.put(&["</svg>"]);
    legend(to, plot);
}

fn series(to: &mut Markup, sheet: &Sheet, (nth, line): (usize, &Series), pair: &[(usize, usize)]) {
    let mut before: Option<Point> = None;
    for (place, it) in line.points.iter().enumerate() {
        let Some(mean) = it.y else { continue };
        let at = sheet.at(nth, place, mean);
        if let Some(before) = before.replace(at) {
            to.line(LINES[nth % 4], (before.x, before.y), (at.x, at.y));
        }
    }
    for (place, it) in line.points.iter().enumerate() {
        let Some(mean) = it.y else { continue };
        let at = sheet.at(nth, place, mean);
        if let Some(spread) = it.spread.filter(|spread| spread.ninety > mean) {
            let end = sheet.at(nth, place, spread.ninety);
            to.line("plot-spread", (at.x, at.y), (end.x, end.y));
            to.line("plot-spread", (end.x - 4.0, end.y), (end.x + 4.0, end.y));
        }
        mark(to, nth, at);
        let is_told = pair.contains(&(nth, place));
        // the first above its mark, the other below; of more than two only what is told has room
        if sheet.series > 2 && !is_told {
            continue;
        }
        let (anchor, aside, down) = match nth {
            0 if is_falling(sheet, line, place) => ("end", -7.0, 12.0),
            0 => ("end", -7.0, -10.0),
            _ if sheet.series > 2 => ("middle", 0.0, 15.0),
            _ => ("middle", 0.0, 13.0),
        };
        let class = if is_told { "'plot-value is-told'" } else { "plot-value" };
        to.words(point(at.x + aside, at.y + down), class, anchor, &mean.to_string());
    }
}

/// Whether the line comes from above, where its number would stand.
fn is_falling(sheet: &Sheet, it: &Series, place: usize) -> bool {
    let y = |place: usize| Some(sheet.at(0, place, it.points[place].y?).y);
    let before = place.checked_sub(1).and_then(y);
    before.zip(y(place)).is_some_and(|(before, now)| now > before + 8.0)
}

fn mark(to: &mut Markup, nth: usize, at: Point) {
    let [x, y] = [at.x - 4.0, at.y - 4.0].map(short);
    let round = if nth < 4 { " rx=4" } else { "" };
    to.put(&["<rect class='plot-mark", MARKS[nth % 2], "' width=8 height=8", round]);
    to.put(&[" x=", &x, " y=", &y, " />"]);
}

/// Which line is which, and what the marks are.
fn legend(to: &mut Markup, plot: &Plot) {
    const SAMPLE: &str = "<li><svg viewBox='0 0 30 14' aria-hidden=true>";
    to.put(&["<ul class=plot-legend>"]);
    for (nth, it) in plot.series.iter().enumerate().filter(|it| !it.1.name.is_empty()) {
        to.put(&[SAMPLE]);
        to.line(LINES[nth % 4], (0.0, 7.0), (30.0, 7.0));
        mark(to, nth, point(15.0, 7.0));
        to.put(&["</svg>"]);
        to.text("span", it.name);
        to.put(&["</li>"]);
    }
    to.put(&[SAMPLE]);
    to.path("plot-spread", "M15 14V2M11 2H19");
    to.put(&["</svg>mean to 90th percentile</li></ul>"]);
}

/// From one line of the grid to the next: 1, 2 or 5, or those ten, a hundred times as much.
fn step(highest: Hundredths) -> u64 {
    let mut step = 50;
    // times 2, 2 and 2.5, in turn
    for nth in 0_u32.. {
        if highest.0 <= 6 * step {
            break;
        }
        step = if nth % 3 == 2 { step / 2 * 5 } else { step * 2 };
    }
    step
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grid_has_round_numbers_and_few_lines() {
        for (highest, want) in
            [(100, 50), (300, 50), (301, 100), (600, 100), (601, 200), (2000, 500)]
        {
            assert_eq!(step(Hundredths(highest)), want, "{highest}");
        }
        for highest in 1..20_000 {
            assert!(Hundredths(highest).0.div_ceil(step(Hundredths(highest))) <= 6);
        }
    }
}
