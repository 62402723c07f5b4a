//! "What happens next?" The reader predicts what a step leads to. A question is never about who moves,
//! which is anybody's choice: only about what that step determines.

use super::State;
use catalog::{Action, Cell, Enabledness, Event, Moment, Scenario, Step, Trace, Zone, capital};

/// More answers than this are not weighed.
const ANSWERS_MAX: usize = 5;
/// Of so many questions the most telling is asked.
const NEAR: usize = 3;
/// What stands before the answers.
pub const LETTERS: [&str; ANSWERS_MAX] = ["A", "B", "C", "D", "E"];

/// A question about one step.
#[derive(Clone, PartialEq, Debug)]
pub struct Quiz {
    /// Who takes which step, and what is asked about it.
    pub question: String,
    /// Each within a sentence: "it reads 1".
    pub answers: Vec<String>,
    /// Which of the answers is right.
    pub right: usize,
    /// The reader's answer.
    pub said: Option<usize>,
    /// The step that is asked about.
    action: Action,
    rank: Rank,
}

/// What is asked about, what is easiest to get wrong first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Rank {
    Decides,
    Waits,
    Value,
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
        let step = trace.steps.get(next).filter(|step| !step.action.is_fault())?;
        let choice = now.next.iter().find(|choice| choice.action == step.action)?;
        let who = choice.who.as_ref().map_or_else(|| "The store".into(), |who| capital(who));
        let Asked { question: asked, mut answers, right, rank } = read_and_enter(step, now)
            .or_else(|| outcome(step))
            .or_else(|| waits(now, after))
            .or_else(|| value(step, now))?;
        if answers.len() < 2 {
            return None;
        }
        // the right answer has no place of its own
        let turn = if rank == Rank::Decides { next % answers.len() } else { 0 };
        answers.rotate_right(turn);
        let right = (right + turn) % answers.len();
        // a label that says what the step leads to would be the answer
        let done = choice.label.split(" and ").next().unwrap_or_default();
        let is_answer = ["enter", "decide"].iter().any(|verb| done.starts_with(verb));
        let question = match is_answer {
            true => format!("{who} goes next. {asked}"),
            false => format!("{who} goes next: {done}. {asked}"),
        };
        Some(Quiz { question, answers, right, said: None, action: step.action, rank })
    }

    pub fn is_open(&self) -> bool {
        self.said.is_none()
    }

    pub fn is_right(&self) -> bool {
        self.said == Some(self.right)
    }

    /// How the answer was: "Right, it reads 1."
    pub fn told(&self) -> String {
        let word = if self.is_right() { "Right" } else { "No" };
        format!("{word}, {}.", self.answers[self.right])
    }
}

struct Asked {
    question: String,
    answers: Vec<String>,
    right: usize,
    rank: Rank,
}

/// A read that lets its process in, or makes it decide.
fn read_and_enter(step: &Step, now: &Moment) -> Option<Asked> {
    let (cell, value) = read(step)?;
    let enters = step.events.iter().find_map(|event| match event {
        Event::Moved { to: Zone::Critical | Zone::Processing, .. } => Some("enters"),
        Event::Decided { .. } => Some("decides"),
        _ => None,
    })?;
    let other = values(cell, value, now).into_iter().find(|other| other != value)?;
    let answers = vec![
        format!("it sees {value}, and {enters}"),
        format!("it sees {value}, and goes on looking"),
        format!("it sees {other}, and {enters}"),
    ];
    Some(Asked { question: "What happens?".into(), answers, right: 0, rank: Rank::Decides })
}

/// Whether somebody enters or decides, and whether something breaks.
fn outcome(step: &Step) -> Option<Asked> {
    let entered = step.events.iter().find_map(|event| match event {
        Event::Moved { to: Zone::Critical | Zone::Processing, .. } => Some("it enters"),
        Event::Decided { .. } => Some("it decides"),
        _ => None,
    });
    let done = entered.or_else(|| step.breaks.first().map(|_| "it goes on"))?;
    let usual = if done == "it decides" { "agreement" } else { "mutual exclusion" };
    let broken = step.breaks.first().copied().unwrap_or(usual);
    let answers = vec![
        "it does not get that far".into(),
        format!("{done}, and every property still holds"),
        format!("{done}, and “{broken}” breaks"),
    ];
    let right = if step.breaks.is_empty() { 1 } else { 2 };
    Some(Asked { question: "What happens?".into(), answers, right, rank: Rank::Decides })
}

/// Who must wait after the step, where that changes.
fn waits(now: &Moment, after: &Moment) -> Option<Asked> {
    let waiting = |moment: &Moment| -> Vec<u8> {
        let waits = moment.next.iter();
        let waits = waits.filter(|choice| choice.possible == Enabledness::Waits && !choice.fault);
        let mut who: Vec<u8> = waits.filter_map(|choice| choice.process).collect();
        who.sort_unstable();
        who.dedup();
        who
    };
    let (before, right) = (waiting(now), waiting(after));
    if before == right {
        return None;
    }
    let mut sets = vec![Vec::new(), before, right.clone()];
    sets.extend((0..now.view.processes.len() as u8).map(|who| vec![who]));
    sets.sort();
    sets.dedup();
    let right = sets.iter().position(|set| *set == right)?;
    let name = |set: &Vec<u8>| match set[..] {
        [] => "nobody waits".into(),
        [one] => format!("{} waits", now.view.name(one.into())),
        _ => {
            let names: Vec<_> = set.iter().map(|&who| now.view.name(who.into())).collect();
            format!("{} wait", names.join(" and "))
        }
    };
    let (answers, right) = some_of(&sets.iter().map(name).collect::<Vec<_>>(), right);
    Some(Asked { question: "Who must wait then?".into(), answers, right, rank: Rank::Waits })
}

