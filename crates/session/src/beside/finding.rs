//! What one sees by comparing, in a sentence or two. Everything in it was computed.

use super::{Beside, Side, side::whose};
use crate::words::count;
use catalog::{Possible, capital, plain};

/// The first words are the news.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Finding {
    pub head: String,
    pub rest: String,
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
        let say = |head: &str, rest: String| Finding { head: head.into(), rest };
        if !self.is_comparable() {
            return self.tallies();
        }
        let Some(part) = self.part() else {
            return match of {
                0 => say(
                    "The same at the start.",
                    "Click a process: it takes its step in both.".into(),
                ),
                1 => say("The same after one step.", String::new()),
                _ => say(&format!("The same in all {of} steps."), String::new()),
            };
        };
        if part == 0 {
            return say("They differ from the start.", String::new());
        }
        let how = self.parting(part - 1);
        match self.at {
            at if at < part => {
                say("The same up to here.", format!("They part at step {part}: {how}."))
            }
            at if at == part => say("Here they part.", format!("{}.", capital(&how))),
            at if self.is_same(at) => {
                say("The same again.", format!("They parted at step {part}: {how}."))
            }
            _ => say(&format!("They parted at step {part}:"), format!("{how}.")),
        }
    }

    /// "as published process 1 has to wait, as changed it reads x = 1 and enters the critical section"
    fn parting(&self, entry: usize) -> String {
        let deeds: Vec<String> = self.sides.iter().map(|it| self.deed(it, entry)).collect();
        if deeds.windows(2).all(|it| it[0] == it[1]) {
            return format!("{}, and does not come to the same", deeds[0]);
        }
        let who = self.who(entry);
        let mut clauses = Vec::new();
        for (nth, deed) in deeds.iter().enumerate() {
            let own = deed.strip_prefix(&who).filter(|_| nth > 0);
            let deed = own.map_or_else(|| deed.clone(), |it| format!("it{it}"));
            clauses.push(format!("{} {deed}", self.label(nth)));
        }
        clauses.join(", ")
    }

    /// What an entry of the schedule came to on a side: "process 1 has to wait: number[0] = 1".
    fn deed(&self, side: &Side, entry: usize) -> String {
        let did = side
            .step(entry)
            .map(|it| side.trace().did(it).unwrap_or_else(|| plain(&side.trace().said(it))));
        did.unwrap_or_else(|| format!("{} {}", self.who(entry), self.lacks(side, entry)))
    }

    fn who(&self, entry: usize) -> String {
        let name = |it: u8| self.sides[0].trace().lane(it.into());
        whose(self.schedule[entry]).map_or_else(|| "the network".into(), name)
    }

    /// Why an entry came to nothing: "has to wait: number[0] = 1".
    fn lacks(&self, side: &Side, entry: usize) -> String {
        let process = whose(self.schedule[entry]);
        let mut own =
            side.moment(entry).next.iter().filter(|it| it.process == process && !it.fault);
        let stuck = own.find(|it| process.is_some() && it.possible != Possible::Now);
        match stuck.and_then(|it| Some((it.possible, it.why.as_deref()?))) {
            Some((Possible::Waits, "")) => "has to wait".into(),
            Some((Possible::Waits, why)) => match why.strip_prefix("awaiting ") {
                Some(what) => format!("waits for {what}"),
                None => format!("has to wait: {why}"),
            },
            Some((Possible::Done, why)) => why.into(),
            _ => "can do nothing".into(),
        }
    }

    /// Why the last turn was skipped on a side, if it was.
    pub(super) fn skipped(&self, side: &Side) -> Option<String> {
        let entry = self.at.checked_sub(1).filter(|it| side.step(*it).is_none())?;
        let who = capital(&self.who(entry));
        Some(format!("{who} skips its turn. It {}.", self.lacks(side, entry)))
    }

    /// Of different algorithms: what each has done of the same turns.
    fn tallies(&self) -> Finding {
        if self.sides.len() < 2 {
            return Finding::default();
        }
        let turns = count(self.at, "turn", "turns");
        let tally = |it: &Side| {
            let spent = it.spent(self.at);
            let entries = count(spent.entries, "entry", "entries");
            let cost = match spent.messages {
                0 => count(spent.accesses, "read or write", "reads and writes"),
                messages => count(messages, "message", "messages"),
            };
            format!("{}, {entries} and {cost}", it.name())
        };
        let tallies: Vec<String> = self.sides.iter().map(tally).collect();
        Finding { head: format!("After {turns}:"), rest: format!("{}.", tallies.join("; ")) }
    }
}

/// What a side is called if it is not as published or as changed.
pub(super) fn letter(nth: usize) -> char {
    char::from(b'A' + nth as u8)
}
