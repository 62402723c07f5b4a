//! Completions, as a shell asks for them.

use std::path::Path;
use std::process::Command;

/// What bash makes of a line with the cursor at its end.
#[cfg(unix)]
fn by_bash(line: &str, word: &str) -> Vec<String> {
    let program = Path::new(env!("CARGO_BIN_EXE_interleave"));
    let line = line.replacen("interleave", program.to_str().unwrap(), 1);
    let script = "source <(\"$0\" completions bash); COMP_LINE=$1; COMP_POINT=${#1}; \
                  _interleave interleave \"$2\" ''; printf '%s\\n' \"${COMPREPLY[@]}\"";
    let mut bash = Command::new("bash");
    let bash = bash.args(["-c", script]).arg(program).args([&line, word]);
    let output = bash.output().unwrap();
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    let said = String::from_utf8(output.stdout).unwrap();
    said.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect()
}

#[test]
#[cfg(unix)]
fn bash_offers_algorithms_options_and_values() {
    assert_eq!(by_bash("interleave val", "val"), ["valence"]);
    assert_eq!(by_bash("interleave check bak", "bak"), ["bakery", "bakery-messages"]);
    assert!(by_bash("interleave check --from", "--from").contains(&"--from-here".to_owned()));
    // bash takes what stands behind `=` for a word
    let tie = "interleave check bakery --option tie-break=";
    assert_eq!(by_bash(tie, ""), ["process-id", "none"]);
    assert_eq!(by_bash(&format!("{tie}n"), "n"), ["none"]);
    let link = "interleave check 'bakery?tie-break=n";
    assert_eq!(by_bash(link, "n"), ["none"]);
    let property = by_bash("interleave sweep bakery --property mut", "mut");
    assert_eq!(property, [r"mutual\ exclusion"]);
    assert!(by_bash("interleave fmt a", "a").is_empty());
}

#[test]
fn a_file_has_options_too() {
    let path = super::texts::file("completed.ilv", super::texts::LOCK);
    let path = path.to_str().unwrap();
    let of =
        |words: &[&str]| super::out(&super::interleave(&[&["complete", "--"], words].concat()));
    assert_eq!(of(&["check", path, "--option", "order=t"]), "order=test-first\n");
    assert_eq!(of(&["sweep", path, "--property", "m"]), "mutual exclusion\n");
    assert_eq!(of(&["check", "no-such-file.ilv", "--option", ""]), "");
}
