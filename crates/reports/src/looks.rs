//! What is looked at when every state is known: whole runs.

use crate::findings::{Findings, Runs};
use crate::loops::{self, Loops};
use crate::paths::Paths;
use crate::ways::{self, Ways};
use model::Kind;

/// What there is to look at; nothing where there is no memory for it.
pub struct Looks {
    loops: Option<Loops>,
    ways: Option<Ways>,
    is_at_ways: bool,
}

impl Looks {
    /// What the properties ask for, as far as there are so many bytes for it.
    pub fn new(paths: &dyn Paths, findings: &Findings, bytes: usize) -> Looks {
        let liveness = findings.count(Kind::Eventually);
        let is_room = |each: usize| paths.states() as usize * each <= bytes;
        let loops = (liveness > 0 && is_room(loops::BYTES)).then(|| Loops::new(paths, liveness));
        let ways = (findings.ends.is_some() && is_room(loops::BYTES + ways::BYTES))
            .then(|| Ways::new(paths));
        Looks { loops: loops.flatten(), ways: ways.flatten(), is_at_ways: false }
    }

    /// Looks at up to that many states; false when all is known.
    pub fn advance(&mut self, paths: &dyn Paths, states: usize) -> bool {
        if !self.is_at_ways {
            if self.loops.as_mut().is_some_and(|it| it.advance(paths, states)) {
                return true;
            }
            self.is_at_ways = true;
        }
        self.ways.as_mut().is_some_and(|it| it.advance(paths, states))
    }

    pub fn failures(&self) -> usize {
        self.loops.as_ref().map_or(0, Loops::failures)
    }

    /// What is known at the end.
    pub fn runs(&self) -> Runs<'_> {
        Runs { loops: self.loops.as_ref().map(Loops::findings), ways: self.ways.as_ref() }
    }

    pub fn bytes(&self) -> usize {
        let loops = self.loops.as_ref().map_or(0, Loops::bytes);
        loops + self.ways.as_ref().map_or(0, Ways::bytes)
    }
}
