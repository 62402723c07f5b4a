//! The command line: commands, options and their help.

mod bounds;
mod check;
mod fences;
mod follow;
mod history;
mod mutate;
mod page;
mod serve;
mod suites;
mod values;

pub use bounds::Bounds;
pub use check::Check;
pub use fences::Fences;
pub use follow::Follow;
pub use history::History;
pub use mutate::Mutate;
pub use page::Page;
pub use serve::{Lsp, Mdbook, MdbookQuestion};
pub use suites::{Grade, Sweep, Test};
pub use values::{Part, ResultFormat, Written};

use catalog::GRAPH_MAX;
use clap::{Parser, Subcommand, ValueHint};
use clap_complete::Shell;
use std::path::PathBuf;
use values::{positive, written};

/// Step concurrent algorithms and check every interleaving
#[derive(Parser)]
#[command(name = "interleave", version, propagate_version = true, after_help = NOTES)]
pub struct Args {
    #[command(subcommand)]
    pub command: Command,
}

const NOTES: &str = "\
A LINK is what follows the # in the page's address, or the whole address:

  interleave check 'bakery?processes=2&tie-break=none'

Exit code:
  0  everything you asked for holds; sweep: every setting is decided; check --exit-zero: every
     property is
  1  a property fails, two processes decide differently, or a run breaks a property at its cursor
     or cannot be taken; fences: no set of fences suffices; check --robust: a result is not
     that of sequential memory; test: a result differs from what a file expects; fmt --check: a file is not
     formatted
  2  bad usage or a bad link: an unknown option, a run that was cut or changed, a file that cannot
     be read or has errors. All that can be read is still shown, searched, graded or formatted
  3  nothing fails, but that is no proof: the search did not visit every state, or --reduce cannot
     check every property; test: nothing is expected";

#[derive(Subcommand)]
pub enum Command {
    /// List every algorithm with its options and properties
    List {
        #[command(flatten)]
        print: Print,
    },
    /// Replay a run step by step and show the state at its cursor
    Play {
        #[command(flatten)]
        target: Target,
        /// Show the value of an expression, in the words of the listing, at each step where it changes;
        /// may be given several times
        #[arg(long = "watch", value_name = "EXPR")]
        watched: Vec<String>,
        /// Play a counterexample in the module of `export --format tla`: a file that TLC wrote with
        /// `-dumpTrace json FILE`, or a trace in ITF
        #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with_all = ["run", "at", "loops_from"])]
        trace: Option<PathBuf>,
        #[command(flatten)]
        print: Print,
    },
    /// Find a run that explains what a real program has logged
    ///
    /// A log has a line of JSON for each event that it tells of, or is in one of the forms that other tools write; the search finds the steps and values that were not recorded. The exit code is 0 if there is a run, 1 if there is none, and 3 if the search
    /// ended at a bound.
    Follow(Follow),
    /// Say whether the calls and returns that a real program has logged are linearizable
    ///
    /// A log has a line of JSON for each call and for each end. The answer is an order that explains it, or the
    /// smallest set of operations that have none. The exit code is 0 if the history is linearizable, 1 if not, and 3
    /// if the search ended at a bound.
    History(History),
    /// Search every interleaving and check every property
    ///
    /// In the place of a LINK it takes a folder, too, and checks each of its files *.ilv and *.litmus.
    Check(Check),
    /// Search what files expect, and compare
    ///
    /// A line such as `expect mutual exclusion: holds` of a file says what a search has to find. Each
    /// setting of the options is searched once.
    Test(Test),
    /// Search every setting that differs by a few options, and find the smallest sets that matter
    ///
    /// If the setting of the link fails, these are the smallest sets of changes that repair it; if it
    /// holds, those that break it. A set has at most one value of each option and at most four changes,
    /// and all sets together make at most 1,000 settings. The exit code is 0 if every setting was decided.
    Sweep(Sweep),
    /// Find all minimal sets of fences that keep the claims of a text with store buffers
    ///
    /// A fence can stand behind each statement that writes a shared variable. Of each fence the shortest run
    /// is printed that fails without it.
    Fences(Fences),
    /// Change each line a little, and tell which of them the claims need
    ///
    /// Each line is left out, and changed in other small ways; each changed text is searched. What breaks is told with
    /// the shortest run. The exit code is 0 if every line was decided, 3 if not.
    Mutate(Mutate),
    /// Grade answers to a task, including its hidden properties
    ///
    /// The exit code is 0 if all that is claimed holds of every answer, 1 if not, and 3 if a search ended at
    /// a bound.
    Grade(Grade),
    /// Combine the results of the searches of a swarm
    Merge {
        /// Files of lines that `check --swarm` printed; - is standard input
        #[arg(value_name = "FILE", required = true, value_hint = ValueHint::FilePath)]
        files: Vec<PathBuf>,
        #[command(flatten)]
        print: Print,
    },
    /// Show which decisions are still open in each state
    Valence {
        #[command(flatten)]
        target: Target,
        /// Draw no graph of more than N states
        #[arg(long, value_name = "N", value_parser = positive(), default_value_t = GRAPH_MAX)]
        states_max: usize,
        #[command(flatten)]
        print: Print,
    },
    /// Measure random runs: attempts, messages per entry, outcomes
    Plot {
        #[command(flatten)]
        target: Target,
        #[command(flatten)]
        print: Print,
    },
    /// Write a run, or an algorithm, as a file for other tools
    Export {
        #[command(flatten)]
        target: Target,
        /// What to write
        #[arg(long, value_parser = written())]
        format: Written,
        /// Write to FILE [default: standard output]
        #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
        output: Option<PathBuf>,
        /// Write a few runs that together take every line, by everybody who can take it, to drive an implementation
        /// by: a line of ITF for each
        ///
        /// The run of the link does not count. What is not covered is printed to standard error, and the exit code is
        /// 3 if the search ended at a bound.
        #[arg(long)]
        cover: bool,
        /// Search the N nearest states for what can be taken
        #[arg(long, value_name = "N", value_parser = positive(), default_value_t = 100_000, requires = "cover")]
        states_max: usize,
    },
    /// Write a moment as a page that is one file, with all that it needs
    ///
    /// It is made of the built site, and opens from a disk or from a mail.
    Page(Page),
    /// Write a file in Interleave's language to begin with
    ///
    /// A file that exists stays as it is.
    New {
        /// The file to write, such as lock.ilv; - is standard output
        #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
        file: PathBuf,
        /// Begin with the published listing of an algorithm, such as peterson, or with a litmus test, such as
        /// sb.litmus [default: a small lock]
        #[arg(long, value_name = "NAME")]
        from: Option<String>,
    },
    /// Format files in Interleave's language
    ///
    /// A file with errors stays as it is; the errors are printed, and the exit code is 2.
    Fmt {
        /// Files to format in place, and folders of such files *.ilv; - is standard input, formatted
        /// to standard output
        #[arg(value_name = "PATH", required = true, value_hint = ValueHint::AnyPath)]
        paths: Vec<PathBuf>,
        /// Change nothing; print the files that are not formatted, and exit with 1 if there are any
        #[arg(long)]
        check: bool,
    },
    /// Serve editors on standard input and output, by the Language Server Protocol
    Lsp(Lsp),
    /// Serve agents on standard input and output, by the Model Context Protocol
    Mcp,
    /// Serve mdBook as a preprocessor, which draws the posters of figures: `command = "interleave mdbook"` in `book.toml`
    Mdbook(Mdbook),
    /// Print a script with which a shell completes commands, algorithms, options and values
    ///
    /// In elvish and powershell commands and their options only.
    Completions { shell: Shell },
    /// Print what the last word may become: for the scripts of `completions`
    #[command(hide = true)]
    Complete {
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        words: Vec<String>,
    },
}

