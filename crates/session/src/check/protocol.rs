//! The messages between the page and its worker.

use super::{Limit, reasons::ClaimReason};
use crate::icon::Icon;
use crate::{fencing::FencesFound, lines::LinesFound, needs::NeedsFound};
use catalog::{Action, Coverage, Outcome, Report, Scenario, Verdict};
use serde::{Deserialize, Serialize};

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Request {
    /// Search every interleaving of a scenario, or only what can follow its cursor; what ran before
    /// is dropped.
    Check { scenario: String, from_here: bool, states_max: usize, bytes_max: usize },
    /// Answer a question that takes several searches; what ran before is dropped.
    Ask { topic: Topic, scenario: String, states_max: usize, bytes_max: usize },
    /// Tell what is known by now, and wait.
    Stop,
    /// Go on after a stop.
    GoOn,
}

/// What is asked of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Topic {
    /// What each line is for.
    Lines,
    /// Which fences it needs.
    Fences,
    /// What the failure needs to which its run comes.
    Needs,
}

impl Request {
    /// A check of all that a setting can do.
    pub fn check(setting: &Scenario, limit: Limit) -> Request {
        Request::Check {
            scenario: setting.to_string(),
            from_here: false,
            states_max: limit.states_max(),
            bytes_max: limit.bytes_max(),
        }
    }

    /// A question about a setting.
    pub fn ask(topic: Topic, setting: &Scenario, limit: Limit) -> Request {
        Request::Ask {
            topic,
            scenario: setting.to_string(),
            states_max: limit.states_max(),
            bytes_max: limit.bytes_max(),
        }
    }
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Reply {
    /// And what is known for good by now.
    Progress(Pace, Vec<Line>),
    Found(Found),
    /// What is known by now of what was asked.
    Answer(Answer),
    /// The scenario could not be read.
    Problem(String),
    /// Said by the page to itself: the worker is gone.
    Died(String),
}

/// What is known of the topic of a question.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Answer {
    Lines(LinesFound),
    Fences(FencesFound),
    Needs(NeedsFound),
}

impl Answer {
    /// Whether nothing more is searched.
    pub fn is_whole(&self) -> bool {
        match self {
            Answer::Lines(found) => found.is_whole,
            Answer::Fences(found) => found.is_whole,
            Answer::Needs(_) => true,
        }
    }
}

/// How a search is getting on.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Pace {
    pub states: usize,
    pub depth: usize,
    pub failures: usize,
    pub per_second: usize,
    /// All states are known; whole runs are in question now.
    pub at_runs: bool,
}

/// A report, as it is shown.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Found {
    pub states: usize,
    pub depth: usize,
    /// How long it took, at least one; zero if it was found when the document was made.
    pub ms: usize,
    /// The memory that the worker has by then, in bytes.
    pub memory: usize,
    /// Every reachable state was seen: this is a proof.
    pub exhausted: bool,
    /// The search was stopped, and can go on.
    pub unfinished: bool,
    /// It ended at a limit: another search may go further.
    pub is_cut: bool,
    /// Why it is no proof.
    pub bounds: String,
    /// Why the interpreter ran where machine code was to.
    pub interpreted: Option<String>,
    /// The lines of the text, counted from 1, that never run.
    pub unreached: Vec<usize>,
    /// What the text declares and nothing depends on, a sentence for each.
    pub unused: Vec<String>,
    /// To where a step leads beyond what the model follows, as in a link.
    pub beyond: Option<String>,
    pub lines: Vec<Line>,
    /// Where they assume that memory is sequentially consistent: with which memories they can be asked again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memories: Option<Vec<String>>,
    /// Of the claims that are to carry themselves, whether they do.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<ClaimReason>,
}

/// A verdict, as it is shown.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Line {
    pub property: String,
    pub words: String,
    pub mark: Mark,
    pub sentence: String,
    /// The same in a cell of a table: "14 steps".
    pub short: String,
    /// Steps as in a link, with spaces between them.
    pub run: Option<String>,
    /// After so many of them the run begins to go round.
    pub loops_from: Option<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Mark {
    /// Nothing is known yet.
    Open,
    Holds,
    /// Holds as far as was seen.
    HoldsSoFar,
    Fails,
    /// A question was answered by a run.
    Found,
    NotFound,
}

impl Mark {
    /// The sign beside a verdict, and the class of its line.
    pub fn sign(self) -> (Icon, &'static str) {
        match self {
            Mark::Open => (Icon::Circle, "open"),
            Mark::Holds => (Icon::Tick, "good"),
            Mark::HoldsSoFar => (Icon::Dots, "so-far"),
            Mark::Fails => (Icon::Cross, "bad"),
            Mark::Found => (Icon::Dot, "answer"),
            Mark::NotFound => (Icon::Dash, "answer"),
        }
    }
}

