//! A dialog of the browser's own kind: it keeps the focus, and Escape closes it.

use web_sys::HtmlDialogElement;
use yew::prelude::*;

use super::icon::{Icon, icon};

#[derive(Properties, PartialEq)]
pub struct DialogProps {
    pub title: &'static str,
    pub on_close: Callback<()>,
    pub children: Html,
}

#[component]
pub fn Dialog(props: &DialogProps) -> Html {
    let dialog = use_node_ref();
    use_effect_with(dialog.clone(), |dialog| {
        if let Some(dialog) = dialog.cast::<HtmlDialogElement>() {
            let _ = dialog.show_modal();
        }
    });
    html! {
        <dialog ref={dialog} aria-label={props.title} onclose={props.on_close.reform(|_| ())}
            onkeydown={|event: KeyboardEvent| event.stop_propagation()}>
            <div class="head">
                <h2>{props.title}</h2>
                <button class="plain" aria-label="Close" onclick={props.on_close.reform(|_| ())}>
                    {icon(Icon::Close)}
                </button>
            </div>
            {props.children.clone()}
        </dialog>
    }
}
