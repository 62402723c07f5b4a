//! What the command line asks for.

use crate::Failure;
use lexopt::Arg::{Long, Short, Value};
use lexopt::{Parser, ValueExt};

pub const HELP: &str = "\
interleave: step concurrent algorithms and check every interleaving

  interleave list             every algorithm, with its knobs and properties
  interleave play LINK        a run step by step, and the moment at its cursor
  interleave check LINK       every interleaving, and what it comes to
    --states-max N            keep no more than N states (20000000)
    --reduce                  take states for one that differ only by the names of processes, or
                              of replicas, that are alike
    --no-progress             say nothing on the way
  interleave valence LINK     which decisions are still open in each state
    --states-max N            of no more than N states (400)

  --json                      plain data instead of text
  -h, --help; -V, --version

A LINK is what follows the # in the page's address, or the whole address:

  interleave check 'bakery?processes=2&tie-break=none'

Exit code: 0 if all is well; 1 if a property fails, if two processes decide differently, or if a run
breaks a property at its cursor or cannot be taken; 2 if the question makes no sense.
";

pub struct Args {
    pub command: Command,
    pub json: bool,
}

pub enum Command {
    Help,
    Version,
    List,
    Play { link: String },
    Check { link: String, states_max: Option<usize>, reduce: bool, progress: bool },
    Valence { link: String, states_max: Option<usize> },
}

pub fn parse() -> Result<Args, Failure> {
    read(Parser::from_env())
        .map_err(|error| Failure::Usage(format!("interleave: {error}; see `interleave --help`.")))
}

fn read(mut parser: Parser) -> Result<Args, lexopt::Error> {
    let mut words: Vec<String> = Vec::new();
    let (mut json, mut states_max, mut reduce, mut no_progress) = (false, None, false, false);
    let mut instead = None;
    while let Some(arg) = parser.next()? {
        match arg {
            Value(word) => words.push(word.string()?),
            Long("json") => json = true,
            Long("states-max") => states_max = Some(number(&parser.value()?.string()?)?),
            Long("reduce") => reduce = true,
            Long("no-progress") => no_progress = true,
            Short('h') | Long("help") => instead = Some(Command::Help),
            Short('V') | Long("version") => instead = Some(Command::Version),
            _ => return Err(arg.unexpected()),
        }
    }
    if let Some(command) = instead {
        return Ok(Args { command, json });
    }
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let command = match words[..] {
        [] => return Err("there is nothing to do".into()),
        ["list"] => Command::List,
        ["play", link] => Command::Play { link: link.into() },
        ["check", link] => {
            Command::Check { link: link.into(), states_max, reduce, progress: !no_progress }
        }
        ["valence", link] => Command::Valence { link: link.into(), states_max },
        [verb @ ("play" | "check" | "valence")] => {
            return Err(format!("`{verb}` needs a link").into());
        }
        ["list", more, ..] | ["play" | "check" | "valence", _, more, ..] => {
            return Err(format!("`{more}` is one argument too many").into());
        }
        [verb, ..] => return Err(format!("there is no command `{verb}`").into()),
    };
    let searches = matches!(command, Command::Check { .. } | Command::Valence { .. });
    if states_max.is_some() && !searches {
        return Err("`--states-max` belongs to `check` and `valence`".into());
    }
    for (is_given, option) in [(no_progress, "--no-progress"), (reduce, "--reduce")] {
        if is_given && !matches!(command, Command::Check { .. }) {
            return Err(format!("`{option}` belongs to `check`").into());
        }
    }
    Ok(Args { command, json })
}

fn number(text: &str) -> Result<usize, lexopt::Error> {
    let number = text.parse().ok().filter(|&it| it > 0);
    number.ok_or_else(|| format!("`--states-max` takes a number from 1, not `{text}`").into())
}
