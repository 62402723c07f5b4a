//! The picture of a moment as a part of a page, in HTML.

use catalog::Scenario;
use export::{Format, export};

use crate::page::address;

/// The picture in its own address, with what it says for those who do not see it.
pub fn image(scenario: &Scenario) -> String {
    let poster = export(scenario, Format::Poster);
    let said = |tag: &str| {
        let from = poster.split_once(&format!("<{tag}")).and_then(|(_, rest)| rest.split_once('>'));
        from.and_then(|(_, rest)| rest.split_once('<')).map_or("", |(said, _)| said)
    };
    let picture = address("image/svg+xml", poster.as_bytes());
    let alt = format!("{}. {}", said("title"), said("desc")).replace('"', "&quot;");
    format!("<img src=\"{picture}\" alt=\"{alt}\" style=\"max-width: 100%\">")
}

/// As HTML has it, in a text and in an attribute.
pub fn quoted(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}
