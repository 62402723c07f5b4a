//! What the chart's signs say of decisions.

use crate::components::stage::geometry::{Point, short};
use crate::components::stage::parts::{self, own};
use catalog::{Graph, Valence, grouped};
use yew::prelude::*;

/// Of a state.
const R: f64 = 10.0;

/// A state of this kind, centred on the origin.
pub fn sign(graph: &Graph, valence: Valence, values: &[usize]) -> Html {
    let origin = Point::default();
    let name = |text: &str| parts::words(origin, "valence-value", "middle", text);
    match (valence, values) {
        (Valence::Never, _) => parts::circle("valence-never", origin, R - 1.0),
        (Valence::Split, _) => html! {
            <>
                { parts::path("valence-split", "M0-12L12 0L0 12L-12 0z".into()) }
                { name("≠") }
            </>
        },
        (_, [value]) => html! {
            <g class={colour(graph, *value)}>
                { parts::circle("valence-part", origin, R) }
                { name(&brief(graph, *value, 2)) }
            </g>
        },
        _ => html! {
            <>
                if valence == Valence::Critical {
                    <circle class="valence-critical" r="12.5" />
                }
                { for (0..).zip(values).map(|(nth, &value)| html! {
                    { sector(nth, values.len(), colour(graph, value)) }
                }) }
                if let Some(letters) = letters(graph, values) {
                    { name(&letters) }
                }
            </>
        },
    }
}

/// One of so many equal parts of a disc, from the bottom to the left: a dash of a ring that has no
/// hole, which needs no angles.
fn sector(nth: usize, of: usize, colour: Option<&'static str>) -> Html {
    if of == 2 {
        let half = format!("M0-{R}A{R} {R} 0 0 {nth} 0 {R}z");
        return html! { <path class={classes!("valence-part", colour)} d={half} /> };
    }
    html! {
        <circle class={classes!("valence-sector", colour)} r={short(R / 2.0)} transform="rotate(90)"
            stroke-width={short(R)} pathLength={of.to_string()}
            stroke-dasharray={format!("1 {}", of - 1)} stroke-dashoffset={format!("-{nth}")} />
    }
}

/// As the process whose input it is.
pub fn colour(graph: &Graph, value: usize) -> Option<&'static str> {
    graph.values[value].process.map(|process| own(process.into()))
}

/// So much of a value as fits.
fn brief(graph: &Graph, value: usize, letters: usize) -> String {
    graph.values[value].value.chars().take(letters).collect()
}

/// Which values are left, where that is several and not all.
pub fn letters(graph: &Graph, values: &[usize]) -> Option<String> {
    let is_some = values.len() > 1 && values.len() < graph.values.len();
    is_some.then(|| values.iter().map(|&it| brief(graph, it, 1)).collect())
}

/// What the signs mean, and how many there are of each.
pub fn legend(graph: &Graph) -> Html {
    let all: Vec<usize> = (0..graph.values.len()).collect();
    let one = |valence, values: &[usize], states: usize, words: String| {
        let sign = sign(graph, valence, values);
        (states > 0).then(|| {
            html! {
                <li key={words.clone()}>
                    <svg viewBox="-14 -14 28 28" aria-hidden="true">{sign}</svg>
                    <span><b>{grouped(states)}</b>{" "}{words}</span>
                </li>
            }
        })
    };
    let kind = |valence, words: &str| one(valence, &all, graph.count(valence), words.into());
    let only = all.iter().filter_map(|&it| {
        let words = format!("univalent: only {} can be decided", graph.values[it].value);
        one(Valence::Univalent, &[it], graph.count_only(it), words)
    });
    html! {
        <ul class="chart-legend">
            { for kind(Valence::Bivalent, "bivalent: more than one value can be decided") }
            { for kind(Valence::Critical, "critical: bivalent, and the next step decides") }
            { for only }
            { for kind(Valence::Split, "two have decided differently") }
            { for kind(Valence::Never, "nothing can be decided any more") }
        </ul>
    }
}
