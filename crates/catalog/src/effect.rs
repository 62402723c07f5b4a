//! Options that change nothing.

use crate::Scenario;
use checker::{Limits, Report};
use model::{Knob, Value};

/// An option that is not at its default, and its value.
pub type Turned = (&'static Knob, &'static Value);

impl Scenario {
    /// The options without which a search has the same report: as many states and transitions, the same
    /// verdicts, and the same runs for them. `limits` are those of the search, which must have ended by
    /// itself.
    pub fn without_effect(&self, report: &Report, limits: Limits) -> Vec<Turned> {
        // one state more shows that there are more
        let limits = Limits { states_max: report.states + 1, ..limits };
        let is_same = |&(option, _): &Turned| {
            let mut other = self.start();
            other.setting.set(option.name, option.values[0].name);
            let mut search = other.search(limits);
            while search.advance(usize::MAX) {}
            search.report() == *report
        };
        let turned = self.setting.iter().filter(|(option, value)| *value != &option.values[0]);
        turned.filter(is_same).collect()
    }
}
