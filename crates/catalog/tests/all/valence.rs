//! Valence, against a computation that knows nothing of graphs: every run is taken to its end.

use catalog::{Action, GRAPH_MAX, Scenario, TooLarge, Valence};
use std::collections::BTreeSet;

const SETTINGS: [&str; 6] = [
    "assign23",
    "assign23?writes=one",
    "assign23?propose=after",
    "assign23?reads=middle-first",
    "assign23?assignment=one-by-one",
    "assign23?assignment=one-by-one&reads=middle-first&propose=after",
];

fn scenario(link: &str) -> Scenario {
    Scenario::parse(link).unwrap().scenario
}

/// All that is decided after this run, or along any way on from it.
fn decided(scenario: &Scenario, run: &[Action], values: &mut BTreeSet<String>) {
    let moment = scenario.with_run(run.to_vec()).moment();
    assert_eq!(moment.at, run.len());
    values.extend(moment.view.processes.iter().filter_map(|process| process.decided.clone()));
    for next in moment.steps() {
        decided(scenario, &[run, &[next.action]].concat(), values);
    }
}

#[test]
fn values_are_those_of_all_runs() {
    for link in SETTINGS {
        let scenario = scenario(link);
        let graph = scenario.valence(GRAPH_MAX).unwrap();
        for node in &graph.nodes {
            let mut naive = BTreeSet::new();
            decided(&scenario, &node.run, &mut naive);
            let values = node.values.iter().map(|&value| graph.values[value].value.clone());
            assert_eq!(values.collect::<BTreeSet<_>>(), naive, "{link} {:?}", node.run);
        }
    }
}

#[test]
fn states_and_steps_are_those_of_the_golden_table() {
    for link in SETTINGS {
        let scenario = scenario(link);
        let graph = scenario.valence(GRAPH_MAX).unwrap();
        let row = golden::row(link).unwrap();
        let found = format!(
            " {} states {} transitions {} deep ",
            graph.nodes.len(),
            graph.edges.len(),
            graph.nodes.iter().map(|node| node.depth).max().unwrap(),
        );
        let words: Vec<&str> = row.split_whitespace().collect();
        assert!(words.join(" ").contains(&found), "{found} is not in {row}");
        let is_split = graph.count(Valence::Split) > 0;
        assert_eq!(is_split, row.contains(" agreement: NO in "), "{link}");
    }
}

#[test]
fn every_run_ends_at_its_node() {
    let graph = scenario("assign23?assignment=one-by-one").valence(GRAPH_MAX).unwrap();
    for (at, node) in graph.nodes.iter().enumerate() {
        assert_eq!(graph.at(&node.run), Some(at));
        assert_eq!(node.run.len(), node.depth);
    }
    assert_eq!(graph.at(&[Action::Crash(0)]), None);
}

#[test]
fn the_double_assignment_is_the_critical_step() {
    let graph = scenario("assign23").valence(GRAPH_MAX).unwrap();
    let values: Vec<_> = graph.values.iter().map(|value| (&*value.value, value.process)).collect();
    assert_eq!(values, [("A", Some(0)), ("B", Some(1))]);
    // nobody, either or both have announced their input; then both are about to assign
    assert_eq!(graph.count(Valence::Bivalent), 3);
    let critical = |node: &&catalog::Node| node.valence == Valence::Critical;
    let critical: Vec<_> = graph.nodes.iter().filter(critical).collect();
    assert_eq!(critical.len(), 1);
    assert_eq!(critical[0].run, [Action::step(0), Action::step(1)]);
    let at = graph.at(&critical[0].run).unwrap();
    assert_eq!(
        graph.told(at),
        "Critical: the next step decides, process 0’s step for A, process 1’s step for B."
    );
    assert_eq!(graph.count_only(0), graph.count_only(1));
}

/// Without the double assignment no step is decisive, and two processes come to disagree.
#[test]
fn what_does_not_agree_is_told() {
    let graph = scenario("assign23?writes=one").valence(GRAPH_MAX).unwrap();
    let split = graph.nodes.iter().position(|node| node.valence == Valence::Split).unwrap();
    assert_eq!(graph.told(split), "Disagreement: one decided A, one decided B.");
    assert!(graph.summary().contains("where two have decided differently"));
}

#[test]
fn too_many_states_are_counted() {
    let scenario = scenario("assign23");
    assert_eq!(scenario.valence(63), Err(TooLarge { states: 64, exact: true }));
    assert!(scenario.valence(64).is_ok());
    assert_eq!(scenario.valence(63).unwrap_err().to_string(), "64 states");
    let large = self::scenario("ricart-agrawala?processes=4").valence(GRAPH_MAX).unwrap_err();
    assert_eq!(large.to_string(), "at least 100\u{202f}000 states");
}

#[test]
fn only_what_decides_has_a_valence() {
    assert!(scenario("assign23").decides());
    assert!(!scenario("bakery").decides());
}
