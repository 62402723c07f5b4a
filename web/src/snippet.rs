//! Links and pieces of HTML that show a moment on other pages.

use catalog::{Look, Scenario, Theme};

/// The address of a moment; `home` is that of the folder with our pages.
pub fn link(home: &str, scenario: &Scenario) -> String {
    let scenario = Scenario { look: Look::Page, theme: Theme::System, ..scenario.clone() };
    address(home, &scenario)
}

fn address(home: &str, scenario: &Scenario) -> String {
    format!("{home}{}.html#{scenario}", scenario.slug)
}

fn title(scenario: &Scenario) -> String {
    let name = scenario.entry().name;
    match scenario.run.len() {
        0 => name.into(),
        len => format!("{name}, step {} of {len}", scenario.at),
    }
}

fn embedded(scenario: &Scenario, theme: Theme) -> Scenario {
    Scenario { look: Look::Embed, theme, ..scenario.clone() }
}

/// An inline frame, with a link inside for those who see none.
pub fn iframe(home: &str, scenario: &Scenario, theme: Theme) -> String {
    let (title, source) = (title(scenario), embedded(scenario, theme));
    let (title, source) = (escaped(&title), escaped(&address(home, &source)));
    let link = escaped(&link(home, scenario));
    format!(
        "<iframe loading=\"lazy\" title=\"{title}\" src=\"{source}\" \
         style=\"display:block;width:100%;aspect-ratio:6/5;border:0\">\
         <a href=\"{link}\">{title}</a></iframe>"
    )
}

/// Our own element, which loads the playground when it is asked for.
pub fn element(home: &str, scenario: &Scenario, theme: Theme) -> String {
    let (title, source) = (escaped(&title(scenario)), embedded(scenario, theme).to_string());
    let (home, source, link) = (escaped(home), escaped(&source), escaped(&link(home, scenario)));
    format!(
        "<script type=\"module\" src=\"{home}interleave-run.js\"></script>\n\
         <interleave-run link=\"{source}\"><a href=\"{link}\">{title}</a></interleave-run>"
    )
}

/// A text as it stands in an attribute.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOME: &str = "https://example.org/lab/";

    fn moment() -> Scenario {
        let mut scenario = Scenario::new(&catalog::entries()[0]);
        let moves: Vec<_> = scenario.moment().steps().map(|it| it.action).collect();
        scenario.run = vec![moves[0]];
        scenario.at = 1;
        scenario
    }

    #[test]
    fn a_link_opens_the_same_moment() {
        let parsed = Scenario::parse(&link(HOME, &moment())).unwrap();
        assert_eq!(parsed.scenario, moment());
        assert!(parsed.notices.is_empty());
    }

    #[test]
    fn snippets_open_the_same_moment_after_html_is_read() {
        for snippet in [iframe, element].map(|it| it(HOME, &moment(), Theme::Dark)) {
            let start = snippet.find("src=\"").unwrap();
            let at = snippet.find("link=\"").unwrap_or(start);
            let source = snippet[at..].split('"').nth(1).unwrap();
            let parsed = Scenario::parse(&source.replace("&amp;", "&")).unwrap();
            assert_eq!(parsed.scenario, embedded(&moment(), Theme::Dark), "{snippet}");
        }
    }

    #[test]
    fn the_script_stands_beside_the_page() {
        let snippet = element(HOME, &moment(), Theme::System);
        assert!(snippet.contains("src=\"https://example.org/lab/interleave-run.js\""), "{snippet}");
    }
}
