//! The page: words, knobs and moments.

use super::{Look, Reader, RowIsolation, Same};
use model::shared_memory::Threads;
use model::{
    Algorithm, Article, Count, Dare, Family, Figure, Knob, Measure, PROCESSES_MAX, Paper, Setting,
    Stage, Zone, value,
};

impl Algorithm for RowIsolation {
    type Model = Threads<RowIsolation>;
    const NAME: &'static str = "Row isolation";
    const VERSION: u16 = 1;
    const FAMILY: Family = Family::AtomicUpdates;
    const STAGE: Stage = Stage::Cells;
    const PAPER: Paper = Paper {
        authors: "Aaron Morton",
        surnames: "Morton",
        year: 2012,
        title: "Row Level Isolation and Consensus",
        url: "https://thelastpickle.com/blog/2012/08/16/Row-Isolation-and-Consensus.html",
    };
    const ARTICLE: Article = Article {
        lead: "A writer changes a clone of the row and swaps it in, if nobody was faster: readers \
               see all of a write or nothing.",
        surprise: "Readers see all of a write or nothing. The printed restart line lets nobody through.",
        idea: &[
            "Cassandra 1.1 writes several columns of a row as if at once. A writer clones the \
             columns, reconciles its own with the clone (of two values the newer stays), and puts \
             the clone in the place of the row. The post tells it in the BASIC of the Commodore 64.",
            "If the row has been replaced since it was cloned, the clone is out of date, and the \
             writer starts again. Line 40 asks that after each column, to save work; line 60 asks \
             and swaps in one step, compareAndSet.",
            "Printed is “IF my_cols != row_cols”; the text says that line 40 looks whether the \
             object row_cols has been replaced. The default is the text. For that a writer keeps \
             old_cols, what it has cloned, which the printed listing has no name for.",
            "Columns are shown by the timestamps of their values. Writer i writes timestamp i + 1, \
             each time that it writes. The last process reads, once.",
        ],
        found: &[
            "With the clone and compareAndSet, whatever the reader sees is what whole writes come \
             to, and no write is lost. With n writers, two to four, a write takes up to n attempts \
             if each writes once, and up to 2n − 1 if each writes twice.",
            "If each writer has a row of its own, every write takes one attempt, whatever the others \
             do: wait-free.",
            "The post has a figure of that, and so has this page: 40 random schedules for each point, of \
             writers that never rest. To the same row a write takes 1.77 attempts on average with two \
             writers, 2.46 with three and 3.14 with four; nine in ten take at most 3, 5 and 6, and the \
             worst takes 9, 14 and 22. To a row each it is always one. The post has ten clients and \
             chunks of 50 columns; the model goes up to four writers and three columns.",
            "As printed, line 40 sends everybody back for ever: a clone with a new column is never \
             the row. A writer that is alone starts again after two steps, in vain.",
            "Without the clone a reader sees half a write after two steps. With it, a reader that \
             takes row_cols anew for each column still sees two halves, after six.",
            "If line 60 stores without comparing, a write that was through is gone after eight \
             steps, although line 40 has looked; after four if it has not. With compareAndSet, \
             line 40 can be left out: nothing changes but the number of steps.",
            "It does no harm to compare columns instead of objects. To compare addresses does, \
             where the memory of a replaced row is used again: the address is the old one, the row \
             is not, and a write is lost (a lost update, by the ABA problem), after 12 steps with \
             three writers. Two writers have to write twice for that.",
            "It is lock-free: as long as anybody writes, columns are put in place, whoever else \
             stops; and a writer that is left alone is through after five steps. It is not \
             wait-free, as the post says: others that write again and again can beat one for ever, \
             and there is no bound to its attempts. At the defaults the claim holds, within \
             eight steps, but only because each writes once; and where columns are compared, within \
             eight too, because a writer that writes again writes the same.",
        ],
    };
    const KNOBS: &'static [Knob] = &[
        Knob {
            name: "writers",
            words: "Writers",
            values: &[
                value("2", "2"),
                value("3", "3"),
                value("4", "4, and nobody reads"),
                value("1", "1"),
            ],
        },
        Knob {
            name: "rows",
            words: "They write to",
            values: &[value("same", "the same row"), value("own", "a row each")],
        },
        Knob { name: "columns", words: "Columns", values: &[value("2", "2"), value("3", "3")] },
        Knob {
            name: "writes",
            words: "Each writes",
            values: &[
                value("1", "once"),
                value("2", "twice"),
                value("unbounded", "again and again"),
            ],
        },
        Knob {
            name: "span",
            words: "A write is",
            values: &[
                value("all", "all columns"),
                value("short", "the last column, but all columns for writer 0"),
            ],
        },
        Knob {
            name: "clone",
            words: "Line 10 clones",
            values: &[value("on", "the row"), value("off", "nothing: the row is written in place")],
        },
        Knob {
            name: "line-40",
            words: "Line 40 asks",
            values: &[
                value("old", "whether the row has been replaced"),
                value("as-printed", "whether my_cols ≠ row_cols, as printed"),
                value("off", "nothing"),
            ],
        },
        Knob {
            name: "swap",
            words: "Line 60",
            values: &[value("compare", "compares and swaps"), value("store", "stores")],
        },
        Knob {
            name: "same",
            words: "Two rows are the same",
            values: &[
                value("identity", "if they are one object"),
                value("content", "if they have the same columns"),
                value("address", "if they have one address, and addresses are used again"),
            ],
        },
        Knob {
            name: "reader",
            words: "A reader",
            values: &[
                value("once", "takes the row once"),
                value("each", "takes the row anew for each column"),
                value("none", "nobody"),
            ],
        },
    ];
    const CARD: &'static str = "?v=1&run=AARf.1D9O";
    const DARES: &'static [Dare] = &[
        Dare {
            title: "Beaten to it",
            ahead: "writer 1 starts again with the row of writer 0",
            words: "Writer 0 was faster. Writer 1 has found the row replaced, and clones it anew.",
            link: "?v=1&run=AARf.1D9O",
        },
        Dare {
            title: "Beaten for ever",
            ahead: "",
            words: "Writer 0 writes all columns, writer 1 only one, again and again, and always in time to \
                    send writer 0 back.",
            link: "?writes=unbounded&span=short&v=1&loop=7&run=QBJAQOYH.j5O5",
        },
        Dare {
            title: "The listing as printed",
            ahead: "",
            words: "As printed, line 40 compares the clone with the row. They differ, and so everybody starts \
                    again for ever.",
            link: "?line-40=as-printed&v=1&loop=7&run=QABJQIP.2iDI",
        },
        Dare {
            title: "An update lost",
            ahead: "the write of writer 1 is gone",
            words: "Line 60 stores without comparing: writer 1’s write was through, and is gone.",
            link: "?swap=store&v=1&run=AAVT.4z0I",
        },
        Dare {
            title: "The same address again",
            ahead: "the write of writer 2 is gone",
            words: "The third row has the address of the first. To writer 1 it looks as if nothing had \
                    happened, and writer 2’s write is lost.",
            link: "?writers=3&same=address&v=1&run=QABCzJP.-EWE",
        },
        Dare {
            title: "Read twice",
            ahead: "the reader has seen two rows",
            words: "The row is whole at every moment; a reader that takes it anew for each column sees two of \
                    them.",
            link: "?reader=each&v=1&run=QACC.E5SI",
        },
    ];

    const FIGURES: &'static [Figure] = &[
        figure("Attempts", "attempts", Count::Attempts(Zone::Reading)),
        figure("Latency", "own steps", Count::Steps),
    ];

    fn model(setting: &Setting) -> Threads<RowIsolation> {
        let number = |knob| setting.number(knob).map_or(2, usize::from);
        let writers = number("writers");
        Threads::new(RowIsolation {
            writers,
            has_own_rows: setting.is("rows", "own"),
            columns: number("columns"),
            writes: setting.number("writes"),
            has_short_writes: setting.is("span", "short"),
            clones: setting.is("clone", "on"),
            look: match setting.get("line-40") {
                "as-printed" => Look::AsPrinted,
                "off" => Look::None,
                _ => Look::Old,
            },
            compares: setting.is("swap", "compare"),
            same: match setting.get("same") {
                "content" => Same::Content,
                "address" => Same::Address,
                _ => Same::Identity,
            },
            reader: match setting.get("reader") {
                _ if writers == PROCESSES_MAX => Reader::None,
                "each" => Reader::Each,
                "none" => Reader::None,
                _ => Reader::Once,
            },
        })
    }
}

/// As in the post: writers that never rest, to one row or to different ones.
const fn figure(title: &'static str, unit: &'static str, count: Count) -> Figure {
    let measure = Measure::Runs { count, along: Some("writers"), compare: Some("rows") };
    Figure {
        title,
        unit,
        per: "write",
        measure,
        with: &[("writes", "unbounded"), ("reader", "none")],
    }
}
