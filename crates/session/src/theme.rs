//! Light or dark: the reader's own choice.

use catalog::Theme;

/// Told when the choice cannot be kept.
pub const FORGETFUL: &str = "Your colour choice cannot be saved here.";

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
