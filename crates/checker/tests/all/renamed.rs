//! States that differ only by names: who is said to be alike is, and a search of classes finds what
//! a search of states does.

use crate::real::settings;
use algorithms::VisitSymmetric;
use checker::{Limits, Outcome, Reduced, Report, Verdict, check, explore};
use model::{
    Action, Algorithm, Claim, Log, Model, PROCESSES_MAX, Property, Renaming, Stepped, Symmetric,
};
use zerocopy::IntoBytes;

const SMALL: usize = 1_500;

/// An attempt, without the name of who made it: whether it is a fault, what came of it, and the
/// state after.
type Attempt = (bool, [u8; 2], Vec<u8>);

/// All attempts in `state`, with what came of them by other names.
fn attempts<M: Symmetric>(model: &M, state: &M::State, names: Option<&Renaming>) -> Vec<Attempt> {
    let mut all = Vec::new();
    model.actions(state, &mut |action| {
        let mut after = *state;
        let stepped = model.step(&mut after, action, &mut Log::off());
        if let (Some(names), Stepped::Ran(_)) = (names, stepped) {
            after = model.renamed(&after, names);
        }
        let (stepped, after) = match stepped {
            Stepped::Ran(row) => ([0, row], after.as_bytes()),
            Stepped::Waits => ([1, 0], [].as_slice()),
            Stepped::Beyond => ([2, 0], [].as_slice()),
            Stepped::Done | Stepped::Refused => return,
        };
        all.push((action.is_fault(), stepped, after.to_vec()));
    });
    all.sort_unstable();
    all
}

/// What the properties say that are not said to heed names.
fn answers<M: Symmetric>(model: &M, state: &M::State) -> Vec<Option<u32>> {
    let properties = model.properties().iter().filter(|it| !model.heeds_names(it.name));
    let answer = |it: &Property<M>| match it.claim {
        Claim::Always(holds) | Claim::Sometimes(holds) => Some(holds(model, state).into()),
        Claim::Most(measure) => Some(measure(model, state)),
        Claim::Least(measure) => measure(model, state),
        Claim::Eventually(_) | Claim::Outcomes(_) | Claim::Progress(..) | Claim::Cost(..) => None,
    };
    properties.map(answer).collect()
}

/// A reachable state from which exchanging names leads elsewhere than taking the steps by the old
/// names does; none if whoever is said to be alike is.
fn told_apart<M: Symmetric>(model: &M, states_max: usize) -> Option<M::State> {
    // two names at a time: the others follow
    let is_swap = |it: &Renaming| (0..PROCESSES_MAX).filter(|&i| it.name(i) != i).count() == 2;
    let swaps: Vec<Renaming> =
        Renaming::all_of(model.alike()).into_iter().filter(is_swap).collect();
    let mut states = vec![model.init()];
    explore(model, states_max, |_, _, stepped, after| {
        if let Stepped::Ran(_) = stepped {
            states.push(*after);
        }
    });
    states.sort_by(|one, other| one.as_bytes().cmp(other.as_bytes()));
    states.dedup_by(|one, other| one.as_bytes() == other.as_bytes());
    let is_at_home = |it: &M::State| {
        states.binary_search_by(|other| other.as_bytes().cmp(it.as_bytes())).is_ok()
    };
    let is_fine = |state: &&M::State| {
        swaps.iter().all(|names| {
            let other = model.renamed(state, names);
            is_at_home(&other)
                && answers(model, &other) == answers(model, state)
                && model.keys(&other) == names.array(model.keys(state))
                && attempts(model, &other, None) == attempts(model, state, Some(names))
        })
    };
    states.iter().find(|it| !is_fine(it)).copied()
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

/// Takes the run of every verdict and asks where it leads.
fn prove<M: Symmetric>(model: &M, report: &Report) {
    for (verdict, property) in report.verdicts.iter().zip(Property::asked_of(model)) {
        let Some(run) = verdict.run() else { continue };
        let mut state = model.init();
        for &action in run {
            let stepped = model.step(&mut state, action, &mut Log::off());
            assert!(matches!(stepped, Stepped::Ran(_)), "{action} of {run:?}");
        }
        let is_so = match (&property.claim, &verdict.outcome) {
            (Claim::Always(holds), _) => !holds(model, &state),
            (Claim::Sometimes(holds), _) => holds(model, &state),
            (Claim::Most(measure), Outcome::Most { value, .. }) => measure(model, &state) == *value,
            (Claim::Least(measure), Outcome::Least { value, .. }) => {
                measure(model, &state) == Some(*value)
            }
            _ => false,
        };
        assert!(is_so, "{} is not proved by {run:?}", verdict.property);
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
    fn compare<M: Symmetric>(&mut self, model: &M, mut search: Reduced<M>, whole: Report) {
        search.advance(usize::MAX);
        let report = search.report();
        prove(model, &report);
        let of_runs: Vec<_> =
            report.verdicts.iter().map(|it| it.outcome == Outcome::NotAsked).collect();
        let told = |report: &Report| -> Vec<String> {
            let all = report.verdicts.iter().zip(&of_runs);
            all.filter(|(_, is_of_runs)| !**is_of_runs).map(|(it, _)| tell(it)).collect()
        };
        assert_eq!(told(&report), told(&whole));
        assert_eq!(report.states, whole.states, "the classes hold all states");
        assert_eq!((report.depth, &report.coverage), (whole.depth, &whole.coverage));
        assert!(search.classes() <= whole.states);
        self.settings += 1;
        self.classes += search.classes();
        self.states += whole.states;
    }
}

impl VisitSymmetric for Compared {
    fn algorithm<A: Algorithm<Model: Symmetric>>(&mut self, slug: &'static str) {
        for setting in settings::<A>(3) {
            let model = || A::model(&setting);
            let Some(search) = Reduced::new(model(), Limits::states(SMALL)) else { continue };
            let whole = check(model(), Limits::states(SMALL));
            if whole.states == SMALL {
                continue;
            }
            let apart = told_apart(&model(), SMALL).is_some();
            assert!(!apart, "{slug} knows some by their names: {setting:?}");
            self.compare(&model(), search, whole);
            if self.algorithms.last() != Some(&slug) {
                self.algorithms.push(slug);
            }
        }
    }
}

#[test]
fn small_settings_of_every_algorithm_with_some_that_are_alike() {
    let mut compared = Compared::default();
    algorithms::visit_symmetric(&mut compared);
    assert!(compared.algorithms.len() >= 10 && compared.settings > 200, "{compared:?}");
    assert!(compared.classes * 2 < compared.states, "{compared:?}");
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

    fn actions(&self, _: &[u8; 2], offer: &mut impl FnMut(Action)) {
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

    fn keys(&self, _: &[u8; 2]) -> [u64; PROCESSES_MAX] {
        [0; PROCESSES_MAX]
    }

    fn heeds_names(&self, _: &str) -> bool {
        self.heeds_names
    }
}

#[test]
fn who_is_wrongly_said_to_be_alike_is_told_apart() {
    let right = Two { has_manners: false, heeds_names: true };
    assert_eq!(told_apart(&right, 100), None);
    assert!(told_apart(&Two { has_manners: true, ..right }, 100).is_some());
    assert!(told_apart(&Two { heeds_names: false, ..right }, 100).is_some());
    let mut search = Reduced::new(right, Limits::default()).unwrap();
    search.advance(usize::MAX);
    assert_eq!(search.classes(), 6, "of nine states");
    // the state that stands for its class is the other one
    let second = Outcome::Found { run: vec![Action::step(1)] };
    assert_eq!(search.report().verdicts[0].outcome, second);
}
