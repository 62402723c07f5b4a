//! What failures need, against the numbers of an independent model of the same rules.

use catalog::{Limits, Needed, Report, Scenario, Verdict};
use checker::NeedsSearch;

fn searched(scenario: &Scenario) -> Report {
    let mut search = scenario.search(Limits::states(200_000));
    while search.advance(100_000) {}
    search.report()
}

fn looked_at(scenario: &Scenario, property: &str) -> NeedsSearch {
    let mut found = scenario.needs_search(property, usize::MAX).expect("about single states");
    while found.advance(100_000) {}
    found
}

/// The first verdict that fails, and its run.
fn first(link: &str) -> (Scenario, Verdict) {
    let scenario = Scenario::parse(link).unwrap().scenario;
    let report = searched(&scenario);
    let mut failing = report.verdicts.into_iter().filter(|verdict| {
        !verdict.good() && scenario.needs_search(verdict.property, usize::MAX).is_some()
    });
    let verdict = failing.next().unwrap_or_else(|| panic!("{link} holds"));
    (scenario, verdict)
}

fn needed(link: &str) -> Needed {
    let (scenario, verdict) = first(link);
    let found = looked_at(&scenario, verdict.property);
    scenario.with_run(verdict.run().unwrap().to_vec()).needed(&found).expect(link)
}

/// Steps, the least at the beginning, what the run has, and the steps at which it falls, counted from 1.
#[test]
fn the_least_falls_where_the_mistake_is() {
    for (link, steps, least, has, falls) in [
        ("peterson?order=turn-first", 9, 1, 1, vec![3]),
        ("bakery?processes=2&tie-break=none", 14, 1, 3, vec![4]),
        ("hyman", 9, 1, 2, vec![6]),
        ("row-lock?replicas=1", 14, 1, 4, vec![4]),
        ("two-phase-commit?impatient=yes", 9, 1, 2, vec![4]),
        ("two-phase-commit?log=lost", 12, 1, 2, vec![10]),
        ("ticket-dispenser?processes=2&take=read-write", 8, 1, 2, vec![3]),
        ("treiber-stack", 29, 1, 1, vec![14]),
        ("filter-lock?levels=two-fewer", 11, 2, 3, vec![7, 11]),
        ("filter-lock?writes=victim-first", 18, 2, 6, vec![6, 11]),
        ("mcs-lock?processes=2&marks=after-it-links", 17, 1, 2, vec![9]),
        ("token-ring?faults=doubled", 7, 1, 1, vec![4]),
        ("paxos?adopts=nothing", 18, 0, 0, vec![]),
    ] {
        let (scenario, verdict) = first(link);
        let run = verdict.run().unwrap();
        let needs = looked_at(&scenario, verdict.property).needs(run).expect(link);
        assert_eq!(
            (run.len(), needs.along[0], needs.of_run.total()),
            (steps, least, has),
            "{link}"
        );
        assert_eq!(needs.fewest.total(), least, "{link}");
        let turning: Vec<usize> = needs.turning.iter().map(|turn| turn.0 + 1).collect();
        assert_eq!(turning, falls, "{link}");
        assert_eq!(needs.along.last(), Some(&0), "{link}");
    }
}

#[test]
fn what_is_needed_is_said_with_its_place() {
    for (link, sentence) in [
        (
            "peterson?order=turn-first",
            "It needs one interruption: process 0 between steps 2 and 7.",
        ),
        ("row-lock?replicas=1", "It needs one interruption: client 0 between steps 3 and 7."),
        (
            "two-phase-commit?impatient=yes",
            "It needs one time-out: step 4, while an answer can still come.",
        ),
        (
            "cassandra-queue?draw=read&compare=read-again&tie-break=worker-id&check=on&lease=any-time",
            "It needs one time-out: step 11, while worker 0 could still go on without it.",
        ),
        ("two-phase-commit?log=lost", "It needs one fault: in step 10 the coordinator crashes."),
        (
            "token-ring?faults=doubled",
            "It needs one fault: in step 4 a message to process 1 is doubled.",
        ),
        ("filter-lock?levels=two-fewer", "It needs two interruptions, in steps 7 and 11."),
        ("paxos?adopts=nothing", "It needs no fault: the order of the messages is enough."),
    ] {
        assert_eq!(needed(link).sentence, sentence, "{link}");
    }
    let peterson = needed("peterson?order=turn-first");
    let everywhere = "Every failure with one interruption has it here, before line 14.";
    assert_eq!(peterson.everywhere.as_deref(), Some(everywhere));
    assert_eq!((peterson.everywhere_line, peterson.simpler), (Some(14), None));
    let gap = peterson.gaps[0];
    assert_eq!((gap.process, gap.from, gap.to), (0, 1, Some(6)));
    let commit = needed("two-phase-commit?log=lost");
    let everywhere = "Every failure with one fault has this one.";
    assert_eq!(commit.everywhere.as_deref(), Some(everywhere));
    let commit = commit.simpler.unwrap().sentence;
    assert_eq!(commit, "This run has 1 interruption and 1 fault, and one is enough.");
}

