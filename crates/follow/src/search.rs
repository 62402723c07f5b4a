//! The search: states of the algorithm, each with the lines of the log that are done.

use crate::explain::{Explained, Step};
use crate::fact::{Fact, facts};
use crate::log::Log;
use crate::order::Position;
use crate::state::Place;
use model::{Action, Row, Stepped, System};
use program::Compiled;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};

/// From so many lines on a search goes deep first: it need not find the run with the fewest steps.
const LONG: usize = 200;

/// Of so many states in which the log cannot go on it is said what could happen there.
const ENDS_MAX: usize = 60;

/// And of so few of them that the runs to them have no more steps together: each is played once more.
const STEPS_MAX: usize = 60_000;

/// What a state takes beside its bytes, as measured: two boxes, a position, a node and a place in the set.
const BYTES_OF_STATE: usize = 270;

pub struct Limits {
    pub states_max: usize,
    pub bytes_max: usize,
}

pub enum Answer {
    /// The log is one of a run.
    Fits(Run),
    /// It is one of no run.
    Ends(Ends),
    /// A bound was reached, or the search was ended, with so many lines done.
    Open { done: usize, states: usize },
}

/// A run, and which lines each of its steps explains.
pub struct Run {
    pub actions: Vec<Action>,
    pub lines: Vec<Vec<usize>>,
    /// After so many actions it comes to the state in which it ends, where the log says that it does.
    pub loops_from: Option<usize>,
    /// Lines that are passed over: they are known divergences.
    pub passed: Vec<usize>,
    /// How many states were looked at.
    pub states: usize,
}

/// Where every way ended.
pub struct Ends {
    /// Those that could have come next, and fit nowhere.
    pub lines: Vec<usize>,
    /// How many lines fit.
    pub done: usize,
    /// Lines that are passed over on the way to the first end.
    pub passed: Vec<usize>,
    /// In how many states they can have ended.
    pub states: usize,
    /// Some of these.
    pub some: Vec<End>,
}

pub struct End {
    pub actions: Vec<Action>,
    /// The steps that are possible there.
    pub possible: Vec<Possible>,
}

pub struct Possible {
    pub action: Action,
    /// What happens in it.
    pub facts: Vec<Fact>,
    /// Of that, what would have to be in a line and is in none, where a line fits the rest.
    pub missing: Vec<Fact>,
}

struct Node {
    parent: u32,
    action: Option<Action>,
    state: Box<[u8]>,
    position: Position,
    /// The lines that are passed over in it, and how many up to it.
    passed: Vec<usize>,
    passed_so_far: usize,
}

/// Searches for a run of which this is a log, until `go_on` says no: it is asked once for each state.
pub fn follow(
    system: &Compiled,
    log: &Log,
    limits: &Limits,
    go_on: &mut dyn FnMut() -> bool,
) -> Answer {
    let (rows, nodes, seen, open) = (system.rows(), Vec::new(), HashSet::new(), BTreeMap::new());
    Search { system, log, rows, nodes, seen, open }.run(limits, go_on)
}

struct Search<'a> {
    system: &'a Compiled,
    log: &'a Log,
    rows: Vec<Row>,
    nodes: Vec<Node>,
    /// By position and state.
    seen: HashSet<(Position, Box<[u8]>)>,
    /// By how many lines are passed over: a run is looked for that passes over the fewest.
    open: BTreeMap<usize, VecDeque<u32>>,
}

