//! How to show this very moment on another page.

use super::{copy::Copy, dialog::Dialog, header::theme_switch};
use crate::snippet;
use catalog::{Scenario, Theme};
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct EmbedDialogProps {
    /// Where our pages are.
    pub home: String,
    pub scenario: Scenario,
    pub on_close: Callback<()>,
}

#[component]
pub fn EmbedDialog(props: &EmbedDialogProps) -> Html {
    let EmbedDialogProps { home, scenario, on_close } = props;
    let theme = use_state_eq(|| Theme::System);
    let on_theme = {
        let theme = theme.setter();
        Callback::from(move |it| theme.set(it))
    };
    html! {
        <Dialog title="Embed this moment" on_close={on_close.clone()}>
            <p>{"Readers see this step of this run, and can go on from there."}</p>
            <p>{theme_switch(*theme, &on_theme)}</p>
            {snippet_field("As a frame, on any site", snippet::iframe(home, scenario, *theme))}
            {snippet_field("As an element, lighter where there are several", snippet::element(home, scenario, *theme))}
        </Dialog>
    }
}

fn snippet_field(title: &'static str, text: String) -> Html {
    let wanted = {
        let text = text.clone();
        Callback::from(move |()| text.clone())
    };
    html! {
        <div class="snippet">
            <label>
                {title}
                <textarea readonly=true rows="4" value={text} />
            </label>
            <Copy text={wanted} label="Copy" />
        </div>
    }
}
