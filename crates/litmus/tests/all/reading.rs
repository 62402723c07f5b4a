//! How tests are read, and what is said of what is not.

use litmus::{Condition, Op, Quantifier, Register, Test, Value, Variable, read};

fn test(text: &str) -> Test {
    read(text).unwrap_or_else(|wrong| panic!("{wrong}\n{text}"))
}

/// What Intel and AT&T write differently is the same test.
#[test]
fn both_ways_to_write_instructions_are_read() {
    let intel = test(
        "X86 A\n{x=1; 0:EBX=2}\n P0 | P1 ;\n mov [x], 1 | LOCK XCHG [x],EAX ;\n MOV [y],EBX | mfence ;\n \
         MOV EAX,[y] | xchg EAX , [y] ;\n MOV EAX,$0x1 | ;\n MOV EAX,EBX | ;\nforall x=1\n",
    );
    let att = test(
        "X86_64 A\n{int x=1; uint64_t 0:rbx=2; int y;}\n P0 | P1 ;\n movl $1,(x) | lock xchgq %rax,(x) ;\n movq %rbx,(y) | mfence ;\n \
         movl (y),%eax | xchgl (y), %eax ;\n mov $1,%eax | ;\n movl %ebx,%eax | ;\nforall [x]=1\n",
    );
    let lower = |mut test: Test| {
        let register = |register: &mut Register| {
            register.name = register.name.to_lowercase().replace('e', "r");
        };
        for op in test.threads.iter_mut().flatten() {
            match op {
                Op::Store(_, Value::Register(name)) | Op::Load(name, _) | Op::Exchange(_, name) => {
                    register(name);
                }
                Op::Move(to, from) => {
                    register(to);
                    if let Value::Register(from) = from {
                        register(from);
                    }
                }
                Op::Store(..) | Op::Fence => {}
            }
        }
        test
    };
    assert_eq!(lower(intel.clone()).threads, lower(att.clone()).threads);
    assert_eq!(intel.threads.iter().map(Vec::len).collect::<Vec<_>>(), [5, 3]);
    assert_eq!((&intel.cells, intel.registers.len()), (&att.cells, att.registers.len()));
    assert_eq!((intel.cells["x"], intel.cells["y"]), (1, 0));
}

/// Older tests have `final`, names in brackets, and what is said to other programs.
#[test]
fn what_does_not_change_a_test_is_passed_over() {
    let test = test(
        "(* a (* nested *) comment *)\nX86 amd5 (amdFive) \"Loads { of any kind }\"\nOrig=PodWR Fre\n{x = 0; y = 0};\n\
         \tP0 | P1; mov [x], 1 | mov [y], 1 ;\n mov EAX, [y] | mov EBX, [x];\n\nfinal (P0:EAX = 0 /\\ P1:EBX = 0);\nwith\n\
         cc: exists;\ntso: ~exists;\n\n<<\nshow 0 of ess 0 ' (* and *)\n>>\n",
    );
    assert_eq!((test.name.as_str(), test.quantifier), ("amd5", Quantifier::NotExists));
    assert_eq!(test.claim, "~exists (P0:EAX = 0 /\\ P1:EBX = 0)");
    let register = |thread, name: &str| Variable::Register(Register { thread, name: name.into() });
    assert_eq!(test.observed, [register(0, "EAX"), register(1, "EBX")]);
}

#[test]
fn and_binds_before_or() {
    let test =
        test("X86 A\n{}\nP0;\nMOV [x],$1;\nexists x=1 /\\ ~y=2 \\/ true /\\ (z=3 \\/ false)\n");
    let equal = |name: &str, value| Condition::Equal(Variable::Cell(name.into()), value);
    let condition = Condition::Or(vec![
        Condition::And(vec![equal("x", 1), Condition::Not(Box::new(equal("y", 2)))]),
        Condition::And(vec![
            Condition::And(Vec::new()),
            Condition::Or(vec![equal("z", 3), Condition::Or(Vec::new())]),
        ]),
    ]);
    assert_eq!(test.condition, condition);
    for (values, holds) in [([1, 0, 0], true), ([1, 2, 0], false), ([0, 0, 3], true)] {
        assert_eq!(test.satisfies(&values), holds, "{values:?}");
    }
}

