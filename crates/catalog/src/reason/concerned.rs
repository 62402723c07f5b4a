//! Of whom a fact speaks, and of which step.

use super::Fact;

impl Fact {
    /// The step that it names, to be ringed.
    pub fn step(&self) -> Option<usize> {
        match *self {
            Fact::Read { step, .. }
            | Fact::Wrote { step, .. }
            | Fact::Sent { step, .. }
            | Fact::Received { step, .. }
            | Fact::Lost { step, .. }
            | Fact::Doubled { step, .. }
            | Fact::Crashed { step, .. }
            | Fact::Restarted { step, .. }
            | Fact::TimedOut { step, .. }
            | Fact::Asked { step, .. }
            | Fact::Decided { step, .. }
            | Fact::Became { step, .. }
            | Fact::Changed { step, .. } => Some(step),
            _ => None,
        }
    }

    /// The processes that it speaks of.
    pub fn processes(&self) -> Vec<usize> {
        match self {
            Fact::Read { who, .. }
            | Fact::Wrote { who, .. }
            | Fact::NotSeenAgain { who, .. }
            | Fact::Pending { who, .. }
            | Fact::Crashed { who, .. }
            | Fact::Gone { who }
            | Fact::Restarted { who, .. }
            | Fact::TimedOut { who, .. }
            | Fact::Asked { who, .. }
            | Fact::Stands { who, .. }
            | Fact::Decided { who, .. }
            | Fact::Became { who, .. }
            | Fact::Waits { who }
            | Fact::Holds { who, .. }
            | Fact::WouldHelp { who, .. }
            | Fact::CouldMove { who, .. }
            | Fact::Helps { who, .. }
            | Fact::MayStep { who }
            | Fact::Idles { who }
            | Fact::ReceivedFrom { who, .. }
            | Fact::Able { who, .. } => vec![*who],
            Fact::Sent { who, to: other, .. }
            | Fact::Received { who, from: other, .. }
            | Fact::WaitsFor { who, whom: other } => vec![*who, *other],
            Fact::OnItsWay { to, .. } => vec![*to],
            Fact::Movers { who, .. } => who.clone(),
            Fact::IsNow { .. }
            | Fact::FirstValue { .. }
            | Fact::LastWrite { .. }
            | Fact::Carried { .. }
            | Fact::Lost { .. }
            | Fact::Doubled { .. }
            | Fact::NothingLost
            | Fact::Before { .. }
            | Fact::Changed { .. } => Vec::new(),
        }
    }
}
