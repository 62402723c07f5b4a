//! A run as a few characters: a prefix code whose field widths stand in its first character.
//!
//! | bits            | meaning                                             |
//! |-----------------|-----------------------------------------------------|
//! | `0 p`           | process `p` takes its next step                     |
//! | `10 m`          | message `m` is delivered                            |
//! | `110 n`         | the step before, `n` more times                     |
//! | `1110 p c`      | process `p` steps, with open outcome `c`            |
//! | `11110 00 m`    | message `m` is lost                                 |
//! | `11110 01 m`    | message `m` is doubled                              |
//! | `11110 10 p`    | process `p` crashes                                 |
//! | `11110 110 p`   | process `p` starts again                            |
//! | `11110 111 p`   | process `p` has waited long enough                  |
//! | `11111 0 p w`   | the pending write `w` of process `p` arrives        |
//!
//! A run that begins with `~` has open outcomes of messages or time-outs. Then these follow `11110 111`:
//!
//! | bits            | meaning                                             |
//! |-----------------|-----------------------------------------------------|
//! | `0 p`           | process `p` has waited long enough                  |
//! | `10 p c`        | the same, with open outcome `c`                     |
//! | `11 m c`        | message `m` is delivered, with open outcome `c`     |
//!
//! A run that begins with `~~` has them, too, and a longer beginning: two bits for the width of a process, three
//! for the width of a kind, and three for the width of a message's number. It has more than eight kinds of
//! messages, or more than eight messages of one kind between two processes.
//!
//! `m` is sender, receiver, kind, and which of several; `n`, `c` and `w`, which is one more than the number of the
//! write, are Elias gamma codes. The last character is filled with ones, fewer than six, which are no code.

use super::bits::{Reader, Writer, gamma_width};
use model::{Action, MessageId};

/// The longest run that a link may carry.
pub const RUN_MAX: usize = 20_000;

/// What could be read of a run.
pub struct Decoded {
    pub run: Vec<Action>,
    /// The text was understood to its end.
    pub whole: bool,
}

/// Widths of the fields, in bits: each as small as the run allows.
#[derive(Clone, Copy)]
struct Widths {
    process: u32,
    kind: u32,
    nth: u32,
}

impl Widths {
    fn of(run: &[Action]) -> Widths {
        let bits = |value: u8| u8::BITS - value.leading_zeros();
        let mut widths = Widths { process: 1, kind: 0, nth: 0 };
        for action in run {
            match action {
                Action::Step { process, .. }
                | Action::Crash(process)
                | Action::Restart(process)
                | Action::Timeout(process)
                | Action::TimeoutAs(process, _)
                | Action::Arrive(process, _) => {
                    widths.process = widths.process.max(bits(*process));
                }
                Action::Deliver(mail)
                | Action::DeliverAs(mail, _)
                | Action::Lose(mail)
                | Action::Duplicate(mail) => {
                    widths.process = widths.process.max(bits(mail.from | mail.to));
                    widths.kind = widths.kind.max(bits(mail.kind));
                    widths.nth = widths.nth.max(bits(mail.nth));
                }
            }
        }
        // two or three bits say each width; what does not fit is cut, and the check then says so
        Widths { process: widths.process.min(4), kind: widths.kind.min(7), nth: widths.nth.min(7) }
    }

    fn are_wide(self) -> bool {
        self.kind.max(self.nth) > 3
    }

    fn mail(self) -> u32 {
        2 * self.process + self.kind + self.nth
    }

    fn cost(self, action: Action) -> u32 {
        match action {
            Action::Step { choice: 0, .. } => 1 + self.process,
            Action::Step { choice, .. } => 4 + self.process + gamma_width(choice.into()),
            Action::Deliver(_) => 2 + self.mail(),
            Action::Lose(_) | Action::Duplicate(_) => 7 + self.mail(),
            Action::Crash(_) => 7 + self.process,
            Action::Restart(_) | Action::Timeout(_) => 8 + self.process,
            Action::DeliverAs(_, choice) => 10 + self.mail() + gamma_width(choice.into()),
            Action::TimeoutAs(_, choice) => 10 + self.process + gamma_width(choice.into()),
            Action::Arrive(_, which) => 6 + self.process + gamma_width(u32::from(which) + 1),
        }
    }
}

