//! What `fences` finds, in text, in JSON and in its exit code.

use super::texts::file;
use super::{code, interleave, json, out, usage_error};
use std::fs;

/// The published listing, as a file.
fn copy(slug: &str, name: &str) -> String {
    let listing = catalog::entry(slug).unwrap().source;
    file(name, listing).to_str().unwrap().to_owned()
}

fn fences(args: &[&str]) -> std::process::Output {
    interleave(&[&["fences"], args, &["--no-progress"]].concat())
}

#[test]
fn a_fence_is_told_with_the_run_that_fails_without_it() {
    let found = fences(&["peterson", "--memory", "tso"]);
    let text = out(&found);
    assert_eq!(code(&found), 0, "{text}");
    for line in [
        "peterson",
        "memory: tso",
        "The text has no `option memory: sequential, tso, pso`: these searches add it.",
        "1 fence is needed:",
        "  line 15: behind `turn ← 1 − i`",
        "    Without it, “mutual exclusion” fails: shortest run 8 steps.",
        "A process had at most 2 pending writes. With more, more fences may be needed: `--buffer 3`.",
    ] {
        assert!(text.lines().any(|it| it == line), "{line}\n{text}");
    }
    let play = text.lines().find_map(|text| text.trim().strip_prefix("interleave play '")).unwrap();
    let played = interleave(&["play", play.trim_end_matches('\'')]);
    assert_eq!(code(&played), 1);
    assert!(out(&played).contains("mutual exclusion"), "{}", out(&played));
}

#[test]
fn all_minimal_sets_are_data() {
    let found = fences(&["bakery?processes=2", "--memory", "tso", "--json"]);
    let data = json(&found);
    assert_eq!((code(&found), data["format_version"].as_u64()), (0, Some(1)));
    assert_eq!((data["complete"].as_bool(), data["buffer"].as_u64()), (Some(true), Some(2)));
    let lines = |set: &serde_json::Value| -> Vec<u64> {
        let fences = set["fences"].as_array().unwrap().iter();
        fences.map(|value| value["line"].as_u64().unwrap()).collect()
    };
    let sets = data["sets"].as_array().unwrap();
    assert_eq!(sets.iter().map(lines).collect::<Vec<_>>(), [[21, 22], [21, 23]]);
    for fence in sets.iter().flat_map(|set| set["fences"].as_array().unwrap()) {
        assert!(fence["without"]["why"].is_string(), "{fence}");
        let played = interleave(&["play", fence["without"]["link"].as_str().unwrap()]);
        assert_eq!(code(&played), 1);
    }
    // the text of a set holds
    let link = sets[1]["link"].as_str().unwrap();
    assert_eq!(code(&interleave(&["check", link, "--no-progress"])), 0);
}

#[test]
fn fences_are_written_into_a_file() {
    let path = copy("peterson", "fenced.ilv");
    let before = fs::read_to_string(&path).unwrap();
    let found = fences(&[&path, "--memory", "pso", "--write"]);
    assert_eq!(code(&found), 0);
    assert!(out(&found).ends_with(&format!("\n2 fences written: {path}\n")), "{}", out(&found));
    let after = fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> =
        after.lines().filter(|text| !before.lines().any(|old| old == *text)).collect();
    assert_eq!(lines, ["    fence", "    fence           with order = flag_first"]);
    assert_eq!(after.lines().count(), before.lines().count() + 2);
    // then none is needed, and nothing is written
    let again = fences(&[&path, "--memory", "pso", "--write"]);
    assert!(out(&again).contains(
        "\nNo fence is needed: what holds with sequential memory holds with pso, too.\n"
    ));
    assert_eq!((code(&again), fs::read_to_string(&path).unwrap()), (0, after));
    let error = usage_error(&["fences", "peterson", "--memory", "tso", "--write"]);
    assert!(error.contains("`--write` writes into a file."), "{error}");
}

