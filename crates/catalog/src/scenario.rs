//! A scenario: which algorithm, how its knobs stand, which run, which moment, and how to show it.
//! It is the end of a link, an argument of the command line, a line of the golden table and a
//! request to the worker. `docs/LINKS.md` is the specification.

mod captions;
mod lead;
mod reading;
mod shown;

pub use captions::Caption;
pub use lead::SEARCHED_FROM_BEGINNING;
pub use reading::{ALTERED, address_in, cannot_run, fault, near};
pub use shown::{Look, Panel, Panels, Shown, Speed, Theme};

use crate::engine::text::compile_with;
use crate::engine::{Diagnostic, EditedListing, Entry, Search, Simulator, document, entry};
use crate::link;
use crate::{Moment, Trace};
use checker::Limits;
use listing::Document;
use model::{Action, Log, Setting, Stepped, Value};
use program::Compiled;
use std::sync::Arc;
use std::{collections::BTreeMap, fmt};

/// The most work of all moments from which a reason is told.
const REASON_WORK: usize = 40 * program::STATE_WORK;

/// So many expressions stand beside a picture.
pub const WATCHED_MAX: usize = 6;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scenario {
    pub slug: &'static str,
    /// The listing, where it is not the published one.
    pub text: Option<Arc<EditedListing>>,
    pub setting: Setting,
    /// The number of the state in which the run begins, where that is none in which runs begin: perhaps one that none
    /// comes to.
    pub state: Option<u128>,
    pub run: Vec<Action>,
    /// How many steps of the run have been taken.
    pub at: usize,
    /// After so many steps the run comes to the state in which it ends: from there on it goes
    /// round and round.
    pub loops_from: Option<usize>,
    /// The step that splits the others into before, after and concurrent.
    pub picked: Option<usize>,
    /// The player goes round from the first of them to the last: so many steps taken.
    pub steps: Option<(usize, usize)>,
    /// Before each step along the run the reader is asked what happens next.
    pub asks: bool,
    /// What the author of the link says of its moment; empty if nothing.
    pub caption: String,
    /// The author's own path through the run, in place of the algorithm's.
    pub moments: Vec<Caption>,
    /// Expressions in the words of the listing, whose values stand beside the picture.
    pub watched: Vec<String>,
    pub shown: Shown,
}

/// A link that could be opened, and what had to be said about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parsed {
    pub scenario: Scenario,
    /// What was wrong, and what was used instead: a sentence each.
    pub notices: Vec<String>,
    /// The link says whether the reader is asked, and does not leave that to the page.
    pub says_ask: bool,
    /// Why the listing cannot run with the options that were asked for.
    pub cannot_run: Option<String>,
}

