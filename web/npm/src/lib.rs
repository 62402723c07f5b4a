//! What wasm-pack makes the package for npm of: the page's library with every algorithm.

use wasm_bindgen::prelude::*;

#[wasm_bindgen(start)]
pub fn start() {
    web::with_pictures();
    web::with_plots();
    web::with_valence();
}
