//! All states, each after those to which it leads.

use crate::report::components::{Components, Next, Subgraph};
use crate::report::state_graph::{Edge, StateGraph};
use crate::report::transition_store::GraphView;

/// At most that many bytes are kept for each state.
pub const BYTES: usize = 8;

/// The strongly connected parts of a graph, each after all to which it leads. They are found once, for
/// all that has to know them.
///
/// Where all steps lead to later states, each state is a part by itself, and the order is from the last to
/// the first: nothing needs to be found or kept.
#[derive(Default)]
pub struct PartOrder {
    /// The steps of so many states lead to later states.
    forward: u32,
    parts: Option<Components>,
    /// Within a part the last comes first.
    states: Vec<u32>,
}

/// The whole graph.
struct All;

impl Subgraph for All {
    fn contains(&self, _: u32) -> bool {
        true
    }

    fn follows(&self, _: u32, _: &Edge) -> bool {
        true
    }
}

impl PartOrder {
    pub fn is_whole(&self, known: GraphView<'_>) -> bool {
        self.is_forward(known) || self.states.len() == known.states() as usize
    }

    /// Whether all steps lead to later states.
    #[inline]
    pub fn is_forward(&self, known: GraphView<'_>) -> bool {
        self.forward == known.states()
    }

    /// Examines up to that many states. None if there is no memory.
    pub fn advance(&mut self, known: GraphView<'_>, states: usize) -> Option<()> {
        if self.parts.is_none() {
            let end = self.forward.saturating_add(states as u32).min(known.states());
            let leads_on = |state: &u32| known.numbered(*state).all(|(_, it)| it.to > *state);
            while self.forward < end && leads_on(&self.forward) {
                self.forward += 1;
            }
            if self.forward == end {
                return Some(());
            }
            self.parts = Some(Components::new(known.states())?);
            self.states.try_reserve_exact(known.states() as usize).ok()?;
        }
        let parts = self.parts.as_mut()?;
        for _ in 0..states {
            match parts.advance(&known, &All) {
                Next::Found { .. } => {
                    parts.found.sort_unstable_by(|one, other| other.cmp(one));
                    self.states.extend_from_slice(&parts.found);
                }
                Next::Visited { .. } | Next::Busy => {}
                Next::Over => {
                    parts.close_but_for_parts();
                    break;
                }
            }
        }
        Some(())
    }

    /// The part that begins at a place in the order, the last state first. Where all steps lead to later
    /// states there are no such slices.
    #[inline]
    pub fn part(&self, at: u32) -> &[u32] {
        let rest = &self.states[at as usize..];
        let is_of_it = |it: &&u32| self.is_same(**it, rest[0]);
        &rest[..rest.iter().take_while(is_of_it).count()]
    }

    /// Whether two states are of one part.
    #[inline]
    pub fn is_same(&self, one: u32, other: u32) -> bool {
        self.parts.as_ref().is_some_and(|parts| parts.are_together(one, other))
    }

    pub fn bytes(&self) -> usize {
        self.parts.as_ref().map_or(0, Components::bytes) + self.states.capacity() * size_of::<u32>()
    }
}
