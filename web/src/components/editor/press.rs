//! Keys that do more than type.

use super::{desk::Desk, field};
use catalog::listing::edit::{self, Edit};
use session::editor::{Did, Suggestions, change::tidied};
use std::ops::Range;
use web_sys::HtmlTextAreaElement;
use yew::prelude::*;

pub fn key(event: &KeyboardEvent, list: Option<&Suggestions>, desk: &Desk) {
    if event.is_composing() || event.alt_key() {
        return;
    }
    let field: HtmlTextAreaElement = event.target_unchecked_into();
    let is_command = event.ctrl_key() || event.meta_key();
    let is_done = match list.filter(|_| !is_command && !event.shift_key()) {
        Some(list) => choose(event, list, desk),
        None => false,
    };
    if is_done {
        event.prevent_default();
        return;
    }
    let (text, selection) = field::read(&field);
    let is_arrow = matches!(&*event.key(), "ArrowUp" | "ArrowDown");
    if event.key() == " " && event.ctrl_key() {
        event.prevent_default();
        desk.happen.emit(Did::Asked(selection.end));
    } else if is_arrow && !is_command && selection.is_empty() {
        // the line is left: the caret moves by itself
        tidy(desk, &text, &selection);
    } else if let Some(change) = change(event, desk, text, selection) {
        event.prevent_default();
        desk.apply(&change);
    }
}

/// What a key writes in the place of its letter.
fn change(
    event: &KeyboardEvent,
    desk: &Desk,
    text: String,
    selection: Range<usize>,
) -> Option<Edit> {
    let is_command = event.ctrl_key() || event.meta_key();
    match &*event.key() {
        "Enter" if !is_command && !event.shift_key() => {
            let (text, selection) = match selection.is_empty() && tidy(desk, &text, &selection) {
                true => field::read(&desk.field()?),
                false => (text, selection),
            };
            Some(edit::new_line(&text, selection))
        }
        ":" if !is_command && selection.is_empty() => edit::new_section(&text, selection),
        "Backspace" if !is_command => edit::back(&text, selection),
        "]" if is_command => Some(edit::indent(&text, selection)),
        "[" if is_command => Some(edit::unindent(&text, selection)),
        _ => None,
    }
}

/// Writes the signs of the language in a line that is left. Whether something was to be done.
fn tidy(desk: &Desk, text: &str, selection: &Range<usize>) -> bool {
    let tidied = tidied(text, selection).filter(|edit| desk.owner.may(edit));
    if let Some(tidy) = &tidied {
        desk.apply(tidy);
    }
    tidied.is_some()
}

/// Keys of the open list; whether this was one.
fn choose(event: &KeyboardEvent, list: &Suggestions, desk: &Desk) -> bool {
    match &*event.key() {
        "ArrowDown" => desk.happen.emit(Did::Chose(1)),
        "ArrowUp" => desk.happen.emit(Did::Chose(-1)),
        "Escape" => desk.happen.emit(Did::Closed),
        "Enter" | "Tab" => desk.edit(&list.chosen().edit),
        _ => return false,
    }
    true
}
