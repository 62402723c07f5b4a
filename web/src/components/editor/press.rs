//! Keys that do more than type.

use super::field;
use catalog::listing::edit::{self, Edit};
use session::editor::{Did, Suggestions, change::tidied};
use web_sys::HtmlTextAreaElement;
use yew::prelude::*;

pub fn key(
    event: &KeyboardEvent,
    list: Option<&Suggestions>,
    happen: &Callback<Did>,
    on_edit: &Callback<Edit>,
) {
    if event.is_composing() || event.alt_key() {
        return;
    }
    let field: HtmlTextAreaElement = event.target_unchecked_into();
    let is_command = event.ctrl_key() || event.meta_key();
    let is_done = match list.filter(|_| !is_command && !event.shift_key()) {
        Some(list) => choose(event, list, happen, on_edit),
        None => false,
    };
    if is_done {
        event.prevent_default();
        return;
    }
    let (text, selection) = field::read(&field);
    let change = match &*event.key() {
        " " if event.ctrl_key() => {
            event.prevent_default();
            happen.emit(Did::Asked(selection.end));
            return;
        }
        "Enter" if !is_command && !event.shift_key() => {
            if let Some(tidy) = tidied(&text, &selection).filter(|_| selection.is_empty()) {
                field::apply(&field, &tidy);
            }
            let (text, selection) = field::read(&field);
            edit::new_line(&text, selection)
        }
        ":" if !is_command && selection.is_empty() => match edit::new_section(&text, selection) {
            Some(out) => out,
            None => return,
        },
        "Backspace" if !is_command => match edit::back(&text, selection) {
            Some(back) => back,
            None => return,
        },
        "]" if is_command => edit::indent(&text, selection),
        "[" if is_command => edit::unindent(&text, selection),
        "ArrowUp" | "ArrowDown" if !is_command && selection.is_empty() => {
            // the line is left: the caret moves by itself
            if let Some(tidy) = tidied(&text, &selection) {
                field::apply(&field, &tidy);
            }
            return;
        }
        _ => return,
    };
    event.prevent_default();
    field::apply(&field, &change);
}

/// Keys of the open list; whether this was one.
fn choose(
    event: &KeyboardEvent,
    list: &Suggestions,
    happen: &Callback<Did>,
    on_edit: &Callback<Edit>,
) -> bool {
    match &*event.key() {
        "ArrowDown" => happen.emit(Did::Chose(1)),
        "ArrowUp" => happen.emit(Did::Chose(-1)),
        "Escape" => happen.emit(Did::Closed),
        "Enter" | "Tab" => on_edit.emit(list.chosen().edit.clone()),
        _ => return false,
    }
    true
}
