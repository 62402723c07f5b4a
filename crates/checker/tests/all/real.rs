//! The real checker against the naive one, on every small setting of every algorithm.

use crate::check;
use crate::{fingerprints, naive, operations, parallel, runs};
use algorithms::Visit;
use checker::{Limits, Outcome, Workers};
use model::{Algorithm, Kind, Setting};

const SMALL: usize = 300;

#[derive(Default, Debug)]
struct Compared {
    settings: usize,
    live: usize,
    ending: usize,
    looping: usize,
}

impl Visit for Compared {
    fn algorithm<A: Algorithm>(&mut self, slug: &'static str) {
        for setting in settings::<A>(3) {
            let report = check(A::model(&setting), Limits::states(SMALL));
            if report.states == SMALL {
                continue;
            }
            let model = A::model(&setting);
            let report = operations::proven(&model, runs::proven(&model, report));
            assert_eq!(report, naive::check(&model, SMALL), "{slug} {setting:?}");
            self.settings += 1;
            for verdict in report.verdicts.iter().filter(|it| it.kind == Kind::Eventually) {
                self.live += usize::from(verdict.outcome == Outcome::Holds);
                self.ending += usize::from(matches!(verdict.outcome, Outcome::Fails { .. }));
                self.looping += usize::from(verdict.outcome == runs::SOME_LOOP);
            }
        }
    }
}

/// Every setting in which at most so many knobs are turned, the smallest ones of all sizes.
pub fn settings<A: Algorithm>(knobs: usize) -> Vec<Setting> {
    let mut settings = vec![Setting::default_of(A::KNOBS)];
    for knob in A::KNOBS {
        for at in 0..settings.len() {
            let turned = settings[at].iter().filter(|(it, value)| *value != &it.values[0]).count();
            for value in &knob.values[1..] {
                let mut setting = settings[at].clone();
                assert!(setting.set(knob.name, value.name));
                if turned < knobs {
                    settings.push(setting);
                }
            }
        }
    }
    settings
}

#[test]
fn on_small_settings_of_every_algorithm() {
    let mut compared = Compared::default();
    algorithms::visit_all(&mut compared);
    let Compared { settings, live, ending, looping } = compared;
    assert!(settings > 200 && live > 100 && ending > 50 && looping > 0, "{compared:?}");
}

/// The small and the middling settings of every algorithm, one knob turned.
struct Settings {
    crews: [Workers; 3],
    count: usize,
}

impl Visit for Settings {
    fn algorithm<A: Algorithm>(&mut self, slug: &'static str) {
        for setting in settings::<A>(1) {
            let limits = Limits::states(golden::quick_or(1000, 4000));
            let wanted = check(A::model(&setting), limits);
            for crew in &self.crews {
                let report = parallel::by(A::model(&setting), limits, crew, usize::MAX);
                assert_eq!(report, wanted, "{slug} {setting:?}, {} workers", crew.count());
            }
            self.count += usize::from(wanted.states < limits.states_max);
            let report = fingerprints::by_fingerprints(A::model(&setting), limits);
            assert_eq!(report, fingerprints::unproven(wanted), "{slug} {setting:?}");
        }
    }
}

#[test]
fn by_workers_and_by_fingerprints() {
    let mut settings = Settings { crews: [2, 3, 5].map(parallel::crew), count: 0 };
    algorithms::visit_all(&mut settings);
    assert!(settings.count > 50, "{}", settings.count);
}
