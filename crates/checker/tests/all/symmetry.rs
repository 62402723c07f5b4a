//! States that differ only by names: those that are said to be symmetric are, and a search of classes
//! finds what a search of states does.

use checker::{Limits, Outcome, Search, explore};
use model::{
    Action, ClaimKind, Log, Pids, Renaming, SYSTEM_PROCESSES_MAX, Stepped, Symmetry, System,
    Witness,
};
use std::collections::BTreeSet;
use std::sync::Arc;
use typed::{Model, Property, Symmetric, symmetric_system_of};

/// An attempt, without the name of who made it: whether it is a fault, what came of it, and the
/// state after.
type Attempt = (bool, [u8; 2], Vec<u8>);

fn symmetry(system: &dyn System) -> &dyn Symmetry {
    system.symmetry().expect("a symmetric system")
}

fn renamed(system: &dyn System, state: &[u8], names: &Renaming) -> Vec<u8> {
    let mut renamed = state.to_vec();
    symmetry(system).rename(state, names, &mut renamed);
    renamed
}

/// All attempts in `state`, with what came of them by other names.
fn attempts(system: &dyn System, state: &[u8], names: Option<&Renaming>) -> Vec<Attempt> {
    let mut all = Vec::new();
    system.actions(state, &mut |action| {
        let mut after = state.to_vec();
        let stepped = system.step(&mut after, action, &mut Log::off());
        let (stepped, after) = match (stepped, names) {
            (Stepped::Ran(row), None) => ([0, row], after),
            (Stepped::Ran(row), Some(names)) => ([0, row], renamed(system, &after, names)),
            (Stepped::Waits, _) => ([1, 0], Vec::new()),
            (Stepped::BoundReached, _) => ([2, 0], Vec::new()),
            (Stepped::Error, _) => ([3, 0], Vec::new()),
            (Stepped::Done | Stepped::Refused, _) => return,
        };
        all.push((action.is_fault(), stepped, after));
    });
    all.sort_unstable();
    all
}

/// Whether a property is about single states.
fn is_of_states(kind: ClaimKind) -> bool {
    matches!(kind, ClaimKind::Always | ClaimKind::Sometimes | ClaimKind::Most | ClaimKind::Least)
}

/// What the properties say that are not said to heed names.
fn answers(system: &dyn System, state: &[u8]) -> Vec<Option<Witness>> {
    let all = system.properties().iter().enumerate();
    let asked = all.filter(|(at, it)| is_of_states(it.kind) && !symmetry(system).heeds_names(*at));
    asked.map(|(at, _)| system.check(at, state)).collect()
}

/// A reachable state from which exchanging names leads elsewhere than taking the steps by the old
/// names does; none if those that are said to be symmetric are.
fn told_apart(system: &Arc<dyn System>, states_max: usize) -> Option<Vec<u8>> {
    // two names at a time: the others follow
    let is_swap = |renaming: &Renaming| {
        (0..SYSTEM_PROCESSES_MAX).filter(|&i| renaming.name(i) != i).count() == 2
    };
    let swaps: Vec<Renaming> =
        Renaming::all_of(symmetry(&**system).symmetric()).into_iter().filter(is_swap).collect();
    let mut states = BTreeSet::from([system.initial()]);
    explore(Arc::clone(system), states_max, |_, _, stepped, after| {
        if let Stepped::Ran(_) = stepped {
            states.insert(after.to_vec());
        }
    });
    let keys = |state: &[u8]| symmetry(&**system).keys(state);
    let is_fine = |state: &&Vec<u8>| {
        swaps.iter().all(|names| {
            let other = renamed(&**system, state, names);
            states.contains(&other)
                && answers(&**system, &other) == answers(&**system, state)
                && keys(&other) == names.array(keys(state))
                && attempts(&**system, &other, None) == attempts(&**system, state, Some(names))
        })
    };
    states.iter().find(|state| !is_fine(state)).cloned()
}

/// Two that each count to two; with manners, the second begins when the first is done.
#[derive(Clone, Copy)]
struct Two {
    has_manners: bool,
    /// As the property does.
    heeds_names: bool,
}

impl Two {
    const PROPERTIES: &'static [Property<Two>] =
        &[Property::sometimes("second", "The second counts first.", |_, state| *state == [0, 1])];
}

impl Model for Two {
    type State = [u8; 2];

    fn init(&self) -> [u8; 2] {
        [0; 2]
    }

    fn actions(&self, _: &[u8; 2], offer: &mut dyn FnMut(Action)) {
        (0..2).for_each(|process| offer(Action::step(process)));
    }

    fn step(&self, state: &mut [u8; 2], action: Action, _: &mut Log<'_>) -> Stepped {
        let Action::Step { process, .. } = action else { return Stepped::Refused };
        if self.has_manners && process == 1 && state[0] < 2 {
            return Stepped::Waits;
        }
        match &mut state[usize::from(process)] {
            2 => Stepped::Done,
            counter => {
                *counter += 1;
                Stepped::Ran(0)
            }
        }
    }

    fn properties(&self) -> &[Property<Two>] {
        Self::PROPERTIES
    }
}

impl Symmetric for Two {
    fn alike(&self) -> Pids {
        0b11
    }

    fn renamed(&self, state: &[u8; 2], names: &Renaming) -> [u8; 2] {
        names.array(*state)
    }

    fn keys(&self, _: &[u8; 2]) -> [u64; SYSTEM_PROCESSES_MAX] {
        [0; SYSTEM_PROCESSES_MAX]
    }

    fn heeds_names(&self, _: &str) -> bool {
        self.heeds_names
    }
}

#[test]
fn who_is_wrongly_said_to_be_alike_is_told_apart() {
    let right = Two { has_manners: false, heeds_names: true };
    assert_eq!(told_apart(&symmetric_system_of(right), 100), None);
    let slips = [Two { has_manners: true, ..right }, Two { heeds_names: false, ..right }];
    for slip in slips {
        assert!(told_apart(&symmetric_system_of(slip), 100).is_some());
    }
    let mut search = Search::reduced(symmetric_system_of(right), Limits::default()).unwrap();
    search.advance(usize::MAX);
    assert_eq!(search.classes(), Some(6), "of nine states");
    // the state that stands for its class is the other one
    let second = Outcome::Found { run: vec![Action::step(1)] };
    assert_eq!(search.report().verdicts[0].outcome, second);
}
