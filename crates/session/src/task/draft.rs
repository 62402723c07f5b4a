//! How a teacher makes a task of a listing: which lines are free, with which settings answers are graded, and what
//! is told of each property.

use super::{Task, in_words};
use catalog::{Scenario, Setting, is_called, listing::property_of};
use std::collections::{BTreeMap, BTreeSet};

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

/// A line of the teacher's listing that is part of the program of the settings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// As the whole listing counts, from 1.
    pub number: usize,
    /// As it reads with the settings.
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
    /// The program of these settings: numbers in the text, and lines.
    program: Vec<(usize, String)>,
    /// The numbers of free lines, those that the settings leave out among them.
    free: BTreeSet<usize>,
    /// What students see of the properties in lines with these numbers; of others it is the default.
    disclosures: BTreeMap<usize, Disclosure>,
    pub question: String,
    pub hint: String,
}

impl TaskDraft {
    /// Of the listing that a scenario runs.
    pub fn of(scenario: &Scenario) -> TaskDraft {
        let scenario = scenario.start();
        let program = program(&scenario);
        let (free, disclosures, question, hint) = Default::default();
        TaskDraft { scenario, program, free, disclosures, question, hint }
    }

    /// The lines of the program of the settings.
    pub fn lines(&self) -> Vec<Line> {
        let disclosure = |number: &usize| self.disclosures.get(number).copied().unwrap_or_default();
        let line = |(number, text): &(usize, String)| {
            let property = property_of(text).map(|name| (name, disclosure(number)));
            let is_free = property.is_none() && self.free.contains(number);
            Line { number: *number, text: text.clone(), is_free, property }
        };
        self.program.iter().map(line).collect()
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
        self.choose(setting);
        Ok(())
    }

    fn choose(&mut self, setting: Setting) {
        self.scenario.setting = setting;
        self.program = program(&self.scenario);
    }

    /// The text's own settings.
    pub fn reset(&mut self) {
        self.choose(Setting::default_of(self.scenario.entry().knobs));
    }

    pub fn is_reset(&self) -> bool {
        self.scenario.setting == Setting::default_of(self.scenario.entry().knobs)
    }

    /// The settings that are not the text's own, in words.
    pub fn others(&self) -> Vec<String> {
        let own = Setting::default_of(self.scenario.entry().knobs);
        let words = in_words(&self.scenario.setting);
        let values = self.scenario.setting.iter().zip(own.iter()).zip(words);
        values.filter(|((chosen, own), _)| chosen.1 != own.1).map(|(_, words)| words).collect()
    }

    /// The line with a number is free, or locked again; one that states a property stays.
    pub fn turn(&mut self, number: usize) {
        if !self.free.remove(&number) {
            let line = self.lines().into_iter().find(|line| line.number == number);
            if line.is_some_and(|line| line.property.is_none()) {
                self.free.insert(number);
            }
        }
    }

    /// What students see of the property in a line with a number.
    pub fn disclose(&mut self, number: usize, disclosure: Disclosure) {
        self.disclosures.insert(number, disclosure);
    }

    /// The task, and the teacher's own answer to it.
    ///
    /// # Errors
    /// A sentence, if something is missing.
    pub fn task(&self) -> Result<(Task, Vec<String>), String> {
        let all = self.lines();
        let is_hidden = are_hidden(&all);
        let (hidden, mut seen): (Vec<_>, Vec<_>) =
            all.iter().zip(is_hidden).partition(|(_, is_hidden)| *is_hidden);
        while seen.last().is_some_and(|(line, _)| line.text.is_empty()) {
            seen.pop();
        }
        let seen: Vec<&Line> = seen.into_iter().map(|line| line.0).collect();
        let free = (1..).zip(&seen).filter(|(_, line)| line.is_free).map(|(at, _)| at);
        let free: Vec<usize> = free.collect();
        if free.is_empty() {
            return Err("Choose the lines that are the student’s: click their numbers.".into());
        }
        let text = seen.iter().map(|line| match line.is_free {
            true => &line.text[..line.text.len() - line.text.trim_start().len()],
            false => &line.text,
        });
        let text = text.flat_map(|line| [line, "\n"]).collect();
        let hidden = hidden.into_iter().map(|(line, _)| line.text.clone()).collect();
        let quiet = all.iter().filter_map(|line| match &line.property {
            Some((name, Disclosure::Verdict)) => Some(name.clone()),
            _ => None,
        });
        let quiet = quiet.collect();
        let numbers: Vec<usize> = seen.iter().map(|line| line.number).collect();
        let (question, hint) = (self.question.trim(), self.hint.trim().to_owned());
        let question = match question.is_empty() {
            true => default_question(&free.iter().map(|at| numbers[at - 1]).collect::<Vec<_>>()),
            false => question.to_owned(),
        };
        let line = |at: &usize| &*seen[at - 1].text;
        let places = free.chunk_by(|line, next| line + 1 == *next);
        let answer = places.map(|place| place.iter().map(line).collect::<Vec<_>>().join("\n"));
        let answer = answer.collect();
        let (of, settings) = self.settings();
        let words = in_words(&self.scenario.setting);
        let task = Task { of, settings, words, text, numbers, free, question, hint, quiet, hidden };
        Ok((task, answer))
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

/// The program of a scenario's settings, without what it expects: that would tell the answer.
fn program(scenario: &Scenario) -> Vec<(usize, String)> {
    let all = scenario.document().in_setting(&scenario.setting.names());
    let mut is_about_expected = false;
    let is_told = |(_, line): &(usize, String)| {
        // and without what is said of it above
        is_about_expected =
            line.starts_with("expect ") || is_about_expected && line.starts_with('#');
        !is_about_expected
    };
    let mut told: Vec<(usize, String)> = all.into_iter().rev().filter(is_told).collect();
    told.reverse();
    while told.last().is_some_and(|last| last.1.is_empty()) {
        told.pop();
    }
    told
}

/// Which lines students do not see: those of a hidden property, with what belongs to it.
fn are_hidden(lines: &[Line]) -> Vec<bool> {
    let names: Vec<&str> = lines.iter().filter_map(Line::hidden_property).collect();
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
    lines.iter().map(one).collect()
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
