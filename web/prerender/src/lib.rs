//! What the page draws, drawn without a browser.

use anyhow::{Result, anyhow};
use catalog::{Moment, Scenario, Theme, plain};
use picture::{Frame, Room, draw, summary::summary, svg};
use poster::Words;
use tokio::{runtime, task::LocalSet};
use yew::{BaseComponent, LocalServerRenderer};

/// What a component looks like, as HTML.
pub fn html<C: BaseComponent>(props: C::Properties) -> Result<String> {
    let runtime = runtime::Builder::new_current_thread().build()?;
    let rendered = LocalServerRenderer::<C>::with_props(props).hydratable(false).render();
    Ok(LocalSet::new().block_on(&runtime, rendered))
}

/// The picture of the moment at the cursor, as an SVG file that stands alone.
pub fn poster(scenario: &Scenario) -> Result<String> {
    let moment = scenario.moment();
    let words = Words {
        name: scenario.entry().name.into(),
        at: scenario.at,
        steps: scenario.run.len(),
        said: plain(&moment.said),
        waiting: plain(&moment.waiting),
        broken: moment.broken.iter().map(|&it| it.into()).collect(),
        theme: match scenario.theme {
            Theme::System => poster::Theme::System,
            Theme::Light => poster::Theme::Light,
            Theme::Dark => poster::Theme::Dark,
        },
        shown: Vec::new(),
    };
    let stage = stage(scenario, &moment, (poster::WIDTH, poster::HEIGHT));
    poster::svg(&words, &stage).map_err(|why| anyhow!(why))
}

/// The `<svg>` of a picture of this size.
pub fn stage(scenario: &Scenario, moment: &Moment, size: (u32, u32)) -> String {
    let entry = scenario.entry();
    let reason = picture::failure(&scenario.trace(), moment);
    let room = Room::new(size.0.into(), size.1.into());
    let zones = entry.zones(&scenario.setting);
    let scene = draw(&Frame::still(entry.stage(), zones, moment, reason.as_ref(), room));
    svg::whole(&scene, &summary(moment))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    /// Every card's moment, with all that an algorithm has to draw at it.
    #[test]
    fn every_algorithm_has_a_poster_that_can_only_be_looked_at() {
        for entry in catalog::entries() {
            let link = format!("{}{}", entry.slug, entry.card);
            let file = poster(&Scenario::parse(&link).unwrap().scenario).unwrap();
            assert!(file.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\""));
            assert_eq!(file.matches("<svg").count(), 1, "{link}");
            let (_, drawn) = file.split_once("</desc>").unwrap();
            for never in ["<script", "href=", "url(", "@import", "tabindex=", "light-dark("] {
                assert!(!drawn.contains(never), "{link}: {never}");
            }
            // what the rules refer to is there
            for name in file.split("var(").skip(1).filter_map(|it| it.split([')', ',']).next()) {
                assert!(name == "--p" || file.contains(&format!("{name}:")), "{link}: {name}");
            }
        }
    }

    /// What stands in the place of each widget is the picture of its moment.
    #[test]
    fn the_example_has_the_posters_of_its_moments() {
        let examples = concat!(env!("CARGO_MANIFEST_DIR"), "/../static/examples");
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
            assert!(read(attribute("img src")) == poster(&scenario).unwrap(), "{scenario}");
        }
    }
}
