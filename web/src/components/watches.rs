//! Values of expressions, below the picture; and where a reader writes one.

use super::{
    Dispatch,
    icon::{Icon, icon},
    pieces::marked,
};
use session::state::{Message, State, Watched};
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// What is watched, with its value; nothing where nothing is.
pub fn watches(state: &State, tell: &Dispatch) -> Html {
    let all = state.watched();
    if all.is_empty() {
        return Html::default();
    }
    html! {
        <ul class="watches" aria-label={state.landmark("Watched")}>
            { for all.iter().map(|it| one(it, tell)) }
        </ul>
    }
}

fn one(it: &Watched<'_>, tell: &Dispatch) -> Html {
    let words = it.words.to_owned();
    html! {
        <li key={it.words}>
            <code>{it.words}{":"}</code>
            // another element for another value, which shows that it is new
            <b key={it.value.unwrap_or_default().to_owned()}>{it.value.unwrap_or("not with these options")}</b>
            if let Some(nth) = it.nth {
                <button aria-label={format!("Stop watching {words}")}
                    onclick={tell.reform(move |_| Message::Unwatch(nth))}>{icon(Icon::Cross)}</button>
            }
        </li>
    }
}

#[derive(Properties, PartialEq)]
pub struct WatchProps {
    /// How many expressions the reader watches: one more, and the field is empty again.
    pub count: usize,
    pub error: Option<String>,
    pub example: AttrValue,
    pub tell: Dispatch,
}

/// Where an expression is written.
#[component]
pub fn Watch(props: &WatchProps) -> Html {
    let field = use_node_ref();
    use_effect_with(props.count, {
        let field = field.clone();
        move |_| {
            if let Some(field) = field.cast::<HtmlInputElement>() {
                field.set_value("");
            }
        }
    });
    let onsubmit = {
        let (field, tell) = (field.clone(), props.tell.clone());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            if let Some(field) = field.cast::<HtmlInputElement>() {
                tell.emit(Message::Watch(field.value()));
            }
        })
    };
    html! {
        <section class="watch" aria-label="Watch">
            <h2>{"Watch"}</h2>
            <form {onsubmit}>
                <label>
                    <span class="unseen">{"An expression in the words of the listing"}</span>
                    <input ref={field} type="text" placeholder={props.example.clone()}
                        spellcheck="false" autocapitalize="off" autocomplete="off" maxlength="200"
                        aria-invalid={props.error.is_some().to_string()} />
                </label>
                <button>{"Watch"}</button>
            </form>
            <p class="wrong" role="alert">{props.error.as_deref().map(marked)}</p>
        </section>
    }
}
