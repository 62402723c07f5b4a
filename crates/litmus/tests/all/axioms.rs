//! The cycle that forbids a condition.

use litmus::axioms::{Forbidden, Model, final_states, forbidden};
use litmus::read;

fn cycle(threads: &str, claim: &str, model: Model) -> Option<Forbidden> {
    let text = format!("X86 A\n{{}}\n{threads}\nexists {claim}\n");
    forbidden(&read(&text).unwrap_or_else(|wrong| panic!("{wrong}")), model)
}

#[test]
fn a_forbidden_result_has_a_cycle() {
    let sb = "P0 | P1;\nMOV [x],$1 | MOV [y],$1;\nMOV EAX,[y] | MOV EAX,[x];";
    let fenced = "P0 | P1;\nMOV [x],$1 | MOV [y],$1;\nMFENCE | MFENCE;\nMOV EAX,[y] | MOV EAX,[x];";
    let mp = "P0 | P1;\nMOV [x],$1 | MOV EAX,[y];\nMOV [y],$1 | MOV EBX,[x];";
    let corr = "P0 | P1;\nMOV [x],$1 | MOV EAX,[x];\n | MOV EBX,[x];";
    let exchanged = "P0 | P1;\nMOV EAX,$1 | MOV [x],$2;\nXCHG [x],EAX | ;";
    let none = "0:EAX=0 /\\ 1:EAX=0";
    for (threads, claim, model, shown) in [
        (
            sb,
            none,
            Model::Sequential,
            "P0 W x=1 –po→ P0 R y=0 –fr→ P1 W y=1 –po→ P1 R x=0 –fr→ P0 W x=1",
        ),
        (
            fenced,
            none,
            Model::Pso,
            "P0 W x=1 –fence→ P0 R y=0 –fr→ P1 W y=1 –fence→ P1 R x=0 –fr→ P0 W x=1",
        ),
        (
            mp,
            "1:EAX=1 /\\ 1:EBX=0",
            Model::Tso,
            "P0 W x=1 –po→ P0 W y=1 –rf→ P1 R y=1 –po→ P1 R x=0 –fr→ P0 W x=1",
        ),
        (
            corr,
            "1:EAX=1 /\\ 1:EBX=0",
            Model::Pso,
            "P0 W x=1 –rf→ P1 R x=1 –po→ P1 R x=0 –fr→ P0 W x=1",
        ),
        (
            exchanged,
            "0:EAX=0 /\\ x=1",
            Model::Tso,
            "P0 X x=0, then 1 –fr→ P1 W x=2 –co→ P0 X x=0, then 1",
        ),
    ] {
        let Some(Forbidden::Cycle(cycle)) = cycle(threads, claim, model) else { panic!("{shown}") };
        assert_eq!(cycle.to_string(), shown);
    }
    assert_eq!(cycle(sb, none, Model::Tso), None);
    assert_eq!(cycle(mp, "1:EAX=1 /\\ 1:EBX=0", Model::Pso), None);
    assert_eq!(cycle(sb, "0:EAX=2", Model::Tso), Some(Forbidden::ByValues));
}

/// There is no answer, and no search that takes for ever.
#[test]
fn too_many_executions_are_not_looked_at() {
    let rows = "MOV [x],$1 | MOV EAX,[x];\n".repeat(8);
    let source = format!("X86 A\n{{}}\nP0 | P1;\n{rows}exists 1:EAX=2\n");
    let test = read(&source).unwrap_or_else(|wrong| panic!("{wrong}"));
    assert_eq!(final_states(&test, Model::Tso), None);
    assert_eq!(forbidden(&test, Model::Tso), None);
}
