//! `interleave export --cover`: runs that together take what can be taken.

use super::texts::{LOCK, file};
use super::{code, interleave, out};
use serde_json::Value;
use std::collections::BTreeSet;
use std::process::Output;

fn cover(target: &str, more: &[&str]) -> (Output, Vec<Value>, String) {
    let output = interleave(&[&["export", target, "--format", "itf", "--cover"], more].concat());
    let runs = out(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let told = String::from_utf8(output.stderr.clone()).unwrap().replace('\u{202f}', " ");
    (output, runs, told)
}

/// Who takes which line.
fn taken(runs: &[Value]) -> BTreeSet<(u64, u64)> {
    let states = runs.iter().flat_map(|run| run["states"].as_array().unwrap());
    let step = |state: &Value| {
        let meta = &state["#meta"];
        Some((meta["process"].as_u64()?, meta["line"].as_u64()?))
    };
    states.filter_map(step).collect()
}

/// Each line by each process; a line that the options leave out has no step.
#[test]
fn every_line_is_taken_by_everybody_who_can_take_it() {
    let lock = file("cover.ilv", LOCK);
    for (order, lines) in [("test_first", &[6, 8, 9, 12, 14][..]), ("set_first", &[6, 10, 12, 14])]
    {
        let (output, runs, told) =
            cover(lock.to_str().unwrap(), &["--option", &format!("order={order}")]);
        let all = lines.iter().flat_map(|line| [(0, *line), (1, *line)]).collect();
        assert_eq!((code(&output), taken(&runs)), (0, all), "{told}");
        assert!(!told.contains("Not covered"), "{told}");
        // the lines of a run are those of its steps
        for run in &runs {
            let mut own: Vec<u64> =
                taken(std::slice::from_ref(run)).into_iter().map(|step| step.1).collect();
            own.sort_unstable();
            own.dedup();
            assert_eq!(run["#meta"]["lines"], Value::from(own));
            let link = run["#meta"]["source"].as_str().unwrap();
            assert_ne!(code(&interleave(&["play", link])), 2, "{link}");
        }
    }
}

/// What comes of a step, and what the network and the environment do, too.
#[test]
fn ways_through_a_line_and_faults_are_covered() {
    let (_, runs, told) = cover("ricart-agrawala?processes=2&faults=duplicate", &[]);
    assert!(told.starts_with("8 runs take all 18 transitions"), "{told}");
    let said: String = runs.iter().map(Value::to_string).collect();
    for words in [
        "and sends a reply to process 0",
        "keeps the request in mind",
        "The network doubles a reply",
    ] {
        assert!(said.contains(words), "{words}");
    }
}

#[test]
fn what_is_not_covered_is_said_with_the_reason() {
    let (output, _, told) = cover("token-ring", &[]);
    assert_eq!(code(&output), 0);
    let says = "Not covered: line 19, `when remainder and has_token:`: it is not taken by process 1, process 2 in any \
                state.";
    assert!(told.contains(says), "{told}");
    let never = "algorithm A\nshared x: 0..1\nshared y: 0..1\nprocess i of 1:\n  a:\n    x ← 1\n  b:\n    await y = 1\n  \
                 c:\n    x ← 0\n";
    let path = file("never.ilv", never);
    let (output, runs, told) = cover(path.to_str().unwrap(), &[]);
    assert_eq!((code(&output), taken(&runs)), (0, BTreeSet::from([(0, 6)])));
    assert!(told.starts_with("One run takes the only transition"), "{told}");
    for line in ["line 8, `await y = 1`", "line 10, `x ← 0`"] {
        assert!(
            told.contains(&format!("Not covered: {line}: nobody takes it in any state.")),
            "{told}"
        );
    }
    let (output, _, told) = cover("peterson", &["--states-max", "5"]);
    assert_eq!(code(&output), 3);
    assert!(told.contains("that were found in the 5 nearest states. There are more"), "{told}");
    assert!(told.contains("nobody takes it in these states."), "{told}");
    let counts = "algorithm A\nshared x: 0..1\nprocess:\n  count:\n    x ← x + 1\n    x ← x + 1\n";
    let path = file("counts.ilv", counts);
    let (_, _, told) = cover(path.to_str().unwrap(), &[]);
    assert!(told.contains("behind a step that cannot be computed"), "{told}");
}

#[test]
fn runs_are_written_with_their_states_only() {
    let other = interleave(&["export", "peterson", "--format", "svg", "--cover"]);
    assert_eq!(code(&other), 2);
    assert!(String::from_utf8(other.stderr).unwrap().contains("take `--format itf`"));
    let alone = interleave(&["export", "peterson", "--format", "itf", "--states-max", "5"]);
    assert_eq!(code(&alone), 2);
}
