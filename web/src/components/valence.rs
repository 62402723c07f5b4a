//! Which decisions are still open: every state in layers, those at the same distance from the
//! first side by side, each a link to a shortest run.

// pixels and counts are small
#![allow(clippy::cast_precision_loss)]

mod draw;
mod keys;
mod plan;

use crate::state::State;
use catalog::{GRAPH_MAX, Graph, Scenario, TooLarge};
use draw::{Drawing, legend};
use plan::Plan;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

/// A fold that is filled when it is opened first; nothing for what decides on nothing. `setting`
/// is the scenario without its run.
#[hook]
pub fn use_valence(state: &State, setting: &Scenario) -> Html {
    let open = use_state_eq(|| false);
    let frame = use_node_ref();
    let graph = use_memo((setting.clone(), *open), |(setting, open)| {
        open.then(|| {
            let graph = setting.valence(GRAPH_MAX)?;
            Ok((Plan::of(&graph), graph))
        })
    });
    let drawn = graph.as_ref().as_ref().and_then(|it| it.as_ref().ok());
    let run = &state.scenario.run[..state.at()];
    let here = drawn.and_then(|(_, graph)| graph.at(run)).unwrap_or(0);
    let x = drawn.map(|(plan, _)| plan.at[here].x as i32);
    use_effect_with((x, frame.clone()), |(x, frame)| {
        if let (Some(x), Some(frame)) = (x, frame.cast::<Element>()) {
            show(&frame, *x);
        }
    });
    if !setting.decides() {
        return Html::default();
    }
    let onclick = {
        let open = open.clone();
        Callback::from(move |event: MouseEvent| {
            // the fold is opened and closed by what is drawn next
            event.prevent_default();
            open.set(!*open);
        })
    };
    html! {
        <details class="valence" open={*open}>
            <summary {onclick}>{"Valence: what can still be decided"}</summary>
            { match &*graph {
                None => Html::default(),
                Some(Err(it)) => too_large(*it),
                Some(Ok((plan, graph))) => {
                    let drawing = Drawing { graph, plan, here, run, scenario: &state.scenario };
                    body(&drawing, &frame)
                }
            } }
        </details>
    }
}

fn too_large(it: TooLarge) -> Html {
    html! { <p>{format!("{it}: too many to draw. Up to {GRAPH_MAX} are drawn.")}</p> }
}

fn body(drawing: &Drawing, frame: &NodeRef) -> Html {
    let Drawing { graph, here, .. } = *drawing;
    html! {
        <>
            <p class="valence-here"><b>{"Here. "}</b>{graph.told(here)}</p>
            <div class="valence-frame" ref={frame} onkeydown={on_key(graph, drawing.plan)}>
                { drawing.sheet() }
            </div>
            { legend(graph) }
            if graph.bounded {
                <p>{"Some steps lead beyond the model’s bound: what is decided there is not known."}</p>
            }
        </>
    }
}

/// Moves the focus from state to state; Enter follows the link.
fn on_key(graph: &Graph, plan: &Plan) -> Callback<KeyboardEvent> {
    let keys = keys::Keys::of(graph, plan);
    Callback::from(move |event: KeyboardEvent| {
        let Some(at) = event.target_dyn_into::<Element>() else { return };
        let number = at.get_attribute("data-state").and_then(|it| it.parse().ok());
        let Some(to) = number.and_then(|it| keys.go(&event.key(), it)) else { return };
        event.prevent_default();
        event.stop_propagation();
        let sheet = at.closest("svg").ok().flatten();
        let to = sheet.and_then(|it| it.query_selector(&format!("[data-state='{to}']")).ok()?);
        if let Some(to) = to {
            // an element of a picture, which has the same method
            let _ = wasm_bindgen::JsCast::unchecked_into::<HtmlElement>(to).focus();
        }
    })
}

/// Brings a place of the picture into sight, sideways.
fn show(frame: &Element, x: i32) {
    const CLEAR: i32 = 24;
    let (left, width) = (frame.scroll_left(), frame.client_width());
    if x < left + CLEAR || x > left + width - CLEAR {
        frame.set_scroll_left(x - width / 2);
    }
}
