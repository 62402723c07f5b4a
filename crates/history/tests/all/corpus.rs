//! The histories of `histories.txt`, as logs.

use history::{History, Object, by_name, read};
use serde_json::Value;

const HISTORIES: &str = include_str!("../histories.txt");

pub struct Known {
    pub name: &'static str,
    pub object: &'static dyn Object,
    pub initial: Value,
    pub is_linearizable: bool,
    /// The lines of the smallest prefix that is not.
    pub prefix: Option<usize>,
    /// How many operations without an order there are at least, and the lines of their calls.
    pub size: Option<usize>,
    pub lines: Vec<usize>,
    pub history: History,
}

pub fn all() -> Vec<Known> {
    let lines = HISTORIES.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    lines.map(known).collect()
}

fn known(line: &'static str) -> Known {
    let [name, object, initial, verdict, prefix, size, lines, _, events] =
        line.split('\t').collect::<Vec<_>>()[..]
    else {
        panic!("{line}")
    };
    let object = by_name(object).expect("it has a name");
    let log: String = events.split("; ").filter(|event| !event.is_empty()).map(log_line).collect();
    Known {
        name,
        object,
        initial: serde_json::from_str(initial).unwrap(),
        is_linearizable: verdict == "yes",
        prefix: prefix.parse().ok(),
        size: size.parse().ok(),
        lines: lines.split(',').filter_map(|line| line.parse().ok()).collect(),
        history: read(&log, object).unwrap_or_else(|wrong| panic!("{name}: {wrong:?}")),
    }
}

fn log_line(event: &str) -> String {
    let (process, said) = event.split_once(' ').expect("a process and an event");
    let said = match said.split_once(' ') {
        Some(("=", result)) => format!("\"return\":{result}"),
        Some((name, args)) => format!("\"call\":\"{name}\",\"args\":{args}"),
        None => format!("\"{said}\":true"),
    };
    format!("{{\"process\":{process},{said}}}\n")
}
