//! The list of keys.

use super::dialog::Dialog;
use crate::keys::LIST;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct KeysProps {
    pub on_close: Callback<()>,
}

#[component]
pub fn Keys(props: &KeysProps) -> Html {
    html! {
        <Dialog title="Keys" on_close={props.on_close.clone()}>
            <dl class="keys">
                { for LIST.iter().map(|(keys, does)| html! {
                    <div key={*does}>
                        <dt>{ for keys.iter().map(|it| html! { <kbd>{*it}</kbd> }) }</dt>
                        <dd>{*does}</dd>
                    </div>
                }) }
            </dl>
            <p>{"They act while the playground has the focus, and not in fields."}</p>
        </Dialog>
    }
}
