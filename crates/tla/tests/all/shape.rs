//! What a module looks like, and what has none.

use std::fs;
use std::path::Path;

pub fn listing(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../algorithms/listings");
    fs::read_to_string(folder.join(format!("{name}.ilv"))).expect("a listing")
}

fn module(text: &str) -> Result<tla::Tla, String> {
    let compiled =
        listing::compile(text, &[]).unwrap_or_else(|errors| panic!("{} {text}", errors[0]));
    tla::tla(&compiled, "A", "")
}

fn looks_as_kept(name: &str) {
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/all/modules/{name}.tla"));
    let module = module(&listing(name)).expect("a module").module;
    assert!(module == fs::read_to_string(&kept).expect("a kept module"), "{module}");
}

/// Shared variables, for ever, an `await` with two accesses.
#[test]
fn peterson() {
    looks_as_kept("peterson");
}

/// Rules, messages in order, sets.
#[test]
fn ricart_agrawala() {
    looks_as_kept("ricart_agrawala");
}

#[test]
fn a_configuration_asks_for_what_holds_in_every_state() {
    let asked = module(&listing("ricart_agrawala")).expect("a module").configuration;
    let lines: Vec<&str> = asked.lines().filter(|text| !text.starts_with("\\*")).collect();
    let invariants = ["mutual_exclusion", "order_of_service", "no_deadlock"]
        .map(|text| format!("INVARIANT {text}"));
    assert_eq!(lines[..2], ["SPECIFICATION Spec", "CHECK_DEADLOCK FALSE"]);
    assert_eq!(lines[2..], invariants);
    assert!(asked.contains("\\* INVARIANT never_all_ask_at_once"), "{asked}");
    assert!(asked.contains("\\* PROPERTY nobody_waits_for_ever"), "{asked}");
}

/// What the module cannot say is a sentence, or stands in its head.
#[test]
fn what_is_not_exported_is_said() {
    let refused = |text: &str| module(text).err().expect("no module");
    assert_eq!(refused(&listing("row_lock")), "A replicated row is not exported to TLA+.");
    assert!(
        refused(&listing("erlang_lock")).starts_with("Messages to oneself that arrive at once")
    );
    let step = "algorithm A\nshared x: 0..3\np:\n  going: x ← 1\nalways up: x′ ≥ x\nmost it: x\n";
    let module = module(step).expect("a module").module;
    assert!(module.contains("Not in this module: up. It is about steps."), "{module}");
    assert!(module.contains("Not in this module: it. TLA+ has no such question."), "{module}");
}

/// A read is a view, cells have numbers that the module tells, and writes to each cell arrive at last.
#[test]
fn store_buffers_read_as_views() {
    let text = |memory: &str| {
        format!(
            "algorithm A\ndefine memory: {memory}\nshared flag[process]: bool\nshared turn: process\nprocess i of 2:\n  \
             own n: process\n  going:\n    flag[i] ← true\n    turn ← i\n    n ← turn\n    await not flag[1 − i]\n"
        )
    };
    let [tso, pso] = ["tso", "pso"].map(|memory| module(&text(memory)).expect("a module").module);
    for words in [
        "\n   0..1 flag\n   2 turn\n",
        "Seen(buffer_cells[i], buffer_values[i], 2, turn)",
        "\nwrite_arrives(i) ==",
    ] {
        assert!(tso.contains(words) && pso.contains(words), "{words}{tso}{pso}");
    }
    let fair = "\\A i \\in Process : WF_vars(process_writes(i))";
    assert!(tso.contains(fair), "{tso}");
    let each = "\\A i \\in Process : \\A c \\in 0..2 : WF_vars(process_writes(i) /\\ Pending(buffer_cells'[i], c) < \
                Pending(buffer_cells[i], c))";
    assert!(pso.contains(each), "{pso}");
}

/// Names that TLA+ keeps for itself, and those of two roles, are given once each.
#[test]
fn names_are_given_once() {
    let text = "algorithm A\nshared Head, LET: bool\na:\n  own w: 0..1\n  going: w ← 1; Head ← true\nb:\n  own w: 0..1\n  \
                going: w ← 1; LET ← true\nreachable Init: Head\n";
    let module = module(text).expect("a module").module;
    for words in
        ["\n  Head_2,", "\n  LET_2,", "\n  b_w", "\ngoing ==", "\nb_going ==", "\nInit_holds =="]
    {
        assert!(module.contains(words), "{words}{module}");
    }
}
