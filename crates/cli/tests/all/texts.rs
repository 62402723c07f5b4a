//! Commands that take files in the language.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

pub const UNTIDY: &str =
    "algorithm A\nshared x:0..2\nprocess i of 2:\n    a:\n        x<-x+1 #why\n";
pub const TIDY: &str =
    "algorithm A\nshared x: 0..2\nprocess i of 2:\n  a:\n    x ← x + 1    # why\n";

pub fn interleave(args: &[&str], file: &Path) -> (i32, String) {
    let args = [args, &[file.to_str().unwrap()]].concat();
    let Output { status, stdout, .. } = super::interleave(&args);
    (status.code().expect("it ends by itself"), String::from_utf8(stdout).unwrap())
}

/// Where the test that asks writes its files: tests run side by side, and two may have files of one name.
pub fn folder() -> PathBuf {
    let test = std::thread::current().name().unwrap_or("test").replace("::", ".");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    fs::create_dir_all(&folder).unwrap();
    folder
}

pub fn file(name: &str, text: &str) -> PathBuf {
    let path = folder().join(name);
    fs::write(&path, text).unwrap();
    path
}

#[test]
fn without_an_initial_state_a_check_and_a_test_fail() {
    let text = "algorithm A\nshared x: 0..3 = any\nprocess i of 2:\n  w:\n    pause\nassume high: x > 5\n\
                always f: false\nexpect f: holds\nexpect no deadlock: holds\n";
    let path = file("nowhere.ilv", text);
    let says = "fails: no initial state satisfies `high`, so nothing is checked";
    for (args, count) in [(&["check"][..], 2), (&["check", "--json"], 2), (&["test"], 2)] {
        let (code, said) = interleave(args, &path);
        assert_eq!((code, said.matches(says).count()), (1, count), "{said}");
    }
}

/// What is to be reached and never is fails as soon as every state was seen, and no sooner.
#[test]
fn what_is_never_reached_fails() {
    let text =
        "algorithm A\nshared x: 0..3\nprocess i of 2:\n  a:\n    x ← 1\nreachable three: x = 3\n";
    let path = file("reach.ilv", text);
    let (code, said) = interleave(&["check"], &path);
    assert_eq!(code, 1);
    assert!(said.contains("! three        fails: never happens, in all "), "{said}");
    let (code, said) = interleave(&["check", "--states-max", "2"], &path);
    assert_eq!(code, 3);
    assert!(said.contains("  three        bounded: never happens, in the "), "{said}");
    let path = file("reached.ilv", &text.replace("x = 3", "x = 1"));
    assert_eq!(interleave(&["check"], &path).0, 0);
}

pub const LOCK: &str = "algorithm A lock from a wiki
option order: test_first, set_first
shared lock: bool
process i of 2:
  remainder:
    pause
  waiting:
    await not lock                 with order = test_first
    lock ← true                    with order = test_first
    atomic: await not lock; lock ← true    with order = set_first
  critical:
    pause
  exit:
    lock ← false
always mutual exclusion: at most 1 in critical
";

/// The run of the first command that is printed.
fn run_in(said: &str) -> &str {
    let (_, run) = said.split_once("--run ").expect("a run");
    run.split_whitespace().next().unwrap()
}

