//! What the page says of it, and its knobs.

use super::{Clock, StableStorage};
use model::shared_memory::Threads;
use model::{Algorithm, Article, Dare, Family, Knob, Paper, Setting, Stage, value};

impl Algorithm for StableStorage {
    type Model = Threads<StableStorage>;
    const NAME: &'static str = "Stable storage";
    const VERSION: u16 = 1;
    const FAMILY: Family = Family::AtomicUpdates;
    const STAGE: Stage = Stage::Cells;
    const PAPER: Paper = Paper {
        authors: "Douglas W. Jones",
        surnames: "Jones",
        year: 2002,
        title: "22C:116 Lecture Notes, 29: Atomic Transactions",
        url: "http://homepage.divms.uiowa.edu/~jones/opsys/",
    };
    const ALSO: &'static [(&'static str, Paper)] = &[
        (
            "Stable storage",
            Paper {
                authors: "Butler W. Lampson, Howard E. Sturgis",
                surnames: "Lampson, Sturgis",
                year: 1979,
                title: "Crash Recovery in a Distributed Data Storage System",
                url: "https://bwlampson.site/21-CrashRecovery/Abstract.html",
            },
        ),
        (
            "The repair after a restart",
            Paper {
                authors: "Butler W. Lampson",
                surnames: "Lampson",
                year: 1981,
                title: "Atomic Transactions",
                url: "https://doi.org/10.1007/3-540-10571-9_11",
            },
        ),
    ];
    const ARTICLE: Article = Article {
        lead: "A value is kept in two copies with checksums, so that a crash in the middle of an \
               update spoils only one. The next crash may spoil the other.",
        surprise: "Nothing decays, and yet after 19 steps a crash leaves no good copy.",
        idea: &[
            "The notes call it Lamport’s; it is Lampson and Sturgis’s. Each copy is a value, the \
             time of its writing, and a checksum over both. An update writes one copy, field by \
             field, waits until it is on disk, writes the other, and waits again. A crash leaves \
             at most one copy half-written, and its checksum tells.",
            "An inspect takes the later of two whole copies, or the only whole one. If neither is \
             whole, it fails. The notes say that this needs several failures, and that one can make \
             it as rare as one likes.",
            "Copy1 and Copy2 of the notes are Copy[0] and Copy[1] here. Process 0 serves one request \
             after the other, which is as good as a critical section; update k writes the value k. \
             Process 1 is the cache: it writes fields to disk whenever and in whatever order it likes, \
             and what it has not written is lost in a crash. The last process, where there is one, is \
             decay.",
            "Two things the notes leave open, and they are knobs. “Update time” does not say what the \
             time is taken from. And “optionally start by reading all fields” leaves a choice to the \
             inspect: read each field once, or wherever the code names it, some of them twice.",
            "Not modelled: to write, read and verify, more than two copies, and an error that a \
             checksum misses. Three repairs. After a restart, and before anybody inspects, the \
             copy that counts is written over the other. Or that is done before an update. Or \
             nothing is mended, and an update begins with the copy that does not count.",
        ],
        found: &[
            "With one crash, at any step, and both waits, the notes are right: an inspect gives the old \
             value or the new one, never goes back, and never fails. But the update after the crash \
             overwrites the only whole copy, so that for a while there is none at all, after 19 steps.",
            "So two crashes are enough, however far apart, and nothing has to decay. The first one spoils \
             copy 1, the second one copy 0, and the inspect fails after 28 steps.",
            "Or the first crash comes between the copies, and the new value counts; it is even read. The \
             second comes while copy 0 is written again, and the inspect returns the value from before \
             both updates, after 30 steps. “As if the write never occurred” is not so: it undoes the write \
             before it too.",
            "Each of the three repairs alone helps against that, with three crashes in three updates. The \
             cheapest for the update is the one after a restart: 7 accesses as before. To mend before an \
             update takes up to 16, to begin with the worse copy 13.",
            "Both waits are needed. Without the second, the cache still holds copy 1 when the next update \
             writes copy 0, and one crash spoils both, after 28 steps; without the first after 17. \
             Without either, an update that is over may leave no trace. No repair makes up for a missing \
             wait.",
            "The clock, on the other hand, does not matter. If it sticks, steps back, or starts from zero \
             after every crash, nothing fails that does not fail anyway; with a repair that mends, \
             nothing fails at all. Copies are always written in the same order, and the checksums alone \
             tell how far an update came.",
            "It matters if an update begins with the worse copy. With a clock that sticks, two updates \
             may have the same time; then the second one may, with its time, complete what the first one \
             left of a copy, and an update that counted for nothing comes back, after 35 steps. To take \
             one more than the latest time of a whole copy is no way out: it gives that same time again. \
             Only where fields reach the disk in the order in which they are written does no clock do \
             harm even then.",
            "If one field decays, at any time, and nothing crashes, no inspect fails. With one crash \
             besides, it may, under any repair: a copy that decays while the other is being written is \
             one failure too many. But a value that was read stays read only if it is mended after a \
             restart; else the copy that has it may decay.",
            "The optional reading is not optional. An inspect that reads fields where it needs them may \
             return a value that decays between the comparison and the return: 11 steps, and nobody wrote \
             what it returns.",
        ],
    };
    const KNOBS: &'static [Knob] = &[
        Knob {
            name: "updates",
            words: "Updates",
            values: &[value("2", "2"), value("1", "1"), value("3", "3")],
        },
        Knob {
            name: "crashes",
            words: "Crashes",
            values: &[
                value("1", "one, at any step"),
                value("0", "none"),
                value("2", "two, at any steps"),
                value("3", "three, at any steps"),
            ],
        },
        Knob {
            name: "decay",
            words: "On disk",
            values: &[
                value("none", "nothing decays"),
                value("1", "one field decays"),
                value("2", "two fields decay"),
            ],
        },
        Knob {
            name: "waits",
            words: "An update waits",
            values: &[
                value("both", "for either copy to be on disk"),
                value("first", "for the first copy only"),
                value("second", "at its end only, for the second copy"),
                value("none", "for nothing"),
                value("no-cache", "never, as there is no cache"),
            ],
        },
        Knob {
            name: "mend",
            words: "A bad or older copy is mended",
            values: &[
                value("never", "by the next update"),
                value("at-restart", "after a restart"),
                value("before-update", "before an update"),
                value("both", "after a restart and before an update"),
            ],
        },
        Knob {
            name: "first",
            words: "An update begins with",
            values: &[value("copy-0", "copy 0"), value("worse", "the copy that does not count")],
        },
        Knob {
            name: "clock",
            words: "The time is",
            values: &[
                value("runs", "from a clock that runs"),
                value("sticks", "from a clock that may stick"),
                value("steps-back", "from a clock that may step back"),
                value("restarts", "counted from zero after a crash"),
                value("copies", "one more than the latest of a whole copy"),
            ],
        },
        Knob {
            name: "inspect",
            words: "An inspect",
            values: &[
                value("reads-first", "reads all fields, then compares"),
                value("as-it-goes", "reads a field where it needs it"),
            ],
        },
    ];
    const CARD: &'static str = "?v=1&run=A4gDvq6_Q5MX.N60L";
    const DARES: &'static [Dare] = &[
        Dare {
            title: "Between the copies",
            ahead: "an inspect returns 1: the interrupted update took effect",
            words: "Copy 0 is on disk and copy 1 untouched: the interrupted update took effect.",
            link: "?v=1&run=A4gDvq6_Q5MX.N60L",
        },
        Dare {
            title: "No copy is whole",
            ahead: "no copy on disk is whole",
            words: "A crash spoils copy 1, and the next update begins with copy 0: now neither is whole.",
            link: "?v=1&run=A4gDs6jrDpPQ4g7.DjFS",
        },
        Dare {
            title: "A value unread",
            ahead: "",
            words: "The first crash lets 1 count, and it is read. The second brings 0 back.",
            link: "?crashes=2&v=1&run=A4gDvq6_Q5MXiDv0OTF.MYmS",
        },
        Dare {
            title: "Both lost",
            ahead: "",
            words: "Each crash spoils one copy, and nobody mended the first.",
            link: "?crashes=2&v=1&run=A4gDs6jrDpPQ4g79Dkxf.9pvA",
        },
        Dare {
            title: "Trust in the cache",
            ahead: "",
            words: "The update is over, but nothing of it had reached the disk.",
            link: "?waits=none&v=1&run=A4jG9Dkxf.HGuY",
        },
        Dare {
            title: "An update comes back",
            ahead: "",
            words: "Update 1 left its value and its sum, update 2 adds the time, which is the same. Nobody \
                    expects 1 any more.",
            link: "?crashes=2&first=worse&clock=copies&v=1&run=A4jCO-v0OIx-r0OTF.9Vb1",
        },
        Dare {
            title: "Compared, then read",
            ahead: "",
            words: "The value decays after its checksum was found good, and before it is returned.",
            link: "?crashes=0&decay=1&inspect=as-it-goes&v=1&run=Q4jH6IP.OtKO",
        },
    ];

    fn model(setting: &Setting) -> Threads<StableStorage> {
        let waits = setting.get("waits");
        let mend = setting.get("mend");
        let is_any = |it, of: &[&str]| of.contains(&it);
        Threads::new(StableStorage {
            updates: setting.number("updates").unwrap_or(2),
            crashes: setting.number("crashes").unwrap_or(1),
            decays: setting.number("decay").unwrap_or(0),
            has_cache: waits != "no-cache",
            waits: [is_any(waits, &["both", "first"]), is_any(waits, &["both", "second"])],
            mends_at_restart: is_any(mend, &["at-restart", "both"]),
            mends_before_update: is_any(mend, &["before-update", "both"]),
            worse_first: setting.is("first", "worse"),
            clock: match setting.get("clock") {
                "sticks" => Clock::Sticks,
                "steps-back" => Clock::StepsBack,
                "restarts" => Clock::Restarts,
                "copies" => Clock::Copies,
                _ => Clock::Runs,
            },
            reads_first: setting.is("inspect", "reads-first"),
        })
    }
}
