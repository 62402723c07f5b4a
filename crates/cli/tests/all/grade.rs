//! What `grade` says of answers to a task.

use super::{code, interleave, json, out};
use catalog::Scenario;
use session::task::{Disclosure, Task, TaskDraft, pack_answer};
use std::{env, fs, process};

/// Of Peterson's lock: the line that gives way is free, and one property is hidden.
fn task() -> (Task, Vec<String>) {
    let scenario = Scenario::parse("peterson").unwrap().scenario;
    let mut making = TaskDraft::of(&scenario);
    let gives_way =
        |text: &str| text.trim_start().starts_with("turn ←") && text.contains("flag_first");
    let line = making.lines.iter().position(|it| gives_way(&it.text)).unwrap();
    making.turn(line);
    for line in &mut making.lines {
        if let Some((_, told)) = line.property.as_mut().filter(|it| it.0 == "served") {
            *told = Disclosure::Hidden;
        }
    }
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
        data.as_array().unwrap().iter().map(|it| it["holds"].as_bool()).collect();
    assert_eq!(holds, [Some(true), Some(false), Some(false), Some(true)]);
    let problem = data[2]["problem"].as_str().unwrap();
    assert!(
        problem.starts_with("not graded: line ") && problem.ends_with(" is not the task’s"),
        "{problem}"
    );
    let hidden = data[0]["properties"].as_array().unwrap().iter().filter(|it| it["hidden"] == true);
    assert_eq!(hidden.map(|it| it["property"].as_str().unwrap()).collect::<Vec<_>>(), ["served"]);
    // a failure is a run that plays
    let failing =
        data[1]["properties"].as_array().unwrap().iter().find(|it| it["fails"] == true).unwrap();
    assert_eq!(code(&interleave(&["play", failing["link"].as_str().unwrap()])), 1);
    let text =
        out(&interleave(&["grade", &format!("https://example.org/task.html#task={task}"), path]));
    assert!(
        text.contains("Everything holds in 2 of 4 answers.") && text.contains("  Dana\n"),
        "{text}"
    );
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn what_cannot_be_graded_is_a_sentence() {
    let (task, _) = task();
    let cut = &task.to_string()[..20];
    for (args, told) in [
        ([cut, "-"], "This link is not complete: it was cut or changed."),
        ([&task.to_string(), "no-such-file.txt"], "no-such-file.txt cannot be read"),
    ] {
        let graded = interleave(&[&["grade"], &args[..]].concat());
        assert_eq!(code(&graded), 2);
        let told_there = String::from_utf8_lossy(&graded.stderr);
        assert!(told_there.contains(told), "{told_there}");
    }
}
