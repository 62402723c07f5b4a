//! Searches that are spread: the lines of `docs/BEYOND_ONE_MACHINE.md`, and results that merge.

use super::sweep::QUEUE;
use super::{code, interleave, out, usage_error};
use std::path::Path;
use std::process::{Command, Output};
use std::{env, fs};

const DOCUMENT: &str = include_str!("../../../../docs/BEYOND_ONE_MACHINE.md");

/// The lines of the block behind a heading that has a word in it.
fn block(heading: &str, word: &str) -> String {
    let (_, section) = DOCUMENT.split_once(heading).expect("the heading");
    let blocks = section.split("```").skip(1).step_by(2);
    let block = blocks.into_iter().find(|block| block.contains(word)).expect("the block");
    block.split_once('\n').unwrap().1.to_owned()
}

/// What a shell prints that has the program on its path, in a folder of its own.
fn shell(folder: &str, lines: &str) -> Output {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder);
    fs::create_dir_all(&folder).unwrap();
    let program = Path::new(env!("CARGO_BIN_EXE_interleave")).parent().unwrap().to_owned();
    let path = env::var_os("PATH").unwrap_or_default();
    let path = env::join_paths([program].into_iter().chain(env::split_paths(&path))).unwrap();
    let mut shell = Command::new("sh");
    shell.args(["-ec", lines]).env("PATH", path).current_dir(folder);
    shell.output().expect("the shell starts")
}

fn has(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
}

/// What one machine says, word for word.
#[test]
fn the_results_of_a_list_merge() {
    let here = interleave(&QUEUE);
    let lines = block("### Settings of a sweep", "xargs");
    let merged = shell("xargs", &lines);
    assert_eq!((code(&merged), out(&merged)), (0, out(&here)));
    if has("parallel") {
        let lines = block("### Settings of a sweep", "| parallel");
        let merged = shell("parallel", &lines);
        assert_eq!((code(&merged), out(&merged)), (0, out(&here)));
    }
}

#[test]
fn the_lines_of_a_text_merge() {
    let here = interleave(&["mutate", "bakery", "--rank", "1"]);
    let merged = shell("lines", &block("### Lines of a text", "xargs"));
    assert_eq!((code(&merged), out(&merged)), (0, out(&here)));
    // nothing is passed over in silence
    let told =
        usage_error(&["mutate", "bakery", "--rank", "2", "--lines", "21", "--merge", "/dev/null"]);
    assert!(told.contains("Nothing is there of line 21."), "{told}");
    let lines = Path::new(env!("CARGO_TARGET_TMPDIR")).join("lines/lines.json");
    let told = usage_error(&["mutate", "peterson", "--merge", lines.to_str().unwrap()]);
    assert!(told.contains("is another text, or another setting."), "{told}");
}

/// The searches of a swarm, each with a smaller bound.
#[test]
fn the_searches_of_a_swarm_merge() {
    let lines = block("## Many machines", "xargs").replace("$ ", "");
    let lines: Vec<&str> = lines.lines().take(2).collect();
    let (_, parallel) = DOCUMENT.split_once("(with GNU parallel:\n`").expect("the line");
    let (parallel, _) = parallel.split_once('`').unwrap();
    let with_parallel = format!("{parallel} > swarm.jsonl\n{}", lines[1]);
    let link = "LINK='bakery?processes=2&tie-break=none'\n";
    let all = [Some(lines.join("\n")), has("parallel").then_some(with_parallel)];
    for lines in all.into_iter().flatten() {
        let lines = lines.replace("--no-progress", "--no-progress --states-max 20000");
        let merged = shell("swarm", &format!("{link}{lines}"));
        let text = out(&merged);
        assert_eq!(code(&merged), 1, "{text}");
        assert!(text.contains("16 searches, 320 000 visits"), "{lines}: {text}");
        assert!(text.contains("! mutual exclusion"), "{text}");
    }
}

fn results() -> Vec<String> {
    ["draw=scanned", "draw=read"]
        .map(|pair| {
            let link = format!("cassandra-queue?{pair}");
            let checked = interleave(&["check", &link, "--exit-zero", "--line"]);
            assert_eq!((code(&checked), out(&checked).lines().count()), (0, 1));
            out(&checked)
        })
        .into()
}

fn merge(name: &str, lines: &str) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, lines).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn a_setting_without_a_result_is_not_decided() {
    let results = results();
    let sweep = |path: &str| {
        interleave(&["sweep", "cassandra-queue", "--options", "draw", "--merge", path])
    };
    let whole = sweep(&merge("whole.jsonl", &results.concat()));
    assert_eq!(code(&whole), 0, "{}", out(&whole));
    let part = sweep(&merge("part.jsonl", &results[1]));
    assert_eq!(code(&part), 3);
    assert!(out(&part).contains("1 of 2 settings checked."), "{}", out(&part));
    // a search that ended at a bound does not take the place of a whole one
    let bounded = interleave(&["check", "cassandra-queue", "--line", "--states-max", "10"]);
    for lines in [[&results.concat(), &out(&bounded)], [&out(&bounded), &results.concat()]] {
        let both = sweep(&merge("both.jsonl", &lines.map(String::as_str).concat()));
        assert_eq!((code(&both), out(&both)), (0, out(&whole)));
    }
    let open = sweep(&merge("open.jsonl", &format!("{}{}", out(&bounded), results[1])));
    assert_eq!(code(&open), 3, "{}", out(&open));
}

#[test]
fn options_that_make_no_program_are_a_result() {
    let text =
        "algorithm A\noption size: 2, 17\nshared x: bool\nprocess i of size:\n  a:\n    x ← true\n";
    let path = super::texts::file("merged-sizes.ilv", text);
    let path = path.to_str().unwrap();
    let lines: String = ["2", "17"]
        .map(|size| {
            let option = format!("size={size}");
            let args = ["check", path, "--option", &option, "--exit-zero", "--line"];
            out(&interleave(&args))
        })
        .concat();
    let merged = merge("sizes.jsonl", &lines);
    let args = ["sweep", path, "--options", "size"];
    let swept = interleave(&[&args[..], &["--merge", &merged]].concat());
    assert_eq!(out(&swept), out(&interleave(&args)));
    assert_eq!(code(&swept), 0);
}

#[test]
fn a_line_of_something_else_is_an_error_at_its_place() {
    let results = results();
    let other = out(&interleave(&["check", "peterson", "--line"]));
    let untrue = results[0].replace("\"run\":\"s0", "\"run\":\"s7");
    assert_ne!(untrue, results[0]);
    for (line, says) in [
        (other, "2: `peterson` is no setting of this sweep."),
        (
            "{}".to_owned(),
            "2: This is no line of `interleave check --line`: it says nothing of a setting.",
        ),
        (untrue, "2: The run for "),
    ] {
        let path = merge("wrong-results.jsonl", &format!("{}{line}", results[1]));
        let args = ["sweep", "cassandra-queue", "--options", "draw", "--merge", &path];
        let error = usage_error(&args);
        assert!(error.contains(&format!("wrong-results.jsonl:{says}")), "{error}");
    }
}
