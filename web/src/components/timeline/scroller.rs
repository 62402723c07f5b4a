//! The part of the diagram that is seen, and where in it somebody points.

use session::timeline::flags::Flag;
use session::timeline::plan::Plan;
use std::cell::Cell;
use std::ops::Range;
use web_sys::{Element, SvgElement};
use yew::prelude::*;

#[derive(Clone, PartialEq, Default)]
pub struct Scroller {
    /// What scrolls.
    pub frame: NodeRef,
    /// What is scrolled.
    pub sheet: NodeRef,
    /// By how much it is drawn larger than planned.
    pub letters: Cell<f64>,
}

impl Scroller {
    /// The steps to draw, as far as the diagram has been scrolled.
    pub fn window(&self, plan: &Plan) -> Range<usize> {
        match self.frame.cast::<Element>() {
            Some(frame) => {
                let (left, width) = self.view(&frame);
                plan.window(left, width)
            }
            None => plan.window(0.0, 0.0),
        }
    }

    /// Scrolls as far as it takes for `x` to be seen, and the flags there; the page stays where it
    /// is.
    pub fn show(&self, x: f64, flags: &[Flag]) {
        let Some(frame) = self.frame.cast::<Element>() else { return };
        let (left, width) = self.view(&frame);
        let wanted = Plan::scroll_past(flags, x, left, width);
        if (wanted - left).abs() >= 1.0 {
            frame.set_scroll_left((wanted * self.letters.get()) as i32);
        }
    }

    /// Which part is seen: from where, and how much.
    fn view(&self, frame: &Element) -> (f64, f64) {
        let planned = |pixels: i32| f64::from(pixels) / self.letters.get();
        (planned(frame.scroll_left()), planned(frame.client_width()))
    }

    /// Where in the diagram a pointer is.
    pub fn x(&self, event: &MouseEvent) -> Option<f64> {
        let sheet = self.sheet.cast::<Element>()?;
        let x = f64::from(event.client_x()) - sheet.get_bounding_client_rect().left();
        Some(x / self.letters.get())
    }

    /// Moves the focus to a step; false if it is not drawn.
    pub fn focus(&self, step: usize) -> bool {
        let selector = format!("[data-step=\"{step}\"]");
        let found =
            self.sheet.cast::<Element>().and_then(|it| it.query_selector(&selector).ok()?);
        let found = found.map(wasm_bindgen::JsCast::unchecked_into::<SvgElement>);
        found.is_some_and(|it| it.focus().is_ok())
    }
}

/// The step that an event is about, if it is about one.
pub fn step_of(event: &Event) -> Option<usize> {
    about(event, "data-step")
}

/// The branch that an event is about, if it is about one.
pub fn branch_of(event: &Event) -> Option<usize> {
    about(event, "data-fork")
}

fn about(event: &Event, what: &str) -> Option<usize> {
    let target = event.target_dyn_into::<Element>()?;
    target.closest(&format!("[{what}]")).ok()??.get_attribute(what)?.parse().ok()
}
