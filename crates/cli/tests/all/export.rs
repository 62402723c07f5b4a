//! `interleave export`: a file or standard output, and sentences.

use super::interleave;
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
            "[possible values: mermaid, svg, animated-svg, shiviz, itf, json, poster, promela, tla]",
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
