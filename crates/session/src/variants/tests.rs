use super::*;
use crate::check::{Job, Mark, Reply, Request};
use catalog::{Limits, Scenario};
use std::time::Duration;

fn swept(link: &str, options: &[&str]) -> Variants {
    let base = Scenario::parse(link).expect("a link").scenario;
    let mut variants = Variants::of(&base, options).expect("options to change");
    while let Some(next) = variants.next_open() {
        let mut search = variants.rows[next].scenario.search(Limits::states(200_000));
        while search.advance(1 << 16) {}
        variants.take(next, SearchSummary::from(&Found::of(&search.report(), 0)));
    }
    variants
}

fn smallest(variants: &Variants, finding: &Finding) -> Vec<String> {
    finding.minimal.iter().map(|&row| variants.pairs(&variants.rows[row])).collect()
}

/// As its article says: three repairs together and no two of them, and a look for the item besides.
#[test]
fn the_work_queue_needs_three_repairs_and_a_look() {
    let variants = swept("cassandra-queue?", &["draw", "compare", "tie-break", "check"]);
    assert_eq!((variants.rows.len(), variants.at_most), (24, 4));
    let finding = variants.finding(Some("never twice")).expect("the setting is decided");
    assert_eq!(finding.goal, Goal::Repair);
    let three = "draw=read&compare=read-again&tie-break=worker-id";
    assert_eq!(smallest(&variants, &finding), [three]);
    let sentence = "Three repairs are needed, and no two are enough";
    assert_eq!(variants.title(Some(&finding)), format!("{sentence}."));
    let changes = three.replace('&', ", ");
    assert_eq!(variants.title_with_changes(Some(&finding)), format!("{sentence}: {changes}."));
    let all = variants.finding(None).expect("the setting is decided");
    assert_eq!(smallest(&variants, &all), [format!("{three}&check=on")]);
}

#[test]
fn what_breaks_the_bakery_alone() {
    let variants = swept("bakery?processes=2&entries=1", &["tie-break", "choosing"]);
    let finding = variants.finding(Some("mutual exclusion")).expect("the setting is decided");
    assert_eq!(finding.goal, Goal::Break);
    assert!(smallest(&variants, &finding).contains(&"tie-break=none".to_owned()), "{finding:?}");
    let table = variants.table(Some(&finding), None);
    assert_eq!(table.rows.len(), variants.rows.len());
    assert!(table.columns.iter().any(|column| column == "mutual exclusion"), "{table:?}");
}

#[test]
fn a_finding_is_told_once_it_cannot_change() {
    let whole = swept("bakery?processes=2&entries=1", &["tie-break", "choosing"]);
    let base = whole.base();
    let mut variants = Variants::of(&base, &["tie-break", "choosing"]).expect("options");
    assert_eq!(variants.finding(None), None);
    for row in 0..variants.rows.len() {
        let found = variants.finding(Some("mutual exclusion"));
        let told = found.filter(|found| !found.sentence.is_empty()).map(|found| found.sentence);
        let at_the_end = whole.finding(Some("mutual exclusion")).map(|finding| finding.sentence);
        assert!(told.is_none() || told == at_the_end, "{told:?} became {at_the_end:?}");
        variants.take(row, whole.rows[row].outcome.clone().expect("all are searched"));
    }
}

/// Two leaders of one term are what went wrong, and nobody misses them.
#[test]
fn what_only_shows_the_failure_is_no_loss() {
    let variants = swept("raft-election?terms=1&vote=volatile&crashes=1", &["vote", "quorum"]);
    let finding = variants.finding(None).expect("the setting is decided");
    assert_eq!(
        (finding.goal, smallest(&variants, &finding)),
        (Goal::Repair, vec!["vote=stable".into()])
    );
    assert_eq!(variants.title(Some(&finding)), "One change repairs it.");
    let table = variants.table(Some(&finding), None);
    let column =
        table.columns.iter().position(|column| column == "two leaders").expect("it differs");
    let cell = |row: &Row| row.cells[column].clone().expect("every setting has it");
    let repaired = table.rows.iter().find(|row| row.is_smallest).expect("one repairs it");
    assert_eq!(cell(repaired), (Mark::NotFound, "never".into()));
    // who asks for it alone asks what takes it away
    let finding = variants.finding(Some("two leaders")).expect("the setting is decided");
    assert_eq!(
        (finding.goal, smallest(&variants, &finding)),
        (Goal::Break, vec!["vote=stable".into()])
    );
}

/// A lock that nobody ever gets breaks nothing, and repairs nothing.
#[test]
fn what_is_reached_without_the_failure_must_stay_so() {
    const LOCK: &str = "algorithm A lock\noption lock: none, taken, closed\nshared free: bool = (lock ≠ closed)\n\
                        process i of 2:\n  sections waiting, critical\n  rests in waiting\n  \
                        when waiting: become critical    with lock = none\n  \
                        when waiting and free: free ← false; become critical    with lock ≠ none\n  \
                        when critical: stop\nalways alone: at most 1 in critical\n\
                        reachable somebody enters: some i: i in critical\n";
    let new = Scenario::parse("new").expect("a link").scenario.with_text(LOCK);
    let variants = swept(&new.to_string(), &["lock"]);
    let finding = variants.finding(None).expect("the setting is decided");
    assert_eq!(smallest(&variants, &finding), ["lock=taken"]);
}

/// With 90 options of 64 values two changes make sixteen million settings, which are counted and not made.
#[test]
fn settings_are_counted_before_they_are_made() {
    let values: Vec<String> = (0..64).map(|it| format!("v{it}")).collect();
    let options: Vec<String> =
        (0..90).map(|it| format!("option o{it}: {}\n", values.join(", "))).collect();
    let options = options.concat();
    let text = format!("algorithm A\n{options}shared x: 0..3\nprocess i of 2:\n  go:\n    x ← 1\n");
    let new = Scenario::parse("new").expect("a link").scenario.with_text(&text);
    let variants = Variants::of(&new, &[]).expect("options");
    assert_eq!((variants.rows.len(), variants.at_most), (1 + 90 * 63, 1));
}

#[test]
fn options_that_do_not_exist_are_told() {
    let base = Scenario::parse("bakery").expect("a link").scenario;
    let problem = Variants::of(&base, &["doorway"]).expect_err("there is none");
    assert!(problem.starts_with("There is no option `doorway`. The options are: "), "{problem}");
}

#[test]
fn a_page_asks_for_one_setting_after_the_other() {
    let base = Scenario::parse("bakery?processes=2&entries=1").expect("a link").scenario;
    let mut sweep = Sweep::of(Variants::of(&base, &["tie-break"]).expect("options"));
    let Some(Request::Check { scenario, .. }) = sweep.ask() else { panic!() };
    assert_eq!(scenario, base.to_string());
    sweep.stop();
    assert_eq!((sweep.variants.done(), sweep.ask().is_some()), (0, true));
    let mut job = Job::default();
    let mut asked = sweep.ask();
    while let Some(request) = asked {
        job.take(request);
        asked = loop {
            match job.slice(|| Duration::ZERO) {
                Some(reply @ Reply::Found(_)) => break sweep.hear(reply),
                Some(reply) => assert_eq!(sweep.hear(reply), None),
                None => panic!("a search ends with what it found"),
            }
        };
    }
    assert!(sweep.is_whole() && !sweep.is_running());
}
