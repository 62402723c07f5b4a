//! Nothing that a stranger wrote gets at a terminal: no control character, and none that turns a line.

use super::interleave;
use catalog::{Scenario, entry};
use listing::hidden::is_hidden;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// Each is obeyed by some terminal, or turns the direction of a line.
const HOSTILE: &str = "\u{1b}[31m\u{7}\u{8}\r\u{9b}31m\u{85}\u{7f}\u{202e}\u{2066}\u{2028}\u{2029}";

/// In a comment, in a title, in the name of a property, and where no character may be.
fn texts() -> [String; 4] {
    let text = |title: &str, comment: &str, property: &str, more: &str| {
        format!(
            "algorithm A{title}\nshared x: 0..3\nprocess i of 2:\n  go:\n    x ← 1  # {comment}\n{more}\
             always low{property}: x < 1\nexpect low{property}: holds\n"
        )
    };
    [
        text("", HOSTILE, "", ""),
        text(HOSTILE, "", "", ""),
        text("", "", HOSTILE, ""),
        text("", "", "", &format!("    y{HOSTILE} ← 1\n")),
    ]
}

fn commands() -> Vec<Vec<&'static str>> {
    let alone = ["play", "check", "test", "sweep", "valence", "plot", "fmt", "merge", "complete"];
    let mut all: Vec<Vec<&str>> = alone.into_iter().map(|one| vec![one]).collect();
    all.extend([
        vec!["check", "--json"],
        vec!["check", "--swarm", "1/2", "--states-max", "9"],
        vec!["test", "--json"],
        vec!["test", "--junit", "-"],
        vec!["test", "--update"],
        vec!["sweep", "--list"],
        vec!["fmt", "--check"],
        vec!["export", "--format", "promela"],
        vec!["grade", "x"],
        vec!["new", "-", "--from"],
        vec!["completions"],
        vec!["check", "bakery", "--option"],
        vec!["check", "bakery", "--states-max"],
        vec!["check", "bakery", "--run"],
        vec!["play", "bakery", "--watch"],
        vec!["sweep", "bakery?processes=2", "--options"],
        vec!["sweep", "peterson", "--property"],
        vec!["nothing"],
    ]);
    all
}

fn is_clean(bytes: &[u8]) -> bool {
    let text = std::str::from_utf8(bytes).unwrap();
    !text.chars().any(|char| is_hidden(char) || char == '\r')
}

#[test]
fn no_command_writes_a_control_character() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("hidden {HOSTILE}"));
    fs::create_dir_all(&folder).unwrap();
    let mut about: Vec<String> = vec![HOSTILE.into(), format!("bakery?{HOSTILE}={HOSTILE}")];
    about.push(folder.to_str().unwrap().to_owned());
    for (nth, text) in texts().iter().enumerate() {
        let file = folder.join(format!("{nth} {HOSTILE}.ilv"));
        fs::write(&file, text).unwrap();
        about.push(file.to_str().unwrap().to_owned());
        about.push(Scenario::new(entry("new").unwrap()).with_text(text).to_string());
    }
    // one that has no errors
    let right = folder.join(format!("right {HOSTILE}.ilv"));
    fs::write(&right, super::texts::LOCK).unwrap();
    about.push(right.to_str().unwrap().to_owned());
    let lines = folder.join("lines.jsonl");
    fs::write(&lines, format!("{{\"link\": \"{HOSTILE}\"}}\n{HOSTILE}\n")).unwrap();
    about.push(lines.to_str().unwrap().to_owned());
    for command in commands() {
        for about in &about {
            let output = interleave(&[&command[..], &[about]].concat());
            assert!(is_clean(&output.stdout), "{command:?} {about:?}: {output:?}");
            assert!(is_clean(&output.stderr), "{command:?} {about:?}: {output:?}");
        }
    }
    assert!(fs::read_to_string(folder.join(format!("0 {HOSTILE}.ilv"))).unwrap().contains(HOSTILE));
    fs::remove_dir_all(&folder).unwrap();
}

/// A document is written byte by byte into a file, and to a terminal as everything else; there errors have
/// our own colours, and no others.
#[test]
#[cfg(target_os = "linux")]
fn on_a_terminal_only_our_own_colours_are_written() {
    let own =
        ["\u{1b}[1m", "\u{1b}[0m", "\u{1b}[1;91m", "\u{1b}[1;94m", "\u{1b}[91m", "\u{1b}[94m"];
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let path = folder.join("terminal.ilv");
    fs::write(&path, &texts()[0]).unwrap();
    for command in ["check terminal.ilv", "fmt --check terminal.ilv", "test terminal.ilv"] {
        let mut script = Command::new("script");
        let line = format!("'{}' {command}", env!("CARGO_BIN_EXE_interleave"));
        let script = script.args(["-qec", &line, "/dev/null"]).current_dir(folder);
        let output = script.env_remove("NO_COLOR").stdin(Stdio::null()).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap().replace("\r\n", "\n");
        assert!(text.contains(own[0]), "{command}: {text:?}");
        assert!(text.contains("U+009B31m"), "{command}: {text:?}");
        let plain = own.iter().fold(text.clone(), |text, code| text.replace(code, ""));
        assert!(is_clean(plain.as_bytes()), "{command}: {text:?}");
    }
}
