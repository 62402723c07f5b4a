//! What a step is called where it happens and where it can be taken.

use catalog::{Scenario, plain};

fn of(text: &str, run: &str) -> (String, Vec<String>) {
    let text = format!("algorithm A\n{text}");
    let run = run.split_whitespace().map(|text| text.parse().unwrap()).collect();
    let scenario = Scenario::parse("new").unwrap().scenario.with_text(&text).with_run(run);
    let moment = scenario.moment();
    (plain(&moment.said), moment.next.into_iter().map(|choice| choice.label).collect())
}

#[test]
fn a_choice_says_what_is_chosen() {
    let text = "message spend(value: 1..2, key: 1..2)\np i of 1:\n  going:\n    choose v in 1..2\n    send spend(v, \
                2) to q\nq:\n  own got: 0..2\n  on spend(value, key): got ← value\n";
    assert_eq!(of(text, "").1[..2], ["choose v = 1", "choose v = 2"]);
    assert_eq!(of(text, "s0=2").0, "The p chooses v = 2.");
    assert_eq!(of(text, "s0=2 s0").0, "The p sends spend(2, 2) to the q.");
    let (_, labels) = of(text, "s0=2 s0");
    assert!(labels.contains(&"receive spend(2, 2) from the p".into()), "{labels:?}");
}

/// Of what a step reads again, or has written itself, nothing is said.
#[test]
fn a_step_is_told_in_the_order_in_which_it_happens() {
    let text = "shared a: 0..1\nshared b: set of 0..1\nwriter w of 1:\n  writing:\n    atomic:\n      a ← a + 1\n      \
                b ← b + {a}\n";
    let said = "The writer reads a = 0, writes a ← 1, reads b = {} and writes b ← {1}.";
    assert_eq!(of(text, "s0").0, said);
    assert_eq!(of(text, "").1, ["read a and write a ← 1 and read b …"]);
}

/// What a line is for comes first where more is read and written than can be said in one breath.
#[test]
fn a_step_of_many_accesses_begins_with_what_it_is_for() {
    let text = "shared last: 0..2; node[1..2]: 0..1\np i of 1:\n  going:\n    atomic:    # to create a node\n      \
                last ← last + 1\n      node[last] ← 1\n    atomic:    # to see, and to mend\n      last ← last − 1\n      \
                node[1] ← 0\n";
    let said = "The p creates a node: reads last = 0 and writes last, node[1] ← 1.";
    assert_eq!(of(text, "s0").0, said);
    let said = "The p reads last = 1 and writes last, node[1] ← 0 to see, and to mend.";
    assert_eq!(of(text, "s0 s0").0, said);
}

/// A reason is told of a write only where that changes something.
#[test]
fn a_write_that_changes_nothing_has_no_reason() {
    let text = "shared flag: bool\np i of 1:\n  going:\n    flag ← false    # to give way\n    flag ← true     \
                # to say so\n";
    assert_eq!(of(text, "s0").0, "The p writes flag ← false.");
    assert_eq!(of(text, "s0 s0").0, "The p writes flag ← true to say so.");
}

#[test]
fn a_crash_reads_nothing_and_says_what_becomes_another() {
    let text = "option crashes: 1\nshared a, b, disk: 0..1\np i of 1:\n  going:\n    a ← 1\n    disk ← 1\n    pause\n  \
                on crash:\n    atomic:\n      a ← disk\n      b ← disk\n    stop\n";
    assert_eq!(of(text, "s0 s0 c0").0, "The p crashes and writes b ← 1.");
    assert_eq!(of(text, "c0").0, "The p crashes.");
}

#[test]
fn an_array_that_is_read_whole_is_told_at_once() {
    let text = "shared node[1..4]: 0..3\np i of 1:\n  own n: 0..3\n  going:\n    atomic n ← max k in 1..4: node[k]\n";
    assert_eq!(of(text, "s0").0, "The p reads node = (0, 0, 0, 0).");
}

#[test]
fn who_starts_something_does_not_become_it() {
    let text = "p i of 1:\n  remainder:\n    pause\n    pause\n  eating:\n    pause\n  hungry:\n    pause\n";
    assert_eq!(of(text, "s0").0, "The p begins.");
    assert_eq!(of(text, "s0").1[0], "start eating");
    assert_eq!(of(text, "s0 s0").0, "The p starts eating.");
    assert_eq!(of(text, "s0 s0").1[0], "become hungry");
}

#[test]
fn an_event_is_told_by_its_stamps_alone() {
    let scenario = Scenario::parse("logical-clocks?v=1&run=ADuv").unwrap().scenario;
    let moment = Scenario { at: 1, ..scenario }.moment();
    assert_eq!(plain(&moment.said), "Process 0 has an event. The process stamps this 1 (1,0,0).");
}

#[test]
fn fences_and_what_a_crash_loses_are_told() {
    let text = "option memory: pso, tso\noption pending: lost, arrive\ndefine crashes: 1\nshared x, y: 0..1\nwriter:\n  going:\n    \
                fence stores\n    x ← 1\n    fence stores\n    y ← 1\n    fence\n    pause\n";
    assert_eq!(of(text, "s0").0, "The writer passes the store fence: nothing is pending.");
    let later =
        "The writer passes the store fence: later writes reach memory behind what is pending.";
    assert_eq!(of(text, "s0 s0 s0").0, later);
    let fence = "The writer passes the fence: nothing is pending.";
    assert_eq!(of(text, "s0 s0 s0 s0 a0=1 a0=1 s0").0, fence);
    assert_eq!(of(text, "s0 s0 s0 s0 c0").0, "The writer crashes. What was pending is lost.");
    assert_eq!(of(text, "s0 c0").0, "The writer crashes.");
}

#[test]
fn a_role_of_two_words_is_told_in_two_words() {
    let text = "shared x: 0..1\nrelay_worker i of 2:\n  w:\n    x ← 1\n";
    assert_eq!(of(text, "s1").0, "Relay worker 1 writes x ← 1.");
}

/// The crashed do not wait: their time is over.
#[test]
fn a_time_out_of_the_crashed_is_not_their_step() {
    let text = "option crashes: 1\nshared owner: none | worker\nshared effects: 0..2\nshared finished: bool\n\
                worker w of 2:\n  working:\n    atomic: await owner = none; owner ← w\n    if finished: stop\n    \
                atomic effects ← effects + 1\n    finished ← true\n    owner ← none\n  on timeout when crashed and \
                owner = w: owner ← none\nnever twice: effects = 2\n";
    assert_eq!(of(text, "s0 c0 t0").0, "Time runs out for worker 0: owner ← none.");
    let (_, labels) = of(text, "s0 c0");
    assert!(labels.contains(&"time runs out: owner ← none".into()), "{labels:?}");
    let why = "Now effects is 2. Time ran out for worker 0 in step 5. Worker 0 \
               crashed in step 4, and does not come back.";
    assert_eq!(crate::reasons::failure(text, "never twice"), why);
}
