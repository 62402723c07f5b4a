//! Options that have no effect on what a check finds.

use crate::args::Check;
use catalog::{Bound, Coverage, Limits, Report, Scenario};

/// Each option is judged by another search without it: of so many states these take little time.
const STATES_MAX: usize = 250_000;

/// The pairs of the link that have no effect, as far as that is cheap to see.
pub fn without_effect(
    scenario: &Scenario,
    args: &Check,
    report: &Report,
    limits: Limits,
) -> Vec<String> {
    let is_whole = match &report.coverage {
        Coverage::Exhausted => true,
        Coverage::Bounded(bounds) => {
            bounds.iter().all(|bound| matches!(bound, Bound::BeyondModel | Bound::Error))
        }
        Coverage::Unfinished => false,
    };
    if !is_whole || args.from_here || args.reduce || report.states > STATES_MAX {
        return Vec::new();
    }
    let turned = scenario.without_effect(report, limits);
    turned.iter().map(|(option, value)| format!("{}={}", option.name, value.name)).collect()
}
