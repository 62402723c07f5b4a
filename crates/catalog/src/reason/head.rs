//! What broke, by the kind of property.

use super::claimed::{self, Claimed};
use super::{
    ROUND, Sum, awaited, freed, group, operations, places, record::Record, serial, stamps,
    witnesses,
};
use crate::{
    capital,
    words::{plain, standing, within},
};
use model::{Event, IN_DOMAINS, NO_DEADLOCK, Zone, names_in};
use program::reason::Ground;

/// So long a head is at most.
const LETTERS_MAX: usize = 160;
/// And what is announced.
pub const AHEAD_MAX: usize = 70;

pub struct Head {
    pub text: String,
    pub ahead: String,
    pub kind: Broken,
    /// The processes that make the claim false.
    pub who: Vec<usize>,
    /// What is compared or counted of them.
    pub measure: Option<String>,
    pub sum: Option<Sum>,
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
    /// The run ends where nobody has to move.
    End,
    /// The run goes round from so many steps on.
    Loop(usize),
    /// Operations have no order, and the head says which.
    Operations,
    /// What was freed is read or written, and the head says by whom.
    Touched,
    /// A value is not what it had to be.
    Value,
    /// The same, and the text says what is wrong.
    Said,
    /// The head says what the last step did, and no more is known.
    Unknown,
}

pub fn head(text: impl AsRef<str>, ahead: impl Into<String>, kind: Broken) -> Head {
    let who = match &kind {
        Broken::Shared(who) | Broken::Decided(who) => who.clone(),
        Broken::Order { first, passed } => vec![*first, *passed],
        _ => Vec::new(),
    };
    let text = capital(text.as_ref()) + ".";
    Head { text, ahead: ahead.into(), kind, who, measure: None, sum: None }
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
            .or_else(|| operations::of(record, property))
            .or_else(|| freed::of(record, property))
            .unwrap_or_else(|| of_claim(record, property)),
    }
}

/// What is claimed is false.
fn of_claim(record: &Record, property: &str) -> Head {
    let claimed = claimed::of(record, property);
    let ground = claimed.as_ref().map(|claimed| &claimed.ground);
    let mut found = general(record, property, claimed.as_ref(), ground);
    let sentence = claimed.as_ref().and_then(|claimed| claimed.sentence.as_ref());
    if let Some(text) = sentence {
        let ahead = in_short(text).map_or(found.ahead, within);
        let kind = if let Broken::Value = found.kind { Broken::Said } else { found.kind };
        found = head(text, ahead, kind);
    }
    if found.who.is_empty() {
        found.who = claimed.as_ref().map(witnesses::of).unwrap_or_default();
    }
    found.sum = ground.and_then(witnesses::sum);
    found.measure = ground.and_then(witnesses::measure).or_else(|| different(record, &found.kind));
    found
}

/// Two decisions, or the sections that two stand in.
fn different(record: &Record, kind: &Broken) -> Option<String> {
    let Broken::Decided(who) = kind else { return None };
    let value = |who: usize| {
        let shown = record.view().processes.get(who)?;
        Some(shown.decided.clone().unwrap_or_else(|| shown.zone.name().replace('_', " ")))
    };
    let [one, other] = [value(*who.first()?)?, value(*who.get(1)?)?];
    (one != other).then(|| format!("{one} ≠ {other}"))
}

/// A sentence that is announced: as it is, or where that is too long, what stands before a clause that adds to it.
fn in_short(sentence: &str) -> Option<&str> {
    const ADDS: [&str; 8] =
        [", though ", ", but ", ", which ", ", because ", ", while ", ", and ", "; ", ": "];
    let fits = |part: &&str| part.chars().count() <= AHEAD_MAX;
    let ends = ADDS.iter().filter_map(|word| sentence.find(word));
    let first = || ends.min().map(|end| &sentence[..end]);
    Some(sentence).filter(fits).or_else(|| first().filter(fits))
}

