//! What the page says about it, and its knobs.

use super::{Faults, Maker, TokenRing};
use crate::shared::{knobs, papers};
use model::message_passing::Network;
use model::{Algorithm, Article, Dare, Family, Figure, Knob, Paper, Setting, Stage, value};

impl Algorithm for TokenRing {
    type Model = Network<TokenRing>;
    const NAME: &'static str = "The token ring";
    const VERSION: u16 = 1;
    const FAMILY: Family = Family::Messages;
    const STAGE: Stage = Stage::Ring;
    const PAPER: Paper = Paper {
        authors: "Gérard Le Lann",
        surnames: "Le Lann",
        year: 1977,
        title: "Distributed Systems: Towards a Formal Approach",
        url: "https://dblp.org/rec/conf/ifip/Lann77",
    };
    const TOLD: &'static str = papers::JONES;
    const ARTICLE: Article = Article {
        lead: "Whoever has the token may enter: a lock that wanders round a ring.",
        surprise: "A second token after a timeout is safe only if the timeout is never wrong.",
        idea: &[
            "The processes sit in a ring, and one token goes round. A process that wants to enter \
             waits until the token comes, keeps it while it is inside, and passes it on to its \
             neighbour when it leaves.",
            "A process that gets the token and does not want to enter must pass it on at once. \
             The lecture notes call this “an important detail”. (They go on to list ways of doing \
             it; that list is missing from the text that we have.)",
            "There is no server that could fail, and no queue: the ring is the queue. A message \
             is a token, so an entry costs one message when everybody wants in, and any number \
             of them when nobody does.",
            "“What if the token is lost? What if a process in the ring ceases transmission?” The \
             notes ask and do not answer. The usual answers are knobs here: make a new token \
             after a time-out, and leave the dead out of the ring. In this model, each process \
             makes at most one new token.",
        ],
        found: &[
            "As long as nothing goes wrong, at most one process is inside, and while one waits at \
             most N − 1 others enter, for two, three and four processes.",
            "The important detail matters once somebody does not want to enter, or not yet: it \
             keeps the token, and whoever else asks waits for ever. With the detail in place \
             nobody waits for ever, even if everybody enters again and again.",
            "One lost token stops everybody after five steps. A time-out cures that, and lets two \
             in even if nothing was lost: it cannot tell a lost token from a slow one. That takes \
             four steps if whoever waits makes a new token, and five if only process 0 does.",
            "If time-outs come only when no token is left, a lost token does no harm. A death \
             needs two more repairs: whoever waits makes the token, since process 0 may be the one \
             that died, and the dead are skipped, since they swallow one token after the other. \
             Take away any one of these three, and two are inside or somebody waits for ever.",
            "Against a doubled token none of this helps: two are inside after seven steps.",
        ],
    };
    const KNOBS: &'static [Knob] = &[
        knobs::PROCESSES,
        knobs::ENTRIES,
        Knob {
            name: "wants",
            words: "To enter is wanted by",
            values: &[
                value("all", "all, whenever they like"),
                value("not-last", "all but the last process"),
            ],
        },
        Knob {
            name: "not-waiting",
            words: "Whoever gets the token and is not waiting",
            values: &[
                value("forward", "passes it on at once"),
                value("keep", "keeps it until it wants to enter"),
            ],
        },
        Knob {
            name: "faults",
            words: "What goes wrong",
            values: &[
                value("none", "nothing"),
                value("lost", "a token is lost"),
                value("doubled", "a token is doubled"),
                value("holder-dies", "a process dies, with the token in its hand"),
                value("any-dies", "a process dies, anywhere"),
            ],
        },
        Knob {
            name: "new-token",
            words: "After a time-out, a new token is made",
            values: &[
                value("none", "by nobody"),
                value("first", "by process 0"),
                value("anybody", "by whoever waits"),
            ],
        },
        Knob {
            name: "time-out",
            words: "A time-out comes",
            values: &[
                value("any-time", "at any time"),
                value("sure", "only when no token is left"),
            ],
        },
        Knob {
            name: "dead",
            words: "A process that has died",
            values: &[
                value("in-ring", "stays in the ring"),
                value("skipped", "is skipped from then on"),
            ],
        },
    ];
    const CARD: &'static str = "?v=1&run=QKEJ.KteB";
    const DARES: &'static [Dare] = &[
        Dare {
            title: "Follow the token once round",
            words: "Two want to enter and one does not: each hop is one message.",
            link: "?v=1&run=QKEJmVH.T2JY",
        },
        Dare {
            title: "Keep what you do not need",
            words: "Process 2 never wants to enter. It keeps the token, and the others wait for ever.",
            link: "?wants=not-last&not-waiting=keep&v=1&run=QABhJm.4Kb1",
        },
        Dare {
            title: "Take patience for loss",
            words: "Nothing is lost. Two processes think so, each makes a new token, and both are inside.",
            link: "?new-token=anybody&v=1&run=QK933v.e2Mf",
        },
        Dare {
            title: "Lose the token",
            words: "One message disappears, and with it the lock.",
            link: "?faults=lost&v=1&run=QAK8D.CZim",
        },
        Dare {
            title: "Feed the dead",
            words: "Time-outs are never wrong here, but process 0 is dead and still in the ring: it swallows \
                    every token.",
            link: "?faults=any-dies&new-token=anybody&time-out=sure&v=1&run=QK9HvKj3SZlR.Uq7W",
        },
        Dare {
            title: "Double the token",
            words: "Nobody counts tokens, so nobody notices.",
            link: "?faults=doubled&v=1&run=QBXkYdm.OLW1",
        },
    ];

    const FIGURES: &'static [Figure] = &[Figure {
        // otherwise the token goes on and on when nobody wants it any more
        with: &[("entries", "unbounded")],
        ..Figure::messages("processes")
    }];

    fn model(setting: &Setting) -> Network<TokenRing> {
        Network::new(TokenRing {
            nodes: knobs::processes(setting),
            entries: setting.number("entries"),
            last_never_wants: setting.is("wants", "not-last"),
            forwards: setting.is("not-waiting", "forward"),
            faults: match setting.get("faults") {
                "lost" => Faults::Lost,
                "doubled" => Faults::Doubled,
                "holder-dies" => Faults::HolderDies,
                "any-dies" => Faults::AnyDies,
                _ => Faults::None,
            },
            maker: match setting.get("new-token") {
                "first" => Maker::First,
                "anybody" => Maker::Anybody,
                _ => Maker::Nobody,
            },
            is_sure: setting.is("time-out", "sure"),
            skips_dead: setting.is("dead", "skipped"),
        })
    }
}
