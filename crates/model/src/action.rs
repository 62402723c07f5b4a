//! One step of a run: what a button, a key, a link and the checker all mean by it.

use std::{fmt, str::FromStr};

/// A message in flight, named by what it is and not by where it lies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct MessageId {
    pub from: u8,
    pub to: u8,
    /// The number that the algorithm gave to this kind of message, for good.
    pub kind: u8,
    /// Which of the messages of that kind on that channel: zero, unless there are several.
    pub nth: u8,
}

/// Who moves next.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// A process takes its next step. Where the model leaves the outcome open, `choice` names it:
    /// one more than the value that a read returns which overlaps a write, or than the way that a
    /// line goes, or one of the ways that a node may go. Where a second process runs at a node, its
    /// steps have `choice` one. Elsewhere it is zero.
    Step { process: u8, choice: u8 },
    /// The network delivers a message.
    Deliver(MessageId),
    /// The same where the outcome is open: which of the ways that the receiver may go, from one on.
    DeliverAs(MessageId, u8),
    /// The network loses a message.
    Lose(MessageId),
    /// The network makes a second copy of a message.
    Duplicate(MessageId),
    /// A process stops.
    Crash(u8),
    /// A process that has crashed starts again.
    Restart(u8),
    /// A process has waited long enough.
    Timeout(u8),
    /// The same where the outcome is open: which of the ways that the process may go, from one on.
    TimeoutAs(u8, u8),
    /// A pending write of a process reaches memory: the oldest, or the one that lies so far from the front,
    /// from one on, where writes to other cells may overtake each other.
    Arrive(u8, u8),
}

impl Action {
    /// Who takes a step, or to whom the message goes that is delivered, lost or doubled; of a pending write,
    /// whose it is.
    pub const fn process(self) -> u8 {
        match self {
            Action::Step { process, .. }
            | Action::Crash(process)
            | Action::Restart(process)
            | Action::Timeout(process)
            | Action::TimeoutAs(process, _)
            | Action::Arrive(process, _) => process,
            Action::Deliver(mail)
            | Action::DeliverAs(mail, _)
            | Action::Lose(mail)
            | Action::Duplicate(mail) => mail.to,
        }
    }

    /// The next step of `process`, whose outcome is not open.
    pub const fn step(process: u8) -> Action {
        Action::Step { process, choice: 0 }
    }

    /// A message is delivered, and its receiver goes that way.
    pub const fn deliver(mail: MessageId, choice: u8) -> Action {
        if choice == 0 { Action::Deliver(mail) } else { Action::DeliverAs(mail, choice) }
    }

    /// A process has waited long enough, and goes that way.
    pub const fn time_out(process: u8, choice: u8) -> Action {
        if choice == 0 { Action::Timeout(process) } else { Action::TimeoutAs(process, choice) }
    }

    /// The message that is delivered.
    pub const fn delivered(self) -> Option<MessageId> {
        match self {
            Action::Deliver(mail) | Action::DeliverAs(mail, _) => Some(mail),
            _ => None,
        }
    }

    /// Whether the environment does this, rather than the algorithm or an honest network.
    pub fn is_fault(self) -> bool {
        matches!(
            self,
            Action::Lose(_) | Action::Duplicate(_) | Action::Crash(_) | Action::Restart(_)
        )
    }
}

/// `s0`, `s0=3`; `d01a` (kind a from 0 to 1), `d01a2`, `d01a=1`; `x…` loses, `u…` duplicates; `c0`
/// crashes, `r0` restarts, `t0` and `t0=1` time out; `a0` and `a0=1`: a pending write arrives. A process has one
/// digit, to base 16: `sf`, `dafa`.
impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mail = |f: &mut fmt::Formatter<'_>, verb: char, mail: &MessageId| {
            write!(f, "{verb}{:x}{:x}{}", mail.from, mail.to, char::from(b'a' + mail.kind))?;
            if mail.nth > 0 { write!(f, "{}", mail.nth) } else { Ok(()) }
        };
        match self {
            Action::Step { process, choice: 0 } => write!(f, "s{process:x}"),
            Action::Step { process, choice } => write!(f, "s{process:x}={choice}"),
            Action::Deliver(it) => mail(f, 'd', it),
            Action::DeliverAs(it, choice) => {
                mail(f, 'd', it)?;
                write!(f, "={choice}")
            }
            Action::Lose(it) => mail(f, 'x', it),
            Action::Duplicate(it) => mail(f, 'u', it),
            Action::Crash(process) => write!(f, "c{process:x}"),
            Action::Restart(process) => write!(f, "r{process:x}"),
            Action::Timeout(process) => write!(f, "t{process:x}"),
            Action::TimeoutAs(process, choice) => write!(f, "t{process:x}={choice}"),
            Action::Arrive(process, 0) => write!(f, "a{process:x}"),
            Action::Arrive(process, which) => write!(f, "a{process:x}={which}"),
        }
    }
}

impl FromStr for Action {
    type Err = String;

    fn from_str(text: &str) -> Result<Action, String> {
        parse(text).ok_or_else(|| {
            format!(
                "`{text}` is not a step: a step looks like s0, s0=3, d01a, x01a, u01a, c0, r0, t0 or a0"
            )
        })
    }
}

fn parse(text: &str) -> Option<Action> {
    let (text, choice) = match text.split_once('=') {
        None => (text, 0),
        Some((text, choice)) => (text, choice.parse().ok().filter(|&it| it > 0)?),
    };
    let digit = |at: usize| match *text.as_bytes().get(at)? {
        it @ b'0'..=b'9' => Some(it - b'0'),
        it @ b'a'..=b'f' => Some(it - b'a' + 10),
        _ => None,
    };
    let rest = |at: usize| text.get(at..);
    let mail = || {
        let kind = text.as_bytes().get(3)?.wrapping_sub(b'a');
        let nth = match rest(4)? {
            "" => 0,
            nth => nth.parse().ok().filter(|&nth| nth > 0)?,
        };
        (kind < 26).then_some(MessageId { from: digit(1)?, to: digit(2)?, kind, nth })
    };
    Some(match text.as_bytes().first()? {
        b's' if text.len() == 2 => Action::Step { process: digit(1)?, choice },
        b'd' => Action::deliver(mail()?, choice),
        b't' if text.len() == 2 => Action::time_out(digit(1)?, choice),
        b'a' if text.len() == 2 => Action::Arrive(digit(1)?, choice),
        _ if choice > 0 => return None,
        b'x' => Action::Lose(mail()?),
        b'u' => Action::Duplicate(mail()?),
        b'c' if text.len() == 2 => Action::Crash(digit(1)?),
        b'r' if text.len() == 2 => Action::Restart(digit(1)?),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_round_trips() {
        for text in [
            "s0", "s3=12", "d01a", "x10c2", "u23b", "c1", "r0", "t2", "d01a=2", "d01a2=1", "t2=3",
            "sa", "sf=2", "d9fa", "dafb2", "xffz", "cb", "re", "td=3", "a0", "af=2",
        ] {
            assert_eq!(text.parse::<Action>().unwrap().to_string(), text);
        }
        for text in [
            "", "s", "sx", "s0=", "s0=0", "d01", "d01A", "d01a0", "q1", "c12", "r12", "t12", "sé",
            "c1=1", "a", "a1=0", "a12", "x01a=1", "d01a=0", "t1=", "d0é", "sg", "sA", "s-1",
            "d0ga",
        ] {
            assert!(text.parse::<Action>().is_err(), "{text}");
        }
    }
}
