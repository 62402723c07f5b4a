//! What the command line asks for.

use crate::Failure;
use crate::check::How;
use crate::swarm::Part;
use export::Format;
use lexopt::Arg::{Long, Short, Value};
use lexopt::{Parser, ValueExt};
use std::path::PathBuf;

pub const HELP: &str = "\
interleave: step concurrent algorithms and check every interleaving

  interleave list             every algorithm, with its knobs and properties
  interleave play LINK        a run step by step, and the moment at its cursor
  interleave check LINK       every interleaving, and what it comes to
    --from-here               only what can follow the link's moment, with runs that begin with its
    --workers N               on so many cores (all); what comes of it is the same
    --states-max N            keep no more than N states (20000000; no limit with --memory)
    --memory SIZE             take no more memory: 500M, or 16G
    --safety                  judge single states only, and ask nothing of whole runs: sooner done
    --fingerprints            keep 64 bits of each state: less memory, and no proof
    --reduce                  take states for one that differ only by the names of processes, or
                              of replicas, that are alike
    --swarm I/N               only the I-th of N random searches (1/N to N/N): a line of JSON
    --seed S                  other random searches (0)
    --no-progress             say nothing on the way
  interleave merge FILE...    what the searches of a swarm found together
  interleave valence LINK     which decisions are still open in each state
    --states-max N            of no more than N states (400)
  interleave plot LINK        what is measured over random runs
  interleave export LINK      the run as a file for other tools
    --format FORMAT           mermaid, svg, shiviz, itf or json
    -o FILE                   written there, and not to standard output

  --json                      plain data instead of text
  -h, --help; -V, --version

A LINK is what follows the # in the page's address, or the whole address:

  interleave check 'bakery?processes=2&tie-break=none'

A search of a swarm visits at most --states-max states (10000000), marked in at most --memory (64M).
SIZE is in bytes, or in K, M or G: thousands, millions, billions of them. FILE - is standard input.
Not together: --reduce and --fingerprints with each other, with --workers or with --from-here; --swarm
with any of these or --safety.

Exit code: 0 if all is well that was asked; 1 if a property fails, if two processes decide differently,
or if a run breaks a property at its cursor or cannot be taken; 2 if the question makes no sense; 3 if
nothing fails, but that is no proof, as not every state was seen, or --reduce cannot answer all. A
search of a swarm ends with 0 whatever it finds: `interleave merge` tells.
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
    Check { link: String, how: How },
    Swarm { link: String, part: Part },
    Merge { files: Vec<String> },
    Valence { link: String, states_max: Option<usize> },
    Plot { link: String },
    Export { link: String, format: Format, file: Option<PathBuf> },
}

/// What may stand beside a command.
#[derive(Default)]
struct Options {
    workers: Option<usize>,
    states_max: Option<usize>,
    memory: Option<usize>,
    safety: bool,
    fingerprints: bool,
    reduce: bool,
    from_here: bool,
    swarm: Option<(usize, usize)>,
    seed: Option<u64>,
    no_progress: bool,
    format: Option<Format>,
    output: Option<PathBuf>,
    /// Their names.
    given: Vec<&'static str>,
}

/// Options that are not for every command, and what they are for.
const BELONGS: [(&str, &[&str]); 12] = [
    ("--states-max", &["check", "valence"]),
    ("--no-progress", &["check"]),
    ("--workers", &["check"]),
    ("--memory", &["check"]),
    ("--safety", &["check"]),
    ("--fingerprints", &["check"]),
    ("--reduce", &["check"]),
    ("--from-here", &["check"]),
    ("--swarm", &["check"]),
    ("--seed", &["check"]),
    ("--format", &["export"]),
    ("--output", &["export"]),
];

pub fn parse() -> Result<Args, Failure> {
    read(Parser::from_env())
        .map_err(|error| Failure::Usage(format!("interleave: {error}; see `interleave --help`.")))
}

