//! Searches of many texts or settings: expectations, sweeps, grades.

use super::{Bounds, Print, ResultFormat, Target};
use clap::ValueHint;
use std::path::PathBuf;

/// A comment would need backticks, which help would print.
const JUNIT: &str =
    "Write the results as JUnit XML to FILE; - is standard output, in place of the lines";

#[derive(clap::Args)]
pub struct Test {
    /// Files in Interleave's language, and folders of such files *.ilv; - is standard input
    #[arg(value_name = "PATH", required = true, value_hint = ValueHint::AnyPath)]
    pub paths: Vec<PathBuf>,

    #[arg(long, help = JUNIT, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub junit: Option<PathBuf>,

    /// Print results for readers; `github` adds what a workflow shows beside the lines of a change
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t, conflicts_with_all = ["json", "update"])]
    pub format: ResultFormat,

    /// Write what is found into the files: expectations that are not met, and new ones for what a
    /// file expects nothing of
    ///
    /// Each change is printed. What is not decided stays as it is.
    #[arg(long, conflicts_with_all = ["junit", "json"])]
    pub update: bool,

    /// Print links, which contain the text, in the place of commands with the name of the file
    #[arg(long)]
    pub links: bool,

    #[command(flatten)]
    pub bounds: Bounds,

    #[command(flatten)]
    pub print: Print,
}

#[derive(clap::Args)]
pub struct Sweep {
    #[command(flatten)]
    pub target: Target,

    /// Change these options only [default: all that do not count something]
    #[arg(long = "options", value_name = "A,B,…", value_delimiter = ',')]
    pub changing: Vec<String>,

    /// Ask of this property only [default: of all that is claimed]
    #[arg(long, value_name = "NAME")]
    pub property: Option<String>,

    /// Do not search: print one command per setting, to run elsewhere
    ///
    /// Each exits with 0 if it decides every property, whatever holds, and prints a line of JSON.
    #[arg(long, conflicts_with = "json")]
    pub list: bool,

    /// Do not search: take what the commands of `--list` have printed; - is standard input
    ///
    /// May be given several times. A setting that is in no line is not decided.
    #[arg(long = "merge", value_name = "FILE", conflicts_with = "list", value_hint = ValueHint::FilePath)]
    pub merged: Vec<PathBuf>,

    #[command(flatten)]
    pub bounds: Bounds,

    #[command(flatten)]
    pub print: Print,
}

#[derive(clap::Args)]
pub struct Grade {
    /// The link of the task
    pub task: String,

    /// Files of links, one a line and perhaps behind a name; listings *.ilv; folders of such files *.txt
    /// and *.ilv; - is links from standard input
    ///
    /// An answer that cannot be read is told and graded as one that fails; the exit code is 2 then.
    #[arg(value_name = "PATH", required = true, value_hint = ValueHint::AnyPath)]
    pub paths: Vec<PathBuf>,

    #[command(flatten)]
    pub bounds: Bounds,

    #[command(flatten)]
    pub print: Print,
}
