//! Texts that several algorithms are from, and those that tell them again.

use model::Paper;

/// "The notes", where an article speaks of them.
pub const JONES: &str = "Douglas W. Jones, lecture notes on mutual exclusion in distributed systems, \
                         University of Iowa";

pub const RICART_AGRAWALA: Paper = Paper {
    authors: "Glenn Ricart, Ashok K. Agrawala",
    surnames: "Ricart, Agrawala",
    year: 1981,
    title: "An Optimal Algorithm for Mutual Exclusion in Computer Networks",
    url: "https://doi.org/10.1145/358527.358537",
};
