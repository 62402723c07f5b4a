//! What the page says about it, and its knobs.

use super::UserAndAgent;
use super::program::Program;
use crate::shared::papers;
use model::message_passing::Network;
use model::{Algorithm, Article, Dare, Family, Knob, Paper, Setting, Stage, value};

impl Algorithm for UserAndAgent {
    type Model = Network<UserAndAgent>;
    const NAME: &'static str = "User and agent";
    const VERSION: u16 = 1;
    const FAMILY: Family = Family::Messages;
    const STAGE: Stage = Stage::Clique;
    const PAPER: Paper = papers::RICART_AGRAWALA;
    const TOLD: &'static str = papers::JONES;
    const ARTICLE: Article = Article {
        lead: "Ricart and Agrawala’s lock with two processes at each node: which of their accesses \
               must not be torn apart?",
        surprise: "Two regions must be indivisible. Any other cut breaks the lock or forgets a reply.",
        idea: &[
            "Whoever waits for permission cannot at the same time wait for the questions of others. So \
             every node runs an agent beside the user: “The application process and its agent \
             communicate only through shared variables and semaphores.”",
            "The user sets its priority and its state, sends requests, counts replies, enters, and \
             when it leaves sends the replies that are pending. The agent takes requests, looks at \
             the user’s state and priority, and replies or adds to what is pending.",
            "The lecture notes give four variables: state, priority, replies needed, pending \
             replies. They give two rules of order: state changes after priority is set and before \
             requests are sent, and is back to normal before pending replies are sent. A fifth \
             variable comes with the timestamps: the clock, which the agent sets and the user reads.",
            "Then they ask: “What mutual exclusion do the user and agent need with respect to the \
             variables shown above?” Here every access is a step of its own, and the other process \
             at the node may come between any two. Knobs make accesses indivisible. “All at once”, \
             wherever it can be chosen, is what the book’s figure 6.9 assumes, as the notes say.",
            "The program of 1981 has a semaphore. It is taken for the choice of a number together \
             with the change of state, and for the agent’s test; the agent gives it back before it \
             acts on the test.",
        ],
        found: &[
            "Two things must be indivisible, and these are enough, for two and three nodes, in \
             channels that keep order or not. The user’s look at the clock, its priority and its \
             change of state are one. The agent’s look at state and priority together with putting a \
             request off are the other; it may set the clock in a step before, and reply in a step \
             after.",
            "If anything comes between clock and state, two are inside after 14 steps with two \
             nodes, and 20 with three: the agent said yes to a request in between, and the user \
             then asks with a number that should have been higher. The notes’ order, priority \
             before state, does not prevent that. The other order makes it a deadlock, in 10 \
             steps, or 21.",
            "If the user can leave between the agent’s test and what follows from it, the agent \
             puts a request off that nobody will answer. With the semaphore where the program of \
             1981 has it, two nodes stop for ever after 14 steps. No choice of set or flags, and \
             no care of the user in leaving, mends it.",
            "Entering needs no protection, and neither does leaving, in the notes’ order. If pending \
             replies are sent first and the state changes after that, a request can be forgotten in \
             between; then leaving must be indivisible.",
            "Replies needed needs none if it is set before the requests are sent. Set after them, a \
             quick reply is counted for nothing: two nodes stop after 11 steps.",
            "The order in which the agent sets the clock and answers counts: answering first lets \
             two in after ten steps, or 15 with three nodes. And the state must change before the \
             requests are sent, as the notes say: otherwise two are inside after 14, or 20.",
        ],
    };
    const KNOBS: &'static [Knob] = &[
        Knob { name: "processes", words: "Nodes", values: &[value("2", "2"), value("3", "3")] },
        Knob {
            name: "entries",
            words: "Each user enters",
            values: &[value("1", "once"), value("2", "twice"), value("3", "three times")],
        },
        Knob {
            name: "channels",
            words: "Messages from one node to another",
            values: &[
                value("fifo", "arrive in the order sent, whichever process they are for"),
                value("unordered", "may overtake each other"),
            ],
        },
        Knob {
            name: "choice",
            words: "The user looks at the clock, sets its priority, sets its state",
            values: &[
                value("indivisible", "all at once"),
                value("state-apart", "the state in a step of its own"),
                value("number-apart", "the clock in a step of its own"),
                value("apart", "in three steps"),
            ],
        },
        Knob {
            name: "agent",
            words: "The agent sets the clock, looks at state and priority, answers or puts off",
            values: &[
                value("clock-apart", "the clock first, the rest at once"),
                value("indivisible", "all at once"),
                value("reply-apart", "the two looks and putting off at once, a reply after that"),
                value("test", "the two looks at once, as in the paper"),
                value("apart", "each access on its own"),
            ],
        },
        Knob {
            name: "leave",
            words: "The user sets its state back and takes the pending replies",
            values: &[value("apart", "step by step"), value("indivisible", "all at once")],
        },
        Knob {
            name: "pending",
            words: "Pending replies are",
            values: &[
                value("set", "a set in one variable"),
                value("flags", "one variable for each process, as in the paper"),
            ],
        },
        Knob {
            name: "order",
            words: "The order of the accesses",
            values: &[
                value("notes", "is as in the lecture notes"),
                value("state-first", "state awaiting, then priority"),
                value("send-first", "requests sent, then state awaiting"),
                value("count-late", "requests sent, then replies needed"),
                value("reply-first", "pending replies sent, then state normal"),
                value("clock-last", "request answered, then clock"),
            ],
        },
    ];
    const CARD: &'static str = "?processes=3&v=1&run=UAJhc4nWRRk8R.aoza";
    const DARES: &'static [Dare] = &[
        Dare {
            title: "User and agent",
            ahead: "node 1 enters, after node 0 has left",
            words: "Node 0 waited while its agent answered for it. The reply to node 1 was pending \
                    until the user left.",
            link: "?processes=3&v=1&run=UAJhc4nWRRk8RnDmdaZ.9YfQ",
        },
        Dare {
            title: "State changed too late",
            ahead: "",
            words: "Node 0 has its number, and its agent still says yes to another with the same one.",
            link: "?choice=state-apart&v=1&run=EFachOXbU.sHUI",
        },
        Dare {
            title: "An old clock",
            ahead: "",
            words: "Node 0 has looked at the clock, and its agent takes a request before the number is set.",
            link: "?choice=number-apart&v=1&run=EFachOXbU.y0Bq",
        },
        Dare {
            title: "An old test",
            ahead: "",
            words: "The semaphore is where the program of 1981 has it. The user leaves between the agent’s test \
                    and its deed, and node 1 waits for ever.",
            link: "?agent=test&pending=flags&v=1&run=EBZd7TmoHP.4qdw",
        },
        Dare {
            title: "Clock set too late",
            ahead: "",
            words: "Node 0 says yes to request 1, and then asks with number 1 itself: ten steps.",
            link: "?order=clock-last&v=1&run=EWgTk1P.4Pju",
        },
        Dare {
            title: "Counted too late",
            ahead: "",
            words: "The reply comes before node 0 has written down how many it needs.",
            link: "?order=count-late&v=1&run=EBWXdOan.TkEF",
        },
    ];

    const FIGURES: &'static [model::Figure] = &[model::Figure::messages("processes")];

    fn model(setting: &Setting) -> Network<UserAndAgent> {
        Network::new(UserAndAgent {
            nodes: setting.number("processes").map_or(2, usize::from),
            entries: setting.number("entries").unwrap_or(1),
            is_fifo: setting.is("channels", "fifo"),
            program: Program::new(setting),
        })
    }
}