/// What can be said of any claim.
fn general(
    record: &Record,
    property: &str,
    claimed: Option<&Claimed>,
    ground: Option<&Ground>,
) -> Head {
    shared(record, ground)
        .or_else(|| decided(record, property))
        .or_else(|| order(record, property, ground))
        .or_else(|| not_proposed(record, property))
        .or_else(|| stamps::equal(record, property))
        .or_else(|| stamps::contradiction(record))
        .or_else(|| serial::of(record, property))
        .or_else(|| false_since(record, claimed))
        .or_else(|| noted(record))
        .unwrap_or_else(|| done(record))
}

/// Its claim cannot be computed.
pub fn impossible(record: &Record, property: &str) -> Option<Head> {
    let (_, why) = record.now().impossible.iter().find(|(name, _)| *name == property)?;
    let why = within(why.trim_end_matches('.'));
    let text = format!("what is claimed cannot be computed here: {why}");
    Some(head(text, "the claim cannot be computed", Broken::Value))
}

/// What a property claims.
pub fn claim<'a>(record: &Record<'a>, property: &str) -> &'a str {
    record.trace.claims.iter().find(|claim| claim.0 == property).map_or("", |claim| claim.1)
}

/// Whether a name is in a claim.
pub fn names(claim: &str, name: &str) -> bool {
    names_in(claim).any(|word| word == name)
}

/// More are in a place than may be.
fn shared(record: &Record, ground: Option<&Ground>) -> Option<Head> {
    let ground = ground?;
    let (section, inside) = match ground {
        Ground::TooMany { who, section, most } if who.len() > 1 && *most <= 1 => {
            (section.clone(), who.clone())
        }
        _ => places::in_one_section(ground)?,
    };
    let is_for_one = matches!(ground, Ground::TooMany { most: ..=1, .. });
    if !is_for_one && !places::is_of_section(ground, "critical") {
        let text = claimed::said(record, ground);
        return Some(head(&text, ahead(record, ground), Broken::Shared(inside)));
    }
    if section != "critical" {
        let text = format!("{} are {} at once", group(record, &inside), section.replace('_', " "));
        return Some(head(&text, text.clone(), Broken::Shared(inside)));
    }
    let count = match inside.len() {
        2 => "two",
        3 => "three",
        _ => "several",
    };
    let all = if record.view().processes.len() == 2 { "both" } else { count };
    let text = format!("{count} are in the critical section");
    Some(head(text, format!("{all} are inside"), Broken::Shared(inside)))
}

/// Different decisions, or sections of different names that a claim speaks of.
fn decided(record: &Record, property: &str) -> Option<Head> {
    let processes = || record.view().processes.iter().enumerate();
    let says = |values: Vec<(usize, String)>, [verb, ahead]: [&str; 2]| {
        let first = values.first()?.1.clone();
        let other = values.iter().position(|value| value.1 != first)?;
        let both = |verb: &str| {
            [0, other]
                .map(|nth| format!("{} {verb} {}", record.name(values[nth].0), values[nth].1))
                .join(", and ")
        };
        let who = [0, other].map(|nth| values[nth].0).to_vec();
        Some(head(both(verb), both(ahead), Broken::Decided(who)))
    };
    let claim = claim(record, property);
    let is_of_decisions = property == "agreement" || claim.contains("decisions equal");
    let decisions = processes().filter_map(|(who, shown)| Some((who, shown.decided.clone()?)));
    let different = is_of_decisions.then(|| says(decisions.collect(), ["decided", "decides"]));
    if let Some(head) = different.flatten() {
        return Some(head);
    }
    let standing = processes().filter_map(|(who, shown)| match shown.zone {
        Zone::Named(name) if names(claim, name) => Some((who, standing(name))),
        _ => None,
    });
    says(standing.collect(), ["is", "is"])
}

/// One came before another that was to come first.
fn order(record: &Record, property: &str, ground: Option<&Ground>) -> Option<Head> {
    let ground = ground?;
    let (first, passed) = match ground {
        Ground::Overtook { first, passed, .. } => (*first, *passed),
        _ => entered(record, property)?,
    };
    let [name, other] = [first, passed].map(|who| record.name(who));
    let is_inside = record.now().section(first) == Zone::Critical;
    let has_asked = |who: usize| record.asked(who);
    let asked_first = has_asked(passed).zip(has_asked(first)).is_some_and(|(one, two)| one < two);
    let kind = Broken::Order { first, passed };
    if !(is_inside && asked_first) {
        let text = claimed::said(record, ground);
        return Some(head(&text, ahead(record, ground), kind));
    }
    let text = format!("{name} entered before {other}, which had asked first");
    Some(head(text, format!("{name} enters before {other}, which asked first"), kind))
}

