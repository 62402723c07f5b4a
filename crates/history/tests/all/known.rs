//! The answers that are known of public histories.

use super::brute::is_order;
use super::corpus::{Known, all};
use history::{Engine, Failure, Limits, Verdict, check, decide_by};

const LIMITS: Limits = Limits { bytes_max: 1_000_000_000 };

fn checked(known: &Known) -> Verdict {
    check(&known.history, known.object, &known.initial, LIMITS, &mut || true)
}

#[test]
fn public_histories_have_their_known_answers() {
    let (mut good, mut bad) = (0, 0);
    for known in all() {
        match checked(&known) {
            Verdict::Linearizable(order) => {
                assert!(known.is_linearizable, "{}", known.name);
                assert!(
                    is_order(&known.history, known.object, &known.initial, &order),
                    "{}: {order:?}",
                    known.name
                );
                good += 1;
            }
            Verdict::Not(failure) => {
                assert!(!known.is_linearizable, "{}", known.name);
                assert_eq!((Some(failure.line), failure.is_first), (known.prefix, true));
                is_as_small(&known, &failure);
                bad += 1;
            }
            Verdict::Open => panic!("{} is open", known.name),
        }
    }
    assert_eq!((good, bad), (40, 30));
}

/// Of one history the smallest set was not known before.
fn is_as_small(known: &Known, failure: &Failure) {
    let culprits = failure.culprits.as_ref().unwrap_or_else(|| panic!("{}", known.name));
    let size = culprits.operations.len();
    assert!(culprits.is_smallest, "{}", known.name);
    assert_eq!(size, known.size.unwrap_or(2), "{}", known.name);
    if size == 131 {
        let called = |nth: &usize| known.history.operations[*nth].called;
        let lines: Vec<usize> = culprits.operations.iter().map(called).collect();
        assert_eq!(lines, known.lines, "{}", known.name);
    }
}

/// The two take turns since either alone is slow somewhere; these are quick in both.
#[test]
fn each_search_alone_agrees() {
    for known in all().iter().filter(|known| known.history.operations.len() < 70) {
        for engine in [Engine::Orders, Engine::Events] {
            let found = decide_by(engine, &known.history, known.object, &known.initial);
            assert_eq!(found, known.is_linearizable, "{engine:?} {}", known.name);
        }
    }
}

/// Without memory or time there is no answer, and none is made up.
#[test]
fn a_bound_leaves_the_answer_open() {
    let known = all().into_iter().find(|known| known.name == "etcd-002").unwrap();
    let checked = |bytes_max, go_on: bool| {
        let limits = Limits { bytes_max };
        check(&known.history, known.object, &known.initial, limits, &mut || go_on)
    };
    assert_eq!(checked(10_000, true), Verdict::Open);
    assert_eq!(checked(usize::MAX, false), Verdict::Open);
}
