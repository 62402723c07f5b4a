//! From a link, however damaged, to a scenario, and what had to be said about it.

use super::captions::{self, MOMENTS_MAX};
use super::{Look, Panel, Panels, Parsed, Problem, Scenario, Speed, Theme};
use crate::engine::listing::edition::from_first;
use crate::engine::listing::hidden::shown;
use crate::engine::{Diagnostic, Entry, entries, entry};
use crate::link::{self, RUN_MAX};
use model::Setting;
use percent_encoding::percent_decode_str;
use std::num::NonZeroU16;

/// The longest link that is read, in bytes, without the address of the page. The longest run takes
/// 77,000.
pub const LINK_MAX: usize = 100_000;
/// More pairs than any link needs.
const PAIRS_MAX: usize = 64;
/// What a reader can take in.
const NOTICES_MAX: usize = 10;

/// `is_own` if the link is one of ours, of which nothing is tried again.
pub fn read(link: &str, more: &[(String, String)], is_own: bool) -> Result<Parsed, Problem> {
    let link = link.trim().trim_end_matches('#').rsplit('#').next().unwrap_or_default();
    let beginning = &link[..link.floor_char_boundary(LINK_MAX)];
    let text = percent_decode_str(beginning).decode_utf8_lossy().replace("&amp;", "&");
    let (slug, query) = text.split_once('?').unwrap_or((&text, ""));
    // or the address of an algorithm's page
    let slug = slug.trim_matches('/').rsplit('/').next().unwrap_or_default();
    let slug = slug.strip_suffix(".html").unwrap_or(slug);
    let published = entry(slug).ok_or_else(|| unknown(slug))?;
    let (scenario, wrong) = with_text(published, query);
    let entry = &scenario.entry().clone();
    let mut reading = Reading {
        scenario,
        is_own,
        notices: wrong.into_iter().collect(),
        unwritten: 0,
        says_ask: false,
        version: entry.version,
        at: None,
        loops_from: None,
        steps: None,
        check: None,
    };
    if beginning.len() < link.len() {
        reading.notice(format!(
            "The link is longer than {LINK_MAX} characters: the rest was left out."
        ));
    }
    let mut pairs = query.split('&').filter(|it| !it.is_empty());
    let mut given = Vec::new();
    for pair in pairs.by_ref().take(PAIRS_MAX) {
        match pair.split_once('=') {
            Some((key, _)) if given.contains(&key) => {
                reading.notice(format!("“{}” is given again: the first was used.", cut(key)));
            }
            Some((key, value)) => {
                if !ADDED.contains(&key) {
                    given.push(key);
                }
                reading.pair(entry, key, value);
            }
            None => reading.notice(format!("“{}” has no value and was left out.", cut(pair))),
        }
    }
    if pairs.next().is_some() {
        reading.notice(format!("The link has more than {PAIRS_MAX} pairs: the rest was left out."));
    }
    for (key, value) in more {
        reading.pair(entry, key, value);
    }
    Ok(reading.finish())
}

/// The algorithm as published, or with the text that the link has; and what is wrong with that.
fn with_text(published: &'static Entry, query: &str) -> (Scenario, Option<String>) {
    let scenario = Scenario::new(published);
    let Some(value) = query.split('&').find_map(|it| it.strip_prefix("text=")) else {
        return (scenario, None);
    };
    let known = |hash| {
        let sources = entries().iter().chain([published]).map(|it| it.source);
        let mut all = sources.flat_map(|it| [it.to_owned(), link::text::first_published(it)]);
        all.find(|it| link::text::hash(it) == hash)
    };
    match link::text::decode(value, known) {
        Ok((source, is_first)) => {
            let today = if is_first { from_first(&source) } else { source.clone() };
            let scenario = scenario.with_text(&today);
            let broken = scenario.text.as_ref().filter(|it| !it.runs());
            let wrong = broken.and_then(|it| it.errors().first()).map(cannot_run);
            (scenario, wrong.or_else(|| (today != source).then(|| TRANSLATED.to_owned())))
        }
        Err(why) => (scenario, Some(format!("{why} The published listing is used."))),
    }
}

const TRANSLATED: &str = "The listing was written in the first edition of the language, in which a process \
                          of rules could rest in every section. Where it may rest is written now: \
                          `rests in …`.";