impl Line {
    pub fn run(&self) -> Option<Vec<Action>> {
        let run: Result<_, _> = self.run.as_ref()?.split_whitespace().map(str::parse).collect();
        run.ok()
    }

    /// The run that proves it, as a link.
    pub fn link(&self, checked: &Scenario) -> Option<String> {
        let loops_from = self.loops_from;
        let proof = |run| Scenario { loops_from, ..checked.with_run(run) };
        self.run().map(|run| proof(run).to_string())
    }

    pub fn of(verdict: &Verdict, report: &Report) -> Line {
        Line {
            property: verdict.property.into(),
            words: verdict.words.into(),
            mark: match (&verdict.outcome, &report.coverage) {
                (Outcome::Within { .. }, _) | (Outcome::Holds, Coverage::Exhausted) => Mark::Holds,
                (Outcome::Holds, _) => Mark::HoldsSoFar,
                _ if !verdict.good_after(&report.coverage) => Mark::Fails,
                (Outcome::NotFound, _) => Mark::NotFound,
                (Outcome::NotAsked, _) => Mark::Open,
                _ => Mark::Found,
            },
            sentence: with_notes(verdict, report),
            short: short(verdict, report),
            run: verdict.run().map(steps),
            loops_from: verdict.loops_from(),
        }
    }
}

/// What came out, in a word or two.
fn short(verdict: &Verdict, report: &Report) -> String {
    let after = |run: &[Action]| catalog::steps(report.steps_of(run.len()));
    match &verdict.outcome {
        Outcome::Holds if report.coverage == Coverage::Exhausted => "holds".into(),
        Outcome::Holds => "so far".into(),
        Outcome::Fails { run } | Outcome::Found { run } | Outcome::Stuck { run, .. } => after(run),
        Outcome::Loops { from, .. } => format!("loop after {from}"),
        Outcome::Unbounded { .. } => "no bound".into(),
        Outcome::NotFound => "never".into(),
        Outcome::Most { value, .. }
        | Outcome::Least { value, .. }
        | Outcome::Within { value, .. } => value.to_string(),
        Outcome::Ends(ends) => format!("{} ways", ends.len()),
        Outcome::NotAsked => "not asked".into(),
        Outcome::NoInitialState(_) => "no state".into(),
    }
}

/// What came out, and what has to be known besides.
fn with_notes(verdict: &Verdict, report: &Report) -> String {
    let mut sentence = verdict.sentence(report);
    for note in &verdict.notes {
        sentence += if sentence.ends_with('.') { " " } else { ". " };
        sentence += note;
    }
    sentence
}

/// A verdict, and then a line for each way in which runs can end, if that is the question.
fn lines<'a>(verdict: &'a Verdict, report: &'a Report) -> impl Iterator<Item = Line> + use<'a> {
    let line = Line::of(verdict, report);
    let ends = verdict.ends().iter().map(|end| Line {
        property: format!("{}: {}", verdict.property, end.value),
        words: String::new(),
        mark: Mark::Found,
        sentence: end.sentence(report),
        short: catalog::steps(report.steps_of(end.run.len())),
        run: Some(steps(&end.run)),
        loops_from: None,
    });
    [line].into_iter().chain(ends)
}

fn steps(run: &[Action]) -> String {
    run.iter().map(Action::to_string).collect::<Vec<_>>().join(" ")
}

impl Found {
    pub fn of(report: &Report, ms: usize) -> Found {
        Found {
            states: report.states,
            depth: report.depth,
            ms,
            memory: 0,
            exhausted: report.coverage == Coverage::Exhausted,
            unfinished: report.coverage == Coverage::Unfinished,
            is_cut: report.coverage.is_cut(),
            bounds: report.coverage.sentence(),
            interpreted: None,
            unreached: report.unreached.clone(),
            unused: report.unused.clone(),
            beyond: report.beyond.as_deref().map(steps),
            lines: report.verdicts.iter().flat_map(|verdict| lines(verdict, report)).collect(),
            memories: None,
            reasons: Vec::new(),
        }
    }

    /// With what the verdicts of a setting assume of memory.
    #[must_use]
    pub fn in_memory_of(self, setting: &Scenario) -> Found {
        let named = |all: Vec<fences::Memory>| all.iter().map(ToString::to_string).collect();
        Found { memories: fences::offered(setting).map(named), ..self }
    }

    /// Whether it says the same, whatever the time that it took.
    pub fn is_like(&self, other: &Found) -> bool {
        let Found { states, depth, lines, .. } = other;
        (&self.states, &self.depth, &self.lines) == (states, depth, lines)
    }
}
