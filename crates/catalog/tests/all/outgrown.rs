//! What a step would lead to that a search does not follow.

use catalog::{Limits, Scenario};

/// What is said of the nearest such step.
fn outgrown(lines: &str) -> String {
    let text = format!("algorithm A\n{lines}");
    let scenario = Scenario::new(catalog::entry("new").unwrap()).with_text(&text);
    assert_eq!(scenario.text.as_ref().map_or(&[][..], |text| text.errors()), [], "{text}");
    let mut search = scenario.search(Limits::default());
    while search.advance(1 << 16) {}
    let run = search.report().beyond.expect("a step that is not followed");
    scenario.then(&run, None).moment().outgrown().expect("why it is not")
}

#[test]
fn it_says_which_bound_is_reached() {
    let value = "shared x: 0..1\nlimit x\nprocess i of 1, for ever:\n  go:\n    x ← x + 1\n";
    assert_eq!(outgrown(value), "x would become 2, which is not in 0..1");
    let list = "process i of 1, for ever:\n  own q: list of 0..1 up to 2\n  go:\n    pause\n    q ← q + [1]\nlimit q\n";
    assert_eq!(outgrown(list), "q would have 3 elements, and has room for 2");
    let messages = "define messages_in_transit: 3\nmessage m\nprocess i of 2, for ever:\n  go:\n    send m to 1 − i\n";
    let words = "4 messages would be on their way, and there is room for 3";
    assert_eq!(outgrown(messages), words);
    let pool = "pool node of 2: v: 0..1\nprocess i of 1, for ever:\n  own n: none | node\n  go:\n    pause\n    n ← new node\n";
    assert_eq!(outgrown(pool), "there is no room for another cell");
    let condition =
        "shared x: 0..3\nlimit small: x ≤ 1\nprocess i of 1, for ever:\n  go:\n    x ← x + 1\n";
    assert_eq!(outgrown(condition), "a limit ends the search here");
}
