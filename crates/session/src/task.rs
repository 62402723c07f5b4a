//! A teacher's task: a listing of which some lines are free, a question, and what is told of each
//! property. All of it is in a link; nothing is stored anywhere. What is hidden is hidden from a reader
//! of the page, not from somebody who unpacks the link.

mod draft;
mod grade;

pub use draft::{Disclosure, Line, TaskDraft};
pub use grade::{Answer, Grade, Graded, PropertyGrade, Rejection, answers, graded, of_text};

use catalog::Scenario;
use std::fmt;

/// The longest question or hint, in characters.
pub const WORDS_MAX: usize = 300;
/// The longest answer, in bytes; together with the task it is one listing.
pub const ANSWER_MAX: usize = 4 * 1024;

/// What a teacher hands out.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Task {
    /// The algorithm and its options, as a link without text and run.
    pub of: String,
    /// The listing; a free place is one line, with no more than its indentation.
    pub text: String,
    /// The lines, counted from 1, that stand for free places; ascending.
    pub free: Vec<usize>,
    pub question: String,
    pub hint: String,
    /// Properties of which students see the verdict and no run, by what they are called or by their names.
    pub quiet: Vec<String>,
    /// Lines of properties that students do not see; they are added when an answer is graded.
    pub hidden: Vec<String>,
}

const NEWER: &str =
    "This task is in a form that is not known here: it may need a newer version of this site.";
const CUT: &str = "This link is not complete: it was cut or changed.";

impl Task {
    /// Reads what [`Task`]'s `Display` wrote.
    ///
    /// # Errors
    /// A sentence, if the link was cut, or says what no task can be.
    pub fn parse(packed: &str) -> Result<Task, String> {
        let written = catalog::unpack(packed).map_err(|_| CUT)?;
        let (head, text) = written.split_once("\n\n").ok_or(CUT)?;
        let mut task = Task { text: text.to_owned(), ..Task::default() };
        for line in head.lines() {
            let (name, value) = line.split_once(' ').ok_or(CUT)?;
            let own = value.to_owned();
            match name {
                "of" => task.of = own,
                "ask" => task.question = own,
                "hint" => task.hint = own,
                "quiet" => task.quiet.push(own),
                "hidden" => task.hidden.push(own),
                "free" => task.free.push(value.parse().map_err(|_| CUT)?),
                _ => return Err(NEWER.into()),
            }
        }
        let lines = task.text.lines().count();
        let is_ascending = task.free.windows(2).all(|it| it[0] < it[1]);
        let is_there = |line: &usize| (1..=lines).contains(line);
        if task.free.is_empty() || !is_ascending || !task.free.iter().all(is_there) {
            return Err("This task has no free line.".into());
        }
        Scenario::parse(&task.of).map_err(|why| why.to_string())?;
        Ok(task)
    }

    /// What stands in the free places to begin with.
    pub fn blank(&self) -> Vec<String> {
        let lines = self.text.lines().zip(1..).filter(|(_, it)| self.free.contains(it));
        lines.map(|(line, _)| line.to_owned()).collect()
    }

    /// The listing with an answer in its free places: one text for each.
    pub fn text_with(&self, answer: &[String]) -> String {
        let mut text = String::new();
        for (nth, line) in self.text.lines().enumerate() {
            match self.free.iter().position(|it| *it == nth + 1) {
                None => text += line,
                Some(place) => text += answer.get(place).map_or("", |it| it.trim_end()),
            }
            text.push('\n');
        }
        text
    }

    /// What runs with an answer: without what is hidden.
    pub fn scenario(&self, answer: &[String]) -> Scenario {
        self.with_text(&self.text_with(answer))
    }

    /// What is graded: with what is hidden.
    pub fn whole(&self, answer: &[String]) -> Scenario {
        self.with_text(&self.whole_text(answer))
    }

    fn whole_text(&self, answer: &[String]) -> String {
        let mut text = self.text_with(answer);
        for line in &self.hidden {
            text += line;
            text.push('\n');
        }
        text
    }

    fn with_text(&self, text: &str) -> Scenario {
        let base = Scenario::parse(&self.of).map(|it| it.scenario);
        base.expect("it was parsed before").with_text(text)
    }

    /// The answer in a listing that somebody wrote into a copy of the task.
    ///
    /// # Errors
    /// The first line of the task, counted from 1, that is not there.
    pub fn answer_in(&self, text: &str) -> Result<Vec<String>, usize> {
        let theirs: Vec<&str> = text.lines().map(str::trim_end).collect();
        let ours: Vec<&str> = self.text.lines().map(str::trim_end).collect();
        let mut answer = Vec::new();
        let mut at = 0;
        for (nth, line) in ours.iter().enumerate() {
            if self.free.contains(&(nth + 1)) {
                // up to where the locked lines behind it begin
                let rest = &ours[nth + 1..];
                let length = rest
                    .iter()
                    .zip(nth + 2..)
                    .take_while(|(_, it)| !self.free.contains(it))
                    .count();
                let locked = &rest[..length];
                let is_last = nth + 1 + length == ours.len();
                let end = match is_last {
                    true => theirs.len().checked_sub(length).filter(|it| *it >= at),
                    false => (at..theirs.len()).find(|&it| theirs[it..].starts_with(locked)),
                };
                let end = end.unwrap_or(at);
                answer.push(theirs[at..end].join("\n"));
                at = end;
            } else if theirs.get(at) == Some(line) {
                at += 1;
            } else {
                return Err(nth + 1);
            }
        }
        if at < theirs.len() { Err(ours.len()) } else { Ok(answer) }
    }
}

impl fmt::Display for Task {
    /// As in a link.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut written = String::new();
        let mut say = |name: &str, value: &str| {
            if !value.is_empty() {
                let value = value.replace(['\n', '\r'], " ");
                written.extend([name, " ", &value, "\n"]);
            }
        };
        say("of", &self.of);
        say("ask", &self.question);
        say("hint", &self.hint);
        self.quiet.iter().for_each(|it| say("quiet", it));
        self.hidden.iter().for_each(|it| say("hidden", it));
        self.free.iter().for_each(|it| say("free", &it.to_string()));
        f.write_str(&catalog::pack(&format!("{written}\n{}", self.text)))
    }
}

/// Between the free places of an answer.
const BETWEEN: char = '\u{1e}';

/// An answer as in a link.
pub fn pack_answer(answer: &[String]) -> String {
    catalog::pack(&answer.join(&BETWEEN.to_string()))
}

/// # Errors
/// A sentence, if the link was cut.
pub fn unpack_answer(packed: &str) -> Result<Vec<String>, String> {
    let written = catalog::unpack(packed).map_err(|_| CUT)?;
    match written.len() <= ANSWER_MAX {
        true => Ok(written.split(BETWEEN).map(str::to_owned).collect()),
        false => Err(format!("This answer is longer than {ANSWER_MAX} bytes.")),
    }
}

#[cfg(test)]
mod tests;
