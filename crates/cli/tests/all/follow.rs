//! Logs of real programs.

mod clocks;
mod diagrams;
mod known;
mod shiviz;
mod traces;

use super::texts::file;
use super::{code, interleave, json, out, usage_error};

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

#[test]
fn a_log_that_cannot_be_read_is_an_error_at_its_line() {
    for (log, line, says) in [
        ("", 1, "The log is empty"),
        ("\n \n", 1, "The log is empty"),
        ("{\"process\": 0}\n{\"proc", 2, "This line is no JSON"),
        ("[0, 1]", 1, "A line of a log is an object"),
        ("{\"proces\": 0}", 1, "A log has no field `proces`. It has process, "),
        ("{\"process\": 5}", 1, "There is no process 5: they are 0 to 1."),
        ("{\"process\": \"one\"}", 1, "There is no process `one`: there are process 0, process 1."),
        ("{\"process\": true}", 1, "`process` is a number"),
        ("{\"event\": \"enters\"}", 1, "“enters” says nothing in the words of a log"),
        ("{\"event\": \"enter critical\", \"write\": \"turn\"}", 1, "A line has one event"),
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
