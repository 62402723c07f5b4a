//! Litmus tests as files.

use super::fmt::directory;
use super::texts::{file, interleave};
use super::{code, json, out};
use std::fs;
use std::path::Path;

/// Store buffering, with a claim that some final state is so.
pub fn test(condition: &str) -> String {
    format!(
        "X86 SB\n{{ x=0; y=0; }}\n P0          | P1          ;\n MOV [x],$1  | MOV [y],$1  ;\n \
         MOV EAX,[y] | MOV EAX,[x] ;\nexists {condition}\n"
    )
}

fn program(path: &Path, args: &[&str]) -> std::process::Output {
    super::interleave(&[&["check", path.to_str().unwrap()], args].concat())
}

/// What the page about the command line shows, up to its first run.
#[test]
fn the_example_of_the_documentation_is_what_is_printed() {
    let page = include_str!("../../../../docs/COMMAND_LINE.md");
    let (_, behind) = page.split_once("```litmus\n").expect("an example");
    let (litmus, behind) = behind.split_once("```").unwrap();
    let (_, shown) = behind.split_once("$ interleave check mp.litmus\n").expect("its answer");
    let (shown, _) = shown.split_once('…').unwrap();
    let path = file("mp.litmus", litmus);
    let folder = format!("{}/", path.parent().unwrap().to_str().unwrap());
    let (code, said) = interleave(&["check"], &path);
    let said = said.replace(&folder, "");
    assert!(said.starts_with(shown), "{said}\n{shown}");
    assert_eq!(code, 1);
}

#[test]
fn memory_decides_what_is_allowed() {
    let path = file("sb.litmus", &test("(0:EAX=0 /\\ 1:EAX=0)"));
    for (option, exit, says) in [
        (
            &[][..],
            0,
            "    Ok under tso: Allow, Sometimes. 1 of 4 final states satisfies the condition.\n",
        ),
        (&["--option", "memory=pso"], 0, "    Ok under pso: Allow, Sometimes. 1 of 4"),
        (
            &["--option", "memory=sequential"],
            1,
            "    No under sequential: Forbid, Never. 0 of 3 final states satisfy the condition.\n    \
             Forbidden by a cycle: P0 W x=1 –po→ P0 R y=0 –fr→ ",
        ),
        (&["--states-max", "5"], 3, "    Undecided under tso: So far 0 of 0 final states"),
    ] {
        let output = program(&path, option);
        assert!(out(&output).contains(says), "{}", out(&output));
        assert_eq!(code(&output), exit, "{}", out(&output));
    }
    let tested = &json(&program(&path, &["--json"]))["litmus"];
    assert_eq!(
        (&tested["verdict"], &tested["observation"]),
        (&"allow".into(), &"sometimes".into())
    );
    assert_eq!(tested["final_states"][0]["values"], "0:EAX=0; 1:EAX=0;");
    assert_eq!(tested["final_states"][0]["satisfies"], true);
    let path = file("nobody.litmus", &test("x=2").replace("exists", "~exists"));
    let said = out(&program(&path, &[]));
    assert!(said.contains("Ok under tso: Forbid, Never. 0 of 1 final state satisfy"), "{said}");
    assert!(said.contains("    No write has a value that makes the condition true.\n"), "{said}");
    let path = file("all.litmus", &test("x=1").replace("exists", "forall"));
    let said = out(&program(&path, &[]));
    assert!(said.contains("Ok under tso: Allow, Always. 1 of 1 final state satisfies"), "{said}");
}

/// What a claim of all states needs, a part of them cannot say; what refutes it is enough.
#[test]
fn a_part_of_the_states_decides_what_it_can() {
    for (claim, exit, says) in [
        (
            "exists 0:EAX=0",
            3,
            "Ok under tso: Allow. So far 1 of 1 final state satisfies the condition.",
        ),
        ("~exists 0:EAX=0", 1, "No under tso: Allow. So far 1 of 1 final state satisfies"),
        ("forall 0:EAX=1", 1, "No under tso: So far 0 of 1 final state satisfy the condition."),
        ("forall 0:EAX=0", 3, "Undecided under tso: Allow. So far 1 of 1 final state satisfies"),
    ] {
        let path = file("part.litmus", &test("").replace("exists ", claim));
        let output = program(&path, &["--states-max", "31", "--workers", "1"]);
        assert!(out(&output).contains(says), "{}", out(&output));
        assert_eq!(code(&output), exit, "{}", out(&output));
    }
}

/// A run of a test plays, and its text is one to go on from.
#[test]
fn a_test_is_an_ordinary_text() {
    let path = file("to-play.litmus", &test("(0:EAX=0 /\\ 1:EAX=0)"));
    let said = out(&program(&path, &["--option", "memory=pso"]));
    let (_, run) = said.split_once("--run ").expect("a run");
    let run = run.split_whitespace().next().unwrap();
    let (code, said) = interleave(&["play", "--option", "memory=pso", "--run", run], &path);
    assert!(code == 0 && said.contains("x ← 1; nobody else sees the write yet."), "{said}");
    let (code, said) = interleave(&["export", "--format", "promela"], &path);
    assert!(code == 0 && said.contains("proctype"), "{said}");
    let (code, text) = interleave(&["new", "-", "--from"], &path);
    assert!(code == 0 && text.starts_with("algorithm SB\n"), "{text}");
    let (code, said) = interleave(&["check"], &file("from-litmus.ilv", &text));
    assert!(code == 0 && said.contains("final states  4 outcomes"), "{said}");
}

#[test]
fn what_is_wrong_with_a_test_has_its_place() {
    let path = file("wrong.litmus", &test("x=1").replace("MOV [y],$1", "INC [y]"));
    let output = program(&path, &[]);
    let said = String::from_utf8(output.stderr.clone()).unwrap();
    assert!(
        said.contains("wrong.litmus:4:16\n") && said.contains("`INC` is no instruction"),
        "{said}"
    );
    assert_eq!(code(&output), 2);
    let errors = &json(&program(&path, &["--json"]))["errors"];
    assert_eq!((&errors[0]["line"], &errors[0]["kind"]), (&4.into(), &"not-a-statement".into()));
    let folder = directory("litmus");
    fs::write(folder.join("good.litmus"), test("x=1")).unwrap();
    fs::copy(&path, folder.join("wrong.litmus")).unwrap();
    let output = program(&folder, &[]);
    let said = out(&output);
    assert!(said.contains("Ok under tso: Allow, Always.") && said.contains("`INC`"), "{said}");
    assert_eq!(code(&output), 2);
}
