//! A text that a reader may save.

use catalog::Scenario;
use export::Format;
use js_sys::Array;
use web_sys::{Blob, Url};

pub struct File {
    /// "bakery.svg"
    pub name: String,
    pub text: String,
    /// Under which the browser has it, as long as this lives.
    pub url: String,
}

impl File {
    pub fn new(scenario: &Scenario, format: Format, text: String) -> File {
        let blob = Blob::new_with_str_sequence(&Array::of1(&text.as_str().into()));
        let url = blob.and_then(|it| Url::create_object_url_with_blob(&it));
        let name = format!("{}.{}", scenario.slug, format.extension());
        File { name, text, url: url.unwrap_or_default() }
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = Url::revoke_object_url(&self.url);
    }
}
