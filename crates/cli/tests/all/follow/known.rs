//! Divergences that are known, and names of a log.

use super::super::texts::{file, folder};
use super::super::{code, interleave, json, usage_error};
use super::{FITS, PETERSON, follow};
use serde_json::json;

/// Files without their folder.
fn out(output: &std::process::Output) -> String {
    super::super::out(output).replace(&format!("{}/", folder().display()), "")
}

fn with(log: &str, known: &str) -> std::process::Output {
    let known = file("known.jsonl", known);
    follow("diverges.log", PETERSON, log, &["--known", known.to_str().unwrap()])
}

/// A line that the text has no step for, one that says another value than the text has, and one that is needed no more.
#[test]
fn a_known_divergence_is_passed_over_and_told() {
    let extra = r#"{"process": 0, "write": "retries", "value": 1}"#;
    let log = format!("{extra}\n{FITS}{extra}\n").replacen(
        "\"flag[1]\", \"value\": true",
        "\"flag[1]\", \"value\": false",
        1,
    );
    let known = r#"{"write": "retries", "_why": "not in the text"}
{"process": 1, "write": "flag", "value": false, "_why": "issue 17"}
{"process": 0, "read": "turn", "value": 1}
"#;
    let followed = with(&log, known);
    let text = out(&followed);
    assert_eq!(code(&followed), 0, "{text}");
    assert!(text.contains("The log fits, 3 lines passed over: 8 lines, 13 steps"), "{text}");
    let (_, told) = text.split_once("Passed over, as known divergences:\n").unwrap();
    assert!(
        told.starts_with("  known.jsonl:1: line 1, line 8\n  known.jsonl:2: line 3\n\n"),
        "{told}"
    );
    assert!(
        told.contains(
            "not needed:\n  known.jsonl:3: {\"process\": 0, \"read\": \"turn\", \"value\": 1}\n"
        ),
        "{told}"
    );
    // the write of another value is that of the text: it stands beside its step
    assert!(text.contains("line 3  Process 1 writes flag[1] ← true"), "{text}");
    let path = file("known.jsonl", known);
    let data = json(&follow(
        "diverges.log",
        PETERSON,
        &log,
        &["--json", "--known", path.to_str().unwrap()],
    ));
    let log = folder().join("diverges.log");
    assert_eq!(data["passed"][1], json!({ "file": log, "line": 3, "known": 2 }));
    assert_eq!(data["unused"], json!({ "known": [3], "names": [] }));
}

/// The last write of process 1 fits, and the second line does not.
#[test]
fn a_line_that_fits_is_not_passed_over() {
    let known = r#"{"process": 1, "write": "flag[1]"}"#;
    let text = out(&with(FITS, known));
    assert!(text.contains("The log fits: 6 lines, 13 steps, of which 7 are in no line."), "{text}");
    assert!(text.contains("not needed:\n  known.jsonl:1: "), "{text}");
    let mut lines: Vec<&str> = FITS.lines().collect();
    lines.insert(2, lines[1]);
    let text = out(&with(&lines.join("\n"), known));
    assert!(text.contains("The log fits, 1 line passed over: 7 lines, 13 steps"), "{text}");
    // and where it is not known, the line is the first that fits nowhere
    let text = out(&follow("twice.log", PETERSON, &lines.join("\n"), &[]));
    assert!(text.contains("2 of 7 lines fit, and then none.\n\n! line 3:"), "{text}");
}

