//! Messages between the page and its worker, as JavaScript has them.

use serde::{Serialize, de::DeserializeOwned};
use wasm_bindgen::JsValue;

/// As it is posted.
pub fn to_js(message: &impl Serialize) -> JsValue {
    serde_wasm_bindgen::to_value(message).expect("numbers and strings")
}

/// As it arrives; none if it is something else.
pub fn from_js<T: DeserializeOwned>(message: JsValue) -> Option<T> {
    serde_wasm_bindgen::from_value(message).ok()
}
