//! What one sees by comparing, in a sentence or two. Everything in it was computed.

use super::{Beside, Side, side::whose};
use crate::words::count;
use catalog::{Enabledness, Piece, capital};
use serde::Serialize;

/// The first words are the news.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Finding {
    pub head: String,
    pub rest: Vec<Piece>,
}

/// A turn that came to nothing.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Skipped {
    /// Why.
    pub line: Vec<Piece>,
    pub soft: &'static str,
}

impl Beside {
    /// What side `nth` is called within a sentence.
    pub(super) fn label(&self, nth: usize) -> String {
        match self.has_published() {
            true if nth == 0 => "as published".into(),
            true => "as changed".into(),
            false => format!("in {}", letter(nth)),
        }
    }

    /// Whether the first of two is as published, and the other is the same with a change.
    pub(super) fn has_published(&self) -> bool {
        let published = self.sides.iter().map(Side::is_published);
        self.is_comparable() && published.eq([true, false])
    }

    /// What is to be said at the moment on show.
    pub fn finding(&self) -> Finding {
        let of = self.schedule.len();
        let say = |head: &str, rest: Vec<Piece>| Finding { head: head.into(), rest };
        if !self.is_comparable() {
            return self.tallies();
        }
        let Some(part) = self.part() else {
            return match of {
                0 => say(
                    "The same at the start.",
                    vec![text("Click a process: it takes its step in both.")],
                ),
                1 => say("The same after one step.", Vec::new()),
                _ => say(&format!("The same in all {of} steps."), Vec::new()),
            };
        };
        if part == 0 {
            return say("They differ from the start.", Vec::new());
        }
        let mut how = self.parting(part - 1);
        how.push(text("."));
        let after = |words: &str| {
            let lead = text(format!("They {words} at step {part}: "));
            std::iter::once(lead).chain(how.clone()).collect()
        };
        match self.at {
            at if at < part => say("The same up to here.", after("part")),
            at if at == part => say("Here they part.", begun(how)),
            at if self.is_same(at) => say("The same again.", after("parted")),
            _ => say(&format!("They parted at step {part}:"), how),
        }
    }

    /// "as published process 1 has to wait, as changed it reads x = 1 and enters the critical section"
    fn parting(&self, entry: usize) -> Vec<Piece> {
        let mut deeds: Vec<Vec<Piece>> =
            self.sides.iter().map(|side| self.deed(side, entry)).collect();
        if deeds.windows(2).all(|window| window[0] == window[1]) {
            deeds[0].push(text(", and does not come to the same"));
            return deeds.swap_remove(0);
        }
        let who = self.who(entry);
        let mut said = Vec::new();
        for (nth, mut deed) in deeds.into_iter().enumerate() {
            if let Some(first) = deed.first_mut().filter(|piece| nth > 0 && **piece == who) {
                *first = text("it");
            }
            let lead = if nth == 0 { "" } else { ", " };
            said.push(text(format!("{lead}{} ", self.label(nth))));
            said.extend(deed);
        }
        said
    }

    /// What an entry of the schedule came to on a side: "process 1 has to wait: number[0] = 1".
    fn deed(&self, side: &Side, entry: usize) -> Vec<Piece> {
        let trace = side.trace();
        match side.step(entry) {
            Some(step) => trace.did(step).unwrap_or_else(|| trace.said(step)),
            None => std::iter::once(self.who(entry)).chain(self.lacks(side, entry)).collect(),
        }
    }

    fn who(&self, entry: usize) -> Piece {
        let name = |it: u8| Piece::Process(it, self.sides[0].trace().lane(it.into()));
        whose(self.schedule[entry]).map_or_else(|| text("the network"), name)
    }

    /// Why an entry came to nothing: " has to wait: number[0] = 1".
    fn lacks(&self, side: &Side, entry: usize) -> Vec<Piece> {
        let process = whose(self.schedule[entry]);
        let mut own = side
            .moment(entry)
            .next
            .iter()
            .filter(|choice| choice.process == process && !choice.fault);
        let stuck = own.find(|choice| process.is_some() && choice.possible != Enabledness::Now);
        match stuck.and_then(|stuck| Some((stuck.possible, stuck.why.as_deref()?))) {
            Some((Enabledness::Waits, "")) => vec![text(" has to wait")],
            Some((Enabledness::Waits, why)) => match catalog::awaited(why) {
                Some(what) => vec![text(format!(" waits for {what}"))],
                None => vec![text(" has to wait: "), Piece::Code(why.into())],
            },
            Some((Enabledness::Done, why)) => vec![text(format!(" {why}"))],
            _ => vec![text(" can do nothing")],
        }
    }

    /// Why the last turn was skipped on a side, if it was. Where the side has failed, that is the news.
    pub(super) fn skipped(&self, side: &Side) -> Option<Skipped> {
        let entry = self.at.checked_sub(1).filter(|it| side.step(*it).is_none())?;
        if !side.moment(self.at).broken.is_empty() {
            return None;
        }
        let mut line = begun(self.deed(side, entry));
        line.push(text("."));
        Some(Skipped { line, soft: "It skips its turn." })
    }

    /// Of different algorithms: what each has done of the same turns.
    fn tallies(&self) -> Finding {
        if self.sides.len() < 2 {
            return Finding::default();
        }
        let turns = count(self.at, "turn", "turns");
        let tally = |side: &Side| {
            let spent = side.spent(self.at);
            let entries = count(spent.entries, "entry", "entries");
            let cost = match spent.messages {
                0 => count(spent.accesses, "read or write", "reads and writes"),
                messages => count(messages, "message", "messages"),
            };
            format!("{}, {entries} and {cost}", side.name())
        };
        let tallies: Vec<String> = self.sides.iter().map(tally).collect();
        let rest = vec![text(format!("{}.", tallies.join("; ")))];
        Finding { head: format!("After {turns}:"), rest }
    }
}

fn text(words: impl Into<String>) -> Piece {
    Piece::Text(words.into())
}

/// At the beginning of a sentence.
fn begun(mut said: Vec<Piece>) -> Vec<Piece> {
    if let Some(Piece::Text(words) | Piece::Process(_, words)) = said.first_mut() {
        *words = capital(words);
    }
    said
}

/// What a side is called if it is not as published or as changed.
pub(super) fn letter(nth: usize) -> char {
    char::from(b'A' + nth as u8)
}
