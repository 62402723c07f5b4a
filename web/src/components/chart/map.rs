//! The map in its frame: a drag moves it, buttons, two fingers and the wheel with Ctrl bring it nearer.

use super::Charted;
use super::draw::Drawing;
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
/// A finger that moves less than that presses.
const STILL: f64 = 6.0;

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

/// The fingers on the map, and whether one has moved.
#[derive(Default)]
struct Fingers {
    down: Vec<(i32, Point)>,
    moved: bool,
}

/// A drag, or two fingers.
struct Moved {
    /// It was a press until now.
    begins: bool,
    was: Point,
    /// Where the other of two fingers is.
    other: Option<Point>,
}

impl Fingers {
    /// Nothing if no such finger is down, or it may still be a press.
    fn move_to(&mut self, id: i32, now: Point) -> Option<Moved> {
        let nth = self.down.iter().position(|it| it.0 == id)?;
        let was = self.down[nth].1;
        if !self.moved && was.distance(now) < STILL {
            return None;
        }
        let begins = !std::mem::replace(&mut self.moved, true);
        self.down[nth].1 = now;
        let other = match &self.down[..] {
            [a, b, ..] => Some(if nth == 0 { b.1 } else { a.1 }),
            _ => None,
        };
        Some(Moved { begins, was, other })
    }
}

#[component]
pub fn Map(props: &MapProps) -> Html {
    let MapProps { charted, here, scenario } = props;
    let (plan, here) = (&charted.plan, *here);
    let node = use_node_ref();
    let room = use_width(&node);
    let letters = room.map_or(1.0, |it| it.letters);
    let (w, h) = room.map_or((640.0, 400.0), |it| (it.units(), it.high()));
    let frame = Frame { w, h, start: plan.at[0], here: plan.at[here] };
    let chosen = use_state(|| None::<View>);
    // another map is seen from the start
    use_effect_with(Rc::as_ptr(charted), {
        let chosen = chosen.setter();
        move |_| chosen.set(None)
    });
    let view = chosen.map_or_else(|| frame.first(plan), |it| frame.held(plan, it));
    let fingers = use_mut_ref(Fingers::default);
    let zoom = {
        let (chosen, charted) = (chosen.setter(), Rc::clone(charted));
        Rc::new(move |by: f64, about: Option<Point>| {
            chosen.set(Some(frame.zoomed(&charted.plan, view, by, about)));
        })
    };
    use_wheel(&node, letters, &zoom);
    let place = move |event: &PointerEvent, node: &NodeRef| {
        let rect = node.cast::<Element>().map(|it| it.get_bounding_client_rect());
        let (left, top) = rect.map_or((0.0, 0.0), |it| (it.left(), it.top()));
        let (x, y) = (f64::from(event.client_x()) - left, f64::from(event.client_y()) - top);
        point(x / letters, y / letters)
    };
    let onpointerdown = {
        let (fingers, node) = (fingers.clone(), node.clone());
        Callback::from(move |event: PointerEvent| {
            let at = place(&event, &node);
            let mut fingers = fingers.borrow_mut();
            fingers.moved &= !fingers.down.is_empty();
            fingers.down.retain(|it| it.0 != event.pointer_id());
            fingers.down.push((event.pointer_id(), at));
        })
    };
    let onpointermove = {
        let (fingers, node) = (fingers.clone(), node.clone());
        let (chosen, charted) = (chosen.setter(), Rc::clone(charted));
        Callback::from(move |event: PointerEvent| {
            let now = place(&event, &node);
            let Some(moved) = fingers.borrow_mut().move_to(event.pointer_id(), now) else { return };
            if let (true, Some(it)) = (moved.begins, node.cast::<Element>()) {
                // a drag that ends elsewhere ends
                let _ = it.set_pointer_capture(event.pointer_id());
            }
            let (plan, was) = (&charted.plan, moved.was);
            let view = match moved.other {
                None => frame.moved(plan, view, point(now.x - was.x, now.y - was.y)),
                Some(other) => {
                    let by = now.distance(other) / was.distance(other).max(1.0);
                    frame.zoomed(plan, view, by, Some(now.mix(other, 0.5)))
                }
            };
            chosen.set(Some(view));
        })
    };
    let onpointerup = {
        let fingers = fingers.clone();
        Callback::from(move |event: PointerEvent| {
            fingers.borrow_mut().down.retain(|it| it.0 != event.pointer_id());
        })
    };
    // the end of a drag follows no link
    let onclick = Callback::from(move |event: MouseEvent| {
        if event.detail() > 0 && fingers.borrow().moved {
            event.prevent_default();
            event.stop_propagation();
        }
    });
    let all = {
        let (chosen, charted) = (chosen.setter(), Rc::clone(charted));
        Callback::from(move |()| chosen.set(Some(frame.all(&charted.plan))))
    };
    let onkeydown = on_key(charted, (frame, view), &all);
    let press = |by: f64| {
        let zoom = Rc::clone(&zoom);
        Callback::from(move |_: MouseEvent| zoom(by, None))
    };
    let run = &scenario.run[..scenario.at.min(scenario.run.len())];
    html! {
        <div class="chart-map">
            <div ref={node} class="chart-frame" {onkeydown} {onpointerdown} {onpointermove}
                onpointerup={onpointerup.clone()} onpointercancel={onpointerup} {onclick}
                ondragstart={Callback::from(|event: DragEvent| event.prevent_default())}>
                <svg class="chart-sheet" viewBox={format!("0 0 {} {}", short(w), short(h))} role="group"
                    aria-label={charted.summary.clone()}>
                    { Drawing { charted, here, run, scenario, view }.sheet() }
                </svg>
            </div>
            <div class="chart-zooms">
                <button aria-label="Nearer" onclick={press(STEP)}>{"+"}</button>
                <button aria-label="Farther" onclick={press(1.0 / STEP)}>{"−"}</button>
                <button aria-label="All of the map" onclick={all.reform(|_: MouseEvent| ())}>{"All"}</button>
            </div>
        </div>
    }
}

