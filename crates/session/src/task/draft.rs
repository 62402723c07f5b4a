//! How a teacher makes a task of a listing: which lines are free, and what is told of each property.

use super::Task;
use catalog::{Scenario, listing::property_of};

/// What students see of a property.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Disclosure {
    /// Its verdict, and the run that proves it.
    #[default]
    Run,
    Verdict,
    /// Nothing, until it is graded.
    Hidden,
}

/// A line of the teacher's listing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    pub text: String,
    pub is_free: bool,
    /// The property that it states, and what is told of it.
    pub property: Option<(String, Disclosure)>,
}

/// A task on its way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TaskDraft {
    of: String,
    pub lines: Vec<Line>,
    pub question: String,
    pub hint: String,
}

impl TaskDraft {
    /// Of the listing that a scenario runs. What it expects is left out: it would tell the answer.
    pub fn of(scenario: &Scenario) -> TaskDraft {
        let text = scenario.source();
        let is_told = |line: &&str| !line.starts_with("expect ");
        let line = |text: &str| Line {
            text: text.to_owned(),
            is_free: false,
            property: property_of(text).map(|it| (it, Disclosure::default())),
        };
        let mut lines: Vec<Line> = text.lines().filter(is_told).map(line).collect();
        while lines.last().is_some_and(|it| it.text.is_empty()) {
            lines.pop();
        }
        TaskDraft {
            of: scenario.as_published().start().to_string(),
            lines,
            question: String::new(),
            hint: String::new(),
        }
    }

    /// Lines free or locked again; a line that states a property stays.
    pub fn turn(&mut self, line: usize) {
        let line = &mut self.lines[line];
        line.is_free = !line.is_free && line.property.is_none();
    }

    /// The task, and the teacher's own answer to it.
    ///
    /// # Errors
    /// A sentence, if something is missing.
    pub fn task(&self) -> Result<(Task, Vec<String>), String> {
        if !self.lines.iter().any(|it| it.is_free) {
            return Err("Choose the lines that are the student’s: click their numbers.".into());
        }
        let (mut text, mut free, mut answer) = (String::new(), Vec::new(), Vec::<String>::new());
        let (mut quiet, mut hidden) = (Vec::new(), Vec::new());
        let (mut at, mut was_free) = (0, false);
        for line in &self.lines {
            match &line.property {
                Some((_, Disclosure::Hidden)) => {
                    hidden.push(line.text.clone());
                    continue;
                }
                Some((name, Disclosure::Verdict)) => quiet.push(name.clone()),
                _ => {}
            }
            if line.is_free && was_free {
                let last = answer.last_mut().expect("it began with the line before");
                *last = format!("{last}\n{}", line.text);
                continue;
            }
            at += 1;
            was_free = line.is_free;
            match line.is_free {
                true => {
                    free.push(at);
                    answer.push(line.text.clone());
                    let words = line.text.trim_start();
                    text += &line.text[..line.text.len() - words.len()];
                }
                false => text += &line.text,
            }
            text.push('\n');
        }
        let (question, hint) = (self.question.trim(), self.hint.trim());
        let question = match question.is_empty() {
            true if free.len() == 1 => format!("Write line {}.", free[0]),
            true => "Write the lines that are missing.".into(),
            false => question.to_owned(),
        };
        let hint = hint.to_owned();
        Ok((Task { of: self.of.clone(), text, free, question, hint, quiet, hidden }, answer))
    }
}
