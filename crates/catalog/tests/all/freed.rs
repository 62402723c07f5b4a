//! Who touches what was freed, and who freed it.

use crate::evidence::failures;
use catalog::Scenario;
use catalog::reason::Reason;

fn text(owner: &str, reader: &str) -> String {
    format!(
        "algorithm A\nrecord pair(to: none | node, n: 0..2)\npool node of 2: val: 0..3; both: pair\nshared top: none | \
         node\nowner:\n  own n: none | node\n  making:\n    n ← new node\n    n.val ← 3\n    top ← n\n  freeing:\n    {owner}\n\
         reader:\n  own n: none | node\n  own v: 0..3\n  reading:\n    n ← top\n    {reader}\nnever a freed cell is touched\n"
    )
}

fn reasons(text: &str) -> Vec<String> {
    let scenario = Scenario::parse("new").unwrap().scenario.with_text(text);
    let failing = failures(&scenario);
    let reasons = failing.iter().flat_map(Scenario::reasons);
    let touched = reasons.filter(|reason| reason.property == "never a freed cell is touched");
    touched.map(|reason: Reason| reason.text()).collect()
}

#[test]
fn a_reason_says_who_touches_which_cell_in_which_line_and_who_freed_it() {
    for (owner, reader, told) in [
        (
            "free n",
            "if n ≠ none: v ← n.val",
            "The reader read val[0] in “if n ≠ none: v ← n.val”, and the owner had freed node[0] in step 4.",
        ),
        (
            "free n",
            "if n ≠ none: n.both.n ← 2    # too late",
            "The reader wrote both.n[0] in “if n ≠ none: n.both.n ← 2”, and the owner had freed node[0] in step 4.",
        ),
        (
            "atomic: free n; n.val ← 1",
            "skip",
            "The owner wrote val[0] in “atomic: free n; n.val ← 1”, and it had freed node[0] in the same step.",
        ),
    ] {
        assert_eq!(reasons(&text(owner, reader)), [told]);
    }
    assert!(reasons(&text("skip", "if n ≠ none: v ← n.val")).is_empty());
}
