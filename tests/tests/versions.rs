//! An algorithm that has changed: links of its version 1 open in its version 2, with a notice, and
//! replay as far as they fit.

use catalog::Entry;
use catalog::{Parsed, Scenario};
use model::Knob;

/// The bakery with another default: a process raises no hand while it picks its number.
fn second(bakery: &mut Entry) {
    bakery.version += 1;
    let mut options = bakery.knobs.to_vec();
    let choosing = options.iter_mut().find(|knob| knob.name == "choosing").expect("an option");
    let [on, off] = *choosing.values else { panic!("{choosing:?}") };
    *choosing = Knob { values: Vec::leak(vec![off, on]), ..*choosing };
    bakery.knobs = options.leak();
}

fn opened(link: &str) -> Parsed {
    Scenario::parse(link).unwrap()
}

#[test]
fn links_of_another_version_open_with_a_notice() {
    const OLD: &str = "The link was made with an older version of this model (1; here is 2): its run \
                       is replayed as far as it fits.";
    // before the list is first used
    catalog::replace("bakery", second);
    assert_eq!(catalog::entry("bakery").unwrap().version, 2);

    let whole = "bakery?v=1&run=AAFRf.vzf6";
    let Parsed { scenario, notices, .. } = opened(whole);
    assert_eq!(notices, [OLD]);
    assert_eq!((scenario.run.len(), scenario.setting.get("choosing")), (10, "off"));
    let trace = scenario.trace();
    let refused = trace.refused.expect("version 2 has fewer lines");
    assert!((1..10).contains(&trace.steps.len()), "{}", trace.steps.len());
    assert!(refused.why.contains("cannot be taken: "), "{}", refused.why);
    assert_eq!(scenario.moment().at, trace.steps.len());

    // as far as it fits it is a link of version 2
    let fits = scenario.with_run(scenario.run[..trace.steps.len()].to_vec());
    let Parsed { scenario: again, notices, .. } = opened(&fits.to_string());
    assert!(fits.to_string().starts_with("bakery?v=2&run="), "{fits}");
    assert_eq!((again, notices), (fits, vec![]));

    // with the option that was the default, everything is as it was
    let same = opened("bakery?choosing=on&v=1&run=AAFRf.vzf6");
    assert_eq!(same.scenario.trace().refused, None);

    // damaged besides
    for link in ["bakery?v=1&run=AAFRf.vzf7", "bakery?v=1&at=3&run=AAFRf.vzf6"] {
        let notices = opened(link).notices;
        assert_eq!((notices.len(), &*notices[0]), (2, OLD), "{link}: {notices:?}");
        assert!(notices[1].starts_with("The check at the end of the link does not match"));
    }
    let notices = opened("bakery?v=3&run=AAFRf").notices;
    assert!(notices[0].contains("a newer version of this model (3; here is 2)"), "{notices:?}");
    assert!(notices[1].starts_with("The end of the link is missing"), "{notices:?}");
}
