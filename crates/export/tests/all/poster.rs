use catalog::{Scenario, entries};
use export::poster;
use std::fs;

/// Every card's moment, with all that an algorithm has to draw at it.
#[test]
fn every_algorithm_has_a_poster_that_can_only_be_looked_at() {
    for entry in entries() {
        let link = format!("{}{}", entry.slug, entry.card);
        let file = poster::of(&Scenario::parse(&link).unwrap().scenario).unwrap();
        assert!(file.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\""));
        assert_eq!(file.matches("<svg").count(), 1, "{link}");
        let (_, drawn) = file.split_once("</desc>").unwrap();
        for never in ["<script", "href=", "url(", "@import", "tabindex=", "light-dark("] {
            assert!(!drawn.contains(never), "{link}: {never}");
        }
        // what the rules refer to is there
        for name in file.split("var(").skip(1).filter_map(|text| text.split([')', ',']).next()) {
            assert!(name == "--p" || file.contains(&format!("{name}:")), "{link}: {name}");
        }
    }
}

/// What stands in the place of each widget is the picture of its moment.
#[test]
fn the_example_has_the_posters_of_its_moments() {
    let examples = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/static/examples");
    let read = |name: &str| fs::read_to_string(format!("{examples}/{name}")).unwrap();
    let page = read("blog.html");
    let figures: Vec<&str> = page.split("<interleave-run ").skip(1).collect();
    assert_eq!(figures.len(), 2);
    for figure in figures {
        let attribute = |name: &str| {
            let (_, rest) = figure.split_once(&format!("{name}=\"")).unwrap();
            rest.split('"').next().unwrap()
        };
        let scenario = Scenario::parse(attribute("link")).unwrap().scenario;
        assert!(read(attribute("img src")) == poster::of(&scenario).unwrap(), "{scenario}");
    }
}

/// Also in files a state that perhaps no run reaches stands on hatched ground, in the colours of both themes.
#[test]
fn a_lead_has_its_hatched_ground_in_files() {
    let of = |link: &str| Scenario::parse(link).unwrap().scenario;
    let (lead, usual) = (of("peterson?lead=EO&v=1&at=0&run=AP.6_OT"), of("peterson"));
    for format in [export::Format::Poster, export::Format::AnimatedSvg] {
        let [drawn, plain] = [&lead, &usual].map(|scenario| export::export(scenario, format));
        assert!(drawn.contains("<path class=\"s-cell-hatch\" d=\"M"), "{format:?}");
        assert!(!plain.contains("s-cell-hatch"), "{format:?}");
        let line = drawn.matches("--line:").count();
        assert_eq!(line, 2, "{format:?}: one for each theme");
    }
}
