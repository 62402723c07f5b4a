//! The text that a test becomes.

use litmus::read;

const TEST: &str = "X86 SB+mfence+xchg
{ y=2; 1:EBX=3; }
 P0          | P1            | P2 ;
 MOV [x],$1  | XCHG [y],EBX  |    ;
 MFENCE      | MOV [x],EBX   |    ;
 MOV EAX,[y] | MOV ECX,EBX   |    ;
exists (0:EAX=2 /\\ ~(x=1 \\/ 1:EBX=0))
";

const TEXT: &str = "algorithm SB+mfence+xchg

# A litmus test for x86: exists (0:EAX=2 /\\ ~(x=1 \\/ 1:EBX=0))
option memory: tso, pso, sequential
define buffer: 1

shared x: 0..3
shared y: 0..3 = 2

P0:
  own P0_eax: 0..3
  run:
    x ← 1
    fence
    P0_eax ← y

P1:
  own P1_ebx: 0..3 = 3
  own P1_ecx: 0..3
  run:
    P1_ebx ← swap(y, P1_ebx)
    x ← P1_ebx
    P1_ecx ← P1_ebx
    fence    # The end is when nothing is pending

P2:
  run:
    skip

define condition: P0_eax = 2 and not (x = 1 or P1_ebx = 0)

reachable exists: P0 in end and P1 in end and P2 in end and condition
outcomes final states: P0_eax, P1_ebx, x
";

#[test]
fn a_test_becomes_a_text_as_one_would_write_it() {
    let text = read(TEST).unwrap_or_else(|wrong| panic!("{wrong}")).text();
    assert_eq!(text, TEXT);
    assert_eq!(listing::format(&text).as_deref(), Ok(TEXT));
    assert_eq!(listing::check(&text), []);
}

#[track_caller]
fn compiles(litmus: &str) {
    let text = read(litmus).unwrap_or_else(|wrong| panic!("{wrong}\n{litmus}")).text();
    let wrong = listing::check(&text);
    assert!(wrong.is_empty(), "{}\n{text}", wrong[0]);
    assert_eq!(listing::format(&text), Ok(text));
}

/// A cell can be called what means something else in the language, or in the text.
#[test]
fn any_cell_has_a_name() {
    for name in [
        "process",
        "fence",
        "size",
        "cas",
        "swap",
        "end",
        "run",
        "memory",
        "buffer",
        "condition",
        "condition_0",
        "P0",
        "P0_eax",
        "none",
        "any",
        "exists",
        "final",
        "states",
        "in",
        "not",
        "true",
        "at",
        "_",
        "__x",
        "losses",
        "x",
        "X",
        "decided",
        "message",
        "steps",
        "A",
    ] {
        compiles(&format!(
            "X86 A\n{{}}\nP0 | P1;\nMOV [{name}],$1 | MOV [cell_{name}],$1;\nMOV EAX,[x] | ;\nexists [{name}]=1 /\\ 0:EAX=0\n"
        ));
    }
}

#[test]
fn small_and_odd_tests_have_texts() {
    for rows in [";", "MOV EAX,$1;", "MFENCE;", "XCHG [x],EAX;", "MOV EAX,EBX;", "MOV [x],$65535;"]
    {
        for claim in ["exists x=0", "forall 0:EAX=0", "~exists true", "exists ~(x=0 /\\ false)"] {
            compiles(&format!("X86 A\n{{}}\nP0;\n{rows}\n{claim}\n"));
        }
    }
    let threads = (0..16).map(|nth| format!("P{nth}")).collect::<Vec<_>>().join("|");
    compiles(&format!("X86 A\n{{}}\n{threads};\nMOV [x],$1{};\nforall x=1\n", "|".repeat(15)));
}

/// However deep a condition is nested, and however many parts it has.
#[test]
fn large_conditions_have_texts() {
    let mut nested = String::from("x=0");
    for nth in 0..9 {
        nested = format!("(x={nth} \\/ y=1 /\\ ~({nested} /\\ z=1))");
    }
    let wide = (0..60).map(|nth| format!("x={nth} /\\ y={nth}")).collect::<Vec<_>>().join(" \\/ ");
    for condition in [nested, wide] {
        compiles(&format!("X86 A\n{{}}\nP0;\nMOV [x],$70;\nexists {condition}\n"));
    }
}
