//! One line that says what just happened, and a soft one for what can be done now. A failure takes
//! their place.

use crate::{
    failure::{self, Failure},
    state::{Message, Showing, State},
};
use catalog::{Action, Piece, plain};

/// Longer lines are set smaller, so that they keep their room.
const LONG: usize = 76;
/// On a phone longer ones need more room.
const LONGEST: usize = 130;
/// A longer soft line takes two on a phone, and is set smaller there.
const SOFT: usize = 48;

pub struct Narration {
    pub failure: Option<Failure>,
    /// What happened, or what will, where nothing failed.
    pub said: Vec<Piece>,
    pub soft: Vec<Piece>,
    /// The run is one that the checker found: it can be played from its start.
    pub is_found: bool,
    /// The key moment from which the reader went an own way, to go back to.
    pub left: Option<(String, String)>,
    length: usize,
}

impl Narration {
    /// `is_live` where something can be pressed.
    pub fn of(state: &State, is_live: bool) -> Narration {
        let failure = failure::of(state);
        let is_found = state.showing.is_some();
        let left = state.left().map(|stop| (stop.title.clone(), stop.opening()));
        let (said, soft) = match &failure {
            Some(failure) => (Vec::new(), beside(state, failure)),
            None => match announced(state, is_live) {
                Some(said) => said,
                None => (state.moment.said.clone(), soft(state, is_live)),
            },
        };
        let length = match &failure {
            Some(failure) => failure.what.chars().count() + failure.reason().chars().count(),
            None => plain(&said).chars().count(),
        };
        Narration { failure, said, soft, is_found, left, length }
    }

    /// At the event of the key moment that the run leads to, or at the end of a run that was found: its room is
    /// kept from the start, so that nothing jumps while the run plays.
    pub fn to_come(state: &State) -> Option<Narration> {
        let end = match state.here() {
            Some((_, stop)) => stop.event(),
            None => state.showing.as_ref().map(|_| state.len())?,
        };
        Some(Narration::of(&state.apply(Message::Seek(end)), true))
    }

    /// While the picture moves: what happened, and nothing of how it ends.
    pub fn on_the_way(state: &State) -> Narration {
        let said = state.moment.said.clone();
        let length = plain(&said).chars().count();
        let soft = if failure::is_one(state) { Vec::new() } else { soft(state, true) };
        Narration { failure: None, said, soft, is_found: false, left: None, length }
    }

    /// It may need more room than its box has.
    pub fn is_longest(&self) -> bool {
        self.length > LONGEST
    }

    /// Its classes.
    pub fn size(&self) -> [Option<&'static str>; 4] {
        let soft = plain(&self.soft).chars().count();
        [
            Some("said"),
            (self.length > LONG).then_some("is-long"),
            self.is_longest().then_some("is-longest"),
            (soft > SOFT).then_some("has-more"),
        ]
    }
}

fn text(text: impl Into<String>) -> Vec<Piece> {
    vec![Piece::Text(text.into())]
}

/// Beside a failure: that it is the one of a challenge, or what the author says of it.
fn beside(state: &State, failure: &Failure) -> Vec<Piece> {
    if let Some((_, stop)) = state.met() {
        return text(format!("Challenge met: {}. ", stop.title));
    }
    let here = state.here().filter(|(_, stop)| stop.event() == state.at());
    let says = here.map(|(_, stop)| &*stop.words).filter(|words| says_more(words, failure));
    says.map(text).unwrap_or_default()
}

/// Whether most of a sentence is not in the failure's own.
fn says_more(sentence: &str, failure: &Failure) -> bool {
    const SHORT: usize = 3;
    let words = |text: &str| -> Vec<String> {
        let words = text.split(|letter: char| !letter.is_alphanumeric());
        words.filter(|word| word.len() > SHORT).map(str::to_lowercase).collect()
    };
    let known = words(&format!("{} {}", failure.what, failure.reason()));
    let all = words(sentence);
    let new = all.iter().filter(|word| !known.contains(word)).count();
    2 * new > all.len()
}

/// "In four steps", "In one step".
fn when(steps: usize) -> String {
    format!("in {} {}", number(steps), if steps == 1 { "step" } else { "steps" })
}

/// Where a key moment opens: what Play leads to, and that one may go elsewhere.
fn announced(state: &State, is_live: bool) -> Option<(Vec<Piece>, Vec<Piece>)> {
    let (_, stop) = state.here().filter(|_| !state.scenario.asks && state.playing.is_none())?;
    let ahead = state.to_event().filter(|_| state.at() == stop.opens_at())?;
    let what = format!("{} {}.", when(ahead), state.ahead_of(stop));
    if !is_live {
        return Some((text(catalog::capital(&what)), Vec::new()));
    }
    let mut able: Vec<u8> = state.moment.steps().filter_map(|choice| choice.process).collect();
    able.sort_unstable();
    able.dedup();
    let tags = picture::tags(&state.moment.view);
    let able: Vec<&str> = able.iter().map(|process| &*tags[usize::from(*process)]).collect();
    let whom = match able[..] {
        [one] => one.to_owned(),
        [one, other] => format!("{one} or {other}"),
        [one, other, third] => format!("{one}, {other} or {third}"),
        _ => format!("a {}", state.moment.view.role()),
    };
    Some((
        text(format!("Press Play: {what}")),
        text(format!("Or click {whom}, and go your own way.")),
    ))
}

