//! Where our own files are, which is elsewhere when the page is somebody else's.

use wasm_bindgen::prelude::*;
use web_sys::Url;

#[wasm_bindgen]
extern "C" {
    /// Where this module's JavaScript was loaded from.
    #[wasm_bindgen(thread_local_v2, js_namespace = ["import", "meta"], js_name = url)]
    static MODULE_URL: String;
}

/// The address of a file beside this module.
pub fn beside(name: &str) -> Result<Url, JsValue> {
    MODULE_URL.with(|it| Url::new_with_base(name, it))
}
