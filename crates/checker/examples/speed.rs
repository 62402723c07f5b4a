//! How fast the checker itself is, on a model that costs almost nothing: counters that go round.
//!
//! `cargo run --release -p checker --example speed`

use checker::{Limits, Search, grouped};
use model::{Action, Log, Model, Property, Row, Stepped, View, Zone};
use std::time::{Duration, Instant};

const COUNTERS: usize = 7;
const VALUES: u8 = 10;

/// As many bytes as a small algorithm's state, most of them zero, as there.
const BYTES: usize = 36;

struct Counters;

impl Model for Counters {
    type State = [u8; BYTES];

    fn init(&self) -> Self::State {
        [0; BYTES]
    }

    fn actions(&self, _: &Self::State, offer: &mut impl FnMut(Action)) {
        (0..COUNTERS).for_each(|process| offer(Action::step(process as u8)));
    }

    fn step(&self, state: &mut Self::State, action: Action, _: &mut Log<'_>) -> Stepped {
        let Action::Step { process, .. } = action else { return Stepped::Refused };
        let counter = &mut state[usize::from(process) * 5];
        *counter = (*counter + 1) % VALUES;
        Stepped::Ran(0)
    }

    fn rows(&self) -> Vec<Row> {
        Vec::new()
    }

    fn zones(&self) -> &'static [Zone] {
        &[]
    }

    fn properties(&self) -> &'static [Property<Self>] {
        &[]
    }

    fn view(&self, _: &Self::State) -> View {
        View::default()
    }
}

fn main() {
    let mut search = Search::new(Counters, Limits::default());
    let start = Instant::now();
    let mut longest = Duration::ZERO;
    loop {
        let slice = Instant::now();
        let goes_on = search.advance(4096);
        longest = longest.max(slice.elapsed());
        if !goes_on {
            break;
        }
    }
    let time = start.elapsed();
    let report = search.report();
    let per_second = |count: usize| grouped(count * 1000 / time.as_millis() as usize);
    println!("{} states, {} transitions", grouped(report.states), grouped(report.transitions));
    println!("{} states/s", per_second(report.states));
    println!("{} transitions/s", per_second(report.transitions));
    println!("{} bytes per state", search.bytes() / report.states);
    println!("longest of the slices of 4096 states: {longest:?}");
}
