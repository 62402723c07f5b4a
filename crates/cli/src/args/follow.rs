//! The arguments of `follow`.

use super::values::{positive, size};
use super::{Print, Target};
use clap::ValueHint;
use std::path::PathBuf;

#[derive(clap::Args)]
pub struct Follow {
    #[command(flatten)]
    pub target: Target,

    /// Logs of one execution: of several, each keeps its own order; - is standard input
    #[arg(value_name = "LOG", required = true, value_hint = ValueHint::FilePath)]
    pub logs: Vec<PathBuf>,

    /// Take names of the log for names of the text: FILE is an object in JSON, {"in the log": "in the text"}
    ///
    /// The object may stand in the place of the file.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub names: Option<PathBuf>,

    /// Pass over known divergences: FILE has a line for each, with what lines of the log say
    ///
    /// A line that says all of that is passed over where no run explains it. Each that was needed is printed, and each
    /// that was not. The lines may stand in the place of the file.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub known: Option<PathBuf>,

    /// Stop after N states
    #[arg(long, value_name = "N", value_parser = positive(), default_value_t = 1_000_000)]
    pub states_max: usize,

    /// Take at most SIZE bytes of memory for states, such as 500M or 16G
    ///
    /// K, M and G are thousands, millions and billions of bytes.
    #[arg(long, value_name = "SIZE", value_parser = size, default_value = "2G")]
    pub memory: usize,

    #[command(flatten)]
    pub print: Print,
}
