//! Links and pieces of HTML that show a moment on other pages.

use catalog::{Look, Scenario, Theme};

/// The address of a moment.
pub fn link(page: &str, scenario: &Scenario) -> String {
    let scenario = Scenario { look: Look::Page, theme: Theme::System, ..scenario.clone() };
    format!("{page}#{scenario}")
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
pub fn iframe(page: &str, scenario: &Scenario, theme: Theme) -> String {
    let (title, source) = (title(scenario), embedded(scenario, theme));
    let (title, source) = (escaped(&title), escaped(&format!("{page}#{source}")));
    let link = escaped(&link(page, scenario));
    format!(
        "<iframe loading=\"lazy\" title=\"{title}\" src=\"{source}\" \
         style=\"display:block;width:100%;aspect-ratio:6/5;border:0\">\
         <a href=\"{link}\">{title}</a></iframe>"
    )
}

/// Our own element, which loads the playground when it is asked for.
pub fn element(page: &str, scenario: &Scenario, theme: Theme) -> String {
    let base = &page[..page.rfind('/').map_or(0, |at| at + 1)];
    let (title, source) = (escaped(&title(scenario)), embedded(scenario, theme).to_string());
    let (base, source) = (escaped(base), escaped(&source));
    let link = escaped(&link(page, scenario));
    format!(
        "<script type=\"module\" src=\"{base}interleave-run.js\"></script>\n\
         <interleave-run link=\"{source}\"><a href=\"{link}\">{title}</a></interleave-run>"
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "https://example.org/lab/index.html";

    fn moment() -> Scenario {
        let mut scenario = Scenario::new(&catalog::entries()[0]);
        let moves: Vec<_> = scenario.moment().steps().map(|it| it.action).collect();
        scenario.run = vec![moves[0]];
        scenario.at = 1;
        scenario
    }

    #[test]
    fn a_link_opens_the_same_moment() {
        let parsed = Scenario::parse(&link(PAGE, &moment())).unwrap();
        assert_eq!(parsed.scenario, moment());
        assert!(parsed.notices.is_empty());
    }

    #[test]
    fn snippets_open_the_same_moment_after_html_is_read() {
        for snippet in [iframe, element].map(|it| it(PAGE, &moment(), Theme::Dark)) {
            let start = snippet.find("src=\"").unwrap();
            let at = snippet.find("link=\"").unwrap_or(start);
            let source = snippet[at..].split('"').nth(1).unwrap();
            let parsed = Scenario::parse(&source.replace("&amp;", "&")).unwrap();
            assert_eq!(parsed.scenario, embedded(&moment(), Theme::Dark), "{snippet}");
        }
    }

    #[test]
    fn the_script_stands_beside_the_page() {
        let snippet = element(PAGE, &moment(), Theme::System);
        assert!(snippet.contains("src=\"https://example.org/lab/interleave-run.js\""), "{snippet}");
    }
}
