//! Each state by type has a number, and no other number is a state.

use super::measured::{EXCLUSION, PETERSON};
use super::question;
use super::texts::{BAKERY, TICKETS};
use inductive::{Types, Within, groups};

fn numbers_come_back(text: &str, states: u128) {
    let question = question(text, EXCLUSION, &[], Within::Local);
    let compiled = &question.compiled;
    let types = Types::new(compiled, &question.beginnings).expect("few places");
    assert_eq!(types.size(compiled), Some(states));
    for number in 0..states {
        let state = types.state(compiled, number).expect("a state");
        assert_eq!(types.number(compiled, &state), Some(number));
    }
    assert_eq!(types.state(compiled, states), None);
    assert_eq!(types.state(compiled, states * 64), None);
}

#[test]
fn all_of_petersons() {
    numbers_come_back(PETERSON, 392);
}

#[test]
fn with_own_variables() {
    numbers_come_back(TICKETS, 6_400);
    numbers_come_back(BAKERY, 82_944);
}

/// Process 0 at the second read of line 17, process 1 in `critical`, flags up, turn 0: `EO` is 4 · 64 + 14.
#[test]
fn the_lead_of_peterson() {
    let mut question = question(PETERSON, EXCLUSION, &[], Within::Local);
    question.finish();
    let types = Types::new(&question.compiled, &question.beginnings).expect("few places");
    let groups = groups(&question, Some(&types));
    assert_eq!((groups.len(), groups[0].leads.len()), (1, 2));
    assert_eq!(types.number(&question.compiled, &groups[0].lead.state), Some(270));
    assert_eq!(groups[0].lead.broken, Some(0));
}
