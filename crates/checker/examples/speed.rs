//! How fast the checker itself is, on a model that costs almost nothing: counters that go round.
//!
//! `cargo run --release -p checker --example speed -- 1 2` compares one worker with two, by turns.

use checker::{Limits, Search, Workers, grouped};
use model::{Action, Log, Stepped};
use std::time::{Duration, Instant};
use typed::{Model, Property, system_of};

const COUNTERS: usize = 7;
const VALUES: u8 = 10;

/// How often each number of workers has its turn.
const ROUNDS: usize = 5;

/// As many bytes as a small algorithm's state, most of them zero, as there.
const BYTES: usize = 36;

struct Counters;

impl Model for Counters {
    type State = [u8; BYTES];

    fn init(&self) -> Self::State {
        [0; BYTES]
    }

    fn actions(&self, _: &Self::State, offer: &mut dyn FnMut(Action)) {
        (0..COUNTERS).for_each(|process| offer(Action::step(process as u8)));
    }

    fn step(&self, state: &mut Self::State, action: Action, _: &mut Log<'_>) -> Stepped {
        let Action::Step { process, .. } = action else { return Stepped::Refused };
        let counter = &mut state[usize::from(process) * 5];
        *counter = (*counter + 1) % VALUES;
        Stepped::Ran(0)
    }

    fn properties(&self) -> &'static [Property<Self>] {
        &[]
    }
}

/// How long a search took.
#[derive(Clone, Copy)]
struct Time {
    wall: Duration,
    /// What the first thread has worked: its share, and all that is not shared. On a busy machine
    /// this tells what a free one would.
    first_thread: Option<Duration>,
}

/// What this thread has worked so far, where Linux tells.
fn worked() -> Option<Duration> {
    let times = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    times.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}

/// Searches with so many workers.
fn search(count: usize, is_first: bool) -> Time {
    let workers = Workers::new(count);
    let mut search = Search::new(system_of(Counters), Limits::default());
    let (start, worked_before) = (Instant::now(), worked());
    let mut longest = Duration::ZERO;
    loop {
        let slice = Instant::now();
        let goes_on = match count {
            1 => search.advance(4096),
            _ => search.advance_by(&workers, workers.count() << 14),
        };
        longest = longest.max(slice.elapsed());
        if !goes_on {
            break;
        }
    }
    let first_thread =
        worked().zip(worked_before).and_then(|(after, before)| after.checked_sub(before));
    let time = Time { wall: start.elapsed(), first_thread };
    let report = search.report();
    if is_first {
        let (states, transitions) = (grouped(report.states), grouped(report.transitions));
        let bytes = search.bytes() / report.states;
        println!("{count}: {states} states, {transitions} transitions, {bytes} bytes per state");
        println!("{count}: longest slice {longest:?}");
    }
    time
}

fn main() {
    let workers: Vec<usize> =
        std::env::args().skip(1).filter_map(|text| text.parse().ok()).collect();
    let workers = if workers.is_empty() { vec![1] } else { workers };
    let mut times = vec![Vec::new(); workers.len()];
    for round in 0..ROUNDS {
        for (times, &workers) in times.iter_mut().zip(&workers) {
            times.push(search(workers, round == 0));
        }
    }
    for (times, workers) in times.iter().zip(&workers) {
        let median = |of: fn(&Time) -> Duration| {
            let mut times: Vec<Duration> = times.iter().map(of).collect();
            times.sort();
            times[ROUNDS / 2]
        };
        let first_thread = median(|time| time.first_thread.unwrap_or_default());
        println!("{workers}: median {:?}, first thread {first_thread:?}", median(|it| it.wall));
    }
}
