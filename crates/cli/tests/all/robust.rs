//! What `check --robust` says beside verdicts.

use super::texts::file;
use super::{code, interleave, json, out, usage_error};

fn check(args: &[&str]) -> std::process::Output {
    interleave(&[&["check"], args, &["--no-progress"]].concat())
}

#[test]
fn results_of_buffers_alone_are_told() {
    let found = check(&["peterson", "--robust", "tso"]);
    let text = out(&found);
    assert_eq!(code(&found), 1);
    for line in [
        "memory: tso",
        "The text has no `option memory: sequential, tso, pso`: these searches add it.",
        "! mutual exclusion  fails: shortest run 8 steps",
        "Not robust: with tso not all results are those of sequential memory.",
        "  mutual exclusion: holds in all 58 states with sequential memory",
    ] {
        assert!(text.lines().any(|it| it == line), "{line}\n{text}");
    }
    let data = json(&check(&["peterson", "--robust", "tso", "--json"]));
    let robust = &data["robust"];
    assert_eq!((&data["ok"], &robust["same"]), (&false.into(), &false.into()));
    assert_eq!(robust["differences"][0]["buffered"], "fails: shortest run 8 steps");
    assert!(json(&check(&["peterson", "--json"])).get("robust").is_none());
}

#[test]
fn the_same_results_are_a_verdict_as_far_as_all_was_seen() {
    let lock = ["mcs-lock?processes=2", "--robust", "pso"];
    let found = check(&lock);
    let same = "\nRobust: the same results with pso as with sequential memory, with at most 2 pending writes of a process.\n";
    assert!(out(&found).contains(same), "{}", out(&found));
    assert_eq!(code(&found), 0);
    let found = check(&[&lock[..], &["--states-max", "100"]].concat());
    assert!(out(&found).contains("\nWhether it is robust is open: "), "{}", out(&found));
    assert_eq!(code(&found), 3);
}

/// No claim fails, and yet there is an end that sequential memory has not.
#[test]
fn a_result_that_is_no_failure_counts() {
    let text = "algorithm Store buffering\n\noption memory: sequential, tso\nshared x, y: 0..1\n\none:\n  own a: 0..1\n  \
                running:\n    x ← 1\n    a ← y\n\ntwo:\n  own b: 0..1\n  running:\n    y ← 1\n    b ← x\n\n\
                outcomes seen: a, b\n";
    let path = file("robust.ilv", text);
    let path = path.to_str().unwrap();
    let found = check(&[path, "--robust", "tso"]);
    let text = out(&found);
    assert!(text.contains("\nwith memory=tso\n") && !text.contains("add it"), "{text}");
    assert!(text.contains("\n  seen: with tso alone 0 and 0\n"), "{text}");
    assert!(text.contains(&format!("interleave play {path} --option memory=tso --run ")), "{text}");
    assert_eq!(code(&found), 1);
    let path = file("robust.litmus", &super::litmus::test("(0:EAX=0 /\\ 1:EAX=0)"));
    let found = out(&check(&[path.to_str().unwrap(), "--robust", "pso"]));
    assert!(found.contains("\n  final states: with pso alone 0:EAX=0; 1:EAX=0;\n"), "{found}");
}

#[test]
fn what_cannot_be_compared_is_refused() {
    let safe = usage_error(&["check", "bakery?registers=safe", "--robust", "tso"]);
    assert!(safe.contains("A safe register is not buffered."), "{safe}");
    let folder = usage_error(&["check", env!("CARGO_MANIFEST_DIR"), "--robust", "tso"]);
    assert!(folder.contains("`--robust`"), "{folder}");
    for other in [&["--safety"][..], &["--reduce"], &["--line"], &["--swarm", "1/2"]] {
        let error = usage_error(&[&["check", "peterson", "--robust", "tso"], other].concat());
        assert!(error.contains("cannot be used with"), "{error}");
    }
}
