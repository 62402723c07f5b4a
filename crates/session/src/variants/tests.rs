use super::*;
use crate::check::{Job, Reply, Request};
use catalog::{Limits, Scenario};
use std::time::Duration;

fn swept(link: &str, options: &[&str]) -> Variants {
    let base = Scenario::parse(link).expect("a link").scenario;
    let mut variants = Variants::of(&base, options).expect("options to change");
    while let Some(next) = variants.next_open() {
        let mut search = variants.rows[next].scenario.search(Limits::states(200_000));
        while search.advance(1 << 16) {}
        variants.rows[next].outcome = Some(SearchSummary::from(&Found::of(&search.report(), 0)));
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
    assert!(table.columns.iter().any(|it| it == "mutual exclusion"), "{table:?}");
}

#[test]
fn a_finding_is_told_once_it_cannot_change() {
    let whole = swept("bakery?processes=2&entries=1", &["tie-break", "choosing"]);
    let base = whole.base();
    let mut variants = Variants::of(&base, &["tie-break", "choosing"]).expect("options");
    assert_eq!(variants.finding(None), None);
    for row in 0..variants.rows.len() {
        let found = variants.finding(Some("mutual exclusion"));
        let told = found.filter(|it| !it.sentence.is_empty()).map(|it| it.sentence);
        let at_the_end = whole.finding(Some("mutual exclusion")).map(|it| it.sentence);
        assert!(told.is_none() || told == at_the_end, "{told:?} became {at_the_end:?}");
        variants.rows[row].outcome = whole.rows[row].outcome.clone();
    }
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
