//! The text field of the editor: places in it, and changes that its own undo takes back.
//!
//! The browser counts UTF-16 units, the listing bytes.

use catalog::listing::edit::Edit;
use js_sys::{Function, Reflect};
use session::editor::change::{byte_at, difference};
use std::ops::Range;
use wasm_bindgen::JsCast;
use web_sys::{
    FocusOptions, HtmlDocument, HtmlTextAreaElement, InputEvent, InputEventInit, PointerEvent,
};
use yew::TargetCast;

/// The text, and the selected bytes.
pub fn read(field: &HtmlTextAreaElement) -> (String, Range<usize>) {
    let text = field.value();
    let at = |units: Option<u32>| byte_at(&text, units.unwrap_or_default() as usize);
    let start = at(field.selection_start().ok().flatten());
    let end = at(field.selection_end().ok().flatten());
    (text, start..end.max(start))
}

/// Puts the caret at a byte.
pub fn go(field: &HtmlTextAreaElement, at: usize) {
    let text = field.value();
    let unit = text.get(..at).map_or(0, |text| text.encode_utf16().count() as u32);
    let still = FocusOptions::new();
    still.set_prevent_scroll(true);
    let _ = field.focus_with_options(&still);
    let _ = field.set_selection_range(unit, unit);
}

/// The byte under a mouse; none where the browser does not say.
#[allow(clippy::cast_sign_loss)] // an offset is a small number
pub fn under(event: &PointerEvent) -> Option<usize> {
    if event.pointer_type() != "mouse" {
        return None;
    }
    let field: HtmlTextAreaElement = event.target_dyn_into()?;
    let document = crate::browser::window()?.document()?;
    let find = Reflect::get(&document, &"caretPositionFromPoint".into()).ok()?;
    let find = find.dyn_into::<Function>().ok()?;
    let (x, y) = (event.client_x().into(), event.client_y().into());
    let place = find.call2(&document, &x, &y).ok()?;
    let node = Reflect::get(&place, &"offsetNode".into()).ok()?;
    let units = Reflect::get(&place, &"offset".into()).ok()?.as_f64()?;
    js_sys::Object::is(&node, &field).then(|| byte_at(&field.value(), units as usize))
}

/// Whether fingers are what points here.
pub fn is_touched() -> bool {
    crate::browser::matches("(pointer: coarse)")
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

/// Puts the text back that stood there before the browser changed it, with the caret where that was.
pub fn put_back(field: &HtmlTextAreaElement, before: &str, changed: &str) {
    let at = difference(changed, before).selection.end;
    field.set_value(before);
    go(field, at);
}

/// Puts a text in the place of the selection. False if the browser cannot.
fn type_in(text: &str) -> bool {
    let document = crate::browser::window().and_then(|window| window.document());
    let Some(document) = document.and_then(|document| document.dyn_into::<HtmlDocument>().ok())
    else {
        return false;
    };
    let command = if text.is_empty() { "delete" } else { "insertText" };
    document.exec_command_with_show_ui_and_value(command, false, text).unwrap_or(false)
}
