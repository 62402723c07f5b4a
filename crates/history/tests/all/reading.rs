//! Logs that are read, and what is wrong with others.

use history::{End, History, Wrong, by_name, names, read};
use serde_json::json;

fn of(object: &str, log: &str) -> Result<History, Wrong> {
    read(log, by_name(object).unwrap())
}

/// The line and the sentence.
fn wrong(object: &str, log: &str) -> (usize, String) {
    let Wrong { line, why } = of(object, log).expect_err(log);
    (line, why)
}

const WRITE: &str = "{\"process\":0,\"call\":\"write\",\"args\":[3]}\n";

#[test]
fn every_end_is_read() {
    let log = r#"{"process":0,"call":"write","args":[3]}
{"process":"a","call":"read","_time":12}
{"process":0,"return":null}

{"process":"a","done":true}
{"process":0,"call":"cas","args":[1.0,{"a":[]}]}
{"process":1,"call":"cas","args":[1,2]}
{"process":2,"call":"read","args":[]}
{"process":0,"fail":true}
{"process":1,"crash":true}
"#;
    let history = of("cas-register", log).unwrap();
    assert_eq!(history.lines, 10);
    let all: Vec<_> = history
        .operations
        .iter()
        .map(|operation| (operation.called, operation.process.clone(), operation.end.clone()))
        .collect();
    assert_eq!(
        all,
        [
            (1, json!(0), Some((3, End::Returned(json!(null))))),
            (2, json!("a"), Some((5, End::Done))),
            (6, json!(0), Some((9, End::Failed))),
            (7, json!(1), None),
            (8, json!(2), None),
        ]
    );
    assert_eq!(history.operations[2].call.args, [json!(1), json!({"a": []})], "1.0 is 1");
    assert_eq!(of("kv", "").unwrap(), History::default());
    assert_eq!(of("kv", "\n\n").unwrap().operations, []);
}

#[test]
fn what_is_wrong_with_a_line_is_a_sentence() {
    for (log, line, says) in [
        (
            "{\"process\":0,\"call\":\"write\",\"args\":[3]",
            1,
            "The log is cut: it ends within this line.",
        ),
        (
            "{\"process\":0,\"call\"\n{}\n",
            1,
            "This line is no JSON: EOF while parsing an object, at column 19.",
        ),
        (
            "[1]\n",
            1,
            "A line of a log is an object: {\"process\": 0, …}. Here is invalid type: sequence, expected an object: {\"process\": 0, …}.",
        ),
        (
            "{\"process\":0,\"call\":\"read\",\"wait\":1}\n",
            1,
            "A line has no field \"wait\". It has process, args and one of call, return, done, fail, crash; a field that only its writer reads begins with `_`.",
        ),
        (
            "{\"process\":0,\"call\":\"read\",\"call\":\"read\"}\n",
            1,
            "This line has the field `call` twice.",
        ),
        ("{\"call\":\"read\"}\n", 1, "A line has a `process`, a number from 0 on or a name."),
        (
            "{\"process\":-1,\"call\":\"read\"}\n",
            1,
            "A line has a `process`, a number from 0 on or a name.",
        ),
        ("{\"process\":0}\n", 1, "A line has one of call, return, done, fail, crash."),
        (
            "{\"process\":0,\"call\":\"read\",\"fail\":true}\n",
            1,
            "A line has one of call, return, done, fail, crash.",
        ),
        ("{\"process\":0,\"call\":3}\n", 1, "`call` is the name of an operation."),
        (
            "{\"process\":0,\"call\":\"write\",\"args\":3}\n",
            1,
            "`args` is a list: {\"call\": \"write\", \"args\": [3]}.",
        ),
        ("{\"process\":0,\"crash\":true,\"args\":[]}\n", 1, "`args` stands beside `call`."),
        ("{\"process\":0,\"crash\":\"yes\"}\n", 1, "`crash` is true, or is left out."),
        ("{\"process\":0,\"return\":1}\n", 1, "Process 0 has no open call that could end here."),
        (
            &format!("{WRITE}{{\"process\":0,\"crash\":true}}\n{{\"process\":0,\"done\":true}}"),
            3,
            "Process 0 has no open call that could end here.",
        ),
        (
            &format!("\n{WRITE}{WRITE}"),
            3,
            "Process 0 calls, and its call in line 2 has no end. A process has one open call; after a `crash` its program goes on under another number.",
        ),
        (
            "{\"process\":0,\"call\":\"swap\"}\n",
            1,
            "A cas-register has no operation `swap`. It has read, write, cas.",
        ),
        (
            "{\"process\":0,\"call\":\"cas\",\"args\":[1]}\n",
            1,
            "`cas` takes 2 arguments, and `args` has 1.",
        ),
        (
            "{\"process\":0,\"call\":\"write\"}\n",
            1,
            "`write` takes one argument, and `args` has 0.",
        ),
        (
            &format!("{WRITE}{{\"process\":0,\"return\":3}}\n"),
            2,
            "`write` returns null, and this is 3.",
        ),
        (
            "{\"process\":0,\"call\":\"write\",\"args\":[123456789012345678901234567890]}\n",
            1,
            "`args`: This number is too large to be compared. Log it as a string.",
        ),
        (
            "\u{feff}{\"process\":0,\"call\":\"read\"}\n",
            1,
            "This line is no JSON: expected value, at column 1.",
        ),
        (
            "{\"process\":\"\u{1b}\",\"call\":\"read\"}\n",
            1,
            "This line is no JSON: control character (\\u0000-\\u001F) found while parsing a string, at column 13.",
        ),
    ] {
        assert_eq!(wrong("cas-register", log), (line, says.to_owned()), "{log}");
    }
}