#[test]
fn a_file_is_checked_and_its_failure_can_be_played() {
    let path = file("wiki.ilv", LOCK);
    let (code, said) = interleave(&["check"], &path);
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("mutual exclusion  fails: shortest run 6 steps"), "{said}");
    let (code, said) = interleave(&["check", "--option", "order=set_first"], &path);
    assert_eq!(interleave(&["check", "--option", "order=set-first"], &path), (code, said.clone()));
    assert_eq!(code, 0, "{said}");
    assert_eq!(interleave(&["check", "--option", "order=never"], &path).0, 2);
    let counts = "algorithm A\nshared x: 0..1\nprocess:\n  count:\n    x ← x + 1\n    x ← x + 1\n";
    let path = file("counts.ilv", counts);
    let (code, said) = interleave(&["check"], &path);
    assert_eq!(code, 1, "{said}");
    let row = "values stay in their domains  fails: shortest run 3 steps. Process 0 cannot take its \
               next step, “x ← x + 1”: x would become 2, which is not in 0..1.";
    assert!(said.contains(row), "{said}");
    assert_eq!(said.matches("cannot take its next step").count(), 1, "{said}");
    let (code, said) = interleave(&["play", "--run", run_in(&said)], &path);
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("Broken: values stay in their domains."), "{said}");
    // a bound that is meant
    let limit = file("limit.ilv", &format!("{counts}limit x\n"));
    let (code, said) = interleave(&["check"], &limit);
    assert_eq!(code, 3, "{said}");
    let (_, there) = said.split_once("The nearest such step").expect("where it is");
    let (_, said) = interleave(&["play", "--run", run_in(there)], &limit);
    assert!(
        said.contains("beyond the bound of this model: x would become 2, which is not in 0..1"),
        "{said}"
    );
    assert_eq!(interleave(&["check"], &file("wrong2.ilv", "algorithm A\nshared x 0..2\n")).0, 2);
}

/// Rules of which each has a loop, for many processes: there is an answer, and it says what was too much.
#[test]
fn loops_that_are_too_much_together_are_told() {
    let rule = "  when x = 0:\n    a ← 0\n    while a < 60000: a ← a + 1\n    x ← 0\n";
    let text = format!(
        "algorithm A\nshared x: 0..3\nprocess i of 16:\n  own a: 0..65535\n{}",
        rule.repeat(36)
    );
    let path = file("crowded.ilv", &text);
    let why = "beyond the bound of this model: A loop in it takes more than 8680 operations, which is its share of \
               what is tried in a state";
    let (code, said) = interleave(&["check"], &path);
    assert_eq!(code, 3, "{said}");
    assert!(said.contains(&format!("    It is {why}.\n")), "{said}");
    let (code, said) = interleave(&["play"], &path);
    assert_eq!(code, 0, "{said}");
    assert!(said.contains(&format!("process 15: go on: {why}\n")), "{said}");
    assert_eq!(interleave(&["export", "--format", "mermaid"], &path).0, 0);
}

/// What one command reads, every command reads, and a link carries it.
#[test]
fn a_text_has_one_length_for_all_commands() {
    // characters that cannot be deflated
    let mut seed = 1u32;
    let mut noise = || {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        char::from(b'!' + (seed >> 24) as u8 % 94)
    };
    let head = "algorithm A\nshared x: 0..2\nprocess i of 2:\n  a:\n    x ← 1\n";
    let mut longest = |bytes: usize| {
        let mut text = head.to_owned();
        while text.len() < bytes {
            let room = bytes - text.len();
            let line: String = (0..room.min(1_000).saturating_sub(3)).map(|_| noise()).collect();
            text = [&text, "# ", &line, "\n"].concat();
        }
        text
    };
    let most = catalog::TEXT_MAX;
    let path = file("longest.ilv", &longest(most));
    assert_eq!(fs::metadata(&path).unwrap().len(), most as u64);
    let (code, said) = interleave(&["check"], &path);
    assert_eq!(code, 0, "{said}");
    let new = catalog::Scenario::parse("new").expect("a text of one's own").scenario;
    let link = new.with_text(&fs::read_to_string(&path).unwrap()).to_string();
    let opened = catalog::Scenario::parse(&link).expect("a link");
    assert_eq!((opened.scenario.source().len(), opened.notices), (most, Vec::new()));
    assert_eq!(interleave(&["fmt", "--check"], &path).0, 0);
    let path = file("too_long.ilv", &(longest(most) + "#"));
    for command in ["check", "fmt", "test", "play"] {
        let Output { status, stdout, stderr } =
            super::interleave(&[command, path.to_str().unwrap()]);
        let said = String::from_utf8(stdout).unwrap() + &String::from_utf8(stderr).unwrap();
        assert_eq!(status.code(), Some(2), "{command}: {said}");
        let [size, most] = [most + 1, most].map(catalog::grouped);
        let why = format!("{size} bytes, and {most} is the most");
        assert!(said.contains(&why), "{command}: {said}");
    }
    for page in [
        include_str!("../../../../docs/COMMAND_LINE.md"),
        include_str!("../../../../docs/LANGUAGE.md"),
    ] {
        assert!(page.replace(',', "").contains(&format!("{most} bytes")));
    }
    let links = include_str!("../../../../docs/LINKS.md").replace(' ', "");
    assert!(links.contains(&format!("Alistinghasatmost{most}bytes")));
}

