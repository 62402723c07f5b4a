//! What verdicts assume of memory, and which memories are offered in its place.

use super::{of_link, of_text};
use fences::Memory::{Pso, Tso};
use fences::{offered, with_memory};

fn text(declared: &str, line: &str) -> String {
    format!("algorithm A text\n\n{declared}\n\nprocess i of 2:\n  work:\n    {line}\n")
}

#[test]
fn a_lock_assumes_sequentially_consistent_memory_and_the_others_are_offered() {
    let peterson = of_link("peterson?order=turn-first");
    assert_eq!(offered(&peterson), Some(vec![Tso, Pso]));
    for memory in [Tso, Pso] {
        let other = with_memory(&peterson, memory).unwrap();
        let added = "option memory: sequential, tso, pso\n";
        assert_eq!(other.source().replace(added, ""), peterson.source());
        let mut setting: Vec<_> = other.setting.iter().map(|it| (it.0.name, it.1.name)).collect();
        setting.retain(|option| ["order", "memory"].contains(&option.0));
        assert_eq!(setting, [("order", "turn-first"), ("memory", &*memory.to_string())]);
        // it is not sequentially consistent any more
        assert_eq!(offered(&other), None);
    }
}

#[test]
fn an_option_that_a_text_has_is_turned() {
    let has = text("option memory: pso, sequential\nshared x: 0..1", "x ← 1 − x");
    let mut scenario = of_text(&has);
    assert_eq!(offered(&scenario), None);
    assert!(scenario.setting.set("memory", "sequential"));
    assert_eq!(offered(&scenario), Some(vec![Tso, Pso]));
    assert_eq!(with_memory(&scenario, Pso).unwrap().source(), has);
    let more = with_memory(&scenario, Tso).unwrap();
    assert!(more.source().contains("option memory: pso, sequential, tso\n"), "{}", more.source());
}

#[test]
fn where_no_process_sees_what_another_one_writes_nothing_is_assumed() {
    for (declared, line) in [
        ("shared x[process]: 0..1", "x[i] ← 1"),
        // what nobody but properties sees
        ("ghost x: 0..1", "x ← 1"),
        ("shared x: 0..1 = 1", "await x = 1"),
    ] {
        assert_eq!(offered(&of_text(&text(declared, line))), None, "{declared}");
    }
    // messages alone; safe registers; rows on replicas
    for link in ["ricart-agrawala", "paxos", "bakery?registers=safe", "row-lock"] {
        assert_eq!(offered(&of_link(link)), None, "{link}");
    }
}

/// Where the text chooses safe registers by default, the others have buffers all the same.
#[test]
fn a_setting_without_safe_registers_can_have_buffers() {
    let declared = "option registers: safe, atomic\nshared safe x: bool    with registers = safe\nshared x: bool    with \
                    registers = atomic";
    let mut scenario = of_text(&text(declared, "x ← not x"));
    assert_eq!(offered(&scenario), None);
    assert!(with_memory(&scenario, Tso).is_none());
    assert!(scenario.setting.set("registers", "atomic"));
    assert_eq!(offered(&scenario), Some(vec![Tso, Pso]));
}

#[test]
fn what_the_language_refuses_or_what_changes_nothing_is_not_offered() {
    let shared = "shared x: 0..1";
    for (declared, line) in [
        // another option of that name, and a definition
        (
            "option memory: small, large\nshared x: 0..1 with memory = small\nshared x: 0..2 with memory = large",
            "x ← 1",
        ),
        (
            "option old: yes, no\ndefine memory: sequential if old = yes else tso\nshared x: 0..1",
            "x ← 1",
        ),
        // a buffer takes one number at a time
        ("record two(a: 0..1, b: 0..1)\nshared x: two", "x ← two(1, 1)"),
        // no write is ever pending
        (shared, "atomic: x ← 1 − x"),
    ] {
        let scenario = of_text(&text(declared, line));
        assert_eq!(offered(&scenario), Some(Vec::new()), "{declared}\n{line}");
    }
}

#[test]
fn of_every_published_listing_what_is_offered_is_a_text_without_errors() {
    let mut count = 0;
    for entry in catalog::entries() {
        let scenario = of_link(entry.slug);
        for memory in offered(&scenario).unwrap_or_default() {
            let other = with_memory(&scenario, memory).unwrap();
            assert_eq!(other.text.as_ref().unwrap().errors(), [], "{} {memory}", entry.slug);
            count += 1;
        }
    }
    assert!(count > 30, "{count}");
}
