//! No sentence says more than its run: each clause is held against the events by other means.

use crate::reasons::{EXAMPLES, reason};
use catalog::reason::{Clause, Fact, Record};
use catalog::{Event, Limits, Scenario};
use std::collections::BTreeMap;

/// The shortest failing run of each property of a setting.
pub fn failures(scenario: &Scenario) -> Vec<Scenario> {
    let start = scenario.with_run(Vec::new());
    let mut search = start.search(Limits::default());
    search.advance(usize::MAX);
    let report = search.report();
    let failing = report.verdicts.iter().filter(|verdict| !verdict.good());
    failing.filter_map(|verdict| Some(start.then(verdict.run()?, verdict.loops_from()))).collect()
}

/// Every run that a key moment has, and the failures of every setting of the golden table that is small.
fn failing_runs() -> Vec<Scenario> {
    const STATES_MAX: usize = 1_500;
    let mut runs = Vec::new();
    for entry in catalog::entries() {
        let parsed = entry.dares.iter().map(|dare| format!("{}{}", entry.slug, dare.link));
        runs.extend(parsed.map(|link| Scenario::parse(&link).unwrap().scenario));
    }
    for line in golden::rows().filter(|line| golden::states(line) <= Some(STATES_MAX)) {
        let link = line.split_whitespace().next().unwrap();
        runs.extend(failures(&Scenario::parse(link).unwrap().scenario));
    }
    runs
}

/// Each clause is held against the run by other means than those that made it.
#[test]
fn no_clause_says_more_than_its_run() {
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    let mut told = 0;
    for scenario in failing_runs() {
        let (trace, moments) = (scenario.trace(), scenario.moments());
        let record =
            Record { scenario: &scenario, trace: &trace, moments: &moments[..=scenario.at] };
        for reason in scenario.reasons() {
            told += 1;
            let text = reason.text();
            assert!(reason.clauses.len() <= 3, "{scenario}: {text}");
            assert!(text.chars().count() <= 220 || reason.clauses.is_empty(), "{scenario}: {text}");
            assert!(!text.contains("  ") && text.ends_with('.'), "{scenario}: {text}");
            for clause in &reason.clauses {
                assert!(clause.holds(&record), "{scenario}: {}", clause.text);
                for fact in &clause.facts {
                    assert!(is_on_record(fact, &scenario, &record), "{scenario}: {fact:?}");
                    let kind = format!("{fact:?}");
                    let kind = kind.split([' ', '{']).next().unwrap().to_owned();
                    *kinds.entry(kind).or_default() += 1;
                }
                names_its_values(clause);
            }
        }
    }
    assert!(told > 300, "{told}");
    // of every kind there is a case
    assert!(kinds.len() >= 24, "{kinds:?}");
}

/// What a clause says of values, it has from its facts.
fn names_its_values(clause: &Clause) {
    for fact in &clause.facts {
        if let Fact::Read { cell, value, .. } = fact
            && clause.text.contains(&format!("read {cell} = "))
        {
            assert!(clause.text.contains(&format!("read {cell} = {value}")), "{clause:?}");
        }
        if let Fact::Sent { text, .. } | Fact::Lost { text, .. } = fact {
            assert!(clause.text.contains(text) || clause.text.contains('“'), "{clause:?}");
        }
    }
}

/// Looked up in the events one by one.
fn is_on_record(fact: &Fact, scenario: &Scenario, record: &Record) -> bool {
    let steps = &record.trace.steps[..scenario.at];
    let events = |step: usize| steps[step].events.iter();
    let by = |step: usize, who: usize| steps[step].process == Some(who as u8);
    match fact {
        Fact::Read { step, who, cell, value } => {
            let mut events = events(*step);
            by(*step, *who)
                && events.any(|event| {
                    matches!(event, Event::Read { cell: read, value: seen, .. }
                    if (read, seen) == (cell, value))
                })
        }
        Fact::Wrote { step, who, cell, value } => {
            let mut events = events(*step);
            by(*step, *who)
                && events.any(|event| {
                    matches!(event, Event::Write { cell: read, value: seen, .. }
                    if (read, seen) == (cell, value))
                })
        }
        Fact::NotSeenAgain { who, cell, after } => (*after + 1..steps.len()).all(|step| {
            let mut events = events(step);
            !by(step, *who) || !events.any(|event| {
                matches!(event, Event::Read { cell: other, .. } | Event::Write { cell: other, .. }
                        if other == cell)
            })
        }),
        Fact::IsNow { cell, value } => {
            let all = steps.iter().flat_map(|step| &step.events);
            let mut written = all.filter_map(|event| match event {
                Event::Write { cell: other, value, .. } if other == cell => Some(value),
                _ => None,
            });
            written.next_back() == Some(value)
        }
        Fact::FirstValue { cell, before } => (0..*before).all(|step| {
            !events(step)
                .any(|event| matches!(event, Event::Write { cell: new, .. } if new == cell))
        }),
        Fact::Sent { step, who, text, .. } => {
            let mut events = events(*step);
            by(*step, *who)
                && events
                    .any(|event| matches!(event, Event::Send { text: sent, .. } if sent == text))
        }
        Fact::Received { step, who, from, text } => {
            let mut events = events(*step);
            by(*step, *who)
                && events.any(|event| {
                    matches!(event, Event::Receive { from: sender, text: got, .. }
                    if usize::from(*sender) == *from && got == text)
                })
        }
        Fact::Before { first, second } => first < second && *second < steps.len(),
        Fact::NothingLost => (0..steps.len())
            .all(|step| !events(step).any(|event| matches!(event, Event::Lost { .. }))),
        Fact::Crashed { step, who } => {
            by(*step, *who) && events(*step).any(|event| *event == Event::Crashed)
        }
        Fact::WaitsFor { who, .. } | Fact::Waits { who } => {
            !scenario.moment().steps().any(|choice| choice.process == Some(*who as u8))
        }
        Fact::Movers { from, who } => {
            (*from..steps.len()).all(|step| who.iter().any(|who| by(step, *who)))
        }
        _ => fact.holds(record),
    }
}

/// A fact that is not so makes its clause go.
#[test]
fn a_clause_whose_fact_is_not_so_is_not_held_true() {
    let scenario = Scenario::parse(EXAMPLES[5].0).unwrap().scenario;
    let (trace, moments) = (scenario.trace(), scenario.moments());
    let record = Record { scenario: &scenario, trace: &trace, moments: &moments };
    let clause = reason(EXAMPLES[5].0).clauses.remove(0);
    assert!(clause.holds(&record) && clause.steps().count() == 2);
    for nth in 0..clause.facts.len() {
        let mut wrong = clause.clone();
        match &mut wrong.facts[nth] {
            Fact::Read { value, .. } | Fact::Wrote { value, .. } | Fact::IsNow { value, .. } => {
                value.push('9');
            }
            Fact::Before { first, .. } => *first += 9,
            Fact::NotSeenAgain { after, .. } => *after = 0,
            fact => panic!("{fact:?}"),
        }
        assert!(!wrong.holds(&record), "{:?}", wrong.facts[nth]);
    }
    assert!(
        !Clause { facts: Vec::new(), ..clause }.holds(&record),
        "nothing is said without a fact"
    );
}
