//! Of whom a fact speaks.

use super::Fact;

impl Fact {
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
