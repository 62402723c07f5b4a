//! A teacher's task: a listing of which some lines are free, a question, and what is told of each
//! property. All of it is in a link; nothing is stored anywhere. What is hidden is hidden from a reader
//! of the page, not from somebody who unpacks the link.

mod draft;
mod filled;
mod grade;
mod numbers;
mod outcome;

pub use draft::{Disclosure, Line, TaskDraft};
pub use filled::Filled;
pub use grade::{
    Answer, Grade, Graded, PropertyGrade, Rejection, answers, as_before, graded, of_text,
};
pub use outcome::{Outcome, brief, outcome, own_lines, shortest_failure};

use catalog::{Entry, Scenario, Setting, listing::property_of};
use std::{fmt, ops::Range};

/// The longest question or hint, in characters.
pub const WORDS_MAX: usize = 300;
/// The longest answer, in bytes; together with the task it is one listing.
pub const ANSWER_MAX: usize = 4 * 1024;

/// What a teacher hands out.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Task {
    /// The algorithm and its options, as a link without text and run.
    pub of: String,
    /// The name and the value of each option that `of` does not say, as the text alone has it.
    pub settings: Vec<(String, String)>,
    /// The settings in words, where the listing is that of one setting; such a text has the other values no more.
    pub words: Vec<String>,
    /// The listing, line for line; of a free line there is no more than its indentation.
    pub text: String,
    /// The number that each of its lines has in the teacher's listing; none: they are counted from 1.
    pub numbers: Vec<usize>,
    /// The free lines, counted from 1, ascending. Those without a locked line between them are one place.
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
                "set" => {
                    let (option, value) = value.split_once(' ').ok_or(CUT)?;
                    task.settings.push((option.to_owned(), value.to_owned()));
                }
                "with" => task.words.push(own),
                "lines" => task.numbers = numbers::parse(value).ok_or(CUT)?,
                "ask" => task.question = own,
                "hint" => task.hint = own,
                "quiet" => task.quiet.push(own),
                "hidden" => task.hidden.push(own),
                "free" => task.free.push(value.parse().map_err(|_| CUT)?),
                _ => return Err(NEWER.into()),
            }
        }
        let lines = task.text.lines().count();
        let is_ascending = task.free.windows(2).all(|window| window[0] < window[1]);
        let is_there = |line: &usize| (1..=lines).contains(line);
        if task.free.is_empty() || !is_ascending || !task.free.iter().all(is_there) {
            return Err("This task has no free line.".into());
        }
        if ![0, lines].contains(&task.numbers.len()) {
            return Err(CUT.into());
        }
        Scenario::parse(&task.of).map_err(|why| why.to_string())?;
        Ok(task)
    }

    /// The teacher's number of a line, which is counted from 1.
    pub fn number(&self, line: usize) -> usize {
        self.numbers.get(line - 1).copied().unwrap_or(line)
    }

    /// The listing in parts: locked lines, and the lines of free places, each counted from 0.
    fn parts(&self) -> Vec<Part> {
        let count = self.text.lines().count();
        let places = self.free.chunk_by(|line, next| line + 1 == *next);
        let places = places.map(|lines| lines[0] - 1..lines[lines.len() - 1]);
        let mut parts = Vec::new();
        let mut at = 0;
        for place in places {
            parts.push(Part::Locked(at..place.start));
            at = place.end;
            parts.push(Part::Free(place));
        }
        parts.push(Part::Locked(at..count));
        parts
    }

    /// What stands in the free places to begin with.
    pub fn blank(&self) -> Vec<String> {
        let lines: Vec<&str> = self.text.lines().collect();
        let blank = |part: Part| match part {
            Part::Free(place) => Some(lines[place].join("\n")),
            Part::Locked(_) => None,
        };
        self.parts().into_iter().filter_map(blank).collect()
    }

    /// The listing with an answer in its free places: one text for each.
    pub fn text_with(&self, answer: &[String]) -> String {
        let ours: Vec<&str> = self.text.lines().collect();
        let mut answer = answer.iter();
        let mut lines: Vec<&str> = Vec::new();
        for part in self.parts() {
            match part {
                Part::Locked(part) => lines.extend(&ours[part]),
                Part::Free(_) => {
                    let written = answer.next().map_or("", |text| text);
                    lines.extend(written.split('\n').map(str::trim_end));
                }
            }
        }
        lines.iter().flat_map(|line| [*line, "\n"]).collect()
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

    /// The algorithm with its settings, without the task's listing.
    fn base(&self) -> Scenario {
        Scenario::parse(&self.of).map(|parsed| parsed.scenario).expect("it was parsed before")
    }

    /// With the settings, if the text can run with them.
    fn with_text(&self, text: &str) -> Scenario {
        let mut scenario = self.base().with_text(text);
        let setting = self.setting(scenario.entry());
        if scenario.entry().problem(&setting).is_none() {
            scenario.setting = setting;
        }
        scenario
    }

    /// How the options of a text stand.
    fn setting(&self, entry: &Entry) -> Setting {
        let mut setting = Setting::default_of(entry.knobs);
        for (option, value) in self.base().setting.iter() {
            setting.set(option.name, value.name);
        }
        for (option, value) in &self.settings {
            setting.set(option, value);
        }
        setting
    }

    /// How many properties students do not see.
    pub fn hidden_properties(&self) -> usize {
        self.hidden.iter().filter(|line| property_of(line).is_some()).count()
    }

    /// Why a text of the task cannot run with its settings: a sentence.
    pub fn problem(&self, scenario: &Scenario) -> Option<String> {
        let entry = scenario.entry();
        entry.problem(&self.setting(entry))
    }

    /// The settings with which answers are graded, in words.
    pub fn settings_in_words(&self) -> Vec<String> {
        if !self.words.is_empty() {
            return self.words.clone();
        }
        let scenario = self.scenario(&self.blank());
        in_words(&self.setting(scenario.entry()))
    }

    /// The answer in a listing that somebody wrote into a copy of the task.
    ///
    /// # Errors
    /// The first line of the task, counted from 1, that is not there.
    pub fn answer_in(&self, text: &str) -> Result<Vec<String>, usize> {
        let theirs: Vec<&str> = text.lines().map(str::trim_end).collect();
        let ours: Vec<&str> = self.text.lines().map(str::trim_end).collect();
        let parts = self.parts();
        let (mut answer, mut at) = (Vec::new(), 0);
        for (nth, part) in parts.iter().enumerate() {
            match part {
                Part::Locked(part) => {
                    for line in part.clone() {
                        if theirs.get(at) != Some(&ours[line]) {
                            return Err(line + 1);
                        }
                        at += 1;
                    }
                }
                Part::Free(_) => {
                    // up to where the locked lines behind it begin
                    let Some(Part::Locked(behind)) = parts.get(nth + 1) else { continue };
                    let locked = &ours[behind.clone()];
                    let end = match behind.end == ours.len() {
                        true => theirs.len().checked_sub(locked.len()).filter(|it| *it >= at),
                        false => (at..theirs.len()).find(|&it| theirs[it..].starts_with(locked)),
                    };
                    let end = end.unwrap_or(at);
                    answer.push(theirs[at..end].join("\n"));
                    at = end;
                }
            }
        }
        if at < theirs.len() { Err(ours.len()) } else { Ok(answer) }
    }
}

/// "Processes: 2", for each option.
fn in_words(setting: &Setting) -> Vec<String> {
    setting.iter().map(|(option, value)| format!("{}: {}", option.words, value.words)).collect()
}

/// Lines of a task's listing, counted from 0.
enum Part {
    Locked(Range<usize>),
    /// A place where lines are to be written.
    Free(Range<usize>),
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
        self.settings.iter().for_each(|(option, value)| say("set", &format!("{option} {value}")));
        self.words.iter().for_each(|words| say("with", words));
        say("lines", &numbers::to_string(&self.numbers));
        say("ask", &self.question);
        say("hint", &self.hint);
        self.quiet.iter().for_each(|text| say("quiet", text));
        self.hidden.iter().for_each(|text| say("hidden", text));
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
