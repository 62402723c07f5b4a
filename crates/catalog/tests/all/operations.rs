//! The operations of a run, and an order of them.

use catalog::{Scenario, pick};

/// At each moment of a run there is an order if the claim is not broken, and none if it is; each operation stands in
/// it within its interval, and none before one that had returned when it was called.
fn orders_are_right(mut scenario: Scenario, seed: u32) -> (usize, usize) {
    let (mut found, mut broken) = (0, 0);
    for step in 0..60 {
        let moment = scenario.moment();
        let trace = scenario.trace();
        let is_broken = (0..trace.steps.len()).any(|step| trace.has_no_order(step));
        let order = scenario.order_of_operations();
        let has_returned = trace.operations.iter().any(|operation| operation.to.is_some());
        assert_eq!(order.is_some(), has_returned && !is_broken, "{scenario}");
        broken += usize::from(is_broken);
        if let Some(order) = order {
            found += order.len();
            let operations = trace.operations;
            assert!(order.is_sorted_by_key(|it| it.step), "{scenario}");
            for (nth, operation) in operations.iter().enumerate() {
                let placed = order.iter().position(|placed| placed.operation == nth);
                assert!(placed.is_some() || operation.to.is_none(), "{scenario}: {operation:?}");
                let Some(at) = placed else { continue };
                let end = operation.to.unwrap_or(usize::MAX);
                assert!((operation.from..=end).contains(&order[at].step), "{scenario}");
                let behind = order[at + 1..].iter().map(|placed| &operations[placed.operation]);
                let came_before =
                    |other: &catalog::Operation| other.to.is_some_and(|to| to < operation.from);
                assert!(!behind.clone().any(came_before), "{scenario}");
            }
        }
        let moves: Vec<_> = moment.steps().map(|step| step.action).collect();
        let Some(&action) = moves.get(pick(seed, step, moves.len())) else { break };
        scenario.run.push(action);
        scenario.at += 1;
    }
    (found, broken)
}

#[test]
fn an_order_is_found_as_long_as_there_is_one() {
    let (mut found, mut broken) = (0, 0);
    for (link, seeds) in [
        ("safe-bits?readers=1", 2),
        ("safe-bits?readers=1&returns=what-it-reads", 8),
        ("herlihy-wing-queue", 2),
        ("herlihy-wing-queue?takes=in-two-steps", 8),
        ("cell-counter?adds=one", 2),
    ] {
        for seed in 0..seeds {
            let counts = orders_are_right(Scenario::parse(link).unwrap().scenario, seed);
            (found, broken) = (found + counts.0, broken + counts.1);
        }
    }
    assert!(found > 100 && broken > 2, "{found} {broken}");
}

#[test]
fn operations_are_intervals_with_their_results() {
    let link = "safe-bits?readers=1&returns=what-it-reads&v=1&run=AAe16v.t3eQ";
    let trace = Scenario::parse(link).unwrap().scenario.trace();
    let all: Vec<_> = trace
        .operations
        .iter()
        .map(|operation| (operation.words(), operation.from, operation.to))
        .collect();
    let expected = [
        ("write(1)".to_owned(), 0, None),
        ("read → 1".to_owned(), 3, Some(5)),
        ("read → 0".to_owned(), 6, Some(7)),
    ];
    assert_eq!(all, expected);
}
