//! Bounds on searches.

use super::values::{positive, size};

/// How many threads search, and where they stop.
#[derive(clap::Args)]
pub struct Bounds {
    /// Search with N threads [default: one per core]
    ///
    /// The number of threads does not change the result.
    #[arg(long, value_name = "N", value_parser = positive())]
    pub workers: Option<usize>,

    /// Stop after N states [default: 20000000, or no limit with --memory]
    #[arg(long, value_name = "N", value_parser = positive())]
    pub states_max: Option<usize>,

    /// Take at most SIZE bytes of memory, such as 500M or 16G [default: no limit]
    ///
    /// K, M and G are thousands, millions and billions of bytes.
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub memory: Option<usize>,

    /// Print no progress to standard error
    #[arg(long)]
    pub no_progress: bool,
}
