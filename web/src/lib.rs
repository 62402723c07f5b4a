//! The page, the worker, the widget and their API: one wasm module. It knows `catalog` and no
//! algorithm.

pub mod api;
mod browser;
pub mod check;
pub mod components;
#[cfg(feature = "documents")]
mod documents;
mod drafts;
mod entry;
pub mod files;
pub mod host;
pub mod picture;
mod storage;
pub mod theme;
pub mod widget;
#[cfg(feature = "written")]
pub mod written;

pub use entry::{start_app, start_task, worker_main};
