//! A run as a file for other tools: `docs/EXPORT.md` says which and why.
//!
//! A [`Document`] holds a whole run as plain data; [`export`] writes a run in a [`Format`]. A [`StateGraph`] has all
//! states of a small setting.

mod animated;
mod document;
mod format;
mod graph;
mod itf;
mod labels;

mod mermaid;
pub mod poster;
mod shiviz;
mod svg;

use catalog::Scenario;
pub use document::Document;
pub use format::Format;
pub use graph::{State, StateGraph, Step};
pub use picture::{Mark, present};

/// The text of a file of a run.
pub fn export(scenario: &Scenario, format: Format) -> String {
    let document = || Document::of(scenario, format.has_moments());
    match format {
        Format::Mermaid => mermaid::write(&document()),
        Format::Svg => svg::write(&document()),
        Format::AnimatedSvg => animated::write(scenario),
        Format::Shiviz => shiviz::write(&document()),
        Format::Itf => itf::write(&document()),
        Format::Poster => poster::of(scenario).expect("a scene is written as a picture"),
        Format::Json => {
            serde_json::to_string_pretty(&document()).expect("all keys of a document are strings")
        }
    }
}
