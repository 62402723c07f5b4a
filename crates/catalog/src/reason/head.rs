//! What broke, by the kind of property.

use super::{
    ROUND, awaited, list,
    record::{self, Record},
};
use crate::{
    capital,
    words::{plain, within},
};
use model::{Event, IN_DOMAINS, NO_DEADLOCK, Zone};

pub struct Head {
    pub text: String,
    pub ahead: String,
    pub kind: Broken,
}

/// Whom it concerns, which says what to look for.
pub enum Broken {
    /// Processes are where only one may be.
    Shared(Vec<usize>),
    /// One came before another that was to come first.
    Order {
        first: usize,
        passed: usize,
    },
    Decided(Vec<usize>),
    Stuck,
    /// The run ends, and nothing more has to happen.
    End,
    /// The run goes round from so many steps on.
    Loop(usize),
    /// A value is not what it had to be.
    Value,
    /// The head says what the last step did, and no more is known.
    Unknown,
}

pub fn head(text: impl AsRef<str>, ahead: impl Into<String>, kind: Broken) -> Head {
    Head { text: capital(text.as_ref()) + ".", ahead: ahead.into(), kind }
}

pub fn of(record: &Record, property: &str) -> Head {
    let is_round = record.trace.loops_from.filter(|_| record.at() == record.trace.steps.len());
    match is_round {
        Some(from) if property == ROUND => {
            return head(
                "the run is back where it was, and can repeat for ever",
                "",
                Broken::Loop(from),
            );
        }
        Some(from) if record.trace.loop_breaks.contains(&property) => {
            return awaited::in_a_loop(record, property, from);
        }
        _ => {}
    }
    let is_broken = record.now().broken.contains(&property)
        || record.trace.breaks_at(record.at()).contains(&property);
    let is_of_end = record.unmet(property).is_some();
    if is_of_end || !claim(record, property).is_empty() && !is_broken {
        return awaited::at_end(record, property);
    }
    match property {
        NO_DEADLOCK => head("Nobody can move", "nobody can move", Broken::Stuck),
        IN_DOMAINS => {
            let why = record.now().error(&record.trace.rows).unwrap_or_default();
            head(&why, "a step cannot be computed", Broken::Value)
        }
        _ => impossible(record, property)
            .or_else(|| shared(record, property))
            .or_else(|| decided(record, property))
            .or_else(|| order(record, property))
            .or_else(|| not_proposed(record, property))
            .or_else(|| equal_times(record, property))
            .or_else(|| contradiction(record))
            .or_else(|| no_order(record, property))
            .or_else(|| noted(record, property))
            .or_else(|| written(record, property))
            .unwrap_or_else(|| done(record, property)),
    }
}

/// Its claim cannot be computed.
pub fn impossible(record: &Record, property: &str) -> Option<Head> {
    let (_, why) = record.now().impossible.iter().find(|(name, _)| *name == property)?;
    let why = within(why.trim_end_matches('.'));
    let claim = formula(record, property).unwrap_or(property);
    let text = format!("“{claim}” cannot be computed here: {why}");
    Some(head(text, format!("“{property}” cannot be computed"), Broken::Value))
}

/// What a property claims.
pub fn claim<'a>(record: &Record<'a>, property: &str) -> &'a str {
    record.trace.claims.iter().find(|claim| claim.0 == property).map_or("", |claim| claim.1)
}

