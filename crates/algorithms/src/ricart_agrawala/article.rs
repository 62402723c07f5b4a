//! What the page says about it, and its knobs.

use super::{Between, Priority, RicartAgrawala};
use crate::shared::{knobs, papers};
use model::message_passing::{Channels, Network};
use model::{
    Algorithm, Article, Dare, Family, Figure, Knob, Paper, Setting, Stage, System,
    symmetric_system_of, value,
};
use std::sync::Arc;

impl Algorithm for RicartAgrawala {
    type Model = Network<RicartAgrawala>;
    const NAME: &'static str = "Ricart and Agrawala’s lock";
    const VERSION: u16 = 1;
    const FAMILY: Family = Family::Messages;
    const STAGE: Stage = Stage::Clique;
    const PAPER: Paper = papers::RICART_AGRAWALA;
    const TOLD: &'static str = papers::JONES;
    const ARTICLE: Article = Article {
        lead: "Ask everybody, and enter when everybody has said yes: a lock without a server.",
        surprise: "Enter when everybody has said yes. With another priority, two of three enter.",
        idea: &[
            "Whoever wants to enter sends a request to every other process and waits for a reply \
             from each.",
            "Whoever is not interested replies at once. Who is inside keeps the request in mind and \
             replies when it leaves. That makes N − 1 requests and N − 1 replies for each entry.",
            "Two that ask at the same time compare priorities: the one with the lower priority \
             value goes first, and makes the other wait. Of equal values the lower process \
             number wins.",
            "A reply is a promise: from then on, my own request will come after yours. Sequence \
             numbers keep it: each is one more than the highest in any request seen, and so higher \
             than any request that its sender has answered. That is Lamport’s clock, ticking for \
             requests alone.",
        ],
        found: &[
            "With sequence numbers at most one process is inside, for two, three and four \
             processes, in channels that keep order or not.",
            "The lecture notes offer three more priorities: the process number, the number of \
             previous entries, the time since the last access. None of them is safe for three \
             processes: a late request with a better priority passes one that was answered \
             already. For two processes they are safe only if messages arrive in the order sent \
             and a process enters the moment its last reply arrives.",
            "The naive broadcast, where those who wait say yes to each other, lets two in after \
             ten steps, and after six if there are only two. If they make each other wait instead, \
             both wait for ever.",
            "An entry takes 2(N − 1) messages, no more and no less: four, with three processes. \
             With sequence numbers, the two others together overtake who waits four times at most, \
             and five times if messages overtake each other and each enters three times; by \
             process numbers, there is no bound.",
            "By process numbers, which break the order of service, everybody who asks still enters in \
             the end, however often the others come back. This presumes fair delivery: every message \
             arrives in the end. Where a message can stay on its way for ever, its sender may wait for \
             ever.",
            "One lost message can stop everybody. One doubled request lets two in: a \
             reply does not say which request it answers.",
        ],
    };
    const KNOBS: &'static [Knob] = &[
        knobs::PROCESSES,
        Knob {
            name: "entries",
            words: "Each enters",
            values: &[
                value("2", "twice"),
                value("1", "once"),
                value("3", "three times"),
                value("7", "seven times"),
                value("unbounded", "again and again"),
            ],
        },
        knobs::CHANNELS,
        Knob {
            name: "priority",
            words: "Who asked first is decided by",
            values: &[
                value("timestamp", "sequence numbers"),
                value("process-id", "the process number"),
                value("entries", "the number of previous entries"),
                value("last-access", "the time since the last access"),
            ],
        },
        Knob {
            name: "between-requesters",
            words: "Two that both wait",
            values: &[
                value("priority", "let the one with priority go"),
                value("yes", "say yes to each other"),
                value("wait", "make each other wait"),
            ],
        },
        Knob {
            name: "enter",
            words: "A process enters",
            values: &[
                value("with-last-reply", "as the last reply arrives"),
                value("own-step", "in a step of its own, after the last reply"),
            ],
        },
        Knob {
            name: "faults",
            words: "The network",
            values: &[
                value("none", "delivers every message once"),
                value("loss", "may lose one message"),
                value("duplicate", "may double one message"),
            ],
        },
    ];
    const CARD: &'static str = "?v=1&run=UEKJJomRM.F1jc";
    const DARES: &'static [Dare] = &[
        Dare {
            title: "Follow one request",
            words: "Two requests and two replies let process 0 in; process 1 has to wait for its reply.",
            link: "?v=1&run=UEKJJomRM.F1jc",
        },
        Dare {
            title: "Let two say yes to each other",
            words: "Everybody who is not inside says yes at once: six steps, and both are inside.",
            link: "?processes=2&between-requesters=yes&v=1&run=EGVJ1.JOID",
        },
        Dare {
            title: "Let a lower number pass",
            words: "Priority by process number: process 0 asks late, passes process 1, and meets it inside.",
            link: "?priority=process-id&v=1&run=UMgQ4USTMo0_.9l0N",
        },
        Dare {
            title: "Overtake with two",
            words: "With two processes it takes channels that reorder: a request overtakes a reply.",
            link: "?processes=2&channels=unordered&priority=process-id&v=1&run=EaEp1.DaEb",
        },
        Dare {
            title: "Say yes twice",
            words: "A request is doubled, and the second yes is taken for the answer to the next request.",
            link: "?processes=2&faults=duplicate&v=1&run=EGVPNqE6_.Jyd7",
        },
    ];

    const FIGURES: &'static [Figure] =
        &[Figure::messages("processes"), Figure::waits("priority", &[("entries", "7")])];

    fn model(setting: &Setting) -> Network<RicartAgrawala> {
        Network::new(RicartAgrawala {
            nodes: knobs::processes(setting),
            entries: setting.number("entries"),
            priority: match setting.get("priority") {
                "process-id" => Priority::ProcessId,
                "entries" => Priority::Entries,
                "last-access" => Priority::LastAccess,
                _ => Priority::Timestamp,
            },
            between: match setting.get("between-requesters") {
                "yes" => Between::Yes,
                "wait" => Between::Wait,
                _ => Between::Priority,
            },
            enters_later: setting.is("enter", "own-step"),
            channels: Channels {
                fifo: setting.is("channels", "fifo"),
                losses_max: u8::from(setting.is("faults", "loss")),
                duplicates_max: u8::from(setting.is("faults", "duplicate")),
            },
        })
    }

    fn symmetric_system(setting: &Setting) -> Arc<dyn System> {
        symmetric_system_of(Self::model(setting))
    }
}
