//! # Consensus from plain registers
//!
//! Two processes are to agree on the input of one of them, and neither may wait for the other,
//! since the other may have stopped. Each writes what it prefers into its register and reads the
//! other's. What it then does is a knob, and every setting fails: two decide differently, or on
//! what nobody wanted, or somebody waits for ever.
//!
//! That it cannot be done was shown by Michael C. Loui and Hosame H. Abu-Amara, "Memory
//! Requirements for Agreement Among Unreliable Asynchronous Processes", Advances in Computing
//! Research 4, 1987, and by Maurice Herlihy, [Wait-Free Synchronization][herlihy], ACM Transactions
//! on Programming Languages and Systems 13(1), 1991, section 3.2, after Fischer, Lynch and
//! Paterson's [theorem][flp] about messages (1985). The post of Aaron Morton quotes the result the wrong way round. The
//! rounds with a coin are the protocol for two processors of Chor, Israeli and Li,
//! [Wait-Free Consensus Using Asynchronous Hardware][coin], SIAM Journal on Computing 23(4), 1994.
//!
//! [herlihy]: https://doi.org/10.1145/114005.102808
//! [flp]: https://doi.org/10.1145/3149.214121
//! [coin]: https://doi.org/10.1137/S0097539790192647

mod article;

use model::shared_memory::{self, Array, Memory, Program, State, Then, Threads, Turn};
use model::{PerProcess, Pid, ProcessView, Zone, per_process};
use zerocopy::{FromZeros, Immutable, IntoBytes, Unaligned};

pub struct RegisterConsensus {
    /// It reads before it writes.
    reads_first: bool,
    alone: Alone,
    /// What each of the two does if they differ.
    differ: [Differ; 2],
    /// In the last round it decides; `None`: there is no last one.
    rounds: Option<u8>,
    /// One process may stop.
    stops: bool,
}

/// What a process does that sees nothing in the other's register.
#[derive(Clone, Copy, PartialEq)]
enum Alone {
    /// It decides what it prefers.
    Own,
    /// It waits for the other to write.
    Wait,
    /// It decides A, whatever it prefers.
    Constant,
}

/// What a process prefers that sees that the other prefers something else.
#[derive(Clone, Copy, PartialEq)]
enum Differ {
    Keep,
    Adopt,
    Least,
    Greatest,
    Toss,
}

#[derive(Clone, Copy, PartialEq, Debug, IntoBytes, Immutable, Unaligned, FromZeros)]
#[repr(u8)]
pub enum At {
    ReadFirst,
    Write,
    Read,
    Decided,
    Stop,
    Stopped,
}

/// Values are A and B, 1 and 2; zero stands for none.
#[derive(Clone, Copy, FromZeros, IntoBytes, Immutable, Unaligned)]
#[repr(C)]
pub struct Local {
    input: u8,
    /// What it prefers; none before it has its input, and before it has tossed.
    pref: u8,
    /// What it has read, where that is before it writes.
    seen: u8,
    /// How many rounds are over, where they are counted.
    rounds: u8,
    decided: u8,
}

const R: Array = Array::per_process(0, "r", letter);

fn letter(value: u8) -> String {
    ["none", "A", "B"][usize::from(value)].into()
}

type Line = shared_memory::Line<RegisterConsensus>;
type Property = model::Property<Threads<RegisterConsensus>>;

impl Program for RegisterConsensus {
    type At = At;
    type Cells = [u8; 4];
    type Local = Local;
    type Ghost = ();

    const ARRAYS: &'static [Array] = &[R];
    const ZONES: &'static [Zone] = &[Zone::Assigning, Zone::Reading, Zone::Decided];

