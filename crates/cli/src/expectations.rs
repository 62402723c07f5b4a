//! Searches what texts expect, and compares.

mod github;
mod judge;
mod junit;
mod leads;
mod print;
mod setting;
mod update;

use crate::args::{ResultFormat, Test};
use crate::bounds::Runner;
use crate::commands::Commands;
use crate::diagnostics::WrongText;
use crate::output::Output;
use crate::{Answer, Failure, file, files, write_json};
use catalog::{Scenario, TEXT_MAX, entry};
use judge::Judgement;
use listing::expect::Expectation;
use listing::tree::{Item, ItemKind, Listing};
use setting::Setting;
pub use setting::named;
use std::io::Write;
use std::path::Path;
use update::Change;

/// A file and its results.
struct Tested {
    /// Its name, its text, and what is wrong with that.
    text: WrongText,
    /// Why it could not be read or written: a sentence.
    unread: Option<String>,
    cases: Vec<Case>,
    /// The lines that were written.
    changes: Vec<Change>,
}

/// An expectation and its result.
struct Case {
    line: usize,
    /// What a property is called; none: the number of states.
    property: Option<String>,
    expected: String,
    /// Options and values, as in the text.
    options: Vec<(String, String)>,
    judgement: Judgement,
    /// What the search found: a sentence.
    found: String,
    /// Why that fails, if it does: a sentence.
    why: Option<String>,
    /// The run that shows it.
    link: Option<String>,
    /// The command that plays it.
    play: Option<String>,
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

pub fn run(args: &Test, to: &mut Output) -> Result<Answer, Failure> {
    let goes_to_output = args.junit.as_deref() == Some(Path::new("-"));
    if goes_to_output && (args.print.json || args.format != ResultFormat::Text) {
        let sentence =
            "Standard output can have one of JSON, JUnit XML and lines. Give `--junit` a file.";
        return Err(Failure::Usage(sentence.into()));
    }
    if args.update && args.paths.iter().any(|path| file::is_input(path)) {
        let sentence = "`--update` writes into files. Name one in the place of `-`.";
        return Err(Failure::Usage(sentence.into()));
    }
    let is_for_readers = !goes_to_output && !args.print.json;
    let paths = files::find(&args.paths)?;
    let runner = args.bounds.runner(false);
    let mut all = Vec::new();
    for path in paths {
        let tested = test(&path, &runner, args)?;
        if is_for_readers {
            print::file(&tested, args.update, to)?;
            if args.format == ResultFormat::Github {
                github::write(&tested, to)?;
            }
            to.flush()?;
        }
        all.push(tested);
    }
    let counts = Counts::of(&all);
    match &args.junit {
        Some(_) if goes_to_output => to.write_document(&junit::document(&all))?,
        Some(path) => file::write(path, &junit::document(&all))?,
        None => {}
    }
    if args.print.json {
        write_json(&print::results(&all, &counts), to)?;
    } else if is_for_readers {
        update::summary(all.iter().map(|tested| tested.changes.len()).sum(), args.update, to)?;
        print::summary(&counts, to)?;
    }
    Ok(counts.answer())
}

impl Counts {
    fn of(all: &[Tested]) -> Counts {
        let mut counts = Counts::default();
        for tested in all {
            counts.wrong += usize::from(!tested.is_read());
            counts.passed += tested.changes.iter().filter(|change| change.is_new()).count();
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
    /// What is expected, in the words of the text.
    fn words(&self) -> String {
        let property = self.property.as_ref().map_or_else(String::new, |name| format!("{name}: "));
        let options: Vec<String> =
            self.options.iter().map(|(option, value)| format!("{option} = {value}")).collect();
        let with = if options.is_empty() { "" } else { " with " };
        format!("{property}{}{with}{}", self.expected, options.join(", "))
    }
}

/// Reads a file and searches each setting of which it expects something.
fn test(path: &Path, runner: &Runner, args: &Test) -> Result<Tested, Failure> {
    let (source, unread) = match file::read(path, TEXT_MAX) {
        Ok(source) => (source, None),
        Err(why) => (String::new(), Some(why)),
    };
    let text = WrongText { name: file::name(path), source, errors: Vec::new() };
    let mut tested = Tested { text, unread, cases: Vec::new(), changes: Vec::new() };
    if tested.unread.is_some() {
        return Ok(tested);
    }
    let own = entry("new").expect("where a listing of one's own begins");
    let scenario = Scenario::new(own).with_text(&tested.text.source);
    let errors = scenario.text.as_ref().map_or(&[][..], |text| text.errors());
    tested.text.errors = errors.to_vec();
    if !errors.is_empty() {
        return Ok(tested);
    }
    let commands = Commands::of_file(path, args.links);
    let document = scenario.document();
    let listing = document.listing();
    let mut settings = setting::of(listing, &scenario);
    let adds = args.update && update::adds(listing);
    if adds && !settings.iter().any(|one| one.scenario == scenario) {
        settings.push(Setting::new(scenario.clone()));
    }
    for setting in &mut settings {
        setting.search(runner, adds && setting.scenario == scenario)?;
    }
    tested.cases = cases(&tested.text.source, listing, &settings, &commands);
    if args.update {
        tested.unread = update::update(path, &mut tested, listing, &settings, &scenario).err();
    }
    Ok(tested)
}

/// What became of each expectation, in the order of the text.
fn cases(source: &str, listing: &Listing, settings: &[Setting], commands: &Commands) -> Vec<Case> {
    let case = |(item, expectation): (&Item, &Expectation)| {
        let setting = setting::that_has(settings, expectation);
        let (judgement, found) = setting.judge(expectation);
        let there = setting.run(expectation);
        Case {
            line: source[..item.span.start as usize].matches('\n').count() + 1,
            property: expectation.called(listing),
            expected: expectation.expected.to_string(),
            options: expectation
                .options
                .iter()
                .map(|(name, value)| (name.text.clone(), value.text.clone()))
                .collect(),
            judgement,
            found,
            why: setting.why(expectation),
            link: there.as_ref().map(Scenario::to_string),
            play: there.as_ref().map(|there| commands.play(there)),
        }
    };
    expectations(listing).map(case).collect()
}

fn expectations(listing: &Listing) -> impl Iterator<Item = (&Item, &Expectation)> {
    listing.items.iter().filter_map(|item| match &item.kind {
        ItemKind::Expect(expectation) => Some((item, expectation)),
        _ => None,
    })
}