/// The program with a text as its standard input.
fn with_input(args: &[&str], text: &[u8]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_interleave"));
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // who refuses the text stops reading
    let _ = child.stdin.take().unwrap().write_all(text);
    child.wait_with_output().unwrap()
}

#[test]
fn standard_input_is_a_file_too() {
    let path = file("input.ilv", LOCK);
    for args in [
        &["check", "--option", "order=set_first"][..],
        &["play"],
        &["plot"],
        &["export", "--format", "promela"],
    ] {
        let of_input = with_input(&[args, &["-"]].concat(), LOCK.as_bytes());
        let of_file = super::interleave(&[args, &[path.to_str().unwrap()]].concat());
        let named = super::out(&of_file).replace(path.to_str().unwrap(), "Standard input");
        assert_eq!(super::out(&of_input), named, "{args:?}");
        assert_eq!(of_input.status, of_file.status, "{args:?}");
    }
    let wrong = with_input(&["check", "-"], b"algorithm A\nshared x 0..2\n");
    assert_eq!(wrong.status.code(), Some(2));
    assert!(String::from_utf8(wrong.stderr).unwrap().contains(" --> -:2:10\n"));
}

#[test]
fn a_byte_order_mark_says_nothing() {
    let path = file("mark.ilv", &format!("\u{feff}{TIDY}"));
    assert_eq!(interleave(&["check"], &path).0, 0);
    assert_eq!(interleave(&["fmt"], &path).0, 0);
    assert_eq!(fs::read_to_string(&path).unwrap(), TIDY);
}

/// A file of a gigabyte takes no room, and no time: nothing of it is read. A pipe is read up to the
/// bound.
#[test]
fn what_is_too_long_is_not_read() {
    let path = file("long.ilv", "");
    fs::File::options().write(true).open(&path).unwrap().set_len(1_000_000_000).unwrap();
    for (args, most) in [
        (&["check"][..], "65 536"),
        (&["export", "--format", "promela"], "65 536"),
        (&["fmt"], "65 536"),
        (&["merge"], "500 000 000"),
    ] {
        let output = super::interleave(&[args, &[path.to_str().unwrap()]].concat());
        let said = String::from_utf8(output.stderr).unwrap().replace('\u{202f}', " ");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let expected = format!("is too long: 1 000 000 000 bytes, and {most} is the most.");
        assert!(said.contains(&expected), "{args:?}: {said}");
    }
    let output = with_input(&["check", "-"], " ".repeat(100_000).as_bytes());
    let said = String::from_utf8(output.stderr).unwrap().replace('\u{202f}', " ");
    assert_eq!(
        said,
        "Standard input is too long: more than 65 536 bytes, and 65 536 is the most.\n"
    );
    fs::remove_file(path).unwrap();
}

#[test]
fn a_file_becomes_a_model_for_spin() {
    let path = file("model.ilv", &format!("{TIDY}at end both: x = 2\n"));
    let (code, model) = interleave(&["export", "--format", "promela"], &path);
    assert_eq!(code, 0);
    assert!(model.contains("active proctype process_1()"), "{model}");
    assert!(model.contains("-DP1: both"), "{model}");
}

