//! What the page says about it, and its knobs.

use super::LockCoupling;
use super::operations::{Search, Updates, Walk};
use crate::shared::papers;
use model::shared_memory::Threads;
use model::{Algorithm, Article, Dare, Family, Knob, Paper, Setting, Stage, value};

impl Algorithm for LockCoupling {
    type Model = Threads<LockCoupling>;
    const NAME: &'static str = "Lock coupling";
    const VERSION: u16 = 1;
    const FAMILY: Family = Family::AtomicUpdates;
    const STAGE: Stage = Stage::Cells;
    const PAPER: Paper = papers::JONES_TRANSACTIONS;
    const ALSO: &'static [(&'static str, Paper)] = &[(
        "The technique",
        Paper {
            authors: "Rudolf Bayer, Mario Schkolnick",
            surnames: "Bayer, Schkolnick",
            year: 1977,
            title: "Concurrency of Operations on B-Trees",
            url: "https://doi.org/10.1007/BF00263762",
        },
    )];
    const ARTICLE: Article = Article {
        lead: "Searches and updates hold two locks each on their way down a tree, and nobody \
               overtakes. What to do at a node with two children is not said, and there it breaks.",
        surprise: "Two locks at a time are enough, until a node has two children.",
        idea: &[
            "Two-phase locking would keep every node from the root on locked until the end. The \
             notes claim that a binary tree works “just as well if the user only holds a few locks \
             at a time”: claim the root, then its child on the way to the target; release the root \
             as soon as it is known not to be the direct parent of the target; go on so, hand over \
             hand. In the end a process has the target and its parent.",
            "The tree has 3 at the root, 1 and 7 below it, 5 below 7, and 6 below 5. A node is called \
             by its key. Place 0 is above the root, with a lock like any other, because the root may \
             be replaced. Every operation answers yes or no: found, inserted, deleted.",
            "How to delete is not in the notes. Here a node with at most one child is replaced by that \
             child. A node with two is replaced by the lowest node on its right, which is taken out \
             where it was. To stay with two locks one has to go there without locking it; the other \
             value of the option goes there with lock coupling too, and needs up to four.",
            "The other ways to walk leave something away. Release a node before the next is claimed, \
             and the parent must be claimed again before a deletion. Or walk without locks, and claim \
             at the end what is to be changed, without another look.",
            "At the end the checker tries all orders of the operations, one after the other, and \
             asks whether one of them gives the same answers and the same keys. That is \
             serializability, which asks less than linearizability: who came first by the wall \
             clock does not count.",
        ],
        found: &[
            "With lock coupling to the very end, the outcome is always that of some order, nobody is \
             stuck, and all come to their end: for every pair of updates here, alone or with a search \
             that takes locks. A process has two locks at most, but four while it deletes a node with \
             two children.",
            "Two locks are enough as long as no node with two children is deleted. Then they are not. \
             Who is to delete 5 does not find it, after 26 steps, because it has just become the root, \
             or takes it out where it no longer is. Who inserts 4 below 5 loses it after 27 steps, or \
             else 1 and all that might be below it is lost. A search misses 5 in a tree that always \
             contains it, after 36 steps, though all take their locks. And the tree is turned round \
             under those who walk: one has 7 and waits for 5, one has 5 and waits for 7, after 27.",
            "Release before you claim, and a deleted key stays in the tree, 5 below the deleted 7: 29 \
             steps. A key inserted below a deleted one is lost after 23. Two insertions of the same key \
             do no harm. With the successor locked, to claim the parent again is to claim upwards: \
             deadlock after 19 steps.",
            "Walk without locks and claim at the end without another look, and 2 is inserted below a \
             node that has left the tree: 15 steps. Of two insertions of the same key both answer yes, \
             after 12.",
            "A search without locks among updates with lock coupling does no harm unless a node moves \
             up: it may miss that node, after 32 steps, whatever locks the updates take. Two-phase \
             locking of the updates does not help it either.",
            "What coupling gains over two phases: the deletions of 3 and 5 can go together in 2530 ways \
             instead of 74, those of 7 and 5 in 2790 instead of 64.",
        ],
    };
    const KNOBS: &'static [Knob] = &[
        Knob {
            name: "updates",
            words: "Two processes",
            values: &[
                value("root-successor", "delete 3, the root, and 5, which is to replace it"),
                value("root-insert", "delete 3, the root, and insert 4 below 5"),
                value("neighbours", "delete 7 and the 5 below it"),
                value("delete-insert", "delete 1 and insert 2 below it"),
                value("insert-twice", "both insert 2"),
            ],
        },
        Knob {
            name: "search",
            words: "A third process",
            values: &[
                value("none", "is not there"),
                value("locked", "searches, as the others walk"),
                value("unlocked", "searches without locks"),
            ],
        },
        Knob {
            name: "walk",
            words: "On the way down",
            values: &[
                value("coupled", "a node is claimed before the one above is released"),
                value("released", "a node is released before the next is claimed"),
                value("at-end", "no locks; at the end, of what is to be changed"),
                value("two-phase", "all nodes from the root on stay locked"),
                value("bare", "no locks at all"),
            ],
        },
        Knob {
            name: "successor",
            words: "What replaces a node with two children is looked for",
            values: &[
                value("unlocked", "without further locks"),
                value("locked", "with lock coupling"),
            ],
        },
    ];
    const CARD: &'static str = "?v=1&run=AVQVMLVX.rlDe";
    const DARES: &'static [Dare] = &[
        Dare {
            title: "One after the other",
            ahead: "both keys are gone, and all locks are free",
            words: "Each claims the next node before it lets go of the last. Both keys are gone.",
            link: "?successor=locked&v=1&run=AVQVAcYwz.T-Bx",
        },
        Dare {
            title: "A key moves up",
            ahead: "",
            words: "Process 1 had 7 and wanted 5. Process 0 made 5 the root, with two locks and no \
                    regard for who was down there.",
            link: "?v=1&run=AVQVMLVX.rlDe",
        },
        Dare {
            title: "A branch is lost",
            ahead: "",
            words: "Process 0 deletes 3, process 1 inserts 4. In the end 1 is gone.",
            link: "?updates=root-insert&v=1&run=AVQVMVBUAX.AitR",
        },
        Dare {
            title: "The tree turned round",
            ahead: "",
            words: "5 was below 7 and is now above it: two processes wait for each other on the way down.",
            link: "?search=locked&v=1&run=QOYBJGKRirE.u5Uh",
        },
        Dare {
            title: "A stale parent",
            ahead: "",
            words: "Process 1 takes 5 out below 7, but 7 has left the tree, and 5 is below 3 by now.",
            link: "?updates=neighbours&walk=released&v=1&run=AMZxTFcJ.GMvE",
        },
        Dare {
            title: "Claiming upwards",
            ahead: "",
            words: "Process 0 goes down from 7 to 5, process 1 needs the parent of 5: deadlock.",
            link: "?walk=released&successor=locked&v=1&run=AAcUAVB.5_JW",
        },
        Dare {
            title: "Into nowhere",
            ahead: "",
            words: "Process 1 found its place without locks. By the time it has the lock, the node is gone.",
            link: "?updates=delete-insert&walk=at-end&v=1&run=AMVQFX.CpFt",
        },
        Dare {
            title: "A search unlocked",
            ahead: "",
            words: "5 was in the tree all the time. The search looked above while it was below, and below \
                    when it was above.",
            link: "?updates=root-insert&search=unlocked&successor=locked&v=1&run=QGGIYhwlJf.wGEY",
        },
    ];

    fn model(setting: &Setting) -> Threads<LockCoupling> {
        let walk = match setting.get("walk") {
            "released" => Walk::Released,
            "at-end" => Walk::AtEnd,
            "two-phase" => Walk::TwoPhase,
            "bare" => Walk::None,
            _ => Walk::Coupled,
        };
        Threads::new(LockCoupling {
            updates: match setting.get("updates") {
                "root-insert" => Updates::DeleteRootAndInsert,
                "neighbours" => Updates::DeleteNeighbours,
                "delete-insert" => Updates::DeleteAndInsert,
                "insert-twice" => Updates::InsertTwice,
                _ => Updates::DeleteRootAndSuccessor,
            },
            walk,
            search: match setting.get("search") {
                "locked" => Search::Locked,
                "unlocked" => Search::Unlocked,
                _ => Search::None,
            },
            locks_successor: setting.is("successor", "locked") && walk != Walk::None,
        })
    }
}
