//! Texts that several algorithms are from.

use model::Paper;

pub const HERLIHY: Paper = Paper {
    authors: "Maurice Herlihy",
    year: 1991,
    title: "Wait-Free Synchronization",
    url: "https://doi.org/10.1145/114005.102808",
};

pub const BAKERY: Paper = Paper {
    authors: "Leslie Lamport",
    year: 1974,
    title: "A New Solution of Dijkstra’s Concurrent Programming Problem",
    url: "https://doi.org/10.1145/361082.361093",
};

pub const RICART_AGRAWALA: Paper = Paper {
    authors: "Glenn Ricart, Ashok K. Agrawala",
    year: 1981,
    title: "An Optimal Algorithm for Mutual Exclusion in Computer Networks",
    url: "https://doi.org/10.1145/358527.358537",
};

pub const TIME_CLOCKS: Paper = Paper {
    authors: "Leslie Lamport",
    year: 1978,
    title: "Time, Clocks, and the Ordering of Events in a Distributed System",
    url: "https://doi.org/10.1145/359545.359563",
};

pub const JONES_TRANSACTIONS: Paper = Paper {
    authors: "Douglas W. Jones",
    year: 2002,
    title: "22C:116 Lecture Notes, 29: Atomic Transactions",
    url: "http://homepage.divms.uiowa.edu/~jones/opsys/",
};
