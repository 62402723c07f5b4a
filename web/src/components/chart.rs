//! All states of a small setting and the steps between them, to walk on.

mod draw;
mod fingers;
mod map;

use catalog::{GRAPH_MAX, Graph, TooLarge};
pub use map::Map;
use session::chart::plan::Plan;
use yew::prelude::*;

/// All states, where each stands, and what is said of it; the same for the same setting.
pub struct Charted {
    pub graph: Graph,
    pub plan: Plan,
    /// Of each state.
    pub marks: Vec<Mark>,
    /// All of it in a sentence.
    pub summary: String,
}

/// What is seen of a state, and said.
pub struct Mark {
    /// Centred on the origin.
    pub sign: Html,
    /// The words in the sign, as a sentence; empty if there are none.
    pub seen: String,
    pub told: String,
}

impl Charted {
    pub fn new(graph: Graph, marks: Vec<Mark>, summary: String) -> Charted {
        Charted { plan: Plan::of(&graph), graph, marks, summary }
    }
}

/// Why nothing is drawn.
pub fn too_large(states: TooLarge) -> Html {
    html! { <p>{format!("With these options there are {states}. Up to {GRAPH_MAX} are drawn.")}</p> }
}
