//! Which decisions are still open: every state in layers, those at the same distance from the
//! first side by side, each a link to a shortest run.

// pixels and counts are small
#![allow(clippy::cast_precision_loss)]

mod draw;

use catalog::{GRAPH_MAX, Graph, Scenario, TooLarge};
use draw::{Drawing, legend};
use session::valence::{keys, plan::Plan};
use std::rc::Rc;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct ValenceProps {
    /// The scenario without its run.
    pub setting: Scenario,
    pub scenario: Scenario,
}

type Drawn = Result<(Plan, Graph), TooLarge>;

#[component]
pub fn Valence(props: &ValenceProps) -> Html {
    let ValenceProps { setting, scenario } = props;
    let frame = use_node_ref();
    let drawn = use_memo(setting.clone(), |setting| -> Drawn {
        let graph = setting.valence(GRAPH_MAX)?;
        Ok((Plan::of(&graph), graph))
    });
    let run = &scenario.run[..scenario.at.min(scenario.run.len())];
    let graph = drawn.as_ref().as_ref().ok();
    let here = graph.and_then(|(_, graph)| graph.at(run)).unwrap_or(0);
    let across = graph.map(|(plan, _)| plan.at[here].x / plan.width);
    use_effect_with((across, frame.clone()), |(across, frame)| {
        if let (Some(across), Some(frame)) = (across, frame.cast::<Element>()) {
            show(&frame, *across);
        }
    });
    html! {
        <div class="valence">
            { match &*drawn {
                Err(it) => html! {
                    <p>{format!("With these options there are {it}. Up to {GRAPH_MAX} are drawn.")}</p>
                },
                Ok((plan, graph)) => html! {
                    <>
                        <p class="valence-here"><b>{"Here. "}</b>{graph.told(here)}</p>
                        <div class="valence-frame" ref={frame} onkeydown={on_key(&drawn)}>
                            { Drawing { graph, plan, here, run, scenario }.sheet() }
                        </div>
                        { legend(graph) }
                        if graph.bounded {
                            <p>{"Some steps lead beyond the model’s bound. Nobody knows what is decided there."}</p>
                        }
                    </>
                },
            } }
        </div>
    }
}

/// Moves the focus from state to state; Enter follows the link.
fn on_key(drawn: &Rc<Drawn>) -> Callback<KeyboardEvent> {
    let drawn = Rc::clone(drawn);
    Callback::from(move |event: KeyboardEvent| {
        let Ok((plan, graph)) = &*drawn else { return };
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
