//! Prepared changes of the listing: one press makes one, and the checker says what it breaks.

use super::Tell;
use crate::state::Message;
use catalog::{Edit, Scenario};
use yew::prelude::*;

/// `on_text` takes the changed listing.
pub fn tries(scenario: &Scenario, tell: &Tell, on_text: &Callback<String>) -> Html {
    let published = scenario.published();
    let (Some(source), false) = (published.source, published.edits.is_empty()) else {
        return Html::default();
    };
    let one = |edit: &'static Edit| {
        let link = format!("{}?{}", published.slug, edit.options);
        let (tell, on_text) = (tell.clone(), on_text.clone());
        let onclick = move |_| {
            if let Ok(parsed) = Scenario::parse(&link) {
                for (knob, value) in parsed.scenario.setting.iter() {
                    tell.emit(Message::Turn { knob: knob.name, value: value.name });
                }
            }
            on_text.emit(source.replacen(edit.from, edit.to, 1));
        };
        html! {
            <li key={edit.title}>
                <button class="link" {onclick}>{edit.title}</button>
                <p>{edit.words}</p>
            </li>
        }
    };
    html! {
        <section class="tries">
            <h3>{"Try"}</h3>
            <ul>{ for published.edits.iter().map(one) }</ul>
        </section>
    }
}