impl From<Scenario> for Parsed {
    fn from(scenario: Scenario) -> Parsed {
        Parsed { scenario, notices: Vec::new(), says_ask: false, cannot_run: None }
    }
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
            text: None,
            setting: Setting::default_of(entry.knobs),
            state: None,
            run: Vec::new(),
            at: 0,
            loops_from: None,
            picked: None,
            steps: None,
            asks: false,
            caption: String::new(),
            moments: Vec::new(),
            watched: Vec::new(),
            shown: Shown::default(),
        }
    }

    /// Reads a link, or the end of one. What is wrong in it is left out and told.
    pub fn parse(link: &str) -> Result<Parsed, Problem> {
        reading::read(link, &[], false)
    }

    /// As [`Self::parse`], with more pairs at the end of the link: how the moment is shown there goes
    /// before what the link says itself.
    pub fn parse_with(link: &str, pairs: &[(String, String)]) -> Result<Parsed, Problem> {
        reading::read(link, pairs, false)
    }

    /// Reads a link of ours, which says nothing wrong: whether its program and its loop are possible is
    /// not tried again.
    pub fn own(link: &str) -> Option<Scenario> {
        Some(reading::read(link, &[], true).ok()?.scenario)
    }

    /// What runs: the published algorithm, or that of the text.
    pub fn entry(&self) -> &Entry {
        self.text.as_ref().map_or_else(|| self.published(), |text| text.entry())
    }

    /// What the text was made from.
    pub fn published(&self) -> &'static Entry {
        entry(self.slug).expect("a scenario is only made from an entry")
    }

    /// The listing, with the errors that it may have.
    pub fn source(&self) -> &str {
        self.text.as_ref().map_or_else(|| self.published().source, |text| text.source())
    }

    /// What is known of the listing.
    pub fn document(&self) -> Arc<Document> {
        document(self.source())
    }

    /// The program of this setting, or all that is wrong with the listing.
    pub fn program(&self) -> Result<Arc<Compiled>, Vec<Diagnostic>> {
        compile_with(self.source(), &self.setting)
    }

    /// The lines with a condition over options, and whether each is part of the program.
    pub fn conditions(&self) -> BTreeMap<usize, bool> {
        self.document().conditions(&self.setting.names())
    }

    /// The same run of another listing. Options that it has too stay as they are.
    #[must_use]
    pub fn with_text(&self, source: &str) -> Scenario {
        let published = self.published();
        let is_other = published.source != source;
        self.with(is_other.then(|| Arc::new(EditedListing::new(source, published))))
    }

    /// The same run of what is published.
    #[must_use]
    pub fn as_published(&self) -> Scenario {
        self.with(None)
    }

    fn with(&self, text: Option<Arc<EditedListing>>) -> Scenario {
        let mut changed = Scenario { text, state: None, ..self.clone() };
        changed.setting = Setting::default_of(changed.entry().knobs);
        for (option, value) in self.setting.iter() {
            changed.setting.set(option.name, value.name);
        }
        if changed.entry().problem(&changed.setting).is_some() {
            changed.setting = Setting::default_of(changed.entry().knobs);
        }
        changed
    }

    /// The default options, from the start.
    fn fresh(&self) -> Scenario {
        Scenario { text: self.text.clone(), ..Scenario::new(self.entry()) }
    }

    /// A run that has not begun, in whose views stands what is watched.
    pub(crate) fn live(&self) -> Simulator {
        let watched = &self.watched;
        let watching = || crate::engine::watching(self.source(), &self.setting, watched);
        let system = if watched.is_empty() { None } else { watching() };
        let live = system.map_or_else(|| self.entry().live(&self.setting), Simulator::new);
        match self.first_state() {
            Some(state) => live.from(state),
            None => live,
        }
    }

    /// Watches one more expression, unless it is watched already. The error is a sentence.
    pub fn watch(&mut self, expression: &str) -> Result<(), String> {
        let words = crate::engine::watch(self.source(), &self.setting, expression)?;
        if self.watched.iter().any(|text| text == words) {
            return Ok(());
        }
        if self.watched.len() == WATCHED_MAX {
            return Err(format!("At most {WATCHED_MAX} expressions are watched."));
        }
        self.watched.push(words.to_owned());
        Ok(())
    }

    /// The whole run, past and future.
    pub fn trace(&self) -> Trace {
        crate::trace::of(self.live(), &self.run, self.loops_from)
    }

    /// The moment at the cursor.
    pub fn moment(&self) -> Moment {
        let run = &self.run[..self.at.min(self.run.len())];
        crate::moment::of(self.live(), run)
    }

    /// Every moment of the run, from before its first step on, up to the first step that is
    /// refused.
    pub fn moments(&self) -> Vec<Moment> {
        crate::moment::all(self.live(), &self.run, usize::MAX).unwrap_or_default()
    }

    /// Every moment up to the cursor; none if that takes more work than a reason is worth.
    pub fn moments_so_far(&self) -> Option<Vec<Moment>> {
        let run = &self.run[..self.at.min(self.run.len())];
        crate::moment::all(self.live(), run, REASON_WORK)
    }

    /// The last step up to the moment at the cursor in which a column of a replica or a row changed.
    pub fn last_change(&self, well: usize, column: &str) -> Option<usize> {
        let mut live = self.live();
        let value = |live: &Simulator| {
            let view = live.view();
            let mut stored = view.stored(well).iter();
            stored
                .find(|stored| stored.column == column)
                .map(|stored| (stored.value.clone(), stored.timestamp.clone()))
        };
        let (mut old, mut last) = (value(&live), None);
        for (step, action) in self.run.iter().take(self.at).enumerate() {
            live.step(*action, &mut Log::off());
            let new = value(&live);
            if new != old {
                (old, last) = (new, Some(step));
            }
        }
        last
    }

    /// A search over every interleaving of this setting; the run does not matter.
    pub fn search(&self, limits: Limits) -> Search {
        self.entry().search(&self.setting, &[], limits)
    }

    /// A search over everything that can follow the moment at the cursor, from where runs are told.
    pub fn search_from_here(&self, limits: Limits) -> Search {
        let run = &self.run[..self.at.min(self.run.len())];
        // what can follow a state that no run comes to is asked of nobody
        let run = if self.state.is_some() { &[] } else { run };
        self.entry().search(&self.setting, run, limits)
    }

    /// The same setting, at the end of another run: a counterexample, for one.
    #[must_use]
    pub fn with_run(&self, run: Vec<Action>) -> Scenario {
        let mut other = Scenario { at: run.len(), run, loops_from: None, ..self.clone() };
        other.forget_words();
        (other.picked, other.steps) = (None, None);
        other
    }

    /// Drops what the author of the link said, which was about another run.
    pub fn forget_words(&mut self) {
        self.caption.clear();
        self.moments.clear();
    }

    /// The same moment as our own page shows it unless it is told otherwise.
    #[must_use]
    pub fn plain(&self) -> Scenario {
        Scenario { shown: Shown::default(), ..self.clone() }
    }

    /// The run to the cursor and `run` after it, of which the steps from `loops_from` on go round.
    #[must_use]
    pub fn then(&self, run: &[Action], loops_from: Option<usize>) -> Scenario {
        let begun = &self.run[..self.at.min(self.run.len())];
        let loops_from = loops_from.map(|loops_from| loops_from + begun.len());
        Scenario { loops_from, ..self.with_run([begun, run].concat()) }
    }

    /// The setting alone, from the start, as our own page shows it.
    #[must_use]
    pub fn start(&self) -> Scenario {
        Scenario { setting: self.setting.clone(), ..self.fresh() }
    }

    /// [`Self::start`] with only those options that count something.
    #[must_use]
    pub fn start_of_size(&self) -> Scenario {
        let mut start = self.fresh();
        for (option, value) in self.setting.iter() {
            if option.values.iter().all(|value| value.words.parse::<u8>().is_ok()) {
                start.setting.set(option.name, value.name);
            }
        }
        start
    }

    /// The words of the options that are not at their default: "Customers: 3".
    pub fn turned(&self) -> Vec<String> {
        let turned = self.setting.iter().filter(|(option, value)| *value != &option.values[0]);
        turned.map(|(option, value)| format!("{}: {}", option.words, value.words)).collect()
    }

    /// Whether the run ends in the state to which it had come after `from` steps.
    fn comes_back_to(&self, from: usize) -> bool {
        let mut live = self.live();
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

    /// How many of everything there are, for which an answer holds: "Clients: 2; each enters: once".
    pub fn size(&self) -> String {
        let is_count = |value: &Value| value.name.starts_with(|c: char| c.is_ascii_digit());
        let counts = self.setting.iter().filter(|(_, value)| is_count(value));
        let words: Vec<String> =
            counts.map(|(knob, value)| format!("{}: {}", knob.words, value.words)).collect();
        words.join("; ")
    }

    /// Knobs that are not at their default.
    fn knobs(&self) -> String {
        let turned = self.setting.iter().filter(|(knob, value)| *value != &knob.values[0]);
        let pairs: Vec<String> =
            turned.map(|(knob, value)| format!("{}={}", knob.name, value.name)).collect();
        pairs.join("&")
    }

    /// What the check at the end of a link covers: all but how the moment is shown, and what of a text does not run.
    fn checked(&self, run: &str, version: u16) -> String {
        let program = |text: &Arc<EditedListing>| format!("program={}&", text.program());
        self.checked_with(&self.text.as_ref().map_or_else(String::new, program), run, version)
    }

    /// The same of links from when it covered comments, too.
    fn checked_whole(&self, run: &str, version: u16) -> String {
        let text = self.text_pair().map_or_else(String::new, |text| text + "&");
        self.checked_with(&text, run, version)
    }

    fn checked_with(&self, text: &str, run: &str, version: u16) -> String {
        let at = match self.loops_from {
            Some(from) => format!("{}&loop={from}", self.at),
            None => self.at.to_string(),
        };
        let state = self.state_pair().map_or_else(String::new, |text| format!("&{text}"));
        format!("{}?{text}{}{state}&v={version}&at={at}&run={run}", self.slug, self.knobs())
    }

    fn text_pair(&self) -> Option<String> {
        let text = self.text.as_ref()?.in_link(self.published().source);
        Some(format!("text={text}"))
    }
}

