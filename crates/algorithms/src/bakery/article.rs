//! What the page says about it, and its knobs.

use super::{Bakery, Crashes};
use crate::shared::{knobs, papers};
use model::shared_memory::Threads;
use model::{Algorithm, Article, Dare, Family, Knob, Paper, Setting, Stage, value};

impl Algorithm for Bakery {
    type Model = Threads<Bakery>;
    const NAME: &'static str = "Lamport’s bakery";
    const VERSION: u16 = 1;
    const FAMILY: Family = Family::SharedRegisters;
    const STAGE: Stage = Stage::Zones;
    const PAPER: Paper = papers::BAKERY;
    const ARTICLE: Article = Article {
        lead: "Customers take numbers, and the lowest number is served: a lock made of nothing \
               but reading and writing.",
        surprise: "Two may draw the same ticket. Without a rule for ties, both enter.",
        idea: &[
            "Every process takes a ticket one higher than any ticket it can see, and then waits \
             until nobody else holds a lower one.",
            "Nobody hands the tickets out. A process looks at all tickets, one after the other, \
             and only then writes its own; so two processes may come away with the same number. \
             Then the lower process number goes first.",
            "While it is picking, a process raises its hand: choosing[i] is true. Whoever waits \
             must not compare tickets with a process whose hand is up, since that ticket may be \
             written a moment later, and be lower.",
            "Each register is written by one process only. Lamport shows that it even survives \
             registers that return nonsense while they are being written, and processes that stop \
             anywhere, if their registers come to read zero.",
        ],
        found: &[
            "With the raised hand and the rule for equal tickets, at most one customer is in the \
             critical section, and nobody who has a ticket is passed by somebody who came to the \
             doorway later.",
            "Without the rule for equal tickets, two customers enter together after 20 steps; \
             without the raised hand after 12. If there are only two, after 14 and 8. Neither \
             omission changes the order of service.",
            "Whoever waits is overtaken by each of the others once at most: by two. An entry takes ten \
             reads and writes with three processes, if nobody is in the way. Otherwise there is no \
             bound: who waits reads the same register again and again.",
            "A crash does no harm to mutual exclusion. But a register that keeps its value after \
             its process has crashed stops everybody else.",
            "Tickets have no bound: two customers who keep coming can drive them as high as you \
             like. And where a read during a write returns anything, a single customer can draw a \
             ticket higher by more than one than any ticket there ever was.",
        ],
    };
    const KNOBS: &'static [Knob] = &[
        knobs::PROCESSES,
        knobs::ENTRIES,
        knobs::TICKETS,
        Knob {
            name: "choosing",
            words: "While it picks, a process",
            values: &[value("on", "raises its hand"), value("off", "raises no hand")],
        },
        knobs::TIE_BREAK,
        Knob {
            name: "registers",
            words: "A read during a write",
            values: &[value("atomic", "cannot happen"), value("safe", "returns anything")],
        },
        Knob {
            name: "crash",
            words: "Crashes",
            values: &[
                value("none", "none"),
                value("keep", "one, registers keep their values"),
                value("reset", "one, registers come to read zero"),
            ],
        },
    ];
    const CARD: &'static str = "?v=1&run=QGErFJP.OXMs";
    const DARES: &'static [Dare] = &[
        Dare {
            title: "Let two customers draw the same ticket",
            words: "Both looked before either wrote. The lower process number will go first.",
            link: "?v=1&run=AAFRf.vzf6",
        },
        Dare {
            title: "Make two customers enter at once",
            words: "Without a rule for equal tickets nobody steps back: 14 steps, and both are inside.",
            link: "?processes=2&tie-break=none&v=1&run=AAVBQX.fBdw",
        },
        Dare {
            title: "Enter while nobody is looking",
            words: "Without the raised hand a ticket that is still being written does not count.",
            link: "?processes=2&choosing=off&v=1&run=ABVD.Pajf",
        },
        Dare {
            title: "Stop everybody by stopping one",
            words: "A customer that crashes with its hand up blocks the shop, unless its registers come \
                    to read zero.",
            link: "?crash=keep&v=1&run=QAOKsX0f.7vps",
        },
        Dare {
            title: "Count for ever",
            words: "As long as somebody always waits, the numbers only grow.",
            link: "?processes=2&entries=unbounded&tickets=3&v=1&run=AMdUFQHG.Ax-J",
        },
    ];

    fn model(setting: &Setting) -> Threads<Bakery> {
        Threads::new(Bakery {
            processes: knobs::processes(setting),
            entries: setting.number("entries"),
            ticket_max: knobs::ticket_max(setting),
            has_choosing: setting.is("choosing", "on"),
            breaks_ties: setting.is("tie-break", "process-id"),
            has_safe_registers: setting.is("registers", "safe"),
            crashes: match setting.get("crash") {
                "keep" => Crashes::Keep,
                "reset" => Crashes::Reset,
                _ => Crashes::None,
            },
        })
    }
}
