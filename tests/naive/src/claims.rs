//! What is claimed of states and of steps.

use crate::eval::{Eval, Result};
use crate::machine::Machine;
use crate::state::{Life, State};
use crate::value::Value;
use listing::tree::{Claim, Expr, ExprKind, PropertyKind};

/// Whether a claim is about steps.
pub fn has_prime(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Prime(_)) || expr.parts().into_iter().any(has_prime)
}

/// `P ⇒ always Q`.
pub fn for_ever(expr: &Expr) -> Option<(&Expr, &Expr)> {
    match &expr.kind {
        ExprKind::Implies { from, to, always: true } => Some((from, to)),
        _ => None,
    }
}

/// The claim of a property, and whether it is to be false everywhere, or true somewhere.
pub fn claim(kind: &PropertyKind) -> Option<(&Claim, Wanted)> {
    match kind {
        // no random text has it
        PropertyKind::Never(Claim::FreedIsTouched) => None,
        PropertyKind::Always(it) => Some((it, Wanted::Everywhere)),
        PropertyKind::Never(it) => Some((it, Wanted::Nowhere)),
        PropertyKind::Reachable(it) => Some((it, Wanted::Somewhere)),
        _ => None,
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    Everywhere,
    Nowhere,
    Somewhere,
}

impl Machine {
    /// Whether a claim is true in a state.
    pub fn is_true(&self, claim: &Claim, state: &State, after: Option<&State>) -> Result<bool> {
        let world = &self.world;
        let mut eval = Eval::property(world, state, after);
        match claim {
            Claim::Holds(expr) => eval.truth(expr),
            Claim::AtMost { count, section, and } => {
                let most = eval.number(count)?;
                let inside = eval.section(&section.text)?.unwrap_or_default().len() as i64;
                Ok(inside <= most && and.as_ref().map_or(Ok(true), |and| eval.truth(and))?)
            }
            Claim::DecisionsEqual => {
                let all = state.processes.iter().filter_map(|process| process.decision.as_ref());
                let all: Vec<&Value> = all.collect();
                Ok(all.windows(2).all(|window| world.roster.same(window[0], window[1])))
            }
            Claim::DecisionsAreInputs => {
                let inputs: Vec<Value> =
                    state.processes.iter().filter_map(|process| process.proposal.clone()).collect();
                let mut decided = state
                    .processes
                    .iter()
                    .filter(|process| process.life == Life::Decided)
                    .filter_map(|process| process.decision.as_ref());
                Ok(decided.all(|value| world.roster.has(&inputs, value)))
            }
            Claim::Before(..) | Claim::NotBefore(..) | Claim::FreedIsTouched => Ok(true),
        }
    }
}
