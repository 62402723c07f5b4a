//! The published algorithms: each a listing, and beside it the page about it.

pub mod texts;

/// Where a newcomer goes first, in this order, and what there is to see.
pub const TOUR: [(&str, &str); 4] = [
    (
        "ticket-dispenser",
        "A counter hands out numbers. Read and write it in two steps, and it breaks.",
    ),
    ("bakery", "No counter: any number of customers, and only reads and writes."),
    ("ricart-agrawala", "No shared memory: ask everybody, and wait for every yes."),
    ("assign23", "No waiting: two agree on one value, whatever the other does."),
];
