use super::*;
use crate::check::{Answer, Job, Reply, Request, Topic};
use std::cell::Cell;
use std::time::Duration;

/// What a worker says of a link, in its order.
fn told(link: &str) -> Vec<Reply> {
    let mut job = Job::default();
    let (scenario, limit) = (link.into(), usize::MAX);
    let topic = Topic::Lines;
    job.take(Request::Ask { topic, scenario, states_max: limit, bytes_max: limit });
    // a clock on which every look takes a second
    let now = Cell::new(Duration::ZERO);
    let now = || now.replace(now.get() + Duration::from_secs(1));
    let mut told = Vec::new();
    while job.is_running() {
        told.extend(job.slice(now));
    }
    told
}

fn found(link: &str) -> LinesFound {
    match told(link).pop() {
        Some(Reply::Answer(Answer::Lines(found))) => found,
        other => panic!("{other:?}"),
    }
}

#[test]
fn lines_are_told_as_they_become_known() {
    let told = told("peterson");
    let known: Vec<&LinesFound> = told
        .iter()
        .filter_map(|reply| match reply {
            Reply::Answer(Answer::Lines(found)) => Some(found),
            _ => None,
        })
        .collect();
    assert!(known.len() > 3, "{}", known.len());
    assert!(known.iter().rev().skip(1).all(|found| !found.is_whole));
    assert!(known.windows(2).all(|two| two[0].done <= two[1].done));
    // of each line the first change, before others
    let first =
        known.iter().find(|found| found.done == found.lines.len()).expect("all lines are coloured");
    assert!(first.lines.iter().all(|line| line.sign != LineSign::Open));
}

#[test]
fn what_is_found_is_summed_up() {
    let found = found("peterson");
    assert_eq!(found.title(), "Four lines, and every one is needed.");
    let signs: Vec<LineSign> = found.lines.iter().map(|line| line.sign).collect();
    assert_eq!(signs, [LineSign::Breaks, LineSign::Breaks, LineSign::Breaks, LineSign::Stuck]);
    assert_eq!(found.legend()[0].1, "3 keep something bad from happening");
    let line = &found.lines[0];
    let run = line.run.as_ref().expect("a run");
    let scenario = catalog::Scenario::parse(run).expect("a link").scenario;
    assert_eq!(scenario.run.len(), 6);
    assert!(line.why.as_ref().is_some_and(|why| why.contains("critical section")), "{line:?}");
    assert!(line.without.is_some() && line.others.len() > 1, "{line:?}");
}

#[test]
fn what_fails_already_is_told() {
    let found = found("peterson?order=turn-first");
    assert!(found.note().contains("“mutual exclusion” fails here with or without these lines"));
}

#[test]
fn a_stop_ends_it() {
    let mut job = Job::default();
    let limit = usize::MAX;
    let (topic, scenario) = (Topic::Lines, "bakery".into());
    job.take(Request::Ask { topic, scenario, states_max: limit, bytes_max: limit });
    assert!(job.is_running());
    job.take(Request::Stop);
    assert!(!job.is_running());
}

/// What changes a cost alone is not what a claim needs.
#[test]
fn a_line_that_changes_a_cost_only_is_told_apart() {
    let line = |sign| LineFound { sign, ..found("peterson").lines[0].clone() };
    let lines = vec![line(LineSign::Breaks), line(LineSign::Costs), line(LineSign::Costs)];
    let found = LinesFound { lines, is_whole: true, ..found("peterson") };
    assert_eq!(
        found.title(),
        "Three lines: without one of them a claim breaks, and without two only a cost changes."
    );
}

/// Nor is what keeps the search finite.
#[test]
fn a_line_that_keeps_a_bound_is_told_apart() {
    let text = "algorithm A full channel
message m
process i of 2:
  sections asking, waiting
  rests in waiting
  when asking:
    send m to 1 − i
    become waiting
  on m: skip
";
    let scenario = catalog::Scenario::new(catalog::entry("new").unwrap()).with_text(text);
    let found = found(&scenario.to_string());
    let line = found.lines.iter().find(|line| line.number == 8).expect("become waiting");
    let says =
        "Without it 15 messages would be on their way, and there is room for 14, after 14 steps.";
    assert_eq!((line.sign, line.sentence.as_str()), (LineSign::Bounds, says));
    let run = line.run.as_ref().expect("a run");
    assert_eq!(catalog::Scenario::parse(run).expect("a link").scenario.run.len(), 14);
    assert!(found.legend().contains(&(LineSign::Bounds, "1 keep the search within bounds".into())));
    let line = |sign| LineFound { sign, ..found.lines[0].clone() };
    let lines = vec![line(LineSign::Breaks), line(LineSign::Bounds), line(LineSign::Costs)];
    assert_eq!(
        LinesFound { lines, is_whole: true, ..found.clone() }.title(),
        "Three lines: without one of them a claim breaks, without one the search grows beyond a bound, \
         and without one only a cost changes."
    );
}
