//! Whether a field can set in the lines that go on: a style sheet cannot know.

use crate::browser::window;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, HtmlTextAreaElement};
use yew::prelude::*;

/// As in `33-editor.css`.
const INDENT: &str = "4ch hanging each-line";
/// Two lines; three if the field indents the second one as well, as Chromium's text areas do.
const TRIED: &str = "a\nbbbbbb";
const STYLE: [(&str, &str); 7] = [
    ("position", "absolute"),
    ("font", "16px/20px monospace"),
    ("width", "8ch"),
    ("height", "20px"),
    ("padding", "0"),
    ("border", "0"),
    ("overflow-wrap", "break-word"),
];

/// Marks the sheet around a field where it can.
#[hook]
pub fn use_hangs(field: &NodeRef) {
    use_effect_with(field.clone(), |field| {
        let sheet = field.cast::<HtmlElement>().and_then(|field| field.parent_element());
        if let Some(sheet) = sheet.filter(|sheet| hangs(sheet) == Some(true)) {
            let _ = sheet.set_attribute("data-hangs", "");
        }
    });
}

fn hangs(beside: &web_sys::Element) -> Option<bool> {
    let tried = window()?.document()?.create_element("textarea").ok()?;
    let tried: HtmlTextAreaElement = tried.dyn_into().ok()?;
    tried.set_value(TRIED);
    for (name, value) in STYLE {
        tried.style().set_property(name, value).ok()?;
    }
    beside.append_child(&tried).ok()?;
    let high = |indent| {
        tried.style().set_property("text-indent", indent).ok()?;
        Some(tried.scroll_height())
    };
    let (plain, set_in) = (high("0"), high(INDENT));
    tried.remove();
    Some(plain.is_some() && plain == set_in)
}
