//! Sentences that the reader should know, until they are put away.

use super::{
    Dispatch,
    icon::{Icon, icon},
};
use session::state::{Message, State};
use yew::prelude::*;

/// The first one may tell of a change that can be taken back.
pub fn notices(state: &State, tell: &Dispatch) -> Html {
    let State { notices, undo, .. } = state;
    html! {
        <div class="notices" role="status">
            { for notices.iter().enumerate().map(|(nth, notice)| html! {
                <p key={notice.clone()}>
                    <span>{notice}</span>
                    if nth == 0 && undo.is_some() {
                        <button onclick={tell.reform(|_| Message::Undo)}>{"Undo"}</button>
                    }
                    <button class="plain" aria-label="Dismiss"
                        onclick={tell.reform(move |_| Message::Dismiss(nth))}>
                        {icon(Icon::Close)}
                    </button>
                </p>
            }) }
        </div>
    }
}