/// Before a run with open outcomes of messages or time-outs.
const OPEN: char = '~';

/// Before one that has them or not, and three bits for the width of a kind and of which of several.
const WIDE: &str = "~~";

pub fn encode(run: &[Action]) -> String {
    let is_open = |action: &Action| matches!(action, Action::DeliverAs(..) | Action::TimeoutAs(..));
    let is_open = run.iter().any(is_open);
    let widths = Widths::of(run);
    let text = encode_as(run, widths, is_open || widths.are_wide());
    match (widths.are_wide(), is_open) {
        (true, _) => format!("{WIDE}{text}"),
        (false, true) => format!("{OPEN}{text}"),
        (false, false) => text,
    }
}

fn encode_as(run: &[Action], widths: Widths, is_open: bool) -> String {
    let mut to = Writer::default();
    let bits = if widths.are_wide() { 3 } else { 2 };
    to.put(widths.process - 1, 2);
    to.put(widths.kind, bits);
    to.put(widths.nth, bits);
    for same in run.chunk_by(|a, b| a == b) {
        let action = same[0];
        put(&mut to, widths, is_open, action);
        let more = same.len() as u32 - 1;
        if more == 0 {
            continue;
        }
        if 3 + gamma_width(more) < more * widths.cost(action) {
            to.put(0b110, 3);
            to.put_gamma(more);
        } else {
            (0..more).for_each(|_| put(&mut to, widths, is_open, action));
        }
    }
    to.finish()
}

fn put(to: &mut Writer, widths: Widths, is_open: bool, action: Action) {
    let put_mail = |to: &mut Writer, mail: MessageId| {
        to.put(mail.from.into(), widths.process);
        to.put(mail.to.into(), widths.process);
        to.put(mail.kind.into(), widths.kind);
        to.put(mail.nth.into(), widths.nth);
    };
    match action {
        Action::Step { process, choice: 0 } => {
            to.put(0, 1);
            to.put(process.into(), widths.process);
        }
        Action::Step { process, choice } => {
            to.put(0b1110, 4);
            to.put(process.into(), widths.process);
            to.put_gamma(choice.into());
        }
        Action::Deliver(mail) => {
            to.put(0b10, 2);
            put_mail(to, mail);
        }
        Action::Lose(mail) => {
            to.put(0b111_1000, 7);
            put_mail(to, mail);
        }
        Action::Duplicate(mail) => {
            to.put(0b111_1001, 7);
            put_mail(to, mail);
        }
        Action::Crash(process) => {
            to.put(0b111_1010, 7);
            to.put(process.into(), widths.process);
        }
        Action::Restart(process) => {
            to.put(0b1111_0110, 8);
            to.put(process.into(), widths.process);
        }
        Action::Timeout(process) => {
            to.put(0b1111_0111, 8);
            if is_open {
                to.put(0, 1);
            }
            to.put(process.into(), widths.process);
        }
        Action::TimeoutAs(process, choice) => {
            to.put(0b11_1101_1110, 10);
            to.put(process.into(), widths.process);
            to.put_gamma(choice.into());
        }
        Action::Arrive(process, which) => {
            to.put(0b11_1110, 6);
            to.put(process.into(), widths.process);
            to.put_gamma(u32::from(which) + 1);
        }
        Action::DeliverAs(mail, choice) => {
            to.put(0b11_1101_1111, 10);
            put_mail(to, mail);
            to.put_gamma(choice.into());
        }
    }
}

