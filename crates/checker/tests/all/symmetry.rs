//! States that differ only by names: those that are said to be symmetric are, and a search of classes
//! finds what a search of states does.

use crate::real::settings;
use algorithms::Visit;
use checker::{Limits, Outcome, Report, Search, Verdict, explore};
use model::{
    Action, Algorithm, Kind, Log, Model, Property, Renaming, SYSTEM_PROCESSES_MAX, Stepped,
    Symmetric, Symmetry, System, Witness, symmetric_system_of,
};
use std::collections::BTreeSet;
use std::sync::Arc;

const SMALL: usize = 1_500;

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
            (Stepped::Beyond, _) => ([2, 0], Vec::new()),
            (Stepped::Error, _) => ([3, 0], Vec::new()),
            (Stepped::Done | Stepped::Refused, _) => return,
        };
        all.push((action.is_fault(), stepped, after));
    });
    all.sort_unstable();
    all
}

/// Whether a property is about single states.
fn is_of_states(kind: Kind) -> bool {
    matches!(kind, Kind::Always | Kind::Sometimes | Kind::Most | Kind::Least)
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
    let is_swap =
        |it: &Renaming| (0..SYSTEM_PROCESSES_MAX).filter(|&i| it.name(i) != i).count() == 2;
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
    states.iter().find(|it| !is_fine(it)).cloned()
}

/// What is known of a property, with the length of the run that proves it.
fn tell(verdict: &Verdict) -> String {
    let what = match &verdict.outcome {
        Outcome::Fails { run } => format!("fails in {}", run.len()),
        Outcome::Found { run } => format!("found in {}", run.len()),
        Outcome::Most { value, run } | Outcome::Least { value, run } => {
            format!("{value} in {}", run.len())
        }
        outcome => format!("{outcome:?}"),
    };
    format!("{}: {what}", verdict.property)
}

/// Takes the run of every verdict and checks the property where it leads.
fn prove(system: &dyn System, report: &Report) {
    let applying = system.properties().iter().enumerate().filter(|(_, it)| it.applies);
    for (verdict, (property, _)) in report.verdicts.iter().zip(applying) {
        let Some(run) = verdict.run() else { continue };
        let mut state = system.initial();
        for &action in run {
            let stepped = system.step(&mut state, action, &mut Log::off());
            assert!(matches!(stepped, Stepped::Ran(_)), "{action} of {run:?}");
        }
        let wanted = match &verdict.outcome {
            Outcome::Most { value, .. } | Outcome::Least { value, .. } => *value,
            _ => 0,
        };
        let value = system.check(property, &state).map(|it| it.value);
        assert_eq!(value, Some(wanted), "{} is not proved by {run:?}", verdict.property);
    }
}

#[derive(Default, Debug)]
struct Compared {
    algorithms: Vec<&'static str>,
    settings: usize,
    classes: usize,
    states: usize,
}

impl Compared {
    /// A search of classes against one of states.
    fn compare(&mut self, system: &dyn System, mut search: Search, whole: Report) {
        search.advance(usize::MAX);
        let report = search.report();
        prove(system, &report);
        let of_runs: Vec<_> =
            report.verdicts.iter().map(|it| it.outcome == Outcome::NotAsked).collect();
        let told = |report: &Report| -> Vec<String> {
            let all = report.verdicts.iter().zip(&of_runs);
            all.filter(|(_, is_of_runs)| !**is_of_runs).map(|(it, _)| tell(it)).collect()
        };
        assert_eq!(told(&report), told(&whole));
        assert_eq!(report.states, whole.states, "the classes hold all states");
        assert_eq!((report.depth, &report.coverage), (whole.depth, &whole.coverage));
        assert!(search.classes().unwrap() <= whole.states);
        self.settings += 1;
        self.classes += search.classes().unwrap();
        self.states += whole.states;
    }
}

impl Visit for Compared {
    fn algorithm<A: Algorithm>(&mut self, slug: &'static str) {
        for setting in settings::<A>(3) {
            let system = A::symmetric_system(&setting);
            let reduced = Search::reduced(Arc::clone(&system), Limits::states(SMALL));
            let Some(search) = reduced else { continue };
            let whole = checker::check(Arc::clone(&system), Limits::states(SMALL));
            if whole.states == SMALL {
                continue;
            }
            let apart = told_apart(&system, SMALL).is_some();
            assert!(!apart, "{slug} knows some by their names: {setting:?}");
            self.compare(&*system, search, whole);
            if self.algorithms.last() != Some(&slug) {
                self.algorithms.push(slug);
            }
        }
    }
}

#[test]
fn small_settings_of_every_algorithm_with_some_that_are_alike() {
    let mut compared = Compared::default();
    algorithms::visit_all(&mut compared);
    assert!(compared.algorithms.len() >= 5 && compared.settings > 200, "{compared:?}");
    assert!(compared.classes * 5 < compared.states * 3, "{compared:?}");
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

    unseen!();
}

impl Symmetric for Two {
    fn alike(&self) -> u8 {
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
