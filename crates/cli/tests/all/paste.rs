//! Every command that is printed for a file does what is said of it when it is pasted into a shell.

use super::texts::{LOCK, file};
use super::{code, interleave, out};
use std::path::Path;
use std::process::{Command, Output};

/// A shell runs a command, for which `interleave` is this program.
fn pasted(command: &str) -> Output {
    let folder = Path::new(env!("CARGO_BIN_EXE_interleave")).parent().unwrap();
    let path = std::env::var("PATH").unwrap();
    let mut shell = Command::new("bash");
    shell.args(["-c", command]).env("PATH", format!("{}:{path}", folder.display()));
    shell.output().unwrap()
}

fn commands(said: &str) -> Vec<&str> {
    said.lines().map(str::trim).filter(|line| line.starts_with("interleave ")).collect()
}

#[test]
fn the_runs_of_a_file_can_be_pasted() {
    let counter = "algorithm A counter
option order: up, down
shared x: 0..2
process i of 2:
  go:
    x ← x + 1    with order = up
    x ← 2        with order = down
always low: x < 2
reachable one: x = 1    with order = up
outcomes ends: x
wait-free: go to end
";
    // what a shell would take apart
    let path = file("it's a counter.ilv", counter);
    let name = path.to_str().unwrap();
    for args in [&["check"][..], &["check", "--option", "order=down"]] {
        let said = out(&interleave(&[args, &[name]].concat()));
        assert!(said.starts_with(&format!("{name}: A counter\n")), "{said}");
        assert!(!said.contains("text="), "{said}");
        let commands = commands(&said);
        assert!(commands.len() >= 2, "{said}");
        for command in commands {
            let played = pasted(command);
            assert!(code(&played) < 2, "{command}: {played:?}");
            let steps = out(&played);
            assert!(steps.starts_with(&format!("{name}: A counter\n")), "{command}: {steps}");
            assert!(steps.contains("\n> "), "{command}: {steps}");
        }
    }
    // the long link on request
    let said = out(&interleave(&["check", name, "--links"]));
    assert!(said.starts_with(&format!("{name}: ")) && said.contains("interleave play 'new?text="));
    assert_eq!(code(&pasted(commands(&said)[0])), 1);
}

/// A loop has a beginning, which the command says.
#[test]
fn a_run_that_goes_round_can_be_pasted() {
    let text = LOCK.replace("process i of 2:", "process i of 2, for ever:");
    let path = file("starves.ilv", &format!("{text}eventually served: waiting → critical\n"));
    let said = out(&interleave(&["check", path.to_str().unwrap()]));
    let round = commands(&said).into_iter().find(|text| text.contains("--loop"));
    let command = round.unwrap_or_else(|| panic!("{said}"));
    let played = pasted(command);
    assert_eq!(code(&played), 1, "{command}");
    assert!(out(&played).contains("this loop violates: served"), "{}", out(&played));
}

/// A run of a text that has changed since is refused, as a changed link is.
#[test]
fn a_run_of_another_text_says_so() {
    let path = file("changed.ilv", LOCK);
    let name = path.to_str().unwrap();
    let said = out(&interleave(&["check", name]));
    let command = commands(&said)[0].to_owned();
    assert_eq!(code(&pasted(&command)), 1);
    file("changed.ilv", &LOCK.replace("lock ← false", "lock ← not lock"));
    let played = pasted(&command);
    assert_eq!(code(&played), 2);
    let error = String::from_utf8_lossy(&played.stderr).into_owned();
    assert!(error.contains("The run is of another text, or of other options."), "{error}");
    let both = interleave(&["play", "bakery?v=1&run=AAFRf.iFzS", "--run", "AAFRf.iFzS"]);
    assert_eq!(code(&both), 2);
}

/// What is expected of it, and comments, do not change what a run is of.
#[test]
fn a_run_of_a_text_with_more_said_of_it_is_played() {
    let path = file("said.ilv", LOCK);
    let said = out(&interleave(&["check", path.to_str().unwrap()]));
    let command = commands(&said)[0].to_owned();
    let played = out(&pasted(&command));
    file("said.ilv", &format!("{LOCK}\n# It is broken.\nexpect mutual exclusion: fails\n"));
    let again = pasted(&command);
    assert_eq!((code(&again), out(&again)), (1, played));
}

#[test]
fn tests_and_sweeps_print_commands_about_the_file() {
    let path = file("swept.ilv", &format!("{LOCK}expect mutual exclusion: holds\n"));
    let name = path.to_str().unwrap();
    let tested = out(&interleave(&["test", name]));
    assert_eq!(code(&pasted(commands(&tested)[0])), 1, "{tested}");
    let swept = out(&interleave(&["sweep", name]));
    assert!(swept.starts_with(&format!("{name}: A lock from a wiki\n")), "{swept}");
    let listed = out(&interleave(&["sweep", name, "--list"]));
    let listed = commands(&listed);
    assert_eq!(listed.len(), 2);
    for (command, fails) in listed.into_iter().zip([true, false]) {
        let checked = pasted(command);
        assert_eq!(code(&checked), 0, "{command}");
        assert_eq!(out(&checked).contains("fails: "), fails, "{command}");
    }
}

#[test]
fn what_can_still_be_decided_is_played_of_the_file() {
    let path = file("assign.ilv", catalog::entry("assign23").unwrap().source);
    let said = out(&interleave(&["valence", path.to_str().unwrap()]));
    let commands = commands(&said);
    assert!(!commands.is_empty() && !said.contains("text="), "{said}");
    for command in commands {
        assert!(code(&pasted(command)) < 2, "{command}");
    }
}
