//! Offers a listing that the reader wrote before and that is in no link.

use crate::drafts;
use std::rc::Rc;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct KeptProps {
    pub slug: &'static str,
    /// The text on show, which needs no offer.
    pub shown: Rc<str>,
    pub published: &'static str,
    pub on_open: Callback<String>,
}

#[component]
pub fn Kept(props: &KeptProps) -> Html {
    let KeptProps { slug, shown, published, on_open } = props;
    let update = use_force_update();
    let Some(kept) = drafts::offer(slug, shown, published) else { return Html::default() };
    let open = {
        let source = kept.source.clone();
        on_open.reform(move |_| source.clone())
    };
    let forget = move |_| {
        drafts::forget(&kept);
        update.force_update();
    };
    html! {
        <p class="editor-kept">
            {"Another text of yours is kept here. "}
            <button class="link" onclick={open}>{"Open your text"}</button>
            {" · "}
            <button class="link" onclick={forget}>{"Forget it"}</button>
        </p>
    }
}
