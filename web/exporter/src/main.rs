//! What makes files and snippets of a run, and codes of links. It knows no algorithm: all that it
//! needs is in what it is given.

mod qr;

use export::{Format, export};
use poster::{Words, snippets};
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

/// How wide the stage of a poster is to be drawn.
#[wasm_bindgen]
pub fn poster_width() -> u32 {
    poster::WIDTH
}

/// The picture of a moment as an SVG file, from the `<svg>` of its stage and from what is to be
/// told with it, in JSON.
#[wasm_bindgen]
pub fn poster(words: &str, stage: &str) -> Result<String, JsError> {
    let words: Words = serde_json::from_str(words)?;
    poster::svg(&words, stage).map_err(|why| JsError::new(&why))
}

/// How to show the moment on other pages: a list in JSON. Takes the same as [`poster`], the
/// address of the folder with our pages, and the link.
#[wasm_bindgen]
pub fn snippets(words: &str, stage: &str, home: &str, link: &str) -> Result<String, JsError> {
    let words: Words = serde_json::from_str(words)?;
    let size = poster::size(&words, stage).map_err(|why| JsError::new(&why))?;
    let all = snippets::Place::new(home, link, &words, size).all();
    Ok(Value::from_iter(all.map(|(words, text)| json!({ "words": words, "text": text })))
        .to_string())
}

/// What the poster's file is to be called.
#[wasm_bindgen]
pub fn poster_file(link: &str, at: usize) -> String {
    snippets::file(link, at)
}

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
