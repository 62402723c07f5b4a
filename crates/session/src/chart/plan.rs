//! Where the states stand.

use catalog::Graph;
use picture::geometry::{Point, point};

/// From one state to the next beside it, and to the next layer.
const PITCH: f64 = 26.0;
const LAYER: f64 = 46.0;
/// Around the picture.
const EDGE: f64 = 18.0;

pub struct Plan {
    /// Of each state.
    pub at: Vec<Point>,
    /// The states at each distance from the first, from left to right.
    pub layers: Vec<Vec<usize>>,
    pub width: f64,
    pub height: f64,
}

impl Plan {
    pub fn of(graph: &Graph) -> Plan {
        let count = |depth| graph.nodes.iter().filter(|node| node.depth == depth).count();
        let depths = 1 + graph.nodes.iter().map(|node| node.depth).max().unwrap_or(0);
        let widest = (0..depths).map(count).max().unwrap_or(1);
        let width = 2.0 * EDGE + PITCH * (widest - 1) as f64;
        let mut places = vec![Point::default(); graph.nodes.len()];
        let mut layers = Vec::new();
        for depth in 0..depths {
            // each under the middle of the states that lead to it
            let mut sums = vec![(0.0, 0.0); graph.nodes.len()];
            for edge in &graph.edges {
                if graph.nodes[edge.from].depth + 1 == depth {
                    sums[edge.to].0 += places[edge.from].x;
                    sums[edge.to].1 += 1.0;
                }
            }
            // what leads to the first value stands on the left, and to the last one on the right
            let side = |it: usize| {
                let values = &graph.nodes[it].values;
                let sum: usize = values.iter().map(|value| 2 * value).sum();
                sum.checked_div(values.len()).unwrap_or(2 * graph.values.len())
            };
            let middle = |it: usize| (side(it), sums[it].0 / sums[it].1);
            // put in one by one: a sort takes more code
            let mut layer: Vec<usize> = Vec::new();
            for at in (0..graph.nodes.len()).filter(|&it| graph.nodes[it].depth == depth) {
                let nth = layer.partition_point(|&it| middle(it) <= middle(at));
                layer.insert(nth, at);
            }
            let left = (width - PITCH * (layer.len() - 1) as f64) / 2.0;
            for (nth, &state) in layer.iter().enumerate() {
                places[state] = point(left + PITCH * nth as f64, EDGE + LAYER * depth as f64);
            }
            layers.push(layer);
        }
        let height = 2.0 * EDGE + LAYER * (depths - 1) as f64;
        Plan { at: places, layers, width, height }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog::{GRAPH_MAX, Scenario};

    #[test]
    fn states_stand_in_their_layers_and_apart() {
        let scenario = Scenario::parse("assign23?assignment=one-by-one").unwrap().scenario;
        let graph = scenario.valence(GRAPH_MAX).unwrap();
        let plan = Plan::of(&graph);
        for layer in &plan.layers {
            let mut xs = layer.iter().map(|&it| plan.at[it].x);
            assert!(xs.clone().zip(xs.clone().skip(1)).all(|(a, b)| b - a >= PITCH - 0.01));
            assert!(xs.all(|it| it >= EDGE && it <= plan.width - EDGE));
        }
        for (at, node) in graph.nodes.iter().enumerate() {
            assert!(plan.layers[node.depth].contains(&at));
        }
    }

    #[test]
    fn what_leads_to_one_decision_stands_together() {
        let graph = Scenario::parse("assign23").unwrap().scenario.valence(GRAPH_MAX).unwrap();
        for layer in Plan::of(&graph).layers {
            let values = layer.iter().map(|&it| &graph.nodes[it].values);
            let only: Vec<_> = values.filter(|value| value.len() == 1).collect();
            assert!(only.is_sorted(), "{only:?}");
        }
    }
}