/// The wheel scrolls the page, unless Ctrl is held. A listener of its own, since others may not refuse it.
#[hook]
fn use_wheel(node: &NodeRef, letters: f64, zoom: &Rc<impl Fn(f64, Option<Point>) + 'static>) {
    let (node, zoom) = (node.clone(), Rc::clone(zoom));
    use_effect(move || {
        let listener = node.cast::<Element>().map(|element| {
            let options = EventListenerOptions::enable_prevent_default();
            let measured = element.clone();
            EventListener::new_with_options(&element, "wheel", options, move |event| {
                let Some(event) = event.dyn_ref::<WheelEvent>() else { return };
                if !event.ctrl_key() && !event.meta_key() {
                    return;
                }
                event.prevent_default();
                let rect = measured.get_bounding_client_rect();
                let x = (f64::from(event.client_x()) - rect.left()) / letters;
                let y = (f64::from(event.client_y()) - rect.top()) / letters;
                let by = if event.delta_y() < 0.0 { 1.1 } else { 1.0 / 1.1 };
                zoom(by, Some(point(x, y)));
            })
        });
        move || drop(listener)
    });
}

/// Moves the focus from state to state, and shows all of the map if that one is out of the frame; Enter
/// follows the link.
fn on_key(
    charted: &Rc<Charted>,
    (frame, view): (Frame, View),
    all: &Callback<()>,
) -> Callback<KeyboardEvent> {
    let (charted, all) = (Rc::clone(charted), all.clone());
    Callback::from(move |event: KeyboardEvent| {
        let Charted { graph, plan, .. } = &*charted;
        let Some(at) = event.target_dyn_into::<Element>() else { return };
        let number = at.get_attribute("data-state").and_then(|it| it.parse().ok());
        let to = number.and_then(|it| keys::go(graph, plan, &event.key(), it));
        let Some(to) = to else { return };
        event.prevent_default();
        event.stop_propagation();
        let place = view.at(plan.at[to]);
        if !(0.0..frame.w).contains(&place.x) || !(0.0..frame.h).contains(&place.y) {
            all.emit(());
        }
        let sheet = at.closest("svg").ok().flatten();
        let to = sheet.and_then(|it| it.query_selector(&format!("[data-state='{to}']")).ok()?);
        if let Some(to) = to {
            // an element of a picture, which has the same method
            let _ = to.unchecked_into::<HtmlElement>().focus();
        }
    })
}
