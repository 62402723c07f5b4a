//! Values of options, and how they are read.

use clap::builder::{PossibleValue, PossibleValuesParser, RangedU64ValueParser, TypedValueParser};
use export::Format;
use fences::Memory;

/// One search of a swarm.
#[derive(Clone, Copy)]
pub struct Part {
    /// From 1.
    pub i: usize,
    pub n: usize,
}

pub fn positive() -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(1..)
}

/// A memory with store buffers.
pub fn memory() -> impl TypedValueParser<Value = Memory> {
    let tso = PossibleValue::new("tso").help("Total store order: the oldest write arrives first");
    let pso = PossibleValue::new("pso").help("Partial store order: only writes to one cell do");
    PossibleValuesParser::new([tso, pso]).try_map(|name| Memory::named(&name).ok_or("no memory"))
}

/// How many writes can be pending.
pub fn buffer() -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(1..=8)
}

/// What an export writes.
#[derive(Clone, Copy)]
pub enum Written {
    Run(Format),
    /// The algorithm as input of the model checker SPIN.
    Promela,
    /// The algorithm as a module of TLA+.
    Tla,
    /// All states and steps, for Graphviz.
    Dot,
    /// The same as data.
    Graph,
}

pub fn written() -> impl TypedValueParser<Value = Written> {
    let run = Format::ALL.map(|format| PossibleValue::new(format.name()).help(format.words()));
    let promela = PossibleValue::new("promela").help("The algorithm for the model checker SPIN");
    let tla = PossibleValue::new("tla").help("The algorithm for the model checker TLC, in TLA+");
    let dot = PossibleValue::new("dot").help("All states of a small setting, for Graphviz");
    let graph = PossibleValue::new("graph").help("The same states and steps, as JSON");
    let all = run.into_iter().chain([promela, tla, dot, graph]);
    PossibleValuesParser::new(all).map(|name| match &name[..] {
        "dot" => Written::Dot,
        "graph" => Written::Graph,
        "tla" => Written::Tla,
        "promela" => Written::Promela,
        run => Format::by_name(run).map_or(Written::Promela, Written::Run),
    })
}

/// The object of a history, by its name.
pub fn object() -> PossibleValuesParser {
    PossibleValuesParser::new(history::names())
}

/// Bytes.
pub fn size(text: &str) -> Result<usize, &'static str> {
    let digits = text.strip_suffix('B').unwrap_or(text);
    let units = [("K", 1000), ("M", 1_000_000), ("G", 1_000_000_000)];
    let unit = units.iter().find_map(|(unit, bytes)| Some((digits.strip_suffix(unit)?, *bytes)));
    let (digits, unit) = unit.unwrap_or((digits, 1));
    let number = digits.parse().ok().filter(|&number: &usize| number > 0);
    number.and_then(|number| number.checked_mul(unit)).ok_or("not a size such as 500M or 16G")
}

pub fn part(text: &str) -> Result<Part, String> {
    let parts = text.split_once('/').and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
    match parts {
        Some((i, n)) if 0 < i && i <= n => Ok(Part { i, n }),
        Some((_, n)) if n > 0 => Err(format!("searches count from 1/{n} to {n}/{n}")),
        _ => Err("not a search of a swarm such as 3/16".into()),
    }
}

/// How `test` prints results.
#[derive(Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
pub enum ResultFormat {
    #[default]
    Text,
    /// With annotations
    Github,
}
