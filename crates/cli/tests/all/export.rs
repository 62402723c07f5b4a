//! `interleave export`: a file or standard output, and sentences.

use super::texts::file;
use super::{interleave, json, out};
use std::{env, fs};

const TIE: &str = "bakery?processes=2&tie-break=none&v=1&run=AAVBQX.fBdw";

#[test]
fn each_format_is_written_to_standard_output() {
    for (format, start) in [
        ("mermaid", "sequenceDiagram\n"),
        ("svg", "<svg xmlns="),
        ("shiviz", "(?<host>"),
        ("itf", "{\n\"#meta\": {"),
        ("json", "{\n  \"format\": \"interleave run\","),
    ] {
        let output = interleave(&["export", TIE, "--format", format]);
        assert_eq!(output.status.code(), Some(0), "{format}");
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.starts_with(start) && text.ends_with('\n'), "{format}: {text}");
    }
}

#[test]
fn a_file_has_what_standard_output_would() {
    let file = env::temp_dir().join(format!("interleave-{}.svg", std::process::id()));
    let path = file.to_str().unwrap();
    let written = interleave(&["export", TIE, "--format=svg", "-o", path]);
    assert_eq!((written.status.code(), written.stdout.len()), (Some(0), 0));
    let text = fs::read(&file).unwrap();
    fs::remove_file(&file).unwrap();
    assert_eq!(text, interleave(&["export", TIE, "--format=svg"]).stdout);
}

#[test]
fn bad_usage_is_explained() {
    let altered = TIE.replace("AAVBQX", "AAVBQY");
    let table: [(&[&str], &str); 10] = [
        (&["export"], "not provided:\n  --format"),
        (&["export", TIE], "not provided:\n  --format"),
        (
            &["export", TIE, "--format", "gif"],
            "[possible values: mermaid, svg, animated-svg, shiviz, itf, json, poster, promela, tla, dot, graph]",
        ),
        (&["export", TIE, "--format", "svg", "--json"], "unexpected argument '--json'"),
        (&["play", TIE, "--format", "svg"], "unexpected argument '--format'"),
        (&["play", TIE, "-o", "x"], "unexpected argument '-o'"),
        (
            &["export", TIE, "--format", "tla", "-o", "no-name.tla"],
            "Choose letters, digits and `_`",
        ),
        (&["export", "bakry", "--format", "svg"], "Did you mean “bakery”?"),
        (&["export", &altered, "--format", "svg"], "does not match"),
        (&["export", TIE, "--format", "svg", "-o", "/no/such/place.svg"], "cannot be written"),
    ];
    for (args, sentence) in table {
        let output = interleave(args);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(output.stdout.is_empty(), "{args:?}");
        assert!(error.contains(sentence), "{args:?}: {error}");
    }
}

/// The published lock has 58 states; with the turn first two processes come inside.
#[test]
fn a_graph_has_each_state_and_each_step() {
    for (link, states, steps) in [("peterson", 58, 116), ("peterson?order=turn-first", 96, 192)] {
        let searched = json(&interleave(&["check", link, "--json"]));
        assert_eq!(searched["states"], states, "{link}");
        let graph = json(&interleave(&["export", link, "--format", "graph"]));
        let all = graph["states"].as_array().unwrap();
        assert_eq!(
            (all.len(), graph["steps"].as_array().unwrap().len()),
            (states, steps),
            "{link}"
        );
        assert!(graph["steps"].as_array().unwrap().iter().all(|step| step["label"] != ""));
        // a shortest run to a broken state is as long as it is deep, and can be played
        if let Some(broken) = all.iter().find(|state| state["broken"][0] == "mutual exclusion") {
            assert_eq!(broken["depth"], 9);
            let played = out(&interleave(&["play", broken["link"].as_str().unwrap()]));
            assert!(played.contains("Broken: mutual exclusion"), "{played}");
        }
        let dot = out(&interleave(&["export", link, "--format", "dot"]));
        let arrows = dot.lines().filter(|line| line.contains(" -> ")).count();
        let boxes =
            dot.lines().filter(|line| line.starts_with("  n") && !line.contains(" -> ")).count();
        assert_eq!((boxes - 1, arrows), (states, steps), "{dot}");
        assert_eq!(dot.contains("color=red"), link.contains("turn-first"), "{dot}");
    }
}

/// States in which an initial value is still to be chosen are none of the program.
#[test]
fn choices_of_initial_values_are_points_of_a_graph() {
    let text = file(
        "any-to-draw.ilv",
        "algorithm A\nshared x: 0..2 = any\nprocess i of 1:\n  a:\n    x ← 0\n",
    );
    let text = text.to_str().unwrap();
    let graph = json(&interleave(&["export", text, "--format", "graph"]));
    let all = graph["states"].as_array().unwrap();
    let program = all.iter().filter(|state| state["chooses"] == false);
    assert_eq!(json(&interleave(&["check", text, "--json"]))["states"], program.clone().count());
    assert_eq!(program.filter(|state| state["depth"] == 0).count(), 3);
    assert!(out(&interleave(&["export", text, "--format", "dot"])).contains("[shape=point]"));
}

#[test]
fn a_graph_that_nobody_could_read_is_refused() {
    let output = interleave(&["export", "bakery", "--format", "dot"]);
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(error.contains("a graph of more than 400 could not be read"), "{error}");
}

#[test]
fn a_state_whose_next_step_cannot_be_computed_is_red() {
    let text =
        "algorithm Too far\nshared x: 0..1\nprocess i of 1, 2 times:\n  a:\n    atomic x ← x + 1\n";
    let text = file("too-far-to-draw.ilv", text);
    let dot = out(&interleave(&["export", text.to_str().unwrap(), "--format", "dot"]));
    let red: Vec<&str> = dot.lines().filter(|line| line.contains("color=red")).collect();
    assert!(matches!(red[..], [it] if it.contains("values stay in their domains")), "{dot}");
}
