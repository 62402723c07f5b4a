//! `interleave test`: files with expectations, and their results.

use super::{code, interleave, json, out, usage_error};
use std::fs;
use std::path::{Path, PathBuf};

/// With a claim, a question and a measure of most kinds.
pub const COUNTER: &str = "algorithm A counter

option adds: in_two_steps, at_once

shared x: 0..2

process i of 2:
  adding:
    x ← x + 1           with adds = in_two_steps
    atomic x ← x + 1    with adds = at_once

at end both counted: x = 2
reachable one is counted: x = 1
most last: x
least first: x
outcomes sums: x
wait-free: adding to end
";

const RIGHT: &str = "
expect both counted: fails in 4 steps
expect both counted: holds with adds = at_once
expect one is counted: reached in 2 steps
expect last: at most 2
expect first: at least 0
expect sums: 2 outcomes
expect sums: 1 outcome with adds = at_once
expect wait-free: holds
expect no deadlock: holds
";

/// A directory of its own with these files.
pub fn directory(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    for (file, text) in files {
        let file = path.join(file);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }
    path
}

pub fn test(path: &Path, more: &[&str]) -> (i32, String) {
    let output = interleave(&[&["test", path.to_str().unwrap()], more].concat());
    (code(&output), out(&output))
}

/// The counter with these expectations.
fn expecting(name: &str, lines: &str) -> PathBuf {
    let folder = directory(name, &[("counter.ilv", &format!("{COUNTER}\n{lines}\n"))]);
    folder.join("counter.ilv")
}

#[test]
fn what_is_expected_and_comes_passes() {
    let file = expecting("expect-right", RIGHT);
    let (code, said) = test(&file, &[]);
    assert_eq!(code, 0, "{said}");
    let line =
        "counter.ilv:20: both counted: fails in 4 steps; found: fails: shortest run 4 steps\n";
    assert!(said.contains(line), "{said}");
    assert!(said.ends_with("\n9 passed, 0 failed\n"), "{said}");
    assert!(!said.contains("interleave play"), "{said}");
}

/// Each of these is false, and is told with what came.
#[test]
fn what_does_not_come_fails() {
    for (line, found) in [
        ("expect both counted: holds", "fails: shortest run 4 steps"),
        ("expect both counted: fails in 5 steps", "fails: shortest run 4 steps"),
        ("expect both counted: fails with adds = at_once", "holds in all"),
        ("expect one is counted: never reached", "can happen: 2 steps"),
        ("expect one is counted: reached in 1 step", "can happen: 2 steps"),
        ("expect last: at most 1", "at most 2"),
        ("expect last: no bound", "at most 2"),
        ("expect first: at least 1", "at least 0"),
        ("expect sums: 3 outcomes", "2 outcomes"),
        ("expect wait-free: fails", "holds: at most 2 own steps"),
        ("expect wait-free: no bound", "holds: at most 2 own steps"),
        ("expect no deadlock: fails", "holds in all"),
        ("expect 1 state", "states"),
    ] {
        let (code, said) = test(&expecting("expect-wrong", line), &[]);
        assert_eq!(code, 1, "{line}: {said}");
        let told = said.lines().next().unwrap();
        assert!(told.starts_with("! ") && told.contains(&line["expect ".len()..]), "{said}");
        assert!(told.split_once("; found: ").unwrap().1.contains(found), "{line}: {said}");
        assert!(said.ends_with("0 passed, 1 failed\n"), "{said}");
    }
}

/// A row that verdicts have only where it fails.
#[test]
fn values_are_expected_to_stay_in_their_domains() {
    let lines = "expect values stay in their domains: holds";
    assert_eq!(test(&expecting("expect-domains", lines), &[]).0, 0);
    let narrow = COUNTER.replace("0..2", "0..1");
    let folder = directory("expect-domains", &[("counter.ilv", &format!("{narrow}\n{lines}\n"))]);
    let (code, said) = test(&folder, &[]);
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("x would become 2, which is not in 0..1."), "{said}");
    let right = format!("{narrow}\n{}\n", lines.replace("holds", "fails in 3 steps"));
    fs::write(folder.join("counter.ilv"), right).unwrap();
    assert_eq!(test(&folder, &[]).0, 0);
}

/// Options may leave a property out, or make no program.
#[test]
fn a_number_that_cannot_be_computed_somewhere_fails() {
    let text = COUNTER.replace("shared x: 0..2", "shared x: 0..2\nshared a[0..1]: 0..2");
    let text = text.replace("most last: x", "most last: x + a[x]") + "\nexpect last: at most 1\n";
    let path = directory("impossible", &[("counter.ilv", &text)]);
    let (code, out) = test(&path, &[]);
    assert_eq!(code, 1, "{out}");
    assert!(
        out.contains("at most 1 (reached in 2 steps), and in some states it cannot be computed"),
        "{out}"
    );
}

