//! The options of `fences`.

use super::values::{buffer, memory, positive};
use super::{Bounds, Print, Target};
use fences::Memory;

#[derive(clap::Args)]
pub struct Fences {
    #[command(flatten)]
    pub target: Target,

    /// Ask for fences under this memory [default: that of the options]
    ///
    /// A text without an option `memory` is given one.
    #[arg(long, value_name = "MEMORY", value_parser = memory())]
    pub memory: Option<Memory>,

    /// With N pending writes of a process at most, from 1 to 8 [default: as the text says, or 2]
    #[arg(long, value_name = "N", value_parser = buffer())]
    pub buffer: Option<usize>,

    /// Keep this claim only [default: all that hold with sequential memory]
    #[arg(long, value_name = "NAME")]
    pub property: Option<String>,

    /// Write the first set of fences into the file
    #[arg(long)]
    pub write: bool,

    /// Search with N threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = positive())]
    workers: Option<usize>,

    /// Stop each search after N states [default: 20000000]
    #[arg(long, value_name = "N", value_parser = positive())]
    states_max: Option<usize>,

    /// Print no progress to standard error
    #[arg(long)]
    no_progress: bool,

    #[command(flatten)]
    pub print: Print,
}

impl Fences {
    /// `--memory` is not about bytes here.
    pub fn bounds(&self) -> Bounds {
        let Fences { workers, states_max, no_progress, .. } = *self;
        Bounds { workers, states_max, memory: None, no_progress }
    }
}
