//! A run as a file that moves, made of stills that the page has painted. A module of its own: nobody else waits for it.

mod gif;
mod palette;
mod webm;

pub use gif::Gif;
pub use webm::Webm;

use wasm_bindgen::prelude::*;

/// A GIF. First it is shown some stills for their colours, then it gets all of them.
#[wasm_bindgen]
pub struct GifFile(Gif);

#[wasm_bindgen]
impl GifFile {
    #[wasm_bindgen(constructor)]
    pub fn new(width: u16, height: u16) -> GifFile {
        GifFile(Gif::new(width, height))
    }

    /// Counts the colours of a still, in red, green, blue and alpha.
    pub fn look(&mut self, still: &[u8]) {
        self.0.look(still);
    }

    /// Adds a still that stands for so many milliseconds.
    pub fn add(&mut self, still: &[u8], ms: u32) -> Result<(), JsError> {
        Ok(self.0.add(still, ms)?)
    }

    pub fn file(self) -> Result<Vec<u8>, JsError> {
        Ok(self.0.file()?)
    }
}

/// A `WebM` of what the browser has encoded.
#[wasm_bindgen]
pub struct WebmFile(Webm);

#[wasm_bindgen]
impl WebmFile {
    /// `codec` is as `WebM` calls it, such as `V_VP9`.
    #[wasm_bindgen(constructor)]
    pub fn new(width: u32, height: u32, codec: &str) -> WebmFile {
        WebmFile(Webm::new(width, height, codec))
    }

    /// Adds a still that is seen from a time on. A key still needs none before it,
    /// and has to come every half minute.
    pub fn add(&mut self, still: &[u8], from_ms: u32, is_key: bool) {
        self.0.add(still, from_ms, is_key);
    }

    /// The file, which ends at that time.
    pub fn file(self, to_ms: u32) -> Vec<u8> {
        self.0.file(to_ms)
    }
}
