//! The settings of which a text expects something, each searched once.

use super::expectations;
use super::judge::{self, Judgement};
use super::leads::{self, Leads};
use crate::Failure;
use crate::bounds::Runner;
use crate::mutate::{self, Lines};
use catalog::{Outcome, Report, Scenario, Verdict, is_called};
use checker::Search;
use listing::expect::{Expectation, Expected};
use listing::tree::Listing;
use listing::{OptionNames, link_name};
use std::collections::BTreeMap;

/// A setting, and what is expected of it.
pub struct Setting {
    pub scenario: Scenario,
    expectations: Vec<Expectation>,
    /// What was found, or why these options make no program: a sentence.
    pub result: Result<Report, String>,
    /// Which lines nothing needs, where something is expected of that.
    lines: Option<Lines>,
    /// Of claims that are expected to carry themselves, or to have leads, what came of that.
    reasons: BTreeMap<String, Leads>,
}

/// In the order in which the text names them.
pub fn of(listing: &Listing, scenario: &Scenario) -> Vec<Setting> {
    let options = listing::options(listing);
    let mut settings: Vec<Setting> = Vec::new();
    for (_, expectation) in expectations(listing) {
        let scenario = with_options(scenario, &options, expectation);
        let known = settings.iter().position(|one| one.scenario == scenario);
        let at = known.unwrap_or_else(|| {
            settings.push(Setting::new(scenario));
            settings.len() - 1
        });
        settings[at].expectations.push(expectation.clone());
    }
    settings
}

/// The one of which this is expected.
pub fn that_has<'a>(settings: &'a [Setting], expectation: &Expectation) -> &'a Setting {
    let has = |one: &&Setting| one.expectations.iter().any(|other| other.span == expectation.span);
    settings.iter().find(has).expect("each expectation is of a setting")
}

/// The default options but for those that the expectation names.
fn with_options(scenario: &Scenario, options: &[OptionNames], of: &Expectation) -> Scenario {
    let mut scenario = scenario.clone();
    for (name, value) in &of.options {
        if let Some(option) = options.iter().find(|option| option.name == name.text) {
            scenario.setting.set(&option.link, &link_name(&value.text));
        }
    }
    scenario
}

impl Setting {
    pub fn new(scenario: Scenario) -> Setting {
        Setting {
            scenario,
            expectations: Vec::new(),
            result: Err(String::new()),
            lines: None,
            reasons: BTreeMap::new(),
        }
    }

    /// Searches every state, unless a part of them answers all that is asked.
    pub fn search(&mut self, runner: &Runner, needs_all: bool) -> Result<(), Failure> {
        let Setting { scenario, expectations, .. } = self;
        self.result = match scenario.entry().problem(&scenario.setting) {
            Some(problem) => Err(format!("These options make no program. {problem}")),
            None => {
                let search = runner.search_until(scenario, |search| {
                    !needs_all && is_of_runs(expectations) && all_are_found(expectations, search)
                })?;
                Ok(search.counted_report())
            }
        };
        let is_of_lines =
            |expectation: &Expectation| matches!(expectation.expected, Expected::LinesNotNeeded(_));
        if let Ok(report) = &self.result
            && self.expectations.iter().any(is_of_lines)
        {
            self.lines = Some(mutate::lines(&self.scenario, report, runner)?);
        }
        self.reasons = self.ask_reasons(runner);
        Ok(())
    }

    fn ask_reasons(&self, runner: &Runner) -> BTreeMap<String, Leads> {
        let Ok(report) = &self.result else { return BTreeMap::new() };
        let asked = self.expectations.iter().filter(|one| leads::is_asked(one.expected));
        let verdicts = asked.filter_map(|one| verdict(one, report));
        let good = verdicts.filter(|verdict| verdict.good());
        good.map(|good| {
            (good.property.to_owned(), Leads::of(&self.scenario, good.property, report, runner))
        })
        .collect()
    }

    fn leads(&self, expectation: &Expectation, report: &Report) -> Option<&Leads> {
        self.reasons.get(verdict(expectation, report)?.property)
    }

    /// Whether it came as expected, and what came: a sentence.
    pub fn judge(&self, expectation: &Expectation) -> (Judgement, String) {
        let report = match &self.result {
            Ok(report) => report,
            Err(problem) => return (Judgement::Unmet, problem.clone()),
        };
        if let (Expected::LinesNotNeeded(count), Some(lines)) = (expectation.expected, &self.lines)
        {
            return of_lines(count, lines);
        }
        let verdict = verdict(expectation, report);
        if leads::is_asked(expectation.expected)
            && let Some(leads) = self.leads(expectation, report)
        {
            return leads.judge(expectation.expected);
        }
        let reason = verdict.map_or_else(String::new, |one| server::reason(one, &self.scenario));
        let found = judge::found(expectation, verdict, report) + &reason;
        (judge::judge(expectation, verdict, report), found)
    }