/// Reads as many steps as can be understood.
pub fn decode(text: &str) -> Decoded {
    let (text, bits, is_open) = match (text.strip_prefix(WIDE), text.strip_prefix(OPEN)) {
        (Some(text), _) => (text, 3, true),
        (None, Some(text)) => (text, 2, true),
        (None, None) => (text, 2, false),
    };
    let mut from = Reader::new(text);
    let mut run = Vec::new();
    let mut header = || {
        Some(Widths { process: from.take(2)? + 1, kind: from.take(bits)?, nth: from.take(bits)? })
    };
    let header = header();
    let Some(widths) = header else { return Decoded { run, whole: false } };
    loop {
        if from.is_at_end() {
            return Decoded { run, whole: true };
        }
        let Some((action, times)) = take(&mut from, widths, is_open, run.last().copied()) else {
            return Decoded { run, whole: false };
        };
        let room = RUN_MAX - run.len();
        run.extend(std::iter::repeat_n(action, times.min(room)));
        if times > room {
            return Decoded { run, whole: false };
        }
    }
}

/// The next action, and how many times it is taken.
fn take(
    from: &mut Reader<'_>,
    widths: Widths,
    is_open: bool,
    last: Option<Action>,
) -> Option<(Action, usize)> {
    let process = |from: &mut Reader<'_>| Some(from.take(widths.process)? as u8);
    let mail = |from: &mut Reader<'_>| {
        Some(MessageId {
            from: from.take(widths.process)? as u8,
            to: from.take(widths.process)? as u8,
            kind: from.take(widths.kind)? as u8,
            nth: from.take(widths.nth)? as u8,
        })
    };
    let choice = |from: &mut Reader<'_>| u8::try_from(from.take_gamma()?).ok();
    let ones = (0..5).map_while(|_| (from.take(1)? == 1).then_some(())).count();
    let action = match ones {
        0 => Action::step(process(from)?),
        1 => Action::Deliver(mail(from)?),
        2 => return Some((last?, from.take_gamma()? as usize)),
        3 => Action::Step { process: process(from)?, choice: choice(from)? },
        4 => match from.take(2)? {
            0 => Action::Lose(mail(from)?),
            1 => Action::Duplicate(mail(from)?),
            2 => Action::Crash(process(from)?),
            _ => match from.take(1)? {
                0 => Action::Restart(process(from)?),
                _ if !is_open || from.take(1)? == 0 => Action::Timeout(process(from)?),
                _ => match from.take(1)? {
                    0 => Action::TimeoutAs(process(from)?, choice(from)?),
                    _ => Action::DeliverAs(mail(from)?, choice(from)?),
                },
            },
        },
        5 if from.take(1)? == 0 => {
            Action::Arrive(process(from)?, u8::try_from(from.take_gamma()? - 1).ok()?)
        }
        _ => return None,
    };
    Some((action, 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// More kinds than eight, more messages of a kind, and more processes than ten.
    #[test]
    fn many_kinds_and_messages_come_back() {
        let mail = |kind, nth| MessageId { from: 15, to: 9, kind, nth };
        for (kind, nth) in [(8, 0), (25, 1), (0, 8), (7, 63)] {
            let run = [
                Action::Deliver(mail(kind, nth)),
                Action::DeliverAs(mail(kind, nth), 2),
                Action::Timeout(3),
                Action::Arrive(1, 0),
                Action::Arrive(3, 2),
            ];
            for run in [&run[..], &run[..1]] {
                let text = encode(run);
                assert!(text.starts_with(WIDE), "{text}");
                let read = decode(&text);
                assert_eq!((&read.run[..], read.whole), (run, true));
            }
        }
        let text = encode(&[Action::Deliver(mail(7, 7))]);
        assert!(!text.starts_with(OPEN), "{text}");
    }

    #[test]
    fn open_outcomes_of_messages_and_time_outs_come_back() {
        let run: Vec<Action> =
            "s0 d01a d01a=1 d10c3=2 t1 t1=4 t1=4 t1=4 x01a u01a c0 r0 s1=2 d01a=1"
                .split(' ')
                .map(|action| action.parse().unwrap())
                .collect();
        let text = encode(&run);
        assert!(text.starts_with(OPEN), "{text}");
        let read = decode(&text);
        assert_eq!((read.run, read.whole), (run.clone(), true));
        // without them, a run is written as it always was
        let closed: Vec<Action> =
            run.into_iter().filter(|action| !action.to_string().contains('=')).collect();
        let text = encode(&closed);
        assert!(!text.starts_with(OPEN), "{text}");
        assert_eq!(decode(&text).run, closed);
    }
}
