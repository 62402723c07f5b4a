//! A value is outdated where its reader has not seen the variable since, and where knowing it would help.

use crate::reasons::deadlock;
use catalog::Scenario;

/// Whoever reads and writes in one step knows what is there.
#[test]
fn what_a_process_has_written_itself_is_not_outdated() {
    let text = "shared v: 0..3\np i of 2:\n  sections drawing, resting\n  when i in drawing: v ← v + 1; become \
                resting\n";
    assert_eq!(deadlock(text), "Nobody can move. P 0 waits. P 1 waits.");
}

/// It waits by reading the one variable; what it has not seen is the other.
#[test]
fn who_misses_a_wake_up_has_not_seen_what_would_take_it_on() {
    let text = "shared permits: 0..2\nshared asleep: set of taker\ntaker i of 2:\n  own has: bool\n  acquiring:\n    \
                atomic:\n      if permits > 0:\n        permits ← permits − 1\n        has ← true\n      else:\n        \
                asleep ← asleep + {i}\n    if not has:\n      await i not in asleep\n      become acquiring\n\
                giver, 2 times:\n  own before: 0..2\n  releasing:\n    before ← fetch_and_add(permits, 1)\n    \
                atomic:\n      if asleep ≠ {} and before = 0:\n        choose w in asleep\n        asleep ← asleep − {w}\n";
    assert_eq!(
        deadlock(text),
        "Nobody can move. Taker 1 read permits = 0 before the giver wrote 1. Taker 1 waits: asleep = {1}."
    );
}

/// That another one has written meanwhile is no reason where that changes nothing.
#[test]
fn what_would_not_help_is_not_told() {
    let text = "shared a, b: 0..1\np i of 2:\n  own seen: 0..1\n  w:\n    seen ← a\n    a ← 1\n    await b = 1\n";
    let why = "Nobody can move. P 0 waits: b = 0. P 1 waits: b = 0.";
    assert_eq!(deadlock(text), why);
}

#[test]
fn an_update_that_is_lost_is_told() {
    let text = "algorithm A\nshared x: 0..9\np i of 3:\n  w:\n    x ← x + 1\nat end all: x = 3\n";
    let run = "s0 s0 s1 s2 s2 s1".split(' ').map(|text| text.parse().unwrap()).collect();
    let scenario = Scenario::parse("new").unwrap().scenario.with_text(text).with_run(run);
    let why = "Now x is 2, not 3. P 1 read x = 1 before p 2 wrote 2, and then wrote 2 itself.";
    assert_eq!(scenario.reasons()[0].text(), why);
}
