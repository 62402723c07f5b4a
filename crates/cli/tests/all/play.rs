//! `play` and `valence`, and links that are damaged.

use super::{code, interleave, json, out, usage_error};
use std::process::{Command, Stdio};

#[test]
fn a_start_is_played() {
    let played = interleave(&["play", "ricart-agrawala"]);
    assert_eq!(code(&played), 0);
    let text = out(&played);
    assert!(text.contains("Nothing has happened yet"), "{text}");
    assert!(text.contains("  s0    process 0: send request"), "{text}");
}

/// Its first value, and each other one.
#[test]
fn what_is_watched_is_shown_where_it_changes() {
    let link = "peterson?order=turn-first&v=1&run=ABVA.ZHBc";
    let played =
        interleave(&["play", link, "--watch", "turn", "--watch", "{i in process: flag[i]}"]);
    let text = out(&played);
    assert_eq!(text.matches("turn: ").count(), 4, "{text}");
    assert!(text.contains("  turn: 0\n  {i in process: flag[i]}: {0, 1}\nNext:"), "{text}");
    let refused = interleave(&["play", link, "--watch", "trun"]);
    assert_eq!(code(&refused), 2);
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(said.contains("“trun” cannot be watched. Nothing is called `trun`."), "{said}");
}

#[test]
fn a_decision_is_told_once() {
    let played = out(&interleave(&["play", "assign-n?v=1&run=QABzWJ.GPkb"]));
    assert!(played.contains("done, first = 0, decided A\n"), "{played}");
}

#[test]
fn a_damaged_link_is_played_as_far_as_it_goes() {
    let checked = json(&interleave(&["check", "bakery?processes=2&tie-break=none", "--json"]));
    let link = checked["sentences"][0]["link"].as_str().unwrap();
    // the run needs ties that nothing breaks
    let played = interleave(&["play", &link.replace("&tie-break=none", "")]);
    assert_eq!(code(&played), 2);
    assert!(String::from_utf8_lossy(&played.stderr).contains("was changed or cut"));
    assert!(out(&played).contains("cannot be taken: it has to wait there"), "{}", out(&played));
}

#[test]
fn a_damaged_link_is_a_bad_link_to_every_command() {
    for (link, says) in [
        ("bakery?v=1&run=zzzz.zzzz", "The run in the link cannot be read to its end"),
        ("bakery?v=1&run=AAFRf.vzf7", "The check at the end of the link does not match"),
        ("bakery?procesess=2", "has no option “procesess”"),
        ("bakery?processes=9", "“processes=9” is not a choice"),
        ("bakery?v=2&run=AAFRf.iFzS", "made with a newer version of this model"),
    ] {
        let played = interleave(&["play", link]);
        assert_eq!(code(&played), 2, "{link}");
        let error = String::from_utf8_lossy(&played.stderr);
        assert!(error.contains(says) && out(&played).contains("Lamport’s bakery"), "{error}");
        let played = interleave(&["play", link, "--json"]);
        assert_eq!(code(&played), 2, "{link}");
        assert!(json(&played)["notices"][0].as_str().unwrap().contains(says));
        for command in [&["check"][..], &["export", "--format", "json"]] {
            assert!(usage_error(&[command, &[link]].concat()).contains(says), "{command:?}");
        }
    }
    // whole, but the model does not take its fifth step
    let mut run = vec![catalog::Action::step(0); 4];
    run.push(catalog::Action::step(7));
    let link = catalog::Scenario::new(catalog::entry("bakery").unwrap()).with_run(run).to_string();
    assert_eq!(code(&interleave(&["play", &link])), 1);
    assert_eq!(code(&interleave(&["check", &link, "--safety"])), 0);
    for command in [&["check", "--from-here"][..], &["export", "--format", "json"]] {
        let error = usage_error(&[command, &[&link]].concat());
        assert!(error.starts_with("Step 5 (process 7 steps) cannot be taken"), "{error}");
    }
}

/// A reader who leaves early does not hide what was found.
#[test]
#[cfg(unix)]
fn a_closed_pipe_keeps_the_exit_code() {
    for (args, expected) in [
        (&["check", "bakery?processes=2&tie-break=none"][..], 1),
        (&["check", "bakery", "--states-max", "1000", "--json"], 3),
        (&["play", "bakery?v=1&run=zzzz.zzzz"], 2),
        (&["check", "bakry"], 2),
        (&["list"], 0),
    ] {
        let closed = || {
            let (reader, writer) = std::io::pipe().unwrap();
            drop(reader);
            writer
        };
        let mut command = Command::new(env!("CARGO_BIN_EXE_interleave"));
        let command = command.args(args).stdin(Stdio::null()).stdout(closed()).stderr(closed());
        assert_eq!(command.status().unwrap().code(), Some(expected), "{args:?}");
    }
}

#[test]
fn valence_counts_and_links() {
    let told = interleave(&["valence", "assign23"]);
    assert_eq!(code(&told), 0);
    let text = out(&told);
    assert!(text.contains("64 states: 4 bivalent, 1 of them critical; 30 where"), "{text}");
    assert!(text.contains("process 0’s step for A, process 1’s step for B."), "{text}");

    let data = json(&interleave(&["valence", "assign23", "--json"]));
    let nodes = data["nodes"].as_array().unwrap();
    assert_eq!((nodes.len(), data["edges"].as_array().unwrap().len()), (64, 96));
    let critical = nodes.iter().find(|value| value["valence"] == "critical").unwrap();
    let played = json(&interleave(&["play", critical["link"].as_str().unwrap(), "--json"]));
    assert_eq!(played["moment"]["at"], critical["depth"]);

    // two processes decide differently
    assert_eq!(code(&interleave(&["valence", "assign23?writes=one"])), 1);
}
