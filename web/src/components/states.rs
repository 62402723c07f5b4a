//! Every state of a small setting, and every step between them.

use super::chart::{Charted, Map, Mark, too_large};
use super::stage::geometry::Point;
use super::stage::parts::{self, own};
use catalog::{GRAPH_MAX, Graph, Scenario, TooLarge, counted, grouped};
use export::{State, StateGraph};
use std::rc::Rc;
use yew::prelude::*;

/// Of a state.
const R: f64 = 10.0;

#[derive(Properties, PartialEq)]
pub struct StatesProps {
    /// The scenario without its run.
    pub setting: Scenario,
    pub scenario: Scenario,
}

/// What is to be seen of a state, the worst first.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Broken,
    Deadlock,
    /// So many are in the critical section.
    Inside(usize),
    Last,
    Choice,
    Other,
}

#[component]
pub fn States(props: &StatesProps) -> Html {
    let StatesProps { setting, scenario } = props;
    let drawn = use_memo(setting.clone(), |setting| -> Result<_, TooLarge> {
        let graph = setting.valence(GRAPH_MAX)?;
        let states = StateGraph::of_graph(setting, &graph).states;
        Ok((Rc::new(charted(graph, &states)), states))
    });
    let (charted, states) = match &*drawn {
        Ok(drawn) => drawn,
        Err(larger) => return html! { <div class="chart">{too_large(*larger)}</div> },
    };
    let graph = &charted.graph;
    let here = graph.at(&scenario.run[..scenario.at.min(scenario.run.len())]).unwrap_or(0);
    html! {
        <div class="chart">
            <h2 class="chart-title">{format!("{} and {}.", &charted.summary, counted(graph.edges.len(), "step"))}</h2>
            <p class="chart-lead">{"All that can happen, from the top: as far down as steps are needed. A press takes you there."}</p>
            <Map charted={Rc::clone(charted)} {here} scenario={scenario.clone()} />
            <p class="chart-here" aria-live="polite"><b>{"Here. "}</b>{&charted.marks[here].told}</p>
            { legend(graph, states) }
            if graph.bounded {
                <p>{"Some steps lead beyond the model’s bound, and are not drawn."}</p>
            }
        </div>
    }
}

fn charted(graph: Graph, states: &[State]) -> Charted {
    let mark = |(at, state): (usize, &State)| Mark {
        sign: sign(kind(&graph, at, state), &state.inside),
        seen: String::new(),
        told: state.words(),
    };
    let marks = states.iter().enumerate().map(mark).collect();
    let of_program = states.iter().filter(|state| !state.chooses).count();
    Charted::new(graph, marks, catalog::states(of_program))
}

fn kind(graph: &Graph, at: usize, state: &State) -> Kind {
    match state.inside.len() {
        _ if state.chooses => Kind::Choice,
        _ if !state.broken.is_empty() => Kind::Broken,
        _ if state.deadlock => Kind::Deadlock,
        0 if graph.steps(at).next().is_none() => Kind::Last,
        0 => Kind::Other,
        inside => Kind::Inside(inside),
    }
}

/// Centred on the origin. `inside` are the processes in the critical section.
fn sign(kind: Kind, inside: &[usize]) -> Html {
    let origin = Point::default();
    let name = |text: &str| parts::words(origin, "valence-value", "middle", text);
    let bad = |text: &str| {
        html! {
            <>
                { parts::path("valence-split", "M0-12L12 0L0 12L-12 0z".into()) }
                { name(text) }
            </>
        }
    };
    match (kind, inside) {
        (Kind::Broken, _) => bad("!"),
        (Kind::Deadlock, _) => bad("×"),
        (Kind::Choice, _) => parts::circle("chart-point", origin, 3.0),
        (Kind::Inside(_), [process]) => html! {
            <g class={own(*process)}>
                { parts::circle("valence-part", origin, R) }
                { name(&process.to_string()) }
            </g>
        },
        (Kind::Inside(many), _) => html! {
            <>
                { parts::circle("valence-part", origin, R) }
                { name(&many.to_string()) }
            </>
        },
        (Kind::Last, _) => html! {
            <>
                { parts::circle("chart-plain", origin, R - 1.0) }
                { parts::circle("chart-point", origin, 4.0) }
            </>
        },
        (Kind::Other, _) => parts::circle("chart-plain", origin, R - 1.0),
    }
}

/// What the signs mean, and how many there are of each.
fn legend(graph: &Graph, states: &[State]) -> Html {
    let count = |is: fn(Kind) -> bool| {
        (0..).zip(states).filter(|(at, state)| is(kind(graph, *at, state))).count()
    };
    let one = |sign: Html, count: usize, words: &str| {
        (count > 0).then(|| {
            html! {
                <li key={words.to_owned()}>
                    <svg viewBox="-14 -14 28 28" aria-hidden="true">{sign}</svg>
                    <span><b>{grouped(count)}</b>{" "}{words}</span>
                </li>
            }
        })
    };
    let alone = count(|kind| kind == Kind::Inside(1));
    let together = count(|kind| matches!(kind, Kind::Inside(2..)));
    html! {
        <ul class="chart-legend">
            { for one(sign(Kind::Broken, &[]), count(|kind| kind == Kind::Broken), "a property is false") }
            { for one(sign(Kind::Deadlock, &[]), count(|kind| kind == Kind::Deadlock), "nobody can take a step") }
            { for one(sign(Kind::Inside(1), &[0]), alone, "this process is in the critical section") }
            { for one(sign(Kind::Inside(2), &[]), together, "so many are in the critical section") }
            { for one(sign(Kind::Last, &[]), count(|kind| kind == Kind::Last), "nothing is left to do") }
            { for one(sign(Kind::Other, &[]), count(|kind| kind == Kind::Other), "others") }
            { for one(sign(Kind::Choice, &[]), count(|kind| kind == Kind::Choice), "an initial value is chosen") }
        </ul>
    }
}