#[test]
fn what_some_options_do_not_have_fails_with_them() {
    let text = COUNTER.replace("process i of 2:", "option size: 2, 17\nprocess i of size:");
    let text = text.replace("most last: x", "most last: x with adds = at_once");
    for (line, found) in [
        ("expect last: at most 2", "no such property with these options"),
        ("expect no deadlock: holds with size = 17", "These options make no program. Line 8: "),
    ] {
        let folder = directory("expect-options", &[("counter.ilv", &format!("{text}{line}\n"))]);
        let (code, said) = test(&folder, &[]);
        assert_eq!(code, 1, "{said}");
        assert!(said.contains(&format!("; found: {found}")), "{said}");
    }
}

/// The run of a failed expectation can be played.
#[test]
fn a_failure_comes_with_its_run() {
    let file = expecting("expect-run", "expect both counted: holds");
    let (_, said) = test(&file, &["--links"]);
    let link = said.split('\'').nth(1).expect("a link");
    let played = interleave(&["play", link]);
    assert_eq!(code(&played), 1);
    assert!(out(&played).contains("This breaks: both counted."), "{}", out(&played));
}

#[test]
fn where_a_search_ends_at_a_bound_nothing_is_decided() {
    let lines =
        "expect both counted: holds with adds = at_once\nexpect last: at most 2\nexpect 1 state\n";
    let (code, said) = test(&expecting("expect-bound", lines), &["--states-max", "3"]);
    assert_eq!(code, 1, "three states are more than one: {said}");
    let lines = lines.replace("expect 1 state", "expect 900 states");
    let (code, said) = test(&expecting("expect-bound", &lines), &["--states-max", "3"]);
    assert_eq!(code, 3, "{said}");
    assert!(said.contains("0 passed, 0 failed, 3 undecided"), "{said}");
}

/// Files in folders are found in order; errors of one do not keep the others from being searched.
#[test]
fn a_folder_is_tested_whole() {
    let right = format!("{COUNTER}\nexpect no deadlock: holds\n");
    let wrong = right.replace("x: 0..2", "x 0..2");
    let files = [
        ("b.ilv", right.as_str()),
        ("a/c.ilv", &right),
        ("a/notes.txt", "no text of ours"),
        ("z.ilv", &wrong),
        ("e.ilv", COUNTER),
    ];
    let folder = directory("expect-folder", &files);
    let (code, said) = test(&folder, &[]);
    assert_eq!(code, 2, "{said}");
    let at = |part: &str| said.find(part).unwrap_or_else(|| panic!("{part}: {said}"));
    assert!(at("c.ilv:19: no deadlock") < at("b.ilv:19: no deadlock"));
    assert!(at("b.ilv:19: no deadlock") < at("e.ilv: no expectations"));
    assert!(said.contains("z.ilv:5:10"), "{said}");
    assert!(said.contains("2 passed, 0 failed; 1 file cannot be tested"), "{said}");
    fs::remove_file(folder.join("z.ilv")).unwrap();
    assert_eq!(test(&folder, &[]).0, 0);
    assert_eq!(test(&folder.join("e.ilv"), &[]).0, 3);
    assert_eq!(test(&folder.join("missing.ilv"), &[]).0, 2);
    let empty = directory("expect-empty", &[("notes.txt", "")]);
    assert!(usage_error(&["test", empty.to_str().unwrap()]).contains("has no file `*.ilv`"));
}

#[test]
fn machines_get_json() {
    let file =
        expecting("expect-json", "expect sums: 1 outcome with adds = at_once\nexpect 3 states");
    let output = interleave(&["test", "--json", file.to_str().unwrap()]);
    assert_eq!(code(&output), 1);
    let told = json(&output);
    assert_eq!((told["ok"].as_bool(), told["passed"].as_u64()), (Some(false), Some(1)));
    let cases = &told["files"][0]["expectations"];
    assert_eq!(cases[0]["property"], "sums");
    assert_eq!(cases[0]["expected"], "1 outcome");
    assert_eq!(cases[0]["options"]["adds"], "at_once");
    assert_eq!(cases[0]["judgement"], "met");
    assert_eq!(cases[1]["judgement"], "unmet");
    assert!(cases[1]["property"].is_null());
}

#[test]
fn build_servers_get_xml() {
    let title = "both <counted> & \"done\"";
    let text = COUNTER.replace("both counted", title);
    let text = format!("{text}\nexpect {title}: holds\nexpect no deadlock: holds\n");
    let folder = directory("expect-xml", &[("counter.ilv", &text), ("none.ilv", COUNTER)]);
    let report = folder.join("report.xml");
    let (code, said) = test(&folder, &["--junit", report.to_str().unwrap()]);
    assert_eq!(code, 1);
    assert!(said.contains("1 passed, 1 failed"), "{said}");
    let xml = fs::read_to_string(&report).unwrap();
    assert_eq!(test(&folder, &["--junit", "-"]), (1, xml.replace('\u{202f}', " ")));
    assert!(xml.contains("tests=\"3\" failures=\"1\" errors=\"0\" skipped=\"1\""), "{xml}");
    assert!(xml.contains("name=\"both &lt;counted&gt; &amp; &quot;done&quot;: holds\""), "{xml}");
    assert!(xml.contains("<failure message=\"line 19: fails: shortest run 4 steps\">"), "{xml}");
    let both = ["test", "--json", "--junit", "-", folder.to_str().unwrap()];
    assert!(usage_error(&both).contains("JUnit XML"));
}

