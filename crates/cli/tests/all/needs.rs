//! What `check` says of how little a failure needs.

use super::{code, interleave, json, out, usage_error};

fn check(args: &[&str]) -> std::process::Output {
    interleave(&[&["check"], args, &["--no-progress"]].concat())
}

#[test]
fn a_failure_says_what_it_needs() {
    let found = check(&["peterson?order=turn-first"]);
    let line = "\n    It needs one interruption: process 0 between steps 2 and 7. Every failure with one \
                interruption has it here, before line 14.\n";
    assert!(out(&found).contains(line), "{}", out(&found));
    let data = json(&check(&["peterson?order=turn-first", "--json"]));
    let needs = &data["sentences"][0]["needs"];
    assert_eq!((&needs["interruptions"], &needs["faults"]), (&1.into(), &0.into()));
    assert_eq!(needs["turning"].to_string(), "[3]");
    assert_eq!(needs["gaps"].to_string(), "[[2,7]]");
    assert_eq!(needs["everywhere"], 14);
    assert!(data["sentences"][1].get("needs").is_none(), "it holds");
}

#[test]
fn a_run_with_the_fewest_is_shown_in_place_of_a_shortest_one() {
    let lock = "row-lock?replicas=1";
    let shortest = out(&check(&[lock]));
    let more = "This run has 4 interruptions, and one is enough. `--fewest` shows such a run.";
    assert!(shortest.contains(more), "{shortest}");
    let found = check(&[lock, "--fewest"]);
    let text = out(&found);
    assert!(text.contains("This is a run with no more than that, of 15 steps."), "{text}");
    assert!(!text.contains("and one is enough") && code(&found) == 1, "{text}");
    let play = text.lines().find(|line| line.trim().starts_with("interleave play")).unwrap();
    let link = play.trim().trim_start_matches("interleave play ").trim_matches('\'');
    let played = interleave(&["play", link]);
    assert_eq!(code(&played), 1, "it fails at its end: {}", out(&played));
}

/// What is not looked at as a whole is not judged so.
#[test]
fn nothing_is_said_where_not_all_states_count() {
    for bound in [&["--states-max", "60"][..], &["--fingerprints"], &["--reduce"]] {
        let found = out(&check(&[&["peterson?order=turn-first"][..], bound].concat()));
        assert!(!found.contains("It needs"), "{bound:?}: {found}");
    }
    assert!(usage_error(&["check", "peterson", "--fewest", "--reduce"]).contains("--fewest"));
}
