//! A line for each series, with the mean and nine in ten at each point.

use super::name;
use crate::components::stage::geometry::{Point, Rect, point, segment, short};
use crate::components::stage::parts;
use catalog::{Hundredths, Plot, Series, Spread};
use yew::prelude::*;

/// Around what is plotted: the numbers on the left, the names above and below.
const LEFT: f64 = 30.0;
const TOP: f64 = 26.0;
const RIGHT: f64 = 16.0;
const BELOW: f64 = 38.0;
const HEIGHT: f64 = 220.0;
const WIDTH_MIN: f64 = 200.0;
const WIDTH_MAX: f64 = 560.0;
/// From one series to the next at the same place.
const ASIDE: f64 = 8.0;
/// Of the mark at a mean.
const R: f64 = 4.0;

/// What a series looks like besides: the dashes of its line. Colours are for processes.
const DASHES: [&str; 4] = ["", "5 4", "1.5 4", "9 3 2 3"];

struct Sheet {
    room: Rect,
    /// How much the room is high, in hundredths.
    top: u64,
    series: usize,
    places: usize,
}

impl Sheet {
    fn at(&self, series: usize, place: usize, y: Hundredths) -> Point {
        let step = self.room.w / self.places as f64;
        let aside = ASIDE * (series as f64 - (self.series - 1) as f64 / 2.0);
        let x = self.room.x + step * (place as f64 + 0.5);
        point(x + aside, self.room.bottom() - self.room.h * y.0 as f64 / self.top as f64)
    }
}

pub fn picture(plot: &Plot, width: f64) -> Html {
    let w = width.clamp(WIDTH_MIN, WIDTH_MAX);
    let room = Rect { x: LEFT, y: TOP, w: w - LEFT - RIGHT, h: HEIGHT - TOP - BELOW };
    let points = plot.series.iter().flat_map(|it| &it.points);
    let highest = points.filter_map(|it| it.spread.map(|it| it.ninety).max(it.y)).max();
    let step = step(highest.unwrap_or_default());
    let top = highest.unwrap_or_default().0.div_ceil(step) * step;
    let places = plot.series.iter().map(|it| it.points.len()).max().unwrap_or(1);
    let sheet = Sheet { room, top, series: plot.series.len(), places };
    let ticks = (0..=top / step).map(|nth| Hundredths(nth * step));
    let left = point(room.x, 0.0);
    html! {
        <>
            <svg class="plot-sheet" viewBox={format!("0 0 {} {}", short(w), short(HEIGHT))}
                width={short(w)} height={short(HEIGHT)} role="img" aria-label={name(plot)}>
                { parts::words(point(0.0, 9.0), "plot-name", "start", &plot.y) }
                { for ticks.map(|tick| {
                    let y = sheet.at(0, 0, tick).y;
                    html! {
                        <>
                            { parts::path("plot-grid", segment(point(left.x, y), point(room.right(), y))) }
                            { parts::words(point(left.x - 6.0, y), "plot-tick", "end", &tick.to_string()) }
                        </>
                    }
                }) }
                { for plot.series.iter().map(|it| it.points.len()).max().map(|_| xs(plot, &sheet)) }
                { parts::words(point(room.center().x, HEIGHT - 8.0), "plot-name", "middle", &plot.x) }
                { for plot.series.iter().enumerate().map(|(nth, it)| series(&sheet, nth, it)) }
            </svg>
            { legend(plot) }
        </>
    }
}

/// What each place is.
fn xs(plot: &Plot, sheet: &Sheet) -> Html {
    let longest = plot.series.iter().find(|it| it.points.len() == sheet.places);
    let step = sheet.room.w / sheet.places as f64;
    let x = |place: usize| sheet.room.x + step * (place as f64 + 0.5);
    let points = longest.into_iter().flat_map(|it| &it.points).enumerate();
    let y = sheet.room.bottom() + 11.0;
    points
        .map(|(place, it)| parts::words(point(x(place), y), "plot-tick", "middle", &it.x))
        .collect()
}

fn series(sheet: &Sheet, nth: usize, it: &Series) -> Html {
    let (mut line, mut marks) = (String::new(), Vec::new());
    for (place, it) in it.points.iter().enumerate() {
        let Some(mean) = it.y else { continue };
        let at = sheet.at(nth, place, mean);
        let verb = if line.is_empty() { 'M' } else { 'L' };
        line.push(verb);
        line += &[short(at.x), short(at.y)].join(" ");
        if let Some(Spread { ninety, .. }) = it.spread.filter(|it| it.ninety > mean) {
            let end = sheet.at(nth, place, ninety);
            let cap = segment(point(end.x - 4.0, end.y), point(end.x + 4.0, end.y));
            marks.push(parts::path("plot-spread", segment(at, end) + &cap));
        }
        marks.push(mark(nth, at));
        // beside its mark, and away from the other marks
        let beside =
            if nth == 0 { point(at.x - 8.0, at.y - 3.0) } else { point(at.x, at.y + 13.0) };
        let anchor = if nth == 0 { "end" } else { "middle" };
        marks.push(parts::words(beside, "plot-value", anchor, &mean.to_string()));
    }
    html! {
        <g>
            <path class="plot-line" d={line} stroke-dasharray={DASHES[nth % DASHES.len()]} />
            { for marks }
        </g>
    }
}

/// Full for the first series, hollow for the second, and so on in turn.
fn mark(nth: usize, at: Point) -> Html {
    let class = if nth.is_multiple_of(2) { "plot-mark" } else { "plot-mark is-hollow" };
    if nth < 2 {
        return parts::circle(class, at, R);
    }
    parts::frame(Rect::around(at, 2.0 * R, 2.0 * R), 0.0, class)
}

/// Which line is which, and what the marks are.
fn legend(plot: &Plot) -> Html {
    let sample = |nth: usize| {
        let (left, right) = (point(0.0, 6.0), point(30.0, 6.0));
        html! {
            <svg width="30" height="12" aria-hidden="true">
                <path class="plot-line" d={segment(left, right)} stroke-dasharray={DASHES[nth % DASHES.len()]} />
                { mark(nth, left.mix(right, 0.5)) }
            </svg>
        }
    };
    let named = plot.series.iter().enumerate().filter(|it| !it.1.name.is_empty());
    html! {
        <ul class="plot-legend">
            { for named.map(|(nth, it)| html! { <li key={it.name}>{sample(nth)}{it.name}</li> }) }
            <li>
                <svg width="30" height="12" aria-hidden="true">
                    { parts::path("plot-spread", "M15 12V2M11 2H19".into()) }
                </svg>
                {"from the mean up to where nine in ten are"}
            </li>
        </ul>
    }
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
            [(100, 50), (300, 50), (301, 100), (600, 100), (2000, 500), (2600, 500)]
        {
            assert_eq!(step(Hundredths(highest)), want, "{highest}");
        }
        for highest in 1..20_000 {
            assert!(Hundredths(highest).0.div_ceil(step(Hundredths(highest))) <= 6);
        }
    }
}
