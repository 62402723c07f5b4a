//! What the page says about it, and its knobs.

use super::ErlangLock;
use super::queue::Ties;
use crate::shared::knobs;
use model::message_passing::{Network, Order};
use model::{
    Algorithm, Article, Dare, Family, Figure, Knob, Paper, Setting, Stage, System,
    symmetric_system_of, value,
};
use std::sync::Arc;

impl Algorithm for ErlangLock {
    type Model = Network<ErlangLock>;
    const NAME: &'static str = "Lamport’s lock in Erlang";
    const VERSION: u16 = 1;
    const FAMILY: Family = Family::Messages;
    const STAGE: Stage = Stage::Clique;
    const PAPER: Paper = Paper {
        authors: "Pavel Panchekha",
        surnames: "Panchekha",
        year: 2012,
        title: "Time, Clocks, and an Implementation in Erlang",
        url: "https://pavpanchekha.com/blog/time-clocks.html",
    };
    const ARTICLE: Article = Article {
        lead: "A page of Erlang, an elegant paper, and what is between them.",
        surprise: "Its author tested all combinations he could think of. Two enter after 16 steps.",
        idea: &[
            "To ask for the lock, a process sends a request with its time to all processes, itself \
             too. Whoever gets a request puts it into its queue and answers with an ack. To \
             release, it sends a release to all, itself too, and whoever gets that takes the \
             sender’s requests out of its queue.",
            "A process has the lock if its own request is the first in its queue, by time, and a \
             later message from everybody is behind it. It then sends acquired to its owner, who \
             has been waiting for that. An entry costs 3N messages.",
            "The listing is the post’s, line by line: clock/1 ticks after sending, clock/2 is the \
             greater of the own time and one more than the message’s, new messages are put in \
             front of the queue, and sort, dropwhile and foreach are Erlang’s. The owner asks and \
             releases as the post says, “and periodically send it request and release requests”.",
            "“The system works, in all combinations in which I tested it”, the post concludes, on \
             one machine, with no way “to randomly slow down message receives”. Here is one. The \
             repairs are options; add them one at a time.",
        ],
        found: &[
            "As published, two owners are inside after 16 steps, even on one machine, where every \
             message is there at once. Each ack that comes once the answer is yes tells the owner \
             again. It does not look until its next request, and then takes the old message for a \
             new one.",
            "Telling it once is not enough, and neither is the other repair alone: a process that \
             has released keeps its old request until its own release comes by, and an ack that \
             comes earlier tells the owner again. It must take its request out as it releases.",
            "With a network in between, equal timestamps matter. Sorted by time alone, the newest \
             message is first, so each process puts the other’s request before its own: both wait \
             for ever, ten steps. In the post’s transcript the oldest is first, which the listing \
             gives only if an earlier request was still in the queue. With the oldest first each \
             puts its own request first, and both are inside: ten steps. The process number, which \
             the post’s own footnote suggests, cures both.",
            "With these three repairs mutual exclusion, the order of timestamps and progress hold \
             for two processes entering twice each, and in mailboxes for three entering once, as \
             long as what a process sends to itself is there at once.",
            "If it is not, or if foreach is interrupted before it comes to the process itself, an \
             ack overtakes the request. It stands at the head of the queue, is dropped, and never \
             comes again: ten and twelve steps to a lock that nobody gets. Acks must be kept while \
             the own request is on its way. If messages overtake each other, nothing here helps.",
            "The clock condition, “the whole point of a clock”, fails after three steps: an ack and \
             a request after it carry the same time. The lock does not mind. And the grants follow \
             the order of timestamps, but never for certain “the order in which they are sent”: \
             six steps, however many repairs.",
        ],
    };
    const KNOBS: &'static [Knob] = &[
        Knob { name: "processes", words: "Processes", values: &[value("2", "2"), value("3", "3")] },
        knobs::FEW_ENTRIES,
        Knob {
            name: "delivery",
            words: "A message to another, or to itself",
            values: &[
                value("self-at-once", "takes its time; to itself it is there at once"),
                value("fifo", "takes its time, in the order sent"),
                value("unordered", "takes its time, in any order"),
                value("mailbox", "is there at once"),
                value("mailbox-split", "is there at once; foreach can be interrupted"),
            ],
        },
        Knob {
            name: "equal-times",
            words: "Of equal timestamps",
            values: &[
                value("newest-first", "the newest goes first, as the listing says"),
                value("oldest-first", "the oldest goes first, as the transcript shows"),
                value("process-id", "the lower process number goes first"),
            ],
        },
        Knob {
            name: "tells",
            words: "The owner is told",
            values: &[
                value("each-time", "each time that it can have the lock"),
                value("once", "once, until it releases"),
            ],
        },
        Knob {
            name: "own-request",
            words: "A process drops its own request",
            values: &[
                value("by-message", "when its own release reaches it"),
                value("on-release", "as it releases"),
            ],
        },
        Knob {
            name: "early-acks",
            words: "Acks that come before its own request",
            values: &[value("dropped", "are dropped"), value("kept", "are kept")],
        },
        Knob {
            name: "clock",
            words: "The clock ticks",
            values: &[
                value("as-published", "after a request, and past what it hears"),
                value("lamport", "at every event, before it is used"),
            ],
        },
    ];
    const CARD: &'static str = "?v=1&run=EGFIy.mGaA";
    const DARES: &'static [Dare] = &[
        Dare {
            title: "Lock and release",
            ahead: "both know that the lock is free",
            words: "Six messages for two processes, counting those to itself.",
            link: "?v=1&run=IIJIaQim.18B3",
        },
        Dare {
            title: "The post’s transcript",
            ahead: "owner 1 is told twice that it has the lock",
            words: "If nothing was asked before, it comes out as printed only with the oldest of \
                    equal timestamps first. Owner 1 is told twice.",
            link: "?delivery=mailbox&equal-times=oldest-first&v=1&run=ES1JQvWM_.ByV4",
        },
        Dare {
            title: "An old promise",
            ahead: "",
            words: "One machine, no delays. Owner 1 was told twice, and the second time lets it in again.",
            link: "?delivery=mailbox&v=1&run=IGCSyiGm1lVqP.zHsk",
        },
        Dare {
            title: "Both wait",
            ahead: "",
            words: "Equal timestamps, the newest first: both wait for ever.",
            link: "?v=1&run=EGFI2lWd_.2Zc4",
        },
        Dare {
            title: "Both go first",
            ahead: "",
            words: "Equal timestamps, the oldest first: both are inside.",
            link: "?equal-times=oldest-first&v=1&run=EGFIlpXf.arHG",
        },
        Dare {
            title: "Asked again too soon",
            ahead: "",
            words: "Process 0 still believes in the request that it has just released.",
            link: "?equal-times=process-id&tells=once&v=1&run=IGCiEkCkslmtf.EQ1m",
        },
        Dare {
            title: "Own request overtaken",
            ahead: "",
            words: "The ack is there before the request that it answers, and is thrown away.",
            link: "?entries=1&delivery=mailbox-split&equal-times=process-id&v=1&run=EaDOxCN5V.BUpc",
        },
    ];

    const FIGURES: &'static [Figure] = &[Figure::messages("processes")];

    fn model(setting: &Setting) -> Network<ErlangLock> {
        Network::new(ErlangLock {
            nodes: setting.number("processes").map_or(2, usize::from),
            entries: setting.number("entries").unwrap_or(2),
            order: match setting.get("delivery") {
                "fifo" => Order::Fifo,
                "unordered" => Order::Unordered,
                "mailbox" | "mailbox-split" => Order::Mailbox,
                _ => Order::SelfAtOnce,
            },
            is_split: setting.is("delivery", "mailbox-split"),
            ties: match setting.get("equal-times") {
                "oldest-first" => Ties::Oldest,
                "process-id" => Ties::ProcessId,
                _ => Ties::Newest,
            },
            tells_once: setting.is("tells", "once"),
            forgets_own: setting.is("own-request", "on-release"),
            keeps_early: setting.is("early-acks", "kept"),
            ticks: setting.is("clock", "lamport"),
        })
    }

    fn symmetric_system(setting: &Setting) -> Arc<dyn System> {
        symmetric_system_of(Self::model(setting))
    }
}
