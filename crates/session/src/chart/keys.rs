//! What arrow keys do among the states.

use super::plan::Plan;
use catalog::Graph;

/// Where a key leads from a state: sideways in its layer, down along a step, up along the run that
/// led to it. At the edges it stays.
pub fn go(graph: &Graph, plan: &Plan, key: &str, from: usize) -> Option<usize> {
    let node = graph.nodes.get(from)?;
    let layer = &plan.layers[node.depth];
    let nth = layer.iter().position(|&it| it == from)?;
    let to = match key {
        "ArrowLeft" => nth.checked_sub(1).map(|it| layer[it]),
        "ArrowRight" => layer.get(nth + 1).copied(),
        "ArrowUp" => node.run.split_last().and_then(|(_, before)| graph.at(before)),
        "ArrowDown" => {
            graph.steps(from).map(|step| step.to).find(|&it| graph.nodes[it].depth > node.depth)
        }
        "Home" => Some(0),
        _ => return None,
    };
    Some(to.unwrap_or(from))
}

#[cfg(test)]
mod tests {
    use super::Plan;
    use catalog::{GRAPH_MAX, Scenario};

    #[test]
    fn arrows_go_along_steps_and_within_layers() {
        let graph = Scenario::parse("assign23").unwrap().scenario.valence(GRAPH_MAX).unwrap();
        let plan = Plan::of(&graph);
        let go = |key, from| super::go(&graph, &plan, key, from).unwrap();
        let first = go("ArrowDown", 0);
        assert_eq!(graph.nodes[first].depth, 1);
        let other = go("ArrowRight", first);
        assert!(other != first && graph.nodes[other].depth == 1);
        assert_eq!(go("ArrowLeft", other), first);
        assert_eq!(go("ArrowUp", first), 0);
        // at the edges it stays
        assert_eq!((go("ArrowUp", 0), go("ArrowLeft", 0)), (0, 0));
        let last = graph.nodes.len() - 1;
        assert_eq!(go("ArrowDown", last), last);
        assert_eq!(go("Home", last), 0);
        assert_eq!(super::go(&graph, &plan, "Enter", 0), None);
    }
}
