//! What arrow keys do among the states.

use super::plan::Plan;
use catalog::Graph;

pub struct Keys {
    layers: Vec<Vec<usize>>,
    /// Of each state: the one before it on its shortest run, and one after it.
    beside: Vec<(usize, usize)>,
}

impl Keys {
    pub fn of(graph: &Graph, plan: &Plan) -> Keys {
        let beside = |at: usize| {
            let run = &graph.nodes[at].run;
            let up = run.split_last().and_then(|(_, before)| graph.at(before));
            let down = graph.steps(at).map(|it| it.to);
            let down = down.filter(|&it| graph.nodes[it].depth > graph.nodes[at].depth).next();
            (up.unwrap_or(at), down.unwrap_or(at))
        };
        let beside = (0..graph.nodes.len()).map(beside).collect();
        Keys { layers: plan.layers.clone(), beside }
    }

    /// Where a key leads from a state: sideways in its layer, down along a step, up along the run
    /// that led to it.
    pub fn go(&self, key: &str, from: usize) -> Option<usize> {
        let sideways = |by: isize| {
            let layer = self.layers.iter().find(|it| it.contains(&from))?;
            let nth = layer.iter().position(|&it| it == from)?;
            Some(nth.checked_add_signed(by).and_then(|it| layer.get(it)).copied().unwrap_or(from))
        };
        let &(up, down) = self.beside.get(from)?;
        match key {
            "ArrowLeft" => sideways(-1),
            "ArrowRight" => sideways(1),
            "ArrowUp" => Some(up),
            "ArrowDown" => Some(down),
            "Home" => Some(0),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog::{GRAPH_MAX, Scenario};

    #[test]
    fn arrows_go_along_steps_and_within_layers() {
        let graph = Scenario::parse("assign23").unwrap().scenario.valence(GRAPH_MAX).unwrap();
        let keys = Keys::of(&graph, &Plan::of(&graph));
        let go = |key, from| keys.go(key, from).unwrap();
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
        assert_eq!(keys.go("Enter", 0), None);
    }
}
