//! What a search found, in plain data and in plain words, and the analyses of infinite executions.

mod at_once;
mod components;
mod cost_analysis;
mod fair_cycles;
mod findings;
mod lasso;
mod liveness_passes;
mod operation_analysis;
mod operation_finding;
mod operation_labels;
mod operation_query;
mod part_order;
mod path_counts;
mod sentence;
mod state_graph;
mod transition_store;
mod verdict;

pub use at_once::at_once;
pub use findings::{Finding, Findings, Runs};
pub use liveness_passes::LivenessPasses;
pub use sentence::{
    FAIR, HOLDS_IF_FAIR, comes_to_nothing, counted, failing, grouped, no_initial_state, states,
    steps,
};
pub use state_graph::{Edge, StateGraph, run_to};
pub use transition_store::{NOWHERE, TransitionStore};
pub use verdict::{Bound, Coverage, End, Outcome, Report, Verdict};
