//! How a teacher makes a task of a listing: which lines are free, with which settings answers are graded, and what
//! is told of each property.

use super::Task;
use catalog::{Scenario, Setting, is_called, listing::property_of};

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

impl Line {
    /// The property that it states, if students do not see it.
    fn hidden_property(&self) -> Option<&str> {
        let hidden = self.property.as_ref().filter(|(_, told)| *told == Disclosure::Hidden);
        hidden.map(|(name, _)| &**name)
    }
}

/// A task on its way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TaskDraft {
    /// The text with the settings with which answers are graded, from the start.
    scenario: Scenario,
    pub lines: Vec<Line>,
    pub question: String,
    pub hint: String,
}

impl TaskDraft {
    /// Of the listing that a scenario runs. Of what it expects empty lines are left: it would tell the answer.
    pub fn of(scenario: &Scenario) -> TaskDraft {
        let text = scenario.source();
        let is_told = |line: &str| !line.starts_with("expect ");
        let line = |text: &str| Line {
            text: if is_told(text) { text.to_owned() } else { String::new() },
            is_free: false,
            property: property_of(text).map(|text| (text, Disclosure::default())),
        };
        let mut lines: Vec<Line> = text.lines().map(line).collect();
        while lines.last().is_some_and(|line| line.text.is_empty()) {
            lines.pop();
        }
        let (question, hint) = (String::new(), String::new());
        TaskDraft { scenario: scenario.start(), lines, question, hint }
    }

    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// Chooses a value of an option.
    ///
    /// # Errors
    /// A sentence, if the text cannot run with it; then nothing is changed.
    pub fn set(&mut self, option: &str, value: &str) -> Result<(), String> {
        let mut setting = self.scenario.setting.clone();
        setting.set(option, value);
        if let Some(why) = self.scenario.entry().problem(&setting) {
            return Err(why);
        }
        self.scenario.setting = setting;
        Ok(())
    }

    /// The text's own settings.
    pub fn reset(&mut self) {
        self.scenario.setting = Setting::default_of(self.scenario.entry().knobs);
    }

    pub fn is_reset(&self) -> bool {
        self.scenario.setting == Setting::default_of(self.scenario.entry().knobs)
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
        let free: Vec<usize> = (1..)
            .zip(&self.lines)
            .filter(|(_, line)| line.is_free)
            .map(|(number, _)| number)
            .collect();
        if free.is_empty() {
            return Err("Choose the lines that are the student’s: click their numbers.".into());
        }
        let is_hidden = self.are_hidden();
        let text = self.lines.iter().zip(&is_hidden).map(|(line, is_hidden)| match () {
            () if *is_hidden => "",
            () if line.is_free => &line.text[..line.text.len() - line.text.trim_start().len()],
            () => &line.text,
        });
        let text = text.flat_map(|line| [line, "\n"]).collect();
        let hidden = self.lines.iter().zip(&is_hidden).filter(|(_, is_hidden)| **is_hidden);
        let hidden = hidden.map(|(line, _)| line.text.clone()).collect();
        let quiet = self.lines.iter().filter_map(|line| match &line.property {
            Some((name, Disclosure::Verdict)) => Some(name.clone()),
            _ => None,
        });
        let (question, hint) = (self.question.trim(), self.hint.trim().to_owned());
        let question = match question.is_empty() {
            true => default_question(&free),
            false => question.to_owned(),
        };
        let quiet = quiet.collect();
        let line = |number: &usize| &*self.lines[number - 1].text;
        let places = free.chunk_by(|line, next| line + 1 == *next);
        let answer = places.map(|place| place.iter().map(line).collect::<Vec<_>>().join("\n"));
        let answer = answer.collect();
        let (of, settings) = self.settings();
        let task = Task { of, settings, text, free, question, hint, quiet, hidden };
        Ok((task, answer))
    }

    /// Which lines students do not see: those of a hidden property, with what belongs to it.
    fn are_hidden(&self) -> Vec<bool> {
        let names: Vec<&str> = self.lines.iter().filter_map(Line::hidden_property).collect();
        let is_said = |text: &str| {
            let said = text.strip_prefix("say ").and_then(|said| said.split_once(':'));
            said.is_some_and(|(name, _)| names.iter().any(|hidden| is_called(hidden, name)))
        };
        let mut is_within = false;
        let one = |line: &Line| {
            // what is set in below a property is part of it
            is_within = line.hidden_property().is_some() || is_within && line.text.starts_with(' ');
            is_within || is_said(&line.text)
        };
        self.lines.iter().map(one).collect()
    }

    /// The link of the algorithm with its options, and those that it does not have.
    fn settings(&self) -> (String, Vec<(String, String)>) {
        let published = self.scenario.as_published().start();
        let mut known = Setting::default_of(self.scenario.entry().knobs);
        for (option, value) in published.setting.iter() {
            known.set(option.name, value.name);
        }
        let all = self.scenario.setting.iter().zip(known.iter());
        let others = all.filter(|((_, value), (_, known))| value != known);
        let others = others.map(|((option, value), _)| (option.name.into(), value.name.into()));
        (published.to_string(), others.collect())
    }
}

/// “Write lines 21 and 23.”
fn default_question(free: &[usize]) -> String {
    match free {
        [line] => format!("Write line {line}."),
        [first @ .., last] if free.len() <= 4 => {
            let first: Vec<String> = first.iter().map(usize::to_string).collect();
            format!("Write lines {} and {last}.", first.join(", "))
        }
        _ => "Write the lines that are missing.".into(),
    }
}
