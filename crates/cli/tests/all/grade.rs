//! What `grade` says of answers to a task.

use super::{code, interleave, json, out};
use catalog::Scenario;
use listing::hidden::is_hidden;
use session::task::{Disclosure, Task, TaskDraft, pack_answer};
use std::{env, fs, process};

/// Of Peterson's lock: the line that gives way is free, and one property is hidden.
fn task() -> (Task, Vec<String>) {
    let scenario = Scenario::parse("peterson").unwrap().scenario;
    let mut making = TaskDraft::of(&scenario);
    let number = |making: &TaskDraft, begins: &str| {
        making
            .lines()
            .iter()
            .find(|line| line.text.trim_start().starts_with(begins))
            .unwrap()
            .number
    };
    making.turn(number(&making, "turn ← 1 − i"));
    making.disclose(number(&making, "eventually served"), Disclosure::Hidden);
    making.task().unwrap()
}

#[test]
fn a_folder_of_answers_is_graded() {
    let (task, right) = task();
    let wrong = ["    turn ← i".to_owned()];
    let folder = env::temp_dir().join(format!("interleave-grade-{}", process::id()));
    fs::create_dir_all(&folder).unwrap();
    let file = |name: &str, text: &str| fs::write(folder.join(name), text).unwrap();
    file("ada.ilv", &task.text_with(&right));
    file("ben.ilv", &task.text_with(&wrong));
    file("chen.ilv", &task.text_with(&right).replace("flag[i] ← false", "flag[i] ← true"));
    file(
        "links.txt",
        &format!("Dana https://example.org/task.html#task={task}&answer={}\n", pack_answer(&right)),
    );
    let path = folder.to_str().unwrap();
    let graded = interleave(&["grade", &task.to_string(), path, "--json"]);
    assert_eq!(code(&graded), 1);
    let data = json(&graded);
    let holds: Vec<Option<bool>> =
        data.as_array().unwrap().iter().map(|value| value["holds"].as_bool()).collect();
    assert_eq!(holds, [Some(true), Some(false), Some(false), Some(true)]);
    let problem = data[2]["problem"].as_str().unwrap();
    assert!(
        problem.starts_with("not graded: line ") && problem.ends_with(" is not the task’s"),
        "{problem}"
    );
    let hidden =
        data[0]["properties"].as_array().unwrap().iter().filter(|value| value["hidden"] == true);
    assert_eq!(hidden.map(|it| it["property"].as_str().unwrap()).collect::<Vec<_>>(), ["served"]);
    // a failure is a run that plays
    let failing = data[1]["properties"]
        .as_array()
        .unwrap()
        .iter()
        .find(|value| value["fails"] == true)
        .unwrap();
    assert_eq!(code(&interleave(&["play", failing["link"].as_str().unwrap()])), 1);
    let text =
        out(&interleave(&["grade", &format!("https://example.org/task.html#task={task}"), path]));
    assert!(
        text.contains("\nGraded with A process writes: its flag first.\n")
            && text.contains("\nEverything holds in 2 of 4 answers.\n"),
        "{text}"
    );
    // a line for each, and then the same lines once
    let line = |name: &str| text.lines().find(|text| text.contains(name)).unwrap().to_owned();
    assert!(line("ada.ilv").ends_with("  everything holds"), "{text}");
    assert!(
        line("ben.ilv").starts_with("! ") && line("ben.ilv").contains("mutual exclusion: 9 steps"),
        "{text}"
    );
    assert!(
        line("Dana").starts_with("  Dana  ") && line("Dana").ends_with("  everything holds"),
        "{text}"
    );
    let both =
        format!("\n  {path}/ada.ilv, Dana\n    | turn ← 1 − i\n    mutual exclusion: holds\n");
    assert!(text.contains(&both), "{text}");
    fs::remove_dir_all(&folder).unwrap();
}

