//! # Two-process consensus from a (2,3)-array
//!
//! An array of three cells in which a process can write two neighbours at once: process 0 the
//! first two, process 1 the last two. The middle cell belongs to both, and so it tells who came
//! second. Write the two cells one after the other, read them in the other order, or write
//! the same value from both sides, and two processes can each believe to have won.
//!
//! Maurice Herlihy, [Wait-Free Synchronization][paper], ACM Transactions on Programming Languages
//! and Systems 13(1), 1991, section 3.6 (multiple assignment), as told in Herlihy and Shavit's
//! "The Art of Multiprocessor Programming", section 5.6, and in the post of seed 004. The
//! listing is the book's, since the post's own listings are not part of the seed.
//!
//! [paper]: https://doi.org/10.1145/114005.102808

use model::shared_memory::{self, Array, Memory, Program, Then, Threads};
use model::{
    Algorithm, Article, Dare, Family, Knob, Paper, Pid, ProcessView, Setting, Stage, Zone,
    per_process, value,
};
use zerocopy::{FromZeros, Immutable, IntoBytes, Unaligned};

pub struct Assign23 {
    /// Both cells are written in one step.
    is_atomic: bool,
    /// The middle cell is read before the other process's own cell.
    reads_middle_first: bool,
    /// The input is announced only after the array is written.
    proposes_late: bool,
    /// Both processes write 1, and not their identity.
    writes_one: bool,
}

#[derive(Clone, Copy, PartialEq, Debug, IntoBytes, Immutable, Unaligned, FromZeros)]
#[repr(u8)]
pub enum At {
    Propose,
    Assign,
    ProposeLate,
    MiddleFirst,
    Other,
    Middle,
    Win,
    Lose,
    Decided,
}

#[derive(Clone, Copy, FromZeros, IntoBytes, Immutable, Unaligned)]
#[repr(C)]
pub struct Local {
    /// The cells of a pair that are written already, where they are written one by one.
    written: u8,
    other: u8,
    middle: u8,
    /// The value decided on, in the array's encoding; zero until then.
    decided: u8,
    has_decided: bool,
}

const R: Array = Array::of(0, "r", 3, cell);
const PROPOSED: Array = Array::per_process(1, "proposed", input);

/// A cell holds null, or one more than a process's number.
fn cell(value: u8) -> String {
    match value {
        0 => "null".into(),
        _ => (value - 1).to_string(),
    }
}

/// Inputs are letters, so that nobody takes them for identities.
fn input(value: u8) -> String {
    match value {
        0 => "null".into(),
        _ => char::from(b'A' + value - 1).to_string(),
    }
}

type Line = shared_memory::Line<Assign23>;
type Property = model::Property<Threads<Assign23>>;

impl Program for Assign23 {
    type At = At;
    type Cells = [u8; 8];
    type Local = Local;
    type Ghost = ();

    const ARRAYS: &'static [Array] = &[R, PROPOSED];
    const ZONES: &'static [Zone] =
        &[Zone::Proposing, Zone::Assigning, Zone::Reading, Zone::Decided];

