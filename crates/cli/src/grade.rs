//! Answers to a teacher's task, each with what is hidden from students.

use crate::args::Grade as Args;
use crate::{Answer as Code, Failure, file, write_json};
use catalog::TEXT_MAX;
use serde::Serialize;
use session::check::{Found, Mark};
use session::task::{Answer, Grade, Graded, PropertyGrade, Task, answers, graded, of_text};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The longest file of links, in bytes.
const LINKS_MAX: usize = 4 << 20;

#[derive(Serialize)]
struct Row {
    /// A name before a link, or the name of a file.
    name: String,
    /// None: not decided, as a search ended at a bound.
    holds: Option<bool>,
    /// What is in the free places.
    answer: Option<Vec<String>>,
    /// Why it is not graded: a sentence.
    problem: Option<String>,
    properties: Vec<Property>,
}

#[derive(Serialize)]
struct Property {
    #[serde(rename = "property")]
    name: String,
    hidden: bool,
    fails: bool,
    found: String,
    /// The run that proves it.
    link: Option<String>,
}

pub fn run(args: &Args, to: &mut impl Write) -> Result<Code, Failure> {
    let hash = args.task.split_once('#').map_or(&*args.task, |it| it.1);
    let packed = hash.split('&').find_map(|it| it.strip_prefix("task=")).unwrap_or(hash);
    let task = Task::parse(packed).map_err(Failure::Usage)?;
    let mut all = Vec::new();
    for path in &args.paths {
        handed_in(&task, Path::new(path), &mut all)?;
    }
    if all.is_empty() {
        return Err(Failure::Usage(
            "There is no answer: give files *.ilv, or links one a line.".into(),
        ));
    }
    search_all(&task, args, &mut all)?;
    match args.print.json {
        true => write_json(&all.iter().map(row).collect::<Vec<_>>(), to)?,
        false => print(&task, &all, to)?,
    }
    Ok(match () {
        () if all.iter().any(|it| it.holds() == Some(false)) => Code::Bad,
        () if all.iter().any(|it| it.holds().is_none()) => Code::Unproven,
        () => Code::Good,
    })
}

/// A listing is one answer, another file has links, and a folder has files.
fn handed_in(task: &Task, path: &Path, all: &mut Vec<Graded>) -> Result<(), Failure> {
    let name = path.display().to_string();
    if path.is_dir() {
        let unread = |why| Failure::Usage(format!("{name} cannot be read: {why}."));
        let entries = fs::read_dir(path).map_err(unread)?;
        let entries: Result<Vec<PathBuf>, _> = entries.map(|it| it.map(|it| it.path())).collect();
        let mut files: Vec<PathBuf> = entries.map_err(unread)?;
        files.retain(|it| it.extension().is_some_and(|it| it == "ilv" || it == "txt"));
        files.sort();
        return files.iter().try_for_each(|it| handed_in(task, it, all));
    }
    if path.extension().is_some_and(|it| it == "ilv") {
        let text = file::read(&name, TEXT_MAX)?;
        all.push(Graded::new(Answer { name, lines: of_text(task, &text) }));
        return Ok(());
    }
    let links = file::read(&name, LINKS_MAX)?;
    all.extend(answers(task, &links).into_iter().map(Graded::new));
    Ok(())
}

fn search_all(task: &Task, args: &Args, all: &mut [Graded]) -> Result<(), Failure> {
    let runner = args.bounds.runner(false);
    for graded in all {
        let Some(scenario) = graded.asks(task) else { continue };
        graded.take(task, &scenario, &Found::of(&runner.search(&scenario)?, 0));
        if runner.is_interrupted() {
            break;
        }
    }
    Ok(())
}

fn row(graded: &Graded) -> Row {
    let property = |it: &PropertyGrade| Property {
        name: it.property.clone(),
        hidden: it.is_hidden,
        fails: it.mark == Mark::Fails,
        found: it.short.clone(),
        link: it.link.clone(),
    };
    let (problem, properties) = match &graded.grade {
        Grade::Open => (None, Vec::new()),
        Grade::Rejected(why) => (Some(why.clone()), Vec::new()),
        Grade::Found { lines, .. } => (None, lines.iter().map(property).collect()),
    };
    let answer = graded.answer.lines.clone().ok();
    Row { name: graded.answer.name.clone(), holds: graded.holds(), answer, problem, properties }
}

fn print(task: &Task, all: &[Graded], to: &mut impl Write) -> Result<(), Failure> {
    writeln!(to, "{}\n{}\n", task.question, graded(all))?;
    for (nth, it) in all.iter().enumerate() {
        let (mark, name) = match it.holds() {
            Some(true) => (' ', &it.answer.name),
            Some(false) => ('!', &it.answer.name),
            None => ('?', &it.answer.name),
        };
        match name.is_empty() {
            true => writeln!(to, "{mark} answer {}", nth + 1)?,
            false => writeln!(to, "{mark} {name}")?,
        }
        for line in it.answer.lines.iter().flatten().flat_map(|it| it.lines()) {
            writeln!(to, "    | {}", line.trim_end())?;
        }
        match &it.grade {
            Grade::Open => writeln!(to, "    not searched")?,
            Grade::Rejected(why) => writeln!(to, "    {why}")?,
            Grade::Found { lines, is_whole } => {
                for line in lines {
                    found(line, to)?;
                }
                if !is_whole {
                    writeln!(to, "    not every state was seen")?;
                }
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
