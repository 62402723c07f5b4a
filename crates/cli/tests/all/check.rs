//! What `check` finds, in text, in JSON and in its exit code.

use super::{code, interleave, json, out};
use serde_json::Value;
use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};

#[test]
fn list_tells_all_algorithms() {
    let (text, data) = (interleave(&["list"]), interleave(&["list", "--json"]));
    assert_eq!((code(&text), code(&data)), (0, 0));
    let (text, data) = (out(&text), json(&data));
    let algorithms = data.as_array().unwrap();
    assert_eq!(algorithms.len(), catalog::entries().len());
    for it in algorithms {
        assert!(text.contains(it["slug"].as_str().unwrap()));
        assert!(!it["properties"].as_array().unwrap().is_empty());
        for knob in it["knobs"].as_array().unwrap() {
            assert!(text.contains(knob["values"][0]["name"].as_str().unwrap()));
        }
    }
}

#[test]
fn what_holds_is_a_success() {
    let checked = interleave(&["check", "bakery?processes=2"]);
    assert_eq!(code(&checked), 0);
    let text = out(&checked);
    assert!(text.contains("845 states, 1 370 transitions, depth 36"), "{text}");
    assert!(text.contains("  mutual exclusion          holds in all 845 states"), "{text}");
    assert!(text.contains("  equal tickets             can happen: 8 steps"), "{text}");
    assert!(checked.stderr.is_empty());
}

#[test]
fn a_counterexample_is_a_link_that_plays() {
    let checked = interleave(&["check", "bakery?processes=2&tie-break=none", "--json"]);
    assert_eq!(code(&checked), 1);
    let checked = json(&checked);
    assert_eq!(checked["ok"], false);
    assert_eq!(checked["coverage"], "exhausted");
    assert_eq!(checked["sentences"][0]["sentence"], "fails: shortest run 14 steps");
    let link = checked["sentences"][0]["link"].as_str().unwrap();

    let played = interleave(&["play", link, "--json"]);
    assert_eq!(code(&played), 1);
    let played = json(&played);
    assert_eq!(played["moment"]["broken"][0], "mutual exclusion");
    assert_eq!(played["trace"]["steps"].as_array().unwrap().len(), 14);
    assert_eq!(played["knobs"]["tie-break"], "none");

    let text = out(&interleave(&["play", &format!("https://example.org/app/#{link}")]));
    assert!(text.contains("> 14  s"), "{text}");
    assert!(text.contains(" This breaks: mutual exclusion."), "{text}");
    assert!(text.contains("Broken: mutual exclusion. at most 1 in critical"), "{text}");
    // why, in the same words as on the page
    let why = checked["sentences"][0]["why"].as_str().unwrap();
    assert!(why.starts_with("Two are in the critical section. Each had read"), "{why}");
    assert!(text.contains(&format!("Why: {why}")), "{text}");
    assert!(checked["sentences"][1]["why"].is_null(), "{checked}");
}

#[test]
fn a_deadlock_is_a_failure_where_it_stands() {
    let checked = interleave(&["check", "bakery?processes=2&crash=keep", "--json"]);
    assert_eq!(code(&checked), 1);
    let checked = json(&checked);
    let told = checked["sentences"].as_array().unwrap().last().unwrap();
    assert_eq!(told["property"], "no deadlock");
    let played = interleave(&["play", told["link"].as_str().unwrap()]);
    assert_eq!(code(&played), 1);
    assert!(out(&played).contains("waits for process"), "{}", out(&played));
    assert!(out(&played).contains("Deadlock: nobody can take a step"));
}

