//! What is looked at when every state is known: whole runs.

use crate::efforts::Efforts;
use crate::findings::{Findings, Runs};
use crate::inquiry;
use crate::kept::{Kept, Known};
use crate::loops::Loops;
use crate::parts;
use crate::paths::{Edge, Paths};
use crate::ways::{self, Ways};
use model::Kind;

/// What there is to look at; nothing where there is no memory for it.
pub struct Looks {
    kept: Kept,
    /// That many bytes there are for all of it.
    bytes_max: usize,
    room: Vec<Edge>,
    is_past_keeping: bool,
    all: Vec<Look>,
    /// The one in hand.
    next: usize,
}

enum Look {
    Loops(Loops),
    Efforts(Efforts),
    Ways(Ways),
}

impl Looks {
    /// What the properties ask for, as far as there are so many bytes for it; of the steps, these
    /// are kept already.
    pub fn new(paths: &dyn Paths, findings: &Findings, kept: Kept, bytes: usize) -> Looks {
        let mut looks = Vec::new();
        let is_room = |each: usize| paths.states() as usize * each <= bytes;
        let liveness = findings.count(Kind::Eventually);
        if liveness > 0 && is_room(parts::BYTES) {
            looks.extend(Loops::new(paths, liveness).map(Look::Loops));
        }
        if is_room(parts::BYTES + inquiry::BYTES) {
            let kinds = findings.properties.iter().map(|it| it.kind).enumerate();
            let asked = kinds.filter(|(_, kind)| kind.is_of_operations());
            looks.extend(asked.map(|(at, kind)| Look::Efforts(Efforts::new(at, kind))));
        }
        if findings.ends.is_some() && is_room(parts::BYTES + ways::BYTES) {
            looks.extend(Ways::new(paths).map(Look::Ways));
        }
        let is_idle = looks.is_empty();
        Looks {
            kept: if is_idle { Kept::default() } else { kept },
            bytes_max: bytes,
            room: Vec::new(),
            is_past_keeping: is_idle,
            all: looks,
            next: 0,
        }
    }

    /// Looks at up to that many states, each of so many workers where these help; false when all is
    /// known.
    pub fn advance(&mut self, paths: &dyn Paths, workers: usize, states: usize) -> bool {
        if !self.is_past_keeping {
            if self.keep(paths, states) {
                return true;
            }
            self.is_past_keeping = true;
        }
        // the same however far a call has come, as what is told must not depend on that
        let said_max = self.bytes_max.saturating_sub(self.kept.bytes());
        let known = Known { paths, kept: &self.kept };
        let paths = if self.kept.is_whole(paths) { &known } else { paths };
        let each = paths.states() as usize * (parts::BYTES + inquiry::BYTES);
        let room = (said_max / each).max(1);
        let workers = workers.min(room);
        let room = if workers == 1 { 1 } else { room };
        while let Some(it) = self.all.get_mut(self.next) {
            let goes_on = match it {
                Look::Loops(it) => it.advance(paths, states),
                Look::Efforts(it) => it.advance(known, workers, room, states, said_max),
                Look::Ways(it) => it.advance(paths, states),
            };
            if goes_on {
                return true;
            }
            self.next += 1;
        }
        self.kept = Kept::default();
        false
    }

    /// Takes the steps of up to that many states, to be looked at again and again; false when that
    /// is done. Where there is no memory for it, they are taken each time, and nothing is asked
    /// that looks too often.
    fn keep(&mut self, paths: &dyn Paths, states: usize) -> bool {
        let ahead = paths.states() as usize * inquiry::BYTES;
        let others = self.bytes() - self.kept.bytes() + ahead;
        let kept_max = self.bytes_max.saturating_sub(others);
        for _ in 0..states {
            match self.kept.grow(paths, &mut self.room, kept_max) {
                Some(true) => {}
                Some(false) => return false,
                None => {
                    self.kept = Kept::default();
                    self.all.retain(|it| !matches!(it, Look::Efforts(_)));
                    return false;
                }
            }
        }
        true
    }

    pub fn failures(&self) -> usize {
        let failures = |it: &Look| match it {
            Look::Loops(it) => it.failures(),
            Look::Efforts(it) => it.fails().into(),
            Look::Ways(_) => 0,
        };
        self.all.iter().map(failures).sum()
    }

    /// What is known at the end.
    pub fn runs(&self) -> Runs<'_> {
        let mut runs = Runs::default();
        for it in &self.all {
            match it {
                Look::Loops(it) => runs.loops = Some(it.findings()),
                Look::Efforts(it) => runs.efforts.push(it.finding()),
                Look::Ways(it) => runs.ways = Some(it),
            }
        }
        runs
    }

    pub fn bytes(&self) -> usize {
        let bytes = |it: &Look| match it {
            Look::Loops(it) => it.bytes(),
            Look::Efforts(it) => it.bytes(),
            Look::Ways(it) => it.bytes(),
        };
        self.kept.bytes() + self.all.iter().map(bytes).sum::<usize>()
    }
}
