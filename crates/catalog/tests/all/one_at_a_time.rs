//! Serial runs of an object, for readers.

use catalog::{OneAtATime, Scenario};

fn of(lines: &str) -> Option<OneAtATime> {
    let text = format!("algorithm A\n{lines}");
    let scenario = Scenario::parse("new").unwrap().scenario.with_text(&text);
    assert!(scenario.text.as_ref().is_none_or(|text| text.runs()), "{text}");
    scenario.one_at_a_time()
}

fn runs(lines: &str) -> Vec<String> {
    of(lines).expect("a claim about the order of operations").runs
}

#[test]
fn without_a_claim_about_operations_there_is_nothing_to_say() {
    let text = "shared x: 0..1\noperation set:\n  x ← 1\np i of 2:\n  s:\n    call set\n";
    assert_eq!(of(text), None);
}

/// What is popped was pushed last.
#[test]
fn runs_show_each_operation_each_result_and_what_it_comes_after() {
    let stack = "shared s[0..3]: 0..2\nshared n: 0..4\noperation push(v: 1..2):\n  atomic: s[n] ← v; n ← n + 1\n\
                 operation pop → 0..2:\n  own v: 0..2\n  atomic:\n    if n > 0: n ← n − 1; v ← s[n]; s[n] ← 0\n  return v\n\
                 p i of 2, 2 times:\n  own got: 0..2\n  idle:\n    call push(1 + i) | got ← pop\nlinearizable\n";
    let found = of(stack).unwrap();
    assert_eq!(found.runs[0], "push(1) · push(2) · pop → 2 · pop → 1");
    assert!(found.runs.iter().any(|run| run.contains("pop → 0")), "{found:?}");
    assert!(found.runs.len() <= 5 && found.notes.is_empty(), "{found:?}");
}

#[test]
fn a_writer_that_does_not_ask_for_the_time_shows() {
    let largest = "shared x: 0..2\noperation write(v: 1..2):\n  x ← max(x, v)\noperation read → 0..2:\n  return x\n\
                   p i of 2, 2 times:\n  own got: 0..2\n  s:\n    call write(1 + i) | got ← read\nlinearizable\n";
    assert!(runs(largest).iter().any(|run| run.ends_with("write(1) · read → 2")));
}

#[test]
fn what_does_not_end_alone_ends_its_run() {
    let takes = "shared full: bool\noperation put:\n  full ← true\noperation take:\n  await full\n  full ← false\n\
                 p i of 2, 2 times:\n  s:\n    call put | take\nlinearizable\n";
    let runs = runs(takes);
    assert_eq!(runs[0], "put · take · take does not end");
    assert!(runs.iter().all(|run| !run.contains("does not end ·")), "{runs:?}");
}

#[test]
fn who_calls_is_told_where_that_matters() {
    let whose = "shared x[0..1]: 0..1\noperation write:\n  x[self] ← 1\noperation read → 0..1:\n  return x[0]\n\
                 p i of 2, 2 times:\n  own got: 0..1\n  s:\n    call write | got ← read\nlinearizable\n";
    let of_both = runs(whose);
    assert!(of_both.iter().any(|run| run.contains("write of p 1 · read → 0 of p ")), "{of_both:?}");
    let of_all = runs(&whose.replace("[self]", "[0]"));
    assert!(of_all.iter().all(|run| !run.contains(" of p ")), "{of_all:?}");
}

#[test]
fn an_operation_with_several_results_is_noted() {
    let any = "shared x: 0..2\noperation write(v: 0..1):\n  atomic: choose k in 0..1; x ← k + v\noperation read → 0..2:\n  return x\n\
               p i of 2, 1 times:\n  own got: 0..2\n  s:\n    call write(1) | got ← read\nlinearizable\n";
    let told = "After write(1), read can return 1 or 2 when it runs alone: that the claim holds says less.";
    assert_eq!(of(any).unwrap().notes, [told]);
}
