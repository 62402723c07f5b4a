//! What is said of steps and of failures of every published listing, held against what happens.

use catalog::{
    Action, Enabledness, Event, Limits, Row, Scenario, Trace, Walk, WritePhase, pick, plain,
};

/// So many states are searched of a setting.
const STATES_MAX: usize = 3_000;
const STATES_MAX_QUICK: usize = 600;

/// Every published listing at its default options, and at each value of each option.
pub fn settings() -> Vec<Scenario> {
    let mut all = Vec::new();
    for entry in catalog::entries() {
        let usual = Scenario::new(entry);
        for (option, chosen) in usual.setting.iter() {
            for value in option.values.iter().filter(|value| value.name != chosen.name) {
                let mut other = usual.clone();
                other.setting.set(option.name, value.name);
                if other.entry().problem(&other.setting).is_none() {
                    all.push(other);
                }
            }
        }
        all.push(usual);
    }
    all
}

fn search(scenario: &Scenario) -> catalog::Report {
    let states_max = golden::quick_or(STATES_MAX_QUICK, STATES_MAX);
    let mut search = scenario.search(Limits { states_max, ..Limits::default() });
    search.advance(usize::MAX);
    search.report()
}

#[test]
fn every_failure_has_a_reason() {
    let (mut told, mut at_ends) = (0, 0);
    for scenario in settings() {
        let report = search(&scenario);
        for verdict in report.verdicts.iter().filter(|verdict| !verdict.good()) {
            let Some(run) = verdict.run() else { continue };
            let run = scenario.then(run, verdict.loops_from());
            let reasons = run.reasons();
            let reason = reasons.iter().find(|reason| reason.property == verdict.property);
            let reason = reason.unwrap_or_else(|| panic!("{run}: {}", verdict.property));
            assert!(reason.text().ends_with('.') && reason.text().len() > 9, "{run}: {reason:?}");
            told += 1;
            is_a_sentence(&run, reason);
            let is_at_end = verdict.kind.is_awaited() && verdict.loops_from().is_none();
            if is_at_end {
                at_ends += 1;
                let text = reason.text();
                let ends = [": nobody has to move.", ": nobody can move."];
                assert!(ends.iter().any(|end| reason.head.ends_with(end)), "{run}: {text}");
                assert!(!reason.head.contains('“'), "{run}: {text}");
                assert!(!reason.clauses.is_empty(), "{run}: {text}");
            }
        }
    }
    assert!(told > 150 && at_ends > 10, "{told}, {at_ends}");
}

/// What fails is said in words: no formula, and no name of a property in the place of a reason.
fn is_a_sentence(run: &Scenario, reason: &catalog::reason::Reason) {
    let head = &reason.head;
    let claims = run.trace().claims;
    let claim = claims.iter().find(|claim| claim.0 == reason.property).map_or("", |it| it.1);
    let said = head.trim_end_matches('.').to_lowercase();
    assert!(!head.contains(&format!("“{}”", reason.property)), "{run}: {head}");
    assert!(said != reason.property.to_lowercase(), "{run}: {head}");
    let formula = claim.split(" with ").next().unwrap_or(claim).trim();
    assert!(formula.is_empty() || !head.contains(&format!("“{formula}”")), "{run}: {head}");
    // a line of the text is quoted, and nothing else
    let is_quoted = reason.text().contains('“') && !head.contains(" in “");
    assert!(!is_quoted, "{run}: {}", reason.text());
    for mark in ["⇒", "size(", "What is claimed", " does not come true", " has not come true"] {
        assert!(!head.contains(mark), "{run}: {head}");
    }
    for (from, _) in head.match_indices('“') {
        // a line, which is quoted as it is written
        let quoted = head[from..].split('”').next().unwrap_or_default();
        assert!(!quoted.contains([':', '=', '≤', '<', '∈']), "{run}: {head}");
    }
}

