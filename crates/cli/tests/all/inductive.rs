//! What `check` and `test` say of claims that are to carry themselves.

use super::{code, interleave, json, out, texts};
use std::fs;
use std::path::{Path, PathBuf};

const PETERSON: &str = include_str!("../../../algorithms/listings/peterson.ilv");
const CLAIM: &str = "\ninductive exclusion:\n  at most 1 in critical\n";
const WHY: &str = "  never some i ≠ j: i in waiting and j in critical and turn = i\n";

fn file(name: &str, more: &str) -> PathBuf {
    texts::file(name, &format!("{PETERSON}{more}"))
}

fn run(command: &str, path: &Path, more: &[&str]) -> std::process::Output {
    let path = path.to_str().expect("a path");
    interleave(&[&[command, path], more].concat())
}

#[test]
fn a_claim_that_carries_itself_says_so() {
    let path = file("carries.ilv", &format!("{CLAIM}{WHY}"));
    let found = run("check", &path, &[]);
    let line = "Each step from one of its 92 states ends in one: that is why it always holds.";
    assert!(out(&found).contains(line), "{}", out(&found));
    assert_eq!(code(&found), 0);
    let bounded = run("check", &path, &["--states-max", "60"]);
    assert!(out(&bounded).contains("98 states are too many here."), "{}", out(&bounded));
    assert_eq!(code(&bounded), 3);
}

#[test]
fn a_lead_is_told_can_be_played_and_is_excluded() {
    let found = run("check", &file("lead.ilv", CLAIM), &["--json"]);
    assert_eq!(code(&found), 1);
    let data = json(&found);
    let of = &data["inductive"][0];
    assert_eq!((&of["space"], &of["inside"], &of["leads"]), (&98.into(), &96.into(), &2.into()));
    let lead = &of["shown"][0];
    let candidate = &lead["candidates"][0];
    assert_eq!(candidate["line"], WHY.trim());
    assert!(lead["candidates"].get(1).is_none(), "it is the only one");
    let said = "No reachable state looks like this: 0 in waiting, 1 in critical, turn = 0.";
    assert_eq!(candidate["sentence"], said);
    let link = lead["link"].as_str().expect("a link");
    assert!(link.contains("&lead=EO&v=1&at=0&run="), "{link}");
    let played = out(&interleave(&["play", link]));
    assert!(played.contains("This breaks: mutual exclusion."), "{played}");
    assert!(played.contains("which perhaps no run reaches"), "{played}");
}

/// What follows a state that no run reaches says nothing of the program: the search begins where runs begin, and says so.
#[test]
fn from_a_lead_everything_is_searched() {
    let told = "Searched from where runs begin, and not from the state of `lead=`";
    let holds = interleave(&["check", "peterson?lead=EO", "--from-here"]);
    assert!(out(&holds).contains(told) && out(&holds).contains("58 states"), "{}", out(&holds));
    assert!(!out(&holds).contains("Only what can follow"), "{}", out(&holds));
    assert_eq!(code(&holds), 0);
    // also where the link's own step breaks what is claimed
    let lead = "peterson?lead=EO&v=1&at=0&run=AP.6_OT";
    let lead = catalog::Scenario::parse(lead).expect("a link").scenario;
    let behind = catalog::Scenario { at: 1, ..lead }.to_string();
    let after = interleave(&["check", &behind, "--from-here"]);
    assert!(out(&after).contains(told) && out(&after).contains("58 states"), "{}", out(&after));
    assert_eq!(code(&after), 0);
    // and the run that is found begins there, too
    let fails = ["check", "peterson?order=turn-first&lead=EO", "--from-here", "--json"];
    let data = json(&interleave(&fails));
    let run = data["sentences"][0]["link"].as_str().expect("a run");
    assert!(!run.contains("lead="), "{run}");
    assert!(out(&interleave(&["play", run])).contains("This breaks: mutual exclusion."), "{run}");
    let usual = out(&interleave(&["check", "peterson", "--from-here"]));
    assert!(!usual.contains("lead="), "{usual}");
}

/// That no run comes to a lead is said once.
#[test]
fn that_no_run_comes_there_is_said_once() {
    let told = out(&run("check", &file("once.ilv", CLAIM), &[]));
    assert_eq!(told.matches("No run comes").count(), 1, "{told}");
    assert!(told.contains("    From here one step breaks line "), "{told}");
}

#[test]
fn a_text_can_expect_it() {
    let met = file("met.ilv", &format!("{CLAIM}\nexpect exclusion: 2 leads\n"));
    assert_eq!(code(&run("test", &met, &[])), 0);
    let unmet = file("unmet.ilv", &format!("{CLAIM}\nexpect exclusion: inductive\n"));
    assert_eq!(code(&run("test", &unmet, &[])), 1);
    run("test", &unmet, &["--update"]);
    let text = fs::read_to_string(&unmet).expect("a file");
    assert!(text.ends_with("expect exclusion: 2 leads\n"), "{text}");
}

#[test]
fn a_state_that_is_none_is_told() {
    let played = interleave(&["play", "peterson?lead=zz"]);
    let told = String::from_utf8_lossy(&played.stderr).into_owned();
    assert!(told.contains("“lead=zz” is no state of this setting"), "{told}");
    assert!(out(&interleave(&["play", "peterson?lead=EO"])).contains("process 1  critical"));
}