/// The configuration lies beside the module, or behind its end.
#[test]
fn a_file_becomes_a_module_for_tlc() {
    let path = file("tidy.ilv", &format!("{TIDY}at end both: x = 2\n"));
    let module = Path::new(env!("CARGO_TARGET_TMPDIR")).join("tidy_up.tla");
    let (code, said) =
        interleave(&["export", "--format", "tla", "-o", &module.to_string_lossy()], &path);
    assert_eq!(code, 0, "{said}");
    let text = fs::read_to_string(&module).unwrap();
    assert!(text.starts_with("---- MODULE tidy_up ----\n"), "{text}");
    let configuration = fs::read_to_string(module.with_extension("cfg")).unwrap();
    assert!(configuration.contains("INVARIANT both\n"), "{configuration}");
    let (code, both) = interleave(&["export", "--format", "tla"], &path);
    assert_eq!(code, 0);
    let (_, behind) = both.split_once("\n====\n").expect("an end");
    assert_eq!(behind.trim(), configuration.trim());
}

#[test]
fn a_file_is_begun_and_never_overwritten() {
    // in a folder that is not there yet
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("begun");
    let _ = fs::remove_dir_all(&folder);
    let path = folder.join("begun.ilv");
    let (code, said) = interleave(&["new"], &path);
    assert_eq!(code, 0, "{said}");
    assert_eq!(interleave(&["check"], &path).0, 0);
    assert_eq!(interleave(&["fmt", "--check"], &path).0, 0);
    assert!(fs::read_to_string(&path).unwrap().contains("\nexpect mutual exclusion: holds\n"));
    assert_eq!(interleave(&["test"], &path).0, 0);
    fs::write(&path, TIDY).unwrap();
    assert_eq!(interleave(&["new", "--from", "peterson"], &path).0, 2);
    assert_eq!(fs::read_to_string(&path).unwrap(), TIDY);
    let (code, listing) = interleave(&["new", "--from", "peterson"], Path::new("-"));
    assert_eq!(code, 0);
    let published =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../algorithms/listings/peterson.ilv");
    assert_eq!(listing, fs::read_to_string(published).unwrap());
    assert_eq!(interleave(&["new", "--from", "nothing"], Path::new("-")).0, 2);
}

#[test]
fn a_published_listing_becomes_a_model_in_its_setting() {
    let of = |link: &str| interleave(&["export", "--format", "promela"], Path::new(link));
    let (code, model) = of("two-phase-commit?losses=1");
    assert_eq!(code, 0);
    assert!(model.contains("losses < 1") && model.contains("#define prepare "), "{model}");
    assert!(!of("two-phase-commit").1.contains("losses"), "no message is lost");
    let (code, model) = of("row-lock");
    assert!(code == 0 && model.contains("take_out_useless"), "{model}");
}

