//! A scenario: which algorithm, how its knobs stand, which run, which moment, and how to show it.
//! It is the end of a link, an argument of the command line, a line of the golden table and a
//! request to the worker. `docs/LINKS.md` is the specification.

use crate::link::{self, RUN_MAX};
use crate::{Moment, Trace};
use checker::{Limits, Verdict};
use engine::{Entry, MODULES, Search, entry};
use model::{Action, Log, Setting, Stepped};
use percent_encoding::percent_decode_str;
use std::fmt;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scenario {
    pub slug: &'static str,
    pub setting: Setting,
    pub run: Vec<Action>,
    /// How many steps of the run have been taken.
    pub at: usize,
    /// After so many steps the run comes to the state in which it ends: from there on it goes
    /// round and round.
    pub loops_from: Option<usize>,
    /// The step that splits the others into before, after and concurrent.
    pub picked: Option<usize>,
    pub look: Look,
    pub theme: Theme,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Look {
    #[default]
    Page,
    /// Without the page around it, for other pages.
    Embed,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Theme {
    /// As the reader's system says.
    #[default]
    System,
    Light,
    Dark,
}

/// A link that could be opened, and what had to be said about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parsed {
    pub scenario: Scenario,
    /// What was wrong, and what was used instead: a sentence each.
    pub notices: Vec<String>,
}

/// Why a link could not be opened at all: a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem(pub String);

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Problem {}

impl Scenario {
    /// The start of an algorithm, with its default knobs.
    pub fn new(entry: &Entry) -> Scenario {
        Scenario {
            slug: entry.slug,
            setting: Setting::default_of(entry.knobs),
            run: Vec::new(),
            at: 0,
            loops_from: None,
            picked: None,
            look: Look::default(),
            theme: Theme::default(),
        }
    }

    /// Reads a link, or the end of one. What is wrong in it is left out and told.
    pub fn parse(link: &str) -> Result<Parsed, Problem> {
        let link = link.trim().rsplit('#').next().unwrap_or_default();
        let link = percent_decode_str(link).decode_utf8_lossy().replace("&amp;", "&");
        let (slug, query) = link.split_once('?').unwrap_or((&link, ""));
        let entry = entry(slug.trim_start_matches('/')).ok_or_else(|| unknown(slug))?;
        let mut reading = Reading {
            scenario: Scenario::new(entry),
            notices: Vec::new(),
            at: None,
            loops_from: None,
        };
        for pair in query.split('&').filter(|it| !it.is_empty()) {
            match pair.split_once('=') {
                Some((key, value)) => reading.pair(entry, key, value),
                None => reading.notice(format!("`{}` has no value and was left out.", cut(pair))),
            }
        }
        let Reading { mut scenario, mut notices, at, loops_from } = reading;
        let len = scenario.run.len();
        scenario.at = at.unwrap_or(len).min(len);
        if let Some(at) = at.filter(|&at| at > len) {
            notices.push(format!("The link asks for step {at} of {len}: the last one is shown."));
        }
        if let Some(picked) = scenario.picked.filter(|&it| it >= len) {
            scenario.picked = None;
            notices.push(format!("The link picks step {} of {len}: none is picked.", picked + 1));
        }
        if let Some(from) = loops_from {
            scenario.loops_from = Some(from).filter(|_| scenario.comes_back_to(from));
            if from >= len {
                notices.push(format!(
                    "The link has a loop from step {from} of {len} on: it is left out."
                ));
            } else if scenario.loops_from.is_none() {
                notices.push(format!(
                    "The link has a loop from step {from} on, but the run does not come back \
                     there: it is left out."
                ));
            }
        }
        if let Some((run, given)) = run_in(query)
            && given != link::check(&scenario.checked(run))
            && notices.is_empty()
        {
            notices.push(ALTERED.into());
        }
        Ok(Parsed { scenario, notices })
    }

    pub fn entry(&self) -> &'static Entry {
        entry(self.slug).expect("a scenario is only made from an entry")
    }

    /// The whole run, past and future.
    pub fn trace(&self) -> Trace {
        crate::trace::of(&mut *self.entry().live(&self.setting), &self.run)
    }

    /// The moment at the cursor.
    pub fn moment(&self) -> Moment {
        let start = || self.entry().live(&self.setting);
        crate::moment::of(start, &self.run[..self.at.min(self.run.len())])
    }

    /// A search over every interleaving of this setting; the run does not matter.
    pub fn search(&self, limits: Limits) -> Box<dyn Search> {
        self.entry().search(&self.setting, &[], limits)
    }

    /// A search over everything that can follow the moment at the cursor, from where runs are told.
    pub fn search_from_here(&self, limits: Limits) -> Box<dyn Search> {
        let run = &self.run[..self.at.min(self.run.len())];
        self.entry().search(&self.setting, run, limits)
    }

    /// A search in which states that differ only by names count as one; none where nobody is alike.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn reduced_search(&self, limits: Limits) -> Option<Box<dyn Search>> {
        engine::reduced(self.slug, &self.setting, limits)
    }

    /// The same setting, at the end of another run: a counterexample, for one.
    #[must_use]
    pub fn with_run(&self, run: Vec<Action>) -> Scenario {
        Scenario { at: run.len(), run, loops_from: None, picked: None, ..self.clone() }
    }

    /// The run that proves a verdict, where there is one.
    pub fn proof(&self, verdict: &Verdict) -> Option<Scenario> {
        let loops_from = verdict.loops_from();
        verdict.run().map(|run| Scenario { loops_from, ..self.with_run(run.to_vec()) })
    }

    /// Whether the run ends in the state to which it had come after `from` steps.
    fn comes_back_to(&self, from: usize) -> bool {
        let mut live = self.entry().live(&self.setting);
        let mut there = Vec::new();
        for (at, &action) in self.run.iter().enumerate() {
            if at == from {
                there = live.state();
            }
            if !matches!(live.step(action, &mut Log::off()), Stepped::Ran(_)) {
                return false;
            }
        }
        there == live.state()
    }

    /// Knobs that are not at their default.
    fn knobs(&self) -> String {
        let turned = self.setting.iter().filter(|(knob, value)| *value != &knob.values[0]);
        let pairs: Vec<String> =
            turned.map(|(knob, value)| format!("{}={}", knob.name, value.name)).collect();
        pairs.join("&")
    }

    /// What the check at the end of a link covers: all but how the moment is shown.
    fn checked(&self, run: &str) -> String {
        let version = self.entry().version;
        let at = match self.loops_from {
            Some(from) => format!("{}&loop={from}", self.at),
            None => self.at.to_string(),
        };
        format!("{}?{}&v={version}&at={at}&run={run}", self.slug, self.knobs())
    }
}

