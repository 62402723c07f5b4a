//! A run as a file for other tools: `docs/EXPORT.md` says which and why.
//!
//! A run is first written down whole, as a [`Document`] in JSON; every other format is made from
//! that text by [`export`]. So the page needs no more than the document, and loads what makes the
//! formats when a reader asks for one.

mod document;
mod format;
mod itf;
mod labels;
mod mark;
mod mermaid;
mod run;
mod shiviz;
mod svg;

pub use document::Document;
pub use format::Format;
pub use mark::{Mark, present};

use run::Run;

/// A document in JSON, as a file of the format. What cannot be read is told in a sentence.
pub fn export(document: &str, format: Format) -> Result<String, String> {
    let run = Run::read(document)?;
    Ok(match format {
        Format::Mermaid => mermaid::write(&run),
        Format::Svg => svg::write(&run),
        Format::Shiviz => shiviz::write(&run),
        Format::Itf => itf::write(&run),
        Format::Json => document.into(),
    })
}