/// Which value is read.
fn value(step: &Step, now: &Moment) -> Option<Asked> {
    let (cell, right) = read(step)?;
    let values = values(cell, right, now);
    let nth = values.iter().position(|value| value == right)?;
    let (values, right) = some_of(&values, nth);
    let answers = values.iter().map(|value| format!("it reads {value}")).collect();
    Some(Asked { question: "Which value does it get?".into(), answers, right, rank: Rank::Value })
}

fn read(step: &Step) -> Option<(Cell, &str)> {
    step.events.iter().find_map(|event| match event {
        Event::Read { cell, value, .. } => Some((*cell, value.as_str())),
        _ => None,
    })
}

/// What may be thought to be read, in order.
fn values(cell: Cell, right: &str, now: &Moment) -> Vec<String> {
    let arrays = now.view.arrays.iter().filter(|array| array.name == cell.array);
    let mut values: Vec<String> =
        arrays.flat_map(|array| &array.cells).map(|shown| shown.value.clone()).collect();
    let column = cell.to_string();
    let stored = now.view.replicas.iter().flat_map(|replica| &replica.cells);
    values.extend(stored.filter(|shown| shown.column == column).map(|shown| shown.value.clone()));
    values.push(right.to_owned());
    match (right.parse::<u32>(), right) {
        (Ok(number), _) => values.extend([0, number + 1].map(|number| number.to_string())),
        (_, "true" | "false") => values.extend(["true", "false"].map(String::from)),
        _ => {}
    }
    values.sort();
    values.dedup();
    values
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
        let next = self.ahead().filter(|&next| is_wanted && next < self.trace.steps.len())?;
        let after = Scenario { at: next + 1, ..self.scenario.clone() };
        Quiz::of(&self.trace, next, &self.moment, &after.moment())
    }

    /// The same where no step is ahead: about one that could be taken, the most telling.
    fn question_of_possible(&self) -> Option<Quiz> {
        let of = |action: Action| {
            let run = [&self.scenario.run[..self.at()], &[action]].concat();
            let after = self.scenario.with_run(run);
            Quiz::of(&after.trace(), self.at(), &self.moment, &after.moment())
        };
        self.moves().filter_map(of).min_by_key(|quiz| quiz.rank)
    }

    /// Asks at once, or no more. Who is at the end of a key moment's run goes back to its opening first.
    pub(super) fn ask(&mut self, asks: bool) {
        self.scenario.asks = asks;
        if asks {
            self.next_question();
        }
    }

    /// From a question that has been answered to the next one; else along the run: who goes on
    /// without an answer is not held up.
    pub(super) fn forward(&mut self) {
        self.playing = None;
        let is_answered = self.quiz.take().is_some_and(|quiz| !quiz.is_open());
        self.quiz = self.question().filter(|_| is_answered);
        if self.quiz.is_none() {
            self.follow();
        }
    }

    /// On to the next step that has a question.
    pub(super) fn next_question(&mut self) {
        self.playing = None;
        self.quiz = None;
        let stop = self.here().map(|(_, stop)| (stop.opens_at(), stop.event()));
        if let Some((opens_at, _)) = stop.filter(|(_, event)| self.at() >= *event) {
            self.scenario.at = opens_at;
        }
        // the most telling of the next few steps, or else the first that has a question
        let ahead: Vec<(usize, Quiz)> =
            (self.at()..self.len()).filter_map(|at| self.question_at(at)).take(NEAR).collect();
        if let Some((at, _)) = ahead.iter().min_by_key(|(at, quiz)| (quiz.rank, *at)) {
            self.scenario.at = *at;
            self.moment = self.scenario.moment().into();
            self.quiz = self.question();
        } else {
            self.scenario.at = self.len();
            self.moment = self.scenario.moment().into();
            self.quiz = self.question_of_possible();
        }
    }

    /// What there is to ask where so many steps are taken.
    fn question_at(&self, at: usize) -> Option<(usize, Quiz)> {
        let [now, after] = [at, at + 1].map(|at| Scenario { at, ..self.scenario.clone() }.moment());
        Some((at, Quiz::of(&self.trace, at, &now, &after)?))
    }

    /// The answer of the reader, if it is one; then the step is taken.
    pub(super) fn say(&mut self, said: usize) {
        let Some(quiz) = self.quiz.as_mut().filter(|quiz| quiz.is_open()) else { return };
        if said < quiz.answers.len() {
            quiz.said = Some(said);
            self.score.of += 1;
            self.score.right += usize::from(quiz.is_right());
            let action = quiz.action;
            match self.ahead() {
                Some(_) => self.follow(),
                None => self.act(action),
            }
        }
    }
}
