//! The picture of a run, moving: its last steps up to the cursor, over and over.

use crate::poster::{self, Still};
use catalog::{Moment, Scenario, plain};
use picture::{Frame, Movement, Part, Scene, Thing, Viewport, draw, failure, svg};

/// How large it is drawn.
const SIZE: (u32, u32) = (560, 440);
/// A run that is longer is shown from here to its end: a file for a page must stay small.
const STEPS_MAX: usize = 12;
/// From one still of a movement to the next.
const STILL_MS: u32 = 60;
/// How long a moment stands, the first one and the last one.
const PAUSE_MS: u32 = 500;
const FIRST_MS: u32 = 900;
const LAST_MS: u32 = 2_800;

/// The last steps of those in which the player goes round; else those before the cursor, or the last of all if it is
/// at the start.
pub fn write(scenario: &Scenario) -> String {
    let moments = scenario.moments();
    let end = moments.len() - 1;
    let (from, to) =
        scenario.steps.unwrap_or((0, if scenario.at == 0 { end } else { scenario.at }));
    let to = to.min(end);
    let from = from.max(to.saturating_sub(STEPS_MAX)).min(to);
    let entry = scenario.entry();
    let mut film = Film { scenario, stills: Vec::new() };
    film.still(&moments[from], None, 1.0, FIRST_MS, false);
    for pair in moments[from..=to].windows(2) {
        let [before, after] = pair else { continue };
        let ms = Movement::of(before, after).ms;
        let mut now = STILL_MS;
        while f64::from(now) < ms {
            film.still(after, Some(before), f64::from(now) / ms, STILL_MS, false);
            now += STILL_MS;
        }
        let is_last = after.at == to;
        film.still(after, Some(before), 1.0, if is_last { LAST_MS } else { PAUSE_MS }, is_last);
    }
    let steps =
        if from + 1 < to { format!("steps {} to {to}", from + 1) } else { format!("step {to}") };
    let title = format!("{}, {steps}", entry.name);
    let told: Vec<String> = moments[from..=to].iter().map(|moment| plain(&moment.said)).collect();
    poster::animated(&title, &told.join(" "), SIZE, &film.stills, scenario.shown.theme.into())
        .expect("a scene is written as a picture")
}

struct Film<'a> {
    scenario: &'a Scenario,
    stills: Vec<Still>,
}

impl Film<'_> {
    fn still(&mut self, after: &Moment, before: Option<&Moment>, t: f64, ms: u32, is_last: bool) {
        let scenario = self.scenario;
        let entry = scenario.entry();
        let reason = if is_last { failure(scenario, after) } else { None };
        let room = Viewport::new(SIZE.0.into(), SIZE.1.into());
        let zones = entry.zones(&scenario.setting);
        let frame =
            Frame { before, t, ..Frame::still(entry.stage(), zones, after, reason.as_ref(), room) };
        let parts = named(&draw(&frame));
        self.stills.push(Still { ms, parts, said: plain(&after.said) });
    }
}

/// The parts of a scene, each with a name of its own.
fn named(scene: &Scene) -> Vec<(String, String)> {
    let mut parts: Vec<(String, String)> = Vec::new();
    for part in &scene.parts {
        let name = match part.of {
            Some(Thing::Process(process)) => format!("process {process}"),
            Some(Thing::Message(message)) => format!("message {message}"),
            Some(Thing::Cell(cell)) => format!("cell {cell}"),
            Some(Thing::Pending { process, place }) => format!("pending {process} {place}"),
            Some(Thing::Column { .. }) | None => {
                part.shapes.first().map_or(String::new(), |shape| shape.class.into())
            }
        };
        let count = parts.iter().filter(|part| part.0.starts_with(&name)).count();
        let name = if count == 0 { name } else { format!("{name} {count}") };
        let alone = Scene { parts: vec![Part::clone(part)], ..Scene::default() };
        parts.push((name, svg::inside(&alone)));
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    /// It moves, it ends with the reason, and it can do nothing but be looked at.
    #[test]
    fn a_run_moves_and_ends_with_the_reason() {
        let link = "bakery?processes=2&tie-break=none&v=1&run=AAVBQX.fBdw";
        let file = write(&Scenario::parse(link).unwrap().scenario);
        let svg = roxmltree::Document::parse(&file).unwrap();
        let count = |name: &str| {
            svg.descendants().filter(|descendant| descendant.has_tag_name(name)).count()
        };
        assert!(count("animate") > 50, "{}", count("animate"));
        assert_eq!(count("script") + count("image") + count("a"), 0);
        assert_eq!(file.matches("s-sign-text").count(), 2, "a rule, and the sign at the end");
        assert!(file.contains(">had read<") && file.contains(">number[1] = 1<"));
        assert!(file.len() < 250_000, "{}", file.len());
    }

    #[test]
    fn the_steps_of_the_player_and_the_colours_of_the_link_are_taken() {
        let link = "bakery?processes=2&tie-break=none&v=1&steps=3-6&theme=dark&run=AAVBQX.fBdw";
        let file = write(&Scenario::parse(link).unwrap().scenario);
        assert!(file.contains("<title>Lamport’s bakery, steps 4 to 6</title>"), "{}", &file[..400]);
        assert!(!file.contains("prefers-color-scheme"));
    }
}
