//! What the page says about it, and its knobs.

use super::{Gets, RowLock};
use crate::shared::papers::LOCKING;
use model::row_store::{Clients, Clocks, Level, Stamps, Store};
use model::{
    Algorithm, Article, Dare, Family, Knob, Paper, Setting, Stage, System, Value,
    symmetric_system_of, value,
};
use std::sync::Arc;

/// Values of a knob that says how many replicas an operation needs.
const LEVELS: &[Value] =
    &[value("quorum", "a majority"), value("one", "one"), value("all", "all of them")];

impl Algorithm for RowLock {
    type Model = Clients<RowLock>;
    const NAME: &'static str = "Locking a row";
    const VERSION: u16 = 1;
    const FAMILY: Family = Family::Store;
    const STAGE: Stage = Stage::Replicas;
    const PAPER: Paper = Paper {
        authors: "TvE",
        surnames: "TvE",
        year: 2010,
        title: "Locking, Cassandra wiki",
        url: LOCKING,
    };
    const ARTICLE: Article = Article {
        lead: "The bakery on a row of Cassandra: a published recipe that fails on one copy of the \
               row, and what it takes to make it right on three.",
        surprise: "The published recipe lets two in on a single copy, after 14 steps.",
        idea: &[
            "A row is the lock. Each client has two columns in it: choosing, while it picks a \
             number, and number. It writes the one, reads all numbers, writes a higher one, deletes \
             the other, and then reads and reads again until nobody is choosing and nobody has a \
             lower number. The page of the Cassandra wiki begins: “This page is just musings at \
             this point, don't believe a word!”",
            "The lines here are the page's. It quotes the bakery and leaves out its rule for equal \
             numbers. It reads choosing once and then number once, and after waiting for somebody's \
             choice looks at the numbers that it read before. It asks whether the two families are \
             consistent with each other, and if not, wants them in one. Each of these is an option.",
            "The row has copies. A write goes to all of them, and the client goes on once a quorum \
             has it; to the others it comes later, in any order, perhaps never. A read asks a quorum \
             and takes the newest cell of each column. Any two majorities share a replica, so a read \
             that begins after a write has ended sees it.",
            "Newest means: the highest timestamp. A delete leaves a tombstone, a cell with a \
             timestamp like any other. So a write with an older timestamp than the tombstone is \
             never seen, and a delete with an older timestamp than the value deletes nothing. In \
             the picture “= 2 @3” is the value 2 with timestamp 3, and ∅ is a tombstone.",
            "“Any operation that fails must be repeated until it succeeds.” What if the first try \
             was only slow? It comes late. With the timestamp that its client gave it, it loses \
             against what has been written since; with one that it gets on arrival, it wins.",
            "Simplified here: what a replica has no use for, because it has something newer, is not \
             delivered to it; replicas that go down stay down; there is no read repair, which would \
             only bring writes to replicas sooner; and one request at most gets stuck.",
        ],
        found: &[
            "As published, the lock fails on a single copy of the row, where every operation is \
             atomic: both clients take number 1, and 14 steps lead both inside. On three copies \
             with quorums it takes 26.",
            "The rule for equal numbers is not enough: a client that has waited for a choice \
             enters on numbers that it read before (15 steps on one copy). Reading the numbers \
             again after waiting is not enough either. Both together are, for two clients, and for \
             three on up to two copies.",
            "Instead of reading again, one may keep both families in one and read them together; \
             that needs the rule for equal numbers too, and every look has to read both. The page's \
             line 11 reads choosing alone: with one family that was read at once, two clients are \
             inside after 13 steps on one copy, and after 25 on three. Reading column by column does \
             not help, and does no harm.",
            "Number must be read after choosing. The other way round, two clients are inside after \
             14 steps on one copy, with both repairs.",
            "On three copies with quorums, either pair of repairs holds for two clients that enter \
             once, and whoever asks enters in the end; so it does if reads need one replica and \
             writes all, and on two copies also the other way round. If both need only one, two \
             clients are inside after 18 steps, or after 20 if it is the numbers that are read again. \
             With more clients or entries three copies were not searched to the end.",
            "But if replicas answer one after the other, families that are kept in one and read \
             together no longer repair the lock: what is read together was never there together. \
             Two reads, first choosing and then number, still do, for two clients that enter once.",
            "A clock that falls back blocks everybody: the delete comes too early to delete. With a \
             second entry it lets two inside, because the second number is older than the first \
             one's tombstone.",
            "A request that got stuck and comes late does no harm as long as it has its client's \
             timestamp. If the store gives the timestamps, it raises a hand that nobody will take \
             down, and everybody is blocked; on two copies, with a second entry and families that \
             are kept in one, it also takes down one that should be up, and two are inside after 43 \
             steps. On one copy nothing comes late.",
            "With quorums one replica of three may go down; if writes need all, that stops \
             everybody. The page says that a client that crashes with its number set blocks the \
             others. It blocks them even before that, while it is choosing.",
        ],
    };
    const KNOBS: &'static [Knob] = &[
        Knob { name: "clients", words: "Clients", values: &[value("2", "2"), value("3", "3")] },
        Knob {
            name: "entries",
            words: "Each enters",
            values: &[value("1", "once"), value("2", "twice")],
        },
        Knob {
            name: "replicas",
            words: "Copies of the row",
            values: &[
                value("3", "3"),
                value("1", "1: every operation on the row is atomic"),
                value("2", "2"),
            ],
        },
        Knob { name: "read", words: "A read needs", values: LEVELS },
        Knob { name: "write", words: "A write or delete needs", values: LEVELS },
        Knob {
            name: "answers",
            words: "The replicas that a read asks answer",
            values: &[
                value("at-once", "at the same time"),
                value("one-by-one", "one after the other"),
            ],
        },
        Knob {
            name: "tie-break",
            words: "Between equal numbers",
            values: &[
                value("none", "no tie-break"),
                value("client-id", "the lower client goes first"),
            ],
        },
        Knob {
            name: "re-read",
            words: "The numbers are read again",
            values: &[
                value("never", "while waiting for a number"),
                value("after-waiting", "also after waiting for a choice"),
            ],
        },
        Knob {
            name: "gets",
            words: "One read gets",
            values: &[
                value("family", "one column family"),
                value("row", "both, kept as one column family"),
                value("column", "one column"),
                value("row-once", "both as one column family, and while waiting only one of them"),
            ],
        },
        Knob {
            name: "order",
            words: "First read",
            values: &[
                value("choosing-first", "choosing, then number"),
                value("number-first", "number, then choosing"),
            ],
        },
        Knob {
            name: "clock",
            words: "A client’s clock",
            values: &[value("right", "never goes back"), value("falls-back", "falls back, once")],
        },
        Knob {
            name: "late",
            words: "A request that got stuck",
            values: &[
                value("never", "there is none"),
                value("client-time", "comes late, with its client’s timestamp"),
                value("server-time", "comes late, and gets its timestamp then"),
            ],
        },
        Knob {
            name: "down",
            words: "Replicas that go down",
            values: &[value("none", "none"), value("1", "one"), value("2", "two")],
        },
        Knob {
            name: "crash",
            words: "Of the clients",
            values: &[value("none", "none crashes"), value("one", "one may crash")],
        },
    ];
    const CARD: &'static str = "?v=1&run=kAIJBuDCCQYILB-D0Ri0Y4mGLf.vP5b";
    const DARES: &'static [Dare] = &[
        Dare {
            title: "Met at one replica",
            ahead: "client 1 sees both numbers, thanks to replica 1",
            words: "Replica 0 has never heard of client 1, replica 2 never of client 0. Any two \
                    quorums share a replica, and here the two writes met at replica 1.",
            link: "?tie-break=client-id&re-read=after-waiting&v=1&run=kAIJBuDCCQYILB-D0Ri0Y4mGLRgYvGeJt.IW2M",
        },
        Dare {
            title: "The recipe",
            ahead: "",
            words: "Three copies, quorums, every line as published: both take number 1, and nobody \
                    steps back.",
            link: "?v=1&run=UAJiRuGIkydyYxhFjzJxm8PZ_L3.iwPG",
        },
        Dare {
            title: "An old number",
            ahead: "",
            words: "Equal numbers have an order now. But client 1 has read the numbers before it \
                    waited, and does not look again.",
            link: "?replicas=1&tie-break=client-id&v=1&run=AAcYAf.ozDX",
        },
        Dare {
            title: "Half of it read",
            ahead: "",
            words: "Both families were read at once. But while client 1 waited it read choosing alone, \
                    as the page's line 11 does.",
            link: "?replicas=1&tie-break=client-id&gets=row-once&v=1&run=AAcUB.NvTe",
        },
        Dare {
            title: "The wrong order",
            ahead: "",
            words: "First number, then choosing: in between, the other one has done both.",
            link: "?replicas=1&tie-break=client-id&re-read=after-waiting&order=number-first&v=1&run=AAcUAf.y69H",
        },
        Dare {
            title: "Never together",
            ahead: "",
            words: "Replica 1 answers before the number is there, replica 2 after the hand is down.",
            link: "?answers=one-by-one&tie-break=client-id&gets=row&v=1&run=kABGCQbh4IIJFItx8UMUiwxWL8VBggsJ4eC4k.z_ag",
        },
        Dare {
            title: "A clock set back",
            ahead: "",
            words: "Client 0 comes again with an older timestamp than its own tombstone: its number \
                    is written, and invisible.",
            link: "?entries=2&replicas=1&tie-break=client-id&re-read=after-waiting&clock=falls-back&v=1&run=AMJ5ABxv.0EfJ",
        },
        Dare {
            title: "A hand raised late",
            ahead: "",
            words: "A request that got stuck comes late and is stamped anew. The hand is up for \
                    good, and its owner waits for itself.",
            link: "?replicas=2&tie-break=client-id&re-read=after-waiting&late=server-time&v=1&run=YAJ9yIjAIiMETGzE4TMThmZ0mKiAIz.U_wD",
        },
        Dare {
            title: "One replica asked",
            ahead: "",
            words: "Reads and writes that need one replica each need not meet.",
            link: "?replicas=2&read=one&write=one&tie-break=client-id&gets=row&v=1&run=UAJicREEXjM5mYZvK.wuA0",
        },
        Dare {
            title: "A crash while choosing",
            ahead: "",
            words: "Nobody will ever delete that column.",
            link: "?replicas=1&tie-break=client-id&re-read=after-waiting&crash=one&v=1&run=AABQ9f.aVL1",
        },
    ];

    fn model(setting: &Setting) -> Clients<RowLock> {
        let number = |knob| setting.number(knob).unwrap_or(0);
        let level = |knob| match setting.get(knob) {
            "one" => Level::One,
            "all" => Level::All,
            _ => Level::Quorum,
        };
        Clients::new(RowLock {
            clients: number("clients").into(),
            entries: number("entries"),
            breaks_ties: setting.is("tie-break", "client-id"),
            reads_again: setting.is("re-read", "after-waiting"),
            gets: match setting.get("gets") {
                "row" => Gets::Row,
                "row-once" => Gets::RowOnce,
                "column" => Gets::Column,
                _ => Gets::Family,
            },
            reads_numbers_first: setting.is("order", "number-first"),
            store: Store {
                replicas: number("replicas"),
                reads: level("read"),
                writes: level("write"),
                answers_at_once: setting.is("answers", "at-once"),
                lands_at_once: true,
                stamps: match setting.get("late") {
                    "server-time" => Stamps::Server,
                    _ => Stamps::Client,
                },
                clocks: Clocks::Apart,
                retries_max: u8::from(!setting.is("late", "never")),
                steps_back_max: u8::from(setting.is("clock", "falls-back")),
                downs_max: number("down"),
                crashes_max: u8::from(setting.is("crash", "one")),
            },
        })
    }

    fn symmetric_system(setting: &Setting) -> Arc<dyn System> {
        symmetric_system_of(Self::model(setting))
    }
}
