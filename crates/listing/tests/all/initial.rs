//! Where no initial state satisfies every assumption, every kind of search says so.

use crate::meaning::{check, outcome};
use checker::swarm::{Swarm, random_walk};
use checker::{Coverage, Limits, Outcome, Report, Search, Workers, has_initial_state};
use program::Compiled;
use std::sync::Arc;

const TEXT: &str = "algorithm No beginning\nshared x: 0..2 = any\nrow store on 3:\n  flag: none | up\n\
                    process i of 2:\n  own seen: none | up\n  going:\n    write store.flag = up\n    \
                    seen ← read store.flag\nassume large: x > 2\nalways low: x ≤ 2\nreachable 2: x = 2\n\
                    eventually up: all i: seen[i] = up\nmost x: x\n";

fn compiled(assumption: &str) -> Arc<Compiled> {
    let text = TEXT.replace("x > 2", assumption);
    Arc::new(listing::compile(&text, &[]).unwrap_or_else(|found| panic!("{}", found[0])))
}

/// What each kind of search finds.
fn searches(assumption: &str) -> [(&'static str, Report, bool); 4] {
    let all = Limits::default();
    let system = || compiled(assumption);
    let kinds = [
        ("alone", Search::new(system(), all)),
        ("workers", Search::new(system(), all)),
        ("fingerprints", Search::by_fingerprints(system(), all)),
        ("classes", Search::reduced(system(), all).expect("replicas differ by name only")),
    ];
    let workers = Workers::new(2).in_parts_of(1);
    kinds.map(|(kind, mut search)| {
        match kind {
            "workers" => while search.advance_by(&workers, usize::MAX) {},
            _ => while search.advance(100) {},
        }
        (kind, search.report(), search.classes().is_some())
    })
}

#[test]
fn without_an_initial_state_nothing_holds_in_any_search() {
    for (kind, report, _) in searches("x > 2") {
        assert_eq!((report.states, report.transitions, report.depth), (0, 0, 0), "{kind}");
        assert_eq!(report.coverage, Coverage::Exhausted, "{kind}");
        assert!(!report.ok(), "{kind}");
        for verdict in &report.verdicts {
            assert_eq!(verdict.outcome, Outcome::NoInitialState(vec!["large"]), "{kind}");
        }
        assert_eq!(report.verdicts.len(), 5, "{kind}");
    }
    let swarm = Swarm { seed: 1, visits_max: 100, depth_max: 100, bytes_max: 1000 };
    let found = random_walk(&*compiled("x > 2"), swarm, &mut |_| ());
    assert_eq!(found.no_initial_state, Some(vec!["large"]));
    let found = random_walk(&*compiled("x > 1"), swarm, &mut |_| ());
    assert_eq!((found.no_initial_state, found.visits > 0), (None, true));
}

#[test]
fn choices_of_initial_values_are_no_states_in_any_search() {
    let all = searches("x > 0");
    let (_, wanted, _) = &all[0];
    assert!(wanted.states > 100);
    for (kind, report, is_of_classes) in &all {
        let found = (report.states, report.depth, report.choices);
        assert_eq!(found, (wanted.states, wanted.depth, 1), "{kind}");
        assert_eq!(*is_of_classes, *kind == "classes");
    }
}

/// A state whose values were chosen counts as one that was given.
#[test]
fn properties_remember_an_initial_state_with_open_values() {
    let text = "algorithm A\nshared x: 0..1 = any\nprocess i of 1:\n  going:\n    x ← 0\nassume one: x = 1\n\
                eventually one: x = 1\neventually on: x = 1 → x = 0\nalways latch: x = 1 ⇒ always x = 1\n\
                always twice: x = 1 ⇒ always x = 0\n";
    let given = text.replace("= any", "= 1").replace("assume one: x = 1\n", "");
    let found = |text: &str| {
        let report = check(text);
        let all =
            report.verdicts.iter().map(|verdict| (verdict.property, verdict.sentence(&report)));
        all.collect::<Vec<_>>()
    };
    assert_eq!(found(text), found(&given));
    assert_eq!(outcome(&check(text), "one"), Some(&Outcome::Holds));
    assert!(matches!(outcome(&check(text), "latch"), Some(Outcome::Fails { .. })));
}

#[test]
fn an_initial_state_is_looked_for_as_long_as_it_may_be() {
    assert_eq!(has_initial_state(&*compiled("x > 1"), 3), Some(true));
    assert_eq!(has_initial_state(&*compiled("x > 2"), 3), Some(false));
    assert_eq!(has_initial_state(&*compiled("x > 2"), 2), None);
    assert_eq!(has_initial_state(&*compiled("1 / x > 2"), 3), None);
}

/// Each process is in its first section, also where its first lines wait for the values.
#[test]
fn an_assumption_is_asked_before_the_first_lines() {
    let text = |claim: &str| {
        format!(
            "algorithm A\nghost s: set of 0..1 = any\nserver k of 2, for ever:\n  starting:\n    \
             s ← {{}}\n  ready:\n    pause\nassume there: {claim}\nalways yes: true\n"
        )
    };
    let begins = |claim| outcome(&check(&text(claim)), "yes") == Some(&Outcome::Holds);
    for claim in ["1 in starting", "all k: k not in ready", "starting = {0, 1}"] {
        assert!(begins(claim), "{claim}");
    }
    for claim in ["1 not in starting", "some k: k in ready"] {
        assert!(!begins(claim), "{claim}");
    }
}
