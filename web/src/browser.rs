//! The browser around us.

use web_sys::Window;

/// None where a page is written without a browser.
pub fn window() -> Option<Window> {
    cfg!(target_arch = "wasm32").then(web_sys::window).flatten()
}
