//! What fails because a run ends: nobody has to move, and what was to come has not come.

use crate::engine::{Pending, Place, Simulator};
use crate::moment::whose;
use crate::round::Round;
use model::{Action, Stepped};

/// A property that fails so.
#[derive(Clone, PartialEq, Debug)]
pub struct Unmet {
    pub property: &'static str,
    /// Who waits for it: processes, or the members of which it is claimed; 0 where it is no matter of one.
    pub who: Vec<usize>,
    /// How many steps led to where that began.
    pub since: usize,
}

/// At the last of the places of a run, where it is.
pub(crate) fn at_end(live: &Simulator, places: &[Place]) -> Vec<Unmet> {
    let is_open = |pending: &Pending| pending.of.iter().any(|number| *number != 0);
    let pending: Vec<Pending> = live.pending().into_iter().filter(is_open).collect();
    if pending.is_empty() {
        return Vec::new();
    }
    // an end is a loop without a step
    let broken = Round::begin(live).breaks();
    let mut unmet = Vec::new();
    for Pending { property, kind, of } in pending {
        let mut who: Vec<usize> = (0..of.len()).filter(|&it| of[it] != 0).collect();
        if kind.is_progress() {
            who.retain(|&it| waits_for_others(live, it));
        } else if !broken.iter().any(|unserved| unserved.property == property) {
            continue;
        }
        if let Some(&first) = who.first() {
            unmet.push(Unmet { property, since: since(live, places, property, first), who });
        }
    }
    unmet
}

/// Whether it can take no step, nor can the network.
fn waits_for_others(live: &Simulator, who: usize) -> bool {
    let processes = live.view().processes.len();
    let mut waits = true;
    live.outcomes(&mut |action, stepped, _| {
        let concerns =
            matches!(action, Action::Deliver(_) | Action::DeliverAs(..) | Action::Arrive(..))
                || whose(action, processes).map(usize::from) == Some(who);
        let is_own = concerns && !action.is_fault();
        waits &= !(is_own && matches!(stepped, Stepped::Ran(_)));
    });
    waits
}

/// From which of the places on somebody has waited to the end.
fn since(live: &Simulator, places: &[Place], property: &str, who: usize) -> usize {
    let mut past = live.clone();
    let mut is_open = |place: &Place| {
        past.go_to(place);
        past.pending().iter().any(|pending| pending.property == property && pending.of[who] != 0)
    };
    places.iter().rposition(|place| !is_open(place)).map_or(0, |last| last + 1)
}