impl Command {
    /// Whether it answers in JSON.
    pub fn is_json(&self) -> bool {
        let is_line =
            matches!(self, Command::Check(Check { swarm: Some(_), .. } | Check { line: true, .. }));
        is_line || self.asks_for_json()
    }

    /// Whether it was asked to do so.
    pub fn asks_for_json(&self) -> bool {
        match self {
            Command::List { print }
            | Command::Play { print, .. }
            | Command::Merge { print, .. }
            | Command::Valence { print, .. }
            | Command::Plot { print, .. } => print.json,
            Command::Check(check) => check.print.json,
            Command::Follow(args) => args.print.json,
            Command::History(args) => args.print.json,
            Command::Test(test) => test.print.json,
            Command::Sweep(sweep) => sweep.print.json,
            Command::Fences(args) => args.print.json,
            Command::Mutate(args) => args.print.json,
            Command::Grade(grade) => grade.print.json,
            Command::Export { .. }
            | Command::Page(_)
            | Command::New { .. }
            | Command::Fmt { .. }
            | Command::Lsp(_)
            | Command::Mcp
            | Command::Mdbook(_)
            | Command::Completions { .. }
            | Command::Complete { .. } => false,
        }
    }
}

#[derive(clap::Args)]
pub struct Target {
    /// A link, the name of an algorithm (see `interleave list`), a file FILE.ilv in Interleave's language, or a litmus
    /// test FILE.litmus for x86; - reads a listing from standard input
    pub link: String,

    /// Set an option of the algorithm; may be given several times
    #[arg(long = "option", value_name = "NAME=VALUE")]
    pub options: Vec<String>,

    /// With this run, as a command prints it
    #[arg(long, value_name = "RUN")]
    pub run: Option<String>,

    /// Put the cursor behind step N of the run [default: its last]
    #[arg(long, value_name = "N", requires = "run")]
    pub at: Option<usize>,

    /// The run comes back to where it was after N steps, and goes round and round
    #[arg(long = "loop", value_name = "N", requires = "run")]
    pub loops_from: Option<usize>,

    /// Print links, which contain the text, in the place of commands with the name of the file
    #[arg(long)]
    pub links: bool,
}

#[derive(clap::Args)]
pub struct Print {
    /// Print JSON instead of text
    #[arg(long)]
    pub json: bool,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn definition_is_consistent() {
        Args::command().debug_assert();
    }
}
