//! What answers come to, in words: in a row for each, and of the teacher's own lines.

use super::{Filled, Grade, Graded, PropertyGrade, Task};
use crate::check::{Found, Line, Mark};
use catalog::{
    document, is_called,
    listing::{Shade, highlight},
};
use std::{collections::BTreeSet, rc::Rc};

/// What became of an answer, at one glance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    pub mark: Mark,
    pub words: String,
}

/// "mutual exclusion: 10 steps; no deadlock: 4 steps"
pub fn outcome(graded: &Graded) -> Outcome {
    let (mark, words) = match (&graded.grade, graded.holds()) {
        (Grade::Open, _) => (Mark::Open, "not checked yet".into()),
        (Grade::Rejected(why), _) => (Mark::Fails, why.clone()),
        (Grade::Found { lines, .. }, Some(false)) => {
            let failing = lines.iter().filter(|line| line.mark == Mark::Fails);
            let one = |property_grade: &PropertyGrade| {
                format!("{}: {}", property_grade.property, property_grade.short)
            };
            (Mark::Fails, failing.map(one).collect::<Vec<_>>().join("; "))
        }
        (Grade::Found { .. }, Some(true)) => (Mark::Holds, "everything holds".into()),
        (Grade::Found { .. }, None) => (Mark::HoldsSoFar, "not every state was seen".into()),
    };
    Outcome { mark, words }
}

/// Whether the teacher's own lines solve the task. `others` are settings that are not the text's own.
pub fn own_lines(graded: &Graded, others: &[String]) -> Outcome {
    let Outcome { mark, words } = outcome(graded);
    let words = match (&graded.grade, mark) {
        (Grade::Open, _) => "Your own lines are being checked.".into(),
        (Grade::Rejected(_), _) => format!("Your own lines cannot be graded: {words}"),
        (_, Mark::Fails) => match not_its_own(others) {
            Some(with) => format!("{with}, your own lines do not solve it: {words}."),
            None => format!("Your own lines do not solve it: {words}."),
        },
        (_, Mark::Holds) => "Your own lines solve it: everything holds.".into(),
        _ => "Your own lines solve it as far as was searched. Bounded: not a proof.".into(),
    };
    Outcome { mark, words }
}

/// "With “Choosing: off”, which is not the text’s own setting": perhaps a broken variant.
fn not_its_own(others: &[String]) -> Option<String> {
    let quoted: Vec<String> = others.iter().map(|words| format!("“{words}”")).collect();
    match &quoted[..] {
        [] => None,
        [one] => Some(format!("With {one}, which is not the text’s own setting")),
        [first @ .., last] => Some(format!(
            "With {} and {last}, which are not the text’s own settings",
            first.join(", ")
        )),
    }
}

/// The failure with the shortest run, of those of which students see runs.
pub fn shortest_failure<'a>(found: &'a Found, quiet: &[String]) -> Option<&'a Line> {
    let is_told = |line: &&Line| !quiet.iter().any(|name| is_called(&line.property, name));
    let failing = found.lines.iter().filter(|line| line.mark == Mark::Fails).filter(is_told);
    failing.filter_map(|line| Some((line.run()?.len(), line))).min_by_key(|it| it.0).map(|it| it.1)
}

/// The lines of an answer without comments, conditions that are true, and common indentation; `…` stands between places.
pub fn brief(task: &Task, answer: &[String]) -> Vec<String> {
    let filled = Filled::new(Rc::new(task.clone()), answer);
    let text = filled.text();
    let setting = task.whole(answer).setting;
    let part = document(&text).conditions(&setting.names()).into_iter().filter(|line| line.1);
    let lines = plain_lines(&text, &part.map(|line| line.0).collect());
    let is_free = filled.are_free();
    let mut told: Vec<&str> = Vec::new();
    let mut was_free = true;
    for (line, is_free) in lines.iter().zip(is_free) {
        if is_free && !line.trim().is_empty() {
            if !was_free && !told.is_empty() {
                told.push("…");
            }
            told.push(line);
        }
        was_free = is_free;
    }
    let indent = |line: &&str| line.len() - line.trim_start().len();
    let common = told.iter().filter(|line| **line != "…").map(indent).min().unwrap_or(0);
    told.iter()
        .map(|line| line.get(common..).filter(|_| *line != "…").unwrap_or(line).to_owned())
        .collect()
}

/// Each line up to its comment, or to a condition of one of the lines `true_lines`.
fn plain_lines(text: &str, true_lines: &BTreeSet<usize>) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut is_over = false;
    for piece in highlight(text, &[]) {
        for (nth, part) in text[piece.bytes].split('\n').enumerate() {
            if nth > 0 {
                lines.push(String::new());
                is_over = false;
            }
            let is_condition = piece.shade == Shade::Keyword && part == "with";
            is_over |=
                piece.shade == Shade::Comment || is_condition && true_lines.contains(&lines.len());
            if !is_over {
                lines.last_mut().expect("it begins with one").push_str(part);
            }
        }
    }
    lines.iter().map(|line| line.trim_end().to_owned()).collect()
}
