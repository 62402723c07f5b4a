//! The picture of a moment by itself: what `static/poster.js` makes a file of.

use crate::api::Run;
use catalog::plain;
use export::poster::{self, Theme, Words};
use picture::geometry::point;
use picture::{Frame, Scene, Thing, Viewport, draw, failure, step_of, svg};
use wasm_bindgen::prelude::*;

/// The picture of the moment of a run, so many pixels wide and high, as an `<svg>`.
#[wasm_bindgen]
pub fn draw_moment(run: &Run, width: f64, height: f64) -> String {
    svg::whole(&scene(run, width, height), &picture::summary::summary(&run.moment_shown().1))
}

fn scene(run: &Run, width: f64, height: f64) -> Scene {
    let (scenario, moment) = run.moment_shown();
    let entry = scenario.entry();
    let reason = failure(scenario, &moment);
    let room = Viewport::new(width, height);
    draw(&Frame::still(
        entry.stage(),
        entry.zones(&scenario.setting),
        &moment,
        reason.as_ref(),
        room,
    ))
}

/// The step that a click takes on the picture of a run's moment as a file, in parts of its width and
/// height; none where no process is, or where it has no step, or several.
#[wasm_bindgen]
pub fn step_at(run: &Run, x: f64, y: f64) -> Option<String> {
    let (scenario, moment) = run.moment_shown();
    let words = Words {
        name: scenario.entry().name.into(),
        at: scenario.at,
        steps: scenario.run.len(),
        said: plain(&moment.said),
        waiting: plain(&moment.waiting),
        broken: scenario.reasons_told(),
        theme: Theme::System,
        shown: Vec::new(),
    };
    let (x, y) = poster::on_stage(&words, x, y);
    let scene = scene(run, poster::WIDTH.into(), poster::HEIGHT.into());
    let process = scene.process_at(point(x, y))?;
    step_of(&moment, Thing::Process(process)).map(|action| action.to_string())
}
