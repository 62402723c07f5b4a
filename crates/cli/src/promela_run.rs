//! The algorithm of a link as input of SPIN.

use crate::Failure;
use crate::diagnostics::WrongText;
use catalog::Scenario;

/// The model: that of the listing with its options; the run of the link does not count.
pub fn model(scenario: &Scenario) -> Result<String, Failure> {
    let source = scenario.source();
    let chosen: Vec<_> = scenario.setting.iter().map(|(it, value)| (it.name, value.name)).collect();
    let wrong =
        |errors| WrongText { name: scenario.slug.to_owned(), source: source.to_owned(), errors };
    let program =
        listing::compile(source, &chosen).map_err(|errors| Failure::Text(wrong(errors)))?;
    let refused = |why| Failure::Usage(format!("{why} Nothing was exported."));
    promela::promela(&program).map_err(refused)
}
