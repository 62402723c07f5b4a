//! In how many interleavings runs end in which way.

use super::{Form, Hundredths, Plot, Point, Series};
use crate::Scenario;
use crate::engine::Search;
use checker::{Coverage, End, Limits, grouped};
use model::Figure;

/// A page that is asked for a picture must not search for long.
const STATES_MAX: usize = 100_000;
/// So many are looked at in one go.
const STATES: usize = 2_000;

pub struct Ends {
    scenario: Scenario,
    property: &'static str,
    /// Begun when it is first asked.
    search: Option<Search>,
}

impl Ends {
    pub fn new(scenario: Scenario, figure: &Figure, property: &'static str) -> (Plot, Ends) {
        let plot = Plot {
            title: figure.title,
            form: Form::Bars,
            x: figure.per.into(),
            y: figure.unit.into(),
            how: format!("Of all interleavings, counted up to {} states.", grouped(STATES_MAX)),
            series: Vec::new(),
        };
        (plot, Ends { scenario, property, search: None })
    }

    pub fn advance(&mut self, plot: &mut Plot) {
        let scenario = &self.scenario;
        let search = || scenario.search(Limits::states(STATES_MAX));
        let search = self.search.get_or_insert_with(search);
        if search.advance(STATES) {
            return;
        }
        let report = search.report();
        let asked = report.verdicts.iter().find(|verdict| verdict.property == self.property);
        let ends = asked.map_or(&[][..], |asked| asked.ends());
        let point = |end: &End| Point {
            x: end.value.clone(),
            y: end.runs.map(|run| Hundredths(run.saturating_mul(100))),
            spread: None,
            run: Some(scenario.with_run(end.run.clone())),
        };
        plot.series = vec![Series { name: "", points: ends.iter().map(point).collect() }];
        let states = grouped(report.states);
        plot.how = if report.coverage != Coverage::Exhausted {
            format!("Not counted: there are more than the {states} states that were seen.")
        } else if ends.iter().any(|end| end.runs.is_none()) {
            "Not counted: a run can go round for ever, so that there is no end of runs.".into()
        } else {
            let runs = ends.iter().filter_map(|end| end.runs).fold(0, u64::saturating_add);
            let runs = usize::try_from(runs).map_or("very many".into(), grouped);
            format!(
                "Of all {runs} interleavings, through {states} states, how many end in which way."
            )
        };
    }
}
