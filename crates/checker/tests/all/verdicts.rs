//! Verdicts whose answers are known.

use crate::check;
use crate::toys::{Counters, Locks, Race};
use checker::{Bound, Coverage, End, Limits, Outcome, Report, explore};
use model::{Action, Stepped};
use typed::system_of;

fn outcome<'a>(report: &'a Report, property: &str) -> &'a Outcome {
    &report.verdicts.iter().find(|verdict| verdict.property == property).unwrap().outcome
}

fn run(text: &str) -> Vec<Action> {
    text.split_whitespace().map(|action| action.parse().unwrap()).collect()
}

fn race(locks: Locks, faults: bool) -> Report {
    check(Race { locks, faults }, Limits::default())
}

#[test]
fn a_ring_is_counted_exactly() {
    let ring = Counters::<1> { end: 9, turns: true, sum_max: u32::MAX };
    let report = check(ring, Limits::default());
    assert_eq!((report.states, report.transitions, report.depth), (10, 10, 9));
    assert_eq!(report.coverage, Coverage::Exhausted);
    assert_eq!(*outcome(&report, "sum"), Outcome::Most { value: 9, run: run(&"s0 ".repeat(9)) });
    assert_eq!(*outcome(&report, "few"), Outcome::Fails { run: run(&"s0 ".repeat(8)) });
    assert_eq!(*outcome(&report, "apart"), Outcome::Least { value: 0, run: run(&"s0 ".repeat(9)) });
    assert_eq!(*outcome(&report, "hundred"), Outcome::NotFound);
    assert_eq!(*outcome(&report, "no deadlock"), Outcome::Holds);
    assert!(!report.ok());
}

#[test]
fn a_grid_is_counted_exactly() {
    let grid = Counters::<4> { end: 19, turns: false, sum_max: u32::MAX };
    let report = check(grid, Limits::default());
    assert_eq!((report.states, report.depth), (160_000, 76));
    assert_eq!(report.transitions, 4 * 20 * 20 * 20 * 19);
    assert!(
        matches!(outcome(&report, "apart"), Outcome::Least { value: 1, run } if run.len() == 9)
    );
    assert_eq!(outcome(&report, "few"), &Outcome::Fails { run: run("s0 s0 s0 s0 s0 s0 s0 s0") });
    assert_eq!(*outcome(&report, "hundred"), Outcome::NotFound);
}

#[test]
fn runs_are_counted_exactly() {
    let counters = || Counters::<2> { end: 9, turns: false, sum_max: u32::MAX };
    let report = check(counters(), Limits::default());
    let run = run(&format!("{}{}", "s0 ".repeat(9), "s1 ".repeat(9)));
    // eighteen steps, nine of which are of process 0
    let end = End { value: "[9, 9]".into(), states: 1, runs: Some(48_620), run };
    assert_eq!(
        end.sentence(&report).replace('\u{202f}', " "),
        "48 620 runs, the nearest end after 18 steps"
    );
    assert_eq!(*outcome(&report, "end"), Outcome::Ends(vec![end]));
    let many = Counters::<4> { end: 7, turns: false, sum_max: u32::MAX };
    // 28! / 7!^4
    let runs = Some(472_518_347_558_400);
    assert_eq!(check(many, Limits::default()).verdicts[1].ends()[0].runs, runs);
    let more = Counters::<3> { end: 99, turns: false, sum_max: u32::MAX };
    let report = check(more, Limits::default());
    let end = &report.verdicts[1].ends()[0];
    assert_eq!(end.runs, Some(u64::MAX));
    assert!(end.sentence(&report).starts_with("more than 10¹⁹ runs, "));
}

#[test]
fn runs_are_not_counted_where_they_go_round_or_were_not_all_seen() {
    let ring = Counters::<2> { end: 3, turns: true, sum_max: u32::MAX };
    assert_eq!(*outcome(&check(ring, Limits::default()), "end"), Outcome::Ends(vec![]));
    let ends = |report: &Report| match outcome(report, "number") {
        Outcome::Ends(ends) => ends.iter().map(|end| (end.states, end.runs)).collect::<Vec<_>>(),
        other => panic!("{other:?}"),
    };
    let report = race(Locks::None, true);
    assert!(ends(&report).len() > 1 && ends(&report).iter().all(|end| end.1.is_none()));
    let report = check(Race { locks: Locks::None, faults: false }, Limits::states(12));
    assert_eq!(ends(&report), [(1, None), (1, None)]);
}