/// Who has just come in, and who asked before and still waits, where a claim is about order.
fn entered(record: &Record, property: &str) -> Option<(usize, usize)> {
    let is_order = ["order of", "first come"].iter().any(|name| property.contains(name));
    let last = record.steps().last()?;
    let first = last.process.map(usize::from)?;
    let enters =
        last.events.iter().any(|event| matches!(event, Event::Moved { to: Zone::Critical, .. }));
    if !is_order || !enters {
        return None;
    }
    record.asked(first)?;
    let waits = |who: &usize| {
        let zone = record.now().section(*who);
        *who != first && matches!(zone, Zone::Waiting | Zone::Doorway)
    };
    let waiting = (0..record.view().processes.len()).filter(waits);
    let passed = waiting.min_by_key(|who| record.asked(*who).unwrap_or(usize::MAX))?;
    Some((first, passed))
}

/// A decision that was nobody's input.
fn not_proposed(record: &Record, property: &str) -> Option<Head> {
    let last = record.steps().last()?;
    let name = record.name(last.process?.into());
    let is_of_inputs = claim(record, property).contains("decisions are inputs");
    let value = last.events.iter().find_map(|event| match event {
        Event::Decided { value } if is_of_inputs => Some(value),
        _ => None,
    })?;
    let text = format!("{name} decided {value}, which is no input that counts");
    Some(head(text, format!("{name} decides {value}"), Broken::Value))
}

/// What the algorithm says of the last step, where nothing can be said of the claim: "It takes the sum for 7."
fn noted(record: &Record) -> Option<Head> {
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
    Some(head(said.clone(), said, Broken::Value))
}

/// The parts of the claim that make it false, with their values.
fn false_since(record: &Record, claimed: Option<&Claimed>) -> Option<Head> {
    let Claimed { ground, begun, .. } = claimed?;
    let is_so = shortened(record, ground)?;
    // the name of a variable has no capital
    let now = if is_so.starts_with("the ") { "" } else { claimed::now(ground) };
    let text = match begun {
        Some((at, from)) if *at > 0 => {
            let then = claimed::said(record, from);
            format!("{now}{is_so}; after {}, {then}", record.step(at - 1))
        }
        _ => format!("{now}{is_so}"),
    };
    let is_short = text.chars().count() <= LETTERS_MAX;
    let text = if is_short { text } else { format!("{now}{is_so}") };
    Some(head(text, ahead(record, ground), Broken::Value))
}

/// What is to come where a claim says too much for a line.
pub const CLAIM_IS_FALSE: &str = "a claim becomes false";

/// The same as what is to come, in one line.
fn ahead(record: &Record, ground: &Ground) -> String {
    let said = claimed::said(record, ground);
    match ground {
        _ if said.chars().count() <= AHEAD_MAX => said,
        Ground::But(_, wrong) => ahead(record, wrong),
        _ => CLAIM_IS_FALSE.to_owned(),
    }
}

/// Without what held, where all of it is too long.
fn shortened(record: &Record, ground: &Ground) -> Option<String> {
    let said = claimed::said(record, ground);
    match ground {
        _ if said.chars().count() <= LETTERS_MAX => Some(said),
        Ground::But(_, wrong) => shortened(record, wrong),
        Ground::Each(all) => shortened(record, all.last()?),
        _ => None,
    }
}

/// What the step did, where no more is known.
fn done(record: &Record) -> Head {
    let fails = "what is claimed is false";
    let step = record.steps().len().checked_sub(1);
    let Some(did) = step.and_then(|step| record.trace.did(step)) else {
        return head(format!("{fails} from the beginning"), fails, Broken::Unknown);
    };
    head(format!("{}, and now {fails}", plain(&did)), fails, Broken::Unknown)
}
