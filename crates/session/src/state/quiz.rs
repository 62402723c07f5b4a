//! "What happens next?" The reader predicts what the next step of the run leads to. A question is
//! never about who moves, which is anybody's choice: only about what that step determines.

use super::State;
use catalog::{Event, Moment, Possible, Step, Trace, Zone, capital};

/// More answers than this are not weighed.
const ANSWERS_MAX: usize = 5;

/// A question about one step of the run.
#[derive(Clone, PartialEq, Debug)]
pub struct Quiz {
    /// Who takes which step, and what is asked about it.
    pub question: String,
    pub answers: Vec<String>,
    /// Which of the answers is right.
    pub right: usize,
    /// The reader's answer.
    pub said: Option<usize>,
}

/// How often the reader was right.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Score {
    pub right: usize,
    pub of: usize,
}

impl Quiz {
    /// None where the step has nothing to predict, or is a fault.
    fn of(trace: &Trace, next: usize, now: &Moment, after: &Moment) -> Option<Quiz> {
        let step = &trace.steps[next];
        if step.action.is_fault() {
            return None;
        }
        let choice = now.next.iter().find(|it| it.action == step.action)?;
        let who = choice.who.as_ref().map_or_else(|| "The store".into(), |it| capital(it));
        let (asked, answers, right) =
            outcome(step).or_else(|| waits(now, after)).or_else(|| value(step, now))?;
        // a label that says what the step leads to would be the answer
        let done = choice.label.split(" and ").next().unwrap_or_default();
        let is_answer = ["enter", "decide"].iter().any(|it| done.starts_with(it));
        let question = match is_answer {
            true => format!("{who} goes next. {asked}"),
            false => format!("{who} goes next: {done}. {asked}"),
        };
        (answers.len() > 1).then_some(Quiz { question, answers, right, said: None })
    }

    pub fn is_open(&self) -> bool {
        self.said.is_none()
    }

    pub fn is_right(&self) -> bool {
        self.said == Some(self.right)
    }
}

type Asked = (String, Vec<String>, usize);

/// Whether somebody enters or decides, and whether something breaks.
fn outcome(step: &Step) -> Option<Asked> {
    let entered = step.events.iter().find_map(|it| match it {
        Event::Moved { to: Zone::Critical | Zone::Processing, .. } => Some("It enters"),
        Event::Decided { .. } => Some("It decides"),
        _ => None,
    });
    let done = entered.or_else(|| step.breaks.first().map(|_| "It goes on"))?;
    let broken = step.breaks.first().copied().unwrap_or(if done == "It decides" {
        "agreement"
    } else {
        "mutual exclusion"
    });
    let answers = vec![
        "It does not get that far.".into(),
        format!("{done}, and every property still holds."),
        format!("{done}, and “{broken}” breaks."),
    ];
    Some(("What happens?".into(), answers, if step.breaks.is_empty() { 1 } else { 2 }))
}

/// Who must wait after the step, where that changes.
fn waits(now: &Moment, after: &Moment) -> Option<Asked> {
    let waiting = |moment: &Moment| -> Vec<u8> {
        let waits = moment.next.iter().filter(|it| it.possible == Possible::Waits && !it.fault);
        let mut who: Vec<u8> = waits.filter_map(|it| it.process).collect();
        who.sort_unstable();
        who.dedup();
        who
    };
    let (before, right) = (waiting(now), waiting(after));
    if before == right {
        return None;
    }
    let mut sets = vec![Vec::new(), before, right.clone()];
    sets.extend((0..now.view.processes.len() as u8).map(|it| vec![it]));
    sets.sort();
    sets.dedup();
    let right = sets.iter().position(|it| *it == right)?;
    let name = |set: &Vec<u8>| match set[..] {
        [] => "Nobody.".into(),
        _ => {
            let names: Vec<_> = set.iter().map(|&it| now.view.name(it.into())).collect();
            capital(&names.join(" and ")) + "."
        }
    };
    let (answers, right) = some_of(&sets.iter().map(name).collect::<Vec<_>>(), right);
    Some(("Who must wait then?".into(), answers, right))
}

/// Which value is read.
fn value(step: &Step, now: &Moment) -> Option<Asked> {
    let (cell, right) = step.events.iter().find_map(|it| match it {
        Event::Read { cell, value, .. } => Some((cell, value)),
        _ => None,
    })?;
    let arrays = now.view.arrays.iter().filter(|it| it.name == cell.array);
    let mut values: Vec<String> =
        arrays.flat_map(|it| &it.cells).map(|it| it.value.clone()).collect();
    let column = cell.to_string();
    let stored = now.view.replicas.iter().flat_map(|it| &it.cells);
    values.extend(stored.filter(|it| it.column == column).map(|it| it.value.clone()));
    values.push(right.clone());
    match (right.parse::<u32>(), &**right) {
        (Ok(number), _) => values.extend([0, number + 1].map(|it| it.to_string())),
        (_, "true" | "false") => values.extend(["true", "false"].map(String::from)),
        _ => {}
    }
    values.sort();
    values.dedup();
    let nth = values.iter().position(|it| it == right)?;
    let (answers, right) = some_of(&values, nth);
    Some(("Which value does it get?".into(), answers, right))
}

/// As many as can be weighed, the right one among them, in their order.
fn some_of(all: &[String], right: usize) -> (Vec<String>, usize) {
    let first = right.saturating_sub(ANSWERS_MAX / 2).min(all.len().saturating_sub(ANSWERS_MAX));
    let shown = &all[first..all.len().min(first + ANSWERS_MAX)];
    (shown.to_vec(), right - first)
}

impl State {
    /// A question waits for its answer.
    pub fn is_asked(&self) -> bool {
        self.quiz.as_ref().is_some_and(Quiz::is_open)
    }

    /// What there is to ask about the next step of the run, if that is wanted: not while it plays.
    pub(super) fn question(&self) -> Option<Quiz> {
        let is_wanted = self.scenario.asks && self.playing.is_none();
        let next = self.ahead().filter(|&it| is_wanted && it < self.trace.steps.len())?;
        let mut after = self.scenario.clone();
        after.at = next + 1;
        Quiz::of(&self.trace, next, &self.moment, &after.moment())
    }

    /// From a question that has been answered to the next one; else along the run: who goes on
    /// without an answer is not held up.
    pub(super) fn forward(&mut self) {
        self.playing = None;
        let is_answered = self.quiz.take().is_some_and(|it| !it.is_open());
        self.quiz = self.question().filter(|_| is_answered);
        if self.quiz.is_none() {
            self.follow();
        }
    }

    /// On to the next step that has a question.
    pub(super) fn next_question(&mut self) {
        self.playing = None;
        self.quiz = None;
        while self.at() < self.len() {
            // questions compare two moments
            self.moment = self.scenario.moment().into();
            self.quiz = self.question();
            if self.quiz.is_some() {
                return;
            }
            self.follow();
        }
    }

    /// The answer of the reader, if it is one; then the run goes on.
    pub(super) fn say(&mut self, said: usize) {
        let Some(quiz) = self.quiz.as_mut().filter(|it| it.is_open()) else { return };
        if said < quiz.answers.len() {
            quiz.said = Some(said);
            self.score.of += 1;
            self.score.right += usize::from(quiz.is_right());
            self.follow();
        }
    }
}
