//! What is on the screen. Thin: all thinking is done outside of here.

mod ahead;
mod app;
mod asking;
mod branches;
mod chart;
mod copy;
mod dialog;
mod editor;
mod effects;
mod faces;
mod fencing;
mod guide;
mod header;
mod icon;
mod inquiries;
mod kept;
mod keys;
mod lines;
mod narration;
mod needs;
mod notices;
mod one_at_a_time;
mod pieces;
mod playground;
mod plots;
mod quiz;
mod scheduler;
mod select;
mod sheet;

pub mod stage;
mod states;
mod swipe;
mod task;
mod text;
pub mod timeline;
mod transport;
mod tries;
mod valence;
mod variants;
mod verdict;
mod verdicts;
mod watches;
mod what_if;

pub use app::{App, AppProps, Document};
pub use playground::{Playground, PlaygroundProps, StateRef};
pub use task::TaskPage;

/// How components tell the playground what the reader wants.
pub type Dispatch = yew::Callback<session::state::Message>;
