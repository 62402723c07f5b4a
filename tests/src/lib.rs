//! Harness for tests of the whole product.
//!
//! With the feature `browser`: a server for the built site, a private chromedriver, and what a
//! test asks of a page.
#[cfg(feature = "browser")]
pub mod axe;
#[cfg(feature = "browser")]
pub mod browser;
#[cfg(feature = "browser")]
pub mod chromedriver;
#[cfg(feature = "browser")]
pub mod console;
#[cfg(feature = "browser")]
pub mod keyboard;
#[cfg(feature = "browser")]
pub mod page;
#[cfg(feature = "browser")]
pub mod program;
#[cfg(feature = "browser")]
pub mod screenshot;
#[cfg(feature = "browser")]
pub mod site;

use std::path::{Path, PathBuf};

/// The workspace's folder.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("in the workspace").to_owned()
}
