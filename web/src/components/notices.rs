//! Sentences that the reader should know, until they are put away.

use super::icon::{Icon, icon};
use yew::prelude::*;

pub fn notices(notices: &[String], on_dismiss: &Callback<usize>) -> Html {
    html! {
        <div class="notices" role="status">
            { for notices.iter().enumerate().map(|(nth, notice)| html! {
                <p key={notice.clone()}>
                    <span>{notice}</span>
                    <button class="plain" aria-label="Dismiss"
                        onclick={on_dismiss.reform(move |_| nth)}>
                        {icon(Icon::Close)}
                    </button>
                </p>
            }) }
        </div>
    }
}
