//! The states that were seen, as a graph whose edges are taken anew each time: keeping them would
//! take more memory than the states do.

use model::{Action, PerProcess, Promise};

/// A step from one state that was seen to another.
#[derive(Clone, Copy)]
pub struct Edge {
    pub action: Action,
    /// None where nobody has to take it.
    pub promise: Option<Promise>,
    pub to: u32,
}

/// All that a look at whole runs needs to know of a model. Behind this, it is compiled once and
/// not for every model.
pub trait Paths {
    fn states(&self) -> u32;
    /// Where a state was reached from first; the first state is its own parent.
    fn parent(&self, state: u32) -> u32;
    /// What has come of a run that ends in a state, by the property at `at`.
    fn outcome(&self, at: usize, state: u32) -> String;
    /// Who waits, by each property of that kind: eight bits for each.
    fn waiting(&self, state: u32) -> u64;
    /// What is pending, by the property at `at`: zero, or the number of an operation.
    fn operations(&self, at: usize, state: u32) -> PerProcess;
    /// What a step costs, by the property at `at`.
    fn charge(&self, at: usize, from: u32, action: Action, to: u32) -> PerProcess;
    /// Puts every step from `state` to a state that was seen in the place of what was in `edges`.
    fn steps(&self, state: u32, edges: &mut Vec<Edge>);
}

/// More properties of that kind no model has.
pub const WAITING_MAX: usize = 8;

/// A shortest run to a state that was seen. Only parents are kept; the actions come from taking
/// the same steps once more.
pub fn run_to(paths: &dyn Paths, mut state: u32) -> Vec<Action> {
    let (mut run, mut edges) = (Vec::new(), Vec::new());
    while state != 0 {
        let parent = paths.parent(state);
        paths.steps(parent, &mut edges);
        let edge = edges.iter().find(|it| it.to == state);
        run.push(edge.expect("a step leads from a parent to its child").action);
        state = parent;
    }
    run.reverse();
    run
}
