//! What the page says about it, and its knobs.

use super::{Dies, FaultTolerantPermission, Timeouts};
use crate::shared::{knobs, papers};
use model::message_passing::Network;
use model::{Algorithm, Article, Dare, Family, Knob, Paper, Setting, Stage, value};

impl Algorithm for FaultTolerantPermission {
    type Model = Network<FaultTolerantPermission>;
    const NAME: &'static str = "Permission that survives faults";
    const VERSION: u16 = 1;
    const FAMILY: Family = Family::Messages;
    const STAGE: Stage = Stage::Clique;
    const PAPER: Paper = papers::RICART_AGRAWALA;
    const TOLD: &'static str = papers::JONES;
    const ARTICLE: Article = Article {
        lead: "Ask everybody, hear at once, ask again, give up: a lock without a server that is meant \
               to outlive lost messages and dead processes.",
        surprise: "Meant to survive lost messages. One of them is enough, after 16 steps.",
        idea: &[
            "In Ricart and Agrawala’s lock who must wait hears nothing, and cannot tell a process \
             that is inside from one that is dead. The lecture notes change that: on receiving a \
             request, a process at once sends a reply or “I got your request and I can’t reply yet”.",
            "So silence means that something is wrong. Who hears neither asks again, some limited \
             number of times, and then assumes that the other one has failed.",
            "Whoever has been told to wait and waits for long asks “are you still there”, and is told “I \
             got your request but I can’t reply yet”. If nothing comes back, it asks again, and \
             gives up at last. Who is given up need not reply.",
            "“If a process dies in its critical section, the above code solves the problem and lets \
             one of the surviving processes in. If a process dies outside its critical section, this \
             code also works.”",
            "The notes leave open how long is long, which request a reply belongs to, and what a \
             process says to “are you still there” when it has replied and the reply was lost. Each \
             is a knob, and so is whether giving up is for one entry or for good. The number of a \
             request is its timestamp.",
        ],
        found: &[
            "What the notes say of a dying process is true for two and three processes, inside and \
             outside the critical section, if no message is lost and time-outs are perfect: they \
             come only once no answer can come. An entry then costs up to three messages for each \
             other process: request, not yet, reply.",
            "With one lost message the protocol as published fails twice. A lost “not yet” makes a \
             process ask again; its request is answered a second time, and the old reply opens the \
             door for the next request: two are inside after 16 steps. If the reply itself is lost, \
             the one that sent it says “not yet” when asked, and both wait for ever, after 14 steps.",
            "Numbers on answers cure the first, and not the second. Replying again, unless a reply is \
             still owed, cures the second, and not the first. Both together survive one lost message \
             and one death: two processes in channels that keep order or not, three that enter once.",
            "A process that asks again too early needs no lost message to do harm: without numbers two \
             are inside after 11 steps. With both repairs asking early is harmless for two \
             processes, as long as only the dead are given up.",
            "Giving up is the weak point. A process that may give up whenever it has waited for long \
             is inside beside another after six steps, with every repair. Even with perfect \
             time-outs, two lost messages in a row look like a death to one that asks again only \
             once: eight steps. It must ask again at least as often as messages can be lost. Whether \
             giving up is for one entry or for good changes none of this.",
            "Messages for an entry: two processes need up to three without faults and five if one \
             message is lost. If they may ask again too early, once, it is 12 though nothing is \
             lost, and 13 with one loss.",
        ],
    };
    const KNOBS: &'static [Knob] = &[
        Knob { name: "processes", words: "Processes", values: &[value("2", "2"), value("3", "3")] },
        Knob {
            name: "entries",
            words: "Each enters",
            values: &[value("2", "twice"), value("1", "once")],
        },
        knobs::CHANNELS,
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
            words: "It asks again",
            values: &[
                value("1", "once, and then gives up"),
                value("2", "twice, and then gives up"),
                value("0", "not at all, and gives up"),
            ],
        },
        Knob {
            name: "given-up",
            words: "Whoever is given up is given up",
            values: &[value("once", "for this entry"), value("for-good", "for good")],
        },
        Knob {
            name: "numbers",
            words: "An answer",
            values: &[
                value("off", "names no request, as published"),
                value("on", "says which request it is about"),
            ],
        },
        Knob {
            name: "still-there",
            words: "Whoever is asked whether it is still there",
            values: &[
                value("not-yet", "says “not yet”, as published"),
                value("as-owed", "says “not yet” if it owes a reply, and else replies again"),
            ],
        },
        Knob {
            name: "count",
            words: "Messages for an entry are",
            values: &[value("on", "counted"), value("off", "not counted")],
        },
    ];
    const CARD: &'static str = "?losses=0&dies=inside&v=1&run=IGSian099fv.MT5q";
    const DARES: &'static [Dare] = &[
        Dare {
            title: "Hear “not yet”",
            words: "Process 1 is told at once that it must wait, and gets its reply when process 0 leaves.",
            link: "?v=1&run=IGSimYlf.YDlw",
        },
        Dare {
            title: "Die inside",
            words: "Process 0 dies. Process 1 asks whether it is still there, hears nothing, and goes in.",
            link: "?losses=0&dies=inside&v=1&run=IGSian099fv.MT5q",
        },
        Dare {
            title: "Lose one “not yet”",
            words: "Process 1 asks again, is answered twice, and uses the second reply for its next request.",
            link: "?v=1&run=IGSinw3vCVkaJaf.EY8N",
        },
        Dare {
            title: "Ask who has replied already",
            words: "The reply is lost. Process 0 says that it is still there and cannot reply yet, as published.",
            link: "?v=1&run=MGRQlUQ8JkUvfTmf.tqlV",
        },
        Dare {
            title: "Reply again",
            words: "The same loss, with the repair: asked whether it is still there, process 0 replies again.",
            link: "?numbers=on&still-there=as-owed&v=1&run=IGSiakPCyVe-uX.alQZ",
        },
        Dare {
            title: "Ask too early",
            words: "Nothing is lost. Process 0 asks twice, is answered twice, and enters twice.",
            link: "?losses=0&time-outs=early-to-ask&v=1&run=EPdJlUoTr.M2yV",
        },
        Dare {
            title: "Give up the living",
            words: "The request is lost, and lost again. Process 1 takes process 0 for dead and joins it inside.",
            link: "?losses=2&v=1&run=EGXiV9_ie_.xtX3",
        },
        Dare {
            title: "Lose patience",
            words: "Both ask, and neither waits long enough: six steps.",
            link: "?losses=0&time-outs=early&v=1&run=AH3b79.u3bt",
        },
    ];

    const FIGURES: &'static [model::Figure] = &[model::Figure::messages("processes")];

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
            is_for_good: setting.is("given-up", "for-good"),
            is_numbered: setting.is("numbers", "on"),
            replies_again: setting.is("still-there", "as-owed"),
            counts: setting.is("count", "on"),
        })
    }
}
