//! All that a playground remembers. No DOM here: messages go in, the next state comes out.

mod asked;
mod branches;
mod draft;
#[cfg(test)]
mod draft_tests;
mod message;
mod options;
mod play;
mod quiz;
mod run;
mod taken;
#[cfg(test)]
mod tests;
mod watch;

pub use branches::{Branches, FORGOTTEN, Fork};
pub use draft::{Draft, is_of_reader};
pub use message::Message;
pub use play::Playing;
pub use quiz::{LETTERS, Quiz, Score};
use taken::Taken;
pub use watch::Watched;

use crate::path::{self, Path};
use catalog::{Action, Look, Moment, Parsed, Scenario, Speed, Trace, cannot_run};
use std::{cell::OnceCell, mem, rc::Rc};

/// Where a random schedule stops, so that no run outgrows what a page shows at once.
pub const RANDOM_MAX: usize = 2_000;
const SEED: u32 = 7;
/// The algorithm that a reader begins with to write an own one.
pub const NEW: &str = "new";

#[derive(Clone, PartialEq)]
pub struct State {
    pub scenario: Scenario,
    /// The editor of the listing is open.
    pub is_editing: bool,
    /// What the reader has written there.
    pub draft: Option<Draft>,
    /// The whole run, derived from the scenario.
    pub trace: Rc<Trace>,
    /// The point at the cursor, derived from the scenario.
    pub moment: Rc<Moment>,
    taken: Taken,
    pub branches: Branches,
    /// What the player and the random schedule leave alone: messages that are held back.
    pub held: Rc<Vec<Action>>,
    pub playing: Option<Playing>,
    /// No run is ahead, and the reader has asked to play: the next press plays at random.
    pub offers_random: bool,
    /// The guided path.
    pub path: Path,
    /// The moment of the path that the reader came from, or is at.
    pub came_from: Option<usize>,
    /// How often the run has gone back to where its loop begins.
    pub rounds: usize,
    pub speed: Speed,
    pub seed: u32,
    /// Sentences for the reader, each until it is dismissed or the next jump.
    pub notices: Vec<String>,
    /// The page before the change of options of which the first notice tells.
    pub undo: Option<Rc<State>>,
    /// Why what the reader wrote last is not watched: a sentence.
    pub not_watched: Option<String>,
    /// The link that was opened says whether the reader is asked.
    pub says_ask: bool,
    /// The property whose run is on show.
    pub showing: Option<Showing>,
    /// The steps that a sentence of the reason speaks of, as long as the moment is this one.
    pub ringed: Rc<[usize]>,
    /// The reader has taken a step of this run that no link and no search has.
    is_own: bool,
    /// What the key moment that this run leads to announces, once it was asked for.
    announced: Rc<OnceCell<(usize, String)>>,
    /// What the reader is asked, or has just been asked.
    pub quiz: Option<Quiz>,
    pub score: Score,
    /// What the last search that ended says of lines.
    pub unreached: Rc<Unreached>,
    /// Goes up with every change that the back button should undo.
    pub jumps: usize,
    /// The property that a change breaks which the reader has just tried: its run is shown once it is found.
    pub tried: &'static str,
}

/// What a run on show is for.
#[derive(Clone, PartialEq, Debug)]
pub struct Showing {
    pub property: String,
    /// It fails in this run; else the run is an answer.
    pub fails: bool,
}

/// The lines of a text, counted from 1, that never run with these options.
#[derive(Clone, PartialEq, Debug)]
pub struct Unreached {
    pub of: Scenario,
    pub lines: Vec<usize>,
}

impl State {
    /// The lines that never run, as far as a search of this very setting has said so.
    pub fn never_run(&self) -> &[usize] {
        let is_of_this = self.unreached.of == self.scenario.start();
        if is_of_this { &self.unreached.lines } else { &[] }
    }

