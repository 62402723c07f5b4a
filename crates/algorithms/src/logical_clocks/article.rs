//! What the page says about it, and its knobs.

use super::{LogicalClocks, Own, Receipt, Vector};
use crate::shared::{knobs, papers};
use model::message_passing::Network;
use model::{
    Algorithm, Article, Dare, Family, Knob, Paper, Setting, Stage, System, symmetric_system_of,
    value,
};
use std::sync::Arc;

impl Algorithm for LogicalClocks {
    type Model = Network<LogicalClocks>;
    const NAME: &'static str = "Logical clocks";
    const VERSION: u16 = 1;
    const FAMILY: Family = Family::Time;
    const STAGE: Stage = Stage::Clique;
    const PAPER: Paper = papers::TIME_CLOCKS;
    const TOLD: &'static str = papers::PANCHEKHA;
    const ARTICLE: Article = Article {
        lead: "What a number can tell about two events, what it cannot, and how many numbers it takes.",
        surprise: "The published clock breaks the clock condition in 3 steps.",
        idea: &[
            "Without a common clock nobody can tell what happened first, only what can have led to \
         what. What a process did earlier led to what it does later, the sending of a message led \
         to its receipt, and so on along such steps. Two events of which neither led to the other \
         are concurrent.",
            "Lamport’s clock is one number per process. It ticks at every event, a message carries its \
         time along, and a receipt puts the clock past both. The promise is the clock condition, \
         “the whole point of a clock” as the post says: if a led to b, the time of a is less.",
            "A vector clock counts, for each process, the events that a process knows of. A message \
         carries all the counts, and a receipt takes the higher of each. One vector is less than \
         another if no entry is higher and one is lower. Vectors go beyond the post.",
            "Here processes do what they like: something by themselves, a message to anybody, a \
         receipt. What led to what is recorded beside the clocks and without them. After every \
         step all pairs of events so far are held against both clocks.",
            "The post codes its clock as two functions: clock/1 adds one, clock/2 is max(Clock, \
         Timestamp + 1). In the listing an event is stamped before the tick. The prose ticks \
         “every time an event happens”, and may be read as ticking first. Both readings are \
         offered, and each function can be repaired by itself.",
        ],
        found: &[
            "With both functions right the clock condition holds: for two and three processes with \
         three events each, whether messages overtake each other or not, and for four with two. \
         Sorted by time and process number, every event comes after all that led to it.",
            "Nothing can be concluded the other way. After three steps one process has done two things \
         and another has done one: the times put 1 before 2, and nobody has heard of anybody. In \
         three processes that say nothing to each other, 18 of 27 concurrent pairs have different \
         times.",
            "Vectors say both: one is less than the other if and only if the one event led to the \
         other. Each entry is exactly the number of events that led to this one.",
            "As published, the clock breaks the clock condition after three steps. A receipt that \
         finds the clock past the message does not tick, and the next event gets the same time. \
         To tick first does not cure that (four steps), nor does a receipt that goes past both \
         (three steps). Together they do. So does one more tick after the receipt, but only if \
         other events are stamped before the tick too; if not, four steps.",
            "It fails by ties alone: if a led to b, the time of the post’s clock is never greater.",
            "Without the maximum a message can arrive before it was sent: three steps. With max(time + \
         1, t) it can arrive at the time at which it was sent: two steps. A receipt that believes \
         the message alone, t + 1, sets its own clock back: five steps, or four if messages \
         overtake each other.",
            "Local events that do not tick cannot be told from each other, by either clock: two steps. \
         Of the vector no part is spare. Without the tick at receipts a message and its receipt \
         look the same, and without the maximum they look unrelated: two steps each.",
            "To take over the sender’s own entry alone is as good as all of them for two processes. \
         For three it is not: what led to the message before its sender heard of it is lost, after \
         four steps.",
        ],
    };
    const KNOBS: &'static [Knob] = &[
        knobs::PROCESSES,
        Knob {
            name: "events",
            words: "Each has",
            values: &[
                value("3", "three events"),
                value("2", "two events"),
                value("1", "one event"),
            ],
        },
        knobs::CHANNELS,
        Knob {
            name: "own-event",
            words: "At an event of its own, a process",
            values: &[
                value("tick-first", "ticks and stamps the event"),
                value("stamp-first", "stamps the event and ticks, as published"),
                value("sends-only", "ticks and stamps it, and ticks only if it sends"),
            ],
        },
        Knob {
            name: "receipt",
            words: "At a receipt, its time becomes",
            values: &[
                value("past-both", "max(time, t) + 1"),
                value("as-published", "max(time, t + 1), as published"),
                value("then-tick", "max(time, t + 1), and one more after it"),
                value("not-past", "max(time + 1, t)"),
                value("no-max", "time + 1"),
                value("overwrite", "t + 1"),
            ],
        },
        Knob {
            name: "vector",
            words: "The vector clock",
            values: &[
                value("whole", "ticks at every event, and takes the maximum"),
                value("sends-only", "does not tick at local events"),
                value("no-tick-on-receipt", "does not tick at receipts"),
                value("no-merge", "does not take the maximum"),
                value("sender-only", "takes the sender’s own entry only"),
            ],
        },
    ];
    const CARD: &'static str = "?v=1&run=QHCXSh5f.8ahX";
    const DARES: &'static [Dare] = &[
        Dare {
            title: "Carried forward",
            ahead: "the clock of process 2 goes from 1 to 5",
            words: "Process 1 had done nothing yet. The message puts it at 3, and its next event at 4.",
            link: "?v=1&run=QHCUPLm.9cKE",
        },
        Dare {
            title: "Earlier, wrongly",
            ahead: "process 0 is at time 2 and process 1 at time 1",
            words: "Time 1 in process 1, time 2 in process 0, and neither has heard of the other.",
            link: "?v=1&pick=2&run=AB.OU-k",
        },
        Dare {
            title: "Vectors know",
            ahead: "process 2 has time 4 and vector (1,2,2)",
            words: "Times put the first event before three of the other four, its vector before one.",
            link: "?v=1&pick=1&run=QXCh5c3.dk4B",
        },
        Dare {
            title: "No tick on receipt",
            ahead: "",
            words: "The clock of the post: a receipt and the event after it happen at the same time.",
            link: "?own-event=stamp-first&receipt=as-published&v=1&run=A4pf.RAIH",
        },
        Dare {
            title: "Ticked, yet equal",
            ahead: "",
            words: "clock/2 as published: an old message is received at the time of the event before.",
            link: "?receipt=as-published&v=1&run=ADuv.DhNu",
        },
        Dare {
            title: "Hearsay forgotten",
            ahead: "",
            words: "What process 0 did led to the last event, through process 1. The vector misses it.",
            link: "?vector=sender-only&v=1&run=Q4UPLm.h9Fx",
        },
        Dare {
            title: "A clock turned back",
            ahead: "",
            words: "An old message overtaken by a newer one, believed when it comes: from 4 to 3.",
            link: "?processes=2&channels=unordered&receipt=overwrite&v=1&run=BOLZy.Jn4Y",
        },
    ];

    fn model(setting: &Setting) -> Network<LogicalClocks> {
        Network::new(LogicalClocks {
            nodes: knobs::processes(setting),
            events: setting.number("events").unwrap_or(3),
            fifo: setting.is("channels", "fifo"),
            own: match setting.get("own-event") {
                "stamp-first" => Own::StampFirst,
                "sends-only" => Own::SendsOnly,
                _ => Own::TickFirst,
            },
            receipt: match setting.get("receipt") {
                "as-published" => Receipt::AsPublished,
                "then-tick" => Receipt::ThenTick,
                "not-past" => Receipt::NotPast,
                "no-max" => Receipt::NoMax,
                "overwrite" => Receipt::Overwrite,
                _ => Receipt::PastBoth,
            },
            vector: match setting.get("vector") {
                "sends-only" => Vector::SendsOnly,
                "no-tick-on-receipt" => Vector::NoTickOnReceipt,
                "no-merge" => Vector::NoMerge,
                "sender-only" => Vector::SenderOnly,
                _ => Vector::Whole,
            },
        })
    }

    fn symmetric_system(setting: &Setting) -> Arc<dyn System> {
        symmetric_system_of(Self::model(setting))
    }
}
