//! What the page says, and the knobs.

use super::{Dies, FaultTolerantPermission, Timeouts};
use model::message_passing::Network;
use model::{Algorithm, Article, Dare, Family, Knob, Paper, Setting, Stage, value};

impl Algorithm for FaultTolerantPermission {
    type Model = Network<FaultTolerantPermission>;
    const NAME: &'static str = "Permission that survives faults";
    const VERSION: u16 = 1;
    const FAMILY: Family = Family::Messages;
    const STAGE: Stage = Stage::Clique;
    const PAPER: Paper = Paper {
        authors: "Glenn Ricart, Ashok K. Agrawala",
        year: 1981,
        title: "An Optimal Algorithm for Mutual Exclusion in Computer Networks",
        url: "https://doi.org/10.1145/358527.358537",
    };
    const ARTICLE: Article = Article { lead: "", idea: &[], found: &[] };
    const KNOBS: &'static [Knob] = &[
        Knob { name: "processes", words: "Processes", values: &[value("2", "2"), value("3", "3")] },
        Knob {
            name: "entries",
            words: "Each enters",
            values: &[value("2", "twice"), value("1", "once")],
        },
        Knob {
            name: "channels",
            words: "Messages from one process to another",
            values: &[
                value("fifo", "arrive in the order sent"),
                value("unordered", "may overtake each other"),
            ],
        },
        Knob {
            name: "losses",
            words: "The network loses",
            values: &[value("1", "one message"), value("0", "none"), value("2", "two messages")],
        },
        Knob {
            name: "dies",
            words: "A process dies",
            values: &[
                value("never", "never"),
                value("inside", "in the critical section"),
                value("anywhere", "anywhere"),
            ],
        },
        Knob {
            name: "time-outs",
            words: "A process waits for long enough",
            values: &[
                value("perfect", "once no answer can come"),
                value("early", "at any time"),
                value("early-to-ask", "at any time, but gives up only the dead"),
                value("never", "never"),
            ],
        },
        Knob {
            name: "retries",
            words: "It asks again, and then gives up,",
            values: &[value("1", "once"), value("2", "twice"), value("0", "not at all")],
        },
        Knob {
            name: "numbers",
            words: "Answers say which request they are about",
            values: &[value("off", "no, as published"), value("on", "yes")],
        },
        Knob {
            name: "still-there",
            words: "Who is asked whether it is still there",
            values: &[
                value("not-yet", "says “not yet”, as published"),
                value("as-owed", "says “not yet” if it owes a reply, and else replies again"),
            ],
        },
        Knob {
            name: "count",
            words: "Messages for an entry are",
            values: &[value("off", "not counted"), value("on", "counted")],
        },
    ];
    const CARD: &'static str = "";
    const DARES: &'static [Dare] = &[];

    fn model(setting: &Setting) -> Network<FaultTolerantPermission> {
        Network::new(FaultTolerantPermission {
            nodes: setting.number("processes").map_or(2, usize::from),
            entries: setting.number("entries").unwrap_or(2),
            is_fifo: setting.is("channels", "fifo"),
            losses: setting.number("losses").unwrap_or(1),
            dies: match setting.get("dies") {
                "inside" => Dies::Inside,
                "anywhere" => Dies::Anywhere,
                _ => Dies::Nobody,
            },
            timeouts: match setting.get("time-outs") {
                "early" => Timeouts::Early,
                "early-to-ask" => Timeouts::EarlyToAsk,
                "never" => Timeouts::Never,
                _ => Timeouts::Perfect,
            },
            retries: setting.number("retries").unwrap_or(1),
            is_numbered: setting.is("numbers", "on"),
            replies_again: setting.is("still-there", "as-owed"),
            counts: setting.is("count", "on"),
        })
    }
}
