//! Small drawings on buttons.

pub use session::icon::Icon;
use yew::prelude::*;

pub fn icon(icon: Icon) -> Html {
    html! {
        <svg class={icon.class()} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
            <path d={icon.path().0} />
        </svg>
    }
}
