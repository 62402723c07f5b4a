//! From a link, however damaged, to a scenario, and what had to be said about it.

mod pairs;
mod texts;

pub use texts::address_in;

use super::{Parsed, Problem, Scenario};
use crate::engine::listing::hidden::shown;
use crate::engine::{Diagnostic, entries, entry};
use crate::link;
use model::Setting;
use percent_encoding::percent_decode_str;

/// The longest link that is read, in bytes, without the address of the page. The longest run takes
/// 77,000.
pub const LINK_MAX: usize = 100_000;
/// More pairs than any link needs.
const PAIRS_MAX: usize = 64;
/// What a reader can take in.
const NOTICES_MAX: usize = 10;

/// A link, which is decoded before it is split into pairs.
fn decoded(link: &str) -> String {
    percent_decode_str(link).decode_utf8_lossy().replace("&amp;", "&")
}

/// `is_own` if the link is one of ours, of which nothing is tried again.
pub fn read(link: &str, more: &[(String, String)], is_own: bool) -> Result<Parsed, Problem> {
    let link = link.trim().trim_end_matches('#').rsplit('#').next().unwrap_or_default();
    let beginning = &link[..link.floor_char_boundary(LINK_MAX)];
    let text = decoded(beginning);
    let (slug, query) = text.split_once('?').unwrap_or((&text, ""));
    // or the address of an algorithm's page
    let slug = slug.trim_matches('/').rsplit('/').next().unwrap_or_default();
    let slug = slug.strip_suffix(".html").unwrap_or(slug);
    let published = entry(slug).ok_or_else(|| unknown(slug))?;
    let (scenario, wrong) = texts::with_text(published, query);
    let entry = &scenario.entry().clone();
    let mut reading = Reading {
        scenario,
        is_own,
        notices: wrong.into_iter().collect(),
        unwritten: 0,
        says_ask: false,
        version: entry.version,
        state: None,
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
    let mut pairs = query.split('&').filter(|text| !text.is_empty());
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

/// What is said of a link whose run is of another listing, or of other options.
pub const ALTERED: &str = "The check at the end of the link does not match: it was changed or cut \
                       after it was copied. It is shown as far as it can be read.";

/// What a notice says is wrong, without what is used in its place.
pub fn fault(notice: &str) -> String {
    let instead = ["used", "left out", "shown", "picked", "asked"];
    let is_instead =
        |said: &str| instead.iter().any(|word| said.trim_end_matches('.').ends_with(word));
    match notice.rsplit_once(": ") {
        Some((wrong, used)) if is_instead(used) => format!("{wrong}."),
        _ => notice.to_owned(),
    }
}

/// With another version a check may differ because options of the model have changed.
const ALTERED_OR_OLD: &str = "The check at the end of the link does not match: the link was \
                              changed or cut after it was copied, or options of the model have \
                              changed since.";

/// What stands at an address may change.
const ALTERED_THERE: &str = "The check at the end of the link does not match: the text at the address, or the \
                             link, has been changed since. The run is shown as far as it fits.";

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
    /// The digits of the state in which the run begins.
    state: Option<&'a str>,
    at: Option<usize>,
    loops_from: Option<usize>,
    steps: Option<(usize, usize)>,
    /// The text of the run, and the check that the link has for it.
    check: Option<(&'a str, &'a str)>,
}

impl Reading<'_> {
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
        let mut cannot_run = None;
        let problem = || entry.problem(&self.scenario.setting);
        if let Some(problem) = (!self.is_own).then(problem).flatten() {
            self.scenario.setting = Setting::default_of(entry.knobs);
            cannot_run = Some(problem.clone());
            self.notice(format!(
                "With these options the listing cannot run: the default options are used. {problem}"
            ));
        }
        self.fit_state();
        self.fit_places();
        self.fit_loop();
        self.compare_check();
        self.fit_moments();
        // not before: the check is that of a link to which steps may have been added
        self.fit_steps();
        self.keep_watched();
        if let Some(address) = self.scenario.text.as_ref().and_then(|text| text.address()) {
            self.notice(format!("The text was read from {address}."));
        }
        if self.unwritten > 0 {
            self.notices.push(format!("The link has {} more faults.", self.unwritten));
        }
        let Reading { scenario, notices, says_ask, .. } = self;
        Parsed { scenario, notices, says_ask, cannot_run }
    }

    /// The state in which the run begins.
    fn fit_state(&mut self) {
        let Some(digits) = self.state else { return };
        self.scenario.state = self.scenario.state_of(digits);
        if self.scenario.state.is_none() {
            self.notice(format!(
                "“lead={}” is no state of this setting: the run begins where runs begin.",
                cut(digits)
            ));
        }
    }

    /// The step that is shown, and the one that is picked.
    fn fit_places(&mut self) {
        let len = self.scenario.run.len();
        self.scenario.at = self.at.unwrap_or(len).min(len);
        if let Some(at) = self.at.filter(|&at| at > len) {
            self.notice(format!("The link asks for step {at} of {len}: the last one is shown."));
        }
        if let Some(picked) = self.scenario.picked.filter(|&picked| picked >= len) {
            self.scenario.picked = None;
            self.notice(format!("The link picks step {} of {len}: none is picked.", picked + 1));
        }
    }

    fn fit_loop(&mut self) {
        let len = self.scenario.run.len();
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
    }

    fn fit_moments(&mut self) {
        let len = self.scenario.run.len();
        let beyond =
            self.scenario.moments.iter().filter(|moment| moment.at > len).map(|moment| moment.at);
        for at in beyond.collect::<Vec<_>>() {
            self.notice(format!(
                "The path has a moment at step {at}, and the run has {len}. It is left out."
            ));
        }
        self.scenario.moments.retain(|moment| moment.at <= len);
    }

    fn fit_steps(&mut self) {
        let len = self.scenario.run.len();
        if let Some((from, to)) = self.steps {
            self.scenario.steps = Some((from, to.min(len))).filter(|_| from < len);
            if to > len {
                let used = if from < len { "it ends there" } else { "it is left out" };
                self.notice(format!(
                    "“steps={from}-{to}” goes beyond the run’s {len} steps: {used}."
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
    }

    /// Says that the link was damaged, unless something that was found already explains it.
    fn compare_check(&mut self) {
        let (here, version) = (self.scenario.entry().version, self.version);
        let Some((run, check)) = self.check else { return };
        let is_explained = self.notices.len() > usize::from(version != here);
        let covered =
            [Scenario::checked, Scenario::checked_whole].map(|of| of(&self.scenario, run, version));
        if !is_explained && covered.iter().all(|covered| check != link::check(covered)) {
            let is_read = self.scenario.text.as_ref().is_some_and(|text| text.address().is_some());
            let why = match (is_read, version == here) {
                (true, _) => ALTERED_THERE,
                (false, true) => ALTERED,
                (false, false) => ALTERED_OR_OLD,
            };
            self.notice(why.into());
        }
    }

    /// Keeps what can be watched, and says why the rest cannot be.
    fn keep_watched(&mut self) {
        for it in std::mem::take(&mut self.scenario.watched) {
            if let Err(why) = self.scenario.watch(&it) {
                self.notice(format!("“{}” cannot be watched and is left out. {why}", cut(&it)));
            }
        }
    }
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
    let likely = entries().iter().filter(|entry| slug.len() <= 2 * entry.slug.len());
    let distances = likely.map(|likely| (strsim::osa_distance(&slug, likely.slug), likely.slug));
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