fn read(mut parser: Parser) -> Result<Args, lexopt::Error> {
    let mut words: Vec<String> = Vec::new();
    let mut json = false;
    let mut options = Options::default();
    let mut instead = None;
    while let Some(arg) = parser.next()? {
        match arg {
            Value(word) => words.push(word.string()?),
            Long("json") => json = true,
            Short('o') => options.take("--output", &mut parser)?,
            Short('h') | Long("help") => instead = Some(Command::Help),
            Short('V') | Long("version") => instead = Some(Command::Version),
            Long(name) => match BELONGS.iter().find(|it| it.0[2..] == *name) {
                Some((name, _)) => options.take(name, &mut parser)?,
                None => return Err(arg.unexpected()),
            },
            Short(_) => return Err(arg.unexpected()),
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
        ["check", link] => options.check(link)?,
        ["valence", link] => Command::Valence { link: link.into(), states_max: options.states_max },
        ["merge", _, ..] => {
            Command::Merge { files: words[1..].iter().map(ToString::to_string).collect() }
        }
        ["merge"] => return Err("`merge` needs a file, or - for standard input".into()),
        ["plot", link] => Command::Plot { link: link.into() },
        ["export", link] => {
            let missing = || format!("`export` needs a format: {}", formats());
            let format = options.format.ok_or_else(missing)?;
            Command::Export { link: link.into(), format, file: options.output.take() }
        }
        [verb @ ("play" | "check" | "valence" | "plot" | "export")] => {
            return Err(format!("`{verb}` needs a link").into());
        }
        ["list", more, ..] | ["play" | "check" | "valence" | "plot" | "export", _, more, ..] => {
            return Err(format!("`{more}` is one argument too many").into());
        }
        [verb, ..] => return Err(format!("there is no command `{verb}`").into()),
    };
    for (name, verbs) in BELONGS {
        if options.given.contains(&name) && !verbs.contains(&words[0]) {
            return Err(format!("`{name}` belongs to `{}`", verbs.join("` and `")).into());
        }
    }
    if words[0] == "export" && json {
        return Err("`--json` does not go with `export`: there is `--format json`".into());
    }
    Ok(Args { command, json })
}

fn known(name: &str) -> Result<Format, lexopt::Error> {
    let unknown = || format!("there is no format `{name}`, but {}", formats());
    Ok(Format::by_name(name).ok_or_else(unknown)?)
}

fn formats() -> String {
    Format::ALL.map(Format::name).join(", ")
}

impl Options {
    fn take(&mut self, name: &'static str, parser: &mut Parser) -> Result<(), lexopt::Error> {
        self.given.push(name);
        let mut value = || parser.value()?.string();
        match name {
            "--workers" => self.workers = Some(number(name, &value()?)?),
            "--states-max" => self.states_max = Some(number(name, &value()?)?),
            "--memory" => self.memory = Some(size(name, &value()?)?),
            "--safety" => self.safety = true,
            "--fingerprints" => self.fingerprints = true,
            "--reduce" => self.reduce = true,
            "--from-here" => self.from_here = true,
            "--swarm" => self.swarm = Some(part(name, &value()?)?),
            "--seed" => self.seed = Some(seed(name, &value()?)?),
            "--format" => self.format = Some(known(&value()?)?),
            "--output" => self.output = Some(PathBuf::from(parser.value()?)),
            _ => self.no_progress = true,
        }
        Ok(())
    }

    fn check(&self, link: &str) -> Result<Command, lexopt::Error> {
        let has = |name| self.given.contains(&name);
        let clash = |one, other| Err(format!("`{one}` and `{other}` do not go together").into());
        let (link, progress) = (link.into(), !self.no_progress);
        let Options {
            workers, states_max, memory, safety, fingerprints, reduce, from_here, ..
        } = *self;
        let Some((i, n)) = self.swarm else {
            return match () {
                () if has("--seed") => Err("`--seed` needs `--swarm`".into()),
                () if fingerprints && workers > Some(1) => clash("--fingerprints", "--workers"),
                () if reduce && workers > Some(1) => clash("--reduce", "--workers"),
                () if reduce && fingerprints => clash("--reduce", "--fingerprints"),
                () if from_here && reduce => clash("--from-here", "--reduce"),
                () if from_here && fingerprints => clash("--from-here", "--fingerprints"),
                () => Ok(Command::Check {
                    link,
                    how: How {
                        workers,
                        states_max,
                        memory,
                        safety,
                        fingerprints,
                        reduce,
                        from_here,
                        progress,
                    },
                }),
            };
        };
        match ["--workers", "--safety", "--fingerprints", "--reduce", "--from-here"]
            .into_iter()
            .find(|&it| has(it))
        {
            Some(other) => clash("--swarm", other),
            None => {
                let seed = self.seed.unwrap_or(0);
                let part = Part { i, n, seed, visits_max: states_max, memory, progress };
                Ok(Command::Swarm { link, part })
            }
        }
    }
}

fn number(name: &str, text: &str) -> Result<usize, lexopt::Error> {
    let number = text.parse().ok().filter(|&it| it > 0);
    number.ok_or_else(|| format!("`{name}` takes a number from 1, not `{text}`").into())
}

fn seed(name: &str, text: &str) -> Result<u64, lexopt::Error> {
    text.parse().map_err(|_| format!("`{name}` takes a number, not `{text}`").into())
}

/// Bytes.
fn size(name: &str, text: &str) -> Result<usize, lexopt::Error> {
    let digits = text.strip_suffix('B').unwrap_or(text);
    let units = [("K", 1000), ("M", 1_000_000), ("G", 1_000_000_000)];
    let unit = units.iter().find_map(|(unit, bytes)| Some((digits.strip_suffix(unit)?, *bytes)));
    let (digits, unit) = unit.unwrap_or((digits, 1));
    let number = digits.parse().ok().filter(|&it: &usize| it > 0);
    let bytes = number.and_then(|it| it.checked_mul(unit));
    bytes.ok_or_else(|| format!("`{name}` takes a size such as 500M or 16G, not `{text}`").into())
}

/// Which of how many.
fn part(name: &str, text: &str) -> Result<(usize, usize), lexopt::Error> {
    let both = text.split_once('/').and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
    match both {
        Some((i, n)) if 0 < i && i <= n => Ok((i, n)),
        Some((i, n)) if n > 0 => {
            Err(format!("`{name}` counts from 1/{n} to {n}/{n}: there is no {i}/{n}").into())
        }
        _ => Err(format!("`{name}` takes a part such as 3/16, not `{text}`").into()),
    }
}