/// The bakery needs one where the shortest run has three: the run with one is as long. Of the row lock it is longer.
#[test]
fn a_run_with_no_more_than_is_needed_is_a_shortest_one_of_those() {
    for (link, steps) in [("bakery?processes=2&tie-break=none", 14), ("row-lock?replicas=1", 15)] {
        let (scenario, verdict) = first(link);
        let found = looked_at(&scenario, verdict.property);
        let simpler = scenario.with_run(verdict.run().unwrap().to_vec()).needed(&found).unwrap();
        let simpler = Scenario::parse(&simpler.simpler.unwrap().link).unwrap().scenario;
        assert_eq!(simpler.run.len(), steps, "{link}");
        assert!(simpler.trace().breaks_at(steps).contains(&verdict.property));
        assert_eq!(found.needs(&simpler.run).unwrap().of_run.total(), 1, "{link}");
    }
}

#[test]
fn the_interrupted_lines_as_one_step_mend_it() {
    for (link, question) in [
        ("peterson?order=turn-first", "Lines 13 and 14 as one step?"),
        ("bakery?processes=2&tie-break=none", "Line 22 as one step?"),
        ("hyman", "Lines 16 and 17 as one step?"),
        ("ticket-dispenser?processes=2&take=read-write", "Lines 20 and 21 as one step?"),
    ] {
        let (scenario, verdict) = first(link);
        let one_step = needed(link).one_step.unwrap();
        assert_eq!(one_step.question, question, "{link}");
        let report = searched(&scenario.with_text(&one_step.text));
        let mended = report.verdicts.iter().find(|it| it.property == verdict.property);
        assert!(mended.unwrap().good(), "{link}: {}", one_step.text);
    }
}

/// A process that pauses may be left there for nothing.
#[test]
fn between_pauses_nobody_is_interrupted() {
    const TEXT: &str = "algorithm Turn first\n\nshared flag[process]: bool\nshared turn: process\n\n\
        process i of 2:\n  remainder:\n    pause\n  waiting:\n    turn ← 1 − i\n    pause\n    \
        flag[i] ← true\n    pause\n    await not flag[1 − i] or turn = i\n  critical:\n    pause\n\n\
        always mutual exclusion: at most 1 in critical\n";
    let least = |text: &str| {
        let new = Scenario::parse("peterson").unwrap().scenario.with_text(text);
        let report = searched(&new);
        let verdict = report.verdicts.iter().find(|verdict| !verdict.good()).expect("it fails");
        let run = new.with_run(verdict.run().unwrap().to_vec());
        run.needed(&looked_at(&new, verdict.property)).unwrap()
    };
    let paused = least(TEXT);
    assert_eq!(
        (paused.interruptions, &*paused.sentence),
        (0, "It needs no interruption: processes that run one after the other fail, too.")
    );
    let between = "turn ← 1 − i\n    pause\n    flag";
    assert!(TEXT.contains(between));
    let plain = least(&TEXT.replace(between, "turn ← 1 − i\n    flag"));
    assert_eq!(plain.interruptions, 1, "{}", plain.sentence);
}

#[test]
fn what_a_single_process_does_needs_nothing_to_be_said() {
    let text =
        "algorithm Alone\n\nshared x: 0..1\n\nprocess:\n  go:\n    x ← 1\n\nalways low: x = 0\n";
    let new = Scenario::parse("peterson").unwrap().scenario.with_text(text);
    let run = new.with_run(searched(&new).verdicts[0].run().unwrap().to_vec());
    assert_eq!(run.needed(&looked_at(&new, "low")), None);
}

/// Of every failure of every published setting: it never needs more than its run has, and at its end nothing.
#[test]
fn no_failure_needs_more_than_its_run_has() {
    let (mut told, mut simpler) = ([0; 4], 0);
    for scenario in crate::sentences::settings() {
        let states_max = golden::quick_or(2_000, 20_000);
        let mut search = scenario.search(Limits::states(states_max));
        while search.advance(100_000) {}
        let report = search.report();
        if report.coverage.is_cut() {
            continue;
        }
        let failing = report.verdicts.iter().filter(|verdict| !verdict.good());
        for verdict in failing {
            let Some(run) = verdict.run() else { continue };
            let Some(mut found) = scenario.needs_search(verdict.property, usize::MAX) else {
                continue;
            };
            while found.advance(100_000) {}
            let needs =
                found.needs(run).unwrap_or_else(|| panic!("{scenario}: {}", verdict.property));
            let least = needs.fewest.total();
            assert_eq!((needs.along[0], needs.along.last()), (least, Some(&0)), "{scenario}");
            assert!(least <= needs.of_run.total(), "{scenario}");
            let again = found.needs(&needs.run).expect("a run that fails");
            assert_eq!(again.of_run, needs.fewest, "{scenario}");
            told[least.min(3)] += 1;
            simpler += usize::from(needs.of_run.total() > least);
            let end = scenario.with_run(run.to_vec());
            if let Some(needed) = end.needed(&found) {
                assert!(needed.sentence.starts_with("It needs "), "{end}: {}", needed.sentence);
                assert!(needed.turning.is_sorted(), "{end}");
                assert_eq!(needed.interruptions + needed.timeouts + needed.faults, least, "{end}");
            }
        }
    }
    println!("{told:?} {simpler}");
    assert!(told[0] > 10 && told[1] > 20 && told[2] > 0 && simpler > 10, "{told:?} {simpler}");
}
