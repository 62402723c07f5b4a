//! How far a search has come, on standard error.

use catalog::{Progress, grouped};
use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

pub struct Meter {
    is_on: bool,
    /// One line is written over and over.
    is_terminal: bool,
    start: Instant,
    shown: Option<Instant>,
}

impl Meter {
    pub fn new(is_on: bool) -> Meter {
        let is_terminal = stderr().is_terminal();
        Meter { is_on, is_terminal, start: Instant::now(), shown: None }
    }

    pub fn show(&mut self, progress: impl FnOnce() -> Progress) {
        let pause = Duration::from_millis(if self.is_terminal { 200 } else { 2000 });
        if !self.is_on || self.shown.unwrap_or(self.start).elapsed() < pause {
            return;
        }
        self.shown = Some(Instant::now());
        let Progress { states, transitions, depth, frontier, failures, is_at_runs } = progress();
        let per_second = states * 1000 / self.start.elapsed().as_millis().max(1) as usize;
        let failures = match failures {
            0 => String::new(),
            failures => format!(", failures {failures}"),
        };
        let (states, transitions) = (grouped(states), grouped(transitions));
        let rest = match is_at_runs {
            true => "looking at whole runs".into(),
            false => format!(
                "{} states to go on from, {} states/s",
                grouped(frontier),
                grouped(per_second)
            ),
        };
        let line =
            format!("{states} states, {transitions} transitions, depth {depth}, {rest}{failures}");
        if self.is_terminal {
            eprint!("\r{line}\x1b[K");
        } else {
            eprintln!("{line}");
        }
    }

    /// Wipes the line away.
    pub fn finish(self) {
        if self.is_terminal && self.shown.is_some() {
            eprint!("\r\x1b[K");
        }
    }
}
