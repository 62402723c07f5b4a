//! Where a process stands in the life of an algorithm, in the field's own terms.

use serde::Serialize;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
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
}

impl Zone {
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
        }
    }
}
