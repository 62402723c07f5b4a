//! What the page says about it, and its knobs.

use super::{It, Lock, Reader, TornAssignment};
use crate::shared::papers;
use model::shared_memory::Threads;
use model::{
    Algorithm, Article, Dare, Family, Figure, Knob, Measure, Paper, Setting, Stage, value,
};

impl Algorithm for TornAssignment {
    type Model = It;
    const NAME: &'static str = "The torn assignment";
    const VERSION: u16 = 1;
    const FAMILY: Family = Family::AtomicUpdates;
    const STAGE: Stage = Stage::Cells;
    const PAPER: Paper = papers::JONES_TRANSACTIONS;
    const ARTICLE: Article = Article {
        lead: "Two processes assign 0 and −1 to a variable, and it ends as 255: the hardware writes \
               one part at a time.",
        surprise: "One assigns 0, the other −1, and the variable ends as 255.",
        idea: &[
            "One expects of A := 0 and A := −1, done at the same time, that A is 0 or −1 in the end. \
             But if A has 16 bits and the machine stores 8 at once, each assignment is two stores, \
             and anything may happen between them. Here one step stores or loads one byte.",
            "The usual remedy is a lock around the assignment. Who reads must take it too.",
            "A lock does not help against a writer that is killed halfway. If the dead keep the lock, \
             everybody waits for ever; if it is taken from them, the next one finds a half-written \
             variable.",
            "A is 0 at the start. Writer 0 writes 0, writer 1 writes −1, and writer 2, where there \
             is one, writes 1. A[0] is the lowest byte.",
        ],
        found: &[
            "A ends in the four values that the notes name, and in no other: 0 and −1 in two \
             interleavings each, 255 and −256 in one each. With four bytes it is 16 values, every \
             mixture of the two, and 42 of the 70 interleavings end in one that nobody wrote; with \
             three writers besides it is 24 values.",
            "If one writer stores the lowest byte first and the other the highest, A can still end as \
             255, but no longer as −256: to win the lowest byte is then to lose the highest. It is no \
             remedy: 4 of the 6 interleavings end as 255, and with four bytes 68 of 70 end torn.",
            "A reader without a lock takes A for 255 after three steps, before anybody is done; and \
             after four, if only the writers have a lock. If all three have one, nothing is torn.",
            "With one writer killed, the lock is no help. Taken from the dead, it leaves 255 behind \
             after seven steps, and a reader that has the lock reads it. Kept by the dead, it stops \
             the others after two steps.",
        ],
    };
    const KNOBS: &'static [Knob] = &[
        Knob { name: "writers", words: "Writers", values: &[value("2", "2"), value("3", "3")] },
        Knob {
            name: "parts",
            words: "Bytes of A",
            values: &[value("2", "2"), value("3", "3"), value("4", "4")],
        },
        Knob {
            name: "order",
            words: "Parts are written",
            values: &[
                value("same", "lowest first by all"),
                value("opposite", "lowest first by one, highest first by the next"),
            ],
        },
        Knob {
            name: "lock",
            words: "Writers write",
            values: &[
                value("none", "whenever they like"),
                value("kept", "with a lock, which the dead keep"),
                value("recovered", "with a lock, which is taken from the dead"),
            ],
        },
        Knob {
            name: "reader",
            words: "A reader",
            values: &[
                value("none", "nobody"),
                value("bare", "reads part by part"),
                value("locked", "reads part by part, with the writers’ lock"),
            ],
        },
        Knob {
            name: "death",
            words: "In the middle of its assignment",
            values: &[value("none", "nobody is killed"), value("one", "one is killed")],
        },
    ];
    const CARD: &'static str = "?v=1&run=AFP.LxxK";
    const DARES: &'static [Dare] = &[
        Dare {
            title: "End with a value that nobody wrote",
            words: "Writer 1 came last in the low byte, writer 0 in the high one: 255.",
            link: "?v=1&run=AFP.LxxK",
        },
        Dare {
            title: "Take turns",
            words: "With a lock both assignments are whole, and A ends as −1.",
            link: "?lock=kept&v=1&run=AAFX.UlGq",
        },
        Dare {
            title: "Look too early",
            words: "The writers have a lock, but the reader has not: it takes A for 255.",
            link: "?lock=kept&reader=bare&v=1&run=QJS.BCVZ",
        },
        Dare {
            title: "Die with the lock",
            words: "Writer 0 is killed before it wrote anything, and writer 1 waits for ever.",
            link: "?lock=kept&death=one&v=1&run=APT.NjFv",
        },
        Dare {
            title: "Die halfway",
            words: "The lock can be taken from writer 1, but not what it has written: A stays 255.",
            link: "?lock=recovered&death=one&v=1&run=AAF9f.eLUz",
        },
    ];

    const FIGURES: &'static [Figure] = &[Figure {
        title: "Final values",
        unit: "interleavings",
        per: "final value",
        measure: Measure::Ends("final values"),
        with: &[],
    }];

    fn model(setting: &Setting) -> It {
        let number = |knob| setting.number(knob).map_or(2, usize::from);
        Threads::new(TornAssignment {
            writers: number("writers"),
            parts: number("parts"),
            has_opposite_order: setting.is("order", "opposite"),
            lock: match setting.get("lock") {
                "kept" => Lock::Kept,
                "recovered" => Lock::Recovered,
                _ => Lock::None,
            },
            reader: match setting.get("reader") {
                "bare" => Reader::Bare,
                "locked" => Reader::Locked,
                _ => Reader::None,
            },
            is_killed: setting.is("death", "one"),
        })
    }
}
