//! A clause of a reason is one without which the run would not fail: what is none is not told.

use crate::reasons::reason;
use catalog::Scenario;

/// Why a text fails at the end of a run.
fn why(text: &str, run: &str) -> String {
    let text = format!("algorithm A\n{text}");
    let run = run.split_whitespace().map(|step| step.parse().unwrap()).collect();
    let scenario = Scenario::parse("new").unwrap().scenario.with_text(&text).with_run(run);
    assert_eq!(scenario.trace().refused, None, "{text}");
    scenario.reasons()[0].why()
}

/// What process 1 read at the root would have been no help: what it read below did the harm.
#[test]
fn a_read_without_which_the_run_fails_all_the_same_is_not_told() {
    for (link, told, not) in [
        ("lock-coupling?v=1&run=AVQVMLVX.rlDe", "read left[7] = 6, which", "right[0] = 3"),
        (
            "bakery?processes=2&choosing=off&v=1&run=ABVD.Pajf",
            "read number[0] = 0",
            "number[1] = 1",
        ),
    ] {
        let text = reason(link).text();
        assert!(text.contains(told) && !text.contains(not), "{link}: {text}");
    }
}

const RACE: &str = "option crashes: 1\nshared taken: bool; other: 0..1\np i of 3:\n  waiting:\n    await not taken\n    taken \
                    ← true\n  critical:\n    other ← 1\nalways exclusion: at most 1 in critical\n";

/// Process 2 crashes in both; process 1 would not be inside if process 0 had not crashed before it wrote.
#[test]
fn a_crash_is_told_where_the_run_needs_it() {
    let race = "Process 0 read taken = false before process 1 wrote true. Process 1 read taken = false before process 0 \
                wrote true.";
    let told = why(RACE, "s0 s1 c2 s0 s1");
    assert!(!told.contains("crash") && told.contains("read taken = false"), "{told} {race}");
    let heir = "option crashes: 1\nshared taken: none | p\np i of 2:\n  waiting:\n    await taken = none\n    taken ← i\n  \
                critical:\n    pause\n    pause\n  on crash:\n    taken ← none\n    pause\n    become critical\n\
                always exclusion: at most 1 in critical\n";
    let told = why(heir, "s0 s0 c0 s0 s1 s1 s0");
    assert!(told.contains("P 0 crashed in step 3"), "{told}");
}

/// Who could go on, until another one changed what it waits for.
#[test]
fn a_turn_that_was_missed_is_told() {
    let link = "reusable-barrier?waits-for=count-of-zero&v=1&run=QAJWN.iZLD";
    let missed =
        "Processes 0 and 1 could have gone on until process 2 wrote arrived ← 1 in step 11.";
    assert!(reason(link).text().contains(missed), "{}", reason(link).text());
}

#[test]
fn who_waits_for_itself_is_told() {
    let text = reason("zookeeper-lock?v=1&run=AOeIep.zaXW").text();
    let waits = "Client 0 waits for itself: node[1] = 0. Client 1 waits for client 0: node[2] = 0.";
    assert!(text.ends_with(waits), "{text}");
}

/// Of a loop without fairness: whose step would end it.
#[test]
fn who_could_help_and_stands_still_is_told() {
    let text =
        reason("michael-scott-queue?lagging-tail=is-awaited&v=1&loop=12&run=AMZx_.B1bg").text();
    let helps = "Enqueuer 0 would help with its next step: read tail and write tail ← 1.";
    assert!(text.ends_with(helps), "{text}");
}

/// What no order gives, where the results are those of no order.
#[test]
fn a_result_that_no_order_gives_is_named() {
    for (link, head) in [
        (
            "lock-coupling?v=1&run=AVQVMLVX.rlDe",
            "Process 1 ends with answer = no, and in every order of the operations with yes.",
        ),
        (
            "lock-coupling?updates=delete-insert&walk=at-end&v=1&run=AMVQFX.CpFt",
            "The result is keys = {3, 5, 6, 7}, and in every order of the operations it is {2, 3, 5, 6, 7}.",
        ),
    ] {
        assert_eq!(reason(link).head, head);
    }
}

/// Where several claims fail for one reason, that is told once.
#[test]
fn what_one_reason_says_no_other_one_repeats() {
    let told = |link: &str| Scenario::parse(link).unwrap().scenario.reasons_told();
    assert_eq!(told("logical-clocks?receipt=as-published&v=1&run=ADuv.DhNu").len(), 1);
    let told = told("dining-philosophers?v=1&run=QAJS.Fcqg");
    let circle = "Philosophers 0, 1 and 2 hold fork[0], fork[1] and fork[2]. Philosopher 0 waits for 1, 1 for 2 and 2 for \
                  0: a circle.";
    assert_eq!(told[0], format!("Nobody can move. {circle}"));
    assert!(told[1..].iter().all(|reason| reason.matches('.').count() == 1), "{told:?}");
}

/// A sentence that is too long to be announced is announced by what stands before a clause that adds to it; and a line's
/// comment says what is done, not what fails.
#[test]
fn what_is_announced_is_a_claim_that_fails() {
    let set = reason("replicated-set?removes=for-ever&v=1&run=AB7mar.zaLf");
    assert_eq!(set.ahead, "replica 0 ends without the element");
    let noted = "shared x: 0..1\np i of 1:\n  going:\n    x ← 1    # It has found what it sought.\nalways low: x = 0\n";
    let text = format!("algorithm A\n{noted}");
    let run = vec!["s0".parse().unwrap()];
    let scenario = Scenario::parse("new").unwrap().scenario.with_text(&text).with_run(run);
    let low = &scenario.reasons()[0];
    assert_eq!((low.head.as_str(), low.ahead.as_str()), ("Now x is 1, not 0.", "x is 1, not 0"));
}
