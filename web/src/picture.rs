//! The picture of a moment by itself: what `static/poster.js` makes a file of.

use crate::api::Run;
use picture::{Frame, Room, draw, failure, svg};
use wasm_bindgen::prelude::*;

/// The picture of the moment of a run, so many pixels wide and high, as an `<svg>`.
#[wasm_bindgen]
pub fn draw_moment(run: &Run, width: f64, height: f64) -> String {
    let (scenario, moment) = run.moment_shown();
    let entry = scenario.entry();
    let reason = failure(&scenario.trace(), &moment);
    let room = Room::new(width, height);
    let frame =
        Frame::still(entry.stage, entry.zones(&scenario.setting), &moment, reason.as_ref(), room);
    svg::whole(&draw(&frame), &picture::summary::summary(&moment))
}
