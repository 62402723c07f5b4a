//! Logs of real programs, and counterexamples of TLC.

use super::texts::file;
use super::{code, interleave, json, out, usage_error};
use serde_json::{Value, json};
use std::fs;

/// It goes round and round.
const ROUND: &str = "algorithm A\nshared up: bool\nprocess i of 1, for ever:\n  a:\n    up ← true\n  b:\n    up ← false\n";

const PETERSON: &str = "peterson";

/// Both enter in turn; what is written to `turn`, and all that is read, is not recorded.
const FITS: &str = r#"{"process": 0, "write": "flag[0]", "value": true}
{"process": 1, "write": "flag[1]", "value": true}
{"process": 0, "enter": "critical"}
{"process": 0, "write": "flag[0]", "value": false, "_time": "12:01:07"}
{"process": 1, "enter": "critical"}
{"process": 1, "write": "flag[1]", "value": false}
"#;

fn follow(name: &str, link: &str, log: &str, more: &[&str]) -> std::process::Output {
    let log = file(name, log);
    interleave(&[&["follow", link, log.to_str().unwrap()], more].concat())
}

#[test]
fn steps_and_values_that_were_not_recorded_are_found() {
    let followed = follow("fits.log", PETERSON, FITS, &[]);
    let text = out(&followed);
    assert_eq!(code(&followed), 0, "{text}");
    assert!(text.contains("The log fits: 6 lines, 13 steps, of which 7 are in no line."), "{text}");
    assert!(text.contains("   4          Process 0 writes turn ← 1"), "{text}");
    assert!(text.contains("   8  line 3  Process 0 reads turn = 0 and enters"), "{text}");
    // neither who wrote nor what, and nobody who entered
    let gaps = "{\"write\": \"flag[0]\"}\n{\"process\": 1, \"write\": \"flag\", \"value\": true}\n\n\
                {\"enter\": \"critical\"}\n{\"process\": 0, \"write\": \"flag[0]\", \"value\": false}\n";
    let text = out(&follow("gaps.log", PETERSON, gaps, &[]));
    assert!(text.contains("The log fits: 4 lines, 10 steps, of which 6 are in no line."), "{text}");
    assert!(
        text.contains("line 5  Process 0 writes flag[0] ← false"),
        "a blank line counts: {text}"
    );
}

#[test]
fn the_run_that_was_found_can_be_played() {
    let data = json(&follow("played.log", PETERSON, FITS, &["--json"]));
    assert_eq!((&data["format_version"], &data["fits"]), (&1.into(), &true.into()));
    assert_eq!(data["steps"][7]["explains"][0]["line"], 3);
    let played = interleave(&["play", data["run"].as_str().unwrap()]);
    assert_eq!(code(&played), 0);
    assert!(out(&played).contains("After 13 steps of 13"), "{}", out(&played));
}

/// The second enters while the first is inside.
#[test]
fn of_a_log_that_is_none_it_is_said_where_every_way_ended() {
    let lines: Vec<&str> = FITS.lines().collect();
    let breaks = [lines[0], lines[1], lines[2], lines[4]].join("\n");
    let followed = follow("breaks.log", PETERSON, &breaks, &[]);
    let text = out(&followed);
    assert_eq!(code(&followed), 1, "{text}");
    assert!(text.contains("The log fits no run: 3 of 4 lines fit, and then none."), "{text}");
    assert!(text.contains("! line 4: {\"process\": 1, \"enter\": \"critical\"}"), "{text}");
    assert!(text.contains("4 states are possible there."), "{text}");
    assert!(text.contains("    process 1 can read turn = 0\n    interleave play"), "{text}");
    let data = json(&follow("breaks.log", PETERSON, &breaks, &["--json"]));
    assert_eq!((&data["fits"], &data["fitting"]), (&false.into(), &3.into()));
    assert_eq!((&data["next"][0]["line"], &data["states"]), (&4.into(), &4.into()));
    // a process that waits, in the words of `play`
    let lock = file(
        "follow-lock.ilv",
        "algorithm A\nshared lock[process]: bool\nprocess i of 2:\n  out:\n    lock[i] ← true\n  try:\n    \
         await not lock[1 − i]\n  critical:\n    pause\n",
    );
    let log = "{\"process\": 0, \"write\": \"lock\"}\n{\"process\": 1, \"write\": \"lock\"}\n\
               {\"process\": 1, \"enter\": \"critical\"}";
    let text = out(&follow("waits.log", lock.to_str().unwrap(), log, &[]));
    assert!(text.contains("    process 1 waits for process 0: lock[0] = true\n"), "{text}");
}

