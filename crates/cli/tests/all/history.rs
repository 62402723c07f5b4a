//! Histories of calls and returns, as files.

use super::texts::{file, folder};
use super::{code, interleave, json, out, usage_error};

/// Process 1 reads what process 0 had written over.
pub const STALE: &str = r#"{"process": 0, "call": "write", "args": [2]}
{"process": 0, "return": null}
{"process": 0, "call": "write", "args": [1]}
{"process": 0, "return": null}
{"process": 1, "call": "read"}
{"process": 1, "return": 2}
"#;

fn history(object: &str, name: &str, log: &str, args: &[&str]) -> std::process::Output {
    let path = file(name, log);
    interleave(&[&["history", object, path.to_str().unwrap()], args].concat())
}

#[test]
fn the_example_of_the_documentation_is_what_is_printed() {
    let page = include_str!("../../../../docs/COMMAND_LINE.md");
    let (_, behind) = page.split_once("## Histories\n").expect("a chapter");
    let (_, behind) = behind.split_once("```json\n").expect("an example");
    let (log, behind) = behind.split_once("```").unwrap();
    let (_, shown) = behind.split_once("$ interleave history register service.log\n").unwrap();
    let (shown, _) = shown.split_once("```").unwrap();
    let output = history("register", "service.log", log, &[]);
    let folder = format!("{}/", folder().display());
    assert_eq!(out(&output).replace(&folder, ""), shown);
    assert_eq!(code(&output), 1);
}

#[test]
fn an_order_is_told_with_its_lines() {
    let log = STALE.replace("\"return\": 2", "\"return\": 1")
        + "{\"process\": 1, \"call\": \"write\", \"args\": [7]}\n";
    let output = history("register", "fresh.log", &log, &[]);
    let order = "Linearizable. One possible order:\n  lines 1–2  process 0  write(2)\n  lines 3–4  process 0  \
                 write(1)\n  lines 5–6  process 1  read → 1\n\n1 unfinished operation takes no effect in it.\n";
    assert!(out(&output).ends_with(order), "{}", out(&output));
    assert_eq!(code(&output), 0);
    let data = json(&history("register", "fresh.log", &log, &["--json"]));
    assert_eq!(
        (&data["linearizable"], &data["sequentially_consistent"]),
        (&true.into(), &true.into())
    );
    assert_eq!(data["order"][2]["lines"], serde_json::json!([5, 6]));
    let empty = history("queue", "empty.log", "", &[]);
    assert!(
        out(&empty).contains("Linearizable: the history has no operations."),
        "{}",
        out(&empty)
    );
    assert_eq!(code(&empty), 0);
}

#[test]
fn a_failure_is_data_too() {
    let data = json(&history("register", "stale.log", STALE, &["--json"]));
    assert_eq!((&data["linearizable"], &data["order"]), (&false.into(), &serde_json::Value::Null));
    assert_eq!((&data["bad_until_line"], &data["is_smallest"]), (&6.into(), &true.into()));
    assert_eq!(data["without_order"][1]["result"], 2);
    assert!(
        data["why"]
            .as_str()
            .unwrap()
            .starts_with("No order explains read → 2: write(1) had returned")
    );
}

/// What begins with another value explains another history.
#[test]
fn the_object_begins_with_what_is_said() {
    let log = "{\"process\": 0, \"call\": \"read\"}\n{\"process\": 0, \"return\": -1}\n";
    assert_eq!(code(&history("register", "begin.log", log, &[])), 1);
    assert_eq!(code(&history("register", "begin.log", log, &["--initial", "-1"])), 0);
    let path = file("begin.log", log);
    let path = path.to_str().unwrap();
    for (initial, says) in [
        (
            "a",
            "`--initial` is no JSON: expected value at line 1 column 1. A string has quotes: '\"a\"'.\n",
        ),
        ("123456789012345678901234567890", "too large to be compared"),
    ] {
        let said = usage_error(&["history", "register", path, "--initial", initial]);
        assert!(said.contains(says), "{said}");
    }
    let said = usage_error(&["history", "queue", path, "--initial", "1"]);
    assert_eq!(said, "A queue begins with a list without null, and this is 1.\n");
}

#[test]
fn what_is_wrong_with_a_log_has_its_line() {
    for (log, says) in [
        (&STALE[..STALE.len() - 3], ":6: The log is cut: it ends within this line.\n"),
        (
            "{\"process\": 0, \"call\": \"raed\"}\n",
            ":1: A register has no operation `raed`. It has read, write.\n",
        ),
        (
            "{\"process\": \"\\u001b\", \"return\": 1}\n",
            ":1: Process \"\\u001b\" has no open call that could end here.\n",
        ),
        ("{\"process\": 0, \"call\": \"\u{202e}\"}\n", "no operation `U+202E`"),
    ] {
        let path = file("wrong.log", log);
        let said = usage_error(&["history", "register", path.to_str().unwrap()]);
        assert!(said.contains(says), "{said}");
    }
    let said = usage_error(&["history", "set", "wrong.log"]);
    assert!(
        said.contains(
            "register, cas-register, mutex, queue, stack, kv, multi-register, list-append"
        ),
        "{said}"
    );
    let said = usage_error(&["history", "register", "/nowhere.log"]);
    assert!(said.starts_with("/nowhere.log cannot be read: "), "{said}");
}

#[test]
fn a_bound_leaves_it_undecided() {
    let says = "Undecided: the search ended at a bound. Allow more (`--seconds`, `--memory`).\n";
    let append = |nth: usize| {
        format!("{{\"process\": {nth}, \"call\": \"append\", \"args\": [\"a\", \"{nth}\"]}}\n")
    };
    let returned = |nth: usize| format!("{{\"process\": {nth}, \"return\": null}}\n");
    let [writes, ends] = [
        (0..40).map(append).collect::<Vec<_>>().concat(),
        (0..40).map(returned).collect::<Vec<_>>().concat(),
    ];
    let read = "{\"process\": 0, \"call\": \"get\", \"args\": [\"a\"]}\n{\"process\": 0, \"return\": \"none\"}\n";
    let put = "{\"process\": 50, \"call\": \"put\", \"args\": [\"a\", \"\"]}\n";
    let output =
        history("kv", "many.log", &format!("{put}{writes}{ends}{read}"), &["--memory", "1M"]);
    assert!(out(&output).ends_with(says), "{}", out(&output));
    assert_eq!(code(&output), 3);
    let output = history(
        "kv",
        "many.log",
        &format!("{put}{writes}{ends}{read}"),
        &["--memory", "1M", "--json"],
    );
    assert_eq!(json(&output)["linearizable"], serde_json::Value::Null);
}
