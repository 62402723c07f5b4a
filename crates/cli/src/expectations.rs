//! Searches what texts expect, and compares.

mod files;
mod judge;
mod junit;
mod print;

use crate::args::Test;
use crate::bounds::Runner;
use crate::diagnostics::WrongText;
use crate::{Answer, Failure, check, file, write_json};
use catalog::{Report, Scenario, TEXT_MAX, entry};
use judge::Judgement;
use listing::expect::Expectation;
use listing::tree::{Item, ItemKind};
use listing::{OptionNames, link_name};
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

/// A file and its results.
struct Tested {
    /// Its name, its text, and what is wrong with that.
    text: WrongText,
    /// Why it could not be read: a sentence.
    unread: Option<String>,
    cases: Vec<Case>,
}

/// An expectation and its result.
struct Case {
    line: usize,
    /// The name of a property; none: the number of states.
    property: Option<String>,
    expected: String,
    /// Options and values, as in the text.
    options: Vec<(String, String)>,
    judgement: Judgement,
    /// What the search found: a sentence.
    found: String,
    /// The run that shows it.
    link: Option<String>,
}

/// How many expectations have which result.
#[derive(Default)]
struct Counts {
    passed: usize,
    failed: usize,
    undecided: usize,
    /// Files with errors, or that cannot be read.
    wrong: usize,
}

pub fn run(args: &Test, to: &mut impl Write) -> Result<Answer, Failure> {
    let goes_to_output = args.junit.as_deref() == Some(Path::new("-"));
    if goes_to_output && args.print.json {
        let sentence = "Standard output can have JSON or JUnit XML. Give `--junit` a file.";
        return Err(Failure::Usage(sentence.into()));
    }
    let is_for_readers = !goes_to_output && !args.print.json;
    let names = files::find(&args.paths)?;
    let runner = args.bounds.runner(false);
    let mut all = Vec::new();
    for name in names {
        let tested = test(name, &runner)?;
        if is_for_readers {
            print::file(&tested, to)?;
            to.flush()?;
        }
        all.push(tested);
    }
    let counts = Counts::of(&all);
    match &args.junit {
        Some(_) if goes_to_output => to.write_all(junit::document(&all).as_bytes())?,
        Some(path) => file::write(path, &junit::document(&all))?,
        None => {}
    }
    if args.print.json {
        write_json(&print::results(&all, &counts), to)?;
    } else if is_for_readers {
        print::summary(&counts, to)?;
    }
    Ok(counts.answer())
}

impl Counts {
    fn of(all: &[Tested]) -> Counts {
        let mut counts = Counts::default();
        for tested in all {
            counts.wrong += usize::from(!tested.is_read());
            for case in &tested.cases {
                *match case.judgement {
                    Judgement::Met => &mut counts.passed,
                    Judgement::Unmet => &mut counts.failed,
                    Judgement::Undecided => &mut counts.undecided,
                } += 1;
            }
        }
        counts
    }

    fn answer(&self) -> Answer {
        match self {
            Counts { wrong: 1.., .. } => Answer::Damaged,
            Counts { failed: 1.., .. } => Answer::Bad,
            Counts { undecided: 1.., .. } | Counts { passed: 0, .. } => Answer::Unproven,
            _ => Answer::Good,
        }
    }
}

impl Tested {
    fn is_read(&self) -> bool {
        self.unread.is_none() && self.text.errors.is_empty()
    }
}

impl Case {
    /// What is expected, as in the text.
    fn words(&self) -> String {
        let property = self.property.as_ref().map_or_else(String::new, |name| format!("{name}: "));
        let options: Vec<String> =
            self.options.iter().map(|(option, value)| format!("{option} = {value}")).collect();
        let with = if options.is_empty() { "" } else { " with " };
        format!("{property}{}{with}{}", self.expected, options.join(", "))
    }
}

/// Reads a file and searches each setting of which it expects something.
fn test(name: String, runner: &Runner) -> Result<Tested, Failure> {
    let (source, unread) = match file::read(&name, TEXT_MAX) {
        Ok(source) => (source, None),
        Err(Failure::Usage(why)) => (String::new(), Some(why)),
        Err(other) => return Err(other),
    };
    let mut text = WrongText { name, source, errors: Vec::new() };
    if unread.is_some() {
        return Ok(Tested { text, unread, cases: Vec::new() });
    }
    let own = entry("new").expect("where a listing of one's own begins");
    let scenario = Scenario::new(own).with_text(&text.source);
    text.errors = scenario.text.as_ref().map_or_else(Vec::new, |text| text.errors().to_vec());
    let cases = match text.errors.is_empty() {
        true => cases(&text.source, &scenario, runner)?,
        false => Vec::new(),
    };
    Ok(Tested { text, unread, cases })
}

fn cases(source: &str, scenario: &Scenario, runner: &Runner) -> Result<Vec<Case>, Failure> {
    let listing = listing::parse(source).listing;
    let options = listing::options(&listing);
    let mut searched: Vec<(Scenario, Arc<Report>)> = Vec::new();
    let mut cases = Vec::new();
    for item in &listing.items {
        let ItemKind::Expect(expectation) = &item.kind else { continue };
        let scenario = with_options(scenario, &options, expectation);
        if let Some(problem) = scenario.entry().problem(&scenario.setting) {
            let found = format!("These options make no program. {problem}");
            cases.push(case(source, item, expectation, Judgement::Unmet, found));
            continue;
        }
        let known = searched.iter().find(|one| one.0.setting == scenario.setting);
        let report = match known {
            Some((_, report)) => Arc::clone(report),
            None => Arc::new(runner.search(&scenario)?),
        };
        let title = expectation.title.as_ref().map(|title| title.text.as_str());
        let verdict = report.verdicts.iter().find(|one| Some(one.property) == title);
        let judgement = judge::judge(expectation, verdict, &report);
        let reason = verdict.map_or_else(String::new, |one| check::reason(one, &scenario));
        let found = judge::found(expectation, verdict, &report) + &reason;
        let run = verdict.and_then(|one| Some((one.run()?, one.loops_from())));
        let link = run.map(|(run, from)| scenario.then(run, from).to_string());
        cases.push(Case { link, ..case(source, item, expectation, judgement, found) });
        searched.push((scenario, report));
    }
    Ok(cases)
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

fn case(source: &str, item: &Item, of: &Expectation, judgement: Judgement, found: String) -> Case {
    Case {
        line: source[..item.span.start as usize].matches('\n').count() + 1,
        property: of.title.as_ref().map(|title| title.text.clone()),
        expected: of.expected.to_string(),
        options: of
            .options
            .iter()
            .map(|(name, value)| (name.text.clone(), value.text.clone()))
            .collect(),
        judgement,
        found,
        link: None,
    }
}
