//! What the page says about it, and its knobs.

use super::JonesBakery;
use crate::shared::{knobs, papers};
use model::shared_memory::Threads;
use model::{Algorithm, Article, Dare, Family, Knob, Paper, Setting, Stage, value};

impl Algorithm for JonesBakery {
    type Model = Threads<JonesBakery>;
    const NAME: &'static str = "Jones’ bakery";
    const VERSION: u16 = 1;
    const FAMILY: Family = Family::SharedRegisters;
    const STAGE: Stage = Stage::Zones;
    const PAPER: Paper = Paper {
        authors: "Leslie Lamport",
        surnames: "Lamport",
        year: 1974,
        title: "A New Solution of Dijkstra’s Concurrent Programming Problem",
        url: "https://doi.org/10.1145/361082.361093",
    };
    const TOLD: &'static str = papers::JONES;
    const ARTICLE: Article = Article {
        lead: "The same tickets, and another way to wait: until no hand is up, and then until \
               mine is the lowest number.",
        surprise: "Without the raised hand two enter, whether their tickets tie or not.",
        idea: &[
            "Every customer holds up a hand (C), takes a number one higher than any it sees (N), \
             and takes the hand down.",
            "First it waits until nobody’s hand is up. From then on, whoever might have picked \
             the same number has done so.",
            "Then it looks at all numbers for the lowest, and of equal ones for the lowest \
             process, again and again, until it finds itself.",
            "The notes admit that this is inefficient: a customer waits for hands of people who \
             came long after it. Lamport waits at each process in turn, and never goes back.",
            "The text does not say whether a guard over all processes is one step. Both readings \
             are here: all at once, or one access after the other.",
        ],
        found: &[
            "At most one customer is in the critical section, and nobody is passed by a \
             latecomer, whether the guards are one step or look at one process after the other.",
            "The notes say that C helps to break ties. Without C, and with ties broken, two \
             customers enter together after 12 steps, or 8 if there are only two: a number that is \
             still being written does not count yet.",
            "Without the rule for ties they need 20 steps, or 14.",
        ],
    };
    const KNOBS: &'static [Knob] = &[
        knobs::PROCESSES,
        knobs::ENTRIES,
        knobs::TICKETS,
        Knob {
            name: "guards",
            words: "A guard looks at all processes",
            values: &[value("one-by-one", "one after the other"), value("atomic", "at once")],
        },
        Knob {
            name: "c",
            words: "While it picks, a process",
            values: &[value("on", "holds its hand up"), value("off", "gives no sign")],
        },
        knobs::TIE_BREAK,
    ];
    const CARD: &'static str = "?v=1&run=QGOcVJf.oB6d";
    const DARES: &'static [Dare] = &[
        Dare {
            title: "Let two customers pick the same number",
            words: "Both looked before either wrote. The lower process number will go first.",
            link: "?v=1&run=AAFRf.z8B3",
        },
        Dare {
            title: "Put the hands down",
            words: "With ties broken and no hands held up, two customers enter together.",
            link: "?processes=2&c=off&v=1&run=ABVD.Tu_Z",
        },
        Dare {
            title: "Leave the tie unbroken",
            words: "Everybody who holds the lowest number enters.",
            link: "?processes=2&tie-break=none&v=1&run=AAVBQX.NEgV",
        },
    ];

    fn model(setting: &Setting) -> Threads<JonesBakery> {
        Threads::new(JonesBakery {
            processes: knobs::processes(setting),
            entries: setting.number("entries"),
            ticket_max: knobs::ticket_max(setting),
            has_c: setting.is("c", "on"),
            breaks_ties: setting.is("tie-break", "process-id"),
            has_atomic_guards: setting.is("guards", "atomic"),
        })
    }
}
