//! What the page shows, as plain data.

use super::{
    Beside, Side,
    finding::{Skipped, letter},
    side::choose,
};
use catalog::{Action, Piece, Scenario, capital};
use serde::Serialize;

/// Of one moment of the schedule.
#[derive(Serialize, Debug)]
pub struct Page {
    /// What runs on all sides.
    pub title: Option<&'static str>,
    /// The first words of the finding, and the others.
    pub head: String,
    pub rest: Vec<Piece>,
    /// After so many entries the sides part, for the first time.
    pub part: Option<usize>,
    pub at: usize,
    pub of: usize,
    pub sides: Vec<Shown>,
    /// What has been spent: words, and a cell for each side.
    pub rows: Vec<(&'static str, Vec<String>)>,
    /// An entry may cost more, or less, by the number of processes alone.
    pub has_sizes: bool,
    pub turns: Vec<Turn>,
    /// What the lines and marks in time are.
    pub legend: String,
}

/// One side.
#[derive(Serialize, Debug)]
pub struct Shown {
    pub name: &'static str,
    pub label: String,
    /// What sets it apart.
    pub knobs: String,
    /// Its state is another than that of the other sides.
    pub differs: bool,
    pub spent: String,
    /// Why its last turn was skipped, if it was.
    pub skipped: Option<Skipped>,
    /// The link of its moment.
    pub link: String,
    /// The link of its setting.
    pub base: String,
    pub version: u16,
}

/// A process that may be given the next turn.
#[derive(Serialize, Debug)]
pub struct Turn {
    pub name: String,
    /// As an entry of the schedule.
    pub entry: String,
    /// On some side it has a step to take.
    pub possible: bool,
}

impl Beside {
    pub fn page(&self) -> Page {
        let super::Finding { head, rest } = self.finding();
        let (at, is_comparable) = (self.at, self.is_comparable());
        let sizes = self.sides.iter().map(|side| side.moment(0).view.processes.len());
        let sizes: Vec<usize> = sizes.collect();
        Page {
            title: self.sides.first().filter(|_| is_comparable).map(Side::name),
            head,
            rest,
            part: self.part(),
            at,
            of: self.schedule.len(),
            sides: (0..self.sides.len()).map(|it| self.shown(it)).collect(),
            rows: self.rows(),
            has_sizes: sizes.windows(2).any(|window| window[0] != window[1]),
            turns: (0..sizes.iter().copied().max().unwrap_or(0)).map(|it| self.turn(it)).collect(),
            legend: self.legend(),
        }
    }

    fn shown(&self, nth: usize) -> Shown {
        let side = &self.sides[nth];
        let scenario = side.scenario(self.at);
        Shown {
            name: side.name(),
            label: match self.is_comparable() {
                true => capital(&self.label(nth)),
                false => side.name().into(),
            },
            knobs: self.knobs(side),
            differs: self.is_comparable() && !self.is_same(self.at),
            spent: side.tally(self.at),
            skipped: self.skipped(side),
            link: scenario.to_string(),
            base: side.start.to_string(),
            version: side.start.entry().version,
        }
    }

    /// The options in which the sides differ, where they can be compared; else all that are turned.
    fn knobs(&self, side: &Side) -> String {
        let own = &side.start;
        let listing = own.text.as_ref().map(|_| "changed listing".to_owned());
        if !self.is_comparable() {
            let words: Vec<String> = listing.into_iter().chain(own.turned()).collect();
            return if words.is_empty() { "as published".into() } else { words.join("; ") };
        }
        let others = || self.sides.iter().map(|side| &side.start);
        let has_texts = others().any(|scenario| scenario.text.is_some());
        let listing = listing.or_else(|| has_texts.then(|| "published listing".into()));
        let is_other = |name: &str, value: &str| {
            others().any(|scenario| {
                scenario.setting.iter().any(|(a, b)| a.name == name && b.name != value)
            })
        };
        let options =
            own.setting.iter().filter(|(option, value)| is_other(option.name, value.name));
        let options = options.map(|(option, value)| format!("{}: {}", option.words, value.words));
        listing.into_iter().chain(options).collect::<Vec<_>>().join("; ")
    }

    fn turn(&self, process: usize) -> Turn {
        let entry = Action::step(process as u8);
        let views = self.sides.iter().map(|side| &side.moment(0).view);
        let mut roles = views.filter_map(|view| Some(view.processes.get(process)?.role));
        let first = roles.next().unwrap_or_default();
        let role = if roles.all(|role| role == first) { first } else { "process" };
        Turn {
            name: capital(&format!("{role} {process}")),
            entry: entry.to_string(),
            possible: self.sides.iter().any(|side| choose(side.moment(self.at), entry).is_some()),
        }
    }

    fn legend(&self) -> String {
        let mut words = vec![match self.has_published() {
            true => "Upper line p: as published. Lower line c: as changed.".into(),
            false => (0..self.sides.len())
                .map(|it| format!("Line {}: {}.", self.line(it), self.line_words(it)))
                .collect::<Vec<_>>()
                .join(" "),
        }];
        let entries = 0..self.schedule.len();
        if entries.into_iter().any(|entry| self.sides.iter().any(|side| side.step(entry).is_none()))
        {
            words.push("Dashed: the turn was skipped.".into());
        }
        words.join(" ")
    }

    fn line_words(&self, nth: usize) -> String {
        let side = &self.sides[nth];
        let knobs = self.knobs(side);
        if self.is_comparable() && !knobs.is_empty() { knobs } else { side.name().into() }
    }

    /// The letter in front of a side's lines.
    pub(super) fn line(&self, nth: usize) -> char {
        match self.has_published() {
            true => ['p', 'c'][nth],
            false => letter(nth).to_ascii_lowercase(),
        }
    }

    /// The first side with one option at another value: its words, and its link.
    pub fn offers(&self) -> Vec<(String, String)> {
        let Some(Side { start, .. }) = self.sides.first() else { return Vec::new() };
        let mut offers = Vec::new();
        for option in start.entry().knobs {
            for value in option.values {
                let mut other: Scenario = start.clone();
                let is_new =
                    other.setting.set(option.name, value.name) && other.setting != start.setting;
                if is_new && other.entry().problem(&other.setting).is_none() {
                    offers.push((format!("{}: {}", option.words, value.words), other.to_string()));
                }
            }
        }
        offers
    }
}
