//! Which decisions are still open: what that comes to, the state in which one step decides, and a chart of
//! all states.

// counts are small
#![allow(clippy::cast_precision_loss)]

mod critical;
mod signs;

use super::chart::{Charted, Map, Mark, too_large};
use super::faces::View;
use catalog::{GRAPH_MAX, Graph, Scenario, TooLarge};
use critical::{bar, critical};
use session::valence::finding::{self, finding};
use signs::{legend, letters, sign};
use std::rc::Rc;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct ValenceProps {
    /// The scenario without its run.
    pub setting: Scenario,
    pub scenario: Scenario,
    /// The reader wants another face of the picture.
    pub on_face: Callback<View>,
}

/// What can still be decided in each state.
fn charted(graph: Graph) -> Charted {
    let mark = |at: usize| {
        let node = &graph.nodes[at];
        let seen = letters(&graph, &node.values).map_or_else(String::new, |text| text + ". ");
        Mark { sign: sign(&graph, node.valence, &node.values), seen, told: graph.told(at) }
    };
    let marks: Vec<Mark> = (0..graph.nodes.len()).map(mark).collect();
    let summary = graph.summary();
    Charted::new(graph, marks, summary)
}

#[component]
pub fn Valence(props: &ValenceProps) -> Html {
    let ValenceProps { setting, scenario, on_face } = props;
    let drawn = use_memo(setting.clone(), |setting| -> Result<Rc<Charted>, TooLarge> {
        Ok(Rc::new(charted(setting.valence(GRAPH_MAX)?)))
    });
    let charted = match &*drawn {
        Ok(it) => it,
        Err(it) => {
            return html! { <div class="chart">{too_large(*it)}</div> };
        }
    };
    let graph = &charted.graph;
    let run = &scenario.run[..scenario.at.min(scenario.run.len())];
    let here = graph.at(run).unwrap_or(0);
    let said = finding(graph);
    let deciding = finding::critical(setting, graph);
    let link = |state: usize| format!("#{}", setting.with_run(graph.nodes[state].run.clone()));
    let on_picture = on_face.reform(|_: MouseEvent| View::Picture);
    let map = html! {
        <>
            <Map charted={Rc::clone(charted)} {here} scenario={scenario.clone()} />
            <p class="chart-here" aria-live="polite"><b>{"Here. "}</b>{&charted.marks[here].told}</p>
            { legend(graph) }
            if graph.bounded {
                <p>{"Some steps lead beyond the model’s bound. Nobody knows what is decided there."}</p>
            }
        </>
    };
    html! {
        <div class="chart">
            <h2 class="chart-title">{said.title}</h2>
            <p class="chart-lead">{said.lead}</p>
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
