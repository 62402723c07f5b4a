//! What a change of a text or of its setting has to keep.

use crate::{ClaimKind, Report, Verdict};

/// All claims but those that fail already; measures and outcomes claim nothing.
#[derive(Clone, Debug, Default)]
pub struct Claims {
    only: Option<&'static str>,
    failing: Vec<&'static str>,
}

impl Claims {
    /// Those of a search of what is not changed, or only one of them.
    pub fn of(unchanged: &Report, only: Option<&'static str>) -> Claims {
        let mut claims = Claims { only, failing: Vec::new() };
        let failing =
            claims.asked(unchanged).filter(|verdict| !verdict.good_after(&unchanged.coverage));
        claims.failing = failing.map(|failing| failing.property).collect();
        claims
    }

    /// The verdicts about them. Some are told only where they fail, so that others may come with a change.
    pub fn asked<'r>(&self, report: &'r Report) -> impl Iterator<Item = &'r Verdict> {
        let (only, failing) = (self.only, self.failing.clone());
        report.verdicts.iter().filter(move |verdict| {
            is_claim(verdict)
                && only.is_none_or(|only| verdict.property == only)
                && !failing.contains(&verdict.property)
        })
    }

    /// Of those that fail the one with the shortest run.
    pub fn broken<'r>(&self, report: &'r Report) -> Option<&'r Verdict> {
        let failing = self.asked(report).filter(|verdict| !verdict.good_after(&report.coverage));
        failing.min_by_key(|verdict| verdict.run().map_or(usize::MAX, <[_]>::len))
    }

    /// What fails without a change, too.
    pub fn failing(&self) -> &[&'static str] {
        &self.failing
    }
}

/// Whether it can fail.
pub fn is_claim(verdict: &Verdict) -> bool {
    use ClaimKind::{Least, LeastCost, Most, MostCost, Outcomes};
    !matches!(verdict.kind, Most | Least | MostCost | LeastCost | Outcomes)
}
