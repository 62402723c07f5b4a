//! Where a process stands in the life of an algorithm, in the field's own terms.

use crate::intern;
use serde::{Serialize, Serializer};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Zone {
    /// Not competing for anything.
    Remainder,
    /// The wait-free prefix of an entry protocol, which fixes the order of service.
    Doorway,
    Waiting,
    /// The critical section.
    Critical,
    /// At work on something that it shares with nobody, or so it believes.
    Processing,
    /// The exit protocol: out of the critical section, not yet back in the remainder.
    Exit,
    /// Announcing an input.
    Proposing,
    /// Making the decisive write.
    Assigning,
    /// Finding out who came first.
    Reading,
    Decided,
    Crashed,
    /// A section that has no other name than that in its text.
    Named(&'static str),
}

impl Serialize for Zone {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl Zone {
    const KNOWN: [Zone; 11] = [
        Zone::Remainder,
        Zone::Doorway,
        Zone::Waiting,
        Zone::Critical,
        Zone::Processing,
        Zone::Exit,
        Zone::Proposing,
        Zone::Assigning,
        Zone::Reading,
        Zone::Decided,
        Zone::Crashed,
    ];

    /// The section of that name.
    pub fn named(name: &str) -> Zone {
        let same = Zone::KNOWN.into_iter().find(|zone| zone.name() == name);
        same.unwrap_or_else(|| Zone::Named(intern(name)))
    }

    /// A number by which to sort; all named sections have the same.
    pub fn rank(self) -> usize {
        Zone::KNOWN.iter().position(|&zone| zone == self).unwrap_or(Zone::KNOWN.len())
    }

    pub fn name(self) -> &'static str {
        match self {
            Zone::Remainder => "remainder",
            Zone::Doorway => "doorway",
            Zone::Waiting => "waiting",
            Zone::Critical => "critical",
            Zone::Processing => "processing",
            Zone::Exit => "exit",
            Zone::Proposing => "proposing",
            Zone::Assigning => "assigning",
            Zone::Reading => "reading",
            Zone::Decided => "decided",
            Zone::Crashed => "crashed",
            Zone::Named(name) => name,
        }
    }

    /// What that means, in a sentence.
    pub fn meaning(self) -> &'static str {
        match self {
            Zone::Remainder => "Not competing for anything; it may stay there for ever.",
            Zone::Doorway => {
                "The first steps of entering. Nobody waits here; leaving it fixes the place in line."
            }
            Zone::Waiting => "On its way in, where it may have to wait for others.",
            Zone::Critical => "Only one process may be here.",
            Zone::Processing => {
                "At work on something that it shares with nobody, or so it believes."
            }
            Zone::Exit => "On its way out: no longer inside, and not yet through.",
            Zone::Proposing => "Announcing its input.",
            Zone::Assigning => "Writing what is shared.",
            Zone::Reading => "Reading what is shared.",
            Zone::Decided => "Its decision is made, and will not change.",
            Zone::Crashed => "It takes no more steps, unless it starts again.",
            Zone::Named(_) => "A section of its own.",
        }
    }
}
