//! What the page says about it, and its knobs.

use super::{Acks, Clock, LamportLock};
use crate::shared::{knobs, papers};
use model::message_passing::{Channels, Network};
use model::{
    Algorithm, Article, Dare, Family, Figure, Knob, Paper, Setting, Stage, System,
    symmetric_system_of, value,
};
use std::sync::Arc;

impl Algorithm for LamportLock {
    type Model = Network<LamportLock>;
    const NAME: &'static str = "Lamport’s lock";
    const VERSION: u16 = 1;
    const FAMILY: Family = Family::Messages;
    const STAGE: Stage = Stage::Clique;
    const PAPER: Paper = papers::TIME_CLOCKS;
    const TOLD: &'static str = papers::PANCHEKHA;
    const ARTICLE: Article = Article {
        lead: "Everybody keeps the same queue, because everybody’s clock respects everybody’s messages.",
        surprise: "It serves in the order of timestamps, which is not the order of asking.",
        idea: &[
            "To ask for the lock, a process sends everybody a request with its clock’s time, and \
             everybody puts it into a queue and sends an acknowledgment back. Who leaves sends \
             everybody a release, and everybody takes its request out again.",
            "A process enters when two things are true in its own view: its request is before all \
             others in its queue, by time and then by process number; and from everybody else \
             something later than its request has come.",
            "The clocks are what makes one order out of many views. A clock ticks at every event, \
             and past the time of every message that comes in. So what leads to an event always \
             has an earlier time (the clock condition), and whoever sends me something later than \
             my request has told me of all its earlier requests before.",
            "That takes 3(N − 1) messages for each entry. An acknowledgment may be saved if \
             something later was sent to the same process anyway, says a footnote.",
        ],
        found: &[
            "At most one process is inside, in the order of timestamps, and nobody waits for ever: \
             for two processes entering up to three times each and for three entering once. So it \
             is with saved acknowledgments.",
            "Each omission lets two in: without acknowledgments after four steps, without the rule \
             for equal timestamps after eight (of three processes after twelve), and as many if \
             messages on a channel overtake each other, which the paper excludes and the post too.",
            "Clocks that do not jump past what they hear break the clock condition after two steps, \
             and yet keep the others out: what is not later does not count. What they cannot do is \
             let everybody in: of two, who asks alone waits for ever after three steps, unless the \
             other comes to ask too, and of three that all do, two wait for ever after 19. The \
             clocks of the post, which tick too seldom, break the clock condition after three \
             steps, and nothing else.",
            "“In the order in which they are sent” is an order of timestamps. Who asks first by the \
             wall clock can be served second, after six steps, of three processes after eight.",
            "A single death stops everybody, as the post says. So does a lost acknowledgment, and a \
             lost request lets two in after 13 steps, of three processes after 18.",
        ],
    };
    const KNOBS: &'static [Knob] = &[
        Knob { name: "processes", words: "Processes", values: &[value("2", "2"), value("3", "3")] },
        knobs::FEW_ENTRIES,
        knobs::CHANNELS,
        Knob {
            name: "tie-break",
            words: "Of equal timestamps",
            values: &[
                value("process-id", "the lower process number goes first"),
                value("none", "neither goes first"),
            ],
        },
        Knob {
            name: "acks",
            words: "A request is acknowledged",
            values: &[
                value("always", "always"),
                value("saved", "unless a later message was sent"),
                value("none", "never, and nobody waits for it"),
            ],
        },
        Knob {
            name: "clock",
            words: "The clock",
            values: &[
                value("lamport", "ticks at every event, and past what it hears"),
                value("as-posted", "ticks after sending, and past what it hears"),
                value("local", "ticks at every event"),
            ],
        },
        knobs::FAULTS,
    ];
    const CARD: &'static str = "?processes=3&entries=1&v=1&run=UBhRJEmiIcz.rpVZ";
    const DARES: &'static [Dare] = &[
        Dare {
            title: "Enter and leave once",
            words: "Six messages for three processes: request, acknowledgment, release, two each.",
            link: "?processes=3&entries=1&v=1&run=YEJESNCBDRX.AIkg",
        },
        Dare {
            title: "Ask first, be served second",
            words: "Process 1 asks before process 0, but no clock can tell, so the lower number goes first.",
            link: "?v=1&run=ESVKn.G-m3",
        },
        Dare {
            title: "Enter with equal timestamps",
            words: "Without a rule for equals, neither is before the other, and both are inside.",
            link: "?tie-break=none&v=1&run=EGVJtT.4l-y",
        },
        Dare {
            title: "Overtake a request",
            words: "The acknowledgment arrives before the request that was sent before it.",
            link: "?entries=1&channels=unordered&v=1&run=EGk2VT.5X6E",
        },
        Dare {
            title: "Do not look at other clocks",
            words: "Nobody gets in wrongly. But the acknowledgment from process 2 has too early a time, and \
                    does not count.",
            link: "?processes=3&entries=1&clock=local&v=1&run=YEIZGQhZhRFABDRMVQ0tJM_.S_1g",
        },
        Dare {
            title: "Wait for the dead",
            words: "One process dies, and nobody can enter any more.",
            link: "?faults=crash&v=1&run=APWf.x2sn",
        },
    ];

    const FIGURES: &'static [Figure] = &[Figure::messages("processes")];

    fn model(setting: &Setting) -> Network<LamportLock> {
        Network::new(LamportLock {
            nodes: setting.number("processes").map_or(2, usize::from),
            entries: setting.number("entries").unwrap_or(2),
            breaks_ties: setting.is("tie-break", "process-id"),
            acks: match setting.get("acks") {
                "saved" => Acks::Saved,
                "none" => Acks::None,
                _ => Acks::Always,
            },
            clock: match setting.get("clock") {
                "as-posted" => Clock::Posted,
                "local" => Clock::Local,
                _ => Clock::Lamport,
            },
            channels: Channels {
                fifo: setting.is("channels", "fifo"),
                losses_max: u8::from(setting.is("faults", "loss")),
                duplicates_max: 0,
            },
            crashes_max: u8::from(setting.is("faults", "crash")),
        })
    }

    fn symmetric_system(setting: &Setting) -> Arc<dyn System> {
        symmetric_system_of(Self::model(setting))
    }
}
