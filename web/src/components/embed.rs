//! How to show this very moment on another page.

use super::{copy::Copy, dialog::Dialog, header::ThemeSwitch};
use crate::snippet;
use catalog::{Scenario, Theme};
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct EmbedDialogProps {
    pub page: String,
    pub scenario: Scenario,
    pub on_close: Callback<()>,
}

#[component]
pub fn EmbedDialog(props: &EmbedDialogProps) -> Html {
    let EmbedDialogProps { page, scenario, on_close } = props;
    let theme = use_state_eq(|| Theme::System);
    let on_theme = {
        let theme = theme.setter();
        Callback::from(move |it| theme.set(it))
    };
    html! {
        <Dialog title="Embed this moment" on_close={on_close.clone()}>
            <p>{"Readers see this step of this run, and can go on from there."}</p>
            <p><ThemeSwitch theme={*theme} {on_theme} /></p>
            <Snippet title="As a frame, on any site"
                text={snippet::iframe(page, scenario, *theme)} />
            <Snippet title="As an element, lighter where there are several"
                text={snippet::element(page, scenario, *theme)} />
        </Dialog>
    }
}

#[derive(Properties, PartialEq)]
struct SnippetProps {
    title: &'static str,
    text: String,
}

#[component]
fn Snippet(props: &SnippetProps) -> Html {
    let text = {
        let text = props.text.clone();
        Callback::from(move |()| text.clone())
    };
    html! {
        <div class="snippet">
            <label>
                {props.title}
                <textarea readonly=true rows="4" value={props.text.clone()} />
            </label>
            <Copy {text} label="Copy" />
        </div>
    }
}
