//! What the page says about it, and its knobs.

use super::{CassandraQueue, Lease, Looks};
use crate::shared::papers::LOCKING;
use model::shared_memory::Threads;
use model::{
    Algorithm, Article, Dare, Family, Knob, Paper, Setting, Stage, System, symmetric_system_of,
    value,
};
use std::sync::Arc;

impl Algorithm for CassandraQueue {
    type Model = Threads<CassandraQueue>;
    const NAME: &'static str = "The Cassandra work queue";
    const VERSION: u16 = 1;
    const FAMILY: Family = Family::WorkQueues;
    const STAGE: Stage = Stage::Zones;
    const PAPER: Paper = Paper {
        authors: "TvE, Cassandra wiki",
        surnames: "TvE",
        year: 2010,
        title: "Locking: Distributed work queue",
        url: LOCKING,
    };
    const ARTICLE: Article = Article {
        lead: "Workers share a queue that is nothing but rows of a store: a bakery for every item, \
               written down as “musings”.",
        surprise: "Two workers process one item after 12 steps. It takes three repairs together.",
        idea: &[
            "An item of work is a row whose key is its timestamp. Column 0 of number says that it \
             is there; details say what there is to do. A worker scans number for the lowest row \
             in which nobody but column 0 is, and so has the oldest item that nobody has touched.",
            "Others may have found the same item. So the worker raises its hand in choosing, draws \
             a number above all others of that item, lowers its hand, and goes through the other \
             workers: it waits while one has its hand up, and withdraws if one has a lower number. \
             Who is left processes the item and removes it.",
            "The text is damaged, or was never whole: it compares number_hash and choosing_hash, \
             and reads neither of them. Taken literally, all that a worker knows is what its scan \
             saw. The page’s other recipe, for locking a row, reads both once, and choosing again \
             while it waits: that is the second reading. Reading number again after a wait is a \
             repair of our own.",
            "Of equal numbers neither is lower, so the text knows no rule for them; and between \
             the scan and the work the item may be gone. A rule and a look are two more repairs. \
             The page itself asks for a lease, so that an item whose worker dies comes back.",
            "Here one operation on one row is one step, and a scan sees all rows at one moment. A \
             store that promises less breaks no less. How workers spread over the items, or back \
             off, which the page worries about, is a question of speed and not asked.",
        ],
        found: &[
            "As published, every worker draws the number 1, and nobody ever withdraws. Two workers \
             process the same item after 12 steps, and after 14 one of them does it again, or finds \
             nothing to do.",
            "Three repairs together, and no two of them, keep an item from being processed by two, \
             or twice: read the numbers before drawing one, read them again after each wait, and \
             break ties. With the item looked for and just one of the three left out, two workers \
             process an item after 18, 20 and 20 steps.",
            "With these three a late worker may still win an item that is long removed: 22 steps. \
             Only a look for the item, after the numbers are compared, makes all promises hold, for \
             two workers with two items and for three workers with one.",
            "In none of these versions is an item lost or stuck, as long as nobody dies, timestamps \
             are unique, and the details land first.",
            "Two items with the same timestamp share a row, and the first is lost as soon as the \
             second is written: three steps, where clients enqueue meanwhile. And the text asks \
             nothing of the writes that enqueue an item. If column 0 lands before the details, a \
             worker finds nothing to do after 11 steps, and removes details that it has never seen.",
            "A worker that dies takes its item with it: after ten steps the other waits for its \
             raised hand for ever. A lease that ends only after death brings the item back, but what \
             was processed and not yet removed is processed again, in whatever order it is removed. \
             If the details go first, the next worker may also find nothing to do; if column 0 goes \
             first, it never does.",
            "A lease that may end while its worker is slow gives the item to two at once: 21 steps, \
             with every other repair in place.",
        ],
    };
    const KNOBS: &'static [Knob] = &[
        Knob { name: "workers", words: "Workers", values: &[value("2", "2"), value("3", "3")] },
        Knob { name: "items", words: "Items", values: &[value("2", "2"), value("1", "1")] },
        Knob {
            name: "enqueue",
            words: "Items are enqueued",
            values: &[
                value("before", "before the workers start"),
                value("meanwhile", "meanwhile, by clients"),
            ],
        },
        Knob {
            name: "timestamps",
            words: "Timestamps, which are keys",
            values: &[value("unique", "are unique"), value("equal", "are equal, by bad luck")],
        },
        Knob {
            name: "lands",
            words: "Of the two writes that enqueue an item",
            values: &[
                value("details-first", "the details land first"),
                value("item-first", "the column 0:0 lands first"),
            ],
        },
        Knob {
            name: "draw",
            words: "It draws a number above those",
            values: &[
                value("scanned", "that its scan saw"),
                value("read", "that it reads with its hand raised"),
            ],
        },
        Knob {
            name: "compare",
            words: "It compares its number with those",
            values: &[
                value("scanned", "that its scan saw"),
                value("read", "that it reads afterwards"),
                value("read-again", "that it reads afterwards, and again after each wait"),
            ],
        },
        Knob {
            name: "tie-break",
            words: "Of equal numbers",
            values: &[
                value("none", "nobody’s counts as lower"),
                value("worker-id", "that of the lower worker counts as lower"),
            ],
        },
        Knob {
            name: "check",
            words: "Before it processes the item",
            values: &[
                value("none", "it looks no more"),
                value("on", "it looks whether it is still there"),
            ],
        },
        Knob {
            name: "remove",
            words: "Of a processed item it removes first",
            values: &[value("details", "the details"), value("item", "the column 0:0")],
        },
        Knob {
            name: "death",
            words: "Of them all",
            values: &[value("none", "nobody dies"), value("one", "one may die")],
        },
        Knob {
            name: "lease",
            words: "A worker’s columns",
            values: &[
                value("none", "stay until it removes them"),
                value("after-death", "disappear some time after its death"),
                value("any-time", "disappear some time after they are written"),
            ],
        },
    ];
    const CARD: &'static str = "?v=1&run=ABAFV.nl3x";
    const DARES: &'static [Dare] = &[
        Dare {
            title: "Working off the queue",
            ahead: "worker 1 has found item B",
            words: "Worker 0 has processed item A and removed its row, and worker 1 has found item B.",
            link: "?v=1&run=AMJcX.mzA3",
        },
        Dare {
            title: "The same work, twice",
            ahead: "",
            words: "As published: both workers scanned before either had a number, both drew 1, and \
                    neither looks again.",
            link: "?v=1&run=ABAFV.nl3x",
        },
        Dare {
            title: "Stepping back",
            ahead: "worker 1 gives way to worker 0",
            words: "Repaired: worker 1 drew 2, sees that worker 0 goes first, and will withdraw.",
            link: "?draw=read&compare=read-again&tie-break=worker-id&check=on&v=1&run=AEBUVf.G0s9",
        },
        Dare {
            title: "Old news",
            ahead: "",
            words: "Worker 1 waited for worker 0’s number to be written, and then compared with what it had \
                    read before.",
            link: "?draw=read&compare=read&tie-break=worker-id&check=on&v=1&run=AAcYxlf.AJY8",
        },
        Dare {
            title: "An item that is gone",
            ahead: "",
            words: "All numbers are in order, but worker 1 overslept: the item was processed and removed \
                    meanwhile.",
            link: "?draw=read&compare=read-again&tie-break=worker-id&v=1&run=AATCXH.OeAN",
        },
        Dare {
            title: "An item overwritten",
            ahead: "item B has overwritten item A",
            words: "Two clients, one timestamp, one row: item B has overwritten item A.",
            link: "?enqueue=meanwhile&timestamps=equal&draw=read&compare=read-again&tie-break=worker-id&check=on&v=1&run=QSf.m2QH",
        },
        Dare {
            title: "A worker dies",
            ahead: "",
            words: "Worker 0 died with its hand up. Worker 1 waits for ever, and so do the items.",
            link: "?draw=read&compare=read-again&tie-break=worker-id&check=on&death=one&v=1&run=ABxvT.rY98",
        },
        Dare {
            title: "An outlived lease",
            ahead: "",
            words: "Worker 0 is not dead, only slow. Its lease ran out, and now two process item A.",
            link: "?draw=read&compare=read-again&tie-break=worker-id&check=on&lease=any-time&v=1&run=AMJ9zhP.MwjO",
        },
    ];

    fn model(setting: &Setting) -> Threads<CassandraQueue> {
        let number = |knob| setting.number(knob).map_or(2, usize::from);
        Threads::new(CassandraQueue {
            workers: number("workers"),
            items: number("items"),
            has_clients: setting.is("enqueue", "meanwhile"),
            has_equal_timestamps: setting.is("timestamps", "equal"),
            lands_item_first: setting.is("lands", "item-first"),
            reads_to_pick: setting.is("draw", "read"),
            looks: match setting.get("compare") {
                "read" => Looks::Once,
                "read-again" => Looks::AfterWaiting,
                _ => Looks::Scanned,
            },
            breaks_ties: setting.is("tie-break", "worker-id"),
            checks: setting.is("check", "on"),
            removes_item_first: setting.is("remove", "item"),
            crashes: setting.is("death", "one"),
            lease: match setting.get("lease") {
                "after-death" => Lease::AfterDeath,
                "any-time" => Lease::AnyTime,
                _ => Lease::None,
            },
        })
    }

    fn symmetric_system(setting: &Setting) -> Arc<dyn System> {
        symmetric_system_of(Self::model(setting))
    }
}
