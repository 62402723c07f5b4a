//! Links to a moment.

use catalog::Scenario;

/// The address of a moment.
pub fn link(page: &str, scenario: &Scenario) -> String {
    format!("{page}#{}", scenario.plain())
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
        let parsed =
            Scenario::parse(&link("https://example.org/lab/index.html", &scenario)).unwrap();
        assert_eq!(parsed.scenario, scenario);
        assert!(parsed.notices.is_empty());
    }
}
