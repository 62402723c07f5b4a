//! Wide states, of which most words are zero for long or for ever: these words are stored once they are not.

use crate::check;
use crate::parallel::{by, crew};
use checker::{Bound, Coverage, Limits, Outcome};
use model::{Action, Log, Stepped};
use std::collections::BTreeSet;
use typed::{Model, Property};

const LAMPS: usize = 9;
const WORD: usize = 8;

/// Lamps in a row, one in each word, and a last word that is never used. Each goes up to 2, and past 0 only where the
/// one before is at 2; any may go out.
struct Row;

type State = [u8; WORD * (LAMPS + 1)];

fn next(state: &State, lamp: usize) -> Option<State> {
    let mut after = *state;
    let at = &mut after[lamp * WORD];
    match *at {
        0 if lamp > 0 && state[(lamp - 1) * WORD] < 2 => return None,
        2 => *at = 0,
        _ => *at += 1,
    }
    Some(after)
}

impl Model for Row {
    type State = State;

    fn init(&self) -> State {
        [0; WORD * (LAMPS + 1)]
    }

    fn actions(&self, _: &State, offer: &mut dyn FnMut(Action)) {
        (0..LAMPS).for_each(|lamp| offer(Action::step(lamp as u8)));
    }

    fn step(&self, state: &mut State, action: Action, _: &mut Log<'_>) -> Stepped {
        let Action::Step { process, .. } = action else { return Stepped::Refused };
        let Some(after) = next(state, process.into()) else { return Stepped::Waits };
        *state = after;
        Stepped::Ran(0)
    }

    fn properties(&self) -> &'static [Property<Self>] {
        const {
            &[Property::sometimes("last", "The last one is lit.", |_, it: &State| {
                it[WORD * (LAMPS - 1)] > 0
            })]
        }
    }
}

/// All states, by a set of whole ones.
fn states() -> usize {
    let mut seen = BTreeSet::from([Row.init()]);
    let mut open = vec![Row.init()];
    while let Some(state) = open.pop() {
        let after = (0..LAMPS).filter_map(|lamp| next(&state, lamp));
        open.extend(after.filter(|state| seen.insert(*state)));
    }
    seen.len()
}

#[test]
fn words_are_stored_once_they_are_not_zero() {
    let report = check(Row, Limits::default());
    assert_eq!((report.coverage.clone(), report.states), (Coverage::Exhausted, states()));
    let Outcome::Found { run } = &report.verdicts[0].outcome else { panic!("{report:?}") };
    assert_eq!(run.len(), 2 * LAMPS - 1);
    for count in [2, 5] {
        assert_eq!(by(Row, Limits::default(), &crew(count), 1_000), report, "{count} workers");
    }
}

#[test]
fn within_so_much_memory() {
    for bytes_max in (1..12).map(|nth| nth * 300_000) {
        let limits = Limits { bytes_max, ..Limits::default() };
        let report = check(Row, limits);
        let is_cut = matches!(&report.coverage, Coverage::Bounded(all) if matches!(all[..], [Bound::Memory(_)]));
        assert!(is_cut || report.states == states(), "{report:?}");
        assert_eq!(by(Row, limits, &crew(2), 1_000).states, report.states, "{bytes_max} bytes");
    }
}
