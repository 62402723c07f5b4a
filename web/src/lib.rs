//! The page, the worker and the widget: one wasm module. It knows `catalog` and no algorithm.

mod ahead;
pub mod api;
pub mod check;
pub mod choices;
pub mod components;
mod entry;
pub mod host;
pub mod keys;
pub mod picture;
pub mod route;
pub mod snippet;
pub mod state;
mod storage;
pub mod theme;
pub mod widget;
pub mod words;

pub use entry::{
    start_app, with, with_array, with_cells, with_net, with_pictures, with_plots, with_valence,
    with_zones, worker_main,
};
