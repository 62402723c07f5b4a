//! What a line is needed for, and how that is said.

use crate::edit::{Mutant, Operator};
use crate::effect::{Bound, Break, Change, Effect};
use crate::mutation::{Line, Tried};
use crate::outgrowth::Outgrowth;
use catalog::{Scenario, capital};

/// As data names what nothing needs.
pub const NOT_NEEDED: &str = "not-needed";
/// As data names what keeps a search within a bound.
const OUTGROWS: &str = "outgrows-bound";

/// What a line is needed for.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Need<'m> {
    /// By the change that speaks for it.
    Breaks(&'m Mutant, &'m Break),
    Repairs(&'m Mutant, &'static str),
    /// So that the search stays within a bound.
    Bounds(&'m Mutant, &'m Outgrowth),
    Costs(&'m Mutant, &'m Effect),
    /// With more processes, or the like.
    Larger(&'m str, &'m Break),
    /// It gives freedom to the environment, and nothing breaks without that.
    World,
    /// The line, or where it cannot be left out what this change takes from it.
    NotNeeded(&'m Mutant, Change),
    NeverRuns,
    Undecided(&'m Effect),
    /// Not all was searched yet.
    Open,
}

impl Line {
    pub(crate) fn is_broken(&self) -> bool {
        self.tried.iter().any(|tried| matches!(tried.effect, Some(Effect::Breaks(_))))
    }

    /// What it is needed for: that it can be left out decides; what cannot be left out is judged by what else was
    /// tried.
    pub fn need(&self) -> Need<'_> {
        if self.is_unreached {
            return Need::NeverRuns;
        }
        let speaks = self.tried.iter().find(|tried| tried.mutant.is_of_line());
        let tried = speaks.map_or(&self.tried[..], std::slice::from_ref);
        if let Some((option, found)) = &self.larger {
            return Need::Larger(option, found);
        }
        let by = |pick: fn(&Tried) -> Option<Need<'_>>| tried.iter().find_map(pick);
        by(|tried| match tried.effect.as_ref() {
            Some(Effect::Breaks(found)) => Some(Need::Breaks(&tried.mutant, found)),
            _ => None,
        })
        .or_else(|| by(|tried| tried.effect.is_none().then_some(Need::Open)))
        .or_else(|| {
            by(|tried| match &tried.effect {
                Some(Effect::Outgrows(found)) => Some(Need::Bounds(&tried.mutant, found)),
                _ => None,
            })
        })
        .or_else(|| {
            by(|tried| match tried.effect {
                Some(ref effect @ Effect::Undecided { .. }) => Some(Need::Undecided(effect)),
                Some(Effect::Repairs(name)) => Some(Need::Repairs(&tried.mutant, name)),
                _ => None,
            })
        })
        .or_else(|| {
            by(|tried| match &tried.effect {
                Some(costs @ Effect::Costs { .. }) => Some(Need::Costs(&tried.mutant, costs)),
                _ => None,
            })
        })
        .or_else(|| {
            by(|tried| match tried.effect {
                Some(Effect::Unnoticed { change, .. }) => Some(not_needed(&tried.mutant, change)),
                _ => None,
            })
        })
        .unwrap_or(Need::Open)
    }
}

fn not_needed(mutant: &Mutant, change: Change) -> Need<'_> {
    match mutant.is_of_world && change != Change::More {
        true => Need::World,
        false => Need::NotNeeded(mutant, change),
    }
}

