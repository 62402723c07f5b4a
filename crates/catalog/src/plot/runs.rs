//! What random runs come to. They are those of the page's random schedule with the same seeds.

use super::run::Run;
use super::{Form, Hundredths, Plot, Point, Series, Spread};
use crate::{Scenario, pick};
use model::{Action, Count, Figure};

/// How many runs there are for each point.
const SEEDS: u32 = 40;
/// So many operations of each process are counted.
pub const OPERATIONS: usize = 20;
/// Where a run is given up.
const STEPS_MAX: usize = 5_000;

pub struct Runs {
    count: Count,
    /// Where the points are: values of a knob, or processes.
    xs: Vec<u8>,
    is_by_process: bool,
    /// Of each point of each series: its setting, with no run.
    starts: Vec<Vec<Scenario>>,
    /// Which run of which point is next.
    series: usize,
    point: usize,
    seed: u32,
    seen: Seen,
}

/// What the runs of one point have shown.
#[derive(Default)]
struct Seen {
    /// Each value with how often it was seen, least first.
    values: Vec<(u64, usize)>,
    /// The first run to the greatest of them.
    worst: Vec<Action>,
}

impl Runs {
    pub fn new(
        start: &Scenario,
        figure: &Figure,
        count: Count,
        along: Option<&'static str>,
        compare: Option<&'static str>,
    ) -> (Plot, Runs) {
        let knob = |name| start.entry().knobs.iter().find(move |knob| knob.name == name);
        let mut xs: Vec<u8> = Vec::new();
        let is_by_process = along.is_none();
        let along = along.and_then(knob);
        xs.extend(
            along
                .iter()
                .flat_map(|knob| knob.values)
                .filter_map(|value| value.name.parse::<u8>().ok()),
        );
        xs.sort_unstable();
        if is_by_process {
            let processes = start.moment().view.processes.len();
            xs.extend(0..processes as u8);
        }
        let lines = match compare.and_then(knob) {
            Some(knob) => knob
                .values
                .iter()
                .map(|value| (value.words, Some((knob.name, value.name))))
                .collect(),
            None => vec![("", None)],
        };
        let (mut series, mut starts) = (Vec::new(), Vec::new());
        for (name, turned) in lines {
            let at = |x: &u8| {
                let mut start = start.clone();
                if let Some((knob, value)) = turned {
                    start.setting.set(knob, value);
                }
                if let Some(along) = along {
                    start.setting.set(along.name, &x.to_string());
                }
                start
            };
            starts.push(xs.iter().map(at).collect());
            series.push(Series { name, points: Vec::new() });
        }
        let counted = match count {
            Count::Messages => format!(
                "Messages are counted until each has entered {OPERATIONS} times or nothing is left \
                 to be done, and divided by the entries; runs without any are left out"
            ),
            Count::Waits => format!(
                "Steps of anybody are counted, from when a process asks until it enters, for its \
                 first {OPERATIONS} entries"
            ),
            Count::Attempts(_) | Count::Steps => {
                format!("The first {OPERATIONS} {}s of each process are counted", figure.per)
            }
        };
        let turned =
            start.setting.iter().filter(|it| figure.with.iter().any(|of| of.0 == it.0.name));
        let turned: Vec<String> =
            turned.map(|(knob, value)| format!("{}: {}. ", knob.words, value.words)).collect();
        let plot = Plot {
            title: figure.title,
            form: Form::Lines,
            x: along.map_or("process", |along| along.words).to_ascii_lowercase(),
            y: format!("{} per {}", figure.unit, figure.per),
            how: format!(
                "{}{SEEDS} random runs for each point, in which at every moment all possible steps \
                 but faults are equally likely. {counted}.",
                turned.concat()
            ),
            series,
        };
        let seen = Seen::default();
        (plot, Runs { count, xs, is_by_process, starts, series: 0, point: 0, seed: 1, seen })
    }

    pub fn is_over(&self) -> bool {
        self.series == self.starts.len()
    }

    /// One more run.
    pub fn advance(&mut self, plot: &mut Plot) {
        let starts = &self.starts[self.series];
        if let Some(start) = starts.get(self.point) {
            let only = self.xs.get(self.point).copied().filter(|_| self.is_by_process);
            self.seen.take(Run::new(start, self.count, only), self.seed);
            self.seed += 1;
            if self.seed <= SEEDS {
                return;
            }
            let point = self.seen.point(self.xs[self.point].to_string(), start);
            plot.series[self.series].points.push(point);
            (self.point, self.seed, self.seen) = (self.point + 1, 1, Seen::default());
        }
        if self.point >= starts.len() {
            (self.series, self.point) = (self.series + 1, 0);
        }
    }
}

impl Seen {
    /// Takes a run to its end.
    fn take(&mut self, mut run: Run, seed: u32) {
        let mut actions = Vec::new();
        while actions.len() < STEPS_MAX && !run.is_enough() {
            let moves = run.moves();
            let Some(&action) = moves.get(pick(seed, actions.len(), moves.len())) else { break };
            actions.push(action);
            if let Some(value) = run.step(action) {
                self.add(value, &actions);
            }
        }
        if let Some(value) = run.mean() {
            self.add(value, &actions);
        }
    }

    fn add(&mut self, value: u64, run: &[Action]) {
        if self.values.last().is_none_or(|it| it.0 < value) {
            self.worst = run.to_vec();
        }
        let at = self.values.partition_point(|it| it.0 < value);
        match self.values.get_mut(at) {
            Some((same, times)) if *same == value => *times += 1,
            _ => self.values.insert(at, (value, 1)),
        }
    }

    fn point(&self, x: String, start: &Scenario) -> Point {
        let of: usize = self.values.iter().map(|value| value.1).sum();
        let sum: u64 = self.values.iter().map(|value| value.0 * value.1 as u64).sum();
        let mut below = 0;
        let ninety = self.values.iter().find(|value| {
            below += value.1;
            10 * below >= 9 * of
        });
        let spread = ninety.zip(self.values.last()).map(|(ninety, most)| Spread {
            of,
            ninety: Hundredths(ninety.0),
            most: Hundredths(most.0),
        });
        Point {
            x,
            y: (sum + of as u64 / 2).checked_div(of as u64).map(Hundredths),
            run: spread.map(|_| start.with_run(self.worst.clone())),
            spread,
        }
    }
}
