//! What a text says of its failures is told with the values of the state.

use crate::evidence::failures;
use catalog::Scenario;

fn heads(text: &str) -> Vec<(&'static str, String)> {
    let scenario = Scenario::parse("new").unwrap().scenario.with_text(text);
    let failing = failures(&scenario);
    let reasons = failing.iter().flat_map(Scenario::reasons);
    reasons.map(|reason| (reason.property, reason.head)).collect()
}

#[test]
fn values_are_those_of_the_member_that_breaks_the_claim() {
    let text = "algorithm Votes\nshared votes[process]: 0..2\nshared leaders: set of process\nserver i of 3:\n  run:\n    \
                votes[i] ← 1\n    leaders ← leaders + {i}\n    votes[i] ← 2\n\
                always one leader: size(leaders) ≤ 1\nsay one leader: {leaders} both lead.\n\
                always few: all i: votes[i] ≤ 1\n\
                say few: {i} has {votes[i]} votes of {{1, 2}}, others {max j ≠ i: votes[j]}.\n\
                never both: some i ≠ j: votes[i] = 2 and votes[j] = 2\n\
                say both: {i} and {j} have {votes[i] + votes[j]}, and {leaders - leaders} nothing.\n\
                at end one left: size(leaders) = 2\nsay one left: There are {size(leaders)} leaders.\n";
    assert_eq!(
        heads(text),
        [
            ("one leader", "Servers 0 and 1 both lead.".to_owned()),
            ("few", "Server 0 has 2 votes of 1 and 2, others 0.".to_owned()),
            ("never both", "Server 0 and server 1 have 4, and nobody nothing.".to_owned()),
            ("one left", "There are 3 leaders.".to_owned()),
        ]
    );
}

/// The head of each number is not there: what can be said of any claim is said.
#[test]
fn what_cannot_be_computed_is_not_said() {
    let text = "algorithm A\nshared taken: list of 0..1 up to 2\nprocess i of 2:\n  run:\n    pause\n\
                always some taken: taken ≠ []\nsay some taken: The first is {head(taken)}.\n";
    let heads = heads(text);
    assert_eq!(heads.len(), 1);
    assert!(!heads[0].1.contains("The first is"), "{heads:?}");
}
