//! The text field of the editor: places in it, and changes that its own undo takes back.
//!
//! The browser counts UTF-16 units, the listing bytes.

use catalog::listing::edit::Edit;
use session::edit::byte_at;
use std::ops::Range;
use wasm_bindgen::JsCast;
use web_sys::{HtmlDocument, HtmlTextAreaElement, InputEvent, InputEventInit};

/// The text, and the selected bytes.
pub fn read(field: &HtmlTextAreaElement) -> (String, Range<usize>) {
    let text = field.value();
    let at = |units: Option<u32>| byte_at(&text, units.unwrap_or_default() as usize);
    let start = at(field.selection_start().ok().flatten());
    let end = at(field.selection_end().ok().flatten());
    (text, start..end.max(start))
}

/// Makes a change as if it were typed, so that undo takes it back.
pub fn apply(field: &HtmlTextAreaElement, edit: &Edit) {
    let text = field.value();
    let after = edit.apply(&text);
    let unit = |text: &str, at: usize| text[..at].encode_utf16().count() as u32;
    let _ = field.focus();
    let (start, end) = (unit(&text, edit.range.start), unit(&text, edit.range.end));
    let _ = field.set_selection_range(start, end);
    if text[edit.range.clone()] != edit.replacement && !type_in(&edit.replacement) {
        // a browser without the command has no undo for it, and says nothing of the change
        let _ = field.set_range_text(&edit.replacement);
        let bubbles = InputEventInit::new();
        bubbles.set_bubbles(true);
        if let Ok(event) = InputEvent::new_with_event_init_dict("input", &bubbles) {
            let _ = field.dispatch_event(&event);
        }
    }
    let selection = edit.selection.start.min(after.len())..edit.selection.end.min(after.len());
    let _ = field.set_selection_range(unit(&after, selection.start), unit(&after, selection.end));
}

/// Puts a text in the place of the selection. False if the browser cannot.
fn type_in(text: &str) -> bool {
    let document = web_sys::window().and_then(|it| it.document());
    let Some(document) = document.and_then(|it| it.dyn_into::<HtmlDocument>().ok()) else {
        return false;
    };
    let command = if text.is_empty() { "delete" } else { "insertText" };
    document.exec_command_with_show_ui_and_value(command, false, text).unwrap_or(false)
}