    /// A link, as opened: the run is cut where the model refuses it.
    pub fn open(parsed: &Parsed) -> State {
        let Parsed { mut scenario, mut notices, says_ask, .. } = parsed.clone();
        // with other options than the link's, too, of which nothing has been said yet
        let draft = Draft::of_errors(&mut scenario);
        let wrong = draft.as_ref().and_then(|draft| draft.errors.first()).map(cannot_run);
        notices.extend(wrong.filter(|wrong| !parsed.notices.contains(wrong)));
        let path = path::of(&scenario);
        // a text with errors is there to be mended, and a new algorithm to be written
        let is_new = scenario.slug == NEW && scenario.shown.look == Look::Page;
        let taken = Taken::default();
        let (trace, moment) = (taken.trace(&scenario), taken.moment(&scenario));
        let mut state = State {
            is_editing: draft.is_some() || is_new,
            draft,
            trace,
            moment,
            taken,
            branches: Branches::default(),
            held: Rc::default(),
            playing: None,
            offers_random: false,
            came_from: path::here(&path, &scenario),
            path,
            rounds: 0,
            speed: scenario.shown.speed,
            seed: SEED,
            notices,
            undo: None,
            not_watched: None,
            says_ask,
            showing: None,
            ringed: Rc::default(),
            is_own: false,
            announced: Rc::default(),
            quiz: None,
            score: Score::default(),
            unreached: Rc::new(Unreached { of: scenario.start(), lines: Vec::new() }),
            jumps: 0,
            tried: "",
            scenario,
        };
        if let Some(why) = state.cut_to_fit() {
            state.notices.push(format!("{why} The run ends before it."));
        }
        state.quiz = state.question();
        state
    }

    #[must_use]
    pub fn apply(&self, message: Message) -> State {
        let mut next = self.clone();
        next.take(message);
        next.derive(self);
        next
    }

    fn take(&mut self, message: Message) {
        // a text that runs already is read whole before anything else happens to it
        if !matches!(message, Message::Type(_) | Message::Write(_) | Message::Unreached(_)) {
            self.settle();
        }
        let offered = mem::take(&mut self.offers_random);
        if !message.goes_with_a_change() {
            self.tried = "";
        }
        match message {
            // nothing that the reader did
            Message::Unreached(unreached) => {
                (self.unreached, self.offers_random) = (unreached, offered);
            }
            Message::Act(action) => self.act_by_hand(action),
            Message::Seek(at) => self.seek(at),
            Message::Back => self.seek(self.at().saturating_sub(1)),
            Message::Forward if self.ahead().is_some() => self.forward(),
            Message::Forward => {
                self.playing = None;
                self.act_at_random();
            }
            Message::Start => self.seek(self.start()),
            Message::End => self.seek(self.end()),
            Message::Pick(step) => self.scenario.picked = step.filter(|&step| step < self.len()),
            Message::Ask(asks) => self.ask(asks),
            Message::Say(answer) => self.say(answer),
            Message::NextQuestion => self.next_question(),
            Message::Hold(action) => self.hold(action),
            Message::Play => self.play(offered),
            Message::Pause => self.playing = None,
            Message::PlayAtRandom => self.play_at_random(),
            Message::Tick => self.tick(),
            Message::Speed(speed) => self.speed = speed,
            Message::Seed(seed) => self.seed = seed,
            Message::Turn { knob, value } => self.turn(knob, value),
            Message::Edit(is_editing) => self.edit(is_editing),
            Message::Write(source) => self.write(&source),
            Message::Type(source) => self.write_so_far(&source),
            Message::Memory(name) => self.choose_memory(&name),
            Message::Undo => self.undo(),
            Message::ResetKnobs => self.set(Scenario::new(self.scenario.entry()).setting),
            Message::Try { values, breaks } => {
                self.begin(&values);
                self.tried = breaks;
            }
            Message::Load(opened) => self.load(State::clone(&opened)),
            Message::Show { run, loops_from, property, fails } => {
                self.show(run, loops_from, Showing { property, fails });
            }
            Message::Ring(steps) => self.ring(steps),
            Message::Replay => self.replay(),
            Message::Branch(nth) => self.go_to_branch(nth),
            Message::Watch(expression) => self.watch(&expression),
            Message::Unwatch(nth) => self.unwatch(nth),
            Message::OwnTheme => self.scenario.shown.theme = catalog::Theme::System,
            Message::Notice(notice) => self.notice(notice),
            Message::Dismiss(nth) => self.dismiss(nth),
        }
    }

