//! What is claimed of transfers and audits.

use super::{BALANCE, BALANCE_AT_START, It, States};
use model::{Property, Zone};

pub const PROPERTIES: &[Property<It>] = &[
    Property::always(
        "money conserved",
        "When no transfer is between its two updates, the accounts hold as much as at the start.",
        |it, state: &States| {
            let is_under_way = state.local.iter().any(|my| my.is_between);
            is_under_way || balances(it, state).sum::<u8>() == total(it)
        },
    ),
    Property::always(
        "sum right",
        "What an auditor takes for the sum is what all accounts held at the start.",
        |it, state: &States| state.local.iter().all(|my| !my.has_sum || my.sum == total(it)),
    )
    .only_if(|it| it.program.auditors > 0),
    Property::eventually(
        "all come to their end",
        "Every transfer and every audit ends, if nobody is kept from going on for ever.",
        |it, state| {
            it.those_in(state, &[Zone::Waiting, Zone::Reading, Zone::Assigning, Zone::Exit])
        },
    ),
    Property::most(
        "with locks at once",
        "The most transactions that have locks at the same time.",
        |_, state: &States| state.local.iter().map(|my| u32::from(my.held != 0)).sum(),
    ),
    Property::outcomes(
        "balances at the end",
        "What the accounts hold when nobody can go on.",
        |it, state| {
            let all = balances(it, state).map(|it| it.to_string()).collect::<Vec<_>>().join(" ");
            let is_over = |i| matches!(it.zone(state, i), Zone::Remainder | Zone::Crashed);
            let stuck = if it.processes().all(is_over) { "" } else { ", somebody stuck" };
            format!("{all}{stuck}")
        },
    ),
];

fn balances(it: &It, state: &States) -> impl Iterator<Item = u8> {
    (0..it.program.accounts).map(|x| state.cell(BALANCE, x))
}

fn total(it: &It) -> u8 {
    it.program.accounts as u8 * BALANCE_AT_START
}
