//! What the page says about it, and its knobs.

use super::Cf23;
use model::row_store::{Clients, Clocks, Level, Stamps, Store};
use model::{
    Algorithm, Article, Dare, Family, Knob, Paper, Setting, Stage, System, symmetric_system_of,
    value,
};
use std::sync::Arc;

impl Algorithm for Cf23 {
    type Model = Clients<Cf23>;
    const NAME: &'static str = "CF23: consensus on a row";
    const VERSION: u16 = 1;
    const FAMILY: Family = Family::Consensus;
    const STAGE: Stage = Stage::Replicas;
    const PAPER: Paper = Paper {
        authors: "Aaron Morton",
        surnames: "Morton",
        year: 2012,
        title: "Row Level Isolation and Consensus",
        url: "https://thelastpickle.com/blog/2012/08/16/Row-Isolation-and-Consensus.html",
    };
    const ARTICLE: Article = Article {
        lead: "Two clients agree by writing two columns of a row at once. But a timestamp is older \
               than the write that carries it, and both win.",
        surprise: "A timestamp is older than its write: two clients decide differently after 13 steps.",
        idea: &[
            "A row of Cassandra is written atomically. So the post puts the (2,3)-array into one: \
             client 0 writes its number into element_0 and element_1 at once, client 1 into \
             element_1 and element_2. Who finds the other’s own element missing came first (case \
             1). If it is there and the middle one is the other’s, the other came second (case 2); \
             if the middle one is its own, it came second itself (case 3). Both decide on what the \
             first one proposed.",
            "The array works because the middle element is what was written last. In Cassandra a \
             cell is what has the highest timestamp, and of equal ones the larger value (“= 1 @2” \
             in the picture: value 1, timestamp 2). Here a \
             write begins with one step, in which the client or the coordinator gives it a \
             timestamp, and is applied with another. The way from the client to the coordinator is \
             not a step of its own: nothing can be seen of it.",
            "The post’s fine print asks: “Is this fair? Does the client who calls Cassandra first \
             always win? No.” It says that a write thread may be pre-empted, so that the other \
             finishes first, and that with a clock that is ahead, client 1 may be “winning” when \
             really client 0 won. Against that it has timestamps from one coordinator: “Baring NTP \
             moving the clock backwards, successive calls to the same server should result in \
             monotonic timestamps.”",
            "Agreement is more than fairness: whoever wins, it must be the same for both. And a \
             write with an older timestamp is not applied at one moment: its own element is new \
             when it comes, but the middle one counts as of its timestamp. Isolation makes the \
             columns change at once, and reconciliation undoes that.",
            "Three copies with quorums: a write goes to all, and is done once two have it; a read \
             asks two and takes the newest cell of each column. Timestamps that a replica gives as \
             it applies a write are not Cassandra’s; they are here to see what would be enough.",
            "The order of the operations is that of the book which the post follows: propose, \
             write, read the other’s element, then the middle one, then the proposal. Simplified: there is no read repair, one request at most \
             gets stuck, and a replica that is down stays down.",
        ],
        found: &[
            "On one replica, with clocks that agree and never show the same time twice, both \
             clients can win: 13 steps, and 100 of 2016 runs end so. Client 0 gets its timestamp \
             and is held up; client 1 writes, finds element_0 missing and decides for itself; then \
             client 0’s write comes, too old for the middle element, and client 0 takes itself for \
             the first. One coordinator with monotonic timestamps changes nothing.",
            "So the two harmless remarks of the fine print, put together, break agreement. What is \
             left of them is true: validity holds, and each client decides, after five operations \
             of its own at most, or four if one read gets all elements.",
            "If the timestamp is taken at the moment of application, the clients agree, and who is \
             applied first wins, in each of 2016 runs, 1008 for either. Who calls first can still \
             lose. That is the unfairness that the post means, and then it is all.",
            "Even then clocks matter. In one millisecond the larger value wins, which is client \
             1’s: 308 of 2016 runs end with two winners, and in no run does client 1 win alone. And \
             if the clock falls back once, both can win.",
            "The post’s example of a clock that is ahead exists: both decide for client 1, though \
             client 0 was first. But if client 0 has read before client 1 writes, they disagree. \
             They need not even meet: client 0 comes, decides and goes; then client 1 comes, and \
             decides otherwise (13 steps).",
            "On three copies with quorums, agreement fails after 17 steps, and in two ways: both \
             win, or each takes the other for the first. The latter goes away if one read gets all \
             elements, the former does not. To wait for all copies does not help (21 steps), nor do \
             timestamps from the replicas, with quorums or with all: the dares have a run for each. \
             If one copy is enough, a client can fail to find its own proposal after six steps, and \
             decide on nothing.",
            "A request that got stuck and comes late breaks agreement even with timestamps from the \
             moment of application (16 steps): client 0’s write comes a second time, as the newest. \
             One of three replicas may go down, and still each client decides; if all copies are \
             needed, nobody may.",
            "Used twice, as the post says, “weird things happen”: with the best of timestamps, runs \
             end in 23 ways. A client that asks again before the other has asked gets its new \
             proposal, and the other one, who asks for the first time, decides on that too.",
        ],
    };
    const KNOBS: &'static [Knob] = &[
        Knob {
            name: "stamps",
            words: "A write gets its timestamp",
            values: &[
                value("client", "from the client, as the call starts"),
                value("coordinator", "from the one coordinator, as the request comes there"),
                value("replica", "from the replica, as it is applied there"),
            ],
        },
        Knob {
            name: "clock",
            words: "Clocks",
            values: &[
                value("right", "agree, and never show the same time twice"),
                value("0-ahead", "agree but for client 0’s, which is ahead"),
                value("1-ahead", "agree but for client 1’s, which is ahead"),
                value("same-ms", "show the same millisecond all the time"),
                value("falls-back", "agree until one falls back, once"),
            ],
        },
        Knob {
            name: "replicas",
            words: "Copies of the row",
            values: &[value("1", "1"), value("3", "3")],
        },
        Knob {
            name: "level",
            words: "A read or write needs",
            values: &[
                value("quorum", "a majority of the copies"),
                value("one", "one copy"),
                value("all", "all copies"),
            ],
        },
        Knob {
            name: "answers",
            words: "The replicas that a read asks answer",
            values: &[
                value("at-once", "at the same time"),
                value("one-by-one", "one after the other"),
            ],
        },
        Knob {
            name: "gets",
            words: "One read gets",
            values: &[value("element", "one element"), value("row", "all three elements")],
        },
        Knob {
            name: "late",
            words: "A request that got stuck",
            values: &[
                value("never", "there is none"),
                value("comes", "is sent again, and comes after all"),
            ],
        },
        Knob {
            name: "down",
            words: "Replicas that go down",
            values: &[value("none", "none"), value("1", "one")],
        },
        Knob {
            name: "uses",
            words: "The object is used",
            values: &[value("once", "once"), value("twice", "twice")],
        },
    ];
    const CARD: &'static str = "?v=1&run=QBiExmJiAH.-Fbn";
    const DARES: &'static [Dare] = &[
        Dare {
            title: "Both win",
            ahead: "",
            words: "Perfect clocks, one replica. Client 0’s write is older than client 1’s \
                    and comes later: too late to be seen, too old to count.",
            link: "?v=1&run=QBiExmJiAH.-Fbn",
        },
        Dare {
            title: "Who came first",
            ahead: "client 1 decides A, as client 0 did",
            words: "Timestamps from the moment of application. Case 2 for client 0, case 3 \
                    for client 1: both know.",
            link: "?stamps=replica&v=1&run=QERmBimABJ.7HtU",
        },
        Dare {
            title: "First call loses",
            ahead: "client 0 decides B, as client 1 did",
            words: "Client 0’s write is on its way before client 1 has even proposed. The \
                    post claims no more than this, and this holds.",
            link: "?stamps=replica&v=1&run=QEQMxmJiAH.Nphq",
        },
        Dare {
            title: "One coordinator",
            ahead: "",
            words: "Monotonic timestamps from one server: both win all the same.",
            link: "?stamps=coordinator&v=1&run=QBiExmJiAH.3XZP",
        },
        Dare {
            title: "The first one robbed",
            ahead: "client 0 decides B, though it was first",
            words: "The post’s example: client 0 was first, but its clock is ahead. Both \
                    decide for client 1.",
            link: "?clock=0-ahead&v=1&at=11&run=QERmERmABJ.Rd1Y",
        },
        Dare {
            title: "A day later",
            ahead: "",
            words: "The same clock. Client 0 has its answer and is gone when client 1 \
                    comes, and gets another one.",
            link: "?clock=0-ahead&v=1&run=QEQiAMxmJP.Npt5",
        },
        Dare {
            title: "In one millisecond",
            ahead: "",
            words: "Equal timestamps: the larger value stays in the middle, even if it was \
                    there first.",
            link: "?stamps=replica&clock=same-ms&v=1&run=QBiExmJiAH.Y6Hv",
        },
        Dare {
            title: "A clock turned back",
            ahead: "",
            words: "Timestamps from the moment of application, but the clock falls back between \
                    the two.",
            link: "?stamps=replica&clock=falls-back&v=1&run=QBiEQE3OYk_.SP5T",
        },
        Dare {
            title: "A quorum",
            ahead: "",
            words: "Three copies: client 1 has decided when client 0’s write gets its \
                    majority.",
            link: "?replicas=3&v=1&run=QBijEU05mn5Ny4-Hl.soEi",
        },
        Dare {
            title: "Each gives way",
            ahead: "",
            words: "Three copies: each takes the other for the first, and decides for it.",
            link: "?replicas=3&v=1&at=21&run=gAYKDCEgoOEiosYyK4Pgbg4vi8oz.atQM",
        },
        Dare {
            title: "Stamped everywhere",
            ahead: "",
            words: "Three copies with the best of timestamps: the two writes come in \
                    another order to each.",
            link: "?stamps=replica&replicas=3&v=1&run=QBijE05imn5Ny4-C7w_._LQe",
        },
        Dare {
            title: "All copies",
            ahead: "",
            words: "All copies, for every read and write, with the best of timestamps: each \
                    gives way to the other.",
            link: "?stamps=replica&replicas=3&level=all&v=1&run=gAYKDhIqLjAGKgoOEDKLjBy.KDgA",
        },
        Dare {
            title: "Own proposal missing",
            ahead: "",
            words: "If one copy is enough, a client can write to one and read from another.",
            link: "?replicas=3&level=one&v=1&run=QEQi48L.5T3m",
        },
        Dare {
            title: "Tried again",
            ahead: "",
            words: "Timestamps from the moment of application. But client 0’s request got stuck, was \
                    sent again, and comes a second time.",
            link: "?stamps=replica&late=comes&v=1&run=YBiB7kQBMGYMVEE_.OKPr",
        },
        Dare {
            title: "Used twice",
            ahead: "",
            words: "Client 0 is about to ask again. Client 1, asking for the first time, \
                    finds what was proposed for the second.",
            link: "?stamps=replica&uses=twice&v=1&run=QBiEQzimMxJ.qVsF",
        },
    ];

    fn model(setting: &Setting) -> Clients<Cf23> {
        let level = match setting.get("level") {
            "one" => Level::One,
            "all" => Level::All,
            _ => Level::Quorum,
        };
        let stamps = match setting.get("stamps") {
            "coordinator" => Stamps::Server,
            "replica" => Stamps::Replica,
            _ => Stamps::Client,
        };
        let clocks = match stamps {
            _ if setting.is("clock", "same-ms") => Clocks::Still,
            Stamps::Client => Clocks::InStep,
            Stamps::Server | Stamps::Replica => Clocks::One,
        };
        Clients::new(Cf23 {
            store: Store {
                replicas: setting.number("replicas").unwrap_or(1),
                reads: level,
                writes: level,
                answers_at_once: setting.is("answers", "at-once"),
                lands_at_once: false,
                stamps,
                clocks,
                retries_max: u8::from(setting.is("late", "comes")),
                steps_back_max: u8::from(setting.is("clock", "falls-back")),
                downs_max: setting.number("down").unwrap_or(0),
                crashes_max: 0,
            },
            ahead: match setting.get("clock") {
                "0-ahead" => Some(0),
                "1-ahead" => Some(1),
                _ => None,
            },
            reads_row: setting.is("gets", "row"),
            uses: if setting.is("uses", "twice") { 2 } else { 1 },
        })
    }

    fn symmetric_system(setting: &Setting) -> Arc<dyn System> {
        symmetric_system_of(Self::model(setting))
    }
}