impl Search<'_> {
    fn run(mut self, limits: &Limits, go_on: &mut dyn FnMut() -> bool) -> Answer {
        let start = (self.log.order.start(), Vec::new());
        self.add(0, None, self.system.initial().into(), start);
        let (mut done_most, mut last) = (0, Vec::new());
        let each = 2 * (self.system.width() + 4 * self.log.order.start().len()) + BYTES_OF_STATE;
        while let Some(at) = self.next() {
            let done = self.done(at);
            if done == self.log.lines.len() {
                return Answer::Fits(self.to(at));
            }
            if done > done_most {
                (done_most, last) = (done, Vec::new());
            }
            if done == done_most {
                last.push(at);
            }
            if self.nodes.len() >= limits.states_max
                || self.nodes.len() * each >= limits.bytes_max
                || !go_on()
            {
                return Answer::Open { done: done_most, states: self.nodes.len() };
            }
            self.expand(at);
        }
        Answer::Ends(self.ends(done_most, &last))
    }

    fn next(&mut self) -> Option<u32> {
        loop {
            let mut least = self.open.first_entry()?;
            let is_long = self.log.lines.len() >= LONG;
            let queue = least.get_mut();
            let next = if is_long { queue.pop_back() } else { queue.pop_front() };
            let Some(next) = next else {
                least.remove();
                continue;
            };
            let node = &self.nodes[next as usize];
            // it may have been reached meanwhile without passing over as much
            if node.passed.is_empty()
                || self.seen.insert((node.position.clone(), node.state.clone()))
            {
                return Some(next);
            }
        }
    }

    fn done(&self, node: u32) -> usize {
        self.nodes[node as usize].position.iter().map(|done| *done as usize).sum()
    }

    fn add(
        &mut self,
        parent: u32,
        action: Option<Action>,
        state: Box<[u8]>,
        (position, passed): Explained,
    ) {
        if !passed.is_empty() || self.seen.insert((position.clone(), state.clone())) {
            let before = self.nodes.get(parent as usize).map_or(0, |node| node.passed_so_far);
            let passed_so_far = before + passed.len();
            self.open.entry(passed_so_far).or_default().push_back(self.nodes.len() as u32);
            self.nodes.push(Node { parent, action, state, position, passed, passed_so_far });
        }
    }

    fn expand(&mut self, at: u32) {
        let Node { state, position, .. } = &self.nodes[at as usize];
        let (state, position) = (state.clone(), position.clone());
        let choices = self.system.choices_left(&state);
        if choices == 0 && self.begins(at, &state, &position) {
            return;
        }
        if choices == 0 {
            self.pass(at, &state, &position);
        }
        // those that explain a line come last, where a search that goes deep takes them first
        let mut all: Vec<(Action, Box<[u8]>, Explained)> = Vec::new();
        self.system.attempts(&state, true, &mut |action, stepped, after, events| {
            let Stepped::Ran(row) = stepped else { return };
            if choices > 0 {
                return all.push((action, after.into(), (position.clone(), Vec::new())));
            }
            let step =
                Step::new(self.system, (action, &self.rows[usize::from(row)]), events, after);
            all.extend(
                self.log
                    .explained(&step, &position)
                    .into_iter()
                    .map(|explained| (action, after.into(), explained)),
            );
        });
        all.sort_by_key(|step| step.2.0 != position);
        for (action, after, explained) in all {
            self.add(at, Some(action), after, explained);
        }
    }

    /// The next line is passed over if it is a known divergence: nothing happens.
    fn pass(&mut self, at: u32, state: &[u8], position: &Position) {
        for (line, after) in self.log.order.next(position) {
            if self.log.lines[line].known.is_some() {
                self.add(at, None, state.into(), (after, vec![line]));
            }
        }
    }

    /// Whether the next line is about this state and no step: then nothing else comes of it.
    fn begins(&mut self, at: u32, state: &[u8], position: &Position) -> bool {
        let mut starts = self.log.order.next(position);
        starts.retain(|start| self.log.lines[start.0].is_start);
        for (line, after) in &starts {
            let place = Place::new(self.system, state);
            if self.log.holds(&self.log.lines[*line], &place) {
                self.add(at, None, state.into(), (after.clone(), Vec::new()));
            }
        }
        !starts.is_empty()
    }

    /// The nodes from the beginning to this one.
    fn way(&self, mut at: u32) -> Vec<u32> {
        let mut way = vec![at];
        while at != 0 {
            at = self.nodes[at as usize].parent;
            way.push(at);
        }
        way.reverse();
        way
    }

    fn to(&self, at: u32) -> Run {
        let way = self.way(at);
        let (mut actions, mut lines) = (Vec::new(), Vec::new());
        let mut behind = HashMap::new();
        for pair in way.windows(2) {
            let [before, node] = [pair[0], pair[1]].map(|at| &self.nodes[at as usize]);
            let new = self.log.order.between(&before.position, &node.position);
            behind.extend(new.iter().map(|line| {
                (*line, (actions.len() + usize::from(node.action.is_some()), pair[1]))
            }));
            if let Some(action) = node.action {
                actions.push(action);
                lines.push(new);
            }
        }
        let back = self.log.back_to.and_then(|line| behind.get(&line));
        let state = |node: u32| &self.nodes[node as usize].state;
        let loops_from = back.filter(|(_, node)| state(*node) == state(at)).map(|behind| behind.0);
        Run { actions, lines, loops_from, passed: self.passed(&way), states: self.nodes.len() }
    }

    fn passed(&self, way: &[u32]) -> Vec<usize> {
        way.iter().flat_map(|node| self.nodes[*node as usize].passed.clone()).collect()
    }

    fn missing(&self, action: Action, facts: &[Fact], position: &Position) -> Vec<Fact> {
        let next = self.log.order.next(position);
        let lines = next.iter().map(|(line, _)| &self.log.lines[*line]);
        let own =
            lines.filter(|line| line.process.is_none_or(|process| process == action.process()));
        let said: Vec<_> = own.filter_map(|line| line.event.as_ref()).collect();
        let logged = facts.iter().filter(|fact| self.log.has(fact));
        let (fitting, rest): (Vec<&Fact>, Vec<&Fact>) =
            logged.partition(|fact| said.iter().any(|said| said.fits(fact)));
        if fitting.is_empty() { Vec::new() } else { rest.into_iter().cloned().collect() }
    }

    fn ends(&self, done: usize, last: &[u32]) -> Ends {
        let next = |node: &u32| self.log.order.next(&self.nodes[*node as usize].position);
        let lines: BTreeSet<usize> = last.iter().flat_map(next).map(|next| next.0).collect();
        let longest = last.first().map_or(1, |node| self.way(*node).len());
        let some = last.iter().take((STEPS_MAX / longest).clamp(1, ENDS_MAX)).map(|node| {
            let mut possible = Vec::new();
            let Node { state, position, .. } = &self.nodes[*node as usize];
            self.system.attempts(state, true, &mut |action, stepped, _, events| {
                if let Stepped::Ran(row) = stepped {
                    let facts = facts(action, &self.rows[usize::from(row)], &events);
                    let missing = self.missing(action, &facts, position);
                    possible.push(Possible { action, facts, missing });
                }
            });
            End { actions: self.to(*node).actions, possible }
        });
        let passed = last.first().map_or_else(Vec::new, |node| self.passed(&self.way(*node)));
        let (lines, some) = (lines.into_iter().collect(), some.collect());
        Ends { lines, done, passed, states: last.len(), some }
    }
}
