//! Every format is read back by somebody else: an XML parser, a JSON parser with the rules of ITF,
//! the expression that a `ShiViz` log brings along, a grammar of Mermaid. (The real Mermaid reads
//! them in the browser tests.)
mod golden;
mod hostile;
mod itf;
mod json;
mod mermaid;
mod poster;
mod shiviz;
mod svg;

use catalog::{Parsed, Scenario, entries};
use export::{Format, export};

/// Each algorithm's card and dares, which have every kind of event and fault.
pub fn runs() -> Vec<Scenario> {
    let mut runs = Vec::new();
    for entry in entries() {
        let links = entry.dares.iter().map(|dare| dare.link).chain([entry.card]);
        runs.extend(links.map(|link| scenario(&format!("{}{link}", entry.slug))));
    }
    assert!(runs.iter().any(|it| it.loops_from.is_some()));
    runs
}

pub fn scenario(link: &str) -> Scenario {
    let Parsed { scenario, notices, .. } = Scenario::parse(link).unwrap();
    assert!(notices.is_empty(), "{link}: {notices:?}");
    scenario
}

pub fn written(scenario: &Scenario, format: Format) -> String {
    export(scenario, format)
}
