//! Answers to a teacher's task, each with what is hidden from students.

mod print;

use crate::args::Grade as Args;
use crate::{Answer as Code, Failure, file, files, write_json};
use catalog::TEXT_MAX;
use serde::Serialize;
use session::check::{Found, Mark};
use session::task::{
    Answer, Grade, Graded, PropertyGrade, Rejection, Task, answers, as_before, of_text,
};
use std::fs;
use std::io::{self, Write};
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
    let packed = hash.split('&').find_map(|text| text.strip_prefix("task=")).unwrap_or(hash);
    let task = Task::parse(packed).map_err(Failure::Usage)?;
    let mut answers = Answers::of(&task, &args.paths);
    if answers.all.is_empty() {
        return Err(Failure::Usage(
            "There is no answer: give files *.ilv, or links one a line.".into(),
        ));
    }
    search_all(&task, args, &mut answers.all)?;
    let Answers { all, unread, .. } = &answers;
    match args.print.json {
        true => write_json(&all.iter().map(row).collect::<Vec<_>>(), to)?,
        false => print::print(&task, &answers, to)?,
    }
    Ok(match () {
        () if *unread > 0 => Code::Damaged,
        () if all.iter().any(|graded| graded.holds() == Some(false)) => Code::Bad,
        () if all.iter().any(|graded| graded.holds().is_none()) => Code::Unproven,
        () => Code::Good,
    })
}

/// What was handed in. What cannot be read is a row that says why: it does not stop the others.
struct Answers<'a> {
    task: &'a Task,
    all: Vec<Graded>,
    /// How many files and folders could not be read.
    unread: usize,
}

impl Answers<'_> {
    fn of<'a>(task: &'a Task, paths: &[PathBuf]) -> Answers<'a> {
        let mut answers = Answers { task, all: Vec::new(), unread: 0 };
        for path in paths {
            match path.is_dir() {
                true => answers.take_folder(path),
                false => answers.take_file(path),
            }
        }
        answers
    }

    fn take_folder(&mut self, folder: &Path) {
        let entries = fs::read_dir(folder)
            .and_then(|all| all.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>());
        let mut files = match entries {
            Ok(files) => files,
            Err(why) => {
                let why = format!("{} cannot be read: {why}.", file::name(folder));
                return self.take_unread(folder, why);
            }
        };
        files.retain(|path| path.extension().is_some_and(|it| it == "ilv" || it == "txt"));
        files.sort();
        for path in files {
            self.take_file(&path);
        }
    }

    /// A listing is one answer, and another file has links.
    fn take_file(&mut self, path: &Path) {
        let taken = match files::is_listing(path) {
            true => file::read(path, TEXT_MAX).map(|text| {
                let lines = of_text(self.task, &text);
                vec![Answer { name: path.to_string_lossy().into_owned(), lines }]
            }),
            // links are plain letters, and names may be in any encoding
            false => file::read_lossily(path, LINKS_MAX).map(|links| answers(self.task, &links)),
        };
        match taken {
            Ok(answers) => self.all.extend(answers.into_iter().map(Graded::new)),
            Err(why) => self.take_unread(path, why),
        }
    }

    fn take_unread(&mut self, path: &Path, why: String) {
        let name = path.to_string_lossy().into_owned();
        self.all.push(Graded::new(Answer { name, lines: Err(Rejection::Explained(why)) }));
        self.unread += 1;
    }
}

fn search_all(task: &Task, args: &Args, all: &mut [Graded]) -> Result<(), Failure> {
    let runner = args.bounds.runner(false);
    for nth in 0..all.len() {
        if let Some(grade) = as_before(all, nth) {
            all[nth].grade = grade;
        }
        let Some(scenario) = all[nth].asks(task) else { continue };
        all[nth].take(task, &scenario, &Found::of(&runner.search(&scenario)?, 0));
        if runner.is_interrupted() {
            break;
        }
    }
    Ok(())
}

fn row(graded: &Graded) -> Row {
    let property = |property_grade: &PropertyGrade| Property {
        name: property_grade.property.clone(),
        hidden: property_grade.is_hidden,
        fails: property_grade.mark == Mark::Fails,
        found: property_grade.short.clone(),
        link: property_grade.link.clone(),
    };
    let (problem, properties) = match &graded.grade {
        Grade::Open => (None, Vec::new()),
        Grade::Rejected(why) => (Some(why.clone()), Vec::new()),
        Grade::Found { lines, .. } => (None, lines.iter().map(property).collect()),
    };
    let answer = graded.answer.lines.clone().ok();
    Row { name: graded.answer.name.clone(), holds: graded.holds(), answer, problem, properties }
}