/// What is told of a listing in a link where the published one runs, for its first error.
pub fn cannot_run(first: &Diagnostic) -> String {
    format!(
        "The listing in the link cannot be run. Line {}: {} The published listing runs in its place.",
        first.line, first.message
    )
}

/// Pairs that may be added to any link, where they go before what it says itself.
const ADDED: [&str; 9] =
    ["steps", "view", "panels", "speed", "theme", "ask", "caption", "path", "watch"];

const ALTERED: &str = "The check at the end of the link does not match: it was changed or cut \
                       after it was copied. It is shown as far as it can be read.";

/// With another version a check may differ because options of the model have changed.
const ALTERED_OR_OLD: &str = "The check at the end of the link does not match: the link was \
                              changed or cut after it was copied, or options of the model have \
                              changed since.";

/// A link on its way to a scenario.
struct Reading<'a> {
    scenario: Scenario,
    /// It is one of ours.
    is_own: bool,
    notices: Vec<String>,
    /// Notices beyond [`NOTICES_MAX`].
    unwritten: usize,
    says_ask: bool,
    /// The model's version when the run was made.
    version: u16,
    at: Option<usize>,
    loops_from: Option<usize>,
    steps: Option<(usize, usize)>,
    /// The text of the run, and the check that the link has for it.
    check: Option<(&'a str, &'a str)>,
}

impl<'a> Reading<'a> {
    fn notice(&mut self, notice: String) {
        if self.notices.len() < NOTICES_MAX {
            self.notices.push(notice);
        } else {
            self.unwritten += 1;
        }
    }

    /// Fits together what the pairs say, in whatever order they came.
    fn finish(mut self) -> Parsed {
        let entry = self.scenario.entry();
        let problem = || entry.problem(&self.scenario.setting);
        if let Some(problem) = (!self.is_own).then(problem).flatten() {
            self.scenario.setting = Setting::default_of(entry.knobs);
            self.notice(format!(
                "With these options the listing cannot run: the default options are used. {problem}"
            ));
        }
        let len = self.scenario.run.len();
        self.scenario.at = self.at.unwrap_or(len).min(len);
        if let Some(at) = self.at.filter(|&at| at > len) {
            self.notice(format!("The link asks for step {at} of {len}: the last one is shown."));
        }
        if let Some(picked) = self.scenario.picked.filter(|&it| it >= len) {
            self.scenario.picked = None;
            self.notice(format!("The link picks step {} of {len}: none is picked.", picked + 1));
        }
        if let Some(from) = self.loops_from {
            let comes_back = |from: &usize| self.is_own || self.scenario.comes_back_to(*from);
            self.scenario.loops_from = Some(from).filter(comes_back);
            if from >= len {
                self.notice(format!(
                    "The link has a loop from step {from} of {len} on: it is left out."
                ));
            } else if self.scenario.loops_from.is_none() {
                self.notice(format!(
                    "The link has a loop from step {from} on, but the run does not come back \
                     there: it is left out."
                ));
            }
        }
        self.compare_check();
        let beyond = self.scenario.moments.iter().filter(|it| it.at > len).map(|it| it.at);
        for at in beyond.collect::<Vec<_>>() {
            self.notice(format!(
                "The path has a moment at step {at}, and the run has {len}. It is left out."
            ));
        }
        self.scenario.moments.retain(|it| it.at <= len);
        // not before: the check is that of a link to which steps may have been added
        if let Some((from, to)) = self.steps {
            self.scenario.steps = Some((from, to.min(len))).filter(|_| from < len);
            if to > len {
                let used = if from < len { "it ends there" } else { "it is left out" };
                self.notice(format!(
                    "“steps={from}-{to}” goes beyond the run's {len} steps: {used}."
                ));
            }
        }
        if let Some((from, to)) = self.scenario.steps
            && (self.at.is_none() || !(from..=to).contains(&self.scenario.at))
        {
            if self.at.is_some() {
                self.notice(format!(
                    "The link asks for step {}, outside of its steps {from} to {to}: step {from} \
                     is shown.",
                    self.scenario.at
                ));
            }
            self.scenario.at = from;
        }
        self.keep_watched();
        if self.unwritten > 0 {
            self.notices.push(format!("The link has {} more faults.", self.unwritten));
        }
        Parsed { scenario: self.scenario, notices: self.notices, says_ask: self.says_ask }
    }

