//! What the page says about it, and its knobs.

use super::{AssignN, Assignment};
use crate::shared::papers;
use model::shared_memory::Threads;
use model::{Algorithm, Article, Dare, Family, Knob, Paper, Setting, Stage, value};

impl Algorithm for AssignN {
    type Model = Threads<AssignN>;
    const NAME: &'static str = "Consensus from multiple assignment";
    const VERSION: u16 = 1;
    const FAMILY: Family = Family::Consensus;
    const STAGE: Stage = Stage::Zones;
    const PAPER: Paper = papers::HERLIHY;
    const ARTICLE: Article = Article {
        lead: "Processes agree without waiting, if each can write as many registers at once as there are processes.",
        surprise: "Write as many registers at once as there are processes, and all agree.",
        idea: &[
            "With single registers not even two processes can agree without waiting. With assignments \
             to n registers at once n can, and not by luck: this is one of a ladder of primitives, \
             each of which serves a certain number of processes and no more: this one 2n − 2, by a \
             longer way (Herlihy 1991).",
            "Process i has a register r[i], and shares one with each other process j: pair[i+j−1]. It \
             writes its input into r[i] and its number into what it shares, all at once. That is the \
             only time that it writes.",
            "If r[j] is empty, j comes later. If it is not, both have written what they share, and \
             whose number is there came second. So a process goes through the others once, keeps the \
             first that it knows of, and decides on that one’s input.",
            "For two processes these are the three cells of the (2,3)-array. The paper goes on to \
             2n − 2 processes with two rounds of this; that is not shown here.",
        ],
        found: &[
            "Two or three processes agree in every interleaving, on the input of whoever wrote first, \
             and each within 2n − 1 steps of its own: three, five.",
            "Three processes that write two registers at a time, the own one and one that they share, \
             can decide differently after ten steps; with registers written one by one after 11 or 12, \
             and two processes after seven or eight.",
            "If what two share is read before the other’s own register, the news may be out of date: \
             two processes decide differently after six steps, three after ten.",
            "It is not enough to look for somebody who was earlier than oneself. Two processes notice \
             no difference, three decide differently after nine steps.",
        ],
    };
    const KNOBS: &'static [Knob] = &[
        Knob { name: "processes", words: "Processes", values: &[value("3", "3"), value("2", "2")] },
        Knob {
            name: "assignment",
            words: "Registers are written",
            values: &[
                value("all", "all at once"),
                value("two", "the own and a shared one at once"),
                value("own-first", "one by one, the own first"),
                value("own-last", "one by one, the own last"),
            ],
        },
        Knob {
            name: "reads",
            words: "Of another it reads first",
            values: &[value("own", "its own register"), value("pair", "the shared one")],
        },
        Knob {
            name: "compares",
            words: "It compares the others with",
            values: &[value("first", "the first so far"), value("itself", "itself")],
        },
    ];
    const CARD: &'static str = "?v=1&run=QABzWJ.GPkb";
    const DARES: &'static [Dare] = &[
        Dare {
            title: "Agree, all three",
            words: "Process 2 comes last, and finds its way back to the first: all decide A.",
            link: "?v=1&run=QABzWJ.GPkb",
        },
        Dare {
            title: "Write only two at a time",
            words: "Process 0 was not through when process 2 looked, and takes itself for the later one.",
            link: "?assignment=two&v=1&run=QCzGa.oPJy",
        },
        Dare {
            title: "Follow the wrong one",
            words: "Process 2 knows two that were earlier than itself, and takes the later of them.",
            link: "?compares=itself&v=1&run=QABWJ.lNSu",
        },
        Dare {
            title: "Trust old news",
            words: "Process 0 reads what both share before process 1 has written, and r[1] after.",
            link: "?processes=2&reads=pair&v=1&run=ABF.kfbn",
        },
    ];

    fn model(setting: &Setting) -> Threads<AssignN> {
        Threads::new(AssignN {
            processes: setting.number("processes").map_or(3, usize::from),
            assignment: match setting.get("assignment") {
                "two" => Assignment::Two,
                "own-first" => Assignment::OwnFirst,
                "own-last" => Assignment::OwnLast,
                _ => Assignment::All,
            },
            reads_pair_first: setting.is("reads", "pair"),
            compares_with_itself: setting.is("compares", "itself"),
        })
    }
}