impl Need<'_> {
    /// In a sentence.
    pub fn sentence(&self) -> String {
        match self {
            Need::Breaks(mutant, found) => mutant.sentence(&found.words()),
            Need::Repairs(mutant, name) => mutant.sentence(&format!("“{name}” holds")),
            Need::Bounds(mutant, found) => mutant.sentence(&found.words()),
            Need::Costs(mutant, effect) => mutant.sentence(&cost(effect)),
            Need::Larger(size, found) => {
                format!("Needed with {size}: without it {}.", found.words())
            }
            Need::World => "Describes what can happen, not what is done about it.".into(),
            Need::NotNeeded(mutant, _) if mutant.is_of_line() => {
                "Nothing that is claimed needs it.".into()
            }
            Need::NotNeeded(..) => "Nothing that is claimed needs it as it is.".into(),
            Need::NeverRuns => "Never runs in this setting.".into(),
            Need::Undecided(effect) => format!("{}.", capital(&effect.words())),
            Need::Open => "Not searched yet.".into(),
        }
    }

    /// What its author can do about a line that nothing needs.
    pub fn advice(&self) -> Option<String> {
        let Need::NotNeeded(mutant, change) = self else { return None };
        Some(match change {
            Change::Less => {
                let less = mutant.sentence("less can happen");
                format!("{less} Claim with `reachable` or `eventually` what it is for.")
            }
            Change::More => mutant.sentence("more can happen, and no claim forbids it"),
            Change::Same => mutant.sentence("there are as many states and steps"),
        })
    }

    /// As data names it.
    pub fn name(&self) -> &'static str {
        match self {
            Need::Breaks(_, found) => found.kind.name(),
            Need::Repairs(..) => "repairs",
            Need::Bounds(..) => OUTGROWS,
            Need::Costs(..) => "costs",
            Need::Larger(..) => "needed-at-larger-size",
            Need::World => "of-the-world",
            Need::NotNeeded(..) => NOT_NEEDED,
            Need::NeverRuns => "never-runs",
            Need::Undecided(_) => "undecided",
            Need::Open => "open",
        }
    }

    /// What breaks without it.
    pub fn broken(&self) -> Option<&Break> {
        match self {
            Need::Breaks(_, found) | Need::Larger(_, found) => Some(found),
            _ => None,
        }
    }

    /// The run that shows it.
    pub fn run(&self) -> Option<&Scenario> {
        match self {
            Need::Bounds(_, found) => found.run(),
            _ => self.broken().map(|found| &found.scenario),
        }
    }
}

impl Mutant {
    /// Whether it leaves the line out.
    pub fn is_of_line(&self) -> bool {
        self.operator == Operator::LineOut
    }

    /// "Without it two are in the critical section after 6 steps."
    pub fn sentence(&self, then: &str) -> String {
        let comma = if self.words == "without it" { "" } else { "," };
        format!("{}{comma} {then}.", capital(&self.words))
    }
}

impl Effect {
    /// The run that shows it.
    pub fn run(&self) -> Option<&Scenario> {
        match self {
            Effect::Breaks(found) => Some(&found.scenario),
            Effect::Outgrows(found) => found.run(),
            _ => None,
        }
    }

    /// What it comes to, within a sentence.
    pub fn words(&self) -> String {
        match self {
            Effect::Breaks(found) => found.words(),
            Effect::Repairs(name) => format!("“{name}” holds"),
            Effect::Costs { .. } => cost(self),
            Effect::Unnoticed { change: Change::Same, .. } => {
                "nothing that is claimed changes: the same number of states".into()
            }
            Effect::Unnoticed { states, .. } => {
                format!("nothing that is claimed changes: {}", catalog::states(*states))
            }
            Effect::Outgrows(found) => found.words(),
            Effect::Undecided { states, why: Bound::TooMany } => {
                format!("not decided: more than {}", catalog::states(*states))
            }
            Effect::Undecided { states, why: Bound::OfModel } => format!(
                "not decided: nothing fails in {}, and some steps are not followed",
                catalog::states(*states)
            ),
            Effect::Impossible => "it cannot be run".into(),
        }
    }

    /// As data names it.
    pub fn name(&self) -> &'static str {
        match self {
            Effect::Breaks(found) => found.kind.name(),
            Effect::Repairs(_) => "repairs",
            Effect::Costs { .. } => "costs",
            Effect::Unnoticed { .. } => "unnoticed",
            Effect::Outgrows(_) => OUTGROWS,
            Effect::Undecided { .. } => "undecided",
            Effect::Impossible => "impossible",
        }
    }
}

fn cost(effect: &Effect) -> String {
    match effect {
        Effect::Costs { property, before, after } => {
            format!("no claim breaks, but “{property}” goes from {before} to {after}")
        }
        _ => String::new(),
    }
}
