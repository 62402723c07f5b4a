//! `test --update`: what was found, written into the file.

use super::texts::interleave;
use super::{code, usage_error};
use std::fs;
use std::path::{Path, PathBuf};

const TEXT: &str = "algorithm A counter

option adds: in_two_steps, at_once

shared x: 0..2

process i of 2:
  adding:
    x ← x + 1           with adds = in_two_steps
    atomic x ← x + 1    with adds = at_once

at end both counted: x = 2
reachable one is counted: x = 1
most last: x
";

fn file(name: &str, lines: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, format!("{TEXT}{lines}")).unwrap();
    path
}

/// Each line that was wrong has what was found, and all else stays as it was.
#[test]
fn what_was_wrong_is_written_anew() {
    let lines = "
expect 3 states
expect both counted: holds    # wrong
expect both counted: fails    with adds = at_once
expect one is counted: never reached
expect last: at most 2
expect no deadlock: holds
";
    let path = file("update.ilv", lines);
    assert_eq!(interleave(&["test"], &path).0, 1);
    let (code, said) = interleave(&["test", "--update"], &path);
    assert_eq!(code, 0, "{said}");
    let changes = "update.ilv:17
-   expect both counted: holds    # wrong
+   expect both counted: fails in 4 steps    # wrong
";
    assert!(said.contains(changes), "{said}");
    assert!(said.ends_with("4 lines written: 6 passed, 0 failed\n"), "{said}");
    let written = fs::read_to_string(&path).unwrap();
    let states = written.lines().nth(15).unwrap();
    assert!(states.starts_with("expect ") && states != "expect 3 states", "{states}");
    let right = lines
        .replace("expect 3 states", states)
        .replace("counted: holds ", "counted: fails in 4 steps ")
        .replace("counted: fails  ", "counted: holds  ")
        .replace("never reached", "reached in 2 steps");
    assert_eq!(written, format!("{TEXT}{right}"));
    assert_eq!(interleave(&["test"], &path).0, 0);
    let (code, said) = interleave(&["test", "--update"], &path);
    assert_eq!((code, said.as_str()), (0, "Nothing to write: 6 passed, 0 failed\n"));
    assert_eq!(fs::read_to_string(&path).unwrap(), written);
}

#[test]
fn what_nothing_is_expected_of_is_added() {
    let path = file("added.ilv", "");
    let (code, said) = interleave(&["test", "--update"], &path);
    assert_eq!(code, 0, "{said}");
    let written = fs::read_to_string(&path).unwrap();
    let added = written.strip_prefix(TEXT).unwrap();
    assert!(added.starts_with("\nexpect "), "{added}");
    assert!(
        added.ends_with(
            " states
expect both counted: fails in 4 steps
expect one is counted: reached in 2 steps
expect last: at most 2
expect no deadlock: holds
"
        ),
        "{added}"
    );
    assert_eq!(interleave(&["fmt", "--check"], &path), (0, String::new()));
    // of a property that came later
    let later =
        format!("{TEXT}least first: x\n\nexpect 3 states # so many\nexpect last: at most 2");
    fs::write(&path, &later).unwrap();
    let (code, said) = interleave(&["test", "--update"], &path);
    assert_eq!(code, 0, "{said}");
    let written = fs::read_to_string(&path).unwrap();
    assert!(
        written.contains(" # so many\nexpect last: at most 2\nexpect both counted:"),
        "{written}"
    );
    assert!(
        written.ends_with("expect first: at least 0\nexpect no deadlock: holds\n"),
        "{written}"
    );
}

/// What is not decided is not written, and nothing is where it would be of no use.
#[test]
fn what_is_not_certain_stays() {
    let lines = "\nexpect both counted: holds    with adds = at_once\nexpect last: at most 1\n";
    let path = file("uncertain.ilv", lines);
    let (code, said) = interleave(&["test", "--update", "--states-max", "3"], &path);
    assert_eq!(code, 3, "{said}");
    assert!(fs::read_to_string(&path).unwrap().starts_with(format!("{TEXT}{lines}").trim_end()));
    // a number that cannot be computed somewhere is none
    let text = TEXT.replace("most last: x", "shared a[0..1]: 0..2\nmost last: x + a[x]");
    fs::write(&path, format!("{text}\nexpect last: at most 9\n")).unwrap();
    let (code, said) = interleave(&["test", "--update"], &path);
    assert_eq!(code, 1, "{said}");
    assert!(fs::read_to_string(&path).unwrap().contains("\nexpect last: at most 9\n"));
}

#[test]
fn an_update_needs_a_file_and_its_readers() {
    assert!(usage_error(&["test", "-", "--update"]).contains("writes into files"));
    let path = file("json.ilv", "");
    let output = super::interleave(&["test", "--update", "--json", path.to_str().unwrap()]);
    assert_eq!(code(&output), 2);
    assert_eq!(fs::read_to_string(&path).unwrap(), TEXT);
}