/// Where a key moment opens: the deliveries and crashes among its steps, each with the number of the step.
pub fn coming(state: &State) -> Vec<(Action, usize)> {
    if announced(state, true).is_none() {
        return Vec::new();
    }
    let end = state.here().map_or(0, |(_, stop)| stop.event());
    let ahead = state.scenario.run.iter().enumerate().take(end).skip(state.at());
    let number = |nth: usize| state.trace.steps_in(nth + 1);
    let is_drawn =
        |action: &Action| action.delivered().is_some() || matches!(action, Action::Crash(_));
    let drawn = ahead.filter(|(_, action)| is_drawn(action));
    drawn.map(|(nth, action)| (*action, number(nth))).collect()
}

/// What is ahead, what the author or the checker says of the run, or who waits.
fn soft(state: &State, is_live: bool) -> Vec<Piece> {
    let State { moment, .. } = state;
    if let (Some(ahead), Some((_, stop))) = (state.to_event(), state.here())
        && !state.scenario.asks
    {
        let steps = if ahead == 1 { "step" } else { "steps" };
        let more = catalog::capital(&number(ahead));
        return text(format!("{more} more {steps}, and {}.", state.ahead_of(stop)));
    }
    if !state.scenario.caption.is_empty() {
        return text(&state.scenario.caption);
    }
    if let Some(Showing { property, .. }) = &state.showing {
        return text(format!("A run that the checker found for “{property}”. "));
    }
    if let Some((_, stop)) = state.here().filter(|(_, stop)| stop.event() == state.at()) {
        return text(if stop.words.is_empty() { &stop.title } else { &stop.words });
    }
    if let Some(property) = moment.broken.first() {
        return text(broke(state, property));
    }
    if state.left().is_some() {
        return text("Your own run. ");
    }
    if !moment.waiting.is_empty() {
        return moment.waiting.clone();
    }
    if let Some(end) = moment.end() {
        return text(end);
    }
    match moment.at {
        0 if is_live => text("Click a process. It takes the step written beside it."),
        _ => Vec::new(),
    }
}

/// Where what does not hold here broke.
fn broke(state: &State, property: &str) -> String {
    let mut steps = state.trace.steps[..state.at()].iter().enumerate();
    match steps.rfind(|(_, step)| step.breaks.contains(&property)) {
        Some((step, _)) => format!("“{property}” broke in {}.", state.trace.name_of(step)),
        None => format!("“{property}” does not hold here."),
    }
}

/// Small numbers are words.
pub fn number(number: usize) -> String {
    const WORDS: [&str; 7] = ["no", "one", "two", "three", "four", "five", "six"];
    WORDS.get(number).map_or_else(|| number.to_string(), |word| (*word).into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog::Scenario;

    /// Four steps before the event of a key moment.
    fn before_event(link: &str) -> State {
        let mut scenario = Scenario::parse(link).expect("a link").scenario;
        scenario.at -= 4;
        State::open(&Scenario::parse(&scenario.to_string()).expect("a link"))
    }

    /// Votes are counted in steps 4 and 7; one message is not sent yet, and step 5 is a crash.
    #[test]
    fn deliveries_and_crashes_of_a_run_are_known_where_it_is_announced() {
        let state =
            before_event("raft-election?terms=1&vote=volatile&crashes=1&v=1&run=U9z3YlH1TKf.KQl6");
        let steps: Vec<usize> = coming(&state).iter().map(|coming| coming.1).collect();
        assert_eq!(steps, [4, 5, 6, 7]);
        let open = State::open(&Scenario::parse("raft-election").expect("a link"));
        assert_eq!(coming(&open), []);
    }

    /// From where a moment opens it is known how much room its failure takes, and nothing of it is told.
    #[test]
    fn the_end_of_a_moment_is_known_from_its_start() {
        let link = "bakery?processes=2&tie-break=none&v=1&run=AAVBQX.fBdw";
        let event = State::open(&Scenario::parse(link).expect("a link"));
        let failure = failure::of(&event).expect("a failure");
        let opened = event.apply(Message::Seek(4));
        assert_eq!(Narration::of(&opened, true).failure, None);
        let to_come = Narration::to_come(&opened).expect("a moment");
        assert_eq!(to_come.failure, Some(failure));
        let own = State::open(&Scenario::parse("bakery").expect("a link"));
        assert!(Narration::to_come(&own).is_none(), "nobody knows where it leads");
    }

    /// The reason says who was inside, the author how the second reply came about.
    #[test]
    fn a_failure_has_the_words_of_its_author_where_they_say_more() {
        let told = |link: &str| {
            let opened = Scenario::parse(link).expect("a link");
            plain(&Narration::of(&State::open(&opened), true).soft)
        };
        let link =
            "semaphore-server?clients=2&retry=once&again=by-client&v=1&run=YB9yI2YoQIqhpf.RBHP";
        let words = "The server sent client 0 its reply again. One copy is left over, and opens the door once more.";
        assert_eq!(told(link), words);
        let failure = Failure {
            what: "Both copies are lost.".into(),
            why: Vec::new(),
            length: String::new(),
            rule: None,
        };
        assert!(!says_more("Both copies are lost.", &failure));
        assert!(says_more("The server crashed twice.", &failure));
    }

    /// Who may be clicked is called as its disc is.
    #[test]
    fn discs_are_named_by_what_stands_in_them() {
        for (link, whom) in [
            ("two-phase-commit?impatient=yes&v=1&run=YEJEe9I0IEN.svpY", "C or P1"),
            ("peterson?order=turn-first&v=1&run=ABVA.ZHBc", "0 or 1"),
        ] {
            let told = Narration::of(&before_event(link), true);
            let soft = plain(&told.soft);
            assert_eq!(soft, format!("Or click {whom}, and go your own way."), "{link}");
        }
    }
}
