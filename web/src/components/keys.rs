//! The list of keys.

use super::{dialog::Dialog, timeline::legend};
use catalog::Trace;
use session::keys::LIST;
use yew::prelude::*;

/// And the marks of time, those that the run has.
pub fn keys(trace: &Trace, on_close: Callback<()>) -> Html {
    html! {
        <Dialog title="Keys" {on_close}>
            <dl class="keys">
                { for LIST.iter().map(|(keys, does)| html! {
                    <div key={*does}>
                        <dt>{ for keys.iter().map(|key| html! { <kbd>{*key}</kbd> }) }</dt>
                        <dd>{*does}</dd>
                    </div>
                }) }
            </dl>
            <p>{"Shortcuts work unless you are typing."}</p>
            {legend(trace, None)}
        </Dialog>
    }
}
