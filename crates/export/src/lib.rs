//! A run as a file for other tools: `docs/EXPORT.md` says which and why.
//!
//! A [`Document`] holds a whole run as plain data; [`export`] writes it in a [`Format`].

mod document;
mod format;
mod itf;
mod labels;
mod mark;
mod mermaid;
mod promela;
mod shiviz;
mod svg;

pub use document::Document;
pub use format::Format;
pub use mark::{Mark, present};
pub use promela::promela;

/// The text of a file in `format`. The document must have moments if
/// [the format shows them](Format::has_moments).
pub fn export(document: &Document, format: Format) -> String {
    match format {
        Format::Mermaid => mermaid::write(document),
        Format::Svg => svg::write(document),
        Format::Shiviz => shiviz::write(document),
        Format::Itf => itf::write(document),
        Format::Json => {
            serde_json::to_string_pretty(document).expect("all keys of a document are strings")
        }
    }
}
