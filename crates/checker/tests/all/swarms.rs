//! A swarm finds what a search of all states finds.

use crate::check;
use crate::swarm::of;
use algorithms::Visit;
use checker::{Limits, Outcome};
use model::{Algorithm, Kind};

#[derive(Default)]
struct Settings {
    failing: usize,
    holding: usize,
}

impl Visit for Settings {
    fn algorithm<A: Algorithm>(&mut self, slug: &'static str) {
        for setting in crate::real::settings::<A>(1) {
            let report = check(A::model(&setting), Limits::states(1500));
            if report.states == 1500 {
                continue;
            }
            // so small a model is visited as a whole, again and again
            let found = of(&A::system(&setting), 1);
            for verdict in report.verdicts.iter().filter(|it| it.kind == Kind::Always) {
                let run = found.failures.iter().find(|it| it.property == verdict.property);
                match (&verdict.outcome, run) {
                    (Outcome::Holds, None) => self.holding += 1,
                    (Outcome::Fails { run: shortest }, Some(it)) => {
                        assert!(it.run.len() >= shortest.len(), "{slug} {setting:?}");
                        self.failing += 1;
                    }
                    it => panic!("{slug} {setting:?}: {}: {it:?}", verdict.property),
                }
            }
        }
    }
}

#[test]
fn on_every_algorithm() {
    let mut settings = Settings::default();
    algorithms::visit_all(&mut settings);
    let Settings { failing, holding } = settings;
    assert!(failing > 10 && holding > 50, "{failing} {holding}");
}
