//! The memory that a search tells is the memory that it takes: an allocator knows. In a program of
//! its own, as other tests would take some at the same time.

use checker::{Limits, Search, Workers};
use model::{Action, Log, PerProcess, Stepped, per_process};
use peak_alloc::PeakAlloc;
use typed::{Model, Property, system_of};

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// Counters that go round, and everything that takes memory to be asked.
struct Counters<const ROUND: bool>;

const VALUES: u8 = 22;

type State = [u8; 4];

/// How often each process has counted to two.
fn rounds<const ROUND: bool>(_: &Counters<ROUND>, state: &State) -> PerProcess {
    let mut rounds = PerProcess::default();
    rounds.iter_mut().zip(state).for_each(|(rounds, counter)| *rounds = counter / 2);
    rounds
}

impl<const ROUND: bool> Model for Counters<ROUND> {
    type State = State;

    fn init(&self) -> State {
        [0; 4]
    }

    fn actions(&self, _: &State, offer: &mut dyn FnMut(Action)) {
        (0..4).for_each(|process| offer(Action::step(process)));
    }

    fn step(&self, state: &mut State, action: Action, _: &mut Log<'_>) -> Stepped {
        let Action::Step { process, .. } = action else { return Stepped::Refused };
        let counter = &mut state[usize::from(process)];
        if !ROUND && *counter + 1 == VALUES {
            return Stepped::Done;
        }
        *counter = (*counter + 1) % VALUES;
        Stepped::Ran(0)
    }

    fn fairness(&self, _: &State, action: Action, _: &State) -> Option<model::Fairness> {
        model::Fairness::of(action)
    }

    fn properties(&self) -> &'static [Property<Self>] {
        const {
            &[
                Property::eventually("back", "", |_, it: &State| (it[0] > 0).into()),
                Property::outcomes("end", "", |_, it: &State| format!("{it:?}")),
                Property::most_cost("most", "", rounds, |_, _, action, _| {
                    per_process((action == Action::step(0)).into())
                }),
                Property::least_cost("least", "", rounds, |_, _, _, _| per_process(0b1111)),
                Property::wait_free("free", "", rounds),
            ]
        }
    }
}

/// Searches, and compares again and again. Returns the most that was taken.
fn compare(
    what: &str,
    new: impl FnOnce() -> Search,
    advance: impl Fn(&mut Search) -> bool,
) -> usize {
    let before = ALLOCATOR.current_usage();
    let mut search = new();
    let mut goes_on = true;
    let mut most = 0;
    while goes_on {
        goes_on = advance(&mut search);
        let (told, taken) = (search.bytes(), ALLOCATOR.current_usage() - before);
        // a little is not counted: what does not grow
        let is_near = told.abs_diff(taken) <= taken / 50 + 250_000;
        assert!(is_near, "{what}: told are {told} bytes, and {taken} are taken");
        most = most.max(taken);
    }
    most
}

#[test]
fn what_is_told_is_what_is_taken() {
    let all = Limits::default();
    let returning = || system_of(Counters::<true>);
    let step = |search: &mut Search| search.advance(10_000);
    compare("runs", || Search::new(returning(), all), step);
    let workers = Workers::new(3).in_parts_of(1);
    let by_workers = |search: &mut Search| search.advance_by(&workers, 10_000);
    compare("runs by three", || Search::new(returning(), all), by_workers);
    let states = Limits { safety_only: true, ..all };
    let one = compare("one", || Search::new(returning(), states), step);
    let three = compare("three", || Search::new(returning(), states), by_workers);
    // what they pass to one another
    assert!(three > one, "{three} {one}");
    compare("ending", || Search::new(system_of(Counters::<false>), all), step);
    compare("fingerprints", || Search::by_fingerprints(returning(), all), step);
}
