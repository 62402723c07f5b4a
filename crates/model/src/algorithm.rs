//! What the catalog says of an algorithm.

use serde::Serialize;

/// Where an algorithm comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Paper {
    pub authors: &'static str,
    /// Where there is no room for all of that.
    #[serde(skip)]
    pub surnames: &'static str,
    pub year: u16,
    pub title: &'static str,
    pub url: &'static str,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Article {
    /// One sentence for the gallery.
    pub lead: &'static str,
    /// What nobody expects of it, in a line for its card.
    pub surprise: &'static str,
    /// The idea, a few sentences to a paragraph.
    pub idea: &'static [&'static str],
    /// What the checker found: each sentence is backed by a test.
    pub found: &'static [&'static str],
}

/// A named moment worth seeing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Dare {
    /// What one will see, in at most 22 characters: "Two inside".
    pub title: &'static str,
    /// What is so at its end and was not before, within a sentence: "two customers hold ticket 1". Empty
    /// where the run says it: what breaks there.
    pub ahead: &'static str,
    /// What is to be seen there, in a sentence.
    pub words: &'static str,
    /// What comes after the algorithm's name in a link: `?tie-break=none&run=…`.
    pub link: &'static str,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub enum Family {
    #[serde(rename = "Mutual exclusion with shared registers")]
    SharedRegisters,
    #[serde(rename = "Mutual exclusion by messages")]
    Messages,
    #[serde(rename = "Locks on a replicated store")]
    Store,
    #[serde(rename = "Work queues")]
    WorkQueues,
    #[serde(rename = "Semaphores and monitors")]
    Waiting,
    #[serde(rename = "Data without locks")]
    LockFree,
    #[serde(rename = "Atomic updates")]
    AtomicUpdates,
    #[serde(rename = "Consensus")]
    Consensus,
    #[serde(rename = "Elections")]
    Elections,
    #[serde(rename = "Logical time")]
    Time,
    #[serde(rename = "Bad networks")]
    Links,
    #[serde(rename = "Memory of processors")]
    Memory,
}

/// Which stage fits. How it is drawn is the page's business.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// Processes walk through zones; shared cells below.
    Zones,
    /// Nodes on a circle, messages on the edges.
    Clique,
    /// Nodes on a ring, each sending to the next.
    Ring,
    /// Clients on one side, and the server, which is the last node, on the other.
    ClientServer,
    /// Clients on one side, the replicas of a store with their cells on the other.
    Replicas,
    /// Cells in a row, with a bracket per process over the ones it writes at once.
    Array,
    /// Shared cells, each array in its shape, and at each cell the processes that access it next.
    Cells,
}