    const LINES: &'static [Line] = &[
        Line::at(Zone::Proposing, At::Propose, "proposed[i] ← input", |_, turn, _| {
            turn.write_own(PROPOSED, turn.i as u8 + 1);
            Then::Goto(At::Assign)
        })
        .only_if(|it| !it.proposes_late)
        .to("so that the other can find its input"),
        Line::at(Zone::Assigning, At::Assign, "", |it, turn, my| {
            let (i, value) = (turn.i, it.identity(turn.i));
            if it.is_atomic {
                turn.write_all([(R, i, value), (R, i + 1, value)]);
                return Then::Goto(At::ProposeLate);
            }
            turn.write(R, i + usize::from(my.written), value);
            my.written += 1;
            if my.written < 2 {
                return Then::Stay;
            }
            my.written = 0;
            Then::Goto(At::ProposeLate)
        })
        .worded(|it| {
            let value = if it.writes_one { '1' } else { 'i' };
            match it.is_atomic {
                true => format!("r[i], r[i+1] ← {value}, {value}  (at once)"),
                false => format!("r[i] ← {value}; r[i+1] ← {value}"),
            }
        }),
        Line::at(Zone::Assigning, At::ProposeLate, "proposed[i] ← input", |_, turn, _| {
            turn.write_own(PROPOSED, turn.i as u8 + 1);
            Then::Goto(At::MiddleFirst)
        })
        .only_if(|it| it.proposes_late)
        .to("after the array is written"),
        Line::at(Zone::Reading, At::MiddleFirst, "middle ← r[1]", |_, turn, my| {
            my.middle = turn.read(R, 1);
            Then::Goto(At::Other)
        })
        .only_if(|it| it.reads_middle_first),
        Line::at(Zone::Reading, At::Other, "other ← r[(i + 2) mod 3]", |it, turn, my| {
            my.other = turn.read(R, (turn.i + 2) % 3);
            if my.other == 0 {
                let i = turn.i;
                turn.note(|| case(1, i));
                return Then::Goto(At::Win);
            }
            if it.reads_middle_first {
                return compare(turn, my);
            }
            Then::Goto(At::Middle)
        })
        .to("to see whether the other has written"),
        Line::at(Zone::Reading, At::Middle, "middle ← r[1]", |_, turn, my| {
            my.middle = turn.read(R, 1);
            compare(turn, my)
        })
        .only_if(|it| !it.reads_middle_first)
        .to("to see who wrote it last"),
        Line::at(
            Zone::Reading,
            At::Win,
            "if other = null or other = middle:\n  decided ← proposed[i]",
            |_, turn, my| {
                    my.decided = turn.read(PROPOSED, turn.i);
                my.has_decided = true;
                turn.decide(|| input(my.decided));
                Then::Goto(At::Decided)
            },
        ),
        Line::at(
            Zone::Reading,
            At::Lose,
            "else:\n  decided ← proposed[1 − i]",
            |_, turn, my| {
                    my.decided = turn.read(PROPOSED, 1 - turn.i);
                my.has_decided = true;
                turn.decide(|| input(my.decided));
                Then::Goto(At::Decided)
            },
        ),
        Line::at(Zone::Decided, At::Decided, "return decided", |_, _, _| Then::Done),
    ];

    const PROPERTIES: &'static [Property] = &[
        Property::always("agreement", "No two processes decide differently.", |_, state| {
            let [a, b, ..] = &state.local;
            !(a.has_decided && b.has_decided) || a.decided == b.decided
        }),
        Property::always("validity", "Every decision is the input of a process.", |_, state| {
            state.local.iter().all(|my| !my.has_decided || my.decided != 0)
        }),
        Property::wait_free(
            "wait-free",
            "A process decides within so many steps of its own, whatever the other does.",
            |it, state| {
                let zones = [Zone::Proposing, Zone::Assigning, Zone::Reading];
                per_process(it.those_in(state, &zones))
            },
        ),
        Property::outcomes(
            "decisions",
            "What process 0 and process 1 decide, and in how many runs.",
            |_, state| {
                let [a, b, ..] = &state.local;
                format!("{} and {}", input(a.decided), input(b.decided))
            },
        ),
        Property::sometimes("0 wins", "Process 0’s input can be decided on.", |_, state| {
            state.local.iter().any(|my| my.decided == 1)
        }),
        Property::sometimes("1 wins", "Process 1’s input can be decided on.", |_, state| {
            state.local.iter().any(|my| my.decided == 2)
        }),
    ];

    fn processes(&self) -> usize {
        2
    }

    fn local(&self, _: Pid) -> Local {
        Local::new_zeroed()
    }

    fn show(&self, _: Pid, my: &Local, _: Memory<'_>, view: &mut ProcessView) {
        view.locals = vec![
            ("other", cell(my.other)),
            ("middle", cell(my.middle)),
            ("decided", input(my.decided)),
        ];
        if my.has_decided {
            view.decided = Some(input(my.decided));
        }
    }
}

impl Assign23 {
    /// What process `i` writes, in the array's encoding: one more than the value.
    fn identity(&self, i: Pid) -> u8 {
        if self.writes_one { 2 } else { i as u8 + 1 }
    }
}

/// Both cells are read, and the other process has written: who wrote the middle cell last?
fn compare(turn: &mut shared_memory::Turn<'_, '_, Assign23>, my: &Local) -> Then<At> {
    let i = turn.i;
    if my.other == my.middle {
        turn.note(|| case(2, i));
        Then::Goto(At::Win)
    } else {
        turn.note(|| case(3, i));
        Then::Goto(At::Lose)
    }
}

