//! What the page says about it, and its knobs.

use super::Cf23;
use model::row_store::{Clients, Clocks, Level, Stamps, Store};
use model::{Algorithm, Article, Dare, Family, Knob, Paper, Setting, Stage, value};

impl Algorithm for Cf23 {
    type Model = Clients<Cf23>;
    const NAME: &'static str = "CF23: consensus on a row";
    const VERSION: u16 = 1;
    const FAMILY: Family = Family::Consensus;
    const STAGE: Stage = Stage::Replicas;
    const PAPER: Paper = Paper {
        authors: "Aaron Morton",
        year: 2012,
        title: "Row Level Isolation and Consensus",
        url: "https://thelastpickle.com/blog/2012/08/16/Row-Isolation-and-Consensus.html",
    };
    const ARTICLE: Article = Article {
        lead: "Two clients agree by writing two columns of a row at once, until timestamps say \
               otherwise.",
        idea: &[],
        found: &[],
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
            name: "uses",
            words: "The object is used",
            values: &[value("once", "once"), value("twice", "twice")],
        },
    ];
    const CARD: &'static str = "";
    const DARES: &'static [Dare] = &[];

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
        let clocks = match setting.get("clock") {
            "same-ms" => Clocks::Still,
            _ => Cf23::right_clocks(stamps),
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
                retries_max: 0,
                steps_back_max: u8::from(setting.is("clock", "falls-back")),
                downs_max: 0,
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
}