    /// Says that the link was damaged, unless something that was found already explains it.
    fn compare_check(&mut self) {
        let (here, version) = (self.scenario.entry().version, self.version);
        let Some((run, check)) = self.check else { return };
        let is_explained = self.notices.len() > usize::from(version != here);
        if !is_explained && check != link::check(&self.scenario.checked(run, version)) {
            self.notice(if version == here { ALTERED } else { ALTERED_OR_OLD }.into());
        }
    }

    fn pair(&mut self, entry: &Entry, key: &str, value: &'a str) {
        match key {
            // read before all others, since it says which options there are
            "text" => {}
            "run" => self.run(value),
            "v" => self.version(entry, value),
            "at" => match value.parse() {
                Ok(at) => self.at = Some(at),
                Err(_) => self
                    .notice(format!("“at={}” is not a step: the last one is shown.", cut(value))),
            },
            "loop" => match value.parse() {
                Ok(from) => self.loops_from = Some(from),
                Err(_) => {
                    self.notice(format!("“loop={}” is not a step: it is left out.", cut(value)));
                }
            },
            "pick" => match value.parse::<usize>() {
                Ok(step) if step > 0 => self.scenario.picked = Some(step - 1),
                _ => self.notice(format!("“pick={}” is not a step: none is picked.", cut(value))),
            },
            "steps" => match range(value) {
                Some(steps) => self.steps = Some(steps),
                None => self.notice(format!(
                    "“steps={}” is no range of steps, such as 3-14: it is left out.",
                    cut(value)
                )),
            },
            "caption" => {
                let (caption, lost) = captions::decoded(value);
                self.scenario.caption = caption;
                if let Some(lost) = lost {
                    self.notice(lost.told("The caption is"));
                }
            }
            "path" => self.path(value),
            "watch" => self.watch(value),
            "panels" => self.panels(value),
            "speed" => match Speed::ALL.iter().find(|it| it.name == value) {
                Some(&speed) => self.scenario.speed = speed,
                None => {
                    let known = Speed::ALL.map(|it| it.name).join(", ");
                    self.notice(format!(
                        "“speed={}” is not known ({known}): 1 is used.",
                        cut(value)
                    ));
                }
            },
            "ask" => match value {
                "1" | "0" => {
                    self.scenario.asks = value == "1";
                    self.says_ask = true;
                }
                _ => self.notice(format!(
                    "“ask={}” is not known (0 or 1): nothing is asked.",
                    cut(value)
                )),
            },
            "view" => match value {
                "embed" => self.scenario.look = Look::Embed,
                "page" => self.scenario.look = Look::Page,
                _ => self.notice(format!(
                    "“view={}” is not known (page or embed): the page is shown.",
                    cut(value)
                )),
            },
            "theme" => match value {
                "light" => self.scenario.theme = Theme::Light,
                "dark" => self.scenario.theme = Theme::Dark,
                "system" => self.scenario.theme = Theme::System,
                _ => self.notice(format!(
                    "“theme={}” is not known (light, dark or system): the system's is used.",
                    cut(value)
                )),
            },
            _ => self.knob(entry, key, value),
        }
    }

    /// Expressions beside the picture. Whether each can be watched is known once all options are.
    fn watch(&mut self, value: &str) {
        let all = value.split('|').map(|it| captions::decoded(it).0);
        self.scenario.watched = all.filter(|it| !it.is_empty()).collect();
    }

    /// Keeps what can be watched, and says why the rest cannot be.
    fn keep_watched(&mut self) {
        for it in std::mem::take(&mut self.scenario.watched) {
            if let Err(why) = self.scenario.watch(&it) {
                self.notice(format!("“{}” cannot be watched and is left out. {why}", cut(&it)));
            }
        }
    }

    /// The author's key moments, in the order of the run.
    fn path(&mut self, value: &str) {
        let mut moments = Vec::new();
        for text in value.split('|').filter(|it| !it.is_empty()) {
            match captions::moment(text) {
                Some((moment, lost)) => {
                    if let Some(lost) = lost {
                        let words_are =
                            format!("The words of the moment at step {} are", moment.at);
                        self.notice(lost.told(&words_are));
                    }
                    moments.push(moment);
                }
                None => self.notice(format!(
                    "“{}” is not a moment, such as 4:Both hold ticket 1. It is left out.",
                    cut(text)
                )),
            }
        }
        if moments.len() > MOMENTS_MAX {
            moments.truncate(MOMENTS_MAX);
            self.notice(format!("A path has at most {MOMENTS_MAX} moments. The rest is left out."));
        }
        moments.sort_by_key(|it| it.at);
        self.scenario.moments = moments;
    }

