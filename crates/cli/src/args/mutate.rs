//! What each line is for.

use super::values::positive;
use super::{Bounds, Print, Target};
use clap::{ValueHint, value_parser};
use std::path::PathBuf;

#[derive(clap::Args)]
pub struct Mutate {
    #[command(flatten)]
    pub target: Target,

    /// Change these lines only [default: all that the setting has]
    #[arg(long, value_name = "A,B,…", value_delimiter = ',', value_parser = positive())]
    pub lines: Vec<usize>,

    /// Make changes up to this rank
    ///
    /// 1: leave a line out, or its condition. 2: leave a part out, exchange two lines, take another comparison. 3: take
    /// another index or number. 4: negate a condition.
    #[arg(long, value_name = "N", value_parser = value_parser!(u8).range(1..=4), default_value_t = 2)]
    pub rank: u8,

    /// Ask of this claim only [default: of all]
    #[arg(long, value_name = "NAME")]
    pub property: Option<String>,

    /// Leave lines out two at a time as well, of those that nothing needs
    #[arg(long)]
    pub pairs: bool,

    /// Do not search: print one command per line, to run elsewhere
    #[arg(long, conflicts_with = "json")]
    pub list: bool,

    /// Do not search: take what the commands of `--list` have printed; - is standard input
    ///
    /// May be given several times.
    #[arg(long = "merge", value_name = "FILE", conflicts_with_all = ["list", "pairs"], value_hint = ValueHint::FilePath)]
    pub merged: Vec<PathBuf>,

    #[command(flatten)]
    pub bounds: Bounds,

    #[command(flatten)]
    pub print: Print,
}
