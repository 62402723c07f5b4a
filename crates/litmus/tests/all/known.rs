//! What a search finds of a test is what is known of it.

use crate::corpus::{self, Known, MEMORIES};
use checker::{Limits, Outcome, Report, check};
use litmus::axioms::{self, Model};
use litmus::{FINAL_STATES, Quantifier, Test};
use std::collections::BTreeSet;
use std::sync::Arc;

pub fn report(test: &Test, memory: &str) -> Report {
    let source = test.text();
    let compiled = listing::compile(&source, &[("memory", memory)]);
    let compiled = compiled.unwrap_or_else(|found| panic!("{}\n{source}", found[0]));
    check(Arc::new(compiled), Limits::states(5_000_000))
}

/// The final states that were found: of each the values of what is observed, in its order.
pub fn final_states(report: &Report) -> Vec<Vec<u32>> {
    let asked = report.verdicts.iter().find(|verdict| verdict.property == FINAL_STATES);
    let Some(Outcome::Ends(ends)) = asked.map(|verdict| &verdict.outcome) else {
        panic!("{report:?}")
    };
    let numbers = |value: &str| {
        value.split(" and ").map(|number| number.parse().expect("a number")).collect::<Vec<u32>>()
    };
    ends.iter().map(|end| numbers(&end.value)).collect()
}

fn compare(known: &Known) {
    let test = litmus::read(&known.litmus()).unwrap_or_else(|wrong| panic!("{wrong}"));
    for (nth, memory) in MEMORIES.into_iter().enumerate() {
        let report = report(&test, memory);
        let states = final_states(&report);
        assert_eq!(states.len(), known.final_states[nth], "{}, {memory}", known.source);
        let satisfying = states.iter().filter(|state| test.satisfies(state)).count();
        let holds = test.quantifier.holds(satisfying, states.len());
        assert_eq!(holds, known.holds[nth], "{}, {memory}", known.source);
        let claim =
            report.verdicts.iter().find(|verdict| verdict.property == test.quantifier.name());
        let outcome = &claim.expect("the claim").outcome;
        let is_found = match test.quantifier {
            Quantifier::Exists => matches!(outcome, Outcome::Found { .. }),
            Quantifier::NotExists | Quantifier::Forall => *outcome == Outcome::Holds,
        };
        assert_eq!(is_found, holds, "{}, {memory}", known.source);
        by_axioms(&test, memory, states, known.source);
    }
}

/// Store buffers are searched, and axioms know none: both come to the same.
fn by_axioms(test: &Test, memory: &str, searched: Vec<Vec<u32>>, source: &str) {
    let model = Model::by_name(memory).expect("a memory");
    let states = axioms::final_states(test, model).expect("not too many executions");
    assert_eq!(states, BTreeSet::from_iter(searched), "{source}, {memory}");
    let is_forbidden = !states.iter().any(|state| test.satisfies(state));
    let forbidden = axioms::forbidden(test, model);
    assert_eq!(forbidden.is_some(), is_forbidden, "{source}, {memory}");
}

#[test]
fn public_tests_have_their_known_answers() {
    let all = corpus::all();
    assert_eq!(all.len(), 515);
    all.iter().for_each(compare);
}
