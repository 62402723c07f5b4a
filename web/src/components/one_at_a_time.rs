//! What the operations do when they come one at a time: to be read, for a claim about their order says no more than
//! that they do the same when they overlap.

use catalog::Scenario;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct OneAtATimeProps {
    /// The scenario without its run.
    pub setting: Scenario,
}

#[component]
pub fn OneAtATime(OneAtATimeProps { setting }: &OneAtATimeProps) -> Html {
    let found = use_memo(setting.clone(), Scenario::one_at_a_time);
    let Some(found) = &*found else { return Html::default() };
    html! {
        <section class="alone" aria-label="One at a time">
            <h2>{"One at a time, for instance"}</h2>
            <ul>{ for found.runs.iter().map(|run| html! { <li>{run}</li> }) }</ul>
            { for found.notes.iter().map(|note| html! { <p class="note">{note}</p> }) }
        </section>
    }
}
