//! What articles say of claims that carry themselves is what the checker finds.

use catalog::{Entry, Reason, Scenario, entries, grouped};

/// Of the only such claim of a text.
fn found(scenario: &Scenario) -> Reason {
    let [claim] = scenario.inductive_claims()[..] else { panic!("{scenario}: one claim") };
    let mut induction = scenario.induction(claim, 100_000).expect("few states");
    while induction.advance(10_000) {}
    induction.reason(true)
}

fn words(entry: &Entry) -> String {
    entry.about().carries.map(|carries| carries.words.join(" ")).unwrap_or_default()
}

fn open(entry: &Entry, link: &str) -> Scenario {
    let link = format!("{}{link}", entry.slug);
    let parsed = Scenario::parse(&link).expect("a link");
    assert!(parsed.notices.is_empty(), "{link}: {:?}", parsed.notices);
    assert_eq!(parsed.scenario.to_string(), link);
    assert_eq!(parsed.scenario.trace().refused, None, "{link}");
    parsed.scenario
}

#[test]
fn links_of_articles_show_leads_and_claims_that_carry_themselves() {
    let mut seen = [0, 0];
    for entry in entries() {
        let told = words(entry);
        for (_, link) in entry.about().carries.iter().flat_map(|carries| carries.links) {
            let scenario = open(entry, link);
            if scenario.state.is_some() {
                // the next step, and no earlier one
                let steps = scenario.trace().steps;
                assert!(scenario.moment().broken.is_empty() && steps.len() == 1, "{scenario}");
                assert!(!steps[0].breaks.is_empty(), "{scenario}");
                seen[0] += 1;
                continue;
            }
            let reason = found(&scenario);
            assert_eq!(reason.leads, 0, "{scenario}");
            let states = grouped(reason.inside as usize);
            assert!(told.contains(&states), "{states} states: {told}");
            for line in told.split('`').skip(1).step_by(2) {
                assert!(scenario.source().contains(line), "{line} is not in {scenario}");
            }
            seen[1] += 1;
        }
    }
    assert_eq!(seen, [1, 2]);
}

#[test]
fn without_its_second_line_the_lock_has_the_leads_that_its_article_tells() {
    let entry = catalog::entry("peterson").expect("there");
    let published = Scenario::new(entry);
    let claim = "inductive exclusion: at most 1 in critical";
    let scenario = published.with_text(&format!("{}\n{claim}\n", published.source()));
    let reason = found(&scenario);
    assert_eq!((reason.inside, reason.leads), (96, 2));
    let told = words(entry);
    assert!(told.contains("96 have at most one process inside, and from 2 of these"), "{told}");
    // its link is the one that is found
    let lead = reason.shown[0].link.as_deref().expect("a link");
    let (lead, shown) = (
        Scenario::parse(lead).expect("a link").scenario,
        open(entry, entry.about().carries.expect("told").links[0].1),
    );
    assert_eq!((lead.state, lead.run), (shown.state, shown.run));
}

#[test]
fn the_ring_carries_itself_in_the_settings_that_its_article_tells() {
    let entry = catalog::entry("dijkstra-ring").expect("there");
    let told = words(entry);
    let ring = open(entry, entry.about().carries.expect("told").links[0].1);
    for (machines, states, [inside, space]) in
        [("3", "3", [15, 27]), ("4", "4", [40, 256]), ("4", "5", [65, 625])]
    {
        let mut scenario = ring.clone();
        assert!(scenario.setting.set("machines", machines));
        assert!(scenario.setting.set("states", states));
        let reason = found(&scenario);
        assert_eq!((reason.inside, reason.space, reason.leads), (inside, space, 0), "{scenario}");
        for number in [inside, space] {
            assert!(told.contains(&number.to_string()), "{number}: {told}");
        }
    }
}
