//! What the page says about it, and its knobs.

use super::{Absent, TicketServer};
use crate::shared::knobs;
use model::shared_memory::Threads;
use model::{
    Algorithm, Article, Dare, Family, Knob, Paper, Setting, Stage, System, symmetric_system_of,
    value,
};
use std::sync::Arc;

impl Algorithm for TicketServer {
    type Model = Threads<TicketServer>;
    const NAME: &'static str = "Ticket dispenser";
    const VERSION: u16 = 1;
    const FAMILY: Family = Family::SharedRegisters;
    const STAGE: Stage = Stage::Zones;
    const PAPER: Paper = Paper {
        authors: "Allan Gottlieb et al.",
        surnames: "Gottlieb et al.",
        year: 1983,
        title: "The NYU Ultracomputer",
        url: "https://doi.org/10.1109/TC.1983.1676201",
    };
    const ARTICLE: Article = Article {
        lead: "One counter hands out the numbers, and one or more clerks call them.",
        surprise: "Count with a read and a write instead, and in the end nobody is served.",
        idea: &[
            "A customer takes the next number from a counter that everybody shares, and waits \
             until it is called. Who leaves calls the next.",
            "The bakery of Lamport does without the counter, because a counter needs what a lock \
             is for: reading it and writing it back must be one step. Hardware can offer that \
             step: fetch-and-add.",
            "With several clerks, a number can choose its clerk: number modulo clerks. Nobody has \
             to decide anything. (The same trick finds a number its slot in a ring of slots: \
             number modulo its size.)",
            "A number that was handed out has to be called. If its customer has left, somebody \
             must notice.",
        ],
        found: &[
            "With fetch-and-add no number is given out twice, and at most one customer is with \
             each clerk.",
            "With a read and then a write, two customers hold the same number after 6 steps and \
             are served at once after 8. Later on nobody is served at all: the number that the \
             clerk calls may be one that nobody holds.",
            "With two clerks the order is lost: who came later may be served first.",
            "One customer that walks away stops all that come after it, unless its number is \
             called and passed on.",
        ],
    };
    const KNOBS: &'static [Knob] = &[
        knobs::PROCESSES,
        Knob {
            name: "entries",
            words: "Each comes",
            values: &[value("2", "twice"), value("1", "once"), value("3", "three times")],
        },
        Knob {
            name: "take",
            words: "A number is taken",
            values: &[
                value("fetch-and-add", "by one fetch-and-add"),
                value("read-write", "by a read and then a write"),
            ],
        },
        Knob {
            name: "clerks",
            words: "Clerks",
            values: &[value("1", "one"), value("2", "two, by number modulo two")],
        },
        Knob {
            name: "walk-away",
            words: "A customer that walks away",
            values: &[
                value("nobody", "does not exist"),
                value("awaited", "is waited for"),
                value("skipped", "is skipped when it is called"),
            ],
        },
    ];
    const CARD: &'static str = "?v=1&run=QABKX.bixH";
    const DARES: &'static [Dare] = &[
        Dare {
            title: "Take the same number twice",
            words: "Both read the counter before either wrote it back.",
            link: "?take=read-write&v=1&run=ABQX.8-nE",
        },
        Dare {
            title: "Wait for a number that nobody holds",
            words: "After a mix-up at the counter the clerk calls into an empty shop.",
            link: "?take=read-write&v=1&run=QGOSkMyv.GfkN",
        },
        Dare {
            title: "Be served out of turn",
            words: "Two clerks: the second number is called before the first customer has looked up.",
            link: "?clerks=2&v=1&run=ABX.tCyg",
        },
        Dare {
            title: "Walk away",
            words: "A customer leaves with a number in its pocket, and the queue stands still.",
            link: "?walk-away=awaited&v=1&run=QAJS9H.TRdI",
        },
    ];

    fn model(setting: &Setting) -> Threads<TicketServer> {
        Threads::new(TicketServer {
            processes: knobs::processes(setting),
            entries: setting.number("entries").unwrap_or(2),
            clerks: setting.number("clerks").unwrap_or(1),
            fetches_and_adds: setting.is("take", "fetch-and-add"),
            absent: match setting.get("walk-away") {
                "awaited" => Absent::Awaited,
                "skipped" => Absent::Skipped,
                _ => Absent::Nobody,
            },
        })
    }

    fn symmetric_system(setting: &Setting) -> Arc<dyn System> {
        symmetric_system_of(Self::model(setting))
    }
}
