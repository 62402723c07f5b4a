//! A search in which states that differ only by names count as one comes to what the golden table
//! says of all states.

use catalog::{Kind, Limits, Outcome, Scenario};

/// Larger settings take minutes in debug builds.
const STATES: usize = 120_000;

#[test]
fn classes_of_states_say_what_the_golden_table_says() {
    let (mut settings, mut states, mut classes) = (0, 0, 0);
    for line in include_str!("../golden.txt").lines().filter(|it| it.contains(" transitions ")) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let is_small = words[1].parse::<usize>().is_ok_and(|it| it <= STATES);
        let scenario = Scenario::parse(words[0]).unwrap().scenario;
        let search = scenario.reduced_search(Limits::default()).filter(|_| is_small);
        let Some(mut search) = search else { continue };
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
                    assert!(matches!(verdict.kind, Kind::Eventually | Kind::Outcomes));
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
    println!("{settings} settings, {states} states, {classes} classes");
    assert!(settings > 200 && 2 * classes < states, "{settings}, {states}, {classes}");
}
