//! The page in a real browser, without its site: what it says and does.
#![cfg(target_arch = "wasm32")]

#[path = "web/api.rs"]
mod api;
#[path = "web/bad_input.rs"]
mod bad_input;
#[path = "web/checking.rs"]
mod checking;
#[path = "web/page.rs"]
mod page;
#[path = "web/refusals.rs"]
mod refusals;
#[path = "web/stepping.rs"]
mod stepping;

wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);