    fn panels(&mut self, value: &str) {
        let mut panels = Panels::NONE;
        for name in value.split([',', ' ']).filter(|it| !it.is_empty()) {
            match Panel::ALL.iter().find(|it| it.1 == name) {
                Some((panel, _)) => panels = panels.with(*panel),
                None => {
                    let known = Panel::ALL.map(|it| it.1).join(", ");
                    self.notice(format!(
                        "There is no panel “{}” ({known}): it is left out.",
                        cut(name)
                    ));
                }
            }
        }
        if panels == Panels::NONE {
            self.notice("No panels are asked for: the usual ones are shown.".into());
        } else {
            self.scenario.panels = panels;
        }
    }

    fn knob(&mut self, entry: &Entry, key: &str, value: &str) {
        // as the text of a listing writes it, or as links do
        let is_set = self.scenario.setting.set(key, value)
            || self.scenario.setting.set(&key.replace('_', "-"), &value.replace('_', "-"));
        if is_set {
            return;
        }
        match entry.knobs.iter().find(|it| it.name == key || it.name == key.replace('_', "-")) {
            Some(knob) => {
                let choices: Vec<&str> = knob.values.iter().map(|it| it.name).collect();
                self.notice(format!(
                    "“{key}={}” is not a choice ({}): {} was used.",
                    cut(value),
                    choices.join(", "),
                    self.scenario.setting.get(knob.name),
                ));
            }
            None => {
                self.notice(format!(
                    "{} has no option “{}”: it was left out.",
                    entry.name,
                    cut(key)
                ));
            }
        }
    }

    fn version(&mut self, entry: &Entry, value: &str) {
        let here = entry.version;
        match value.parse::<NonZeroU16>().map(NonZeroU16::get) {
            Ok(version) if version == here => {}
            Ok(version) => {
                self.version = version;
                let age = if version > here { "a newer" } else { "an older" };
                self.notice(format!(
                    "The link was made with {age} version of this model ({version}; here is \
                     {here}): its run is replayed as far as it fits."
                ));
            }
            Err(_) => {
                self.notice(format!("“v={}” is not a version: {here} was used.", cut(value)));
            }
        }
    }

    fn run(&mut self, value: &'a str) {
        let (text, check) = value.split_once('.').unwrap_or((value, ""));
        self.check = Some((text, check));
        let link::Decoded { run, whole } = link::decode(text);
        let steps = run.len();
        self.scenario.run = run;
        let why = if whole {
            "The end of the link is missing"
        } else {
            "The run in the link cannot be read to its end"
        };
        if steps >= RUN_MAX && !whole {
            self.notice(format!("The run is longer than {RUN_MAX} steps: the rest was left out."));
        } else if !whole || check.len() < 4 {
            self.notice(format!("{why}: {} of it could be used.", checker::steps(steps)));
        }
    }
}

/// `3-14`, which must get somewhere.
fn range(value: &str) -> Option<(usize, usize)> {
    let (from, to) = value.split_once('-')?;
    let range = (from.parse().ok()?, to.parse().ok()?);
    (range.0 < range.1).then_some(range)
}

fn unknown(slug: &str) -> Problem {
    if slug.trim_matches('/').is_empty() {
        return Problem("The link names no algorithm.".into());
    }
    let hint = near(slug).map_or_else(String::new, |near| format!(" Did you mean “{near}”?"));
    Problem(format!("There is no algorithm called “{}”.{hint}", cut(slug)))
}

/// What may have been meant by a name that no algorithm has.
pub fn near(slug: &str) -> Option<&'static str> {
    let slug = slug.to_ascii_lowercase();
    // a longer one is too far away, and its distance would take long to compute
    let likely = entries().iter().filter(|it| slug.len() <= 2 * it.slug.len());
    let distances = likely.map(|it| (strsim::osa_distance(&slug, it.slug), it.slug));
    Some(distances.filter(|(distance, near)| distance * 2 <= near.len()).min()?.1)
}

/// So much of a stranger's text as a message can bear.
fn cut(text: &str) -> String {
    let mut chars = text.chars();
    let mut short = shown(&chars.by_ref().take(40).collect::<String>());
    if chars.next().is_some() {
        short.push('…');
    }
    short
}
