//! What the page of litmus tests is told.

mod drawing;

use axioms::answered;

const STORE_BUFFERING: &str = "X86 SB
{ x=0; y=0; }
 P0         | P1          ;
 MOV [x],$1 | MOV [y],$1  ;
 MOV EAX,[y] | MOV EAX,[x] ;
exists (0:EAX=0 /\\ 1:EAX=0)
";

#[test]
fn each_memory_has_its_answer_in_the_words_of_herd() {
    let answer = answered(STORE_BUFFERING).unwrap();
    assert_eq!((&*answer.name, &*answer.claim), ("SB", "exists (0:EAX=0 /\\ 1:EAX=0)"));
    let told: Vec<_> =
        answer.memories.iter().map(|memory| (memory.ok, &*memory.sentence)).collect();
    assert_eq!(
        told,
        [
            (
                Some(false),
                "No under sequential: Forbid, Never. 0 of 3 final states satisfy the condition."
            ),
            (
                Some(true),
                "Ok under tso: Allow, Sometimes. 1 of 4 final states satisfies the condition."
            ),
            (
                Some(true),
                "Ok under pso: Allow, Sometimes. 1 of 4 final states satisfies the condition."
            ),
        ]
    );
    let cycle =
        "Forbidden by a cycle: P0 W x=1 –po→ P0 R y=0 –fr→ P1 W y=1 –po→ P1 R x=0 –fr→ P0 W x=1";
    assert_eq!(answer.memories[0].why.as_deref(), Some(cycle));
    assert_eq!(answer.memories[1].why, None);
    let satisfying = answer.memories[1].states.iter().filter(|state| state.satisfies);
    assert_eq!(satisfying.map(|it| &*it.values).collect::<Vec<_>>(), ["0:EAX=0; 1:EAX=0;"]);
    assert!(answer.text.starts_with("algorithm SB\n"), "{}", answer.text);
}

#[test]
fn what_cannot_be_read_is_a_sentence_at_its_line() {
    let wrong = answered(&STORE_BUFFERING.replace("MOV [y],$1 ", "LEA [y],$1 ")).unwrap_err();
    assert_eq!(wrong.line, 4, "{wrong:?}");
    assert!(wrong.problem.contains("LEA"), "{wrong:?}");
}

#[test]
fn a_test_with_too_many_executions_is_left_to_the_command_line() {
    let rows = "MOV [x],$1 | MOV EAX,[x];\n".repeat(8);
    let answer = answered(&format!("X86 A\n{{}}\nP0 | P1;\n{rows}exists 1:EAX=2\n")).unwrap();
    assert!(answer.memories.iter().all(|memory| memory.ok.is_none()));
    assert!(answer.memories[1].sentence.contains("`interleave check`"));
}