/// The examples of the language's page come to what they expect.
#[test]
fn the_page_of_the_language_is_right() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/LANGUAGE.md");
    let page = fs::read_to_string(page).unwrap();
    let examples =
        page.split("```interleave\n").skip(1).filter_map(|fence| fence.split("```").next());
    let expecting: Vec<&str> = examples.filter(|text| text.contains("\nexpect ")).collect();
    assert!(!expecting.is_empty());
    for text in expecting {
        let folder = directory("expect-page", &[("example.ilv", text)]);
        let (code, said) = test(&folder, &[]);
        assert_eq!(code, 0, "{said}");
    }
}

/// What is expected is of the program, whatever its properties remember of the run.
#[test]
fn states_are_those_of_the_program() {
    let text = |properties: &str, states: usize| {
        format!(
            "algorithm A hand\nshared x: 0..3 = any\nprocess i of 1, for ever:\n  moving:\n    \
             atomic x ← (x + 1) mod 4\n{properties}\nexpect {states} states\n"
        )
    };
    for (name, properties, visited) in [
        ("nothing", "always low: x < 4", 4),
        ("eventually", "eventually two: x = 2", 7),
        ("ever-after", "always low: x = 3 ⇒ always x < 4", 7),
        ("a-step", "reachable back: x′ < x", 5),
    ] {
        let path = directory(name, &[("hand.ilv", &text(properties, 4))]).join("hand.ilv");
        let (code, said) = test(&path, &[]);
        assert_eq!(code, 0, "{said}");
        assert!(said.contains("4 states; found: 4 states"), "{said}");
        let path = path.to_str().unwrap();
        let checked = interleave(&["check", path, "--json", "--no-progress"]);
        let of_program = (visited > 4).then_some(4);
        assert_eq!(json(&checked)["states"], visited, "{name}");
        assert_eq!(json(&checked)["states_of_program"].as_u64(), of_program, "{name}");
        let told = out(&interleave(&["check", path, "--no-progress"]));
        let line = "\n4 states of the program, each with what properties remember\n";
        assert_eq!(told.contains(line), visited > 4, "{told}");
        let safety = json(&interleave(&["check", path, "--safety", "--json", "--no-progress"]));
        assert_eq!(safety["states"], if name == "eventually" { 4 } else { visited }, "{name}");
    }
    let wrong = directory("doubled", &[("hand.ilv", &text("eventually two: x = 2", 7))]);
    let (code, said) = test(&wrong, &[]);
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("7 states; found: 4 states"), "{said}");
}

/// What never happens does not hold: the claim that it never happens does.
#[test]
fn a_never_is_told_as_it_is_claimed() {
    let text = "algorithm A\nshared x: 0..3\nprocess i of 2:\n  going:\n    x ← 1\nnever three: x = 3\n\
                never one: x = 1\nexpect three: holds\nexpect one: fails in 1 step\n";
    let folder = directory("expect-never", &[("never.ilv", text)]);
    let file = folder.join("never.ilv");
    let (code_of_test, said) = test(&file, &[]);
    assert_eq!(code_of_test, 0, "{said}");
    assert!(said.contains("never three: holds; found: holds in all 4 states"), "{said}");
    let checked = interleave(&["check", file.to_str().unwrap()]);
    let said = out(&checked);
    assert!(said.contains("  never three  holds in all 4 states\n"), "{said}");
    assert!(said.contains("! never one    fails: shortest run 1 step"), "{said}");
    let names = |checked: &serde_json::Value| -> Vec<String> {
        let verdicts = checked["verdicts"].as_array().unwrap().iter();
        verdicts.map(|value| value["property"].as_str().unwrap().to_owned()).collect()
    };
    let checked = json(&interleave(&["check", file.to_str().unwrap(), "--json"]));
    assert_eq!(names(&checked), ["never three", "never one", "no deadlock"]);
    let link = checked["sentences"][1]["link"].as_str().unwrap();
    assert!(out(&interleave(&["play", link])).contains("This breaks: never one."));
}

#[test]
fn what_is_not_as_expected_says_why_and_what_is_does_not_fail() {
    let lines = "reachable both: x = 1 and x = 2\nexpect both: never reached\neventually falls: x = 1 → x = 0\n\
                 expect falls: holds";
    let path = expecting("why", lines);
    let (code, told) = test(&path, &[]);
    assert_eq!(code, 1, "{told}");
    assert!(told.contains("both: never reached; found: never happens, in all "), "{told}");
    let why = "    After step 2, x is 1, and at the end x is 2, not 0: nobody has to move. ";
    assert!(told.contains(why), "{told}");
    let results = json(&interleave(&["test", path.to_str().unwrap(), "--json"]));
    let said = results["files"][0]["expectations"][1]["why"].as_str().unwrap();
    assert!(said.starts_with(why.trim()), "{said}");
}
