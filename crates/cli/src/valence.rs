//! Which decisions are still open in each state.

use crate::commands::Commands;
use crate::{Failure, write_json};
use catalog::{Decision, Edge, Graph, Node, Scenario, Valence, steps};
use serde::Serialize;
use std::io::{self, Write};

#[derive(Serialize)]
struct Told<'a> {
    link: String,
    summary: String,
    values: &'a [Decision],
    /// Some steps lead beyond the model's bound.
    bounded: bool,
    nodes: Vec<ToldNode<'a>>,
    edges: &'a [Edge],
}

#[derive(Serialize)]
struct ToldNode<'a> {
    #[serde(flatten)]
    node: &'a Node,
    sentence: String,
    /// A shortest run to it.
    link: String,
}

/// False if two processes decide differently.
pub fn run(
    scenario: &Scenario,
    commands: &Commands,
    states_max: usize,
    json: bool,
    to: &mut impl Write,
) -> Result<bool, Failure> {
    let slug = scenario.slug;
    if !scenario.decides() {
        return Err(Failure::Usage(format!("`{slug}` decides on nothing.")));
    }
    let graph = scenario.valence(states_max).map_err(|large| {
        Failure::Usage(format!(
            "`{slug}` has {large}, and `--states-max` allows {states_max} in a graph."
        ))
    })?;
    let to_node = |node: &Node| scenario.with_run(node.run.clone());
    if json {
        let tell = |(at, node)| ToldNode {
            node,
            sentence: graph.told(at),
            link: to_node(node).to_string(),
        };
        let told = Told {
            link: scenario.with_run(Vec::new()).to_string(),
            summary: graph.summary(),
            values: &graph.values,
            bounded: graph.bounded,
            nodes: graph.nodes.iter().enumerate().map(tell).collect(),
            edges: &graph.edges,
        };
        write_json(&told, to)?;
    } else {
        write(&graph, |node| commands.play(&to_node(node)), to)?;
    }
    Ok(graph.count(Valence::Split) == 0)
}

/// The summary, every critical state, and the nearest disagreement.
fn write(graph: &Graph, play: impl Fn(&Node) -> String, to: &mut impl Write) -> io::Result<()> {
    writeln!(to, "{}.", graph.summary())?;
    if graph.bounded {
        writeln!(
            to,
            "Some steps lead beyond the model’s bound: what is decided there is not known."
        )?;
    }
    let of = |valence| (0..graph.nodes.len()).filter(move |&it| graph.nodes[it].valence == valence);
    for at in of(Valence::Critical).chain(of(Valence::Split).take(1)) {
        let node = &graph.nodes[at];
        writeln!(to, "After {}. {}", steps(node.depth), graph.told(at))?;
        writeln!(to, "  {}", play(node))?;
    }
    Ok(())
}
