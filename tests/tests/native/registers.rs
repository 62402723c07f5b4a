//! No rule for plain registers gives consensus: every one of them is tried.

use catalog::{ClaimKind, Limits, Scenario, Verdict};
use std::sync::LazyLock;

/// What is found of each of the rules, the coin aside.
fn found(stops: &str) -> Vec<Vec<Verdict>> {
    let differ = ["least", "greatest", "keep", "adopt"];
    let mut rules = vec![format!("register-consensus?stops={stops}")];
    for (knob, values) in [
        ("order", &["write", "read"][..]),
        ("alone", &["own", "wait", "constant"]),
        ("differ-0", &differ),
        ("differ-1", &differ),
        ("rounds", &["1", "2", "unbounded"]),
    ] {
        let turned = |text: &&str| {
            rules.iter().map(|rule| format!("{rule}&{knob}={text}")).collect::<Vec<_>>()
        };
        rules = values.iter().flat_map(turned).collect();
    }
    let verdicts = |link: &String| {
        let parsed = Scenario::parse(link).unwrap();
        assert!(parsed.notices.is_empty(), "{link}: {:?}", parsed.notices);
        let mut search = parsed.scenario.search(Limits::default());
        while search.advance(10_000) {}
        search.report().verdicts
    };
    rules.iter().map(verdicts).collect()
}

static ONE_STOPS: LazyLock<Vec<Vec<Verdict>>> = LazyLock::new(|| found("one"));
static NONE_STOPS: LazyLock<Vec<Vec<Verdict>>> = LazyLock::new(|| found("none"));

/// How many of all rules are right.
fn right(rules: &[Vec<Verdict>], is_asked: fn(&Verdict) -> bool) -> (usize, usize) {
    let is_right =
        |rule: &&Vec<Verdict>| rule.iter().filter(|verdict| is_asked(verdict)).all(Verdict::good);
    (rules.iter().filter(is_right).count(), rules.len())
}

#[test]
fn no_rule_is_right_if_one_may_stop() {
    assert_eq!(right(&ONE_STOPS, |it| !it.kind.is_progress()), (0, 288));
}

#[test]
fn some_are_if_nobody_stops() {
    assert_eq!(right(&NONE_STOPS, |it| !it.kind.is_progress()), (12, 288));
}

/// Who has not stopped may be slow.
#[test]
fn none_is_right_and_wait_free() {
    assert_eq!(right(&NONE_STOPS, |it| it.kind != ClaimKind::ObstructionFree), (0, 288));
}

/// Write first, and take the other's until both are the same.
#[test]
fn one_is_right_and_obstruction_free() {
    let is_asked =
        |verdict: &Verdict| !matches!(verdict.kind, ClaimKind::WaitFree | ClaimKind::Eventually);
    assert_eq!(right(&NONE_STOPS, is_asked), (1, 288));
}