/// The end of a link, the shortest that stands for this scenario. Goes back by
/// [`Scenario::parse`].
impl fmt::Display for Scenario {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut pairs = vec![self.text_pair().unwrap_or_default(), self.knobs()];
        pairs.extend(self.state_pair());
        if self.asks {
            pairs.push("ask=1".into());
        }
        if !self.caption.is_empty() {
            pairs.push(format!("caption={}", captions::encoded(&self.caption)));
        }
        if !self.moments.is_empty() {
            pairs.push(format!("path={}", captions::written(&self.moments)));
        }
        match self.shown.look {
            Look::Page => {}
            Look::Embed => pairs.push("view=embed".into()),
        }
        if !self.watched.is_empty() {
            let all: Vec<String> =
                self.watched.iter().map(|text| captions::encoded(text)).collect();
            pairs.push(format!("watch={}", all.join("|")));
        }
        if self.shown.panels != Panels::default() {
            pairs.push(format!("panels={}", self.shown.panels));
        }
        if self.shown.speed != Speed::default() {
            pairs.push(format!("speed={}", self.shown.speed.name));
        }
        match self.shown.theme {
            Theme::System => {}
            Theme::Light => pairs.push("theme=light".into()),
            Theme::Dark => pairs.push("theme=dark".into()),
        }
        if !self.run.is_empty() {
            pairs.push(format!("v={}", self.entry().version));
            if self.at != self.run.len() || self.steps.is_some() {
                pairs.push(format!("at={}", self.at));
            }
            if let Some(from) = self.loops_from {
                pairs.push(format!("loop={from}"));
            }
            if let Some((from, to)) = self.steps {
                pairs.push(format!("steps={from}-{to}"));
            }
            if let Some(picked) = self.picked {
                pairs.push(format!("pick={}", picked + 1));
            }
            // last, so that a link that is cut loses its check
            let run = link::encode(&self.run);
            let check = link::check(&self.checked(&run, self.entry().version));
            pairs.push(format!("run={run}.{check}"));
        }
        pairs.retain(|pair| !pair.is_empty());
        let mark = if pairs.is_empty() { "" } else { "?" };
        write!(f, "{}{mark}{}", self.slug, pairs.join("&"))
    }
}
