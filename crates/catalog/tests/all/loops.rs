//! Whom a sentence about a loop names as waiting or trying for ever: nobody that gets there in it.

use crate::sentences::settings;
use catalog::{Event, Limits, Scenario, Trace, reason::Reason};

/// So many states are searched of a setting.
const STATES_MAX: usize = 3_000;
const STATES_MAX_QUICK: usize = 600;

/// The loops of all published key moments, and those that a search finds.
fn loops() -> Vec<Scenario> {
    let mut all = Vec::new();
    for entry in catalog::entries() {
        let links = entry.dares.iter().filter(|dare| dare.link.contains("loop="));
        let links = links.map(|dare| format!("{}{}", entry.slug, dare.link));
        all.extend(links.map(|link| Scenario::parse(&link).unwrap().scenario));
    }
    let states_max = golden::quick_or(STATES_MAX_QUICK, STATES_MAX);
    for scenario in settings() {
        let mut search = scenario.search(Limits { states_max, ..Limits::default() });
        search.advance(usize::MAX);
        for verdict in &search.report().verdicts {
            if let Some((run, from)) = verdict.run().zip(verdict.loops_from()) {
                all.push(scenario.then(run, Some(from)));
            }
        }
    }
    all
}

/// The processes that are the subject of a sentence: "writers 0 and 1 can try for ever", "the reader waits".
fn named(trace: &Trace, sentence: &str) -> Vec<usize> {
    let subject = [" can ", " is ", " are ", " wait", " tr"]
        .iter()
        .filter_map(|verb| sentence.find(verb))
        .min();
    let subject = &sentence[..subject.unwrap_or_default()];
    let words = subject.split([' ', ',']).filter_map(|word| word.parse().ok());
    let all: Vec<usize> = words.collect();
    let alone = || {
        (0..trace.processes).filter(|who| subject.eq_ignore_ascii_case(&trace.lane(*who))).collect()
    };
    if all.is_empty() { alone() } else { all }
}

/// Whether a process gets to one of the sections that a claim leads to, in the loop.
fn gets_there(trace: &Trace, from: usize, who: usize, claim: &str) -> bool {
    let goal = claim.rsplit_once(" → ").or_else(|| claim.rsplit_once(" to "));
    let goal: Vec<&str> = goal.map_or("", |goal| goal.1).split(" or ").collect();
    let enters = |event: &Event| match event {
        Event::Moved { to, .. } => goal.contains(&to.name()),
        Event::Decided { .. } => goal.contains(&"decided"),
        _ => false,
    };
    let own = trace.steps[from..].iter().filter(|step| step.process.map(usize::from) == Some(who));
    own.flat_map(|step| &step.events).any(enters)
}

#[test]
fn only_those_who_never_get_there_are_named() {
    let mut told = 0;
    for run in loops() {
        let (trace, from) = (run.trace(), run.loops_from.unwrap());
        for Reason { property, head, ahead, .. } in run.reasons() {
            let claim = trace.claims.iter().find(|claim| claim.0 == property).unwrap().1;
            for sentence in [&head, &ahead] {
                if !["for ever", "never"].iter().any(|words| sentence.contains(words)) {
                    continue;
                }
                let named = named(&trace, sentence);
                told += named.len();
                for who in named {
                    let gets_there = gets_there(&trace, from, who, claim);
                    assert!(!gets_there, "{run}: {property}: {who} gets there: {sentence}");
                }
            }
        }
    }
    assert!(told > 100, "{told}");
}

/// Operations begin and end in this loop: it breaks no claim that one of them does.
#[test]
fn a_loop_in_which_an_operation_ends_is_lock_free() {
    let link = "row-isolation?writes=unbounded&span=short&v=1&loop=7&run=QBJAQOYH.j5O5";
    let run = Scenario::parse(link).unwrap().scenario;
    assert_eq!(run.trace().loop_breaks, ["wait-free"]);
    let reasons = run.reasons();
    assert_eq!(reasons[0].head, "Writer 0 can try for ever.");
    let starves = "row-isolation?line-40=as-printed&v=1&loop=7&run=QABJQIP.2iDI";
    let run = Scenario::parse(starves).unwrap().scenario;
    assert_eq!(run.trace().loop_breaks, ["lock-free", "wait-free"]);
    assert_eq!(run.reasons()[0].head, "Writers 0 and 1 can try for ever.");
}
