//! The picture of a moment by itself: what `static/poster.js` makes a file of.

use crate::{
    api::Run,
    components::stage::{StageProps, StageView},
};
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use web_sys::Element;
use yew::{AppHandle, Callback, Renderer};

/// A picture that has been drawn.
#[wasm_bindgen]
pub struct Picture(AppHandle<StageView>);

#[wasm_bindgen]
impl Picture {
    pub fn destroy(self) {
        self.0.destroy();
    }
}

/// Draws the moment of a run into an element, which need not be in a page, this many pixels wide.
/// The drawing is there a little later.
#[wasm_bindgen]
pub fn draw(element: Element, run: &Run, width: f64) -> Picture {
    let (scenario, moment) = run.moment_shown();
    let entry = scenario.entry();
    let props = StageProps {
        stage: entry.stage,
        zones: entry.zones(&scenario.setting),
        moment,
        on_act: Callback::noop(),
        held: Rc::default(),
        on_hold: Callback::noop(),
        still: false,
        width: Some(width),
    };
    Picture(Renderer::<StageView>::with_root_and_props(element, props).render())
}
