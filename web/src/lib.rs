//! The page, the worker, the widget and their API: one wasm module. It knows `catalog` and no
//! algorithm.

mod ahead;
pub mod api;
pub mod check;
pub mod choices;
pub mod components;
mod drafts;
mod entry;
mod failure;
pub mod files;
pub mod host;
pub mod keys;
pub mod path;
pub mod picture;
pub mod route;
pub mod snippet;
pub mod state;
mod storage;
pub mod theme;
pub mod widget;
pub mod words;

pub use entry::{start_app, worker_main};
