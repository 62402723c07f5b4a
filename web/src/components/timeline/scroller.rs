//! The part of the diagram that is seen, and where in it somebody points.

use crate::components::stage::measure::{Room, use_width};
use session::timeline::flags::Flag;
use session::timeline::plan::Plan;
use std::cell::Cell;
use std::{ops::Range, rc::Rc};
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

    /// Other steps are drawn once it has been scrolled.
    pub fn on_scroll(
        self: &Rc<Self>,
        plan: Plan,
        window: &UseStateHandle<Range<usize>>,
    ) -> Callback<Event> {
        let (scroller, window) = (Rc::clone(self), window.setter());
        Callback::from(move |_| window.set(scroller.window(&plan)))
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
        let sheet = self.sheet.cast::<Element>();
        let found = sheet.and_then(|sheet| sheet.query_selector(&selector).ok()?);
        let found = found.map(wasm_bindgen::JsCast::unchecked_into::<SvgElement>);
        found.is_some_and(|step| step.focus().is_ok())
    }
}

/// How much room the diagram has, as it is planned, and by how much it is drawn larger.
#[hook]
pub fn use_room(scroller: &Scroller) -> (Option<f64>, f64) {
    let room = use_width(&scroller.frame);
    let letters = room.map_or(1.0, |room| room.letters);
    scroller.letters.set(letters);
    (room.map(Room::units), letters)
}

/// The steps to draw. When the cursor or the size changes, the cursor is scrolled into sight, and the
/// flags beside it of the steps that are `known`.
#[hook]
pub fn use_window(
    scroller: &Rc<Scroller>,
    plan: Plan,
    flags: &Rc<Vec<Flag>>,
    at: usize,
    known: usize,
    size: (usize, Option<f64>),
) -> UseStateHandle<Range<usize>> {
    let (zoom, width) = size;
    let window = use_state_eq(|| 0..0_usize);
    use_effect_with((at, zoom, plan.steps, width.map(f64::to_bits)), {
        let (scroller, flags, window) = (Rc::clone(scroller), Rc::clone(flags), window.setter());
        move |_| {
            let flags = &flags[..flags.partition_point(|flag| flag.step < known)];
            scroller.show(plan.cursor(at), flags);
            window.set(scroller.window(&plan));
        }
    });
    window
}

/// The first of the steps that a sentence speaks of is scrolled into sight.
#[hook]
pub fn use_ringed(scroller: &Rc<Scroller>, plan: Plan, ringed: &Rc<[usize]>) {
    let scroller = Rc::clone(scroller);
    use_effect_with(Rc::clone(ringed), move |ringed| {
        if let Some(first) = ringed.first() {
            scroller.show(plan.step(*first), &[]);
        }
    });
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