    /// What could be expected in its place, as it was found; none if that is not certain.
    pub fn could_be_expected(&self, expectation: &Expectation) -> Option<Expected> {
        let report = self.result.as_ref().ok()?;
        match (expectation.expected, &self.lines) {
            (Expected::LinesNotNeeded(_), Some(Lines { not_needed, undecided: 0 })) => {
                Some(Expected::LinesNotNeeded(not_needed.len() as u64))
            }
            (Expected::LinesNotNeeded(_), _) => None,
            (Expected::Inductive | Expected::Leads(_), _)
                if let Some(leads) = self.leads(expectation, report) =>
            {
                leads.could_be_expected()
            }
            _ => judge::could_be_expected(expectation, verdict(expectation, report), report),
        }
    }

    /// Why it fails, if it does: a sentence.
    pub fn why(&self, expectation: &Expectation) -> Option<String> {
        server::why(verdict(expectation, self.result.as_ref().ok()?)?, &self.scenario)
    }

    /// The run that shows it.
    pub fn run(&self, expectation: &Expectation) -> Option<Scenario> {
        let verdict = verdict(expectation, self.result.as_ref().ok()?)?;
        Some(self.scenario.then(verdict.run()?, verdict.loops_from()))
    }
}

/// Judges how many lines nothing needs.
fn of_lines(expected: u64, lines: &Lines) -> (Judgement, String) {
    let Lines { not_needed, undecided } = lines;
    let numbers: Vec<String> = not_needed.iter().map(ToString::to_string).collect();
    let found = match &numbers[..] {
        [] => "every line is needed".to_owned(),
        [line] => format!("1 line is not needed: {line}"),
        all => format!("{} lines are not needed: {}", all.len(), all.join(", ")),
    };
    match (undecided, not_needed.len() as u64) {
        // more may come
        (1.., count) if count <= expected => {
            (Judgement::Undecided, format!("{found}; {undecided} not decided"))
        }
        (_, count) if count == expected => (Judgement::Met, found),
        _ => (Judgement::Unmet, found),
    }
}

pub fn verdict<'a>(expectation: &Expectation, report: &'a Report) -> Option<&'a Verdict> {
    named(&expectation.title.as_ref()?.text, report)
}

/// The verdict of the property that has this name in the text.
pub fn named<'a>(title: &str, report: &'a Report) -> Option<&'a Verdict> {
    let verdicts = || report.verdicts.iter();
    let exact = verdicts().find(|one| one.property == title);
    exact.or_else(|| verdicts().find(|one| is_called(one.property, title)))
}

/// Whether a run is the answer to each: one that is found is a shortest one, whatever else there is.
/// Everything else asks for every state.
fn is_of_runs(expectations: &[Expectation]) -> bool {
    let is_run =
        |one: &Expectation| matches!(one.expected, Expected::Fails(_) | Expected::Reached(_));
    expectations.iter().all(is_run)
}

fn all_are_found(expectations: &[Expectation], search: &Search) -> bool {
    let report = search.report();
    let is_found = |one: &Expectation| {
        verdict(one, &report).is_some_and(|verdict| {
            matches!(verdict.outcome, Outcome::Fails { .. } | Outcome::Found { .. })
        })
    };
    expectations.iter().all(is_found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::Bounds;
    use catalog::{Coverage, entry};

    /// More states than one slice of a search, and two steps to the failure.
    const TEXT: &str = "algorithm Two writers
shared x: 0..63
shared y: 0..63
process i of 2:
  go:
    choose v in 0..30
    x ← v
    choose w in 0..30
    y ← w
always small: x < 1
reachable large: x = 30
";

    fn searched(expectations: &str, needs_all: bool) -> Setting {
        let text = format!("{TEXT}{expectations}");
        let scenario = Scenario::new(entry("new").unwrap()).with_text(&text);
        let bounds = Bounds { workers: Some(1), states_max: None, memory: None, no_progress: true };
        let mut settings = of(&listing::parse(&text).listing, &scenario);
        assert_eq!(settings.len(), 1, "{:?}", scenario.text.unwrap().errors());
        settings[0].search(&bounds.runner(false), needs_all).ok().expect("room for it");
        settings.remove(0)
    }

    #[test]
    fn a_search_ends_where_every_answer_is_known() {
        let found = "expect small: fails in 3 steps\nexpect large: reached\n";
        let (part, whole) = (searched(found, false), searched(found, true));
        let report = |setting: &Setting| setting.result.clone().unwrap();
        assert_eq!(report(&part).coverage, Coverage::Unfinished);
        assert!(report(&part).states < report(&whole).states);
        for expectation in &part.expectations {
            assert_eq!(part.judge(expectation), whole.judge(expectation));
            assert_eq!(part.run(expectation), whole.run(expectation));
        }
    }

    #[test]
    fn what_is_about_every_state_asks_for_every_state() {
        for more in ["no deadlock: holds", "small: fails", "9 states"] {
            let setting = searched(&format!("expect large: reached\nexpect {more}\n"), false);
            let is_whole = setting.result.unwrap().coverage == Coverage::Exhausted;
            assert_eq!(is_whole, more != "small: fails", "{more}");
        }
    }
}
