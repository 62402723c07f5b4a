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
                { parts::arrow(&arrow, classes!("arrow", future.process.map(|process| own(process.into())))) }
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
                { for it.futures.iter().map(|future| html! {
                    <li key={future.state}>
                        <b class={future.process.map(|process| own(process.into()))}>{capital(&future.deed)}</b>
                        <span>{&future.words}</span>
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
    let kind = |share: &Share| format!("is-{:?}", share.valence).to_ascii_lowercase();
    let colours = |share: &Share| -> Html {
        share.values.iter().map(|&value| html! { <i class={colour(graph, value)}></i> }).collect()
    };
    let part = |share: &Share| {
        let style = format!("flex-grow: {}", share.states);
        html! { <span class={kind(share)} {style}>{colours(share)}</span> }
    };
    let name = |share: &Share| {
        html! {
            <li class={kind(share)}>
                <span class={kind(share)} aria-hidden="true">{colours(share)}</span>
                <b>{grouped(share.states)}</b>{" "}{&share.words}
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
