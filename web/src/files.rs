//! Files and snippets of a run, and codes of links.

use crate::api::object;
use catalog::Scenario;
use export::{
    Format, export,
    poster::{self, Words, snippets},
};
use wasm_bindgen::prelude::*;

/// How wide and high the picture of a poster is to be drawn.
#[wasm_bindgen]
pub fn poster_size() -> Vec<f64> {
    [poster::WIDTH, poster::HEIGHT].map(f64::from).into()
}

/// What a poster is made of besides its stage; `poster::Words` says what that is.
fn words(words: JsValue) -> Result<Words, JsError> {
    Ok(serde_wasm_bindgen::from_value(words)?)
}

/// The picture of a moment as an SVG file, from the `<svg>` of its stage and from what it says.
#[wasm_bindgen]
pub fn poster(words: JsValue, stage: &str) -> Result<String, JsError> {
    poster::svg(&self::words(words)?, stage).map_err(|why| JsError::new(&why))
}

/// How to show the moment on other pages: pairs of what a snippet is for, and its text. Takes the
/// same as [`poster`], the address of the folder with our pages, and the link.
#[wasm_bindgen]
pub fn snippets(words: JsValue, stage: &str, home: &str, link: &str) -> Result<JsValue, JsError> {
    let words = self::words(words)?;
    let size = poster::size(&words, stage).map_err(|why| JsError::new(&why))?;
    object(&snippets::Place::new(home, link, &words, size).all())
}

/// What the poster's file is to be called.
#[wasm_bindgen]
pub fn poster_file(link: &str, at: usize) -> String {
    snippets::file(link, at)
}

/// The formats that there are: for each its name and what it is, and the end of its file's name.
#[wasm_bindgen]
pub fn formats() -> Result<JsValue, JsError> {
    object(&Format::ALL.map(|format| [format.name(), format.words(), format.extension()]))
}

/// The run of a link as a file: its name, and what is in it. Throws a sentence if there is no such
/// format, or the link is wrong.
#[wasm_bindgen]
pub fn export_run(link: &str, format: &str) -> Result<Vec<String>, JsError> {
    let format = Format::by_name(format).ok_or_else(|| JsError::new("there is no such format"))?;
    let scenario = Scenario::parse(link)?.scenario;
    let text = export(&scenario, format);
    Ok(vec![format!("{}.{}", scenario.slug, format.extension()), text])
}

/// What the file with a link's QR code is to be called.
#[wasm_bindgen]
pub fn qr_file(link: &str) -> String {
    Scenario::parse(link)
        .map_or_else(|_| "qr.svg".into(), |parsed| format!("{}-qr.svg", parsed.scenario.slug))
}

/// A link as a QR code, in SVG.
#[wasm_bindgen]
pub fn qr_code(link: &str) -> Result<String, JsError> {
    session::qr::svg(link).map_err(|why| JsError::new(&why))
}
