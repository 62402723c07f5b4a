//! All settings that differ from one by a few options, what each comes to, and the smallest sets of
//! changes that repair it, or break it.

mod finding;
mod repair;
mod sweep;
mod table;

use crate::check::{Found, Line};
use crate::narration::number;
use catalog::{Knob, Scenario, Value, is_called};
pub use finding::{Finding, Goal};
pub use sweep::{Sweep, SweepState};
pub use table::{Row, Table};

/// The most changes at once.
pub const CHANGES_MAX: usize = 4;
/// The most settings.
pub const SETTINGS_MAX: usize = 1_000;

/// One option at another value.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Change {
    pub option: &'static Knob,
    pub value: &'static Value,
}

impl Change {
    /// As in a link.
    pub fn pair(&self) -> String {
        format!("{}={}", self.option.name, self.value.name)
    }
}

/// A setting, by its changes, and what a search of it found.
#[derive(Clone, PartialEq, Debug)]
pub struct Variant {
    /// Indices of [`Variants::changes`], ascending.
    pub changes: Vec<usize>,
    pub scenario: Scenario,
    pub outcome: Option<SearchSummary>,
}

/// What a search of a setting found.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchSummary {
    pub states: usize,
    /// Every state was seen.
    pub is_whole: bool,
    pub lines: Vec<Line>,
    /// Why these options make no program together.
    pub problem: Option<String>,
}

impl SearchSummary {
    /// Of options that make no program together.
    pub fn impossible(why: String) -> SearchSummary {
        SearchSummary { states: 0, is_whole: true, lines: Vec::new(), problem: Some(why) }
    }
}

impl From<&Found> for SearchSummary {
    fn from(found: &Found) -> SearchSummary {
        SearchSummary {
            states: found.states,
            is_whole: found.exhausted,
            lines: found.lines.clone(),
            problem: None,
        }
    }
}

/// Whether everything that is claimed of a setting holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SettingVerdict {
    Holds,
    Fails,
    /// Not searched yet, or not to the end.
    Open,
    /// These options make no program together.
    Impossible,
}

/// The settings of a sweep, fewest changes first.
#[derive(Clone, PartialEq, Debug)]
pub struct Variants {
    pub changes: Vec<Change>,
    pub rows: Vec<Variant>,
    /// There is a row for each set of at most so many changes.
    pub at_most: usize,
    /// Each `reachable` that shows the failure of the setting itself.
    shows_failure: Vec<String>,
}

impl Variants {
    /// Whether a setting has options that are rules, so that a sweep says something.
    pub fn are_of(setting: &Scenario) -> bool {
        setting.setting.iter().any(|it| !it.0.is_size() && it.0.values.len() > 1)
    }

    /// All sets of changes of these options, by their names in links; of all options that do not count
    /// something, if none are named. As many changes at once as make no more than [`SETTINGS_MAX`]
    /// settings, and at most [`CHANGES_MAX`].
    ///
    /// # Errors
    /// If there is no such option, or nothing to change: a sentence.
    pub fn of(base: &Scenario, options: &[&str]) -> Result<Variants, String> {
        let base = base.start();
        let known: Vec<&str> = base.setting.iter().map(|it| it.0.name).collect();
        if let Some(unknown) = options.iter().find(|option| !known.contains(option)) {
            return Err(format!(
                "There is no option `{unknown}`. The options are: {}.",
                known.join(", ")
            ));
        }
        let is_asked = |option: &Knob| match options {
            [] => !option.is_size(),
            all => all.contains(&option.name),
        };
        let asked = base.setting.iter().filter(|it| is_asked(it.0));
        let changes: Vec<Change> = asked
            .flat_map(|(option, now)| {
                let others = option.values.iter().filter(move |value| *value != now);
                others.map(move |value| Change { option, value })
            })
            .collect();
        if changes.is_empty() {
            return Err("There is no option to change.".into());
        }
        let at_most = at_most(&changes);
        let mut rows = vec![Variant { changes: Vec::new(), scenario: base, outcome: None }];
        let mut begin = 0;
        for _ in 0..at_most {
            let larger: Vec<Variant> =
                rows[begin..].iter().flat_map(|variant| one_more(variant, &changes)).collect();
            begin = rows.len();
            rows.extend(larger);
        }
        Ok(Variants { changes, rows, at_most, shows_failure: Vec::new() })
    }

    /// The setting that all are compared with.
    pub fn base(&self) -> Scenario {
        self.rows[0].scenario.clone()
    }

