//! What is wrong with texts, and what a search finds of those that are right: in a thread of its own.
//!
//! A newer text takes the place of an older one, whose search ends with that. Errors come first: a search goes on
//! when no text is new.

use crate::{check, memory};
use catalog::{Diagnostic, Limits, Scenario};
use checker::{Search, Workers};
use crossbeam_channel::{Receiver, Sender};
use std::collections::BTreeMap;

/// How many states are expanded between two looks at what is new.
const SLICE: usize = 1 << 13;

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

pub fn run(news: &Receiver<News>, to: &Sender<Finding>, states_max: usize) {
    let mut jobs: BTreeMap<String, Job> = BTreeMap::new();
    let workers = Workers::new(1);
    loop {
        let is_idle = jobs.values().all(|job| matches!(job.stage, Stage::Done));
        if is_idle {
            let Ok(one) = news.recv() else { return };
            note(&mut jobs, one);
        }
        news.try_iter().for_each(|one| note(&mut jobs, one));
        let next = jobs.iter_mut().min_by_key(|(_, job)| job.stage.rank());
        let Some((address, job)) = next else { continue };
        if let Some(found) = job.stage.advance(&workers, states_max) {
            let finding = Finding { address: address.clone(), version: job.version, found };
            if to.send(finding).is_err() {
                return;
            }
        }
    }
}

fn note(jobs: &mut BTreeMap<String, Job>, news: News) {
    match news.text {
        Some((version, text)) => {
            jobs.insert(news.address, Job { version, stage: Stage::New(text) });
        }
        None => {
            jobs.remove(&news.address);
        }
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

    /// Goes on a little, and gives what is found by that.
    fn advance(&mut self, workers: &Workers, states_max: usize) -> Option<Found> {
        match self {
            Stage::New(text) => {
                let scenario = read(text);
                let errors = scenario.text.as_ref().map_or(&[][..], |it| it.errors()).to_vec();
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
                if search.advance_by(workers, SLICE) {
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
    let bytes_max = BYTES_MAX.min(memory::bound(1).1);
    let limits = Limits { bytes_max, ..Limits::states(states_max) };
    let search = Search::after(system, &[], limits);
    Stage::Searched(scenario, Box::new(search))
}

fn verdicts(start: &Scenario, search: &Search) -> Vec<Judged> {
    let report = search.report();
    let judged = report.verdicts.iter().map(|it| {
        let there = it.run().map(|run| start.then(run, it.loops_from()));
        Judged {
            property: it.property,
            sentence: it.sentence(&report) + &check::reason(it, start),
            why: check::why(it, start),
            page: there.as_ref().map(page),
        }
    });
    judged.collect()
}
