//! What a text expects of its searches: `expect mutual exclusion: fails in 9 steps with order = turn_first`.
//!
//! An expectation is no part of the program. Here are its tree, and the names and words in it that fit
//! nothing.

mod sentences;

use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::token::Span;
use crate::tree::{Choice, ItemKind, Listing, Name, Property, PropertyKind};
use model::{IN_DOMAINS, NO_DEADLOCK};
use std::collections::BTreeMap;
use std::fmt;

/// One expectation.
#[derive(Clone, Debug)]
pub struct Expectation {
    /// The name of a property; none: the number of states or of lines.
    pub title: Option<Name>,
    pub expected: Expected,
    /// Where `expected` stands.
    pub span: Span,
    /// Options and their values; the others have their defaults.
    pub options: Vec<(Name, Name)>,
}

impl Expectation {
    /// What the property that it names is called in verdicts.
    pub fn called(&self, listing: &Listing) -> Option<String> {
        let title = &self.title.as_ref()?.text;
        let property = listing.properties().find(|property| property.title.text == *title);
        Some(property.map_or_else(|| title.clone(), Property::claimed))
    }
}

/// The outcome that is expected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expected {
    Holds,
    /// Perhaps after so many steps.
    Fails(Option<u64>),
    Reached(Option<u64>),
    NeverReached,
    AtMost(u64),
    AtLeast(u64),
    NoBound,
    Outcomes(u64),
    /// An `inductive` claim carries itself.
    Inductive,
    /// So many states in it have a step out of it, and no run reaches one.
    Leads(u64),
    States(u64),
    /// So many lines are there that nothing claimed needs.
    LinesNotNeeded(u64),
}

/// Properties of every text.
const BUILT_IN: [&str; 2] = [NO_DEADLOCK, IN_DOMAINS];

const CLAIM: &str = "`holds`, `fails` or `fails in 9 steps`";
const CARRIES: &str = "`inductive`, `2 leads`, `holds` or `fails in 9 steps`";
const PROGRESS: &str = "`holds`, `fails` or `no bound`";
const REACHABLE: &str = "`reached`, `reached in 9 steps` or `never reached`";
const MOST: &str = "`at most 3` or `no bound`";
const LEAST: &str = "`at least 3`";
const OUTCOMES: &str = "`3 outcomes`";

/// As a text writes it.
impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = |number: u64, noun: &str| match number {
            1 => format!("1 {noun}"),
            _ => format!("{number} {noun}s"),
        };
        match *self {
            Expected::Holds => write!(f, "holds"),
            Expected::Fails(None) => write!(f, "fails"),
            Expected::Fails(Some(steps)) => write!(f, "fails in {}", count(steps, "step")),
            Expected::Reached(None) => write!(f, "reached"),
            Expected::Reached(Some(steps)) => write!(f, "reached in {}", count(steps, "step")),
            Expected::NeverReached => write!(f, "never reached"),
            Expected::AtMost(value) => write!(f, "at most {value}"),
            Expected::AtLeast(value) => write!(f, "at least {value}"),
            Expected::NoBound => write!(f, "no bound"),
            Expected::Outcomes(number) => write!(f, "{}", count(number, "outcome")),
            Expected::Inductive => write!(f, "inductive"),
            Expected::Leads(number) => write!(f, "{}", count(number, "lead")),
            Expected::States(number) => write!(f, "{}", count(number, "state")),
            Expected::LinesNotNeeded(0) => write!(f, "every line is needed"),
            Expected::LinesNotNeeded(1) => write!(f, "1 line is not needed"),
            Expected::LinesNotNeeded(number) => write!(f, "{number} lines are not needed"),
        }
    }
}

impl Expected {
    /// Whether a property of this kind can have this outcome.
    fn fits(self, kind: &PropertyKind) -> bool {
        match self {
            Expected::Holds | Expected::Fails(_) => {
                [CLAIM, PROGRESS, CARRIES].contains(&words(kind))
            }
            Expected::Inductive | Expected::Leads(_) => words(kind) == CARRIES,
            Expected::Reached(_) | Expected::NeverReached => words(kind) == REACHABLE,
            Expected::AtMost(_) => words(kind) == MOST,
            Expected::AtLeast(_) => words(kind) == LEAST,
            Expected::NoBound => words(kind) == MOST || words(kind) == PROGRESS,
            Expected::Outcomes(_) => words(kind) == OUTCOMES,
            Expected::States(_) | Expected::LinesNotNeeded(_) => false,
        }
    }
}

/// What can be expected of a property of this kind.
fn words(kind: &PropertyKind) -> &'static str {
    match kind {
        PropertyKind::Always(_)
        | PropertyKind::Never(_)
        | PropertyKind::Eventually { .. }
        | PropertyKind::EventuallyAlways(_)
        | PropertyKind::AtEnd(_)
        | PropertyKind::Serializable(_)
        | PropertyKind::Linearizable(_)
        | PropertyKind::SequentiallyConsistent(_) => CLAIM,
        PropertyKind::Inductive(_) => CARRIES,
        PropertyKind::Progress(..) => PROGRESS,
        PropertyKind::Reachable(_) => REACHABLE,
        PropertyKind::Most(_) => MOST,
        PropertyKind::Least(_) => LEAST,
        PropertyKind::Outcomes(_) => OUTCOMES,
    }
}

