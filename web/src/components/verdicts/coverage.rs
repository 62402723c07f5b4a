//! How far a search has come, in words.

use crate::check::{Found, Pace};
use catalog::{comes_to_nothing, grouped, steps};

/// What the page says of a change, of an option or of the text, after which nothing else is found.
pub const SAME: &str = " Same number of states, same verdicts as before your change.";

pub const ELSEWHERE: &str = " The command line goes further, on all cores.";

pub fn pace_words(pace: Pace) -> String {
    let Pace { states, depth, failures, per_second, at_runs } = pace;
    let failed = if failures > 0 { " · a failure found" } else { "" };
    let states = catalog::states(states);
    if at_runs {
        return format!("{states} · checking infinite executions{failed}");
    }
    format!("{states} · {}/s · depth {depth}{failed}", grouped(per_second))
}

pub fn coverage(found: &Found) -> String {
    let states = catalog::states(found.states);
    let time = match found.ms {
        0 => "when this page was made".into(),
        ms @ ..1_000 => format!("in {ms}\u{202f}ms"),
        ms => format!("in {}.{}\u{202f}s", ms / 1_000, ms / 100 % 10),
    };
    let told = if found.exhausted {
        format!("{states}, every one visited, {} deep, {time}.", steps(found.depth))
    } else if found.unfinished {
        format!("Stopped after {states} {time}.")
    } else {
        format!("Bounded, not a proof: {states} seen {time}; {}.", found.bounds)
    };
    let nothing = comes_to_nothing(&found.unreached, &found.unused);
    let more = found.interpreted.clone().into_iter().chain(nothing);
    more.fold(told, |told, sentence| told + " " + &sentence)
}
