//! How far a search has come, on standard error.

use crate::tell;
use catalog::{Progress, grouped, states};
use std::io::{IsTerminal, Write, stderr};
use std::time::{Duration, Instant};

pub struct Meter {
    is_on: bool,
    /// One line is written over and over.
    is_terminal: bool,
    start: Instant,
    shown: Option<Instant>,
    limits: Limits,
}

#[derive(Clone, Copy)]
struct Limits {
    states_max: usize,
    bytes_max: usize,
}

/// What there is to show.
#[derive(Default)]
pub struct Shown {
    /// Seen, or visited.
    pub states: usize,
    pub failures: usize,
    pub search: Option<Search>,
}

/// Of a search that keeps what it has seen.
pub struct Search {
    pub depth: usize,
    pub ahead: usize,
    pub bytes: usize,
    pub is_at_runs: bool,
}

impl From<(Progress, usize)> for Shown {
    fn from((progress, bytes): (Progress, usize)) -> Shown {
        let Progress { states, depth, frontier: ahead, failures, is_at_runs, .. } = progress;
        Shown { states, failures, search: Some(Search { depth, ahead, bytes, is_at_runs }) }
    }
}

impl From<usize> for Shown {
    fn from(states: usize) -> Shown {
        Shown { states, ..Shown::default() }
    }
}

impl Meter {
    pub fn new(is_on: bool, states_max: usize, bytes_max: usize) -> Meter {
        let is_terminal = stderr().is_terminal();
        let limits = Limits { states_max, bytes_max };
        Meter { is_on, is_terminal, start: Instant::now(), shown: None, limits }
    }

    pub fn show(&mut self, shown: impl FnOnce() -> Shown) {
        let pause = Duration::from_millis(if self.is_terminal { 200 } else { 2000 });
        if !self.is_on || self.shown.unwrap_or(self.start).elapsed() < pause {
            return;
        }
        self.shown = Some(Instant::now());
        let line = line(&shown(), self.limits, self.start.elapsed(), self.is_terminal);
        if self.is_terminal {
            let _ = write!(stderr(), "\r{line}\x1b[K");
        } else {
            tell(&line);
        }
    }

    /// Wipes the line away.
    pub fn finish(self) {
        if self.is_terminal && self.shown.is_some() {
            let _ = write!(stderr(), "\r\x1b[K");
        }
    }
}

/// On a terminal no longer than that has room for.
fn line(shown: &Shown, limits: Limits, time: Duration, is_terminal: bool) -> String {
    let per_second = shown.states as u128 * 1000 / time.as_millis().max(1);
    let mut parts = vec![states(shown.states), format!("{}/s", grouped(per_second))];
    if let Some(Search { depth, ahead, bytes, is_at_runs }) = shown.search {
        parts.push(format!("depth {depth}"));
        match is_at_runs {
            true => parts.push("looking at whole runs".into()),
            false if is_terminal => {}
            false => parts.push(format!("{} states to go on from", grouped(ahead))),
        }
        parts.push(format!("{} MB", grouped(bytes / 1_000_000)));
    }
    if shown.failures > 0 {
        parts.push(format!("failures {}", shown.failures));
    }
    let bytes = shown.search.as_ref().map_or(0, |search| search.bytes);
    let used = limits.used(shown.states, bytes);
    let line = parts.join(", ");
    match used {
        Some((percent, of)) if is_terminal => {
            let full = usize::from(percent) / 10;
            format!("[{}{}] {percent} % of {of}: {line}", "#".repeat(full), "-".repeat(10 - full))
        }
        Some((percent, of)) => format!("{line}, {percent} % of {of}"),
        None => line,
    }
}

impl Limits {
    /// How much is used of what will be used up first, and what that is.
    fn used(self, states: usize, bytes: usize) -> Option<(u8, &'static str)> {
        let percent = |part: usize, all: usize| {
            (all < usize::MAX).then(|| (part as u128 * 100 / all.max(1) as u128).min(100) as u8)
        };
        let states = percent(states, self.states_max).map(|it| (it, "the states allowed"));
        let bytes = percent(bytes, self.bytes_max).map(|it| (it, "the memory allowed"));
        states.max(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(limits: Limits, is_terminal: bool) -> String {
        let search = Search { depth: 23, ahead: 123_456, bytes: 312_345_678, is_at_runs: false };
        let shown = Shown { states: 8_000_000, failures: 1, search: Some(search) };
        line(&shown, limits, Duration::from_secs(4), is_terminal).replace('\u{202f}', " ")
    }

    #[test]
    fn what_is_used_up_first_is_told() {
        let limits = Limits { states_max: 20_000_000, bytes_max: usize::MAX };
        assert_eq!(
            told(limits, true),
            "[####------] 40 % of the states allowed: 8 000 000 states, 2 000 000/s, depth 23, \
             312 MB, failures 1"
        );
        let limits = Limits { bytes_max: 400_000_000, ..limits };
        assert_eq!(
            told(limits, false),
            "8 000 000 states, 2 000 000/s, depth 23, 123 456 states to go on from, 312 MB, \
             failures 1, 78 % of the memory allowed"
        );
        let limits = Limits { states_max: usize::MAX, bytes_max: usize::MAX };
        assert!(told(limits, true).starts_with("8 000 000 states, 2"));
    }

    #[test]
    fn nothing_is_more_than_used_up() {
        let limits = Limits { states_max: 1, bytes_max: 1 };
        assert_eq!(limits.used(8, 9).map(|it| it.0), Some(100));
    }
}
