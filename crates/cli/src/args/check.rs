//! A search of every interleaving.

use super::values::{memory, part};
use super::{Bounds, Part, Print, Target};
use ::fences::Memory;

#[derive(clap::Args)]
pub struct Check {
    #[command(flatten)]
    pub target: Target,

    /// Search only what can follow the state at the link's cursor
    #[arg(long, conflicts_with_all = ["reduce", "fingerprints"])]
    pub from_here: bool,

    /// Check invariants and deadlock only, which is faster: no liveness, no bounds
    #[arg(long)]
    pub safety: bool,

    /// Search with this memory, and say whether the results are those of sequential memory
    ///
    /// A text without an option `memory` is given one. The exit code is 1, too, if a result is another one.
    #[arg(
        long,
        value_name = "MEMORY",
        value_parser = memory(),
        conflicts_with_all = ["from_here", "safety", "fingerprints", "reduce", "swarm", "line"]
    )]
    pub robust: Option<Memory>,

    /// Of each failure show a run with the fewest interruptions, time-outs and faults, not a shortest one
    ///
    /// Up to 200000 states; of larger ones the shortest is shown.
    #[arg(long, conflicts_with_all = ["from_here", "fingerprints", "reduce", "swarm", "line"])]
    pub fewest: bool,

    /// Keep a 64-bit fingerprint of each state: less memory, but no proof
    ///
    /// Two states with one fingerprint count as one. Searches with one thread.
    #[arg(long, conflicts_with_all = ["reduce", "workers"])]
    pub fingerprints: bool,

    /// Reduce by symmetry: states that differ by a permutation of processes count as one
    ///
    /// Checks properties of single states only. Searches with one thread.
    #[arg(long, conflicts_with = "workers")]
    pub reduce: bool,

    /// Run only the I-th of N random searches and print its result as a line of JSON
    ///
    /// I counts from 1. It stops after 10000000 visits, or at 64M of memory, unless --states-max or --memory
    /// say otherwise. `interleave merge` combines the results. The exit code is 0 whatever it finds.
    #[arg(
        long,
        value_name = "I/N",
        value_parser = part,
        conflicts_with_all = ["from_here", "workers", "safety", "fingerprints", "reduce"]
    )]
    pub swarm: Option<Part>,

    /// Seed the random searches with S: another seed, other searches
    #[arg(long, value_name = "S", default_value_t = 0, requires = "swarm")]
    pub seed: u64,

    /// Exit with 0 also if a property fails, as long as every property is decided
    ///
    /// So a program that runs many checks, such as GNU parallel, counts those as failed that found no answer.
    #[arg(long)]
    pub exit_zero: bool,

    /// Print what was found as a line of JSON, for `sweep --merge`
    #[arg(
        long,
        conflicts_with_all = ["from_here", "safety", "fingerprints", "reduce", "swarm", "json"]
    )]
    pub line: bool,

    #[command(flatten)]
    pub bounds: Bounds,

    #[command(flatten)]
    pub print: Print,
}