/// Whatever one has handed in, the others are graded, and nothing of it gets at the terminal.
#[test]
#[cfg(unix)]
fn what_cannot_be_read_does_not_stop_a_class() {
    use std::ffi::OsStr;
    use std::os::unix::{ffi::OsStrExt, fs::symlink};
    let (task, right) = task();
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("class");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("folder.ilv")).unwrap();
    let file = |name: &OsStr, bytes: &[u8]| fs::write(folder.join(name), bytes).unwrap();
    let text = task.text_with(&right);
    file(OsStr::new("ada.ilv"), text.as_bytes());
    file(OsStr::from_bytes(b"ren\xe9.ilv"), text.as_bytes());
    file(OsStr::new("esc\u{1b}[31m\n\u{202e}.ilv"), text.as_bytes());
    file(OsStr::new("latin.ilv"), b"algorithm \xff");
    file(OsStr::new("long.ilv"), &vec![b'#'; 70_000]);
    // in a comment, which is no part of what a locked line must be
    let colored = [format!("{}  # \u{1b}[31m \u{202e} x.", right[0])];
    file(OsStr::new("color.ilv"), task.text_with(&colored).as_bytes());
    let links = format!("Zo\u{eb} \u{1b}[31m task={task}&answer={}\n", pack_answer(&right));
    let latin: Vec<u8> = links.chars().map(|letter| letter as u8).collect();
    file(OsStr::new("links.txt"), &latin);
    symlink("nowhere", folder.join("dead.ilv")).unwrap();
    assert!(
        process::Command::new("mkfifo").arg(folder.join("pipe.ilv")).status().unwrap().success()
    );
    let missing = folder.join("missing.ilv");
    let paths = [folder.to_str().unwrap(), missing.to_str().unwrap()];

    let graded = interleave(&["grade", &task.to_string(), paths[0], paths[1], "--json"]);
    assert_eq!(code(&graded), 2);
    let data = json(&graded);
    let row = |name: &str| {
        let found = data.as_array().unwrap().iter();
        found.clone().find(|value| value["name"].as_str().unwrap().contains(name)).unwrap()
    };
    for name in ["ada", "ren", "esc", "Zo"] {
        assert_eq!(row(name)["holds"], true, "{name}");
    }
    for (name, problem) in [
        ("latin", "latin.ilv cannot be read: it is not UTF-8 from byte 11 on."),
        ("long", "long.ilv is too long: 70\u{202f}000 bytes, and 65\u{202f}536 is the most."),
        ("dead", "dead.ilv cannot be read: No such file or directory"),
        ("pipe", "pipe.ilv cannot be read: it is a pipe, and no file."),
        ("folder", "folder.ilv cannot be read: it is a folder."),
        ("missing", "missing.ilv cannot be read: No such file or directory"),
        ("color", "a character that nobody sees, U+001B"),
    ] {
        let told = row(name)["problem"].as_str().unwrap();
        assert!(told.contains(problem), "{name}: {told}");
    }

    let graded = interleave(&["grade", &task.to_string(), paths[0], paths[1]]);
    assert_eq!(code(&graded), 2);
    let text = out(&graded);
    assert!(
        text.contains("Everything holds in 4 of 11 answers.\n6 files cannot be read.\n"),
        "{text}"
    );
    assert!(!text.chars().any(is_hidden), "{text:?}");
    assert!(text.contains("escU+001B[31mU+000AU+202E.ilv"), "{text}");
}

/// Thirty answers are thirty lines that fit a terminal, and what differs stands below.
#[test]
fn a_class_of_thirty_is_read_at_a_glance() {
    let (task, right) = task();
    let lines = [right[0].as_str(), "    turn ← i", "    pause  # I do not know", "    turn ← "];
    let link = |nth: usize| {
        let answer = pack_answer(&[lines[nth % 4].to_owned()]);
        format!("Student {nth} https://example.org/task.html#task={task}&answer={answer}\n")
    };
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("thirty");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join("links.txt");
    fs::write(&file, (0..30).map(link).collect::<String>()).unwrap();
    let text = out(&interleave(&["grade", &task.to_string(), file.to_str().unwrap()]));
    let parts: Vec<&str> = text.split("\n\n").collect();
    assert!(parts[0].ends_with("Everything holds in 8 of 30 answers."), "{text}");
    let each: Vec<&str> = parts[1].lines().collect();
    assert_eq!(each.len(), 30, "{text}");
    let begins = |nth: usize| each[nth].find("Student ").map(|it| it + "Student 29  ".len());
    for (nth, line) in each.iter().enumerate() {
        assert!(line.chars().count() <= 80, "{line}");
        assert!(line.get(..begins(nth).unwrap()).is_some_and(|it| it.ends_with("  ")), "{line}");
    }
    // four different answers, each with all who gave it
    assert_eq!(parts.len(), 2 + 4, "{text}");
    assert!(parts[2].starts_with("  Student 0, Student 4, Student 8, "), "{text}");
    assert!(parts[4].contains("\n    | pause\n"), "{text}");
    assert!(parts[5].contains("\n    | turn ←\n    line "), "{text}");
}

#[test]
fn what_cannot_be_graded_is_a_sentence() {
    let (task, _) = task();
    let cut = &task.to_string()[..20];
    let empty = super::fmt::directory("no-answers");
    for (args, told) in [
        ([cut, "-"], "This link is not complete: it was cut or changed."),
        ([&task.to_string(), empty.to_str().unwrap()], "There is no answer: give files"),
    ] {
        let graded = interleave(&[&["grade"], &args[..]].concat());
        assert_eq!(code(&graded), 2);
        let told_there = String::from_utf8_lossy(&graded.stderr);
        assert!(told_there.contains(told), "{told_there}");
    }
}
