//! One state with its futures, large; or else all states as one bar.

use super::signs::{colour, sign};
use crate::components::stage::geometry::{Arrow, point, short};
use crate::components::stage::parts::{self, own};
use catalog::{Graph, capital, grouped};
use session::valence::finding::{Critical, Future, Share, shares};
use yew::prelude::*;

const WIDTH: f64 = 320.0;
const HEIGHT: f64 = 168.0;
/// By how much a sign of the map is drawn larger.
const LARGE: f64 = 2.8;
/// Around a sign.
const CLEAR: f64 = 40.0;

pub fn critical(graph: &Graph, it: &Critical) -> Html {
    let node = &graph.nodes[it.state];
    let column = WIDTH / it.futures.len().max(1) as f64;
    let top = point(WIDTH / 2.0, 42.0);
    let future = |(nth, future): (usize, &Future)| {
        let to = point(column * (nth as f64 + 0.5), HEIGHT - 32.0);
        let arrow = Arrow::straight(top.toward(to, CLEAR), to.toward(top, CLEAR - 4.0));
        let node = &graph.nodes[future.state];
        html! {
            <>
                { parts::arrow(&arrow, classes!("arrow", future.process.map(|it| own(it.into())))) }
                <g transform={format!("{}scale({LARGE})", to.translate())}>
                    { sign(graph, node.valence, &node.values) }
                </g>
            </>
        }
    };
    html! {
        <figure class="valence-critical-state">
            <figcaption>{&it.words}</figcaption>
            <svg viewBox={format!("0 0 {} {}", short(WIDTH), short(HEIGHT))} aria-hidden="true">
                { for it.futures.iter().enumerate().map(future) }
                <g transform={format!("{}scale({LARGE})", top.translate())}>
                    { sign(graph, node.valence, &node.values) }
                </g>
            </svg>
            <ul class="valence-futures">
                { for it.futures.iter().map(|it| html! {
                    <li key={it.state}>
                        <b class={it.process.map(|it| own(it.into()))}>{capital(&it.deed)}</b>
                        <span>{&it.words}</span>
                        <small>{"whatever follows"}</small>
                    </li>
                }) }
            </ul>
        </figure>
    }
}

/// All states by what can still be decided, each kind as wide as it is frequent.
pub fn bar(graph: &Graph) -> Html {
    let shares = shares(graph);
    let kind = |it: &Share| format!("is-{:?}", it.valence).to_ascii_lowercase();
    let colours = |it: &Share| -> Html {
        it.values.iter().map(|&value| html! { <i class={colour(graph, value)}></i> }).collect()
    };
    let part = |it: &Share| {
        let style = format!("flex-grow: {}", it.states);
        html! { <span class={kind(it)} {style}>{colours(it)}</span> }
    };
    let name = |it: &Share| {
        html! {
            <li class={kind(it)}>
                <span class={kind(it)} aria-hidden="true">{colours(it)}</span>
                <b>{grouped(it.states)}</b>{" "}{&it.words}
            </li>
        }
    };
    html! {
        <>
            <div class="valence-bar" aria-hidden="true">{ for shares.iter().map(part) }</div>
            <ul class="valence-shares">{ for shares.iter().map(name) }</ul>
        </>
    }
}
