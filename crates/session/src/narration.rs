//! One line that says what just happened, and a soft one for what can be done now. A failure takes
//! their place.

use crate::{
    failure::{self, Failure},
    state::State,
};
use catalog::{Piece, plain};

/// Longer lines are set smaller, so that they keep their room.
const LONG: usize = 76;

pub struct Narration {
    pub failure: Option<Failure>,
    /// What happened, where nothing failed.
    pub said: Vec<Piece>,
    pub soft: Vec<Piece>,
    /// The run is one that the checker found: it can be played from its start.
    pub is_found: bool,
    length: usize,
}

impl Narration {
    /// `is_live` where something can be pressed.
    pub fn of(state: &State, is_live: bool) -> Narration {
        let is_found = state.showing.is_some();
        let failure = failure::of(state);
        let Some(failure) = failure else {
            let (soft, is_found) = soft(state, is_live);
            let said = state.moment.said.clone();
            let length = plain(&said).chars().count();
            return Narration { failure: None, said, soft, is_found, length };
        };
        let length = failure.what.chars().count() + failure.reason.chars().count();
        let met = state.met().map(|(_, stop)| format!("Challenge met: {}. ", lower(&stop.title)));
        let soft = met.map(Piece::Text).into_iter().collect();
        Narration { failure: Some(failure), said: Vec::new(), soft, is_found, length }
    }

    pub fn is_long(&self) -> bool {
        self.length > LONG
    }
}

/// What can be done now, or who waits; and whether it offers to play a found run again.
fn soft(state: &State, is_live: bool) -> (Vec<Piece>, bool) {
    let State { moment, .. } = state;
    let text = |text: String| (vec![Piece::Text(text)], false);
    if let (Some(ahead), Some((_, stop))) = (state.to_event(), state.here())
        && !state.scenario.asks
    {
        let when = match ahead {
            1 => "In one step".into(),
            _ => format!("In {} steps", number(ahead)),
        };
        let what = match (stop.breaks.first(), stop.fails()) {
            (Some(&catalog::NO_DEADLOCK), _) => "nobody can move".into(),
            (Some(property), _) => format!("“{property}” breaks"),
            (None, true) => "the run comes round, for ever".into(),
            (None, false) => format!("you see it: {}", lower(&stop.title)),
        };
        let own = if is_live { " Or click a process, and go your own way." } else { "" };
        let them = if ahead == 1 { "it" } else { "them" };
        return text(format!("{when} {what}. Play runs {them}.{own}"));
    }
    if !state.scenario.caption.is_empty() {
        return text(state.scenario.caption.clone());
    }
    if let Some(property) = &state.showing {
        let found = format!("A run that the checker found for “{property}”. ");
        return (vec![Piece::Text(found)], true);
    }
    if let Some((_, stop)) = state.here().filter(|(_, stop)| stop.event() == state.at()) {
        let words = if stop.words.is_empty() { &stop.title } else { &stop.words };
        return text(words.clone());
    }
    if !moment.waiting.is_empty() {
        return (moment.waiting.clone(), false);
    }
    if moment.steps().next().is_none() {
        return text("Nobody can move: the run ends here.".into());
    }
    match moment.at {
        0 if is_live => text("Click a process. It takes the step written beside it.".into()),
        _ => (Vec::new(), false),
    }
}

/// Small numbers are words.
pub fn number(number: usize) -> String {
    const WORDS: [&str; 7] = ["no", "one", "two", "three", "four", "five", "six"];
    WORDS.get(number).map_or_else(|| number.to_string(), |word| (*word).into())
}

/// Within a sentence.
fn lower(title: &str) -> String {
    let mut letters = title.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}