/// The three cases of the post, as process `i` sees them.
fn case(case: u8, i: Pid) -> String {
    let j = 1 - i;
    match case {
        1 => format!(
            "Case 1: process {j} has not written, so process {i} takes itself for the first."
        ),
        2 => format!(
            "Case 2: process {j} wrote the middle cell last, so process {i} takes itself for the first."
        ),
        _ => format!(
            "Case 3: process {i} wrote the middle cell last, so it takes process {j} for the first."
        ),
    }
}

impl Algorithm for Assign23 {
    type Model = Threads<Assign23>;
    const NAME: &'static str = "The (2,3)-array";
    const VERSION: u16 = 1;
    const FAMILY: Family = Family::Consensus;
    const STAGE: Stage = Stage::Array;
    const PAPER: Paper = Paper {
        authors: "Maurice Herlihy",
        year: 1991,
        title: "Wait-Free Synchronization",
        url: "https://doi.org/10.1145/114005.102808",
    };
    const ARTICLE: Article = Article {
        lead: "Two processes agree without waiting, if each can write two cells at once.",
        idea: &[
            "Process 0 writes its number into the first two cells, process 1 into the last two, \
             each in one indivisible assignment. The middle cell is written by both: what is in \
             it now was written by whoever came second.",
            "A process that finds the other’s own cell empty came first (case 1). If both have \
             written and the middle cell holds the other’s number, the other came second \
             (case 2). If it holds its own, the process itself came second (case 3).",
            "So both find out who came first, and decide on that one’s input. Nobody waits for \
             anybody. With single registers alone that is impossible (Herlihy 1991).",
        ],
        found: &[
            "Agreement and validity hold in every interleaving, and a process decides within five \
             steps of its own, whatever the other does.",
            "The post’s text lets both processes write 1. With that, both win, in every one of the \
             162 runs. The processes have to write something that tells them apart; then each of \
             them wins 81.",
            "The order of the two reads matters. Middle cell first, and two processes decide \
             differently after ten steps.",
            "The input must be announced before the array is written, or the winner’s input may \
             be missing when the loser looks for it. That happens in 2 of 222 runs: a test would \
             hardly have found it.",
        ],
    };
    const KNOBS: &'static [Knob] = &[
        Knob {
            name: "assignment",
            words: "The two cells are written",
            values: &[value("atomic", "at once"), value("one-by-one", "one after the other")],
        },
        Knob {
            name: "reads",
            words: "First it reads",
            values: &[
                value("other-first", "the other’s own cell"),
                value("middle-first", "the middle cell"),
            ],
        },
        Knob {
            name: "propose",
            words: "The input is announced",
            values: &[
                value("before", "before the array is written"),
                value("after", "after the array is written"),
            ],
        },
        Knob {
            name: "writes",
            words: "Each process writes",
            values: &[
                value("identity", "its own number"),
                value("one", "1, as the post’s text says"),
            ],
        },
    ];
    const CARD: &'static str = "?v=1&run=ABQ.40CW";
    const DARES: &'static [Dare] = &[
        Dare {
            title: "See who came first",
            words: "Case 2: process 1 wrote the middle cell last, so process 0 knows that it was first.",
            link: "?v=1&run=ABQ.40CW",
        },
        Dare {
            title: "Do as the text says",
            words: "The post lets both processes write 1. Then nobody can tell who came second, and both win.",
            link: "?writes=one&v=1&run=AAFV.Ou_X",
        },
        Dare {
            title: "Read in the other order",
            words: "Read the middle cell first, and what it said may be out of date by the second read.",
            link: "?reads=middle-first&v=1&run=AAUFf.Z7tY",
        },
        Dare {
            title: "Take a prize that is not there",
            words: "Announced after the array is written, the winner’s input may be missing when it is \
                    needed.",
            link: "?propose=after&v=1&run=AFV.d_Hh",
        },
        Dare {
            title: "Write one cell at a time",
            words: "Without the double assignment the three cells tell nothing.",
            link: "?assignment=one-by-one&v=1&run=ABQFX.EcDb",
        },
    ];

    fn model(setting: &Setting) -> Threads<Assign23> {
        Threads::new(Assign23 {
            is_atomic: setting.is("assignment", "atomic"),
            reads_middle_first: setting.is("reads", "middle-first"),
            proposes_late: setting.is("propose", "after"),
            writes_one: setting.is("writes", "one"),
        })
    }
}
