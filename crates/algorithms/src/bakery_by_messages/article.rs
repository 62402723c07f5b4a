//! What the page says about it, and its knobs.

use super::BakeryByMessages;
use crate::shared::{knobs, papers};
use model::message_passing::{Channels, Network};
use model::{
    Algorithm, Article, Dare, Family, Figure, Knob, Paper, Setting, Stage, System,
    symmetric_system_of, value,
};
use std::sync::Arc;

impl Algorithm for BakeryByMessages {
    type Model = Network<BakeryByMessages>;
    const NAME: &'static str = "The bakery by messages";
    const VERSION: u16 = 1;
    const FAMILY: Family = Family::Messages;
    const STAGE: Stage = Stage::Clique;
    const PAPER: Paper = papers::BAKERY;
    const TOLD: &'static str = papers::JONES;
    const ARTICLE: Article = Article {
        lead: "Nobody sees the others’ tickets, so everybody asks, and asks, and asks again.",
        surprise: "It is right, and takes 6(N − 1) messages even if nobody competes.",
        idea: &[
            "Every process keeps its own two variables: N, the number that it has picked, and C, \
             which is 1 while it picks. Whoever wants to know them sends a question, and gets an \
             answer at once.",
            "To enter, a process asks all others for N and picks one more than the highest. Then it \
             asks for C, again and again, until nobody is picking. Then it asks for N, again and \
             again, until nobody has a lower number, or the same number and a lower process number.",
            "“This demonstrates that mutual exclusion can be done without any central authority!”, \
             say the notes. Each process reads everybody’s variables three times at least, so they \
             reckon “about 6N messages”, “which is clearly not very good”. Here you can count.",
            "One change makes the price fixed: whoever is asked keeps the question in mind until \
             its answer lets the other go on. From there it is a short way to Ricart and Agrawala. \
             The notes’ savings by hardware, one broadcast for N − 1 questions and answers that \
             are combined on their way, are not modelled.",
        ],
        found: &[
            "Asking is as good as looking. At most one process is inside, and nobody is passed by a \
             latecomer: for two processes and for three, asked at once or one after the other, in \
             channels that keep order or not.",
            "Alone, a process spends 6(N − 1) messages: 6 of two processes, 12 of three, rather \
             than 6N. Where two compete there is no such number. Who waits asks again as fast as it \
             gets answers, and of two can be at 6N after 20 steps, before the other has picked its \
             number.",
            "If answers are deferred, every entry takes 6(N − 1) messages, neither more nor fewer, \
             however many compete.",
            "Hands and the rule for ties are needed as they are in shared memory. Without C two are \
             inside after 22 steps, with equal numbers and no rule after 34; if there are only \
             two, after 14 and 22.",
            "There is no central authority, but everybody must be there: one death stops everybody \
             after five steps, even one that has not asked for anything. So does one lost message in \
             the end.",
        ],
    };
    const KNOBS: &'static [Knob] = &[
        Knob { name: "processes", words: "Processes", values: &[value("3", "3"), value("2", "2")] },
        Knob {
            name: "entries",
            words: "Each enters",
            values: &[value("1", "once"), value("2", "twice"), value("3", "three times")],
        },
        Knob {
            name: "asks",
            words: "A process asks the others",
            values: &[value("one-by-one", "one after the other"), value("at-once", "all at once")],
        },
        Knob {
            name: "answers",
            words: "An answer is given",
            values: &[
                value("at-once", "at once, whatever it is"),
                value("deferred", "when it lets the other go on"),
            ],
        },
        Knob {
            name: "c",
            words: "While it picks, a process",
            values: &[value("on", "holds its hand up"), value("off", "gives no sign")],
        },
        knobs::TIE_BREAK,
        knobs::CHANNELS,
        Knob {
            name: "count",
            words: "Messages for an entry are",
            values: &[value("off", "not counted"), value("on", "counted, up to 6N")],
        },
        knobs::FAULTS,
    ];
    const CARD: &'static str = "?v=1&run=YBhZGTiVRj.54il";
    const DARES: &'static [Dare] = &[
        Dare {
            title: "Enter alone, and count",
            words: "Nobody else wants to enter, and still it takes 12 messages: 6(N − 1).",
            link: "?v=1&run=YELJxNGBCSURRCFk4mjH.vcJ7",
        },
        Dare {
            title: "Ask again and again",
            words: "Process 0 takes its time to pick a number. Process 1 asks, asks again, and is at 6N.",
            link: "?processes=2&count=on&v=1&run=IGWmda6JmiZomaJn._u6c",
        },
        Dare {
            title: "Wait for one answer",
            words: "Process 0 answers as it leaves. Two entries, in competition, for 12 messages.",
            link: "?processes=2&answers=deferred&count=on&v=1&run=IGWmucRkoqmGWmsJ1.zDR8",
        },
        Dare {
            title: "Put the hands down",
            words: "Process 1 asks before process 0 has picked, and hears that it holds no number.",
            link: "?processes=2&c=off&v=1&run=IGWmdrpJ2Ws.egrv",
        },
        Dare {
            title: "Leave the tie unbroken",
            words: "Both hold number 1, and neither is higher than the other’s.",
            link: "?processes=2&tie-break=none&v=1&run=IGWmdawkomaiWmdrP.9qKY",
        },
        Dare {
            title: "Ask the dead",
            words: "A process dies that has not asked for anything, and nobody can pick a number any more.",
            link: "?faults=crash&v=1&run=UK9Emj.GyQE",
        },
    ];

    const FIGURES: &'static [Figure] = &[Figure::messages("processes")];

    fn model(setting: &Setting) -> Network<BakeryByMessages> {
        let nodes = setting.number("processes").map_or(3, usize::from);
        Network::new(BakeryByMessages {
            nodes,
            entries: setting.number("entries").unwrap_or(1),
            asks_one_by_one: setting.is("asks", "one-by-one"),
            defers: setting.is("answers", "deferred"),
            has_c: setting.is("c", "on"),
            breaks_ties: setting.is("tie-break", "process-id"),
            count_max: if setting.is("count", "on") { 6 * nodes as u8 } else { 0 },
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
