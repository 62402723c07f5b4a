//! Why it fails that a run ends: what was to come has not come, and nobody has to move.

use crate::reasons::failure;

#[test]
fn what_has_become_true_and_what_does_not_come_of_it_is_told() {
    let lines =
        "shared x: 0..1\nprocess i of 1:\n  asking:\n    x ← 1\n    pause\n  leaving:\n    pause\n";
    let of = |claim: &str| failure(&format!("{lines}eventually served: {claim}\n"), "served");
    assert_eq!(
        of("x = 1 → x = 0"),
        "After step 1, x is 1, and at the end x is 1, not 0: nobody has to move. Process 0 has nothing left to do."
    );
    let from_first = of("x < 2 → x = 0 and x = 1");
    assert!(
        from_first
            .starts_with("At the beginning, x is 0, less than 2, and at the end x is 1, not 0:"),
        "{from_first}"
    );
    let comes = of("x = 2 − x and x = 0");
    assert!(comes.starts_with("Now x is 1, not 0: nobody has to move."), "{comes}");
    let stays = failure(&format!("{lines}eventually always low: x = 0\n"), "low");
    assert!(stays.starts_with("Now x is 1, not 0: nobody has to move."), "{stays}");
    let branch = of("x = 1 if x < 1 else x = 0");
    assert!(branch.starts_with("Now x is 1, but x is 1, not 0: nobody"), "{branch}");
    let long: Vec<String> = (1..9).map(|more| format!("x + {more} = 0")).collect();
    let long = format!("({})", long.join(" or "));
    assert!(
        of(&format!("x = 1 → {long}"))
            .starts_with("What was to come has not come: nobody has to move.")
    );
}

#[test]
fn who_stands_elsewhere_than_where_it_was_to_come_is_told() {
    let lines = "shared x: 0..1\np i of 2:\n  sections asking, resting, leaving\n  rests in resting\n  \
                 when i in asking and (i = 0 or x = 1): become resting\neventually served: asking → leaving\n";
    let why = "P 0 is resting and never leaving: nobody has to move. P 0 has nothing to do now. P 1 has \
               nothing to do now.";
    assert_eq!(failure(lines, "served"), why);
}

#[test]
fn who_waits_for_others_within_an_operation_is_told() {
    let lines = "shared x: bool\np i of 2:\n  asking:\n    await x\n  leaving:\n    pause\n\
                 wait-free served: asking to end\n";
    let why = "P 0 can only wait for others, and its operation does not end: nobody can move. P 0 waits: x = \
               false. P 1 waits: x = false.";
    assert_eq!(failure(lines, "served"), why);
}

/// A run that has not begun may be one that ends.
#[test]
fn what_ends_before_it_begins_has_a_reason() {
    let lines = "shared x: bool\np i of 1:\n  asking:\n    await x\neventually served: x\n";
    let why = "Now x is false: nobody can move. The p waits: x = false.";
    assert_eq!(failure(lines, "served"), why);
}

/// What is claimed of each member fails for one of them, and not for a process.
#[test]
fn what_does_not_come_of_a_member_is_told() {
    let lines = "shared asked, done: set of 0..1\np i of 1:\n  asking:\n    asked ← {1}\n    pause\n\
                 eventually each: all k in 0..1: (k in asked → k in done)\n\
                 eventually whole: (all k in 0..1: k not in done) → done = {0, 1}\n";
    assert_eq!(
        failure(lines, "each"),
        "Now 1 is in asked, but 1 is not in done, which is {}: nobody has to move. The p has nothing left to do."
    );
    let whole = "Now done is {}, not {0, 1}: 0 and 1 are missing: nobody has to move.";
    assert!(failure(lines, "whole").starts_with(whole), "{}", failure(lines, "whole"));
}

/// Sections are told by who stands there, and never as a formula.
#[test]
fn that_nobody_comes_where_somebody_was_to_come_is_told() {
    let lines = "shared x: bool\nprocess i of 3:\n  waiting:\n    await x\n  critical:\n    pause\n\
                 eventually somebody: (some i: i in waiting) → (some i: i in critical)\n\
                 eventually all of them: all i: i in critical\n";
    let somebody = failure(lines, "somebody");
    let told = "At the beginning, process 0 is waiting, and at the end nobody is in the critical section: nobody can \
                move.";
    assert!(somebody.starts_with(told), "{somebody}");
    let all = failure(lines, "all of them");
    assert!(all.starts_with("Process 0 is not in the critical section: nobody can move."), "{all}");
}

/// A loop in which nobody is kept waiting: what is false, with its values, and whether it is so all the while.
#[test]
fn what_does_not_come_in_a_loop_is_told_with_its_values() {
    let lines = "shared x: 0..3\nprocess i of 1, for ever:\n  a:\n    x ← (x + 1) mod 3\n    pause\n\
                 define ready: x = 3 if x < 9 else x = 0\n\
                 eventually comes: ready\neventually high: x in {3} or x > 3\n\
                 eventually same: x = 0 → (1 = 2 or x > 3)\n";
    let of = |name| failure(lines, name);
    let told = ", and this can go on for ever.";
    for name in ["comes", "high", "same"] {
        let why = of(name);
        let head = why.split(". ").next().unwrap();
        assert!(
            head.starts_with("At the end of each round, x is ")
                && (head.to_owned() + ".").ends_with(told),
            "{why}"
        );
        assert!(!why.contains(" if ") && !why.contains(" else "), "{why}");
    }
    let fixed = "shared x, y: 0..3\nprocess i of 1, for ever:\n  a:\n    x ← (x + 1) mod 3\n    pause\n\
                 eventually comes: y = 1\n";
    let why = failure(fixed, "comes");
    assert!(why.starts_with("Now y is 0, not 1, and this can go on for ever."), "{why}");
}
