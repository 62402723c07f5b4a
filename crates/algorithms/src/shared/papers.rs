//! Texts that several algorithms are from, and those that tell them again.

use model::Paper;

/// "The notes", where an article speaks of them.
pub const JONES: &str = "Douglas W. Jones, lecture notes on mutual exclusion in distributed systems, \
                         University of Iowa";
/// The page "Locking" of the Cassandra wiki, as it was sent round when it was written.
pub const LOCKING: &str = "https://mail-archives.apache.org/mod_mbox/cassandra-commits/201009.mbox/%3C20100913164059.12389.28976@eosnew.apache.org%3E";

pub const RICART_AGRAWALA: Paper = Paper {
    authors: "Glenn Ricart, Ashok K. Agrawala",
    surnames: "Ricart, Agrawala",
    year: 1981,
    title: "An Optimal Algorithm for Mutual Exclusion in Computer Networks",
    url: "https://doi.org/10.1145/358527.358537",
};