/// A search that goes on for minutes is interrupted when it tells how far it is.
#[test]
#[cfg(unix)]
fn an_interrupted_search_says_what_it_knows() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_interleave"));
    command.args(["check", "bakery?processes=4", "--workers", "1"]);
    let mut search = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(search.stderr.as_mut().unwrap()).read_line(&mut line).unwrap();
    assert!(line.contains(" states, "), "{line}");
    let pid = search.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    let mut text = String::new();
    search.stdout.as_mut().unwrap().read_to_string(&mut text).unwrap();
    assert_eq!(search.wait().unwrap().code(), Some(3), "{text}");
    assert!(text.contains("This is what was known by then: the search was interrupted."), "{text}");
    assert!(text.contains("mutual exclusion          bounded: holds in the "), "{text}");
    assert!(text.contains("not asked before the search was interrupted"), "{text}");
}

#[test]
fn a_bounded_search_says_so() {
    let checked = interleave(&["check", "bakery", "--states-max", "1000", "--no-progress"]);
    assert_eq!(code(&checked), 3);
    let text = out(&checked);
    assert!(text.contains("Incomplete: the search stopped at its limit"), "{text}");
    assert!(text.contains("bounded: holds in the 1 000 states seen; not a proof"), "{text}");

    // a failure is one however much was seen
    let fails = ["check", "bakery?tie-break=none", "--states-max", "10000", "--no-progress"];
    assert_eq!(code(&interleave(&fails)), 1);
}

#[test]
fn several_workers_say_the_same() {
    let link = "bakery?processes=3&entries=1&tie-break=none";
    let by = |workers| interleave(&["check", link, "--json", "--workers", workers]).stdout;
    assert_eq!(by("1"), by("3"));
}

#[test]
fn memory_ends_a_search_that_says_so() {
    let checked = interleave(&["check", "row-lock", "--memory", "4M", "--no-progress"]);
    let text = out(&checked);
    assert!(text.contains("Incomplete: the search ran out of memory at "), "{text}");
    assert!(text.contains("; not a proof"), "{text}");
    let plenty = out(&interleave(&["check", "bakery?processes=2", "--memory", "1G"]));
    assert!(plenty.contains("holds in all 845 states"), "{plenty}");
}

/// Making machine code of this bakery can take 2.8 MB, and it may have half of what there is.
#[test]
#[cfg(feature = "wasmtime")]
fn memory_that_is_too_little_for_machine_code_is_left_to_the_interpreter() {
    let search =
        |memory| interleave(&["check", "bakery?processes=4", "--memory", memory, "--no-progress"]);
    let told = "The interpreter searches it, which takes longer. Machine code can take ";
    let (little, more) = (search("4M"), search("8M"));
    for (checked, is_interpreted) in [(&little, true), (&more, false)] {
        let text = out(checked);
        assert_eq!(code(checked), 3, "{text}");
        assert!(text.contains("the search ran out of memory at "), "{text}");
        assert_eq!(text.contains(told), is_interpreted, "{text}");
    }
    assert!(out(&little).contains(" of memory to make, and there are 2000K for it."));
}

/// However many workers are asked for, a lack of memory is a sentence.
#[test]
#[cfg(target_os = "linux")]
fn a_lack_of_memory_ends_a_search_that_says_so() {
    let search = "bakery?processes=4 --safety --no-progress --states-max 100000";
    for workers in ["1", "2", "64"] {
        let program = env!("CARGO_BIN_EXE_interleave");
        let (link, rest) = search.split_once(' ').unwrap();
        let command =
            format!("ulimit -v 100000 && '{program}' check '{link}' {rest} --workers {workers}");
        let checked = Command::new("sh").args(["-c", &command]).output().unwrap();
        let error = String::from_utf8_lossy(&checked.stderr);
        assert_eq!((code(&checked), &*error), (3, ""), "{workers}");
        assert!(out(&checked).contains("Incomplete"), "{}", out(&checked));
    }
}

#[test]
fn single_states_are_judged_alone() {
    let output = interleave(&["check", "bakery?processes=2", "--safety"]);
    assert_eq!(code(&output), 0);
    let printed = out(&output);
    assert!(printed.contains("holds in all 845 states"), "{printed}");
    assert!(printed.contains("not asked: `--safety` looks at no whole runs"), "{printed}");
    let broken = interleave(&["check", "bakery?processes=2&tie-break=none", "--safety"]);
    assert_eq!(code(&broken), 1);
}

