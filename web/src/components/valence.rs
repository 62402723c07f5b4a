//! Which decisions are still open: every state in layers, those at the same distance from the
//! first side by side, each a link to a shortest run.

// pixels and counts are small
#![allow(clippy::cast_precision_loss)]

mod draw;
mod keys;
mod plan;

use super::fold::{self, folds};
use crate::state::State;
use catalog::{GRAPH_MAX, Graph, Scenario, TooLarge};
use draw::{Drawing, legend};
use plan::Plan;
use std::rc::Rc;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

/// A fold that is filled when it is opened; nothing for what decides on nothing. `setting` is the
/// scenario without its run.
pub fn valence(state: &State, setting: &Scenario) -> Html {
    html! {
        if setting.decides() {
            <Valence setting={setting.clone()} scenario={state.scenario.clone()} />
        }
    }
}

#[derive(Properties, PartialEq)]
struct ValenceProps {
    setting: Scenario,
    scenario: Scenario,
}

type Drawn = Result<(Plan, Graph), TooLarge>;

#[component]
fn Valence(props: &ValenceProps) -> Html {
    let ValenceProps { setting, scenario } = props;
    let open = use_state_eq(|| false);
    let frame = use_node_ref();
    let drawn = use_memo((setting.clone(), *open), |(setting, open)| {
        open.then(|| -> Drawn {
            let graph = setting.valence(GRAPH_MAX)?;
            Ok((Plan::of(&graph), graph))
        })
    });
    let run = &scenario.run[..scenario.at.min(scenario.run.len())];
    let graph = drawn.as_ref().as_ref().and_then(|it| it.as_ref().ok());
    let here = graph.and_then(|(_, graph)| graph.at(run)).unwrap_or(0);
    let across = graph.map(|(plan, _)| plan.at[here].x / plan.width);
    use_effect_with((across, frame.clone()), |(across, frame)| {
        if let (Some(across), Some(frame)) = (across, frame.cast::<Element>()) {
            show(&frame, *across);
        }
    });
    use_effect_with((*open, frame.clone()), |(open, frame)| {
        if *open {
            fold::show(frame);
        }
    });
    let onclick = folds(&open);
    html! {
        <details class="valence" open={*open}>
            <summary {onclick}>{"Valence: what can still be decided"}</summary>
            { match &*drawn {
                None => Html::default(),
                Some(Err(it)) => html! {
                    <p>{format!("With these knobs there are {it}. Up to {GRAPH_MAX} are drawn.")}</p>
                },
                Some(Ok((plan, graph))) => html! {
                    <>
                        <p class="valence-here"><b>{"Here. "}</b>{graph.told(here)}</p>
                        <div class="valence-frame" ref={frame} onkeydown={on_key(&drawn)}>
                            { Drawing { graph, plan, here, run, scenario }.sheet() }
                        </div>
                        { legend(graph) }
                        if graph.bounded {
                            <p>{"Some steps lead beyond the model’s bound: what is decided there is not known."}</p>
                        }
                    </>
                },
            } }
        </details>
    }
}

/// Moves the focus from state to state; Enter follows the link.
fn on_key(drawn: &Rc<Option<Drawn>>) -> Callback<KeyboardEvent> {
    let drawn = Rc::clone(drawn);
    Callback::from(move |event: KeyboardEvent| {
        let Some(Ok((plan, graph))) = &*drawn else { return };
        let Some(at) = event.target_dyn_into::<Element>() else { return };
        let number = at.get_attribute("data-state").and_then(|it| it.parse().ok());
        let to = number.and_then(|it| keys::go(graph, plan, &event.key(), it));
        let Some(to) = to else { return };
        event.prevent_default();
        event.stop_propagation();
        let sheet = at.closest("svg").ok().flatten();
        let to = sheet.and_then(|it| it.query_selector(&format!("[data-state='{to}']")).ok()?);
        if let Some(to) = to {
            // an element of a picture, which has the same method
            let _ = to.unchecked_into::<HtmlElement>().focus();
        }
    })
}

/// Brings a place of the picture away from the edges of what is in sight: so far across it.
fn show(frame: &Element, across: f64) {
    let (left, width) = (frame.scroll_left(), frame.client_width());
    let x = (across * f64::from(frame.scroll_width())) as i32;
    if (x - left - width / 2).abs() > width * 3 / 10 {
        frame.set_scroll_left(x - width / 2);
    }
}
