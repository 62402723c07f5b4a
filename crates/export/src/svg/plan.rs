//! Where things stand: a lane for every process, and for every step a place that leaves room for
//! its label.

// there are few lanes
#![allow(clippy::cast_possible_wrap)]

use crate::Document;
use crate::labels::label;
use catalog::Action;

/// From one lane to the next.
pub const LANE: i32 = 60;
/// From one step to the next, at least.
const COLUMN: i32 = 30;
/// Between two labels on a lane.
const GAP: i32 = 12;
pub const LEFT: i32 = 20;
/// The numbers of the steps.
pub const RULER: i32 = 98;

pub struct Plan {
    pub width: i32,
    pub height: i32,
    /// What each step does, in a few words.
    pub labels: Vec<String>,
    /// Where the lanes begin.
    first: i32,
    steps: Vec<i32>,
    lanes: usize,
}

impl Plan {
    pub fn of(run: &Document, about: &str) -> Plan {
        let names = run.lanes.iter().map(|lane| width_of(lane)).max().unwrap_or(0);
        let first = LEFT + names + 16;
        let labels: Vec<String> = run.trace.steps.iter().map(|step| label(run, step)).collect();
        // what the network does is between the lanes
        let mut free = vec![first; 2 * run.lanes.len()];
        let mut steps: Vec<i32> = Vec::new();
        for (step, label) in run.trace.steps.iter().zip(&labels) {
            let half = width_of(label) / 2;
            let row = match step.process {
                Some(lane) => lane.into(),
                None => run.lanes.len() + between(step.action).0,
            };
            let after = steps.last().map_or(first + 20, |step| step + COLUMN);
            let x = after.max(free[row] + GAP + half);
            free[row] = x + half;
            steps.push(x);
        }
        let end = free.into_iter().chain(steps.last().map(|step| step + 40)).max().unwrap_or(first);
        let said =
            steps.iter().enumerate().filter_map(|(step, x)| Some((x, run.trace.flag(step)?)));
        let flags = said.map(|(x, said)| x + 20 + bold(&said));
        let words = [width_of(about), bold(run.name), bold(&format!("interleave {}", run.link))];
        let words = words.into_iter().map(|word| LEFT + word);
        let width = words.chain(flags).chain([end]).max().unwrap_or(end) + 20;
        let lanes = run.lanes.len();
        let round = if run.loops_from.is_some() { 30 } else { 0 };
        let height = RULER + 16 + LANE * lanes as i32 + round + 34;
        Plan { width, height, labels, first, steps, lanes }
    }

    pub fn first(&self) -> i32 {
        self.first
    }

    pub fn lane(lane: usize) -> i32 {
        RULER + 16 + LANE * lane as i32 + LANE / 2
    }

    pub fn bottom(&self) -> i32 {
        RULER + 16 + LANE * self.lanes as i32
    }

    pub fn step(&self, step: usize) -> i32 {
        self.steps[step]
    }

    /// Behind the last step.
    pub fn end(&self) -> i32 {
        self.steps.last().map_or(self.first, |step| step + 20)
    }

    /// Where a step is drawn. What the network does is between the lanes, shortly before the
    /// receiver's.
    pub fn mark(&self, run: &Document, step: usize) -> (i32, i32) {
        let it = &run.trace.steps[step];
        let y = match it.process {
            Some(lane) => Plan::lane(lane.into()),
            None => {
                let (to, from) = between(it.action);
                Plan::lane(to) + if from < to { -LANE / 2 } else { LANE / 2 }
            }
        };
        (self.steps[step], y)
    }
}

/// To whom and from whom a message goes that the network loses or doubles.
fn between(action: Action) -> (usize, usize) {
    match action {
        Action::Lose(mail) | Action::Duplicate(mail) => (mail.to.into(), mail.from.into()),
        _ => (0, 0),
    }
}

/// What a label needs at most, in the usual fonts.
pub fn width_of(text: &str) -> i32 {
    let narrow = |letter: char| " .,:;ijl|!'()[]".contains(letter);
    text.chars().map(|letter| if narrow(letter) { 4 } else { 7 }).sum()
}

/// In bolder or larger letters.
fn bold(text: &str) -> i32 {
    width_of(text) * 5 / 4
}
