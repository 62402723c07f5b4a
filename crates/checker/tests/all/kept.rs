//! Steps that are kept as they are taken, as far as there is memory for it, or are taken once more:
//! what is said of whole runs is the same.

use crate::check;
use crate::real::settings;
use algorithms::Visit;
use checker::{Coverage, Limits, Outcome, Search};
use model::{Algorithm, Kind, system_of};

const SMALL: usize = 2_000;

/// How much memory a search may take, besides twice of what it begins with: with less than that
/// nothing is kept, and with more something, at first.
const MORE: [usize; 3] = [0, 1_000, 20_000];

struct Limited;

impl Visit for Limited {
    fn algorithm<A: Algorithm>(&mut self, slug: &'static str) {
        for setting in settings::<A>(1) {
            let wanted = check(A::model(&setting), Limits::states(SMALL));
            if wanted.coverage != Coverage::Exhausted {
                continue;
            }
            for more in MORE {
                let begin = Search::new(system_of(A::model(&setting)), Limits::default()).bytes();
                let limits = Limits { bytes_max: 2 * begin + more, ..Limits::default() };
                assert_eq!(check(A::model(&setting), limits), wanted, "{slug} {setting:?}: {more}");
            }
        }
    }
}

#[test]
fn whoever_keeps_them_the_verdicts_are_the_same() {
    algorithms::visit_all(&mut Limited);
}

struct Safety {
    asked: usize,
    left: usize,
}

impl Visit for Safety {
    fn algorithm<A: Algorithm>(&mut self, slug: &'static str) {
        let setting = settings::<A>(0).remove(0);
        let limits = Limits { safety_only: true, ..Limits::states(SMALL) };
        let wanted = check(A::model(&setting), Limits::states(SMALL));
        let report = check(A::model(&setting), limits);
        assert_eq!((report.states, report.transitions), (wanted.states, wanted.transitions));
        for (verdict, wanted) in report.verdicts.iter().zip(&wanted.verdicts) {
            if verdict.kind == Kind::Eventually || verdict.kind.is_of_operations() {
                self.left += 1;
                assert_eq!(verdict.outcome, Outcome::NotAsked, "{slug}: {}", verdict.property);
            } else if verdict.kind != Kind::Outcomes {
                self.asked += 1;
                assert_eq!(verdict, wanted, "{slug}");
            }
        }
    }
}

#[test]
fn of_single_states_the_same_is_said_without_whole_runs() {
    let mut safety = Safety { asked: 0, left: 0 };
    algorithms::visit_all(&mut safety);
    assert!(safety.asked > 40 && safety.left > 5, "{} {}", safety.asked, safety.left);
}
