//! What the page says about it, and its knobs.

use super::Assign23;
use crate::shared::papers;
use model::shared_memory::Threads;
use model::{Algorithm, Article, Dare, Family, Knob, Paper, Setting, Stage, value};

impl Algorithm for Assign23 {
    type Model = Threads<Assign23>;
    const NAME: &'static str = "The (2,3)-array";
    const VERSION: u16 = 1;
    const FAMILY: Family = Family::Consensus;
    const STAGE: Stage = Stage::Array;
    const PAPER: Paper = papers::HERLIHY;
    const TOLD: &'static str = papers::MORTON;
    const ALSO: &'static [(&'static str, Paper)] = &[(
        "The listing",
        Paper {
            authors: "Maurice Herlihy, Nir Shavit",
            surnames: "Herlihy, Shavit",
            year: 2012,
            title: "The Art of Multiprocessor Programming, 5.5",
            url: "https://doi.org/10.1016/C2011-0-06993-4",
        },
    )];
    const ARTICLE: Article = Article {
        lead: "Two processes agree without waiting, if each can write two cells at once.",
        surprise: "The middle cell tells who came second, so that two agree and nobody waits.",
        idea: &[
            "Process 0 writes its number into the first two cells, process 1 into the last two, \
             each in one indivisible assignment. The middle cell is written by both: what is in \
             it now was written by whoever came second.",
            "A process that finds the other’s own cell empty came first (case 1). If both have \
             written and the middle cell holds the other’s number, the other came second \
             (case 2). If it holds its own, the process itself came second (case 3).",
            "So both find out who came first, and decide on that one’s input. Nobody waits for \
             anybody. With single registers alone that is impossible (Herlihy 1991): their \
             consensus number is 1, and that of writing two registers at once is 2.",
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
