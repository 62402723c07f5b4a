//! `interleave history`.

use super::Print;
use super::values::{object, size};
use clap::ValueHint;
use std::path::PathBuf;

#[derive(clap::Args)]
pub struct History {
    /// What the operations are on
    #[arg(value_name = "OBJECT", value_parser = object())]
    pub object: String,

    /// The log; - is standard input
    #[arg(value_name = "LOG", value_hint = ValueHint::FilePath)]
    pub log: PathBuf,

    /// Begin with this value, such as 0 or '{"x": 0}' [default: null, false, or nothing in it]
    #[arg(long, value_name = "JSON", allow_hyphen_values = true)]
    pub initial: Option<String>,

    /// Stop after N seconds
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), default_value_t = 60)]
    pub seconds: u64,

    /// Take at most SIZE bytes of memory for the search, such as 500M or 16G
    ///
    /// K, M and G are thousands, millions and billions of bytes.
    #[arg(long, value_name = "SIZE", value_parser = size, default_value = "1G")]
    pub memory: usize,

    #[command(flatten)]
    pub print: Print,
}
