//! What `mutate --list` has found line by line on many machines.

use super::data::Data;
use crate::{Failure, file};
use catalog::Scenario;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The longest file in bytes: a thousand lines, each with its changes and their runs.
const FILE_MAX: usize = 500_000_000;

/// What is known of the lines of a setting that are asked about. A line that is there twice counts as it was found last.
pub fn merged(scenario: &Scenario, asked: &[usize], files: &[PathBuf]) -> Result<Data, Failure> {
    let mut found = BTreeMap::new();
    for file in files {
        let (text, name) = (file::read(file, FILE_MAX)?, file::title(file));
        let wrong = |why: String| Failure::Usage(format!("{name}: {why}"));
        for data in serde_json::Deserializer::from_str(&text).into_iter::<Data>() {
            let data = data.map_err(|why| {
                wrong(format!("this is not what `interleave mutate --json` prints ({why})."))
            })?;
            if data.link != scenario.to_string() {
                return Err(wrong(format!("`{}` is another text, or another setting.", data.link)));
            }
            let [line] = &data.lines[..] else {
                return Err(wrong("a command of `--list` asks about one line.".into()));
            };
            found.insert(line.line, data);
        }
    }
    let missing: Vec<String> =
        asked.iter().filter(|line| !found.contains_key(line)).map(usize::to_string).collect();
    if !missing.is_empty() {
        let lines = if missing.len() == 1 { "line" } else { "lines" };
        return Err(Failure::Usage(format!("Nothing is there of {lines} {}.", missing.join(", "))));
    }
    found.retain(|line, _| asked.contains(line));
    let whole = found.into_values().reduce(|mut whole, other| {
        whole.bounded |= other.bounded;
        whole.needed += other.needed;
        whole.not_needed += other.not_needed;
        whole.undecided += other.undecided;
        whole.lines.extend(other.lines);
        whole
    });
    whole.ok_or_else(|| Failure::Usage(super::nothing_to_change(&[])))
}