#[test]
fn fingerprints_are_no_proof() {
    let checked = interleave(&["check", "bakery?processes=2", "--fingerprints"]);
    assert_eq!(code(&checked), 3);
    let text = out(&checked);
    let all = "All 845 fingerprints explored, which is no proof: the chance that a state was \
               missed, as it has the fingerprint of another, is below 1 in 51 669 ";
    assert!(text.contains(all), "{text}");
    assert!(text.contains("bounded: holds in the 845 states seen; not a proof"), "{text}");
    assert!(!text.contains("holds in all"), "{text}");

    let link = "bakery?processes=2&tie-break=none";
    let run = |args: &[&str]| {
        let mut told = json(&interleave(args))["sentences"][0].take();
        told.as_object_mut().unwrap().remove("needs");
        told
    };
    assert_eq!(run(&["check", link, "--fingerprints", "--json"]), run(&["check", link, "--json"]));
}

#[test]
fn a_reduced_search_finds_the_same() {
    let link = "ticket-dispenser?take=read-write";
    let reduced = interleave(&["check", link, "--reduce"]);
    assert_eq!(code(&reduced), 1);
    let text = out(&reduced);
    assert!(text.contains("32 357 states in 5 934 classes, "), "{text}");
    assert!(text.contains("not asked of classes of states"), "{text}");

    let [reduced, whole] = [&["--json", "--reduce"][..], &["--json"]]
        .map(|more| json(&interleave(&[&["check", link], more].concat())));
    assert_eq!((&reduced["classes"], &whole["classes"]), (&5934.into(), &Value::Null));
    assert_eq!(reduced["states"], whole["states"]);
    let [numbers, in_whole] = [&reduced, &whole].map(|value| &value["sentences"][2]);
    assert_eq!(numbers["property"], "numbers unique");
    assert_eq!(numbers["sentence"], in_whole["sentence"]);
    let played = json(&interleave(&["play", numbers["link"].as_str().unwrap(), "--json"]));
    assert!(played["moment"]["broken"].as_array().unwrap().contains(&"numbers unique".into()));

    // what it cannot ask it does not prove
    let right = "row-lock?replicas=2&tie-break=client-id&re-read=after-waiting";
    assert_eq!(code(&interleave(&["check", right])), 0);
    assert_eq!(code(&interleave(&["check", right, "--reduce"])), 3);
    let nobody = out(&interleave(&["check", "bakery?processes=2", "--reduce"]));
    assert!(nobody.contains("845 states (nobody is alike: nothing to reduce), 1 370"), "{nobody}");
    let one = "algorithm A\nshared x: 0..2\np i of 2:\n  w:\n    atomic x ← x + 1\neventually both: x = 2\n";
    let link = catalog::Scenario::parse("new").unwrap().scenario.with_text(one).to_string();
    let property = out(&interleave(&["check", &link, "--reduce"]));
    let why = " states (the property `both` remembers what has happened: nothing to reduce), ";
    assert!(property.contains(why), "{property}");
}

#[test]
fn what_can_follow_a_moment_is_checked() {
    let whole = "bakery?processes=2&tie-break=none&v=1&run=AAVBQX.fBdw";
    let scenario = catalog::Scenario::parse(whole).unwrap().scenario;
    // one step is left to a second ticket of the same number
    let link = &catalog::Scenario { at: 7, ..scenario }.to_string();
    let checked = interleave(&["check", link, "--from-here"]);
    assert_eq!(code(&checked), 1);
    let text = out(&checked);
    assert!(
        text.contains("\nOnly what can follow its first 7 steps, counted from there."),
        "{text}"
    );
    assert!(text.contains("! mutual exclusion          fails: shortest run 7 steps"), "{text}");
    assert!(text.contains("  equal tickets             can happen: 1 step"), "{text}");

    let checked = json(&interleave(&["check", link, "--from-here", "--workers", "2", "--json"]));
    assert_eq!(checked["from_step"], 7);
    let proof = checked["sentences"][0]["link"].as_str().unwrap();
    let played = json(&interleave(&["play", proof, "--json"]));
    assert_eq!(played["moment"]["at"], 14);
    assert_eq!(played["moment"]["broken"][0], "mutual exclusion");
    let begun = json(&interleave(&["play", checked["link"].as_str().unwrap(), "--json"]));
    assert_eq!(begun["moment"]["at"], 7);
}

