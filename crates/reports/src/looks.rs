//! What is looked at when every state is known: whole runs.

use crate::efforts::{self, Efforts};
use crate::findings::{Findings, Runs};
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
    loops: Option<Loops>,
    efforts: Option<Efforts>,
    ways: Option<Ways>,
    /// Those that are done, one after the other.
    is_past_loops: bool,
    is_past_efforts: bool,
}

impl Looks {
    /// What the properties ask for, as far as there are so many bytes for it; of the steps, these
    /// are kept already.
    pub fn new(paths: &dyn Paths, findings: &Findings, kept: Kept, bytes: usize) -> Looks {
        let kinds = || findings.properties.iter().map(|it| it.kind);
        let liveness = findings.count(Kind::Eventually);
        let is_room = |each: usize| paths.states() as usize * each <= bytes;
        let loops = (liveness > 0 && is_room(parts::BYTES)).then(|| Loops::new(paths, liveness));
        let asks = kinds().any(Kind::is_of_operations);
        let efforts =
            (asks && is_room(parts::BYTES + efforts::BYTES)).then(|| Efforts::new(paths, kinds()));
        let ways = (findings.ends.is_some() && is_room(parts::BYTES + ways::BYTES))
            .then(|| Ways::new(paths));
        let (loops, efforts, ways) = (loops.flatten(), efforts.flatten(), ways.flatten());
        let is_idle = loops.is_none() && efforts.is_none() && ways.is_none();
        Looks {
            kept: if is_idle { Kept::default() } else { kept },
            bytes_max: bytes,
            room: Vec::new(),
            is_past_keeping: is_idle,
            loops,
            efforts,
            ways,
            is_past_loops: false,
            is_past_efforts: false,
        }
    }

    /// Looks at up to that many states; false when all is known.
    pub fn advance(&mut self, paths: &dyn Paths, states: usize) -> bool {
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
        if !self.is_past_loops {
            if self.loops.as_mut().is_some_and(|it| it.advance(paths, states)) {
                return true;
            }
            self.is_past_loops = true;
        }
        if !self.is_past_efforts {
            if self.efforts.as_mut().is_some_and(|it| it.advance(known, states, said_max)) {
                return true;
            }
            self.is_past_efforts = true;
        }
        let goes_on = self.ways.as_mut().is_some_and(|it| it.advance(paths, states));
        if !goes_on {
            self.kept = Kept::default();
        }
        goes_on
    }

    /// Takes the steps of up to that many states, to be looked at again and again; false when that
    /// is done. Where there is no memory for it, they are taken each time, and nothing is asked
    /// that looks too often.
    fn keep(&mut self, paths: &dyn Paths, states: usize) -> bool {
        let kept_max = self.bytes_max.saturating_sub(self.bytes()) + self.kept.bytes();
        for _ in 0..states {
            match self.kept.grow(paths, &mut self.room, kept_max) {
                Some(true) => {}
                Some(false) => return false,
                None => {
                    (self.kept, self.efforts) = (Kept::default(), None);
                    return false;
                }
            }
        }
        true
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
        self.kept.bytes() + loops + efforts + self.ways.as_ref().map_or(0, Ways::bytes)
    }
}
