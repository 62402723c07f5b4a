//! Prepared changes of listings do what their pages say: at most three lines change, and the checker
//! comes to the verdict that is written there.

use catalog::listing::compare::compare;
use catalog::{Edit, Limits, Scenario, entries};

/// What the checker finds, in the words of the page.
fn verdict(start: &Scenario, edit: &Edit, rule: &str) -> String {
    let source = start.source();
    for (from, _) in edit.changes {
        assert_eq!(source.matches(from).count(), 1, "{}: {from}", start.slug);
    }
    let changed = start.with_text(&edit.apply(source, rule));
    let text = changed.text.as_ref().expect("another text");
    assert_eq!(text.errors(), [], "{}: {}", start.slug, edit.title);
    assert!(compare(source, text.source()).differences() <= 3, "{}", edit.title);
    let mut search = changed.search(Limits::default());
    while search.advance(10_000) {}
    let report = search.report();
    let wrong: Vec<_> = report.verdicts.iter().filter(|verdict| !verdict.good()).collect();
    let steps = |name: &str| {
        let found = wrong.iter().find(|verdict| verdict.property == name);
        report.steps_of(found.and_then(|found| found.run()).map_or(0, <[_]>::len))
    };
    match (wrong.first(), edit.breaks) {
        (None, _) => Edit { breaks: "", ..*edit }.verdict(),
        (Some(first), "") => format!("{} breaks", first.property),
        (Some(_), breaks) => Edit { steps: steps(breaks), ..*edit }.verdict(),
    }
}

#[test]
fn prepared_edits_come_to_what_is_said_of_them() {
    let mut edits = 0;
    let mut wrong = Vec::new();
    for entry in entries() {
        for edit in entry.edits {
            let start = Scenario::parse(&format!("{}?{}", entry.slug, edit.options)).unwrap();
            assert!(start.notices.is_empty(), "{}: {:?}", entry.slug, start.notices);
            let rules = if edit.rules.is_empty() { &[""] } else { edit.rules };
            for rule in rules {
                let found = verdict(&start.scenario, edit, rule);
                if found != edit.verdict() {
                    wrong.push(format!("{}, {} {rule}: {found}", entry.slug, edit.title));
                }
                edits += 1;
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(edits >= 30, "{edits}");
}
