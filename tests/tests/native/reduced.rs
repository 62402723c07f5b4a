//! A search in which states that differ only by names count as one comes to what the golden table
//! says of all states.

use catalog::{ClaimKind, Limits, Outcome, Scenario, Search};

#[test]
fn classes_of_states_say_what_the_golden_table_says() {
    let (mut settings, mut states, mut classes) = (0, 0, 0);
    let most = golden::quick_or(3_000, usize::MAX);
    for line in golden::rows().filter(|row| golden::states(row) <= Some(most)) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let scenario = Scenario::parse(words[0]).unwrap().scenario;
        let system = scenario.entry().search_system(&scenario.setting);
        let Some(mut search) = Search::reduced(system, Limits::default()) else { continue };
        while search.advance(10_000) {}
        let report = search.report();
        let head = format!(" {} deep {:?} ", report.depth, report.coverage);
        assert!(line.contains(&head), "{line}: {head}");
        assert_eq!(report.states.to_string(), words[1], "{line}");
        for verdict in &report.verdicts {
            let what = match &verdict.outcome {
                Outcome::Holds => "yes".into(),
                Outcome::NotFound => "never".into(),
                Outcome::Fails { run } => format!("NO in {}", run.len()),
                Outcome::Found { run } => format!("in {}", run.len()),
                Outcome::Most { value, .. } | Outcome::Least { value, .. } => value.to_string(),
                outcome => {
                    assert_eq!(*outcome, Outcome::NotAsked);
                    assert!(!matches!(verdict.kind, ClaimKind::Always | ClaimKind::Sometimes));
                    continue;
                }
            };
            let told = format!(" {}: {what},", verdict.property);
            assert!(format!("{line},").contains(&told), "{line}: {told}");
        }
        settings += 1;
        states += report.states;
        classes += search.classes().unwrap();
    }
    let least = golden::quick_or(50, 100);
    assert!(settings > least && 2 * classes < states, "{settings}, {states}, {classes}");
}
