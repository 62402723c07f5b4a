//! Why it fails that a run ends: what was to come has not come, and nobody has to move.

use crate::reasons::failure;

#[test]
fn what_has_become_true_and_what_does_not_come_of_it_is_told() {
    let lines =
        "shared x: 0..1\nprocess i of 1:\n  asking:\n    x ← 1\n    pause\n  leaving:\n    pause\n";
    let of = |claim: &str| failure(&format!("{lines}eventually served: {claim}\n"), "served");
    assert_eq!(
        of("x = 1 → x = 0"),
        "After step 1, x = 1 is true, and x = 0 does not come true from then on: nobody has to move. \
         Process 0 has nothing left to do."
    );
    assert!(
        of("x < 2 → x = 0 and x = 1")
            .starts_with("At the beginning, x < 2 is true, and x = 0 and x = 1")
    );
    assert!(
        of("x = 2 − x and x = 0").starts_with("The run ends, and x = 2 − x and x = 0 has not come")
    );
    let stays = failure(&format!("{lines}eventually always low: x = 0\n"), "low");
    assert!(stays.starts_with("The run ends, and x = 0 is not true there: nobody"), "{stays}");
    let long = format!("(x = 0){}", " and (x = 0 or x = 1)".repeat(6));
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
    let why = "The run ends, and x has not come true: nobody can move. The p waits: x = false.";
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
        "After step 1, k in asked is true for some k in 0..1, and k in done does not come true from then on: \
         nobody has to move. The p has nothing left to do."
    );
    let whole = "At the beginning, all k in 0..1: k not in done is true, and done = {0, 1} does not come true";
    assert!(failure(lines, "whole").starts_with(whole), "{}", failure(lines, "whole"));
}