/// The end of a link, the shortest that stands for this scenario. Goes back by
/// [`Scenario::parse`].
impl fmt::Display for Scenario {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut pairs = vec![self.knobs()];
        match self.look {
            Look::Page => {}
            Look::Embed => pairs.push("view=embed".into()),
        }
        match self.theme {
            Theme::System => {}
            Theme::Light => pairs.push("theme=light".into()),
            Theme::Dark => pairs.push("theme=dark".into()),
        }
        if !self.run.is_empty() {
            pairs.push(format!("v={}", self.entry().version));
            if self.at != self.run.len() {
                pairs.push(format!("at={}", self.at));
            }
            if let Some(from) = self.loops_from {
                pairs.push(format!("loop={from}"));
            }
            if let Some(picked) = self.picked {
                pairs.push(format!("pick={}", picked + 1));
            }
            // last, so that a link that is cut loses its check
            let run = link::encode(&self.run);
            let check = link::check(&self.checked(&run));
            pairs.push(format!("run={run}.{check}"));
        }
        pairs.retain(|pair| !pair.is_empty());
        let mark = if pairs.is_empty() { "" } else { "?" };
        write!(f, "{}{mark}{}", self.slug, pairs.join("&"))
    }
}

const ALTERED: &str = "The check at the end of the link does not match: it was changed or cut \
                       after it was copied. It is shown as far as it can be read.";

/// A link on its way to a scenario.
struct Reading {
    scenario: Scenario,
    notices: Vec<String>,
    at: Option<usize>,
    loops_from: Option<usize>,
}

impl Reading {
    fn notice(&mut self, notice: String) {
        self.notices.push(notice);
    }