#[test]
fn each_object_knows_its_operations() {
    let call =
        |name: &str, args: &str| format!("{{\"process\":0,\"call\":\"{name}\",\"args\":{args}}}\n");
    let ended = |name: &str, args: &str, result: &str| {
        call(name, args) + &format!("{{\"process\":0,\"return\":{result}}}\n")
    };
    for (object, log, line, says) in [
        (
            "register",
            call("cas", "[1,2]"),
            1,
            "A register has no operation `cas`. It has read, write.",
        ),
        ("mutex", ended("acquire", "[]", "true"), 2, "`acquire` returns null, and this is true."),
        (
            "queue",
            call("enqueue", "[null]"),
            1,
            "An argument of `enqueue` is not null, which stands for none, and this is null.",
        ),
        ("stack", call("pop", "[1]"), 1, "`pop` takes no arguments, and `args` has 1."),
        ("kv", call("get", "[1]"), 1, "An argument of `get` is a string, and this is 1."),
        ("kv", ended("get", "[\"a\"]", "null"), 2, "`get` returns a string, and this is null."),
        (
            "multi-register",
            call("read", "[\"x\"]"),
            1,
            "A multi-register has the operation `txn` and no other.",
        ),
        (
            "multi-register",
            call("txn", "[[\"append\",\"x\",1]]"),
            1,
            "A step of `txn` is [\"read\", KEY] or [\"write\", KEY, VALUE], with a string as the key, and this is [\"append\",\"x\",1].",
        ),
        (
            "list-append",
            ended("txn", "[[\"read\",\"x\"]]", "[1]"),
            2,
            "The result of `read` is a list, and this is 1.",
        ),
        (
            "list-append",
            ended("txn", "[[\"append\",\"x\",1]]", "[1]"),
            2,
            "The result of `append` is null, and this is 1.",
        ),
        (
            "list-append",
            ended("txn", "[[\"read\",\"x\"]]", "[]"),
            2,
            "This `txn` returns a list of 1, one for each step, and this is [].",
        ),
    ] {
        assert_eq!(wrong(object, &log), (line, says.to_owned()), "{log}");
    }
    for (object, initial, says) in [
        ("mutex", json!(0), "A mutex begins with true or false, and this is 0."),
        ("queue", json!([null]), "A queue begins with a list without null, and this is [null]."),
        (
            "kv",
            json!({"a": 1}),
            "A kv begins with an object that has a string for each key, and this is {\"a\":1}.",
        ),
        (
            "list-append",
            json!({"a": 1}),
            "A list-append begins with an object that has a list for each key, and this is {\"a\":1}.",
        ),
        (
            "multi-register",
            json!(1),
            "A multi-register begins with an object that has a value for each key, and this is 1.",
        ),
    ] {
        assert_eq!(by_name(object).unwrap().check_initial(&initial), Err(says.to_owned()));
    }
    for name in names() {
        let object = by_name(name).unwrap();
        assert_eq!(object.check_initial(&object.initial()), Ok(()), "{name}");
    }
}
