//! Operations whose results fit no order, as `serializable` claims that some order does: which result is none of an
//! order, found by running them one after the other.

use super::head::{AHEAD_MAX, Broken, Head, claim, head};
use super::record::Record;
use crate::engine::{Simulator, watching};
use crate::words::capital;
use model::{Action, Event, Life, Log, Stepped, Zone};
use std::collections::BTreeSet;

/// What stands in such a claim before the results.
const GIVES: &str = "some order of the processes gives these: ";
/// So many steps of serial executions are taken.
const STEPS_MAX: usize = 5_000;
const LETTERS_MAX: usize = 150;
const AHEAD: &str = "the results fit no order of the operations";

pub fn of(record: &Record, property: &str) -> Option<Head> {
    let claim = claim(record, property);
    if !claim.contains("some order of") {
        return None;
    }
    let general = || {
        let text = "no order of the operations gives these results";
        head(text, AHEAD, Broken::Value)
    };
    let known = claim.split_once(GIVES).and_then(|(_, all)| Results::of(record, all));
    Some(known.and_then(|results| results.told(record)).unwrap_or_else(general))
}

/// Results, each a value or one for each process: those of this run, and those of each serial execution.
struct Results {
    words: Vec<String>,
    here: Vec<Vec<String>>,
    serial: BTreeSet<Vec<Vec<String>>>,
}

impl Results {
    fn of(record: &Record, all: &str) -> Option<Results> {
        let words: Vec<String> = apart(all).into_iter().map(str::to_owned).collect();
        let scenario = record.scenario;
        let system = watching(&scenario.entry().listing, &scenario.setting, &words)?;
        let mut live = Simulator::new(system.clone());
        for step in record.steps() {
            live.step(step.action, &mut Log::off());
        }
        let here = values(&live).filter(|values| values.len() == words.len())?;
        let mut serial = Serial { left: STEPS_MAX, seen: BTreeSet::new(), found: BTreeSet::new() };
        let everybody = (1 << record.view().processes.len()) - 1;
        serial.from(&mut Simulator::new(system), everybody)?;
        Some(Results { words, here, serial: serial.found })
    }

    /// The first result that no order gives.
    fn told(&self, record: &Record) -> Option<Head> {
        let places = self.here.iter().enumerate().flat_map(|(nth, values)| {
            values.iter().enumerate().map(move |(at, value)| (nth, at, value))
        });
        // what a process answers says more than what is left behind
        let mut places: Vec<(usize, usize, &String)> = places.collect();
        places.sort_by_key(|(nth, ..)| self.here[*nth].len() == 1);
        let told = places.into_iter().find_map(|(nth, at, value)| {
            let others: BTreeSet<&String> =
                self.serial.iter().filter_map(|all| all.get(nth)?.get(at)).collect();
            let is_none = !others.is_empty() && !others.contains(value);
            let words = &self.words[nth];
            let (is, with) = match self.here[nth].len() {
                1 => (format!("the result is {words} = {value}"), "it is"),
                _ => (format!("{} ends with {words} = {value}", record.name(at)), "with"),
            };
            let in_order = match others.len() {
                1 => format!("in every order of the operations {with} {}", others.first()?),
                _ => "no order of the operations gives that".to_owned(),
            };
            is_none.then(|| (format!("{is}, and {in_order}"), is))
        });
        let (text, is) = told.filter(|(text, _)| text.chars().count() <= LETTERS_MAX)?;
        let ahead = format!("{is}, as in no order of the operations");
        let ahead = if ahead.chars().count() <= AHEAD_MAX { ahead } else { AHEAD.to_owned() };
        Some(head(capital(&text), ahead, Broken::Value))
    }
}

/// Serial executions, from the first state on.
struct Serial {
    left: usize,
    seen: BTreeSet<(Vec<u8>, u32)>,
    found: BTreeSet<Vec<Vec<String>>>,
}

impl Serial {
    /// Goes on where each of a set of processes has still to run; none if that cannot be told.
    fn from(&mut self, live: &mut Simulator, open: u32) -> Option<()> {
        if !self.seen.insert((live.state(), open)) {
            return Some(());
        }
        if open == 0 {
            self.found.insert(values(live)?);
        }
        for process in (0..u32::BITS as u8).filter(|process| open >> process & 1 != 0) {
            for end in self.ends(live, process)? {
                let mut there = live.clone();
                there.go_to_state(&end);
                self.from(&mut there, open & !(1 << process))?;
            }
        }
        Some(())
    }

    /// Where one process comes to its end, if nobody else moves.
    fn ends(&mut self, live: &Simulator, process: u8) -> Option<Vec<Vec<u8>>> {
        let (mut open, mut seen, mut ends) = (vec![live.state()], BTreeSet::new(), Vec::new());
        let mut there = live.clone();
        while let Some(state) = open.pop() {
            if !seen.insert(state.clone()) {
                continue;
            }
            self.left = self.left.checked_sub(1)?;
            there.go_to_state(&state);
            let mut next = Vec::new();
            let mut begins_again = false;
            there.attempts(&mut |action, stepped, after, events| {
                let is_own = matches!(action, Action::Step { process: who, .. } if who == process);
                if is_own && matches!(stepped, Stepped::Ran(_)) {
                    let leaves =
                        |event: &Event| matches!(event, Event::Moved { to: Zone::Remainder, .. });
                    begins_again |= events.iter().any(leaves);
                    next.push(after.to_vec());
                }
            });
            let view = there.view();
            let is_done = view.processes[usize::from(process)].life == Life::Done;
            match next.is_empty() {
                true if is_done && view.buffers.is_empty() => ends.push(state),
                // it waits, or its writes do
                true => return None,
                false if begins_again && !is_done_behind(&there, process, &next) => return None,
                false => open.extend(next),
            }
        }
        Some(ends)
    }
}

/// Whether a process that comes back to where it began has nothing left to do there.
fn is_done_behind(live: &Simulator, process: u8, next: &[Vec<u8>]) -> bool {
    let mut there = live.clone();
    next.iter().all(|state| {
        there.go_to_state(state);
        there.view().processes[usize::from(process)].life == Life::Done
    })
}

/// What is watched, each for itself.
fn values(live: &Simulator) -> Option<Vec<Vec<String>>> {
    let view = live.view();
    let all =
        view.watched.iter().map(|watched| watched.value.split(" · ").map(str::to_owned).collect());
    Some(all.collect()).filter(|all: &Vec<_>| !all.is_empty())
}

/// The parts between commas that stand in no brackets.
fn apart(all: &str) -> Vec<&str> {
    let (mut depth, mut from, mut parts) = (0i32, 0, Vec::new());
    for (at, letter) in all.char_indices() {
        match letter {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(all[from..at].trim());
                from = at + 1;
            }
            _ => {}
        }
    }
    parts.push(all[from..].trim());
    parts
}