    const LINES: &'static [Line] = &[
        Line::at(Zone::Reading, At::ReadFirst, "", |it, turn, my| {
            my.seen = turn.read(R, 1 - turn.i);
            match my.seen {
                0 if it.alone == Alone::Wait => Then::Await,
                _ => Then::Goto(At::Write),
            }
        })
        .worded(|it| match it.alone {
            Alone::Wait => "await r[1−i] ≠ none\nseen ← r[1−i]".into(),
            _ => "seen ← r[1−i]".into(),
        })
        .only_if(|it| it.reads_first)
        .to("to see what the other prefers"),
        Line::at(Zone::Assigning, At::Write, "", |it, turn, my| {
            if my.pref == 0 {
                my.pref = turn.choose(2) + 1;
            }
            if my.input == 0 {
                my.input = my.pref;
            }
            turn.write_own(R, my.pref);
            if it.reads_first { it.weigh(turn, my) } else { Then::Goto(At::Read) }
        })
        .worded(|it| {
            let toss = if it.differ.contains(&Differ::Toss) { ", and later a toss" } else { "" };
            let write = format!("if pref = none: pref ← its input, A or B{toss}\nr[i] ← pref");
            if it.reads_first { format!("{write}\n{}", it.rule("seen")) } else { write }
        })
        .to("to tell what it prefers"),
        Line::at(Zone::Reading, At::Read, "", |it, turn, my| {
            my.seen = turn.read(R, 1 - turn.i);
            match my.seen {
                0 if it.alone == Alone::Wait => Then::Await,
                _ => it.weigh(turn, my),
            }
        })
        .worded(|it| {
            let wait = if it.alone == Alone::Wait { "await r[1−i] ≠ none\n" } else { "" };
            format!("{wait}{}", it.rule("r[1−i]"))
        })
        .only_if(|it| !it.reads_first)
        .to("to see what the other prefers"),
        Line::at(Zone::Decided, At::Decided, "return what was decided", |_, _, _| Then::Done),
        Line::fault(Zone::Crashed, At::Stop, "process i stops", |_, _, my| {
            *my = Local { input: my.input, ..Local::new_zeroed() };
            Then::Goto(At::Stopped)
        })
        .only_if(|it| it.stops),
        Line::fault(Zone::Crashed, At::Stopped, "process i does nothing more", |_, _, _| {
            Then::Done
        })
        .only_if(|it| it.stops),
    ];
    const CRASH: Option<At> = Some(At::Stop);

    const PROPERTIES: &'static [Property] = &[
        Property::always("agreement", "No two processes decide differently.", |_, state| {
            let [a, b, ..] = &state.local;
            a.decided == 0 || b.decided == 0 || a.decided == b.decided
        }),
        Property::always("validity", "Every decision is the input of a process.", |_, state| {
            let is_input = |value| state.local.iter().any(|my| my.input == value);
            state.local.iter().all(|my| my.decided == 0 || is_input(my.decided))
        }),
        Property::eventually(
            "nobody waits for ever",
            "Whoever does not stop decides in the end, even if the other stops.",
            |it, state| it.those_in(state, &[Zone::Assigning, Zone::Reading]),
        ),
        Property::wait_free(
            "wait-free",
            "Each decides within so many steps of its own, whatever the other does.",
            deciding,
        ),
        Property::obstruction_free(
            "obstruction-free",
            "Whoever goes on alone decides within so many steps, whatever happened before.",
            deciding,
        ),
        Property::sometimes("both decide", "Both processes can decide.", |_, state| {
            state.local.iter().filter(|my| my.decided != 0).count() == 2
        }),
    ];

    fn processes(&self) -> usize {
        2
    }

    fn has_choices(&self) -> bool {
        true
    }

    fn crashes_max(&self) -> u8 {
        self.stops.into()
    }

    fn show(&self, _: Pid, my: &Local, _: Memory<'_>, view: &mut ProcessView) {
        if my.decided != 0 {
            view.status = format!("decided {}", letter(my.decided));
            view.decided = Some(letter(my.decided));
        }
        if matches!(view.zone, Zone::Decided | Zone::Crashed) {
            return;
        }
        view.locals.push(("pref", letter(my.pref)));
        // it forgets what it has seen when it has weighed it
        if self.reads_first && (my.input == 0 || view.row == Some(At::Write as u8)) {
            view.locals.push(("seen", letter(my.seen)));
        }
        if my.rounds > 0 {
            view.status = format!("round {}", my.rounds + 1);
        }
    }
}

fn deciding(it: &Threads<RegisterConsensus>, state: &State<[u8; 4], Local, ()>) -> PerProcess {
    per_process(it.those_in(state, &[Zone::Assigning, Zone::Reading]))
}

impl RegisterConsensus {
    /// What follows when both accesses of a round are done.
    fn weigh(&self, turn: &mut Turn<'_, '_, RegisterConsensus>, my: &mut Local) -> Then<At> {
        let seen = std::mem::take(&mut my.seen);
        let decision = match (seen, self.alone) {
            (0, Alone::Constant) => 1,
            (0, _) => my.pref,
            _ if seen == my.pref => seen,
            _ => {
                my.pref = match self.differ[turn.i] {
                    Differ::Keep => my.pref,
                    Differ::Adopt => seen,
                    Differ::Least => my.pref.min(seen),
                    Differ::Greatest => my.pref.max(seen),
                    Differ::Toss => 0,
                };
                my.rounds += u8::from(self.rounds.is_some());
                if self.rounds != Some(my.rounds) {
                    return Then::Goto(if self.reads_first { At::ReadFirst } else { At::Write });
                }
                match my.pref {
                    0 => turn.choose(2) + 1,
                    pref => pref,
                }
            }
        };
        *my = Local { input: my.input, decided: decision, ..Local::new_zeroed() };
        turn.decide(|| letter(decision));
        Then::Goto(At::Decided)
    }

    /// [`Self::weigh`] in words.
    fn rule(&self, seen: &str) -> String {
        let mut lines = Vec::new();
        match self.alone {
            Alone::Own => lines.push(format!("if {seen} is none or pref: decide pref")),
            Alone::Wait => lines.push(format!("if {seen} = pref: decide pref")),
            Alone::Constant => {
                lines.push(format!("if {seen} = none: decide A"));
                lines.push(format!("if {seen} = pref: decide pref"));
            }
        }
        let differ = |it: Differ| match it {
            Differ::Keep => "pref".into(),
            Differ::Adopt => seen.to_owned(),
            Differ::Least => format!("min(pref, {seen})"),
            Differ::Greatest => format!("max(pref, {seen})"),
            Differ::Toss => "none".into(),
        };
        let [zero, one] = self.differ;
        lines.push(match zero == one {
            true => format!("else: pref ← {}", differ(zero)),
            false => format!("else: pref ← {} if i = 0, {} if i = 1", differ(zero), differ(one)),
        });
        lines.push(match self.rounds {
            Some(1) => "  decide pref".into(),
            Some(rounds) => format!("  next round; after {rounds}: decide pref"),
            None => "  next round".into(),
        });
        lines.join("\n")
    }
}