#[test]
fn the_memory_is_that_of_the_options() {
    let text = catalog::entry("peterson").unwrap().source;
    let text = text.replace("option order", "option memory: sequential, tso\noption order");
    let path = file("with memory.ilv", &text);
    let path = path.to_str().unwrap();
    let error = usage_error(&["fences", path]);
    assert!(error.contains("Say which memory the fences are for"), "{error}");
    let found = out(&fences(&[path, "--option", "memory=tso"]));
    assert!(found.contains("\nmemory: tso\n\n1 fence is needed:\n"), "{found}");
    assert!(
        found.contains(&format!("interleave play '{path}' --option memory=tso --run ")),
        "{found}"
    );
    let found = out(&fences(&[path, "--memory", "pso"]));
    assert!(found.contains("`option memory: …, pso`: these searches add it."), "{found}");
    assert!(found.contains("interleave play 'new?text="), "{found}");
}

/// Fences mend nothing that fails without buffers.
#[test]
fn what_fails_already_is_told() {
    let found = fences(&["burns-lynch?processes=2", "--memory", "tso"]);
    let text = out(&found);
    assert_eq!(code(&found), 1);
    assert!(text.contains("\n! served  fails: "), "{text}");
    assert!(
        text.contains(
            "No fence mends that. The fences are for the other claims.\n\n1 fence is needed:"
        ),
        "{text}"
    );
    let only = ["--property", "mutual exclusion"];
    let asked = fences(&[&["burns-lynch?processes=2", "--memory", "tso"], &only[..]].concat());
    assert_eq!(code(&asked), 0);
    let broken = ["peterson?order=turn-first", "--memory", "tso"];
    let found = fences(&[&broken[..], &only].concat());
    assert_eq!(code(&found), 1);
    let sentence = "Nothing holds with sequential memory, so no fence can keep it.";
    assert!(out(&found).contains(sentence), "{}", out(&found));
    for (name, sentence) in [("overtaken", "claims nothing"), ("none", "has no claim")] {
        let error = usage_error(&["fences", "peterson", "--memory", "tso", "--property", name]);
        assert!(error.contains(sentence), "{error}");
    }
}

#[test]
fn where_no_fences_suffice_the_run_is_told() {
    let text = "algorithm One line
shared data, flag: 0..1
writer:
  write:
    data, flag ← 1, 1
reader:
  own seen: 0..1
  read:
    await flag = 1
    seen ← data
  done:
    pause
always published: reader in done ⇒ seen = 1
";
    let path = file("one line.ilv", text);
    let found = fences(&[path.to_str().unwrap(), "--memory", "pso"]);
    let said = out(&found);
    assert_eq!(code(&found), 1, "{said}");
    assert!(said.contains("\nNo set of fences suffices with pso: "), "{said}");
    assert!(said.contains("    With all fences, “published” fails: shortest run "), "{said}");
}

#[test]
fn a_bound_proves_nothing() {
    for (states_max, sentence) in [
        ("60", "\nNo fence is known to be needed with tso.\n"),
        ("200", "\nSets of fences that may suffice, each alone: 2\n"),
    ] {
        let found = fences(&["peterson", "--memory", "tso", "--states-max", states_max]);
        let text = out(&found);
        assert_eq!(code(&found), 3, "{text}");
        assert!(text.contains(sentence), "{text}");
        let bound = "\nbounded: nothing fails in the states seen; not a proof\n";
        assert!(text.contains(bound), "{text}");
    }
    let safe = usage_error(&["fences", "bakery?registers=safe", "--memory", "tso"]);
    assert!(safe.contains("A safe register is not buffered."), "{safe}");
    assert!(usage_error(&["fences", "peterson", "--memory", "sequential"]).contains("tso, pso"));
    assert!(
        usage_error(&["fences", "peterson", "--memory", "tso", "--buffer", "9"]).contains("1..=8")
    );
}

#[test]
fn fences_of_no_claim_are_not_promised() {
    let text = "algorithm Nothing holds\nshared x: 0..1\nprocess i of 2:\n  a:\n    x ← 0\n    await x = 1\n";
    let path = file("nothing holds.ilv", text);
    let found = fences(&[path.to_str().unwrap(), "--memory", "tso"]);
    let said = out(&found);
    assert_eq!(code(&found), 1, "{said}");
    assert!(
        said.ends_with("\n\nNothing holds with sequential memory, so no fence can keep it.\n"),
        "{said}"
    );
    assert!(!said.contains("The fences are for the other claims"), "{said}");
}
