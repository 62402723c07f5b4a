//! The list of keys.

use super::dialog::Dialog;
use crate::keys::LIST;
use yew::prelude::*;

pub fn keys(on_close: Callback<()>) -> Html {
    html! {
        <Dialog title="Keys" {on_close}>
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