/// What is wrong is said at its line and column, with what can be written.
#[test]
fn what_cannot_be_read_is_an_error_at_its_place() {
    let head = "X86 A\n{ x=0; }\n P0 | P1 ;\n";
    let rows = " MOV [x],$1 | MOV EAX,[x] ;\n";
    let claim = "exists (1:EAX=1)\n";
    let error = |text: &str| read(text).expect_err(text).to_string();
    for (row, place, message) in [
        (
            " ADD [x],$1 | ;",
            "4:2",
            "`ADD` is no instruction that is read here. There are `MOV [x],$1`",
        ),
        (" | LOCK INC [x] ;", "4:4", "`lock INC` is not read here. There are"),
        (" SFENCE | ;", "4:2", "`SFENCE` is no instruction"),
        (" MOV [x],[y] | ;", "4:2", "An instruction has no such operands. There are"),
        (" XCHG EAX,EBX | ;", "4:2", "An instruction has no such operands."),
        (" MOV AX,[x] | ;", "4:6", "Here a register is expected. Registers are EAX,"),
        (" MOV EAX,[EBX] | ;", "4:11", "Here the name of a variable is expected. Memory is named"),
        (" MOV EAX [x] | ;", "4:10", "Here `,` is expected."),
        (" MOV EAX,[x] ;", "4:14", "Here `|` is expected. There are 2 threads:"),
        (" MOV EAX,[x] | | ;", "4:16", "Here `;` is expected. There are 2 threads:"),
        (" MOV [x],$65536 | ;", "4:11", "A number is at most 65535."),
        (" MOV [x],$-1 | ;", "4:11", "`-` is no sign of a litmus test."),
    ] {
        let said = error(&format!("{head}{row}\n{claim}"));
        assert!(said.starts_with(&format!("{place}: {message}")), "{row}: {said}");
    }
    for (text, said) in [
        ("", "1:1: The text is empty."),
        (
            "AArch64 A\n{}\n",
            "1:1: `AArch64` is no architecture that is read here: litmus tests are for `X86`",
        ),
        ("X86\n{}\n", "1:1: The test has no name."),
        ("X86 A\nP0;\nexists x=1\n", "4:1: No line begins with `{`"),
        ("X86 A\n{ x=0 y=0 }\n", "2:7: Here `;` or `}` is expected."),
        ("X86 A\n{ 0:EAX=x; }\n", "2:9: Here a number is expected."),
        ("X86 A\n{ x=0; x=1; }\n", "2:8: This begins with 0 already."),
        ("X86 A\n{}\nP1 | P0;\n", "3:1: Here `P0` is expected."),
    ] {
        let found = error(text);
        assert!(found.starts_with(said), "{text}: {found}");
    }
    for (claim, said) in [
        ("", "4:28: Here a quantifier is expected."),
        ("sometimes x=1", "5:1: `sometimes` is no instruction"),
        ("~forall x=1", "5:2: Here a quantifier is expected."),
        ("filter x=1\nexists x=1", "5:1: Here a quantifier is expected."),
        ("exists 2:EAX=1", "5:8: There is no such thread."),
        ("exists 0:x=1", "5:10: Here a register is expected."),
        ("exists x=1 y=1", "5:12: The claim ends before this: exists x=1"),
        ("exists x=y", "5:10: Here a number is expected."),
        ("exists x!=1", "5:9: Here `=` is expected."),
        ("exists (x=1", "5:12: Here `)` is expected."),
        ("final x=1\n", "5:10: `final` says nothing of tso."),
    ] {
        let found = error(&format!("{head}{rows}{claim}\n"));
        assert!(found.starts_with(said), "{claim}: {found}");
    }
    let many = format!("{head}{}{claim}", " MOV [x],$1 | ;\n".repeat(9));
    assert!(error(&many).starts_with("12:2: More than 8 writes of a thread can be pending here."));
}

/// Wherever a test ends and whatever is missing in it, there is an answer.
#[test]
fn nothing_that_is_written_is_too_odd_to_be_read() {
    let text = "(* é *) X86 A\n{ x=0; [y]=1; int 0:EAX=2; }\n P0 | P1 ;\n MOV [x],$1 | XCHG [y],EAX ;\n\
                locations [x; 0:EAX;]\n~exists (~x=0 \\/ 0:EAX=1 /\\ true)\n<<\nshow\n>>\n";
    assert!(read(text).is_ok());
    for (at, char) in text.char_indices() {
        for text in [&text[..at], &[&text[..at], &text[at + char.len_utf8()..]].concat()] {
            drop(read(text));
        }
    }
    let nested = format!("X86 A\n{{}}\nP0;\n;\nexists {}x=1", "(".repeat(10_000));
    assert!(read(&nested).is_err());
}
