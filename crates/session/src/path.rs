//! The guided path: key moments, one after the other. A moment is a run with an event in it, and
//! opens a few steps before the event.

use crate::prepared::Ready;
use catalog::{Dare, Entry, NO_DEADLOCK, Scenario, Trace, intern, plain};
use serde::{Deserialize, Serialize};
use std::rc::Rc;

/// The path of an algorithm has no more moments; the others stand in its article, and where one of them is opened
/// it is there too.
const STOPS_MAX: usize = 6;
/// How many steps before its event a moment opens: the first that is no failure itself.
const LEADS: [usize; 3] = [4, 5, 3];
/// A round of steps leads back to where it began.
const ROUND: &str = "the run is back where it was, and can repeat for ever";
/// What is announced fits a line.
const AHEAD_MAX: usize = 70;

/// A key moment.
#[derive(Clone, PartialEq, Debug)]
pub struct KeyMoment {
    /// From 1, among all of its algorithm or of its link.
    pub number: usize,
    pub title: String,
    /// What the reader sees there, in a sentence.
    pub words: String,
    /// What is so at its event, if its author says so.
    says: &'static str,
    /// The run, with the cursor at the event.
    scenario: Scenario,
    /// Where the moment opens.
    opens_at: usize,
    /// What fails at the event and held before, what it announces first.
    pub breaks: Vec<&'static str>,
}

/// What its run says of a key moment.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Known {
    opens_at: usize,
    breaks: Vec<String>,
}

impl Known {
    pub fn of(stop: &KeyMoment) -> Known {
        let breaks = stop.breaks.iter().map(|text| (*text).into());
        Known { opens_at: stop.opens_at, breaks: breaks.collect() }
    }
}

/// The key moments in order.
pub type Path = Rc<[KeyMoment]>;

/// The path of the link's own if it has one, otherwise that of its algorithm.
pub fn of(scenario: &Scenario) -> Path {
    if !scenario.moments.is_empty() {
        let trace = scenario.trace();
        let stop = |(nth, caption): (usize, &catalog::Caption)| {
            let stop = KeyMoment::at(scenario, &trace, caption.at, &caption.words);
            KeyMoment { number: nth + 1, ..stop }
        };
        return scenario.moments.iter().enumerate().map(stop).collect();
    }
    let entry = scenario.entry();
    let dares = || entry.dares.iter().take(STOPS_MAX);
    let mut path: Vec<KeyMoment> = match Ready::kept(entry.slug) {
        Some(ready) => dares()
            .zip(&ready.stops)
            .filter_map(|(dare, it)| KeyMoment::known(entry, dare, it))
            .collect(),
        None => dares().filter_map(|dare| KeyMoment::of(entry, dare)).collect(),
    };
    let is_there = path.iter().any(|stop| stop.is_run_of(scenario));
    if !is_there && !scenario.run.is_empty() {
        path.extend(further(scenario));
    }
    path.into()
}

/// The moments of the article alone that are this run.
fn further(scenario: &Scenario) -> impl Iterator<Item = KeyMoment> {
    let entry = scenario.entry();
    let is_this = |dare: &&Dare| {
        let run = Scenario::own(&format!("{}{}", entry.slug, dare.link));
        run.is_some_and(|run| is_same_run(&run, scenario))
    };
    let dares = entry.dares.iter().skip(STOPS_MAX).filter(is_this);
    dares.filter_map(|dare| KeyMoment::of(entry, dare))
}

/// The moment at which the page of an algorithm opens: the first at which something breaks, or else the
/// first.
pub fn best(entry: &Entry) -> Option<KeyMoment> {
    let path = of(&Scenario::new(entry));
    path.iter().find(|stop| !stop.breaks.is_empty()).or(path.first()).cloned()
}

/// The options whose change leads to a failure at one of the key moments.
pub fn breaking(entry: &Entry) -> Vec<&'static str> {
    if let Some(ready) = Ready::kept(entry.slug) {
        let names = entry.knobs.iter().map(|knob| knob.name);
        return names.filter(|name| ready.is_breaking(name)).collect();
    }
    let parse =
        |dare: &Dare| Some(Scenario::parse(&format!("{}{}", entry.slug, dare.link)).ok()?.scenario);
    let fails = |scenario: &Scenario| scenario.loops_from.is_some() || scenario.moment().fails();
    let failing = entry.dares.iter().filter_map(parse).filter(fails);
    let turned = failing.flat_map(|scenario| {
        let turned =
            scenario.setting.iter().filter(|(knob, value)| knob.values[0].name != value.name);
        turned.map(|turned| turned.0.name).collect::<Vec<_>>()
    });
    turned.collect()
}

/// The page of an algorithm as it opens.
pub fn opening(entry: &Entry) -> Scenario {
    best(entry).map_or_else(|| Scenario::new(entry), |stop| stop.opened())
}

