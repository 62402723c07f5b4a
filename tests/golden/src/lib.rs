//! The golden table, and how much of it a test run searches.
//!
//! A run is quick by default. `INTERLEAVE_TEST=everything cargo test` leaves nothing out.

/// All of it. A searched row starts with its link, then the number of states.
pub const TABLE: &str = include_str!("../../golden.txt");

/// A quick run searches the rows of no more states than this.
const QUICK_STATES_MAX: usize = 10_000;

/// Whether this run searches everything. A browser has no environment variables: there the one at
/// compile time counts.
pub fn is_everything() -> bool {
    #[cfg(target_os = "unknown")]
    let asked = option_env!("INTERLEAVE_TEST").map(str::to_owned);
    #[cfg(not(target_os = "unknown"))]
    let asked = std::env::var("INTERLEAVE_TEST").ok();
    match asked.as_deref() {
        None | Some("") => false,
        Some("everything") => true,
        Some(other) => panic!("INTERLEAVE_TEST is {other:?}: it may only be `everything`"),
    }
}

/// How much of something this run does.
pub fn quick_or<T>(quick: T, everything: T) -> T {
    if is_everything() { everything } else { quick }
}

/// The lines that this run compares.
pub fn lines() -> impl Iterator<Item = &'static str> {
    let is_everything = is_everything();
    TABLE.lines().filter(move |line| is_everything || is_quick(line))
}

/// The rows that this run searches.
pub fn rows() -> impl Iterator<Item = &'static str> {
    lines().filter(|line| states(line).is_some())
}

/// What a search of a link comes to, if it is in the table: read instead of searched again.
pub fn row(link: &str) -> Option<&'static str> {
    let is_of = |line: &&str| line.split_whitespace().next() == Some(link);
    TABLE.lines().filter(is_of).find(|line| states(line).is_some())
}

/// Whether every run compares the line.
pub fn is_quick(line: &str) -> bool {
    states(line).is_none_or(|states| states <= QUICK_STATES_MAX)
}

/// How many states a row has; nothing for the lines that need no search.
pub fn states(line: &str) -> Option<usize> {
    let mut words = line.split_whitespace().skip(1);
    let states = words.next()?;
    (words.next() == Some("states")).then(|| states.parse().ok())?
}
