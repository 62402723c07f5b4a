//! Every dare and card is a link that opens without a word of complaint, and every counterexample
//! that the checker finds is a link whose last step breaks the property and no earlier one does.

use catalog::{ClaimKind, Limits, Outcome, Scenario, entries};

#[test]
fn dares_replay() {
    for entry in entries() {
        assert!(!entry.dares.is_empty(), "{}", entry.slug);
        let cards = entry.dares.iter().map(|dare| dare.link).chain([entry.card]);
        for end in cards {
            let link = format!("{}{end}", entry.slug);
            let parsed = Scenario::parse(&link).unwrap();
            assert!(parsed.notices.is_empty(), "{link}: {:?}", parsed.notices);
            assert_eq!(parsed.scenario.to_string(), link);
            assert_eq!(parsed.scenario.trace().refused, None, "{link}");
            assert!(parsed.scenario.at > 0, "{link} shows nothing");
        }
    }
}

#[test]
fn articles_are_written() {
    for entry in entries() {
        assert!(entry.about().article.lead.len() > 20, "{}", entry.slug);
        // a line of a card
        let surprise = entry.about().article.surprise.chars().count();
        assert!((30..=90).contains(&surprise), "{}: {surprise}", entry.slug);
        let [idea, found] = [entry.about().article.idea, entry.about().article.found];
        assert!(idea.len() >= 2 && found.len() >= 2, "{}", entry.slug);
    }
}

#[test]
fn a_newcomer_goes_to_algorithms_that_are_there() {
    for (slug, words) in catalog::TOUR {
        assert!(catalog::entry(slug).is_some() && words.len() > 20, "{slug}");
    }
}

#[test]
fn counterexamples_are_links_that_break_the_property_at_their_last_step() {
    let (mut failures, mut loops) = (0, 0);
    let most = golden::quick_or(1_500, usize::MAX);
    let rows = golden::rows().filter(|row| golden::states(row) <= Some(most));
    for line in rows.filter(|row| row.contains(": NO in ")) {
        let link = line.split_whitespace().next().unwrap();
        let scenario = Scenario::parse(link).unwrap().scenario;
        let mut search = scenario.search(Limits { states_max: 60_000, ..Limits::default() });
        while search.advance(10_000) {}
        for verdict in search.report().verdicts {
            if let Outcome::Loops { run, from } = &verdict.outcome {
                let example = scenario.then(run, Some(*from));
                let breaks = example.trace().loop_breaks;
                assert!(breaks.contains(&verdict.property), "{example}: {breaks:?}");
                loops += 1;
            }
            let (Outcome::Fails { run }, ClaimKind::Always) = (verdict.outcome, verdict.kind)
            else {
                continue;
            };
            let example = scenario.with_run(run);
            let again = Scenario::parse(&example.to_string()).unwrap().scenario;
            let trace = again.trace();
            assert_eq!(trace.refused, None, "{example}");
            failures += 1;
            if verdict.property == "no deadlock" {
                assert_eq!(again.moment().steps().count(), 0, "{example}");
                continue;
            }
            let broken: Vec<usize> = (0..trace.steps.len())
                .filter(|&step| trace.steps[step].breaks.contains(&verdict.property))
                .collect();
            assert_eq!(broken, [trace.steps.len() - 1], "{example}");
            assert!(again.moment().broken.contains(&verdict.property), "{example}");
        }
    }
    assert!(failures > 60, "{failures}");
    assert!(loops > 20, "{loops}");
}

/// A run that goes round says what it breaks by that, and one that is unfair to somebody does not.
#[test]
fn loops_say_what_they_break() {
    let breaks = |link: &str| {
        let parsed = Scenario::parse(link).unwrap();
        assert!(parsed.scenario.loops_from.is_some(), "{link}: {:?}", parsed.notices);
        parsed.scenario.trace().loop_breaks
    };
    for entry in entries() {
        for dare in entry.dares.iter().filter(|dare| dare.link.contains("loop=")) {
            let link = format!("{}{}", entry.slug, dare.link);
            assert!(!breaks(&link).is_empty(), "{link}");
        }
    }
    // client 1 waits only because its message is never delivered
    let start = Scenario::parse("semaphore-server?entries=unbounded&queue=lifo").unwrap().scenario;
    let run: Vec<_> =
        "s1 s0 d03a d30b s0 d03c".split(' ').map(|text| text.parse().unwrap()).collect();
    let link = Scenario { loops_from: Some(1), ..start.with_run(run) }.to_string();
    assert_eq!(breaks(&link), [""; 0]);
}
