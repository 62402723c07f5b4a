//! All states, each after those to which it leads.

use crate::report::components::{Components, Next, Subgraph};
use crate::report::state_graph::{Edge, StateGraph};
use crate::report::transition_store::GraphView;

/// At most that many bytes are kept for each state.
pub const BYTES: usize = 8;

/// The strongly connected parts of a graph, each after all to which it leads. They are found once, for
/// all that has to know them.
#[derive(Default)]
pub struct PartOrder {
    parts: Option<Components>,
    states: Vec<u32>,
}

/// The whole graph.
struct All;

impl Subgraph for All {
    fn contains(&self, _: &dyn StateGraph, _: u32) -> bool {
        true
    }

    fn follows(&self, _: u32, _: &Edge) -> bool {
        true
    }
}

impl PartOrder {
    pub fn is_whole(&self, known: GraphView<'_>) -> bool {
        self.states.len() == known.states() as usize
    }

    /// Examines up to that many states. None if there is no memory.
    pub fn advance(&mut self, known: GraphView<'_>, states: usize) -> Option<()> {
        if self.parts.is_none() {
            self.parts = Some(Components::new(known.states())?);
            self.states.try_reserve_exact(known.states() as usize).ok()?;
        }
        let parts = self.parts.as_mut()?;
        for _ in 0..states {
            match parts.advance(&known, &All) {
                Next::Found { .. } => self.states.extend_from_slice(&parts.found),
                Next::Visited { .. } | Next::Busy => {}
                Next::Over => {
                    parts.close_but_for_parts();
                    break;
                }
            }
        }
        Some(())
    }

    /// The part that begins at a place in the order.
    pub fn part(&self, at: u32) -> &[u32] {
        let rest = &self.states[at as usize..];
        let is_of_it = |it: &&u32| self.is_same(**it, rest[0]);
        &rest[..rest.iter().take_while(is_of_it).count()]
    }

    /// Whether two states are of one part.
    pub fn is_same(&self, one: u32, other: u32) -> bool {
        self.parts.as_ref().is_some_and(|it| it.are_together(one, other))
    }

    pub fn bytes(&self) -> usize {
        self.parts.as_ref().map_or(0, Components::bytes) + self.states.capacity() * size_of::<u32>()
    }
}