#[test]
fn beyond_the_model_nothing_is_followed() {
    let grid = Counters::<2> { end: 9, turns: false, sum_max: 4 };
    let report = check(grid, Limits::default());
    assert_eq!((report.states, report.depth), (15, 4));
    assert_eq!(*outcome(&report, "apart"), Outcome::NotFound);
    assert_eq!(report.coverage, Coverage::Bounded(vec![Bound::BeyondModel]));
    assert_eq!(*outcome(&report, "no deadlock"), Outcome::Holds);
    assert!(report.ok());
}

#[test]
fn a_race_is_lost_in_four_steps() {
    let report = race(Locks::None, false);
    assert_eq!(*outcome(&report, "both count"), Outcome::Fails { run: run("s0 s1 s0 s1") });
    assert_eq!(*outcome(&report, "no deadlock"), Outcome::Holds);
}

#[test]
fn locks_in_order_help() {
    let report = race(Locks::InOrder, false);
    assert!(report.ok(), "{report:?}");
}

#[test]
fn locks_in_opposite_orders_deadlock() {
    let deadlock = Outcome::Fails { run: run("s0 s1") };
    let report = race(Locks::InOppositeOrders, false);
    assert_eq!(*outcome(&report, "both count"), Outcome::Holds);
    assert_eq!(*outcome(&report, "no deadlock"), deadlock);
    // a fault is no way out
    assert_eq!(*outcome(&race(Locks::InOppositeOrders, true), "no deadlock"), deadlock);
}

#[test]
fn reports_are_plain_data() {
    let report = race(Locks::None, false);
    let expected = r#"{"coverage":"exhausted","states":13,"transitions":14,"depth":4,"verdicts":[
        {"property":"both count","words":"In the end, the number is two.","kind":"always",
        "outcome":{"fails":{"run":["s0","s1","s0","s1"]}}},{"property":"number",
        "words":"What the number is in the end.","kind":"outcomes","outcome":{"ends":[
        {"value":"2","states":2,"runs":2,"run":["s0","s0","s1","s1"]},
        {"value":"1","states":1,"runs":4,"run":["s0","s1","s0","s1"]}]}},{"property":"no deadlock",
        "words":"Somebody can always take a step until all are done.","kind":"always",
        "outcome":"holds"}]}"#;
    let expected: String = expected.lines().map(str::trim_start).collect();
    assert_eq!(serde_json::to_string(&report).unwrap(), expected);
}

#[test]
fn explore_shows_every_attempt() {
    let mut attempts = Vec::new();
    let race = Race { locks: Locks::InOrder, faults: false };
    let report = explore(system_of(race), 1000, |before, action, stepped, after| {
        attempts.push((before.to_vec(), action, stepped, after.to_vec()));
    });
    let same = check(Race { locks: Locks::InOrder, faults: false }, Limits::default());
    assert_eq!((report.states, report.depth), (same.states, same.depth));
    // whole runs are not looked at
    assert_eq!(report.verdicts[0], same.verdicts[0]);
    assert_eq!(report.verdicts[1].ends()[0].runs, None);
    assert_eq!(attempts.len(), 2 * report.states);
    let count =
        |wanted: fn(&Stepped) -> bool| attempts.iter().filter(|attempt| wanted(&attempt.2)).count();
    assert_eq!(count(|it| matches!(it, Stepped::Ran(_))), report.transitions);
    assert!(count(|it| *it == Stepped::Waits) > 0 && count(|it| *it == Stepped::Done) > 0);
    assert!(
        attempts
            .iter()
            .all(|attempt| matches!(attempt.2, Stepped::Ran(_)) || attempt.0 == attempt.3)
    );
}
