//! What is on the screen. Thin: all thinking is done outside of here.

mod ahead;
mod app;
mod asking;
mod branches;
mod copy;
mod dialog;
mod effects;
mod fold;
mod guide;
mod header;
mod icon;
mod keys;
mod knobs;
mod lab;
mod listing;
mod narration;
mod notices;
mod pieces;
mod plots;
mod quiz;
mod scheduler;
mod select;

pub mod stage;
pub mod timeline;
mod transport;
mod valence;
mod verdict;
mod verdicts;

// what is in the documents before any module runs, and so in none of them
#[cfg(not(target_arch = "wasm32"))]
mod about;
#[cfg(not(target_arch = "wasm32"))]
mod card;
#[cfg(not(target_arch = "wasm32"))]
mod chips;
#[cfg(not(target_arch = "wasm32"))]
mod gallery;
#[cfg(not(target_arch = "wasm32"))]
mod preview;

#[cfg(not(target_arch = "wasm32"))]
pub use {
    about::about,
    card::card,
    gallery::{Gallery, GalleryProps},
    plots::drawn as drawn_plot,
    preview::preview,
};

pub use app::{App, AppProps};
pub use lab::{Lab, LabProps, Opened};
pub use plots::link as link_plots;
pub use stage::{link_array, link_cells, link_net, link_zones};
pub use valence::link as link_valence;

/// How components tell the playground what the reader wants.
pub type Tell = yew::Callback<crate::state::Message>;
