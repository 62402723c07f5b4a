//! Logs of `ShiViz`.

use super::super::texts::file;
use super::super::{code, interleave, json, out, usage_error};
use super::{PETERSON, follow};

/// As it reads a file without an expression: the event above its host.
const ABOVE: &str = r#"write flag[0] = true
process-0 {"process-0": 1}
write flag[1] ← true
process-1 {"process-1": 1}
enter critical
process-0 {"process-0": 2, "process-1": 1}
write flag[0] = false
process-0 {"process-0": 3, "process-1": 1}
enter critical
process-1 {"process-0": 3, "process-1": 2}
"#;

#[test]
fn an_event_stands_above_its_clock_or_below_or_as_the_first_line_says() {
    let says = "The log fits: 5 lines, 11 steps, of which 6 are in no line.";
    let lines: Vec<&str> = ABOVE.lines().collect();
    let pairs: Vec<String> =
        lines.chunks(2).map(|pair| format!("{}\n{}\n", pair[1], pair[0])).collect();
    let below = pairs.join("\n");
    let pairs: Vec<String> =
        lines.chunks(2).map(|pair| format!("[info] {} | {}\n", pair[1], pair[0])).collect();
    let beside = pairs.concat();
    let first = r"\[\w+\] (?<host>\S+) (?<clock>{.*}) \| (?<event>.*)";
    let given = format!("(?<event>.*)\\n(?<host>\\S*) (?<clock>{{.*}})\n\n{ABOVE}");
    for log in [ABOVE, &below, &format!("{first}\n\n{beside}"), &given] {
        let followed = follow("events.shiviz", PETERSON, log, &[]);
        assert!(out(&followed).contains(says), "{log}: {}", out(&followed));
    }
    let text = out(&follow("events.shiviz", PETERSON, ABOVE, &[]));
    assert!(text.contains("line 1  Process 0 writes flag[0] ← true"), "{text}");
    // the clocks say that both are inside at once
    let both = ABOVE
        .replace("write flag[0] = false\nprocess-0 {\"process-0\": 3, \"process-1\": 1}\n", "")
        .replace("\"process-0\": 3", "\"process-0\": 2");
    let data = json(&follow("both.shiviz", PETERSON, &both, &["--json"]));
    assert_eq!((&data["fits"], &data["fitting"]), (&false.into(), &3.into()));
}

/// Each process has its file.
#[test]
fn several_files_are_one_log() {
    let lines: Vec<&str> = ABOVE.lines().collect();
    let logs = ["process-0", "process-1"].map(|host| {
        let own = lines.chunks(2).filter(|pair| pair[1].starts_with(host));
        let text: Vec<String> = own.map(|pair| pair.join("\n")).collect();
        file(&format!("{host}.shiviz"), &text.join("\n"))
    });
    let [first, second] = logs.each_ref().map(|path| path.to_str().unwrap());
    let followed = interleave(&["follow", PETERSON, second, first]);
    assert!(out(&followed).contains("process-1.shiviz:3"), "{}", out(&followed));
    assert_eq!(code(&followed), 0);
}

/// What `export` writes, with faults, with initial values that were chosen, and with replicas.
#[test]
fn what_export_writes_fits() {
    let any = file(
        "any.ilv",
        "algorithm A\nshared x: 0..3 = any\nprocess i of 2:\n  a:\n    x ← 1\n  b:\n    await x = 1\n  c:\n    \
         pause\nalways both: at most 1 in c\n",
    );
    let found = out(&interleave(&["check", any.to_str().unwrap(), "--links"]));
    let (_, any) = found.split_once("interleave play '").expect("it fails");
    let (any, _) = any.split_once('\'').unwrap();
    for link in [
        "bakery?processes=2&tie-break=none&v=1&run=AAVBQX.fBdw",
        "ricart-agrawala?processes=2&faults=duplicate&v=1&run=EGVPNqE6_.Jyd7",
        "row-lock?replicas=2&v=1&run=QAJijAimnP.TfiF",
        any,
    ] {
        let log = out(&interleave(&["export", link, "--format", "shiviz"]));
        let (setting, _) = link.split_once("&v=1").unwrap();
        let data = json(&follow("exported.shiviz", setting, &log, &["--json"]));
        assert_eq!(data["fits"], true, "{link}: {log}");
        let steps = log.lines().count() - 2;
        assert_eq!(data["steps"].as_array().unwrap().len(), steps, "no step is silent");
        let swapped = log.replace("\"line\":", "\"line\":1");
        let path = file("swapped.shiviz", &swapped);
        let error = usage_error(&["follow", setting, path.to_str().unwrap()]);
        assert!(error.contains("of the text is no step."), "{error}");
    }
}

#[test]
fn a_damaged_log_is_an_error_at_its_line() {
    for (from, to, says) in [
        (
            "enter critical",
            "enters the critical section",
            "5: “enters the critical section” says nothing in the words",
        ),
        (
            "process-1 {\"process-1\": 1}",
            "process-2 {\"process-2\": 1}",
            "3: There is no process `process-2`: there are process 0, process 1.",
        ),
        (
            "\"process-0\": 3, \"process-1\": 2}",
            "\"process-0\": 4, \"process-1\": 2}",
            "9: The clock names event 4 of process 0, and no line",
        ),
        ("process-1 {\"process-1\": 1}", "process-1 {process-1: 1}", "3: The clock is no JSON"),
        ("process-1 {\"process-1\": 1}\n", "", "3: This line is no part of an event"),
        ("write flag[1] ← true", "{\"write\": \"flga\"}", "3: There is no shared variable `flga`."),
    ] {
        let damaged = ABOVE.replacen(from, to, 1);
        let path = file("damaged.shiviz", &damaged);
        let error = usage_error(&["follow", PETERSON, path.to_str().unwrap()]);
        assert!(error.contains(&format!("damaged.shiviz:{says}")), "{to}: {error}");
    }
    for (head, says) in [
        (
            "(?<event>.*) (?<host>\\S+) (?<clock>{.*})\n=== (?<trace>.*)\n",
            "2: This line separates executions",
        ),
        ("(?<event>.*) (?<host>\\S+) (?<clock>{.*}))\n\n", "1: This expression cannot be read."),
        ("(?<event>.*) (?<host>\\S+) (?<clock>{.*})\n\n", "1: The log is empty"),
    ] {
        let path = file("head.shiviz", head);
        let error = usage_error(&["follow", PETERSON, path.to_str().unwrap()]);
        assert!(error.contains(&format!("head.shiviz:{says}")), "{error}");
    }
}
