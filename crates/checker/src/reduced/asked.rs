//! What can be asked of classes: all that is asked of single states.

use super::quotient::Quotient;
use model::{Claim, Property, Symmetric};

/// More properties no model has.
const PROPERTIES_MAX: usize = 16;

/// The properties that can be asked, each of every state of a class.
///
/// # Panics
/// If there are too many properties.
pub fn of<M: Symmetric>(properties: &[Property<M>]) -> Vec<Property<Quotient<M>>> {
    assert!(properties.len() <= PROPERTIES_MAX);
    let ask: [fn(&Property<M>) -> Option<Property<Quotient<M>>>; PROPERTIES_MAX] = [
        ask::<M, 0>,
        ask::<M, 1>,
        ask::<M, 2>,
        ask::<M, 3>,
        ask::<M, 4>,
        ask::<M, 5>,
        ask::<M, 6>,
        ask::<M, 7>,
        ask::<M, 8>,
        ask::<M, 9>,
        ask::<M, 10>,
        ask::<M, 11>,
        ask::<M, 12>,
        ask::<M, 13>,
        ask::<M, 14>,
        ask::<M, 15>,
    ];
    properties.iter().zip(ask).filter_map(|(it, ask)| ask(it)).collect()
}

/// The property at `AT`: a claim is a plain function, which has no other way to know its own.
fn ask<M: Symmetric, const AT: usize>(it: &Property<M>) -> Option<Property<Quotient<M>>> {
    let claim: Claim<Quotient<M>> = match it.claim {
        Claim::Always(_) => Claim::Always(|it, state| match it.model.properties()[AT].claim {
            Claim::Always(holds) => it.asked(AT, state).all(|other| holds(&it.model, &other)),
            _ => unreachable!(),
        }),
        Claim::Sometimes(_) => {
            Claim::Sometimes(|it, state| match it.model.properties()[AT].claim {
                Claim::Sometimes(holds) => {
                    it.asked(AT, state).any(|other| holds(&it.model, &other))
                }
                _ => unreachable!(),
            })
        }
        Claim::Most(_) => Claim::Most(|it, state| match it.model.properties()[AT].claim {
            Claim::Most(measure) => {
                it.asked(AT, state).map(|other| measure(&it.model, &other)).max().unwrap_or(0)
            }
            _ => unreachable!(),
        }),
        Claim::Least(_) => Claim::Least(|it, state| match it.model.properties()[AT].claim {
            Claim::Least(measure) => {
                it.asked(AT, state).filter_map(|other| measure(&it.model, &other)).min()
            }
            _ => unreachable!(),
        }),
        // of whole runs
        Claim::Eventually(_) | Claim::Outcomes(_) | Claim::Progress(..) | Claim::Cost(..) => {
            return None;
        }
    };
    let applies: fn(&Quotient<M>) -> bool = |it| (it.model.properties()[AT].applies)(&it.model);
    Some(Property { name: it.name, words: it.words, claim, applies })
}
