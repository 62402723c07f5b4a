//! What lines are needed for, for readers.

use super::data::{Data, LineData, RunData};
use crate::commands::Commands;
use catalog::{Scenario, capital, counted};
use std::io::{self, Write};

/// The widest line of a text whose sentence stands behind it.
const WIDE: usize = 48;

/// Below the heading of its text, perhaps with a command for each run.
pub fn write(data: &Data, heading: &str, shows_links: bool, to: &mut impl Write) -> io::Result<()> {
    let Data { lines, states, failing, pairs, .. } = data;
    let changes = lines.iter().map(|line| line.changes.len()).sum();
    let (of, changes) = (counted(lines.len(), "line"), counted(changes, "change"));
    writeln!(to, "{heading}\n{of}, {changes}, {}", catalog::states(*states))?;
    for name in failing {
        writeln!(to, "“{name}” fails here with or without these lines: it is no measure.")?;
    }
    writeln!(to)?;
    let wide = lines.iter().map(|line| line.text.chars().count()).max().unwrap_or(0).min(WIDE);
    for line in lines {
        write_line(line, wide, shows_links, to)?;
    }
    for pair in pairs {
        let [one, other] = pair.lines;
        writeln!(to, "\nWithout lines {one} and {other} {}.", pair.words)?;
        write_run(Some(&pair.shown), shows_links, to)?;
    }
    writeln!(to, "\n{}", sum(data))
}

fn write_line(
    line: &LineData,
    wide: usize,
    shows_links: bool,
    to: &mut impl Write,
) -> io::Result<()> {
    let LineData { line: number, text, sentence, advice, shown, changes, .. } = line;
    match text.chars().count() > wide {
        true => writeln!(to, "{number:4}  {text}\n      {:wide$}  {sentence}", "")?,
        false => writeln!(to, "{number:4}  {text:wide$}  {sentence}")?,
    }
    write_run(shown.as_ref(), shows_links, to)?;
    if let Some(advice) = advice {
        writeln!(to, "      {:wide$}  {advice}", "")?;
    }
    for change in changes {
        let Some(sentence) = &change.sentence else { continue };
        writeln!(to, "      {:wide$}  {sentence}", "")?;
        write_run(change.shown.as_ref(), shows_links, to)?;
    }
    Ok(())
}

/// A changed text is in its link alone.
fn write_run(shown: Option<&RunData>, shows_links: bool, to: &mut impl Write) -> io::Result<()> {
    let run = shown.filter(|_| shows_links).and_then(|shown| Scenario::own(&shown.run));
    match run {
        Some(run) => writeln!(to, "      {}", Commands::of_link().play(&run)),
        None => Ok(()),
    }
}

fn sum(data: &Data) -> String {
    let lines = |count| counted(count, "line");
    let mut sentences = Vec::new();
    if (data.not_needed, data.undecided) == (0, 0) {
        sentences.push("Every line is needed.".to_owned());
    }
    let whole = data.lines.iter().filter(|line| line.is_superfluous()).count();
    if whole > 0 {
        sentences.push(format!("Nothing that is claimed needs {}.", lines(whole)));
    }
    let as_they_are = match data.not_needed - whole {
        0 => None,
        1 => Some("1 line as it is".to_owned()),
        count => Some(format!("{} as they are", lines(count))),
    };
    sentences.extend(as_they_are.map(|some| format!("Nothing that is claimed needs {some}.")));
    if data.undecided > 0 {
        sentences.push(format!("{} not decided.", capital(&lines(data.undecided))));
    }
    if data.bounded {
        sentences.push("bounded: not every state of the text as it is was seen".into());
    }
    sentences.join(" ")
}
