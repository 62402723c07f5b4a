//! What makes files of a run and codes of links. It knows no algorithm: all that it needs is in the
//! document.

mod qr;

use export::{Format, export};
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

/// The formats that there are, in JSON.
#[wasm_bindgen]
pub fn formats() -> String {
    let format = |it: Format| {
        json!({
            "name": it.name(),
            "words": it.words(),
            "extension": it.extension(),
            "has_moments": it.has_moments(),
        })
    };
    Value::from_iter(Format::ALL.map(format)).to_string()
}

/// A document of a run in JSON, as a file of the format.
#[wasm_bindgen]
pub fn export_run(document: &str, format: &str) -> Result<String, JsError> {
    let format = Format::by_name(format).ok_or_else(|| JsError::new("there is no such format"))?;
    export(document, format).map_err(|why| JsError::new(&why))
}

/// A link as a QR code, in SVG.
#[wasm_bindgen]
pub fn qr_code(link: &str) -> Result<String, JsError> {
    qr::svg(link).map_err(|why| JsError::new(&why))
}

fn main() {}
