//! Sentences that the reader should know, until they are put away.

use super::icon::{Drawing, Icon};
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct NoticesProps {
    pub notices: Vec<String>,
    pub on_dismiss: Callback<usize>,
}

#[component]
pub fn Notices(props: &NoticesProps) -> Html {
    html! {
        <div class="notices" role="status">
            { for props.notices.iter().enumerate().map(|(nth, notice)| html! {
                <p key={notice.clone()}>
                    <span>{notice}</span>
                    <button class="plain" aria-label="Dismiss"
                        onclick={props.on_dismiss.reform(move |_| nth)}>
                        <Drawing icon={Icon::Close} />
                    </button>
                </p>
            }) }
        </div>
    }
}
