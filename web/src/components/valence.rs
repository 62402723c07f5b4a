//! Which decisions are still open: what that comes to, the state in which one step decides, and a map of
//! all states.

// counts are small
#![allow(clippy::cast_precision_loss)]

mod critical;
mod draw;
mod map;

use super::faces::Face;
use catalog::{GRAPH_MAX, Graph, Scenario, TooLarge};
use critical::{bar, critical};
use draw::legend;
use map::Map;
use session::valence::{
    finding::{self, finding},
    plan::Plan,
};
use std::rc::Rc;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct ValenceProps {
    /// The scenario without its run.
    pub setting: Scenario,
    pub scenario: Scenario,
    /// The reader wants another face of the picture.
    pub on_face: Callback<Face>,
}

/// All states of a setting, and where each stands; the same for the same setting.
pub struct Charted {
    pub graph: Graph,
    pub plan: Plan,
}

#[component]
pub fn Valence(props: &ValenceProps) -> Html {
    let ValenceProps { setting, scenario, on_face } = props;
    let drawn = use_memo(setting.clone(), |setting| -> Result<Rc<Charted>, TooLarge> {
        let graph = setting.valence(GRAPH_MAX)?;
        Ok(Rc::new(Charted { plan: Plan::of(&graph), graph }))
    });
    let charted = match &*drawn {
        Ok(it) => it,
        Err(it) => {
            return html! {
                <div class="valence">
                    <p>{format!("With these options there are {it}. Up to {GRAPH_MAX} are drawn.")}</p>
                </div>
            };
        }
    };
    let graph = &charted.graph;
    let run = &scenario.run[..scenario.at.min(scenario.run.len())];
    let here = graph.at(run).unwrap_or(0);
    let said = finding(graph);
    let deciding = finding::critical(setting, graph);
    let link = |state: usize| format!("#{}", setting.with_run(graph.nodes[state].run.clone()));
    let on_picture = on_face.reform(|_: MouseEvent| Face::Picture);
    let map = html! {
        <>
            <Map charted={Rc::clone(charted)} {here} scenario={scenario.clone()} />
            <p class="valence-here" aria-live="polite"><b>{"Here. "}</b>{graph.told(here)}</p>
            { legend(graph) }
            if graph.bounded {
                <p>{"Some steps lead beyond the model’s bound. Nobody knows what is decided there."}</p>
            }
        </>
    };
    html! {
        <div class="valence">
            <h2 class="valence-title">{said.title}</h2>
            <p class="valence-lead">{said.lead}</p>
            if let Some(it) = deciding {
                <div class="valence-both">
                    <section class="valence-card">
                        { critical(graph, &it) }
                        <a class="button" href={link(it.state)} onclick={on_picture}>
                            {"Show this state in the picture"}
                        </a>
                    </section>
                    <section class="valence-all">{map}</section>
                </div>
            } else {
                { bar(graph) }
                if let Some((state, words)) = finding::split(graph) {
                    <p><a class="button" href={link(state)} onclick={on_picture}>{words}</a></p>
                }
                <details class="valence-more">
                    <summary>{"The whole map"}</summary>
                    {map}
                </details>
            }
        </div>
    }
}