/// A value that is nobody's, an event of another process, and one more write than there is.
#[test]
fn what_a_line_says_has_to_be_so() {
    for (line, instead) in [
        (1, r#"{"process": 1, "write": "flag[1]", "value": false}"#),
        (2, r#"{"process": 1, "enter": "critical"}"#),
        (3, r#"{"process": 0, "write": "flag[0]", "value": false, "state": {"turn": 1}}"#),
        (4, r#"{"process": 1, "write": "flag[1]", "value": true}"#),
    ] {
        let mut lines: Vec<&str> = FITS.lines().collect();
        lines[line] = instead;
        let data = json(&follow("so.log", PETERSON, &lines.join("\n"), &["--json"]));
        // the other one may be the first to enter, and cannot be the second
        let expected = if line == 2 { 3 } else { line };
        assert_eq!(
            (&data["fits"], &data["fitting"]),
            (&false.into(), &expected.into()),
            "{instead}"
        );
    }
    let says = r#"{"logs": ["write:turn"]}"#;
    let data = json(&follow("logs.log", PETERSON, &format!("{says}\n{FITS}"), &["--json"]));
    assert_eq!(data["fits"], false, "a write of `turn` would be in a line");
}

#[test]
fn states_and_lines_of_the_text_are_told_too() {
    let log = r#"{"start": true, "state": {"flag": [false, false], "turn": 0, "at": ["remainder", "remainder"]}}
{"process": 1, "state": {"flag": {"1": true}, "at": "doorway"}}
{"state": {"turn": 0, "flag[1]": true, "at": {"1": "waiting"}}}
"#;
    let text = out(&follow("states.log", PETERSON, log, &[]));
    assert!(text.contains("The log fits: 3 lines, 3 steps, of which 1 is in no line."), "{text}");
    let other = log.replace("\"turn\": 0, \"at\"", "\"turn\": 1, \"at\"");
    let text = out(&follow("start.log", PETERSON, &other, &[]));
    assert!(text.contains("0 of 3 lines fit"), "the first line is about the beginning: {text}");
    let list = interleave(&["play", PETERSON]);
    let row = out(&list)
        .lines()
        .find_map(|line| line.strip_prefix("  process 0  remainder ").map(str::to_owned));
    let log = format!("{{\"process\": 0, \"line\": {}}}", row.unwrap().trim());
    assert_eq!(
        json(&follow("row.log", PETERSON, &log, &["--json"]))["steps"].as_array().unwrap().len(),
        1
    );
}

/// One step sends to both others, and the log has a line for each.
#[test]
fn several_lines_may_be_of_one_step() {
    let log = r#"{"process": 0, "send": "request(1)", "to": 1}
{"process": 0, "send": "request", "to": 2}
{"process": 1, "receive": "request", "from": 0}
{"process": 1, "send": "reply", "to": 0}
"#;
    let data = json(&follow("sends.log", "ricart-agrawala", log, &["--json"]));
    let explained: Vec<usize> = data["steps"]
        .as_array()
        .unwrap()
        .iter()
        .map(|step| step["explains"].as_array().unwrap().len())
        .collect();
    assert_eq!(explained, [2, 2], "{data}");
    // the write enters, too, and somebody's entry has a line
    let lock = file("follow-once.ilv", super::texts::LOCK);
    let of_lock = r#"{"process": 0, "write": "lock", "value": true}
{"process": 1, "enter": "critical"}"#;
    let text = out(&follow("once.log", lock.to_str().unwrap(), of_lock, &[]));
    let says = "process 0 can write lock = true, leave waiting, enter critical, but no line follows that says: enter critical";
    assert!(text.contains(says), "{text}");
    let first: String =
        log.lines().take(1).chain(log.lines().skip(2)).collect::<Vec<_>>().join("\n");
    let data = json(&follow("send.log", "ricart-agrawala", &first, &["--json"]));
    assert_eq!(data["fitting"], 0, "a request to process 2 would be in a line");
}

/// Each keeps its own order.
#[test]
fn several_logs_are_of_one_execution() {
    let of = |process: usize| {
        let own = format!("\"process\": {process}");
        FITS.lines().filter(|line| line.contains(&own)).collect::<Vec<_>>().join("\n")
    };
    let logs = [1, 0].map(|process| file(&format!("{process}.log"), &of(process)));
    let [first, second] = logs.each_ref().map(|path| path.to_str().unwrap());
    let followed = interleave(&["follow", PETERSON, first, second]);
    assert_eq!(code(&followed), 0, "{}", out(&followed));
    assert!(
        out(&followed).contains("1.log:3  Process 1 writes flag[1] ← false"),
        "{}",
        out(&followed)
    );
}

const LOCKSVC: &str = include_str!("logs/locksvc.ndjson");

fn service() -> String {
    format!("{}/tests/all/logs/lock_service.ilv", env!("CARGO_MANIFEST_DIR"))
}

/// A run of a real lock service, whose vector clocks order its events and not the lines of a file.
#[test]
fn vector_clocks_order_the_lines() {
    let backwards: Vec<&str> = LOCKSVC.lines().rev().collect();
    let followed = follow("service.ndjson", &service(), &backwards.join("\n"), &[]);
    assert!(
        out(&followed).contains("The log fits: 30 lines, 25 steps, of which 0 are in no line."),
        "{}",
        out(&followed)
    );
    let logs: Vec<String> = (0..6)
        .map(|process| {
            let own = LOCKSVC
                .lines()
                .filter(|line| line.starts_with(&format!("{{\"process\": {process},")));
            file(&format!("service-{process}.log"), &own.collect::<Vec<_>>().join("\n"))
                .to_str()
                .unwrap()
                .to_owned()
        })
        .collect();
    let service = service();
    let args: Vec<&str> =
        ["follow", &service].into_iter().chain(logs.iter().map(|log| &log[..])).collect();
    let followed = interleave(&args);
    assert!(out(&followed).contains("service-5.log:13, "), "{}", out(&followed));
    // the order of the files says something else
    let plain =
        LOCKSVC.lines().map(|line| line.split(", \"clock\": {").next().unwrap().to_owned() + "}");
    let data = json(&follow(
        "unclocked.ndjson",
        &service,
        &plain.collect::<Vec<_>>().join("\n"),
        &["--json"],
    ));
    assert_eq!((&data["fits"], &data["fitting"]), (&false.into(), &1.into()));
    // the server receives what nobody has sent, and then nothing after it has a turn
    let nobody = LOCKSVC.replacen(
        "\"receive\": \"lock\", \"from\": 2",
        "\"receive\": \"unlock\", \"from\": 2",
        1,
    );
    let text = out(&follow("nobody.ndjson", &service, &nobody, &[]));
    assert!(
        text.contains("receive\": \"unlock\", \"from\": 2")
            && text.contains("server 5 can receive lock from 2"),
        "{text}"
    );
}

#[test]
fn damaged_clocks_are_errors_at_their_lines() {
    let lock = "\"send\": \"lock\", \"to\": 5, \"clock\": {\"4\": 1}";
    for (from, to, says) in [
        (
            lock,
            "\"send\": \"lock\", \"to\": 5",
            "13: This line has no `clock`, and others have one.",
        ),
        (
            lock,
            "\"send\": \"lock\", \"to\": 5, \"clock\": {\"1\": 2}",
            "13: `clock` counts the events of `process` itself",
        ),
        (
            lock,
            "\"send\": \"lock\", \"to\": 5, \"clock\": {\"4\": 2}",
            "14: Line 13 is the same event",
        ),
        (
            lock,
            "\"send\": \"lock\", \"to\": 5, \"clock\": {\"4\": 1, \"5\": 3}",
            "No order of the lines agrees with their clocks",
        ),
        (
            lock,
            "\"send\": \"lock\", \"to\": 5, \"clock\": [4, 1]",
            "13: `clock` counts events by process",
        ),
        (
            "\"clock\": {\"4\": 1, \"5\": 2}",
            "\"clock\": {\"4\": 9, \"5\": 2}",
            "16: The clock names event 9 of process 4, and no line",
        ),
    ] {
        let damaged = LOCKSVC.replacen(from, to, 1);
        let path = file("damaged.ndjson", &damaged);
        let error = usage_error(&["follow", &service(), path.to_str().unwrap()]);
        assert!(error.contains("damaged.ndjson:") && error.contains(says), "{to}: {error}");
    }
}

#[test]
fn a_log_that_cannot_be_read_is_an_error_at_its_line() {
    for (log, line, says) in [
        ("", 1, "The log is empty"),
        ("\n \n", 1, "The log is empty"),
        ("{\"process\": 0}\n{\"proc", 2, "This line is no JSON"),
        ("[0, 1]", 1, "A line of a log is an object"),
        ("{\"proces\": 0}", 1, "A log has no field `proces`. It has process, "),
        ("{\"process\": 5}", 1, "There is no process 5: they are 0 to 1."),
        ("{\"process\": \"one\"}", 1, "`process` is a number"),
        (
            "{\"process\": 0}\n{\"write\": \"flga[0]\"}",
            2,
            "There is no shared variable `flga[0]`. There are flag, turn.",
        ),
        ("{\"enter\": \"inside\"}", 1, "There is no section `inside`."),
        ("{\"enter\": \"critical\", \"write\": \"turn\"}", 1, "A line has one event"),
        ("{\"enter\": \"critical\", \"value\": 1}", 1, "`value` stands beside `read` or `write`."),
        ("{\"line\": 1}", 1, "Line 1 of the text is no step."),
        ("{\"state\": {\"turns\": 1}}", 1, "There is no variable `turns`."),
        ("{\"process\": 0}\n{\"logs\": [\"enter\"]}", 2, "`logs` stands alone in the first line"),
        ("{\"logs\": [\"enters\"]}", 1, "`logs` stands alone in the first line"),
        ("{\"crash\": 1}", 1, "`crash` is true, or is left out."),
    ] {
        let path = file("wrong.log", log);
        let error = usage_error(&["follow", PETERSON, path.to_str().unwrap()]);
        assert!(error.contains(&format!("wrong.log:{line}: {says}")), "{log}: {error}");
    }
    assert!(usage_error(&["follow", PETERSON, "no.log"]).contains("no.log cannot be read"));
}

#[test]
fn a_search_that_ends_at_a_bound_decides_nothing() {
    for bound in [["--states-max", "3"], ["--memory", "1K"]] {
        let followed = follow("bound.log", PETERSON, FITS, &bound);
        assert_eq!(code(&followed), 3);
        assert!(out(&followed).contains("Undecided: the search ended after"), "{}", out(&followed));
    }
}

/// Two hundred lines and more are searched deep first.
#[test]
fn a_long_log_is_followed() {
    let round =
        "{\"process\": 0, \"enter\": \"critical\"}\n{\"process\": 1, \"enter\": \"critical\"}\n";
    let data = json(&follow("long.log", PETERSON, &round.repeat(300), &["--json"]));
    assert_eq!(data["fits"], true, "{data}");
    let steps = data["steps"].as_array().unwrap();
    assert_eq!(steps.last().unwrap()["explains"][0]["line"], 600);
    // many steps are told in words, and all can be played
    let followed = follow("long.log", PETERSON, &round.repeat(300), &[]);
    let text = out(&followed);
    assert!(text.contains("more steps are not shown.\n\ninterleave play"), "{text}");
    assert_eq!(text.lines().count(), 1_000 + 6, "{text}");
    let never =
        round.repeat(300) + "{\"enter\": \"critical\", \"state\": {\"flag\": [false, false]}}";
    let data = json(&follow("long.log", PETERSON, &never, &["--json"]));
    assert_eq!((&data["fits"], &data["fitting"]), (&false.into(), &600.into()));
    let twice = "{\"process\": 0, \"write\": \"turn\"}\n".repeat(2) + &round.repeat(300);
    let data = json(&follow("long.log", PETERSON, &twice, &["--json"]));
    assert_eq!((&data["fits"], &data["fitting"]), (&false.into(), &1.into()), "{data}");
}

fn counterexample(name: &str) -> String {
    format!("{}/tests/all/logs/{name}.json", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn a_counterexample_of_tlc_is_played() {
    let trace = counterexample("peterson");
    let played = interleave(&["play", "peterson?order=turn-first", "--trace", &trace]);
    assert_eq!(code(&played), 1, "it breaks a property");
    let text = out(&played);
    assert!(text.contains("After 9 steps of 9:\n  process 0  critical"), "{text}");
    assert!(text.contains("Broken: mutual exclusion."), "{text}");
    let messages = counterexample("ricart-agrawala");
    let text = out(&interleave(&["play", "ricart-agrawala", "--trace", &messages]));
    assert!(text.contains("After 3 steps of 3:"), "{text}");
    // with other options it is none
    let played = interleave(&["play", "peterson", "--trace", &trace]);
    assert_eq!(code(&played), 1);
    assert!(out(&played).contains("The log fits no run: 2 of 10 states fit"), "{}", out(&played));
}

#[test]
fn a_counterexample_of_tlc_is_held_to_every_variable() {
    let read = |name| fs::read_to_string(counterexample(name)).unwrap();
    for (name, link, from, to, says) in [
        (
            "peterson",
            "peterson?order=turn-first",
            "\"turn\": 0}",
            "\"turn\": 1}",
            "0 of 10 states fit",
        ),
        ("ricart-agrawala", "ricart-agrawala", "\"to\": 2, ", "\"to\": 0, ", "1 of 4 states fit"),
        (
            "ricart-agrawala",
            "ricart-agrawala",
            "\"mine\": {\"0\": 1, \"1\": 1, \"2\": 1}",
            "\"mine\": {\"0\": 1, \"1\": 1, \"2\": 2}",
            "3 of 4",
        ),
        (
            "ricart-agrawala",
            "ricart-agrawala",
            "\"pending\"",
            "\"pendign\"",
            "State 1: The module of this text has no variable `pendign`",
        ),
    ] {
        let changed = read(name).replace(from, to);
        let followed = follow("changed.json", link, &changed, &[]);
        let both = out(&followed) + &String::from_utf8_lossy(&followed.stderr);
        assert!(both.contains(says), "{to}: {both}");
    }
    // the last step goes back to the first state
    let back = r#"{"state": [[1, {"at": "a", "up": false}], [2, {"at": "b", "up": true}]], "action": [
        [[1, {"at": "a", "up": false}], {"name": "a"}, [2, {"at": "b", "up": true}]],
        [[2, {"at": "b", "up": true}], {"name": "b"}, [1, {"at": "a", "up": false}]]]}"#;
    let (text, back) = (file("round.ilv", ROUND), file("back.json", back));
    let played = interleave(&["play", text.to_str().unwrap(), "--trace", back.to_str().unwrap()]);
    assert!(out(&played).contains("From here on it goes round and round"), "{}", out(&played));
    let log = file("no-trace.log", FITS);
    let error = usage_error(&["play", PETERSON, "--trace", log.to_str().unwrap()]);
    assert!(error.contains("is no trace of whole states"), "{error}");
}

/// As Apalache and Quint write it: numbers, sets and functions have marks.
#[test]
fn a_trace_in_itf_is_played() {
    fn marked(value: &Value) -> Value {
        match value {
            Value::Number(number) => json!({ "#bigint": number.to_string() }),
            Value::Array(values) => {
                json!({ "#set": values.iter().map(marked).collect::<Vec<_>>() })
            }
            Value::Object(pairs) => {
                let pair = |(key, value): (&String, &Value)| {
                    json!([marked(&key.parse::<u64>().unwrap().into()), marked(value)])
                };
                json!({ "#map": pairs.iter().map(pair).collect::<Vec<_>>() })
            }
            other => other.clone(),
        }
    }
    for (name, link, says) in [
        ("peterson", "peterson?order=turn-first", "After 9 steps of 9:\n  process 0  critical"),
        ("ricart-agrawala", "ricart-agrawala", "After 3 steps of 3:"),
    ] {
        let trace: Value =
            serde_json::from_str(&fs::read_to_string(counterexample(name)).unwrap()).unwrap();
        let state = |numbered: &Value| {
            let variables = numbered[1].as_object().unwrap().iter();
            let own = variables.filter(|(name, _)| *name != "network");
            let own = own.map(|(name, value)| (name.clone(), marked(value)));
            let meta = ("#meta".to_owned(), json!({ "index": numbered[0] }));
            Value::Object(own.chain([meta]).collect())
        };
        let states: Vec<Value> =
            trace["counterexample"]["state"].as_array().unwrap().iter().map(state).collect();
        let itf = json!({ "#meta": { "format": "ITF" }, "vars": [], "states": states }).to_string();
        let path = file(&format!("{name}.itf.json"), &itf);
        let played = out(&interleave(&["play", link, "--trace", path.to_str().unwrap()]));
        assert!(played.contains(says), "{played}");
        let broken = itf.replacen("\"#bigint\":\"1\"", "\"#bigint\":\"one\"", 1);
        let path = file("broken.itf.json", &broken);
        let error = usage_error(&["follow", link, path.to_str().unwrap()]);
        assert!(error.contains("This trace in ITF is broken."), "{error}");
    }
    let back = r#"{"vars": ["at", "up"], "states": [{"at": "a", "up": false}, {"at": "b", "up": true}], "loop": 0}"#;
    let (text, back) = (file("round-itf.ilv", ROUND), file("back.itf.json", back));
    let played = interleave(&["play", text.to_str().unwrap(), "--trace", back.to_str().unwrap()]);
    assert!(out(&played).contains("From here on it goes round and round"), "{}", out(&played));
}

/// The document's example prints what it says.
#[test]
fn the_example_of_the_document_is_so() {
    let document = include_str!("../../../../docs/COMMAND_LINE.md");
    let (_, section) = document.split_once("## Logs\n").unwrap();
    let (_, log) = section.split_once("```json\n").unwrap();
    let (log, rest) = log.split_once("```").unwrap();
    let (_, printed) = rest.split_once("$ interleave follow peterson service.log\n").unwrap();
    let (printed, _) = printed.split_once("```").unwrap();
    let followed = follow("service.log", PETERSON, log, &[]);
    assert_eq!((code(&followed), out(&followed).trim_end()), (1, printed.trim_end()));
}

/// The second asks while the first is inside, and is answered when it leaves.
const ASKED: &str = "# A lock

```mermaid
sequenceDiagram
    participant A as Process 0
    participant process 1
    A->>process 1: request(1)
    Note over A: has asked everybody
    process 1-->>+A: reply
```
";

#[test]
fn a_sequence_diagram_is_followed() {
    let two = "ricart-agrawala?processes=2";
    let followed = follow("asked.md", two, ASKED, &[]);
    assert_eq!(code(&followed), 0, "{}", out(&followed));
    assert!(out(&followed).contains("line 7 "), "{}", out(&followed));
    let turned = ASKED
        .replace("-->>+A: reply", "-->>A: request(1)")
        .replace("A->>process 1: request(1)", "A->>process 1: reply");
    assert_eq!(code(&follow("turned.md", two, &turned, &[])), 1);
    // as it is exported: with what is read and written, and a number before each
    for (link, log) in [(PETERSON, FITS), (two, ASKED)] {
        let run = json(&follow("run.log", link, log, &["--json"]))["run"].clone();
        let run = run.as_str().unwrap();
        let diagram = out(&interleave(&["export", run, "--format", "mermaid"]));
        let followed = json(&follow("exported.mmd", link, &diagram, &["--json"]));
        assert_eq!(followed["fits"], true, "{diagram}");
    }
}

#[test]
fn a_diagram_that_cannot_be_read_is_an_error_at_its_line() {
    let wrong = |text: &str| {
        let log = file("wrong.md", text);
        usage_error(&["follow", "ricart-agrawala?processes=2", log.to_str().unwrap()])
    };
    for (arrow, why) in [
        (
            "process 2->>A: reply",
            "wrong.md:7: There is no participant `process 2`. There are process 0, process 1",
        ),
        ("loop", "wrong.md:7: A diagram with `loop` has several runs."),
        ("A to B", "wrong.md:7: No arrow such as `A->>B: request`."),
    ] {
        let text = ASKED.replace("A->>process 1: request(1)", arrow);
        assert!(wrong(&text).contains(why), "{}", wrong(&text));
    }
    let text = [ASKED, ASKED].concat();
    assert!(wrong(&text).contains("wrong.md:13: A second sequence diagram."), "{}", wrong(&text));
}
