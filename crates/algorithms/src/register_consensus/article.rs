//! What the page says about it, and its knobs.

use super::{Alone, Differ, RegisterConsensus};
use crate::shared::papers;
use model::shared_memory::Threads;
use model::{Algorithm, Article, Dare, Family, Knob, Paper, Setting, Stage, Value, value};

const DIFFER: &[Value] = &[
    value("least", "takes the smaller"),
    value("greatest", "takes the greater"),
    value("keep", "keeps its own"),
    value("adopt", "takes the other’s"),
    value("toss", "tosses a coin"),
];

impl Algorithm for RegisterConsensus {
    type Model = Threads<RegisterConsensus>;
    const NAME: &'static str = "Consensus from plain registers";
    const VERSION: u16 = 1;
    const FAMILY: Family = Family::Consensus;
    const STAGE: Stage = Stage::Zones;
    const PAPER: Paper = papers::HERLIHY;
    const TOLD: &'static str = papers::MORTON;
    const ALSO: &'static [(&'static str, Paper)] = &[
        (
            "Decisions that depend on one step",
            Paper {
                authors: "Michael J. Fischer, Nancy A. Lynch, Michael S. Paterson",
                surnames: "Fischer, Lynch, Paterson",
                year: 1985,
                title: "Impossibility of Distributed Consensus with One Faulty Process",
                url: "https://doi.org/10.1145/3149.214121",
            },
        ),
        (
            "Rounds with a coin",
            Paper {
                authors: "Benny Chor, Amos Israeli, Ming Li",
                surnames: "Chor, Israeli, Li",
                year: 1994,
                title: "Wait-Free Consensus Using Asynchronous Hardware",
                url: "https://doi.org/10.1137/S0097539790192647",
            },
        ),
    ];
    const ARTICLE: Article = Article {
        lead: "Two processes that only read and write cannot agree without waiting. Try: every rule here \
               fails.",
        surprise: "Of 288 rules for plain registers, 12 agree, and only if nobody stops.",
        idea: &[
            "Each process has an input, A or B. Both are to decide the same (agreement), on the input of \
             one of them (validity), and neither may depend on the other’s going on: it may have \
             stopped, and from outside stopped looks like slow.",
            "A process writes what it prefers into its register and reads the other’s. If both prefer the \
             same, that is it. What to do if the other has not written, or prefers something else, are \
             the knobs, and there is a value for each answer that a process can give: its own or the \
             other’s, the smaller or the greater.",
            "Why nothing helps (Loui and Abu-Amara 1987, Herlihy 1991): look at the last moment at which \
             both decisions are still possible. One process’s next step must settle it one way, the \
             other’s the other way. But a read changes nothing that the other can see, and two writes to \
             two registers come to the same in either order.",
            "So registers have consensus number 1: they solve it for one process. For two it takes \
             something stronger, such as two cells written at once, the (2,3)-array; or a coin. \
             The post on row isolation has it the wrong way round where it says that the array is \
             used to prove this: since registers cannot agree, they cannot make such an array.",
        ],
        found: &[
            "All 288 combinations of the two orders, three answers to an empty register, four times four \
             answers to a different preference, and one round, two, or any number fail: 65 by \
             disagreement alone, 88 by waiting alone, the others by two or three of the claims.",
            "Whoever decides alone at once disagrees with whoever comes later: four steps. A second round \
             only puts it off, to six.",
            "Rounds without a last one keep agreement and validity, whatever the rule, if each \
             writes before it reads and decides its own when alone. But two may go round for ever, \
             and with all rules but one, so may one alone whose other has stopped. With a coin, \
             too, if every toss goes wrong; whether that is likely is not asked here.",
            "Agreement and validity do not need waiting, and one rule of the 288 has them and is \
             obstruction-free: to write first, and to take the other’s until both are the same. Who \
             goes on alone decides within four steps; together they may give way to each other for \
             ever. No rule has them and is wait-free, whether anybody stops or not.",
            "If nobody stops, waiting is enough: 12 combinations are right, those that wait for the other \
             to write and then choose the same of two preferences. Let one stop, and the other waits for \
             ever after two steps.",
        ],
    };
    const KNOBS: &'static [Knob] = &[
        Knob {
            name: "order",
            words: "First it",
            values: &[value("write", "writes its register"), value("read", "reads the other’s")],
        },
        Knob {
            name: "alone",
            words: "If the other has not written",
            values: &[
                value("own", "it decides its own"),
                value("wait", "it waits"),
                value("constant", "it decides A"),
            ],
        },
        Knob { name: "differ-0", words: "If they differ, process 0", values: DIFFER },
        Knob { name: "differ-1", words: "If they differ, process 1", values: DIFFER },
        Knob {
            name: "rounds",
            words: "Rounds",
            values: &[
                value("1", "one, then it decides"),
                value("2", "up to two, then it decides"),
                value("unbounded", "until they do not differ"),
            ],
        },
        Knob {
            name: "stops",
            words: "On the way",
            values: &[value("one", "one process may stop"), value("none", "nobody stops")],
        },
    ];
    const CARD: &'static str = "?v=1&run=A4jt.GgFJ";
    const DARES: &'static [Dare] = &[
        Dare {
            title: "Come late",
            words: "Process 0 was alone and has decided B. Process 1 sees B and takes the smaller: A.",
            link: "?v=1&run=A4jt.GgFJ",
        },
        Dare {
            title: "Try a second round",
            words: "What has decided does not come back, and a second look finds what the first did.",
            link: "?rounds=2&v=1&run=A4jtX.XBwT",
        },
        Dare {
            title: "Wait for somebody who has stopped",
            words: "Process 0 waits for process 1 to write, and it never will.",
            link: "?alone=wait&v=1&run=A59f._yDN",
        },
        Dare {
            title: "Decide what nobody wants",
            words: "A value agreed on in advance is no consensus: process 0 decides A, and nobody’s input is A.",
            link: "?alone=constant&v=1&run=A4j.wHsl",
        },
        Dare {
            title: "Go round for ever",
            words: "Process 0 hopes that process 1 takes the smaller, as it should. Process 1 has stopped.",
            link: "?rounds=unbounded&v=1&loop=3&run=A56vUP.8rJ0",
        },
        Dare {
            title: "Give way to each other",
            words: "Each takes the other’s. Alone either would decide in four steps; in step they change \
                    places for ever.",
            link: "?differ-0=adopt&differ-1=adopt&rounds=unbounded&v=1&loop=2&run=A56hER._kA_",
        },
        Dare {
            title: "Have no luck with a coin",
            words: "Neither decides as long as they toss differently: a run without end, if not a likely one.",
            link: "?differ-0=toss&differ-1=toss&rounds=unbounded&v=1&loop=2&run=A56h56v.DKl0",
        },
    ];

    fn model(setting: &Setting) -> Threads<RegisterConsensus> {
        let differ = |knob| match setting.get(knob) {
            "greatest" => Differ::Greatest,
            "keep" => Differ::Keep,
            "adopt" => Differ::Adopt,
            "toss" => Differ::Toss,
            _ => Differ::Least,
        };
        Threads::new(RegisterConsensus {
            reads_first: setting.is("order", "read"),
            alone: match setting.get("alone") {
                "wait" => Alone::Wait,
                "constant" => Alone::Constant,
                _ => Alone::Own,
            },
            differ: [differ("differ-0"), differ("differ-1")],
            rounds: setting.number("rounds"),
            stops: setting.is("stops", "one"),
        })
    }
}