    fn pair(&mut self, entry: &Entry, key: &str, value: &str) {
        match key {
            "run" => self.run(value),
            "v" => self.version(entry, value),
            "at" => match value.parse() {
                Ok(at) => self.at = Some(at),
                Err(_) => self
                    .notice(format!("`at={}` is not a step: the last one is shown.", cut(value))),
            },
            "loop" => match value.parse() {
                Ok(from) => self.loops_from = Some(from),
                Err(_) => {
                    self.notice(format!("`loop={}` is not a step: it is left out.", cut(value)));
                }
            },
            "pick" => match value.parse::<usize>() {
                Ok(step) if step > 0 => self.scenario.picked = Some(step - 1),
                _ => self.notice(format!("`pick={}` is not a step: none is picked.", cut(value))),
            },
            "view" => match value {
                "embed" => self.scenario.look = Look::Embed,
                "page" => self.scenario.look = Look::Page,
                _ => self.notice(format!(
                    "`view={}` is not known (page or embed): the page is shown.",
                    cut(value)
                )),
            },
            "theme" => match value {
                "light" => self.scenario.theme = Theme::Light,
                "dark" => self.scenario.theme = Theme::Dark,
                "system" => self.scenario.theme = Theme::System,
                _ => self.notice(format!(
                    "`theme={}` is not known (light, dark or system): the system's is used.",
                    cut(value)
                )),
            },
            _ => self.knob(entry, key, value),
        }
    }

    fn knob(&mut self, entry: &Entry, key: &str, value: &str) {
        if self.scenario.setting.set(key, value) {
            return;
        }
        match entry.knobs.iter().find(|it| it.name == key) {
            Some(knob) => {
                let choices: Vec<&str> = knob.values.iter().map(|it| it.name).collect();
                self.notice(format!(
                    "`{key}={}` is not a choice ({}): {} was used.",
                    cut(value),
                    choices.join(", "),
                    self.scenario.setting.get(key),
                ));
            }
            None => {
                self.notice(format!("{} has no knob `{}`: it was left out.", entry.name, cut(key)));
            }
        }
    }

    fn version(&mut self, entry: &Entry, value: &str) {
        let here = entry.version;
        match value.parse::<u16>() {
            Ok(version) if version == here => {}
            Ok(version) if version > here => self.notice(format!(
                "The link was made with a newer version of this model ({version}; here is \
                 {here}): its run is replayed as far as it fits."
            )),
            Ok(version) => self.notice(format!(
                "The link was made with an older version of this model ({version}; here is \
                 {here}): its run is replayed as far as it fits."
            )),
            Err(_) => {
                self.notice(format!("`v={}` is not a version: {here} was used.", cut(value)));
            }
        }
    }

    fn run(&mut self, value: &str) {
        let (text, check) = value.split_once('.').unwrap_or((value, ""));
        let link::Decoded { run, whole } = link::decode(text);
        let steps = run.len();
        self.scenario.run = run;
        if steps >= RUN_MAX && !whole {
            self.notice(format!("The run is longer than {RUN_MAX} steps: the rest was left out."));
        } else if !whole {
            self.notice(format!(
                "The run in the link cannot be read to its end: its first {steps} steps were used."
            ));
        } else if check.len() < 4 {
            self.notice(format!(
                "The end of the link is missing: the {steps} steps that could be read were used."
            ));
        }
    }
}

/// The run that stands in a link, with its check.
fn run_in(query: &str) -> Option<(&str, &str)> {
    let run = query.split('&').rev().find_map(|pair| pair.strip_prefix("run="))?;
    run.split_once('.')
}

fn unknown(slug: &str) -> Problem {
    if slug.trim_matches('/').is_empty() {
        return Problem("The link names no algorithm.".into());
    }
    let slugs = || MODULES.iter().flat_map(|module| module.slugs.iter().copied());
    if slugs().any(|it| it == slug) {
        return Problem(format!(
            "`{slug}` is in another part of the engine: load it by this link."
        ));
    }
    let near = slugs()
        .map(|it| (strsim::damerau_levenshtein(&slug.to_ascii_lowercase(), it), it))
        .filter(|(distance, near)| distance * 2 <= near.len())
        .min();
    let hint = near.map_or_else(String::new, |(_, near)| format!(" Did you mean `{near}`?"));
    Problem(format!("There is no algorithm called `{}`.{hint}", cut(slug)))
}

/// So much of a stranger's text as a message can bear.
fn cut(text: &str) -> String {
    let mut short: String = text.chars().take(40).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}
