//! Which lines of the editor are in view.

use gloo_timers::callback::Timeout;
use session::editor::line_at;
use web_sys::{Element, HtmlTextAreaElement};

/// So many pixels are free above and below a line that is looked at.
const AROUND: f64 = 70.0;

/// The height of the list of what can stand at the caret.
const LIST: f64 = 160.0;

/// Scrolls as little as is needed to have the line of a byte in view.
pub fn keep(field: &HtmlTextAreaElement, text: &str, at: usize) {
    if let Some(row) = row(field, text, at) {
        show(field, &row, AROUND);
    }
}

/// The same for what is said of the line with the caret.
pub fn keep_card(field: &HtmlTextAreaElement) {
    let card = field.parent_element().and_then(|element| element.query_selector(".card").ok()?);
    let bar = field.closest(".program").ok().flatten();
    let bar = bar.and_then(|element| element.query_selector(".editor-bar").ok()?);
    let covered = bar.map_or(0.0, |bar| bar.get_bounding_client_rect().height());
    if let Some(card) = card {
        show(field, &card, covered + 8.0);
    }
}

fn show(field: &HtmlTextAreaElement, element: &Element, around: f64) {
    for frame in frames(field) {
        let (outer, inner) = (frame.get_bounding_client_rect(), element.get_bounding_client_rect());
        let around = around.min((outer.height() - inner.height()) / 3.0).max(0.0);
        let above = inner.top() - (outer.top() + around);
        let below = inner.bottom() - (outer.bottom() - around);
        if above < 0.0 {
            scroll(&frame, above);
        } else if below > 0.0 {
            scroll(&frame, below.min(above));
        }
    }
}

/// The same, and the window as well.
pub fn reveal(field: &HtmlTextAreaElement, text: &str, at: usize) {
    keep(field, text, at);
    let height = crate::browser::window().and_then(|window| window.inner_height().ok()?.as_f64());
    let Some((row, height)) = row(field, text, at).zip(height) else { return };
    let inner = row.get_bounding_client_rect();
    if inner.top() < 0.0 || inner.bottom() > height {
        row.scroll_into_view();
    }
}

/// The same once the text is drawn.
pub fn reveal_soon(field: &HtmlTextAreaElement, text: &str, at: usize) {
    let (field, text) = (field.clone(), text.to_owned());
    Timeout::new(0, move || reveal(&field, &text, at)).forget();
}

/// Has the line of a byte near the top: what comes below is read next.
pub fn open_at(field: &HtmlTextAreaElement, text: &str, at: usize) {
    let frame = field.closest(".editor").ok().flatten();
    let Some((row, frame)) = row(field, text, at).zip(frame) else { return };
    let above = row.get_bounding_client_rect().top() - frame.get_bounding_client_rect().top();
    scroll(&frame, above - AROUND);
}

/// Whether a list below the line of a byte would be out of view, and one above it would not.
pub fn is_low(field: &HtmlTextAreaElement, text: &str, at: usize) -> bool {
    let frame = field.closest(".editor").ok().flatten();
    let Some((row, frame)) = row(field, text, at).zip(frame) else { return false };
    let (outer, inner) = (frame.get_bounding_client_rect(), row.get_bounding_client_rect());
    inner.bottom() + LIST > outer.bottom() && inner.top() - LIST > outer.top()
}

fn row(field: &HtmlTextAreaElement, text: &str, at: usize) -> Option<Element> {
    let line = line_at(text, at) as u32;
    field.parent_element()?.query_selector(".rows").ok()??.children().item(line - 1)
}

/// What scrolls around the field, from within.
fn frames(field: &HtmlTextAreaElement) -> impl Iterator<Item = Element> {
    [".editor", ".program"].into_iter().filter_map(|text| field.closest(text).ok().flatten())
}

fn scroll(frame: &Element, by: f64) {
    frame.set_scroll_top(frame.scroll_top() + by as i32);
}
