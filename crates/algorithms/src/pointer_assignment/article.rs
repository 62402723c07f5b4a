//! What the page says about it, and its knobs.

use super::{Crash, PointerAssignment, Reader};
use crate::shared::papers;
use model::shared_memory::Threads;
use model::{Algorithm, Article, Dare, Family, Knob, Paper, Setting, Stage, value};

impl Algorithm for PointerAssignment {
    type Model = Threads<PointerAssignment>;
    const NAME: &'static str = "Pointer assignment";
    const VERSION: u16 = 1;
    const FAMILY: Family = Family::AtomicUpdates;
    const STAGE: Stage = Stage::Cells;
    const PAPER: Paper = papers::JONES_TRANSACTIONS;
    const ALSO: &'static [(&'static str, Paper)] = &[(
        "Hazard pointers",
        Paper {
            authors: "Maged M. Michael",
            surnames: "Michael",
            year: 2004,
            title: "Hazard Pointers: Safe Memory Reclamation for Lock-Free Objects",
            url: "https://doi.org/10.1109/TPDS.2004.8",
        },
    )];
    const ARTICLE: Article = Article {
        lead: "Make the new value where nobody looks, then swing one pointer to it: all or nothing, \
               as long as really nobody looks.",
        surprise: "Swing one pointer, and a reader may still be where you write next.",
        idea: &[
            "A value that takes two stores can be seen half-written. So it is written into a cell that \
             is not visible, and then the pointer P, which takes one store, is made to point there. \
             Who inspects follows the pointer.",
            "The notes begin with a new cell from the heap for every update. That generality is \
             unnecessary, they say: it is enough if each process has its own private copy, and further \
             down, if each has two cells and always takes the least recently updated one. “This scheme \
             will work.”",
            "Nothing is said about readers there. “V := P^” reads the pointer, and then one half after \
             the other; a reader may be slow. It can look again whether P has moved. Or it announces the \
             cell, looks whether P is still there, and every writer keeps away from it: a hazard pointer.",
            "Writer i writes in turn the values that follow; both halves of a value are \
             its number. The value 0 is in the first cell, which is writer 0’s, where it has cells of its \
             own. A writer that has crashed drops its update.",
        ],
        found: &[
            "With fresh cells P always points to a whole value, and the reader returns a whole one, \
             also if writers crash, twice. Without crashes the final value is the last one of either \
             writer, in half of the runs each. What the reader returns may be out of date by then.",
            "One private cell is not enough. Whoever updates twice in a row writes what everybody sees: \
             halves are visible after two steps and read after five, and a crash leaves them for good.",
            "Two cells are enough for P: it always points to a whole value, also if writers crash \
             and stay down. They are not enough for a slow reader. It has read P; the writer fills \
             its other cell, swings P there, and comes back to the first: two halves, after nine \
             steps. Three cells put that off until the third update, after 13 steps. (The notes \
             count pointers: of 4 bits for 8 processes with two cells each, of 8 for 128. With \
             three it would be 5 and 85.)",
            "To look whether P has moved does not help: one more swing, and it is back where it \
             was (the ABA problem). Two halves after 12 steps, with three cells after 16. If P \
             carries the number of the update too, it helps; but such a number must not come \
             round, and P was to be small.",
            "If the reader announces where it looks, two cells are enough for whole values, but a writer \
             may have to wait for the reader. With three cells no writer ever waits.",
            "An update is always through after four steps, if no writer waits. A reader that looks again, or \
             announces, begins anew with an update at worst: up to 16 and 14 steps if each writer updates \
             twice, 22 and 18 if three times. So it is wait-free only as far as updates come to an end.",
            "After a crash it matters with which cell a writer goes on. If always with its first, that may \
             be the visible one: it is half-written after four steps, and a second crash leaves it so for \
             good. To avoid the cell that P points to is enough for P. But it changes the turns, so that \
             with three cells a slow reader is in danger already in two updates, after 11 steps.",
        ],
    };
    const KNOBS: &'static [Knob] = &[
        Knob { name: "writers", words: "Writers", values: &[value("2", "2"), value("1", "1")] },
        Knob {
            name: "updates",
            words: "Each updates",
            values: &[value("2", "twice"), value("1", "once"), value("3", "three times")],
        },
        Knob {
            name: "cells",
            words: "An update takes",
            values: &[
                value("fresh", "a new cell from the heap"),
                value("1", "the writer’s only cell"),
                value("2", "one of the writer’s two cells, in turn"),
                value("3", "one of the writer’s three cells, in turn"),
            ],
        },
        Knob {
            name: "reader",
            words: "A reader",
            values: &[
                value("plain", "follows the pointer"),
                value("none", "nobody"),
                value("rechecks", "follows it, and looks whether it has moved"),
                value("rechecks-count", "looks whether it has moved; the pointer has a count"),
                value("announces", "announces which cell it looks at"),
            ],
        },
        Knob {
            name: "crashes",
            words: "Crashes of writers",
            values: &[value("0", "none"), value("1", "one"), value("2", "two")],
        },
        Knob {
            name: "restart",
            words: "A writer that has crashed",
            values: &[
                value("never", "stays down"),
                value("first", "begins again with its first cell"),
                value("looks", "begins with a cell that P does not point to"),
                value("recalls", "goes on in turn, as it recalls"),
            ],
        },
    ];
    const CARD: &'static str = "?v=1&run=QACCX.bREK";
    const DARES: &'static [Dare] = &[
        Dare {
            title: "Read the past",
            words: "The pointer has moved on, and the reader returns the old value: late, but whole.",
            link: "?v=1&run=QACCX.bREK",
        },
        Dare {
            title: "Make do with one private copy",
            words: "Writer 0 writes the very cell that P points to.",
            link: "?cells=1&v=1&run=QASX.4nBH",
        },
        Dare {
            title: "Come round while somebody reads",
            words: "Two cells in turn: by its second update the writer is back where the reader looks.",
            link: "?cells=2&v=1&run=QACACX.Gqmu",
        },
        Dare {
            title: "Look again, and see nothing",
            words: "The reader checks that P has not moved. It has: there and back.",
            link: "?cells=2&reader=rechecks&v=1&run=QACACQC.tHtH",
        },
        Dare {
            title: "Wait for a reader",
            words: "Writer 0 has two cells: one is visible, at the other the reader looks.",
            link: "?cells=2&reader=announces&v=1&run=QACC.QrXj",
        },
        Dare {
            title: "Forget whose turn it is",
            words: "A writer crashes, begins again with its first cell, and crashes there: P points to two \
                    halves for ever.",
            link: "?cells=2&reader=none&crashes=2&restart=first&v=1&run=AMdV9VfV.Rue5",
        },
    ];

    fn model(setting: &Setting) -> Threads<PointerAssignment> {
        Threads::new(PointerAssignment {
            writers: setting.number("writers").map_or(2, usize::from),
            updates: setting.number("updates").unwrap_or(2),
            cells: setting.number("cells"),
            reader: match setting.get("reader") {
                "none" => Reader::None,
                "rechecks" => Reader::Rechecks,
                "rechecks-count" => Reader::RechecksCount,
                "announces" => Reader::Announces,
                _ => Reader::Plain,
            },
            crash: match setting.get("restart") {
                "first" => Crash::First,
                "looks" => Crash::Looks,
                "recalls" => Crash::Recalls,
                _ => Crash::Stays,
            },
            crashes: setting.number("crashes").unwrap_or(0),
        })
    }
}
