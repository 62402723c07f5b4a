//! A fold that is filled only while it is open.

use yew::prelude::*;

/// What a click on its summary does.
pub fn folds(open: &UseStateHandle<bool>) -> Callback<MouseEvent> {
    let open = open.clone();
    Callback::from(move |event: MouseEvent| {
        // the fold is opened and closed by what is drawn next
        event.prevent_default();
        open.set(!*open);
    })
}
