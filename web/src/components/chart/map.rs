//! The map in its frame: a drag moves it, buttons, two fingers and the wheel with Ctrl bring it nearer.

use super::Charted;
use super::draw::Drawing;
use super::fingers::{Listeners, use_fingers};
use crate::components::stage::geometry::{Point, point, short};
use crate::components::stage::measure::use_width;
use catalog::Scenario;
use gloo_events::{EventListener, EventListenerOptions};
use session::chart::{
    keys,
    view::{Frame, View},
};
use std::rc::Rc;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, WheelEvent};
use yew::prelude::*;

/// How much nearer at once.
const STEP: f64 = 1.3;

#[derive(Properties)]
pub struct MapProps {
    pub charted: Rc<Charted>,
    /// The state at the cursor.
    pub here: usize,
    pub scenario: Scenario,
}

impl PartialEq for MapProps {
    fn eq(&self, other: &MapProps) -> bool {
        let has_same = Rc::ptr_eq(&self.charted, &other.charted);
        has_same && self.here == other.here && self.scenario == other.scenario
    }
}

/// What is seen of a map, and what brings something else into sight.
pub struct Viewport {
    charted: Rc<Charted>,
    node: NodeRef,
    /// By how much it is drawn larger than planned.
    letters: f64,
    frame: Frame,
    view: View,
    chosen: UseStateSetter<Option<View>>,
}

#[hook]
fn use_viewport(props: &MapProps) -> Rc<Viewport> {
    let MapProps { charted, here, .. } = props;
    let plan = &charted.plan;
    let node = use_node_ref();
    let room = use_width(&node);
    let letters = room.map_or(1.0, |room| room.letters);
    let (w, h) = room.map_or((640.0, 400.0), |room| (room.units(), room.high()));
    let frame = Frame { w, h, start: plan.at[0], here: plan.at[*here] };
    let chosen = use_state(|| None::<View>);
    // another map is seen from the start
    use_effect_with(Rc::as_ptr(charted), {
        let chosen = chosen.setter();
        move |_| chosen.set(None)
    });
    let view = chosen.map_or_else(|| frame.first(plan), |view| frame.held(plan, view));
    let charted = Rc::clone(charted);
    Rc::new(Viewport { charted, node, letters, frame, view, chosen: chosen.setter() })
}

impl Viewport {
    /// What has it on the page.
    pub fn element(&self) -> Option<Element> {
        self.node.cast::<Element>()
    }

    /// Where in the frame a pointer is.
    pub fn place(&self, event: &MouseEvent) -> Point {
        let rect = self.element().map(|element| element.get_bounding_client_rect());
        let (left, top) = rect.map_or((0.0, 0.0), |rect| (rect.left(), rect.top()));
        let (x, y) = (f64::from(event.client_x()) - left, f64::from(event.client_y()) - top);
        point(x / self.letters, y / self.letters)
    }

    pub fn zoom(&self, by: f64, about: Option<Point>) {
        self.chosen.set(Some(self.frame.zoomed(&self.charted.plan, self.view, by, about)));
    }

    pub fn shift(&self, by: Point) {
        self.chosen.set(Some(self.frame.moved(&self.charted.plan, self.view, by)));
    }

    fn show_all(&self) {
        self.chosen.set(Some(self.frame.all(&self.charted.plan)));
    }
}

#[component]
pub fn Map(props: &MapProps) -> Html {
    let MapProps { charted, here, scenario } = props;
    let viewport = use_viewport(props);
    use_wheel(&viewport);
    let Listeners { onpointerdown, onpointermove, onpointerup, onclick } = use_fingers(&viewport);
    let press = |by: f64| {
        let viewport = Rc::clone(&viewport);
        Callback::from(move |_: MouseEvent| viewport.zoom(by, None))
    };
    let all = {
        let viewport = Rc::clone(&viewport);
        Callback::from(move |_: MouseEvent| viewport.show_all())
    };
    let run = &scenario.run[..scenario.at.min(scenario.run.len())];
    let Viewport { node, frame: Frame { w, h, .. }, view, .. } = &*viewport;
    html! {
        <div class="chart-map">
            <div ref={node.clone()} class="chart-frame" onkeydown={on_key(&viewport)} {onpointerdown} {onpointermove}
                onpointerup={onpointerup.clone()} onpointercancel={onpointerup} {onclick}
                ondragstart={Callback::from(|event: DragEvent| event.prevent_default())}>
                <svg class="chart-sheet" viewBox={format!("0 0 {} {}", short(*w), short(*h))} role="group"
                    aria-label={charted.summary.clone()}>
                    { Drawing { charted, here: *here, run, scenario, view: *view }.sheet() }
                </svg>
            </div>
            <div class="chart-zooms">
                <button aria-label="Nearer" onclick={press(STEP)}>{"+"}</button>
                <button aria-label="Farther" onclick={press(1.0 / STEP)}>{"−"}</button>
                <button aria-label="All of the map" onclick={all}>{"All"}</button>
            </div>
        </div>
    }
}

/// The wheel scrolls the page, unless Ctrl is held. A listener of its own, since others may not refuse it.
#[hook]
fn use_wheel(viewport: &Rc<Viewport>) {
    let viewport = Rc::clone(viewport);
    use_effect(move || {
        let listener = viewport.element().map(|element| {
            let options = EventListenerOptions::enable_prevent_default();
            EventListener::new_with_options(&element, "wheel", options, move |event| {
                let Some(event) = event.dyn_ref::<WheelEvent>() else { return };
                if !event.ctrl_key() && !event.meta_key() {
                    return;
                }
                event.prevent_default();
                let by = if event.delta_y() < 0.0 { 1.1 } else { 1.0 / 1.1 };
                viewport.zoom(by, Some(viewport.place(event)));
            })
        });
        move || drop(listener)
    });
}

/// Moves the focus from state to state, and shows all of the map if that one is out of the frame; Enter
/// follows the link.
fn on_key(viewport: &Rc<Viewport>) -> Callback<KeyboardEvent> {
    let viewport = Rc::clone(viewport);
    Callback::from(move |event: KeyboardEvent| {
        let Viewport { charted, frame, view, .. } = &*viewport;
        let Charted { graph, plan, .. } = &**charted;
        let Some(at) = event.target_dyn_into::<Element>() else { return };
        let number = at.get_attribute("data-state").and_then(|number| number.parse().ok());
        let to = number.and_then(|number| keys::go(graph, plan, &event.key(), number));
        let Some(to) = to else { return };
        event.prevent_default();
        event.stop_propagation();
        let place = view.at(plan.at[to]);
        if !(0.0..frame.w).contains(&place.x) || !(0.0..frame.h).contains(&place.y) {
            viewport.show_all();
        }
        let sheet = at.closest("svg").ok().flatten();
        let to =
            sheet.and_then(|sheet| sheet.query_selector(&format!("[data-state='{to}']")).ok()?);
        if let Some(to) = to {
            // an element of a picture, which has the same method
            let _ = to.unchecked_into::<HtmlElement>().focus();
        }
    })
}
