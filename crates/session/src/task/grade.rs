//! Answers, and what they come to.

use super::{Filled, Task, unpack_answer};
use crate::check::{Found, Mark};
use catalog::{Scenario, listing::property_of};
use std::rc::Rc;

/// An answer that was handed in.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    /// Who handed it in, as far as is said.
    pub name: String,
    /// The lines, or why they are not graded.
    pub lines: Result<Vec<String>, Rejection>,
}

/// Why an answer is not graded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Rejection {
    /// A line of the task, by the teacher's number, that is another one there.
    Locked(usize),
    Explained(String),
}

impl std::fmt::Display for Rejection {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Rejection::Locked(line) => write!(f, "not graded: line {line} is not the task’s"),
            Rejection::Explained(why) => write!(f, "not graded: {why}"),
        }
    }
}

/// Answers, one a line: a link, perhaps behind a name. Empty lines are none.
pub fn answers(task: &Task, lines: &str) -> Vec<Answer> {
    let lines = lines.lines().map(str::trim).filter(|text| !text.is_empty());
    lines.map(|line| handed_in(task, line)).collect()
}

fn handed_in(task: &Task, line: &str) -> Answer {
    let begins = ["https://", "http://"].iter().find_map(|scheme| line.find(scheme));
    let (who, address) = match begins {
        Some(at) => line.split_at(at),
        None => line.rsplit_once(char::is_whitespace).unwrap_or(("", line)),
    };
    let name = who.trim().trim_end_matches([':', ',', ';']).to_owned();
    let no = |why: &str| Err(Rejection::Explained(why.into()));
    let hash = address.split_once('#').map_or(address, |it| it.1);
    let pair =
        |name: &str| hash.split('&').find_map(|text| text.strip_prefix(name)?.strip_prefix('='));
    let lines = match (pair("task"), pair("answer")) {
        (Some(of), _) if of != task.to_string() => match Task::parse(of) {
            Ok(_) => no("This link belongs to another task."),
            Err(why) => Err(Rejection::Explained(why)),
        },
        (Some(_), Some(packed)) => unpack_answer(packed).map_err(Rejection::Explained),
        (Some(_), None) => no("This is the task, and no answer."),
        (None, _) => match Scenario::parse(hash) {
            Ok(parsed) => of_text(task, parsed.scenario.source()),
            Err(_) if !address.contains(['#', '?', '=']) => no("There is no link in this line."),
            Err(why) => Err(Rejection::Explained(why.to_string())),
        },
    };
    Answer { name, lines }
}

/// The answer in a whole listing.
pub fn of_text(task: &Task, text: &str) -> Result<Vec<String>, Rejection> {
    task.answer_in(text).map_err(|line| Rejection::Locked(task.number(line)))
}

/// What became of an answer.
#[derive(Clone, PartialEq, Debug)]
pub struct Graded {
    pub answer: Answer,
    pub grade: Grade,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Grade {
    /// Not searched yet.
    Open,
    /// The listing has errors, or is not graded: a sentence.
    Rejected(String),
    Found {
        lines: Vec<PropertyGrade>,
        /// Every state was seen.
        is_whole: bool,
    },
}

/// A property of an answer.
#[derive(Clone, PartialEq, Debug)]
pub struct PropertyGrade {
    pub property: String,
    pub is_hidden: bool,
    pub mark: Mark,
    /// "holds", "9 steps"
    pub short: String,
    /// The run that proves it, as a link.
    pub link: Option<String>,
}

impl Graded {
    pub fn new(answer: Answer) -> Graded {
        Graded { answer, grade: Grade::Open }
    }

    /// What is to be searched; none if it is known what comes of it.
    pub fn asks(&mut self, task: &Task) -> Option<Scenario> {
        if self.grade != Grade::Open {
            return None;
        }
        let lines = match &self.answer.lines {
            Ok(lines) => lines,
            Err(wrong) => {
                self.grade = Grade::Rejected(wrong.to_string());
                return None;
            }
        };
        let whole = task.whole(lines);
        let error = whole.text.as_ref().and_then(|text| text.errors().first().cloned());
        if let Some(error) = error {
            let labels = Filled::new(Rc::new(task.clone()), lines).labels();
            // what is hidden stands behind the last line
            let line = labels.get(error.line as usize - 1).cloned();
            let line = line.map_or("a hidden line".into(), |label| format!("line {label}"));
            self.grade = Grade::Rejected(format!("{line}: {}", error.message));
            return None;
        }
        if let Some(why) = task.problem(&whole) {
            self.grade = Grade::Rejected(format!("not with the task’s settings: {why}"));
            return None;
        }
        Some(whole)
    }

    pub fn take(&mut self, task: &Task, of: &Scenario, found: &Found) {
        let names: Vec<String> = task.hidden.iter().filter_map(|text| property_of(text)).collect();
        let asked = found.lines.iter().filter(|line| !is_measure(line.mark));
        let lines = asked
            .map(|line| PropertyGrade {
                property: line.property.clone(),
                is_hidden: names.contains(&line.property),
                mark: line.mark,
                short: line.short.clone(),
                link: line.link(of),
            })
            .collect();
        self.grade = Grade::Found { lines, is_whole: found.exhausted };
    }

    /// Whether all that is claimed holds; none while that is not known.
    pub fn holds(&self) -> Option<bool> {
        match &self.grade {
            Grade::Open => None,
            Grade::Rejected(_) => Some(false),
            Grade::Found { lines, .. } if lines.iter().any(|line| line.mark == Mark::Fails) => {
                Some(false)
            }
            Grade::Found { is_whole, .. } => is_whole.then_some(true),
        }
    }
}

/// What became of the same lines before, in an answer that was handed in earlier.
pub fn as_before(all: &[Graded], nth: usize) -> Option<Grade> {
    let answer = all[nth].answer.lines.as_ref().ok()?;
    let is_same = |graded: &&Graded| graded.answer.lines.as_ref() == Ok(answer);
    let before = all[..nth].iter().find(is_same).map(|other| other.grade.clone());
    before.filter(|grade| *grade != Grade::Open)
}

/// An answer to a question, which cannot fail.
fn is_measure(mark: Mark) -> bool {
    matches!(mark, Mark::Found | Mark::NotFound | Mark::Open)
}

/// "Everything holds in 2 of 5 answers."
pub fn graded(all: &[Graded]) -> String {
    let done = all.iter().filter(|graded| graded.grade != Grade::Open).count();
    if done < all.len() {
        return format!("{done} of {} answers checked.", all.len());
    }
    match all.iter().filter(|graded| graded.holds() == Some(true)).count() {
        hold if hold == all.len() => "Everything holds in every answer.".into(),
        hold => format!("Everything holds in {hold} of {} answers.", all.len()),
    }
}
