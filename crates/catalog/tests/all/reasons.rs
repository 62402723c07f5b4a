//! Why a run fails, in a sentence: by examples.

use crate::evidence::failures;
use catalog::reason::Reason;
use catalog::{Action, Scenario, entries};

pub fn reason(link: &str) -> Reason {
    let scenario = Scenario::parse(link).unwrap().scenario;
    let mut reasons = scenario.reasons();
    assert!(!reasons.is_empty(), "{link}");
    reasons.remove(0)
}

/// What broke, what each saw, why that was enough, and what was wrong with it.
pub const EXAMPLES: [(&str, &str); 19] = [
    (
        "bakery?processes=2&tie-break=none&v=1&run=AAVBQX.fBdw",
        "Two are in the critical section. Each had read the other’s number before that was written, \
         so both took 1. Then each read the other’s 1, equal to its own, and went on.",
    ),
    (
        "ricart-agrawala?priority=process-id&v=1&run=UMgQ4USTMo0_.9l0N",
        "Two are in the critical section. Process 0 sent reply to process 1 before it sent its own request. \
         Process 1 sent reply to process 0 while it was waiting too.",
    ),
    (
        "paxos?adopts=nothing&v=1&run=Y9z3YiMobGKjpico6WztZqep7f.t_x5",
        "Proposer 0 decided 0, and proposer 1 decided 1. Proposer 1 had received 0 from acceptors 2 and \
         3, and sent propose(2, 1) all the same.",
    ),
    (
        "two-phase-locking?processes=2-2&order=standard&locks=uncounted&v=1&run=QWbQDaGb.ihPa",
        "Process 3 comes to the sum 7, and the money is 6. Process 2 freed lock[0] in step 6, which process 3 \
         had taken in step 5. Process 2 freed lock[1] in step 11, which process 3 had taken in step 10.",
    ),
    (
        "lock-coupling?v=1&run=AVQVMLVX.rlDe",
        "Process 1 ends with answer = no, and in every order of the operations with yes. Process 1 read left[7] = 6, \
         which process 0 had written.",
    ),
    (
        "row-lock?replicas=1&tie-break=client-id&v=1&run=AAcYAf.ozDX",
        "Two are in the critical section. Client 1 read number = {1: 1} before client 0 wrote {0: 1}, \
         and did not read it again.",
    ),
    (
        "cf23?v=1&run=QBiExmJiAH.-Fbn",
        "Client 0 decided A, and client 1 decided B. Client 0 read element:1 = 1 in step 12. Client 1 \
         read element:0 = none while client 0’s write element:0, element:1 = 0 @3 was on its way.",
    ),
    (
        "dining-philosophers?v=1&run=QAJS.Fcqg",
        "Nobody can move. Philosophers 0, 1 and 2 hold fork[0], fork[1] and fork[2]. Philosopher 0 \
         waits for 1, 1 for 2 and 2 for 0: a circle.",
    ),
    (
        "dining-philosophers?takes=lower-first&v=1&loop=1&run=QCxf.U4Z2",
        "Philosopher 0 is hungry and never eating. Steps 2 to 7 can repeat for ever; all are of \
         philosopher 2. Philosopher 0 could move in between, but another one always moves first.",
    ),
    (
        "peterson?order=turn-first&v=1&run=ABVA.ZHBc",
        "Two are in the critical section. Process 1 read flag[0] = false before \
         process 0 wrote true. Process 0 read turn = 0, which process 1 had written.",
    ),
    (
        "erlang-lock?v=1&at=4&run=EGFI2lWd_.2Zc4",
        "Process 0 sent ack(1) in step 3 and ack(1) in step 4, with the same time.",
    ),
    (
        "torn-assignment?v=1&run=AFP.LxxK",
        "All writers are done, and A is 255, which nobody has written. A[0] = 255 is from \
         writer 1 and A[1] = 0 is from writer 0.",
    ),
    (
        "token-ring?new-token=anybody&v=1&run=QK933v.e2Mf",
        "Two are in the critical section. Processes 1 and 2 timed out, though no message \
         was lost.",
    ),
    (
        "two-phase-commit?recovers=no&v=1&run=QEMXo.Jjcj",
        "Nobody can move. Participants 1 and 2 wait for the coordinator, which crashed in step 4 and \
         does not come back.",
    ),
    (
        // the operation that returned last is the one without an order
        "safe-bits?readers=1&returns=what-it-reads&v=1&run=AAe16v.t3eQ",
        "No order explains read → 0 of the reader: it must come before read → 1 of the reader, since behind that it could \
         only return 1; but read → 1 had returned in step 6, before read → 0 was called in step 7. Not sequentially \
         consistent either.",
    ),
    (
        "paxos?quorum=anybody&v=1&run=Y9z3YiYoY6lmqez.-kQS",
        "Proposer 0 decided 0, and proposer 1 decided 1. Proposer 0 received accepted(1) from acceptor 3 alone in \
         step 10, and proposer 1 accepted(2) from acceptor 2 alone in step 9: these have nobody in common.",
    ),
    (
        "raft-election?servers=4&terms=1&quorum=half&v=1&run=U9z3Yk6jb.2MTS",
        "Servers 0 and 1 both lead term 1. Server 0 received granted(1) from server 2 alone in step 5, and server 1 \
         granted(1) from server 3 alone in step 6: these have nobody in common.",
    ),
    (
        "readers-writers?v=1&loop=8&run=QGMgcUYUcX.e0FW",
        "The writer is waiting and never writing. Steps 9 to 32 can repeat for ever; readers 0 and 1 take them. A step \
         of the writer is never possible in them. The writer waits: access = 0.",
    ),
    (
        // what it forgot did not let it do what it did then
        "stable-storage?v=1&run=A4gDs6jrDpPQ4g7.DjFS",
        "No copy on disk is whole. The server crashed in step 14, and started again in step 15.",
    ),
];