    /// Rings these steps, or none where they are ringed already.
    fn ring(&mut self, steps: Rc<[usize]>) {
        self.ringed = if self.ringed == steps { Rc::default() } else { steps };
    }

    fn notice(&mut self, notice: String) {
        if !self.notices.contains(&notice) {
            self.notices.push(notice);
        }
    }

    fn dismiss(&mut self, nth: usize) {
        if nth < self.notices.len() {
            self.notices.remove(nth);
            self.undo.take_if(|_| nth == 0);
        }
    }

    fn hold(&mut self, action: Action) {
        let held = Rc::make_mut(&mut self.held);
        match held.iter().position(|&held| held == action) {
            Some(at) => drop(held.remove(at)),
            None => held.push(action),
        }
    }

    fn load(&mut self, mut loaded: State) {
        // who wants to be asked wants it at the next moment too, unless its link says otherwise
        if !loaded.says_ask {
            loaded.scenario.asks = self.scenario.asks || loaded.scenario.asks;
        }
        if loaded.path == self.path {
            loaded.came_from = loaded.came_from.or(self.came_from);
        }
        if loaded.linked() == self.linked() {
            // the same moment, of a link in which other things are wrong
            if !loaded.notices.is_empty() {
                self.notices = loaded.notices;
            }
            return;
        }
        loaded.is_editing |= self.is_editing;
        if State::is_same_model(&loaded.scenario, &self.scenario) {
            self.leave(branches::common(&self.scenario.run, &loaded.scenario.run));
            loaded.notices.extend(self.notices.pop_if(|notice| *notice == FORGOTTEN));
            loaded.branches = mem::take(&mut self.branches);
        }
        let State { seed, score, jumps, .. } = *self;
        // unless a link says otherwise, the reader's own
        let same_speed = loaded.scenario.shown.speed == self.scenario.shown.speed;
        let speed = if same_speed { self.speed } else { loaded.speed };
        *self = State { speed, seed, score, jumps, ..loaded };
    }

    fn jump(&mut self) {
        self.jumps += 1;
        self.playing = None;
        self.rounds = 0;
        self.showing = None;
        self.is_own = false;
        self.notices.clear();
        self.undo = None;
    }

    /// Drops the end of the run that the model does not take; tells why.
    fn cut_to_fit(&mut self) -> Option<String> {
        let refused = self.trace.refused.clone()?;
        self.scenario.run.truncate(refused.step);
        self.scenario.loops_from = None;
        let len = self.len();
        self.scenario.at = self.scenario.at.min(len);
        self.scenario.picked = self.scenario.picked.filter(|&step| step < len);
        self.scenario.steps = self.scenario.steps.filter(|(_, to)| *to <= len);
        self.trace = self.taken.trace(&self.scenario);
        Some(refused.why)
    }

    /// Brings what follows from the scenario up to date.
    fn derive(&mut self, before: &State) {
        let (now, then) = (&self.scenario, &before.scenario);
        let same_run = State::is_same_model(now, then) && now.run == then.run;
        if !same_run {
            self.trace = self.taken.trace(now);
        }
        let same_moment = same_run && now.at == then.at;
        if !same_moment || now.watched != then.watched {
            self.moment = self.taken.moment(now);
        }
        if !same_moment {
            self.ringed = Rc::default();
        }
        // a reader who goes elsewhere has left the steps that were to be played
        let (start, end) = (self.start(), self.end());
        if !same_run || !(start..=end).contains(&self.at()) {
            self.scenario.steps = None;
        }
        let here = path::here(&self.path, &self.scenario);
        if here != self.announced.get().map(|(stop, _)| *stop) || self.path != before.path {
            self.announced = Rc::default();
        }
        self.came_from = here.or(self.came_from);
        // a question is about one moment
        let stays = same_moment && self.playing.is_none() && self.scenario.asks;
        if !stays && self.quiz == before.quiz {
            self.quiz = None;
        }
        self.quiz = self.quiz.take().or_else(|| self.question());
        self.branches.forget_beginnings_of(&self.scenario.run);
    }
}
