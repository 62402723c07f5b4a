//! However a published algorithm is searched, the same is found: by several workers, by fingerprints, with
//! little memory, without whole runs, and by a swarm.

use catalog::{ClaimKind, Coverage, Limits, Outcome, Report, Scenario, Search};
use checker::Workers;
use checker::swarm::{Swarm, random_walk};

const SMALL: usize = 2_000;

/// Small settings of the golden table, and what a search of each finds.
fn settings() -> impl Iterator<Item = (Scenario, Report)> {
    let is_small = |row: &&str| golden::states(row).is_some_and(|states| states < SMALL);
    let rows = golden::rows().filter(is_small).step_by(golden::quick_or(7, 1));
    rows.map(|row| {
        let link = row.split_whitespace().next().unwrap();
        let scenario = Scenario::parse(link).unwrap().scenario;
        let report = to_its_end(search(&scenario, Limits::states(SMALL)));
        (scenario, report)
    })
}

fn search(scenario: &Scenario, limits: Limits) -> Search {
    Search::new(scenario.entry().search_system(&scenario.setting), limits)
}

fn to_its_end(mut search: Search) -> Report {
    while search.advance(1_000) {}
    search.report()
}

#[test]
fn by_several_workers() {
    let crews = [2, 3, 5].map(|count| Workers::new(count).in_parts_of(1));
    let mut count = 0;
    for (scenario, wanted) in settings() {
        for crew in &crews {
            let mut search = search(&scenario, Limits::states(SMALL));
            while search.advance_by(crew, usize::MAX) {}
            assert_eq!(search.report(), wanted, "{scenario}, {} workers", crew.count());
        }
        count += 1;
    }
    assert!(count > 50, "{count}");
}

#[test]
fn by_fingerprints() {
    for (scenario, wanted) in settings() {
        let system = scenario.entry().search_system(&scenario.setting);
        let report = to_its_end(Search::by_fingerprints(system, Limits::states(SMALL)));
        let found = |report: &Report| (report.states, report.transitions, report.depth);
        assert_eq!(found(&report), found(&wanted), "{scenario}");
        assert!(matches!(report.coverage, Coverage::Bounded(_)), "{scenario}");
    }
}

/// Steps are kept as they are taken, as far as there is memory for it, or are taken once more. What is asked of
/// operations needs some for itself.
#[test]
fn with_little_memory() {
    let mut looping = 0;
    for (scenario, wanted) in settings() {
        let mut states = search(&scenario, Limits { safety_only: true, ..Limits::default() });
        while states.advance(usize::MAX) {}
        for more in [0, 1_000, 20_000] {
            let limits = Limits { bytes_max: 2 * states.bytes() + more, ..Limits::default() };
            let mut report = to_its_end(search(&scenario, limits));
            for (verdict, wanted) in report.verdicts.iter_mut().zip(&wanted.verdicts) {
                if verdict.kind.is_of_operations() && verdict.outcome == Outcome::NotAsked {
                    *verdict = wanted.clone();
                }
            }
            assert_eq!(report, wanted, "{scenario}: {more}");
        }
        let loops = |outcome: &Outcome| matches!(outcome, Outcome::Loops { .. });
        looping += usize::from(wanted.verdicts.iter().any(|verdict| loops(&verdict.outcome)));
    }
    assert!(looping > 0);
}

#[test]
fn of_single_states_the_same_is_said_without_whole_runs() {
    let (mut asked, mut left) = (0, 0);
    for (scenario, wanted) in settings() {
        let limits = Limits { safety_only: true, ..Limits::states(SMALL) };
        let report = to_its_end(search(&scenario, limits));
        assert_eq!((report.states, report.transitions), (wanted.states, wanted.transitions));
        for (verdict, wanted) in report.verdicts.iter().zip(&wanted.verdicts) {
            if verdict.kind.is_awaited() || verdict.kind.is_of_operations() {
                left += 1;
                assert_eq!(verdict.outcome, Outcome::NotAsked, "{scenario}");
            } else if verdict.kind != ClaimKind::Outcomes {
                asked += 1;
                assert_eq!(verdict, wanted, "{scenario}");
            }
        }
    }
    assert!(asked > 40 && left > 5, "{asked} {left}");
}

/// So small a state space is walked as a whole, again and again.
#[test]
fn by_a_swarm() {
    let (mut failing, mut holding) = (0, 0);
    let swarm = Swarm { visits_max: 100_000, depth_max: 1_000, bytes_max: 1 << 26, seed: 1 };
    for (scenario, wanted) in settings().step_by(3) {
        let system = scenario.entry().search_system(&scenario.setting);
        let found = random_walk(&*system, swarm, &mut |_| ());
        for verdict in wanted.verdicts.iter().filter(|verdict| verdict.kind == ClaimKind::Always) {
            let run = found.failures.iter().find(|failure| failure.property == verdict.property);
            match (&verdict.outcome, run) {
                (Outcome::Holds, None) => holding += 1,
                (Outcome::Fails { run: shortest }, Some(it)) => {
                    assert!(it.run.len() >= shortest.len(), "{scenario}");
                    failing += 1;
                }
                it => panic!("{scenario}: {}: {it:?}", verdict.property),
            }
        }
    }
    assert!(failing > 5 && holding > 20, "{failing} {holding}");
}