#[test]
fn examples_of_every_kind_of_property_and_of_evidence() {
    let told = |(link, told): &(&str, &str)| {
        let text = reason(link).text();
        (text != *told).then(|| format!("{link}\n  {text}\n  {told}"))
    };
    let wrong: Vec<String> = EXAMPLES.iter().filter_map(told).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The claim of `never` is not what never happens.
#[test]
fn what_is_false_is_the_claim() {
    let reason = |claim: &str| {
        let text = format!(
            "algorithm A\nshared n: 0..3\nshared a[0..1]: 0..3\np i of 1:\n  going:\n    n ← 3\n\
             {claim}\n"
        );
        let mut scenario = Scenario::parse("new").unwrap().scenario.with_text(&text);
        scenario.run = vec![Action::Step { process: 0, choice: 0 }];
        scenario.at = 1;
        scenario.reasons().remove(0).text()
    };
    assert_eq!(reason("never t: n = 3"), "Now n is 3.");
    let why =
        "What is claimed cannot be computed here: the index 3 is outside of `a`, which has 0..1.";
    assert_eq!(reason("never t: a[n] = 3"), why);
    assert_eq!(reason("at end t: a[n] = 3"), why);
    assert_eq!(reason("most t: a[n]"), why);
    assert_eq!(reason("always t: a[n]′ = 0"), why);
    assert_eq!(reason("always t: a[n] < a[n]′"), why);
    assert_eq!(reason("always t: a[n] < n′ − 3"), "Now a[n] was 0 before, and n − 3 is 0.");
}

/// Two consumers find the buffer empty and are not asleep yet when the producer signals.
#[test]
fn a_signal_that_nobody_was_there_for() {
    const BUFFER: &str = include_str!("../../../algorithms/listings/bounded_buffer.ilv");
    let mut scenario = Scenario::parse("new").unwrap().scenario.with_text(BUFFER);
    assert!(scenario.setting.set("sleeps", "after-it-unlocks"), "{:?}", scenario.setting);
    let failing = failures(&scenario);
    let reasons = failing.iter().flat_map(Scenario::reasons);
    let stuck: Vec<Reason> = reasons.filter(|reason| reason.property == "no deadlock").collect();
    assert_eq!(
        stuck[0].text(),
        "Nobody can move. The producer read not_empty = {} before consumer 1 wrote {1}, and did not read \
         it again. Consumer 1 read buffer = 0 before the producer wrote 1. Consumer 2 \
         read buffer = 0 before the producer wrote 1."
    );
}

/// What a text breaks before anybody has taken a step, in all words of the moment.
fn at_first(lines: &str) -> (Vec<String>, String, Vec<String>) {
    let text = format!("algorithm A\n{lines}");
    let scenario = Scenario::parse("new").unwrap().scenario.with_text(&text);
    let moment = scenario.moment();
    let reasons = scenario.reasons().iter().map(Reason::text).collect();
    let waits = moment.next.iter().filter_map(|choice| choice.why.clone()).collect();
    (reasons, catalog::plain(&moment.said), waits)
}

#[test]
fn what_fails_in_the_first_state_has_a_reason() {
    let claim = "shared n: none | 0..3\np i of 1:\n  w:\n    n ← 1\n";
    let of = |property: &str| at_first(&format!("{claim}{property}\n")).0;
    let why = "What is claimed cannot be computed here: a number is needed where there is `none`.";
    assert_eq!(of("always a: n > 0 or n = none"), [why]);
    assert_eq!(of("always a: n = 1"), ["Now n is none, not 1."]);
    let (reasons, said, _) = at_first("shared x: bool\np i of 2:\n  w:\n    await x\n");
    assert_eq!(reasons, ["Nobody can move. P 0 waits: x = false. P 1 waits: x = false."]);
    assert_eq!(said, "Nothing has happened yet, and nobody can take the first step.");
    // of its own it has that, and waits for something else
    for line in ["await n = 1", "await n + i = 4"] {
        let (reasons, _, waits) =
            at_first(&format!("p i of 1:\n  own n: 0..1\n  w:\n    {line}\n"));
        assert_eq!(waits, ["n = 0"]);
        assert_eq!(reasons, ["Nobody can move. The p waits: n = 0."]);
    }
}

/// In the section where it stands, no message would take it on.
#[test]
fn nobody_waits_for_what_would_not_help() {
    let text = "algorithm A\nmessage m, n\nsnd:\n  w:\n    send m to rcv\nrcv:\n  sections idle, busy\n  \
                on m when idle: become busy\n  on n when busy: become idle\n";
    let reason = |text: &str| {
        let mut scenario = Scenario::parse("new").unwrap().scenario.with_text(text);
        let first = scenario.moment().next[0].action;
        scenario.run = vec![first];
        scenario.at = 1;
        let moment = scenario.moment();
        let second = moment.next.iter().find(|choice| choice.action.delivered().is_some());
        scenario.run.push(second.expect("a message").action);
        scenario.at = 2;
        scenario.reasons().remove(0).text()
    };
    assert_eq!(reason(text), "Nobody can move. The rcv waits for n.");
    let none = text.replace("  on n when busy: become idle\n", "");
    assert_eq!(reason(&none), "Nobody can move. The rcv is busy and waits.");
}

#[test]
fn a_claim_is_told_without_its_condition() {
    let text = "algorithm A\noption m: a, b\nshared x: 0..3\np i of 1:\n  w:\n    x ← 1\n\
                never q: x = 1   with m = a\n";
    let mut scenario = Scenario::parse("new").unwrap().scenario.with_text(text);
    scenario.run = vec![Action::Step { process: 0, choice: 0 }];
    scenario.at = 1;
    assert_eq!(scenario.reasons()[0].text(), "Now x is 1.");
}

/// Why nobody can move at the end of the shortest run that leads there.
pub fn deadlock(lines: &str) -> String {
    failure(lines, "no deadlock")
}

pub fn failure(lines: &str, property: &str) -> String {
    let text = format!("algorithm A\n{lines}");
    let scenario = Scenario::parse("new").unwrap().scenario.with_text(&text);
    let reasons = failures(&scenario).into_iter().flat_map(|run| run.reasons());
    let mut found = reasons.filter(|reason| reason.property == property);
    found.next().unwrap_or_else(|| panic!("no failure: {lines}")).text()
}

/// Of a condition only the parts are told that would help if they were otherwise.
#[test]
fn who_waits_is_told_what_is_not_so() {
    let of = |condition: &str| {
        let waits = format!("  own mine: 0..3\n  w:\n    await {condition}\n");
        let shared = "shared x, y, z: 0..3\nshared up[0..2]: bool = [false, true, false]\n";
        let definition = "define low: x = 0 or y = 2\n";
        deadlock(&format!("{shared}{definition}p i of 1:\n{waits}"))
    };
    for (condition, why) in [
        ("x = 0 and y = 1", "y = 0"),
        ("y = 1 and x = 0", "y = 0"),
        ("x = 1 or y = 1", "x = 0 and y = 0"),
        ("(x = 1 or y = 1) and z = 0", "x = 0 and y = 0"),
        ("x = 1 or y = 0 and z = 1", "x = 0 and z = 0"),
        ("not (x = 0 and y = 0)", "x = 0 and y = 0"),
        ("not low", "x = 0"),
        ("low and z = 1", "z = 0"),
        ("x + y = 3", "x = 0 and y = 0"),
        ("all j in 0..2: not up[j]", "up[1] = true"),
        ("some j in {0, 2}: up[j]", "up[0] = false and up[2] = false"),
        ("x = 0 and mine = 1", "mine[0] = 0"),
        ("x = 1 or y = 1 or z = 1 or up[0] or up[2]", "x = 0, y = 0, z = 0 and 2 more"),
    ] {
        assert_eq!(of(condition), format!("Nobody can move. The p waits: {why}."), "{condition}");
    }
}

/// Processes wait in a circle if each would do what the one before it waits for.
#[test]
fn who_would_not_help_is_in_no_circle() {
    let of = |after: &str| {
        deadlock(&format!(
            "shared up[process]: bool\np i of 2:\n  w:\n    up[i] ← true\n    \
             await not up[1 − i]\n{after}"
        ))
    };
    let circle = "Nobody can move. P 0 waits for 1 and 1 for 0: a circle.";
    assert_eq!(of("    up[i] ← false\n"), circle);
    let none = "Nobody can move. P 0 could have gone on until p 1 wrote up[1] ← true in step 2. P 0 waits: up[1] = \
                true. P 1 waits: up[0] = true.";
    assert_eq!(of(""), none);
    assert_eq!(of("    up[i] ← true\n").matches("circle").count(), 1, "it is written, whatever to");
    let unset = "shared go[process]: bool\np i of 2:\n  w:\n    await go[1 − i]\n";
    assert!(!deadlock(unset).contains("circle"), "{}", deadlock(unset));
}

/// In a channel that keeps its order a message is not reached before the one in front of it is taken.
#[test]
fn what_stands_before_a_message_is_told() {
    let text = "message a, b\nsnd:\n  w:\n    send a to rcv\n    send b to rcv\nrcv:\n  w:\n    \
                await b\n";
    let why = "Nobody can move. The rcv waits for b, but the snd’s a stands before it.";
    assert_eq!(deadlock(text), why);
    let none = "message a, b\nsnd:\n  w:\n    send a to rcv\nrcv:\n  w:\n    await b\n";
    assert_eq!(deadlock(none), "Nobody can move. The rcv waits for b.");
}

#[test]
fn a_step_to_another_place_says_which_claim_is_false() {
    let text = "shared x: 0..3\np i of 2:\n  w:\n    x ← x + 1\n    pause\nat end both: x = 2\n";
    let why = "Now x is 1, not 2. P 1 read x = 0 before p 0 wrote 1.";
    assert_eq!(failure(text, "both"), why);
}

#[test]
fn who_is_held_up_for_ever_says_what_it_waits_for() {
    let text = "shared turn: 0..1\np i of 2, for ever:\n  w:\n    await turn = i\n  c:\n    pause\n  e:\n    \
                turn ← 0\neventually served: w → c\n";
    let why = failure(text, "served");
    assert!(
        why.ends_with("A step of p 1 is never possible in them. P 1 waits: turn = 0."),
        "{why}"
    );
}

/// The head of the reason for a claim over x, y, s and a, in the state that the one step leads to.
fn head_of(claim: &str) -> String {
    let lines = "shared x, y: 0..9\nshared s, t: set of 0..3\nshared a[0..2]: 0..9\nshared up[process]: bool\n\
                 define small: x < 2 or y = 0\n\
                 p i of 2:\n  remainder:\n    pause\n  critical:\n    atomic:\n      x ← 3\n      y ← 1\n      \
                 s ← {0, 2}\n      t ← {0}\n      a[1] ← 5\n      up[i] ← true\n  exit:\n    pause\n";
    let name = if claim.starts_with("never") { "never t" } else { "t" };
    let text = failure(&format!("{lines}{claim}\n"), name);
    text.split(". ").next().unwrap().trim_end_matches('.').to_owned()
}

/// A claim is taken apart down to what makes it false, whatever its form.
#[test]
fn a_claim_is_told_by_what_makes_it_false() {
    for (claim, told) in [
        ("always t: x = y", "Now x is 3, and y is 1"),
        ("always t: 0 ≤ x ≤ 2", "Now x is 3, more than 2"),
        ("always t: x < 3", "Now x is 3"),
        ("always t: x = 0 and y = 0", "Now x is 3, not 0"),
        ("always t: x = 0 or y = 0", "Now x is 3, not 0, and y is 1, not 0"),
        ("always t: x = 3 ⇒ y = 2", "Now x is 3, but y is 1, not 2"),
        ("always t: all k in 0..2: a[k] < 4", "Now a[1] is 5, more than 4"),
        ("never t: some k in 0..2: a[k] = 5", "Now a[1] is 5"),
        ("always t: size(s) ≤ 1", "Now s has 2 members, more than 1"),
        ("always t: s ⊆ t", "Now s is {0, 2}, more than t, which is {0}: 2 is too much"),
        ("always t: 2 not in s", "Now 2 is in s"),
        ("always t: x not in {3, 4}", "Now x is 3"),
        ("always t: x in {0, 2}", "Now x is 3, not 0 or 2"),
        ("always t: small", "Now x is 3, more than 2, and y is 1, not 0"),
        ("always t: (sum k in 0..2: a[k]) = 0", "The sum of a[k] over k in 0..2 is 5, not 0"),
        ("always t: x′ ≤ x", "Now x goes from 0 to 3"),
        ("always t: all i in critical: x = 0", "P 1 is in the critical section, but x is 3, not 0"),
        ("always t: at most 0 in critical", "P 0 is in the critical section, and none may be"),
        ("always t: at most 1 in critical", "Two are in the critical section"),
        ("always t: at most 1 in critical and x = 0", "Now x is 3, not 0"),
    ] {
        assert_eq!(head_of(claim), told, "{claim}");
    }
}

/// More than two are too many for `at most 2`, which is no mutual exclusion.
#[test]
fn at_most_two_is_not_at_most_one() {
    let text = |most: usize| {
        format!(
            "p i of 3:\n  going:\n    pause\n  critical:\n    pause\nalways t: at most {most} in critical\n"
        )
    };
    let told = "Ps 0, 1 and 2 are in the critical section, and at most 2 may be.";
    assert_eq!(failure(&text(2), "t"), told);
    assert_eq!(failure(&text(1), "t"), "Two are in the critical section.");
}

/// A number that is computed stands for a process, and what is false of every member is told without `not`.
#[test]
fn sections_of_computed_processes_are_told() {
    let text = "shared x[process]: bool\np i of 3:\n  going:\n    pause\n  eating:\n    pause\n\
                never neighbours: some i: i in eating and (i + 1) mod 3 in eating\n\
                never idle: all i: not x[i]\nat end placed: all i: i in going or i in eating\n";
    let head =
        |name| failure(text, name).split(". ").next().unwrap().trim_end_matches('.').to_owned();
    assert_eq!(head("never neighbours"), "Ps 0 and 1 are eating");
    assert_eq!(head("never idle"), "Now x[i] is false for every i");
    assert_eq!(head("placed"), "P 0 is neither going nor eating");
}

/// Whether it is mutual exclusion is in the claim, whatever that is called.
#[test]
fn what_is_called_exclusion_is_told_by_its_claim() {
    let of = |name: &str, claim: &str| {
        let text = format!(
            "shared x: 0..1\np i of 2:\n  going:\n    pause\n  critical:\n    x ← 1\n    pause\nalways {name}: {claim}\n"
        );
        let why = failure(&text, name);
        why.split(". ").next().unwrap().trim_end_matches('.').to_owned()
    };
    let two = "Two are in the critical section";
    assert_eq!(of("t", "not (some i ≠ j: i in critical and j in critical)"), two);
    assert_eq!(of("mutual exclusion", "not (some i ≠ j: i in critical and j in critical)"), two);
    assert_eq!(of("mutual exclusion", "at most 1 in critical"), two);
    // who is in another section is named
    assert_eq!(of("t", "at most 1 in going"), "Ps 0 and 1 are going at once");
    let half = "all i ≠ j in critical: x = 0";
    let told = "Ps 0 and 1 are in the critical section, but x is 1, not 0";
    assert_eq!(of("mutual exclusion", half), told);
    assert_eq!(of("t", half), told);
}

/// What is pending is not equal to what another process reads.
#[test]
fn what_waits_in_a_store_buffer_is_no_equal_value() {
    let text = "option memory: tso\nshared flag[process]: bool\nshared turn: process\np i of 2, for ever:\n  remainder:\n    \
                pause\n  waiting:\n    flag[i] ← true\n    turn ← 1 − i\n    await not flag[1 − i] or turn = i\n  \
                critical:\n    pause\n  leaving:\n    flag[i] ← false\nnever both: some i ≠ j: i in critical and j in critical\n";
    let why = failure(text, "never both");
    let told = "Two are in the critical section. P 0 read flag[1] = false before p 1 wrote true. \
                P 1 read flag[0] = false while p 0’s true was pending.";
    assert_eq!(why, told);
}

/// A payment that was sent before its sender recorded what it has, and came when the other one had done so, is in no
/// record.
#[test]
fn a_message_across_a_cut_is_named() {
    let told = |link| reason(link).why();
    assert_eq!(
        told("chandy-lamport?records=states-only&v=1&run=U4Qi0acKHJm_.7IbY"),
        "Node 0 sent pay to node 1 in step 1, before it recorded in step 2, and node 1 recorded in step 5, before it came."
    );
    let unordered = told("chandy-lamport?channels=unordered&v=1&run=U4QhxZM2jT.9-h-");
    assert!(
        unordered.starts_with("Node 0 sent pay to node 1 in step 1, before it recorded"),
        "{unordered}"
    );
}

/// A clause names a value that a crash erased only where another setting keeps it.
#[test]
fn what_a_crash_took_is_told_where_another_setting_keeps_it() {
    let why = |link| reason(link).why();
    assert_eq!(
        why("raft-election?terms=1&vote=volatile&crashes=1&v=1&run=U9z3YlH1TKf.KQl6"),
        "Server 2 voted for 0 in step 3, forgot it in a crash in step 5, and voted for 1 in step 6."
    );
    let disk = entries().iter().find(|entry| entry.slug == "stable-storage").unwrap();
    for dare in disk.dares {
        let scenario = Scenario::parse(&format!("stable-storage{}", dare.link)).unwrap().scenario;
        let told = scenario.reasons_told().join(" ");
        assert!(!told.contains("forgot"), "{told}");
    }
}
