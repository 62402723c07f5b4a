//! Grades in lines: one for each answer, and then what was found of each that differs.

use super::Answers;
use crate::Failure;
use listing::hidden::shown;
use session::check::Mark;
use session::task::{Grade, Graded, PropertyGrade, Task, brief, graded, outcome};
use std::io::Write;

/// A longer name stands apart.
const NAME_MAX: usize = 40;

pub fn print(task: &Task, answers: &Answers<'_>, to: &mut impl Write) -> Result<(), Failure> {
    let Answers { all, unread, .. } = answers;
    writeln!(to, "{}", shown(&task.question))?;
    let settings = task.settings_in_words();
    if !settings.is_empty() {
        writeln!(to, "Graded with {}.", shown(&settings.join("; ")))?;
    }
    writeln!(to, "{}", graded(all))?;
    match unread {
        0 => {}
        1 => writeln!(to, "One file cannot be read.")?,
        _ => writeln!(to, "{unread} files cannot be read.")?,
    }
    writeln!(to)?;
    let names: Vec<String> = (0..all.len()).map(|nth| name(all, nth)).collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).min(NAME_MAX);
    for (graded, name) in all.iter().zip(&names) {
        let words = outcome(graded).words;
        writeln!(to, "{} {name:width$}  {}", sign(graded), shown(&words))?;
    }
    for nth in 0..all.len() {
        alike(task, all, nth, &names, to)?;
    }
    Ok(())
}

fn name(all: &[Graded], nth: usize) -> String {
    match all[nth].answer.name.as_str() {
        "" => format!("answer {}", nth + 1),
        name => shown(name),
    }
}

fn sign(graded: &Graded) -> char {
    match graded.holds() {
        Some(true) => ' ',
        Some(false) => '!',
        None => '?',
    }
}

/// Who has handed in the lines of this answer, if it is the first with these, and what was found of them.
fn alike(
    task: &Task,
    all: &[Graded],
    nth: usize,
    names: &[String],
    to: &mut impl Write,
) -> Result<(), Failure> {
    let Ok(answer) = &all[nth].answer.lines else { return Ok(()) };
    let is_same = |other: &&usize| all[**other].answer.lines.as_ref() == Ok(answer);
    if (0..nth).any(|other| is_same(&&other)) {
        return Ok(());
    }
    let alike: Vec<usize> = (nth..all.len()).collect();
    let alike: Vec<&str> = alike.iter().filter(is_same).map(|nth| &*names[*nth]).collect();
    writeln!(to, "\n{} {}", sign(&all[nth]), alike.join(", "))?;
    for line in brief(task, answer) {
        writeln!(to, "    | {}", shown(&line))?;
    }
    match &all[nth].grade {
        Grade::Open => writeln!(to, "    not searched")?,
        Grade::Rejected(why) => writeln!(to, "    {}", shown(why))?,
        Grade::Found { lines, is_whole } => {
            for line in lines {
                found(line, to)?;
            }
            if !is_whole {
                writeln!(to, "    not every state was seen")?;
            }
        }
    }
    Ok(())
}

fn found(line: &PropertyGrade, to: &mut impl Write) -> Result<(), Failure> {
    let hidden = if line.is_hidden { " (hidden)" } else { "" };
    let fails = if line.mark == Mark::Fails { "fails: " } else { "" };
    writeln!(to, "    {}{hidden}: {fails}{}", line.property, line.short)?;
    if let (Mark::Fails, Some(link)) = (line.mark, &line.link) {
        writeln!(to, "        interleave play '{link}'")?;
    }
    Ok(())
}
