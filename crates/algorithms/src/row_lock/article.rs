//! What the page says about it, and its knobs.

use super::{Gets, RowLock};
use model::row_store::{Clients, Level, Stamps, Store};
use model::{Algorithm, Article, Dare, Family, Knob, Paper, Setting, Stage, Value, value};

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
        authors: "Thorsten von Eicken",
        year: 2010,
        title: "Locking",
        url: "https://cwiki.apache.org/confluence/display/CASSANDRA2/Locking",
    };
    const ARTICLE: Article = Article { lead: "", idea: &[], found: &[] };
    const KNOBS: &'static [Knob] = &[
        Knob {
            name: "clients",
            words: "Clients",
            values: &[value("2", "2"), value("3", "3")],
        },
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
            words: "Of equal numbers",
            values: &[
                value("none", "nobody goes first"),
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
            words: "Clients that crash",
            values: &[value("none", "none"), value("one", "one")],
        },
    ];
    const CARD: &'static str = "";
    const DARES: &'static [Dare] = &[];

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
                "column" => Gets::Column,
                _ => Gets::Family,
            },
            reads_numbers_first: setting.is("order", "number-first"),
            store: Store {
                replicas: number("replicas"),
                reads: level("read"),
                writes: level("write"),
                answers_at_once: setting.is("answers", "at-once"),
                stamps: match setting.get("late") {
                    "server-time" => Stamps::Server,
                    _ => Stamps::Client,
                },
                retries_max: u8::from(!setting.is("late", "never")),
                steps_back_max: u8::from(setting.is("clock", "falls-back")),
                downs_max: number("down"),
                crashes_max: u8::from(setting.is("crash", "one")),
            },
        })
    }
}