/// The words of a claim, to look for names of sections.
pub fn names<'a>(claim: &'a str, name: &str) -> bool {
    let mut words = claim.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
    words.any(|word: &'a str| word == name)
}

/// Two in a place for one, of which one has just come in.
fn shared(record: &Record, property: &str) -> Option<Head> {
    let claim = claim(record, property);
    let excludes = ["exclusion", "one at a time"].iter().any(|name| property.contains(name))
        || claim.starts_with("at most")
        || claim.contains("≠ j in");
    let entered = record.steps().last()?.events.iter().rev().find_map(|event| match event {
        Event::Moved { to, .. } => Some(*to),
        _ => None,
    })?;
    let processes = record.view().processes.iter().enumerate();
    let inside: Vec<usize> =
        processes.filter(|(_, shown)| shown.zone == entered).map(|(who, _)| who).collect();
    if !excludes || inside.len() < 2 {
        return None;
    }
    let count = match inside.len() {
        2 => "two",
        3 => "three",
        _ => "several",
    };
    let (place, inwards) = match entered {
        Zone::Critical => ("in the critical section".to_owned(), "inside".to_owned()),
        zone => (format!("{} at once", zone.name()), format!("{} at once", zone.name())),
    };
    let all = if record.view().processes.len() == 2 { "both" } else { count };
    let ahead = format!("{all} are {inwards}");
    Some(head(format!("{count} are {place}"), ahead, Broken::Shared(inside)))
}

/// Different decisions, or sections of different names that a claim speaks of.
fn decided(record: &Record, property: &str) -> Option<Head> {
    let processes = || record.view().processes.iter().enumerate();
    let says = |values: Vec<(usize, String)>, verb: &str, ahead: &str| {
        let first = values.first()?.1.clone();
        let other = values.iter().position(|value| value.1 != first)?;
        let said = [0, other]
            .map(|nth| format!("{} {verb} {}", record.name(values[nth].0), values[nth].1));
        let who = [0, other].map(|nth| values[nth].0).to_vec();
        let text = said.join(", and ");
        let ahead = if ahead.is_empty() { text.clone() } else { ahead.to_owned() };
        Some(head(&text, ahead, Broken::Decided(who)))
    };
    let claim = claim(record, property);
    let is_of_decisions = property == "agreement" || claim.contains("decisions equal");
    let decisions = processes().filter_map(|(who, shown)| Some((who, shown.decided.clone()?)));
    let different = is_of_decisions
        .then(|| says(decisions.collect(), "decided", "two have decided differently"));
    if let Some(head) = different.flatten() {
        return Some(head);
    }
    let standing = processes().filter_map(|(who, shown)| match shown.zone {
        Zone::Named(name) if names(claim, name) => Some((who, name.to_owned())),
        _ => None,
    });
    says(standing.collect(), "is", "")
}

/// Who has just come in, and who asked before and still waits.
fn order(record: &Record, property: &str) -> Option<Head> {
    let is_order = ["order of", "first come"].iter().any(|name| property.contains(name))
        || names(claim(record, property), "before");
    let last = record.steps().last()?;
    let first = last.process.map(usize::from)?;
    let enters =
        last.events.iter().any(|event| matches!(event, Event::Moved { to: Zone::Critical, .. }));
    if !is_order || !enters {
        return None;
    }
    let came = record.asked(first)?;
    let waits = |who: &usize| {
        let zone = record.now().section(*who);
        *who != first && matches!(zone, Zone::Waiting | Zone::Doorway)
    };
    let waiting = (0..record.view().processes.len()).filter(waits);
    let passed = waiting.min_by_key(|who| record.asked(*who).unwrap_or(usize::MAX))?;
    let [name, other] = [first, passed].map(|who| record.name(who));
    let asked_first = record.asked(passed).is_some_and(|asked| asked < came);
    let text = match asked_first {
        true => format!("{name} entered before {other}, which had asked first"),
        false => format!("{name} entered before {other}, and “{property}” breaks"),
    };
    Some(head(text, format!("{name} enters before {other}"), Broken::Order { first, passed }))
}

/// Two messages of one process that are on their way with the same number.
fn equal_times(record: &Record, property: &str) -> Option<Head> {
    let claim = claim(record, property);
    if !claim.contains("same time") && !property.contains("clock") {
        return None;
    }
    let step = record.steps().len().checked_sub(1)?;
    let who = record.who(step)?;
    let time = |text: &str| record::last_field(text).parse::<u32>().ok();
    let sent = |step: usize| {
        let mut events = record.steps()[step].events.iter();
        events.find_map(|event| match event {
            Event::Send { text, .. } => Some((text.clone(), time(text)?)),
            _ => None,
        })
    };
    let (text, now) = sent(step)?;
    let earlier = (0..step).rev().filter(|step| record.who(*step) == Some(who));
    let earlier = earlier.filter_map(|step| Some((step, sent(step)?)));
    let (at, (other, _)) = earlier.into_iter().find(|(_, (_, then))| *then == now)?;
    let name = record.name(who);
    let [first, second] = [at, step].map(|step| record.step(step));
    let text =
        format!("{name} sent “{other}” in {first} and “{text}” in {second}, with the same time");
    Some(head(text, format!("{name} gives two events the same time"), Broken::Value))
}

/// A decision that was nobody's input.
fn not_proposed(record: &Record, property: &str) -> Option<Head> {
    let last = record.steps().last()?;
    let name = record.name(last.process?.into());
    let value = last.events.iter().find_map(|event| match event {
        Event::Decided { value } if property == "validity" => Some(value),
        _ => None,
    })?;
    let text = format!("{name} decided {value}, which is no input that counts");
    Some(head(text, format!("{name} decides {value}"), Broken::Value))
}

/// Two events whose stamps contradict what led to what.
fn contradiction(record: &Record) -> Option<Head> {
    let history = record.view().history.as_ref()?;
    let (events, how) = history.contradiction.as_ref()?;
    let [first, second] = events.map(|event| record.name(history.events[event].process.into()));
    let text =
        format!("an event of {first} led to one of {second}, and their stamps deny it: {how}");
    Some(head(text, "a stamp denies what led to it", Broken::Value))
}

/// Operations that are as none that come one after the other.
fn no_order(record: &Record, property: &str) -> Option<Head> {
    let text = "no order of the operations gives these results";
    claim(record, property)
        .contains("some order")
        .then(|| head(text, "the results fit no order of the operations", Broken::Value))
}

/// What the algorithm says of its own result: "It takes the sum for 7."
fn noted(record: &Record, property: &str) -> Option<Head> {
    let last = record.steps().last()?;
    let who = last.process.map(usize::from).filter(|who| *who < record.view().processes.len())?;
    let note = last.events.iter().find_map(|event| match event {
        Event::Note { text } => Some(text.trim_end_matches('.')),
        _ => None,
    })?;
    let said = match note.strip_prefix("It ") {
        Some(does) => format!("{} {does}", record.name(who)),
        None => note
            .replacen("The ", "the ", 1)
            .replacen("There ", "there ", 1)
            .replacen("No ", "no ", 1),
    };
    Some(head(format!("{said}; “{property}” breaks"), said, Broken::Value))
}

/// What the step wrote, and the formula that is false since.
fn written(record: &Record, property: &str) -> Option<Head> {
    let formula = formula(record, property)?;
    let written = record.steps().last()?.events.iter().filter_map(|event| match event {
        Event::Write { cell, value, .. } => Some(format!("{cell} is {value}")),
        _ => None,
    });
    let written: Vec<String> = written.collect();
    let places = list(&written);
    let text = format!("now {places}, and “{formula}” is false");
    (!written.is_empty()).then(|| head(text, places, Broken::Value))
}

/// What the step did, where no more is known.
fn done(record: &Record, property: &str) -> Head {
    let ahead = format!("“{property}” breaks");
    let step = record.steps().len().checked_sub(1);
    if let (None, Some(formula)) = (step, formula(record, property)) {
        return head(format!("“{formula}” is false from the beginning"), ahead, Broken::Unknown);
    }
    let did = step.and_then(|step| record.trace.did(step)).map(|it| plain(&it));
    let reads = |step: usize| {
        let mut events = record.steps()[step].events.iter();
        events.any(|event| matches!(event, Event::Read { .. }))
    };
    // of a step that has only come to another place, no more is to be said
    let breaks = match formula(record, property).filter(|_| !step.is_some_and(reads)) {
        Some(formula) => format!("“{formula}” is false"),
        None => ahead.clone(),
    };
    let text = did.map_or_else(|| breaks.clone(), |did| format!("{did}, and {breaks}"));
    head(text, ahead, Broken::Unknown)
}

/// A claim of a text, without its options: one of the other models is a sentence.
fn formula<'a>(record: &Record<'a>, property: &str) -> Option<&'a str> {
    let claim = claim(record, property);
    let is_formula = !claim.is_empty() && !claim.ends_with('.');
    claim.split(" with ").next().map(str::trim_end).filter(|_| is_formula)
}