    /// The options that change, as in links.
    pub fn options(&self) -> Vec<&'static str> {
        let mut options: Vec<&str> = self.changes.iter().map(|change| change.option.name).collect();
        options.dedup();
        options
    }

    /// Whether a scenario without its run is one of the settings.
    pub fn has_row(&self, setting: &Scenario) -> bool {
        self.rows.iter().any(|row| row.scenario == *setting)
    }

    /// Takes what is known of the same settings from another sweep.
    pub fn take_from(&mut self, other: &Variants) {
        for row in 0..self.rows.len() {
            let known =
                other.rows.iter().find(|variant| variant.scenario == self.rows[row].scenario);
            if let Some(outcome) = known.and_then(|known| known.outcome.clone()) {
                self.take(row, outcome);
            }
        }
    }

    /// The next setting to be searched; those that make no program are told on the way.
    pub fn next_open(&mut self) -> Option<usize> {
        loop {
            let at = self.rows.iter().position(|row| row.outcome.is_none())?;
            let Scenario { setting, .. } = &self.rows[at].scenario;
            let Some(why) = self.rows[at].scenario.entry().problem(setting) else {
                return Some(at);
            };
            self.take(at, SearchSummary::impossible(why));
        }
    }

    /// The property of that name, if some setting that was searched has it.
    pub fn property(&self, name: &str) -> Option<&str> {
        let searched = self.rows.iter().filter_map(|row| row.outcome.as_ref());
        let names: Vec<&str> = searched
            .flat_map(|summary| &summary.lines)
            .map(|line| line.property.as_str())
            .collect();
        let is_exact = names.contains(&name);
        names.into_iter().find(|text| if is_exact { *text == name } else { is_called(text, name) })
    }

    /// "17 settings: up to two changes of tie-break, registers and crash."
    pub fn size(&self) -> String {
        let options = self.options();
        let count = catalog::grouped(self.rows.len());
        match self.at_most {
            1 => format!("{count} settings: one change of {}.", listed(&options)),
            most => {
                format!("{count} settings: up to {} changes of {}.", number(most), listed(&options))
            }
        }
    }

    /// The finding, or how far the sweep has come.
    pub fn title(&self, finding: Option<&Finding>) -> String {
        match finding {
            Some(it) if !it.sentence.is_empty() => it.sentence.clone(),
            _ if self.done() < self.rows.len() => {
                format!("{} of {} settings checked.", self.done(), self.rows.len())
            }
            _ => "Undecided: some searches stopped at their state limit.".into(),
        }
    }

    /// The title with the names of the changes, as the command line takes them.
    pub fn title_with_changes(&self, finding: Option<&Finding>) -> String {
        let title = self.title(finding);
        match finding.and_then(|finding| finding.row) {
            Some(row) => {
                let changes = self.pairs(&self.rows[row]).replace('&', ", ");
                format!("{}: {changes}.", title.trim_end_matches('.'))
            }
            None => title,
        }
    }

    pub fn done(&self) -> usize {
        self.rows.iter().filter(|row| row.outcome.is_some()).count()
    }

    /// The changes of a row, as in a link; empty for the setting itself.
    pub fn pairs(&self, row: &Variant) -> String {
        let pairs: Vec<String> =
            row.changes.iter().map(|&change| self.changes[change].pair()).collect();
        pairs.join("&")
    }
}

/// How many changes at once make no more settings than are searched; one alone, however many there are. They are
/// counted before any is made.
fn at_most(changes: &[Change]) -> usize {
    // how many settings have no change, one, and so on
    let mut sets = [1, 0, 0, 0, 0];
    const { assert!(CHANGES_MAX == 4) };
    for of_one in changes.chunk_by(|a, b| a.option == b.option) {
        for size in (1..sets.len()).rev() {
            sets[size] = of_one.len().saturating_mul(sets[size - 1]).saturating_add(sets[size]);
        }
    }
    let settings =
        |size: usize| sets[..=size].iter().fold(0, |all: usize, it| all.saturating_add(*it));
    let fits = |size: &usize| sets[*size] > 0 && settings(*size) <= SETTINGS_MAX;
    (2..=CHANGES_MAX).take_while(fits).last().unwrap_or(1)
}

/// A variant with one change more, of an option behind all of its own.
fn one_more<'a>(
    variant: &'a Variant,
    changes: &'a [Change],
) -> impl Iterator<Item = Variant> + use<'a> {
    let last = variant.changes.last().copied();
    let is_later = move |at: usize| {
        last.is_none_or(|last| at > last && changes[at].option != changes[last].option)
    };
    (0..changes.len()).filter(move |&at| is_later(at)).map(move |at| {
        let mut scenario = variant.scenario.clone();
        scenario.setting.set(changes[at].option.name, changes[at].value.name);
        let changes = variant.changes.iter().copied().chain([at]).collect();
        Variant { changes, scenario, outcome: None }
    })
}

/// "a, b and c"
fn listed(all: &[&str]) -> String {
    match all {
        [rest @ .., last] if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        all => all.concat(),
    }
}

#[cfg(test)]
mod tests;