#[test]
fn an_option_without_effect_is_named() {
    let named = |link: &str, more: &[&str]| {
        let text = out(&interleave(&[&["check", link], more].concat()));
        let lines = text.lines().filter(|text| text.contains("has no effect"));
        lines.map(|text| text.split('`').nth(1).unwrap().to_owned()).collect::<Vec<_>>()
    };
    let late = "row-lock?replicas=1&late=server-time";
    assert_eq!(named(late, &[]), ["late=server-time"]);
    assert_eq!(named(late, &["--safety"]), ["late=server-time"]);
    assert_eq!(
        named("row-lock?gets=row&re-read=after-waiting&replicas=1", &[]),
        ["re-read=after-waiting"]
    );
    assert_eq!(named("bakery?processes=2&tie-break=none", &[]), [""; 0]);
    let checked = json(&interleave(&["check", late, "--json"]));
    assert_eq!(checked["no_effect"], serde_json::json!(["late=server-time"]));
}

/// What is beside the verdicts, and how to ask again.
#[test]
fn a_verdict_says_that_memory_is_sequentially_consistent() {
    let assumed = "\nMemory is sequentially consistent. With store buffers: ";
    let published = out(&interleave(&["check", "peterson"]));
    let (_, way) = published.split_once(assumed).expect(&published);
    let command = way.split('`').nth(1).unwrap();
    let link = command.strip_prefix("interleave check '").and_then(|text| text.strip_suffix('\''));
    let buffered = interleave(&["check", link.expect(command)]);
    assert_eq!(code(&buffered), 1, "{}", out(&buffered));
    assert!(!out(&buffered).contains("sequentially consistent"), "{}", out(&buffered));

    let text = catalog::entry("peterson").unwrap().source;
    let file = std::env::temp_dir().join(format!("memory-{}.ilv", std::process::id()));
    let path = file.to_str().unwrap();
    std::fs::write(&file, text).unwrap();
    let told = out(&interleave(&["check", path]));
    let write = "write `option memory: sequential, tso, pso` into the text.\n";
    assert!(told.contains(&format!("{assumed}{write}")), "{told}");
    let option = "option memory: sequential, tso, pso\noption order";
    std::fs::write(&file, text.replacen("option order", option, 1)).unwrap();
    let told = out(&interleave(&["check", path]));
    let options = "`--option memory=tso` or `--option memory=pso`.\n";
    assert!(told.contains(&format!("{assumed}{options}")), "{told}");
    let told = out(&interleave(&["check", path, "--option", "memory=tso"]));
    assert!(!told.contains("sequentially consistent"), "{told}");
    std::fs::remove_file(file).unwrap();

    // by messages alone
    let told = out(&interleave(&["check", "ricart-agrawala", "--states-max", "1000"]));
    assert!(!told.contains("sequentially consistent"), "{told}");
}

/// What a claim about the order of operations takes to be right.
#[test]
fn what_operations_do_one_at_a_time_is_shown() {
    let object = out(&interleave(&["check", "safe-bits?readers=1"]));
    let shown = "\nOne at a time, for instance:\n    write(1) · read → 1 · write(2) · read → 2\n";
    assert!(object.contains(shown), "{object}");
    assert!(!out(&interleave(&["check", "peterson"])).contains("One at a time"));
}
