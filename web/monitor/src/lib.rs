//! Whether a history that was pasted is linearizable, as plain data for its page. A module of its own: nobody else
//! waits for it.

mod answer;
mod picture;

pub use answer::{Answer, Counts, Problem, Row, answered};
pub use picture::{Bar, Picture, Point};

use wasm_bindgen::prelude::*;

/// The answer as JSON: an [`Answer`], or a [`Problem`]. The search ends after so many milliseconds.
#[wasm_bindgen]
pub fn answer(object: &str, initial: &str, log: &str, patience_ms: f64) -> String {
    let end = js_sys::Date::now() + patience_ms;
    let go_on = &mut || js_sys::Date::now() < end;
    let answer = answered(object, initial, log, go_on);
    let json = match &answer {
        Ok(answer) => serde_json::to_string(answer),
        Err(problem) => serde_json::to_string(problem),
    };
    json.expect("plain data")
}
