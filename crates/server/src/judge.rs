//! What is wrong with texts, and what a search finds of those that are right: a slice at a time, so that whoever calls
//! can look for newer texts between two of them.
//!
//! A newer text takes the place of an older one, whose search ends with that. Errors come first: a search goes on
//! when no text is new.

use crate::sentences::{reason, why};
use catalog::{Diagnostic, Limits, Scenario};
use checker::Search;
use session::check::{Line, Mark};
use std::collections::BTreeMap;

/// Memory for the states of one search.
const BYTES_MAX: usize = 1_000_000_000;

pub struct News {
    pub address: String,
    /// Its version and its text; none: it is closed.
    pub text: Option<(i32, String)>,
}

pub struct Finding {
    pub address: String,
    pub version: i32,
    pub found: Found,
}

pub enum Found {
    Errors(Vec<Diagnostic>),
    Verdicts(Vec<Judged>),
}

/// What a search says of a property.
pub struct Judged {
    pub property: &'static str,
    pub mark: Mark,
    pub sentence: String,
    /// Why it fails, if it does.
    pub why: Option<String>,
    /// The page of the playground with the run that shows it.
    pub page: Option<String>,
}

struct Job {
    version: i32,
    stage: Stage,
}

enum Stage {
    /// A text that nobody has looked at.
    New(String),
    /// One without errors.
    Read(Scenario),
    Searched(Scenario, Box<Search>),
    Done,
}

/// Works on what is wrong with the open texts, and on their verdicts.
pub struct Judge {
    /// By the addresses of the texts.
    jobs: BTreeMap<String, Job>,
    states_max: usize,
    /// How many states are expanded at a time.
    slice: usize,
}

impl Judge {
    pub fn new(states_max: usize, slice: usize) -> Judge {
        Judge { jobs: BTreeMap::new(), states_max, slice }
    }

    pub fn note(&mut self, news: News) {
        match news.text {
            Some((version, text)) => {
                self.jobs.insert(news.address, Job { version, stage: Stage::New(text) });
            }
            None => {
                self.jobs.remove(&news.address);
            }
        }
    }

    /// Whether nothing is left to find.
    pub fn is_idle(&self) -> bool {
        self.jobs.values().all(|job| matches!(job.stage, Stage::Done))
    }

    /// Goes on a little, and gives what is found by that.
    pub fn advance(&mut self) -> Option<Finding> {
        let (address, job) = self.jobs.iter_mut().min_by_key(|(_, job)| job.stage.rank())?;
        let found = job.stage.advance(self.states_max, self.slice)?;
        Some(Finding { address: address.clone(), version: job.version, found })
    }
}

impl Stage {
    fn rank(&self) -> u8 {
        match self {
            Stage::New(_) => 0,
            Stage::Read(_) | Stage::Searched(..) => 1,
            Stage::Done => 2,
        }
    }

    fn advance(&mut self, states_max: usize, slice: usize) -> Option<Found> {
        match self {
            Stage::New(text) => {
                let scenario = read(text);
                let errors = scenario.text.as_ref().map_or(&[][..], |text| text.errors()).to_vec();
                *self = match errors.is_empty() {
                    true => Stage::Read(scenario),
                    false => Stage::Done,
                };
                Some(Found::Errors(errors))
            }
            Stage::Read(scenario) => {
                *self = begin(scenario.clone(), states_max);
                None
            }
            Stage::Searched(scenario, search) => {
                if search.advance(slice) {
                    return None;
                }
                let verdicts = verdicts(scenario, search);
                *self = Stage::Done;
                Some(Found::Verdicts(verdicts))
            }
            Stage::Done => None,
        }
    }
}

pub fn read(text: &str) -> Scenario {
    let own = catalog::entry("new").expect("where a listing of one's own begins");
    Scenario::new(own).with_text(text)
}

/// What follows the playground's own address.
pub fn page(scenario: &Scenario) -> String {
    format!("{}.html#{scenario}", scenario.slug)
}

fn begin(scenario: Scenario, states_max: usize) -> Stage {
    let system = scenario.entry().search_system(&scenario.setting);
    let limits = Limits { bytes_max: BYTES_MAX, ..Limits::states(states_max) };
    let search = Search::after(system, &[], limits);
    Stage::Searched(scenario, Box::new(search))
}

fn verdicts(start: &Scenario, search: &Search) -> Vec<Judged> {
    let report = search.report();
    let judged = report.verdicts.iter().map(|verdict| {
        let there = verdict.run().map(|run| start.then(run, verdict.loops_from()));
        Judged {
            property: verdict.property,
            mark: Line::of(verdict, &report).mark,
            sentence: verdict.sentence(&report) + &reason(verdict, start),
            why: why(verdict, start),
            page: there.as_ref().map(page),
        }
    });
    judged.collect()
}
