//! What is looked at when every state is known: whole runs.

use crate::efforts::{self, Efforts};
use crate::findings::{Findings, Runs};
use crate::loops::Loops;
use crate::parts;
use crate::paths::Paths;
use crate::ways::{self, Ways};
use model::Kind;

/// What there is to look at; nothing where there is no memory for it.
pub struct Looks {
    loops: Option<Loops>,
    efforts: Option<Efforts>,
    ways: Option<Ways>,
    /// Those that are done, one after the other.
    is_past_loops: bool,
    is_past_efforts: bool,
}

impl Looks {
    /// What the properties ask for, as far as there are so many bytes for it.
    pub fn new(paths: &dyn Paths, findings: &Findings, bytes: usize) -> Looks {
        let kinds = || findings.properties.iter().map(|it| it.kind);
        let liveness = findings.count(Kind::Eventually);
        let is_room = |each: usize| paths.states() as usize * each <= bytes;
        let loops = (liveness > 0 && is_room(parts::BYTES)).then(|| Loops::new(paths, liveness));
        let asks = kinds().any(Kind::is_of_operations);
        let efforts = (asks && is_room(parts::BYTES + efforts::BYTES))
            .then(|| Efforts::new(paths, kinds(), bytes));
        let ways = (findings.ends.is_some() && is_room(parts::BYTES + ways::BYTES))
            .then(|| Ways::new(paths));
        let (loops, efforts, ways) = (loops.flatten(), efforts.flatten(), ways.flatten());
        Looks { loops, efforts, ways, is_past_loops: false, is_past_efforts: false }
    }

    /// Looks at up to that many states; false when all is known.
    pub fn advance(&mut self, paths: &dyn Paths, states: usize) -> bool {
        if !self.is_past_loops {
            if self.loops.as_mut().is_some_and(|it| it.advance(paths, states)) {
                return true;
            }
            self.is_past_loops = true;
        }
        if !self.is_past_efforts {
            if self.efforts.as_mut().is_some_and(|it| it.advance(paths, states)) {
                return true;
            }
            self.is_past_efforts = true;
        }
        self.ways.as_mut().is_some_and(|it| it.advance(paths, states))
    }

    pub fn failures(&self) -> usize {
        let loops = self.loops.as_ref().map_or(0, Loops::failures);
        loops + self.efforts.as_ref().map_or(0, Efforts::failures)
    }

    /// What is known at the end.
    pub fn runs(&self) -> Runs<'_> {
        Runs {
            loops: self.loops.as_ref().map(Loops::findings),
            efforts: self.efforts.as_ref().map(Efforts::findings),
            ways: self.ways.as_ref(),
        }
    }

    pub fn bytes(&self) -> usize {
        let loops = self.loops.as_ref().map_or(0, Loops::bytes);
        let efforts = self.efforts.as_ref().map_or(0, Efforts::bytes);
        loops + efforts + self.ways.as_ref().map_or(0, Ways::bytes)
    }
}
