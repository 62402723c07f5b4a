//! What the page says about it, and its knobs.

use super::{Again, Faults, Retry, SemaphoreServer};
use crate::shared::{knobs, papers};
use model::message_passing::Network;
use model::{
    Algorithm, Article, Dare, Family, Figure, Knob, Paper, Setting, Stage, System,
    symmetric_system_of, value,
};
use std::sync::Arc;

impl Algorithm for SemaphoreServer {
    type Model = Network<SemaphoreServer>;
    const NAME: &'static str = "The semaphore server";
    const VERSION: u16 = 1;
    const FAMILY: Family = Family::Messages;
    const STAGE: Stage = Stage::ClientServer;
    const PAPER: Paper = Paper {
        authors: "Edsger W. Dijkstra",
        surnames: "Dijkstra",
        year: 1965,
        title: "Cooperating sequential processes",
        url: "https://www.cs.utexas.edu/~EWD/transcriptions/EWD01xx/EWD123.html",
    };
    const TOLD: &'static str = papers::JONES;
    const ARTICLE: Article = Article {
        lead: "Ask the server, wait for its reply, tell it when you leave: P and V as messages.",
        surprise: "Ask again for safety, and it deadlocks though nothing was lost.",
        idea: &[
            "A client that wants to enter sends P to the server and waits for a reply. If the \
             count is 1 the server takes it down to 0 and replies at once. Otherwise it puts the \
             client into its queue.",
            "A client that leaves sends V. The server takes the first client out of the queue and \
             sends it the delayed reply, or puts the count back to 1 if nobody waits. An entry \
             costs three messages: P, reply, V.",
            "The lecture notes come to this from a print spooler. If clients ask for permission, \
             print, and say when they are done, the spooler “is no-longer serving as a spooler, \
             it is merely serving as a mutual exclusion mechanism”.",
            "Everything depends on one process and on every message. The notes say so and go on to \
             something else. Here you can lose a reply, stop a client, restart the server, and \
             then try to repair it: ask again after a time-out, recognise who asked before, number \
             the requests, give back replies that come too late.",
        ],
        found: &[
            "As long as nothing goes wrong, at most one client is inside and clients are answered \
             in the order in which their requests arrived. That is not the order in which they \
             asked, as the post on Lamport’s clocks warns: the later of two requests may arrive \
             first, four steps. A queue that serves the newest first \
             breaks that order with three clients, after nine steps. If they enter again and \
             again, that is more than bad manners: two take turns, ten steps to a round, and the \
             third waits for ever.",
            "A lost reply, or a client that dies inside, stops everybody. Asking again does not \
             bring the permit back: the server takes the second P for another client, and puts it \
             behind the first, which has the permit already.",
            "And asking again does harm where nothing is lost. A client that asked twice is \
             answered twice; the second reply comes when nobody waits for it, and the permit is \
             gone. It helps to answer a stray reply with V.",
            "A server that knows its clients by name sends the reply again to the one that has the \
             permit. That cures the lost reply if time-outs are never too early. If they may be, \
             the second copy of a reply lets the client in once more, beside the next one: twelve \
             steps. If messages overtake each other, no time-out is needed: eleven steps.",
            "Numbers on requests and replies cure that, in channels that keep order or not. But \
             now a stray reply must not be answered with V: it may be the copy of one that is in \
             use, and two are inside after ten steps. Each repair is safe only beside the right \
             others.",
            "A lost V still stops everybody, and so does a client that dies inside. A server that \
             restarts with its count at 1 lets two in after seven steps; one that keeps its count \
             and forgets its queue leaves clients waiting for ever, unless they ask again \
             after that.",
        ],
    };
    const KNOBS: &'static [Knob] = &[
        Knob { name: "clients", words: "Clients", values: &[value("3", "3"), value("2", "2")] },
        knobs::ENTRIES,
        Knob {
            name: "queue",
            words: "Whoever waits longest is served",
            values: &[value("fifo", "first"), value("lifo", "last")],
        },
        knobs::CHANNELS,
        Knob {
            name: "faults",
            words: "What goes wrong",
            values: &[
                value("none", "nothing"),
                value("reply-lost", "a reply is lost"),
                value("any-lost", "a message is lost, whichever"),
                value("client-dies", "a client dies inside"),
                value("restart-new", "the server restarts as if new"),
                value("restart-keeps", "the server restarts and forgets only its queue"),
            ],
        },
        Knob {
            name: "retry",
            words: "A client that waits for long",
            values: &[
                value("never", "goes on waiting"),
                value("once", "sends P again, once"),
                value("when-lost", "sends P again, once, and only if it waits in vain"),
            ],
        },
        Knob {
            name: "again",
            words: "A P from a client that has asked already",
            values: &[
                value("enqueued", "counts like any other"),
                value("by-client", "is known by the client’s name"),
                value("by-number", "is known by its number, and so is the reply"),
            ],
        },
        Knob {
            name: "stray-reply",
            words: "A reply that nobody awaits",
            values: &[value("ignored", "is ignored"), value("given-back", "is answered with V")],
        },
    ];
    const CARD: &'static str = "?v=1&run=UBjTrK.8zs9";
    const DARES: &'static [Dare] = &[
        Dare {
            title: "Follow P and V",
            words: "Two clients, six messages: three for each entry. One reply is delayed.",
            link: "?v=1&run=YBjJyxEdame.vzNl",
        },
        Dare {
            title: "Serve the newest first",
            words: "Client 1 was in the queue before client 2.",
            link: "?queue=lifo&v=1&run=YBUZOVliI7.BpM8",
        },
        Dare {
            title: "Wait for ever while others take turns",
            words: "Every message arrives and everybody goes on; but client 1 is never the newest.",
            link: "?entries=unbounded&queue=lifo&v=1&loop=9&run=YBUZOVliI65CUZXVliI7.1C5E",
        },
        Dare {
            title: "Ask again for what was lost",
            words: "The reply to client 0 is lost. It asks again, and the server puts it behind client 1.",
            link: "?clients=2&faults=reply-lost&retry=when-lost&v=1&run=UBiTPEfcif.6m7T",
        },
        Dare {
            title: "Use a reply twice",
            words: "The server sent client 0 its reply again. One copy is left over, and opens the door once \
                    more.",
            link: "?clients=2&retry=once&again=by-client&v=1&run=YB9yI2YoQIqhpf.RBHP",
        },
        Dare {
            title: "Give back what you are using",
            words: "Client 0 is inside and sends back the second copy of its reply. The server believes it.",
            link: "?clients=2&retry=once&again=by-number&stray-reply=given-back&v=1&run=YB9yI2YodiqX.MhBy",
        },
        Dare {
            title: "Restart the server",
            words: "It starts with count 1, and the lock is free, though client 0 is inside.",
            link: "?faults=restart-new&v=1&run=UBjWfXOt_.teQo",
        },
    ];

    const FIGURES: &'static [Figure] = &[Figure::messages("clients")];

    fn model(setting: &Setting) -> Network<SemaphoreServer> {
        Network::new(SemaphoreServer {
            clients: setting.number("clients").map_or(3, usize::from),
            entries: setting.number("entries"),
            is_lifo: setting.is("queue", "lifo"),
            retry: match setting.get("retry") {
                "once" => Retry::AnyTime,
                "when-lost" => Retry::WhenLost,
                _ => Retry::Never,
            },
            again: match setting.get("again") {
                "by-client" => Again::ByClient,
                "by-number" => Again::ByNumber,
                _ => Again::Enqueue,
            },
            gives_back: setting.is("stray-reply", "given-back"),
            faults: match setting.get("faults") {
                "reply-lost" => Faults::ReplyLost,
                "any-lost" => Faults::AnyLost,
                "client-dies" => Faults::ClientDies,
                "restart-new" => Faults::RestartNew,
                "restart-keeps" => Faults::RestartKeeps,
                _ => Faults::None,
            },
            is_fifo: setting.is("channels", "fifo"),
        })
    }

    fn symmetric_system(setting: &Setting) -> Arc<dyn System> {
        symmetric_system_of(Self::model(setting))
    }
}
