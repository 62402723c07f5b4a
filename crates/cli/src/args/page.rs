//! The options of `page`.

use super::Target;
use clap::ValueHint;
use std::path::PathBuf;

#[derive(clap::Args)]
pub struct Page {
    #[command(flatten)]
    pub target: Target,

    /// The folder that has the built site: that of `cargo xtask build`, or an unpacked archive of a release
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, default_value = "dist")]
    pub site: PathBuf,

    /// Where the site is, to which links of the page lead [default: this machine, where cargo serves it]
    #[arg(long, value_name = "ADDRESS")]
    pub playground: Option<String>,

    /// Write to FILE [default: standard output]
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub output: Option<PathBuf>,
}
