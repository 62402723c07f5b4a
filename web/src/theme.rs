//! Light or dark: the reader's own choice, which outlives the visit where storage is allowed.

use crate::storage;
use catalog::Theme;

const KEY: &str = "theme";
const ATTRIBUTE: &str = "data-theme";

/// Told when the choice cannot be kept.
pub const FORGETFUL: &str = "This browser, or the page around this one, keeps nothing: the colours are yours for this \
     visit only.";

/// In the order of the choice that readers have.
pub const THEMES: [(Theme, &str); 3] =
    [(Theme::System, "Auto"), (Theme::Light, "Light"), (Theme::Dark, "Dark")];

/// As in links and in the style sheet; none for the system's.
pub fn name(theme: Theme) -> &'static str {
    match theme {
        Theme::System => "system",
        Theme::Light => "light",
        Theme::Dark => "dark",
    }
}

pub fn by_name(name: &str) -> Theme {
    match name {
        "light" => Theme::Light,
        "dark" => Theme::Dark,
        _ => Theme::System,
    }
}

/// A link that names colours has its way until the reader chooses.
pub fn shown(link: Theme, own: Theme) -> Theme {
    if link == Theme::System { own } else { link }
}

/// What the document has now: at the start, the reader's own choice, as `static/first.js` found it.
pub fn on_document() -> Theme {
    let name = root().and_then(|it| it.get_attribute(ATTRIBUTE));
    name.map_or(Theme::System, |it| by_name(&it))
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
    web_sys::window()?.document()?.document_element()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        for theme in [Theme::System, Theme::Light, Theme::Dark] {
            assert_eq!(by_name(name(theme)), theme);
        }
        assert_eq!(by_name("pink"), Theme::System);
    }

    #[test]
    fn a_link_has_its_way() {
        assert_eq!(shown(Theme::Dark, Theme::Light), Theme::Dark);
        assert_eq!(shown(Theme::System, Theme::Light), Theme::Light);
    }
}
