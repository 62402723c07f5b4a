//! One file per algorithm, its listing, and beside it a folder with its page and whatever else it
//! takes. To add one, write its file and name it here.

pub mod texts;

use model::Algorithm;

/// Something to be done once for every algorithm, with its types still known.
pub trait Visit {
    fn algorithm<A: Algorithm>(&mut self, slug: &'static str);
}

macro_rules! algorithms {
    ($($slug:literal $file:ident::$name:ident,)*) => {
        $(pub mod $file;)*

        /// Visits every algorithm, in the order of the gallery.
        pub fn visit_all(visit: &mut impl Visit) {
            $(visit.algorithm::<$file::$name>($slug);)*
        }
    };
}

algorithms! {
}

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
