//! What `mutate` says of lines, in text, in JSON and in its exit code, and what files expect of it.

use super::expect::{directory, test};
use super::{code, interleave, json, out, usage_error};

const PETERSON: &str = "peterson
4 lines, 7 changes, 58 states

  14  flag[i] ← true                     Without it both are inside after 6 steps.
                                         Behind `turn ← 1 − i`, both are inside after 9 steps.
  15  turn ← 1 − i                       Without it both are inside after 7 steps.
  17  await not flag[1 − i] or turn = i  Without it both are inside after 6 steps.
                                         Without `not flag[1 − i]`, process 0 waits for ever after 3 steps.
                                         Without `turn = i`, nobody can move after 6 steps.
  21  flag[i] ← false                    Without it process 1 can wait for ever after 8 steps.

Every line is needed.
";

#[test]
fn each_line_has_its_sentence() {
    let mutated = interleave(&["mutate", "peterson"]);
    assert_eq!((code(&mutated), out(&mutated).as_str()), (0, PETERSON));
    let one = out(&interleave(&["mutate", "peterson", "--rank", "1", "--lines", "15"]));
    assert!(one.contains("1 line, 1 change, 58 states"), "{one}");
}

#[test]
fn lines_are_data_and_their_runs_are_links() {
    let data = json(&interleave(&["mutate", "peterson", "--json"]));
    assert_eq!((data["needed"].as_u64(), data["not_needed"].as_u64()), (Some(4), Some(0)));
    let line = &data["lines"][0];
    assert_eq!((line["need"].as_str(), line["steps"].as_u64()), (Some("fails"), Some(6)));
    let played = interleave(&["play", line["run"].as_str().unwrap()]);
    assert_eq!(code(&played), 1, "the run breaks what is claimed");
}

#[test]
fn a_list_is_of_commands() {
    let listed = interleave(&["mutate", "peterson", "--list", "--rank", "1", "--lines", "14,21"]);
    let commands = "interleave mutate 'peterson' --json --lines 14 --rank 1\n\
                    interleave mutate 'peterson' --json --lines 21 --rank 1\n";
    assert_eq!((code(&listed), out(&listed).as_str()), (0, commands));
}

#[test]
fn what_cannot_be_asked_is_told() {
    let told = usage_error(&["mutate", "peterson", "--lines", "3"]);
    assert!(told.contains("Line 3 has nothing that can be changed in this setting."), "{told}");
    let told = usage_error(&["mutate", "peterson", "--property", "fairness"]);
    assert!(told.contains("The text has no claim “fairness”."), "{told}");
}

/// A lock of which one line does nothing.
const LOCK: &str = "algorithm A lock

shared free: bool = true

process i of 2, for ever:
  own tries: 0..3
  idle:
    pause
  entry:
    atomic: await free; free ← false
  critical:
    pause
  exit:
    free ← true
    tries ← 1

always mutual exclusion: at most 1 in critical
reachable inside: some i: i in critical

";

#[test]
fn a_file_expects_how_many_lines_are_not_needed() {
    let write = |expects: &str| {
        let text = format!("{LOCK}{expects}\n");
        directory("mutate-expects", &[("lock.ilv", &text)]).join("lock.ilv")
    };
    let (met, _) = test(&write("expect 1 line is not needed"), &[]);
    assert_eq!(met, 0);
    let path = write("expect every line is needed");
    let (unmet, told) = test(&path, &[]);
    assert_eq!(unmet, 1);
    assert!(told.contains("every line is needed; found: 1 line is not needed: 15"), "{told}");
    test(&path, &["--update"]);
    let updated = std::fs::read_to_string(&path).unwrap();
    assert!(updated.contains("expect 1 line is not needed\n"), "{updated}");
}

/// What a text says of a failure is a part of another sentence here.
#[test]
fn a_sentence_of_the_text_goes_on_within_another() {
    let output = interleave(&["mutate", "dijkstra-ring", "--rank", "1"]);
    assert!(out(&output).contains("Without it there are 3 privileges"), "{}", out(&output));
}