/// What is known does not help where something else is wrong.
#[test]
fn a_log_may_fit_no_run_although_lines_are_passed_over() {
    let twice = FITS.replacen(
        "{\"process\": 1, \"enter\"",
        "{\"process\": 0, \"enter\": \"critical\"}\n{\"process\": 1, \"enter\"",
        1,
    );
    let log = format!("{{\"process\": 1, \"decide\": 7}}\n{twice}");
    let followed = with(&log, r#"{"decide": "7"}"#);
    let text = out(&followed);
    assert_eq!(code(&followed), 1, "{text}");
    assert!(text.contains("5 of 8 lines fit, and then none.\n\n! line 6: "), "{text}");
    assert!(
        text.contains("Passed over, as known divergences:\n  known.jsonl:1: line 1\n"),
        "{text}"
    );
    // many, in a log that is long
    let round = "{\"process\": 1, \"decide\": 7}\n{\"process\": 1, \"enter\": \"critical\"}\n";
    let text = out(&with(&round.repeat(150), r#"{"decide": "7"}"#));
    assert!(
        text.contains(
            "known.jsonl:1: 150 lines: line 1, line 3, line 5, line 7, line 9, line 11, …"
        ),
        "{text}"
    );
}

#[test]
fn a_list_of_divergences_that_cannot_be_read_is_an_error_at_its_line() {
    let log = file("diverges.log", FITS);
    for (known, says) in [
        ("{\"process\": 1", "1: This line is no object in JSON"),
        ("\n{\"_why\": \"all\"}", "2: This says nothing"),
        ("{\"start\": true}", "1: A known divergence has no `start`."),
        ("{\"writes\": \"flag\"}", "1: A log has no field `writes`."),
    ] {
        let path = file("wrong.jsonl", known);
        let error = usage_error(&[
            "follow",
            PETERSON,
            log.to_str().unwrap(),
            "--known",
            path.to_str().unwrap(),
        ]);
        assert!(error.contains(&format!("wrong.jsonl:{says}")), "{error}");
    }
}

/// Of fields, processes, variables, values, sections and whole events.
#[test]
fn names_of_a_log_become_names_of_the_text() {
    let log = r#"{"pid": "alice", "write": "wants[0]", "value": "yes"}
{"pid": "bob", "write": "wants[1]", "value": "yes"}
{"pid": "alice", "event": "acquired the lock"}
{"pid": "alice", "event": "write wants[0] = no"}
{"pid": "bob", "event": "acquired the lock"}
"#;
    let names = r#"{"pid": "process", "alice": 0, "bob": "process 1", "wants": "flag", "yes": "true", "no": "false",
  "acquired the lock": "enter critical", "carol": 2}"#;
    let path = file("names.json", names);
    let names = ["--names", path.to_str().unwrap()];
    let followed = follow("named.log", PETERSON, log, &names);
    let text = out(&followed);
    assert!(text.contains("The log fits: 5 lines, 11 steps, of which 6 are in no line."), "{text}");
    assert!(text.contains("line 4  Process 0 writes flag[0] ← false"), "{text}");
    assert!(text.contains("\nNames that are not in the log: carol.\n"), "{text}");
    // as ShiViz has them
    let shiviz =
        "wants it\nalice {\"alice\": 1}\n".to_owned() + "acquired the lock\nalice {\"alice\": 2}\n";
    let path = file(
        "names.json",
        r#"{"alice": "process 0", "wants it": "write flag[0]", "acquired the lock": "enter critical"}"#,
    );
    let followed = follow("named.shiviz", PETERSON, &shiviz, &["--names", path.to_str().unwrap()]);
    assert!(out(&followed).contains("The log fits: 2 lines, 4 steps"), "{}", out(&followed));
    // and a diagram
    let diagram = "sequenceDiagram\n  participant A as Alice\n  A->>wants: wants[0] ← yes\n";
    let path = file("names.json", r#"{"Alice": "process 0", "wants": "flag", "yes": "true"}"#);
    let followed = follow("named.mmd", PETERSON, diagram, &["--names", path.to_str().unwrap()]);
    assert!(out(&followed).contains("Process 0 writes flag[0] ← true"), "{}", out(&followed));
    assert!(!out(&followed).contains("not in the log"), "{}", out(&followed));
}

#[test]
fn a_file_of_names_is_an_object() {
    let log = file("named.log", FITS);
    for (names, says) in [
        ("[]", "A file of names is one object"),
        ("{\"a\": [1]}", "`a` stands for a name of the text"),
    ] {
        let path = file("wrong-names.json", names);
        let error = usage_error(&[
            "follow",
            PETERSON,
            log.to_str().unwrap(),
            "--names",
            path.to_str().unwrap(),
        ]);
        assert!(error.contains(&format!("wrong-names.json: {says}")), "{error}");
    }
    assert_eq!(
        code(&interleave(&["follow", PETERSON, log.to_str().unwrap(), "--names", "no.json"])),
        2
    );
}
