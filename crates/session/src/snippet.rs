//! Links to a moment.

use catalog::Scenario;

/// The address of a moment; `home` is that of the folder with our pages.
pub fn link(home: &str, scenario: &Scenario) -> String {
    format!("{home}{}.html#{}", scenario.slug, scenario.plain())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_opens_the_same_moment() {
        let mut scenario = Scenario::new(&catalog::entries()[0]);
        let moves: Vec<_> = scenario.moment().steps().map(|it| it.action).collect();
        scenario.run = vec![moves[0]];
        scenario.at = 1;
        let link = link("https://example.org/lab/", &scenario);
        assert!(link.starts_with("https://example.org/lab/bakery.html#bakery?"), "{link}");
        let parsed = Scenario::parse(&link).unwrap();
        assert_eq!(parsed.scenario, scenario);
        assert!(parsed.notices.is_empty());
    }
}