/// What is wrong with the expectations of a text.
pub(crate) fn find(text: &str, listing: &Listing) -> Vec<DiagnosticDraft> {
    let mut found = Vec::new();
    let mut lines: BTreeMap<(&str, BTreeMap<&str, usize>), Span> = BTreeMap::new();
    found.extend(sentences::find(text, listing));
    for item in &listing.items {
        let ItemKind::Expect(expectation) = &item.kind else { continue };
        found.extend(wrong_title(listing, expectation));
        let setting = match setting(listing, expectation) {
            Ok(setting) => setting,
            Err(wrong) => {
                found.push(wrong);
                continue;
            }
        };
        let about = match (&expectation.title, expectation.expected) {
            (Some(title), _) => &title.text,
            (None, Expected::LinesNotNeeded(_)) => "lines",
            (None, _) => "",
        };
        let key = (about, setting);
        if let Some(first) = lines.get(&key) {
            let line = first.line(text);
            let message = format!("Line {line} says already what is expected here.");
            let help = "Remove one of the two, or give it other options.";
            found.push(
                DiagnosticDraft::new(ErrorCode::DeclaredTwice, item.span, message).help(help),
            );
        } else {
            lines.insert(key, item.span);
        }
    }
    found
}

/// A property that does not exist, or one of another kind than the expected outcome.
fn wrong_title(listing: &Listing, expectation: &Expectation) -> Option<DiagnosticDraft> {
    let (title, expected) = (expectation.title.as_ref()?, expectation.expected);
    let is_it = |property: &&Property| property.title.text == title.text;
    let kinds: Vec<&PropertyKind> =
        listing.properties().filter(is_it).map(|property| &property.kind).collect();
    let is_built_in = BUILT_IN.contains(&title.text.as_str());
    if kinds.is_empty() && !is_built_in {
        return Some(unknown_title(listing, title));
    }
    let is_claim = matches!(expected, Expected::Holds | Expected::Fails(_));
    if is_built_in && is_claim || kinds.iter().any(|kind| expected.fits(kind)) {
        return None;
    }
    let message = format!("“{expected}” does not fit the property `{}`.", title.text);
    let help = format!("Write {}.", kinds.first().map_or(CLAIM, |kind| words(kind)));
    Some(DiagnosticDraft::new(ErrorCode::WrongExpectation, expectation.span, message).help(help))
}

fn unknown_title(listing: &Listing, title: &Name) -> DiagnosticDraft {
    let mut known: Vec<&str> = Vec::new();
    let titles = listing.properties().map(|property| property.title.text.as_str());
    for title in titles.chain(BUILT_IN) {
        if !known.contains(&title) {
            known.push(title);
        }
    }
    let message = format!("No property is called `{}`.", title.text);
    let found = DiagnosticDraft::new(ErrorCode::UnknownProperty, title.span, message);
    // as verdicts call it
    if let Some(property) = listing.properties().find(|property| property.claimed() == title.text) {
        let name = &property.title.text;
        return found.help(format!("Write `{name}`.")).replace(title.span, name);
    }
    let there_are = format!("There are {}.", listed(&known));
    found.near(&title.text, known, there_are)
}

/// The numbers of the values that are not the defaults.
fn setting<'t>(
    listing: &'t Listing,
    expectation: &'t Expectation,
) -> Result<BTreeMap<&'t str, usize>, DiagnosticDraft> {
    let mut setting = BTreeMap::new();
    for (name, value) in &expectation.options {
        let option = option(listing, name)?;
        let at = value_of(option, value)?;
        if setting.insert(name.text.as_str(), at).is_some() {
            let message = format!("`{}` has a value here already.", name.text);
            return Err(DiagnosticDraft::new(ErrorCode::DeclaredTwice, name.span, message)
                .help("Remove one."));
        }
    }
    setting.retain(|_, at| *at > 0);
    Ok(setting)
}

fn option<'t>(listing: &'t Listing, name: &Name) -> Result<&'t Choice, DiagnosticDraft> {
    let names = || listing.options().map(|option| option.name.text.as_str());
    listing.options().find(|option| option.name.text == name.text).ok_or_else(|| {
        let message = format!("No option is called `{}`.", name.text);
        let found = DiagnosticDraft::new(ErrorCode::UnknownName, name.span, message);
        let there_are = match names().next() {
            None => "The text has no options.".into(),
            Some(_) => format!("There are {}.", listed(&names().collect::<Vec<_>>())),
        };
        found.near(&name.text, names(), there_are)
    })
}

fn value_of(option: &Choice, value: &Name) -> Result<usize, DiagnosticDraft> {
    let names: Vec<&str> = option.values.iter().map(|value| value.text.as_str()).collect();
    names.iter().position(|name| *name == value.text).ok_or_else(|| {
        let message = format!("`{}` has no value `{}`.", option.name.text, value.text);
        let found = DiagnosticDraft::new(ErrorCode::UnknownOptionValue, value.span, message);
        // every number of one digit is spelled alike
        let is_number = value.text.bytes().all(|it| it.is_ascii_digit());
        let near = if is_number { &[][..] } else { &names[..] };
        found.near(&value.text, near.iter().copied(), format!("It has {}.", listed(&names)))
    })
}

/// "`a`, `b` and `c`"
fn listed(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match quoted.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => String::new(),
    }
}
