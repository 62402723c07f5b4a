//! Light or dark: the reader's own choice, which outlives the visit where storage is allowed.

use catalog::Theme;

const KEY: &str = "theme";

/// Told when the choice cannot be kept.
pub const FORGETFUL: &str = "This browser, or the page around this one, keeps nothing: the colours are yours for this \
     visit only.";

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

pub fn stored() -> Theme {
    let kept = storage().and_then(|it| it.get_item(KEY).ok().flatten());
    kept.map_or(Theme::System, |it| by_name(&it))
}

/// False if it cannot be kept.
pub fn store(theme: Theme) -> bool {
    storage().is_some_and(|it| it.set_item(KEY, name(theme)).is_ok())
}

fn storage() -> Option<web_sys::Storage> {
    web_sys::window()?.local_storage().ok().flatten()
}

/// Puts the colours on the whole document.
pub fn put_on_document(theme: Theme) {
    let root = web_sys::window().and_then(|it| it.document()?.document_element());
    if let Some(root) = root {
        let _ = root.set_attribute("data-theme", name(theme));
    }
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
