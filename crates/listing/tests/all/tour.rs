//! What `docs/LANGUAGE.md` says of its examples is what a search finds.

use crate::searches;
use crate::texts::fences;
use crate::verdicts::stated;
use checker::Outcome;

/// Checks a line such as `served: fails, 4 steps with losses = 1`.
fn verdict(text: &str, line: &str, at: usize) {
    let (claim, options) = line.split_once(" with ").unwrap_or((line, ""));
    let chosen: Vec<(&str, &str)> =
        options.split(" and ").filter_map(|it| it.split_once(" = ")).collect();
    let (name, expected) = claim.rsplit_once(": ").expect("a name and a verdict");
    let system =
        listing::compile(text, &chosen).unwrap_or_else(|found| panic!("line {at}: {}", found[0]));
    let report = searches::search(system);
    let found = report.verdicts.iter().find(|it| it.property == name);
    let found = found.unwrap_or_else(|| panic!("line {at}: no property `{name}`"));
    let words = match &found.outcome {
        Outcome::Holds | Outcome::Within { .. } => "holds".to_owned(),
        Outcome::Fails { run } if expected.contains("step") => {
            format!("fails, {} steps", run.len())
        }
        Outcome::Fails { .. } | Outcome::Loops { .. } | Outcome::Stuck { .. } => "fails".to_owned(),
        Outcome::Found { .. } => "reached".to_owned(),
        other => format!("{other:?}"),
    };
    assert_eq!(words, expected, "line {at}: {line}");
}

#[test]
fn examples_come_to_what_the_page_says() {
    let fences = fences();
    let mut checked = 0;
    for (example, verdicts) in fences.iter().zip(&fences[1..]) {
        if example.info != "interleave" || verdicts.info != "verdicts" {
            continue;
        }
        for line in stated(verdicts) {
            verdict(&example.text, line, verdicts.line);
            checked += 1;
        }
    }
    assert!(checked >= 10, "{checked} verdicts");
}