impl KeyMoment {
    fn of(entry: &Entry, dare: &Dare) -> Option<KeyMoment> {
        let parsed = Scenario::parse(&format!("{}{}", entry.slug, dare.link)).ok()?;
        let trace = parsed.scenario.trace();
        let stop = KeyMoment::at(&parsed.scenario, &trace, parsed.scenario.at, dare.title);
        let number = nth(entry, dare);
        Some(KeyMoment { number, words: dare.words.into(), says: dare.ahead, ..stop })
    }

    /// The same, without its run.
    fn known(entry: &Entry, dare: &Dare, known: &Known) -> Option<KeyMoment> {
        Some(KeyMoment {
            number: nth(entry, dare),
            title: dare.title.into(),
            words: dare.words.into(),
            says: dare.ahead,
            scenario: Scenario::own(&format!("{}{}", entry.slug, dare.link))?.plain(),
            opens_at: known.opens_at,
            breaks: known.breaks.iter().map(|text| intern(text)).collect(),
        })
    }

    /// `trace` is that of the run.
    fn at(scenario: &Scenario, trace: &Trace, at: usize, title: &str) -> KeyMoment {
        let scenario = Scenario { at, ..scenario.plain() };
        let mut breaks = trace.breaks_at(at);
        // where nobody can move, no more comes
        breaks.sort_by_key(|property| *property != NO_DEADLOCK);
        let leads = LEADS.map(|lead| at.saturating_sub(lead).max(trace.choices.min(at)));
        let is_quiet = |at: &&usize| trace.breaks_at(**at).is_empty();
        let opens_at = *leads.iter().find(is_quiet).unwrap_or(&leads[0]);
        let (title, words) = (title.into(), String::new());
        KeyMoment { number: 1, title, words, says: "", scenario, opens_at, breaks }
    }

    /// What will be so at the event, within a sentence. The run says it, unless the author does.
    pub fn ahead(&self) -> String {
        if !self.says.is_empty() {
            return self.says.into();
        }
        let trace = self.scenario.trace();
        if self.scenario.loops_from.is_some() && self.event() == self.scenario.run.len() {
            let property = trace.loop_breaks.first();
            let said = property.map(|property| self.scenario.reason(&trace, property).ahead);
            let fits = |said: &String| (1..=AHEAD_MAX).contains(&said.chars().count());
            return said.filter(fits).unwrap_or_else(|| ROUND.into());
        }
        match self.breaks.first() {
            Some(property) => self.scenario.reason(&trace, property).ahead,
            None => {
                let did = self.event().checked_sub(1).and_then(|step| trace.did(step));
                did.map_or_else(String::new, |did| plain(&did))
            }
        }
    }

    /// How many steps have been taken when its event has happened.
    pub fn event(&self) -> usize {
        self.scenario.at
    }

    /// The run, with the cursor at the event.
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// How many steps have been taken where it opens.
    pub fn opens_at(&self) -> usize {
        self.opens_at
    }

    /// Whether its event is a failure, of a state or of a run that goes round for ever.
    pub fn fails(&self) -> bool {
        !self.breaks.is_empty() || self.scenario.loops_from.is_some()
    }

    /// The moment as it opens.
    pub fn opened(&self) -> Scenario {
        Scenario { at: self.opens_at, ..self.scenario.clone() }
    }

    /// The link at which the moment opens.
    pub fn opening(&self) -> String {
        format!("#{}", self.opened())
    }

    /// The link of its setting, where nothing has been done.
    pub fn start(&self) -> String {
        let start = self.scenario.with_run(Vec::new());
        format!("#{}", Scenario { moments: Vec::new(), ..start })
    }

    pub fn is_setting_of(&self, scenario: &Scenario) -> bool {
        self.scenario.setting == scenario.setting && self.scenario.text == scenario.text
    }

    /// Whether it is the run of a scenario, wherever the cursor is.
    fn is_run_of(&self, scenario: &Scenario) -> bool {
        is_same_run(&self.scenario, scenario)
    }
}

fn is_same_run(one: &Scenario, other: &Scenario) -> bool {
    one.setting == other.setting && one.text == other.text && one.run == other.run
}

/// Which of its algorithm's moments one is, from 1.
fn nth(entry: &Entry, dare: &Dare) -> usize {
    entry.dares.iter().position(|other| other.title == dare.title).map_or(1, |at| at + 1)
}

/// The moment that a scenario's run leads to, or has just passed.
pub fn here(path: &[KeyMoment], scenario: &Scenario) -> Option<usize> {
    let mut same = (0..path.len()).filter(|&it| path[it].is_run_of(scenario));
    let last = same.clone().next_back();
    same.find(|&it| path[it].event() >= scenario.at).or(last)
}

#[cfg(test)]
mod tests;
