//! Light or dark: the reader's own choice, which outlives the visit where storage is allowed.

use crate::{browser::window, storage};
use catalog::Theme;
pub use session::theme::{FORGETFUL, THEMES, by_name, name, shown};

const KEY: &str = "theme";
const ATTRIBUTE: &str = "data-theme";

/// What the document has now: at the start, the reader's own choice, as `static/first.js` found it.
pub fn on_document() -> Theme {
    let name = root().and_then(|element| element.get_attribute(ATTRIBUTE));
    name.map_or(Theme::System, |name| by_name(&name))
}

/// False if it cannot be kept.
pub fn store(theme: Theme) -> bool {
    storage::set(KEY, name(theme))
}

/// Puts the colours on the whole document.
pub fn put_on_document(theme: Theme) {
    if let Some(root) = root() {
        let _ = root.set_attribute(ATTRIBUTE, name(theme));
    }
}

fn root() -> Option<web_sys::Element> {
    window()?.document()?.document_element()
}