/// Machines get the errors of a text as data, whatever they asked of it.
#[test]
fn errors_are_data_where_json_is_asked_for() {
    let text = "algorithm A\nshared läuft: 0..2\nprocess i of 2:\n  a:\n    läuft = 1\n";
    let path = file("errors.ilv", text);
    let name = path.to_str().unwrap();
    for command in ["check", "play", "plot", "valence"] {
        let output = super::interleave(&[command, "--json", name]);
        assert_eq!(output.status.code(), Some(2), "{command}");
        let errors = &super::json(&output)["errors"];
        assert_eq!(errors.as_array().map(Vec::len), Some(1));
        let error = &errors[0];
        assert_eq!(error["file"], name);
        assert_eq!(error["kind"], "assigned-with-equals");
        assert_eq!((error["line"].as_u64(), &error["columns"]), (Some(5), &[11, 12].into()));
        let at = text.find("= 1").unwrap();
        assert_eq!(error["bytes"], serde_json::json!([at, at + 1]));
        assert_eq!(error["edits"], serde_json::json!([{ "bytes": [at, at + 1], "text": "←" }]));
        assert!(error["message"].as_str().unwrap().starts_with("`=` compares"));
        assert_eq!(error["help"], "Write `←` here.");
    }
    // a link that contains the text
    let own = catalog::entry("new").unwrap();
    let link = catalog::Scenario::new(own).with_text(text).to_string();
    let output = super::interleave(&["check", "--json", &link]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(super::json(&output)["errors"][0]["file"], "new");
    let tested = super::interleave(&["test", "--json", name]);
    assert_eq!(tested.status.code(), Some(2));
    assert_eq!(super::json(&tested)["files"][0]["errors"][0]["kind"], "assigned-with-equals");
}

#[test]
fn every_error_comes_with_its_line() {
    let text = "algorithm A\nshared x: 0..2\nprocess i of 2:\n  a:\n    y ← 1\n    x = 1\n";
    let path = file("lines.ilv", text);
    for args in [&["check"][..], &["export", "--format", "promela"], &["fmt"], &["test"]] {
        let output = super::interleave(&[args, &[path.to_str().unwrap()]].concat());
        let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        assert!(said.contains("lines.ilv:6:7\n"), "{args:?}: {said}");
        assert!(said.contains("6 |     x = 1\n  |       ^\n"), "{args:?}: {said}");
        assert!(!said.contains('\u{1b}'), "{args:?}: {said}");
    }
}

#[test]
fn options_with_which_a_file_cannot_run_say_why() {
    let text = "algorithm A\noption n: 2, 0\nshared s: 0..9\np i of 2:\n  c:\n    for each j in 1..n: s ← s + 1\n";
    let path = file("nothing.ilv", text);
    let args = ["check", "--option", "n=0", path.to_str().unwrap()];
    let Output { status, stderr, .. } = super::interleave(&args);
    let said = String::from_utf8(stderr).unwrap();
    assert_eq!(status.code(), Some(2));
    let why = "Nothing was checked: with these options the listing cannot run. Line 6: `1..0` has no values.";
    assert!(said.starts_with(why), "{said}");
}

#[test]
fn each_file_of_a_folder_is_checked() {
    let folder = super::fmt::directory("checked");
    fs::create_dir(folder.join("below")).unwrap();
    let holds = LOCK.replace("test_first, set_first", "set_first, test_first");
    fs::write(folder.join("a.ilv"), &holds).unwrap();
    let (code, said) = interleave(&["check"], &folder);
    assert_eq!(code, 0, "{said}");
    fs::write(folder.join("below/b.ilv"), LOCK).unwrap();
    let (code, said) = interleave(&["check"], &folder);
    assert_eq!((code, said.matches(".ilv: A lock from a wiki\n").count()), (1, 2), "{said}");
    fs::write(folder.join("wrong.ilv"), "algorithm A\nshared x 0..2\n").unwrap();
    fs::write(folder.join("latin.ilv"), b"\xff").unwrap();
    let (code, said) = interleave(&["check"], &folder);
    assert_eq!(code, 2, "{said}");
    assert!(said.contains("wrong.ilv:2:10") && said.contains("latin.ilv cannot be read"), "{said}");
    assert!(said.contains("\n! mutual exclusion  fails: shortest run 6 steps\n"), "{said}");
    for option in ["--from-here", "--swarm=1/2"] {
        assert_eq!(interleave(&["check", option], &folder).0, 2);
    }
}

#[test]
fn one_is_not_told_as_many() {
    let text = "algorithm One\nprocess i of 1:\n  going:\n    pause\n";
    let folder = super::expect::directory("one-state", &[("one.ilv", text)]);
    let (_, told) = interleave(&["check"], &folder.join("one.ilv"));
    assert!(told.contains("\n2 states, 1 transition, depth 1\n"), "{told}");
}
