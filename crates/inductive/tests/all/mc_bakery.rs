//! What others have counted: TLC finds 655,200 states that satisfy the invariant of `MCBakery`, and 2,748,384 steps from
//! these (together the 3,403,584 of its manifest).

use super::texts::{MC_BAKERY, MC_BAKERY_CONJUNCTS};
use super::{counts, found};
use inductive::{Counts, Within::Types};

fn claim(conjuncts: impl Iterator<Item = &'static str>) -> String {
    conjuncts.fold("inductive everything:".into(), |claim, line| claim + "\n  " + line)
}

#[test]
fn states_and_steps_are_those_that_tlc_finds() {
    let claim = claim(MC_BAKERY_CONJUNCTS.into_iter());
    let found = counts(MC_BAKERY, &claim, &[], Types);
    let expected = Counts { space: 1_679_616, inside: 655_200, steps: 2_748_384, leads: 0 };
    assert_eq!(found, expected);
}

#[test]
fn every_conjunct_but_one_is_needed() {
    if !golden::is_everything() {
        return;
    }
    let alone = claim(std::iter::once("at most 1 in cs"));
    assert_eq!(found(MC_BAKERY, &alone, &[], Types).2, 10_368);
    let leads = (0..MC_BAKERY_CONJUNCTS.len()).map(|left_out| {
        let rest = MC_BAKERY_CONJUNCTS.iter().enumerate().filter(|it| it.0 != left_out);
        found(MC_BAKERY, &claim(rest.map(|it| *it.1)), &[], Types).2
    });
    assert_eq!(leads.collect::<Vec<_>>(), [10_692, 2_592, 0, 34_128, 6_912, 792, 1_152]);
}
