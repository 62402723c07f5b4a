//! Documents, made when somebody visits them: `cargo xtask serve` does not wait for them.

use wasm_bindgen::prelude::*;

/// The HTML of a file such as `bakery.html`; none if the site has no such document.
#[wasm_bindgen]
pub fn document(file: &str) -> Result<Option<String>, JsError> {
    prerender::bare(file).map_err(|why| JsError::new(&why.to_string()))
}
