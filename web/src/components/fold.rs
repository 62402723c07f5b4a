//! A fold that is filled only while it is open.

use web_sys::Element;
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

/// Where the panel around a fold scrolls by itself, it scrolls to the fold that has this in it.
pub fn show(inside: &NodeRef) {
    let closest = |name| inside.cast::<Element>()?.closest(name).ok()?;
    if let (Some(fold), Some(panel)) = (closest("details"), closest(".program")) {
        let [fold, top] = [&fold, &panel].map(|it| it.get_bounding_client_rect().top());
        panel.set_scroll_top(panel.scroll_top() + (fold - top) as i32);
    }
}
