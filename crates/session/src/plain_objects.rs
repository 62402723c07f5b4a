//! Objects for JavaScript that the catalog does not have as they are.

use crate::check::{Found, Line, Mark};
use catalog::{Choice, Event, Panel, Piece, Scenario, Theme, View, plain};
use serde::Serialize;

/// A moment, with its sentences as text too.
#[derive(Serialize)]
pub struct Moment<'a> {
    at: usize,
    view: &'a View,
    actor: Option<u8>,
    events: &'a [Event],
    said: &'a [Piece],
    said_text: String,
    waiting: &'a [Piece],
    waiting_text: String,
    next: &'a [Choice],
    broken: &'a [&'static str],
}

impl Moment<'_> {
    pub fn of(moment: &catalog::Moment) -> Moment<'_> {
        let catalog::Moment { at, view, actor, events, said, waiting, next, broken, .. } = moment;
        let (said_text, waiting_text) = (plain(said), plain(waiting));
        Moment {
            at: *at,
            view,
            actor: *actor,
            events,
            said,
            said_text,
            waiting,
            waiting_text,
            next,
            broken,
        }
    }
}

/// How a moment is shown, as in links.
#[derive(Serialize)]
pub struct Shown {
    theme: &'static str,
    speed: &'static str,
    ask: bool,
    panels: Vec<&'static str>,
    /// The first and the last of the steps that the player repeats.
    steps: Option<(usize, usize)>,
    caption: String,
}

impl Shown {
    pub fn of(scenario: &Scenario) -> Shown {
        let panels = Panel::ALL.iter().filter(|it| scenario.shown.panels.has(it.0));
        Shown {
            theme: match scenario.shown.theme {
                Theme::System => "system",
                Theme::Light => "light",
                Theme::Dark => "dark",
            },
            speed: scenario.shown.speed.name,
            ask: scenario.asks,
            panels: panels.map(|panel| panel.1).collect(),
            steps: scenario.steps,
            caption: scenario.caption.clone(),
        }
    }
}

/// What a check has found.
#[derive(Serialize)]
pub struct Report {
    states: usize,
    depth: usize,
    ms: usize,
    exhausted: bool,
    bounds: String,
    verdicts: Vec<Verdict>,
}

#[derive(Serialize)]
struct Verdict {
    property: String,
    words: String,
    outcome: &'static str,
    sentence: String,
    /// The run that proves it.
    link: Option<String>,
}

impl Report {
    pub fn of(found: Found, checked: &Scenario) -> Report {
        let Found { states, depth, ms, exhausted, bounds, lines, .. } = found;
        let verdict = |line: Line| Verdict {
            link: line.link(checked),
            outcome: outcome(line.mark),
            property: line.property,
            words: line.words,
            sentence: line.sentence,
        };
        let verdicts = lines.into_iter().map(verdict).collect();
        Report { states, depth, ms, exhausted, bounds, verdicts }
    }
}

fn outcome(mark: Mark) -> &'static str {
    match mark {
        Mark::Open => "open",
        Mark::Holds => "holds",
        Mark::HoldsSoFar => "holds-so-far",
        Mark::Fails => "fails",
        Mark::Found => "found",
        Mark::NotFound => "not-found",
    }
}
