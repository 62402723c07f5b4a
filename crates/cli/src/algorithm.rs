//! The algorithm of a link for other tools; the run of the link does not count.

use crate::Failure;
use crate::diagnostics::WrongText;
use catalog::Scenario;
use export::StateGraph;
use program::Compiled;
use std::sync::Arc;

/// The model for SPIN.
pub fn promela(scenario: &Scenario) -> Result<String, Failure> {
    promela::promela(&*compiled(scenario)?).map_err(refused)
}

/// The module of a name for TLC, and its configuration.
pub fn tla(scenario: &Scenario, name: &str) -> Result<tla::Tla, Failure> {
    let options: Vec<String> = scenario
        .setting
        .iter()
        .map(|(option, value)| format!("{} = {}", option.name, value.name))
        .collect();
    tla::tla(&*compiled(scenario)?, name, &options.join(", ")).map_err(refused)
}

/// All its states with these options, if they are few.
pub fn graph(scenario: &Scenario) -> Result<StateGraph, Failure> {
    StateGraph::of(scenario).map_err(|larger| {
        let most = catalog::GRAPH_MAX;
        refused(format!("It has {larger}, and a graph of more than {most} could not be read. Take fewer processes or passes."))
    })
}

fn refused(why: String) -> Failure {
    Failure::Usage(format!("{why} Nothing was exported."))
}

pub fn compiled(scenario: &Scenario) -> Result<Arc<Compiled>, Failure> {
    let (name, source) = (scenario.slug.to_owned(), scenario.source().to_owned());
    let wrong = |errors| Failure::Text(WrongText { name, source, errors });
    scenario.program().map_err(wrong)
}