/// Runs at random, to their end or of 40 steps.
fn runs() -> Vec<Scenario> {
    let mut runs = Vec::new();
    for scenario in settings() {
        for seed in 1..=golden::quick_or(1, 10) {
            let (mut walk, mut run) = (Walk::new(&scenario), Vec::new());
            for step in 0..40 {
                let next = walk.moment().next;
                let able = next.iter().filter(|choice| choice.possible == Enabledness::Now);
                let moves: Vec<Action> = able.map(|able| able.action).collect();
                let Some(&action) = moves.get(pick(seed, step, moves.len())) else { break };
                walk.step(action);
                run.push(action);
            }
            runs.push(scenario.with_run(run));
        }
    }
    runs
}

#[test]
fn what_is_said_of_a_step_is_in_the_order_in_which_it_happens() {
    let mut told = 0;
    for run in runs() {
        let trace = run.trace();
        for (at, step) in trace.steps.iter().enumerate() {
            let said = plain(&trace.said(at));
            // only time runs
            assert!(!said.replace("Time runs out", "").contains(" runs "), "{run} {at}: {said}");
            assert!((0..trace.processes).all(|lane| !trace.lane(lane).contains('_')));
            if is_of_process(&trace, at) {
                let purpose = trace.rows[usize::from(step.row)].purpose;
                assert_eq!(
                    verbs(&said.replacen(purpose, "", 1)),
                    accesses(&step.events),
                    "{run} {at}: {said}"
                );
                told += 1;
            }
        }
    }
    assert!(told > 4_000, "{told}");
}

/// Whether a step is told as what a process does.
fn is_of_process(trace: &Trace, at: usize) -> bool {
    let step = &trace.steps[at];
    let row: &Row = &trace.rows[usize::from(step.row)];
    let is_lost = matches!(step.events.first(), Some(Event::Lost { .. }));
    !row.fault && !is_lost && step.process.is_some()
}

const READS: &str = "reads ";
const WRITES: [&str; 3] = ["writes ", "begins to write ", "finishes writing "];

/// In the order of the sentence.
fn verbs(said: &str) -> Vec<&'static str> {
    // a read and a write in one act have one verb
    let acts = [" swaps ", " signals ", " and replaces it by "];
    let said = acts
        .iter()
        .fold(said.to_owned(), |said, act| said.replace(act, &format!(" {READS}{}", WRITES[0])));
    let all = [READS].into_iter().chain(WRITES);
    let found = all.flat_map(|verb| said.match_indices(verb).map(move |(at, _)| (at, verb)));
    let mut found: Vec<(usize, &str)> = found.collect();
    found.sort_unstable();
    found.into_iter().map(|it| it.1).collect()
}

/// What a step reads and writes, without what it reads again: those behind one another are one.
fn accesses(events: &[Event]) -> Vec<&'static str> {
    let mut all: Vec<(usize, &str, String)> = Vec::new();
    let mut known: Vec<(catalog::Cell, &str)> = Vec::new();
    let mut nth = 0;
    for event in events {
        let (cell, value, verb, how) = match event {
            Event::Read { cell, value, overlaps, replicas } => {
                (*cell, value, READS, format!("{overlaps} {replicas:?}"))
            }
            Event::Write { cell, value, phase } => {
                let verb = match phase {
                    WritePhase::Whole | WritePhase::Issued => WRITES[0],
                    WritePhase::Begin => WRITES[1],
                    WritePhase::End => WRITES[2],
                    // it is nobody's step
                    WritePhase::Arrives => continue,
                };
                (*cell, value, verb, String::new())
            }
            _ => {
                nth += 1;
                continue;
            }
        };
        let last = known.iter().rev().find(|it| it.0 == cell);
        let is_known = verb == READS && last.is_some_and(|last| last.1 == value);
        known.push((cell, value));
        if is_known {
            continue;
        }
        nth += 1;
        let is_more = all.last().is_some_and(|it| (it.0 + 1, it.1, &it.2) == (nth, verb, &how));
        if is_more {
            all.last_mut().unwrap().0 = nth;
        } else {
            all.push((nth, verb, how));
        }
    }
    all.into_iter().map(|it| it.1).collect()
}
