//! What the page says about it, and its knobs.

use super::{Abort, Claims, Crash, Locking, Locks, TwoPhaseLocking};
use crate::shared::papers;
use model::shared_memory::Threads;
use model::{Algorithm, Article, Dare, Family, Knob, Paper, Setting, Stage, value};

impl Algorithm for TwoPhaseLocking {
    type Model = Threads<TwoPhaseLocking>;
    const NAME: &'static str = "Two-phase locking";
    const VERSION: u16 = 1;
    const FAMILY: Family = Family::AtomicUpdates;
    const STAGE: Stage = Stage::Cells;
    const PAPER: Paper = papers::JONES_TRANSACTIONS;
    const ALSO: &'static [(&'static str, Paper)] = &[(
        "Wait-die",
        Paper {
            authors: "Daniel J. Rosenkrantz, Richard E. Stearns, Philip M. Lewis II",
            surnames: "Rosenkrantz, Stearns, Lewis",
            year: 1978,
            title: "System Level Concurrency Control for Distributed Database Systems",
            url: "https://doi.org/10.1145/320251.320260",
        },
    )];
    const ARTICLE: Article = Article {
        lead: "Transfers lock both accounts, look, and only then write and release: money is safe, \
               as long as nobody waits in a circle and nobody dies.",
        surprise: "Every rule for aborting ends deadlock. With an immediate restart, each starves somebody.",
        idea: &[
            "“Jones := Jones − Amount; Smith := Smith + Amount”: either both updates are to happen, or \
             neither. Here every account has a lock and 3 at the start. Process 0 pays 1 from account \
             0 to account 1, the next process pays from account 1 to the next account, and auditors, \
             who come last, add up all accounts.",
            "The two-phase model: first claim locks and inspect, until all that is needed is locked; \
             then update, and release. The notes say that deadlock is possible in the first phase, \
             and that it can be resolved by aborting and starting over, because nothing has been \
             updated yet; or avoided by claiming in a standard order.",
            "When to abort, and when to start over, the notes leave open. Here a process aborts \
             whenever a lock is taken, or only if one of a lower number has it, or only if it would \
             wait for itself through others. For the last, all say in want what they wait for, and \
             one look at all of want and all locks is one step. An auditor may abort like a transfer.",
            "The notes improve on this with locks of three states: free, read-only, in use. Who may \
             write “must claim the lock as in-use, a claim that can only be made if the lock was \
             free”. But they also say that what is to be updated is often not known before something \
             has been inspected. So a transfer may here inspect with a read-only lock and then \
             claim it in use: as written, or with the rule that the only reader may.",
            "Read as written, a lock has three states and no more, so it does not know how many read. \
             Then the first reader to release it frees it. That is a value of the knob, and a lock \
             that knows its readers is another.",
            "“The above definitions … do not guarantee atomicity”, say the notes at their end. A crash shows that.",
        ],
        found: &[
            "With two phases and a standard order, money is conserved, every sum is right, and all \
             come to their end: for two transfers with one or two auditors, and for three transfers \
             over three accounts.",
            "Without the order, two transfers wait for each other after four steps, and three in a \
             circle of three accounts after six. No money is lost by that.",
            "Abort and start over, and nobody is stuck; but whether all come to their end is \
             another question. If everybody starts over at once, none of the three rules helps: \
             somebody can abort for ever (a livelock), for a lock that is released has no queue \
             and goes to whoever takes it next. Waiting to start over until the lock is free does \
             not help those who abort whenever a lock is taken: both may go on doing so. It does \
             help the other two rules.",
            "The reason that the notes give for this is needed. If an account is updated as soon as it \
             is locked, two transfers that abort have destroyed money after six steps, though no \
             lock is released early.",
            "With one account after the other, the transfers still conserve money, but an auditor \
             who locks everything misses what is on its way: 8 steps. An auditor without locks is \
             deceived after 7, and one who releases each account at once after 13. With the locks \
             released before the updates, transfers overwrite each other: the accounts can end in \
             nine ways, as if there were no locks at all.",
            "Locks of three states let two auditors and a transfer have locks at once, where two \
             states let two processes. But taken literally they protect nothing: with two auditors \
             the first to leave frees the lock of the other, whose sum is wrong after 16 steps, and \
             who then frees the lock of a writer. Two transfers now overwrite each other: 24 steps.",
            "Whoever reads first and then claims a lock in use as written, waits for itself: with locks \
             that know their readers no run of two transfers ends otherwise, and if they abort \
             instead, no run ends at all. If the only reader may, two transfers that both read wait \
             for each other even in a standard order, after 8 steps. Here aborting helps against \
             being stuck, and no rule of ours against starting over for ever: who waits until the \
             lock may be read reads it again at once.",
            "A crash between the updates leaves one account updated after six steps. If the dead keep \
             their locks, no auditor sees it, but others wait for them for ever. If the locks are \
             released, all others get on, and an auditor’s sum is wrong after 12 steps.",
        ],
    };
    const KNOBS: &'static [Knob] = &[
        Knob {
            name: "processes",
            words: "At work",
            values: &[
                value("2-1", "two transfers and an auditor"),
                value("2-0", "two transfers"),
                value("3-0", "three transfers"),
                value("3-1", "three transfers and an auditor"),
                value("2-2", "two transfers and two auditors"),
            ],
        },
        Knob { name: "accounts", words: "Accounts", values: &[value("2", "2"), value("3", "3")] },
        Knob {
            name: "transfer",
            words: "A transfer",
            values: &[
                value("two-phase", "locks both accounts, then updates, then releases"),
                value("eager", "updates an account once it is locked, releases at the end"),
                value("one-by-one", "locks, updates and releases one account, then the next"),
                value("before-update", "releases its locks before it updates"),
                value("bare", "takes no locks"),
            ],
        },
        Knob {
            name: "audit",
            words: "An auditor",
            values: &[
                value("two-phase", "locks all accounts before it releases one"),
                value("one-by-one", "locks, inspects and releases one account, then the next"),
                value("bare", "takes no locks"),
            ],
        },
        Knob {
            name: "order",
            words: "Locks are claimed",
            values: &[
                value("free", "payer first, then receiver"),
                value("standard", "lowest account first"),
            ],
        },
        Knob {
            name: "locks",
            words: "A lock is",
            values: &[
                value("two", "free or in use"),
                value("three", "read-only, too: auditors claim it so"),
                value(
                    "as-written",
                    "read-only, too: transfers read first; to write it must be free",
                ),
                value(
                    "sole-reader",
                    "read-only, too: transfers read first; the only reader may write",
                ),
                value("uncounted", "read-only, too, and free when any reader leaves"),
                value(
                    "uncounted-as-written",
                    "read-only, too, and free when any reader leaves; transfers read first",
                ),
            ],
        },
        Knob {
            name: "abort",
            words: "Whoever has locks and needs one that is taken",
            values: &[
                value("never", "waits"),
                value("taken", "aborts"),
                value("younger", "aborts if a lower number has it (wait-die)"),
                value("circle", "aborts if it would wait for itself"),
            ],
        },
        Knob {
            name: "restart",
            words: "Whoever has aborted starts over",
            values: &[
                value("at-once", "at once"),
                value("after", "when the lock that it could not get is free"),
            ],
        },
        Knob {
            name: "crash",
            words: "Crashes",
            values: &[
                value("none", "none"),
                value("kept", "one, and the dead keep their locks"),
                value("freed", "one, and its locks are released"),
            ],
        },
    ];
    const CARD: &'static str = "?v=1&run=ABf.NYxG";
    const DARES: &'static [Dare] = &[
        Dare {
            title: "Paid, paid back",
            ahead: "the audit has found 6, and all locks are free",
            words: "All claim the lower account first. One after the other gets through, and the sum is 6.",
            link: "?order=standard&v=1&run=QGOcdYv.2H9X",
        },
        Dare {
            title: "Waiting in a circle",
            ahead: "",
            words: "Each transfer has the account that the next one needs. Nobody will ever move again.",
            link: "?processes=3-0&accounts=3&v=1&run=QAJS.GK82",
        },
        Dare {
            title: "Starting over",
            ahead: "",
            words: "Both give up at the same moment, and both try again: no deadlock, and no end. \
                    That is a livelock.",
            link: "?processes=2-0&abort=taken&v=1&loop=0&run=AEFH.2aWr",
        },
        Dare {
            title: "Aborted too late",
            ahead: "the 1 that process 0 paid is gone",
            words: "Process 0 has already paid when it aborts. It will pay again, and the first 1 is gone.",
            link: "?processes=2-0&transfer=eager&abort=taken&v=1&run=AAQ.cPzT",
        },
        Dare {
            title: "Money on its way",
            ahead: "",
            words: "The transfer has released one account and not yet locked the other. The auditor has \
                    locked both, and sees too little.",
            link: "?transfer=one-by-one&order=standard&v=1&run=QGaz.YEZh",
        },
        Dare {
            title: "Another’s lock freed",
            ahead: "",
            words: "A lock with three states and no count: one auditor left, and the other lost its lock.",
            link: "?processes=2-2&order=standard&locks=uncounted&v=1&run=QWbQDaGb.ihPa",
        },
        Dare {
            title: "Waiting for itself",
            ahead: "",
            words: "To write, a lock must be free. But process 0 reads it itself.",
            link: "?processes=2-0&order=standard&locks=as-written&v=1&run=AAFX.MV8Q",
        },
        Dare {
            title: "Dead between updates",
            ahead: "",
            words: "The locks of the dead are released, its money is not: the auditor finds the sum wrong.",
            link: "?order=standard&crash=freed&v=1&run=QGJ6AFn.6F0g",
        },
    ];

    fn model(setting: &Setting) -> Threads<TwoPhaseLocking> {
        let (transfers, auditors) = match setting.get("processes") {
            "2-0" => (2, 0),
            "3-0" => (3, 0),
            "3-1" => (3, 1),
            "2-2" => (2, 2),
            _ => (2, 1),
        };
        let locking = |knob| match setting.get(knob) {
            "eager" => Locking::Eager,
            "one-by-one" => Locking::OneByOne,
            "before-update" => Locking::BeforeUpdate,
            "bare" => Locking::None,
            _ => Locking::TwoPhase,
        };
        Threads::new(TwoPhaseLocking {
            accounts: setting.number("accounts").map_or(2, usize::from),
            transfers,
            auditors,
            transfer: locking("transfer"),
            audit: locking("audit"),
            has_order: setting.is("order", "standard"),
            locks: match setting.get("locks") {
                "two" => Locks::Two,
                "uncounted" | "uncounted-as-written" => Locks::Uncounted,
                _ => Locks::Three,
            },
            claims: match setting.get("locks") {
                "as-written" | "uncounted-as-written" => Claims::AsWritten,
                "sole-reader" => Claims::SoleReader,
                _ => Claims::InUse,
            },
            abort: match setting.get("abort") {
                "taken" => Abort::Taken,
                "younger" => Abort::Younger,
                "circle" => Abort::Circle,
                _ => Abort::Never,
            },
            waits_to_restart: setting.is("restart", "after"),
            crash: match setting.get("crash") {
                "kept" => Crash::Kept,
                "freed" => Crash::Freed,
                _ => Crash::None,
            },
        })
    }
}
