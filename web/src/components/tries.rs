//! Prepared changes of the listing: one press makes one, and the page says what the checker found.

use super::Dispatch;
use catalog::{Edit, Scenario};
use session::state::Message;
use web_sys::HtmlSelectElement;
use yew::prelude::*;

/// `on_text` takes the changed listing.
pub fn tries(scenario: &Scenario, tell: &Dispatch, on_text: &Callback<String>) -> Html {
    let published = scenario.published();
    let source = published.source;
    if published.edits.is_empty() {
        return Html::default();
    }
    let one = |edit: &'static Edit| {
        let link = format!("{}?{}", published.slug, edit.options);
        let (tell, on_text) = (tell.clone(), on_text.clone());
        let make = Callback::from(move |rule: String| {
            if let Ok(parsed) = Scenario::parse(&link) {
                let setting = parsed.scenario.setting;
                tell.emit(Message::Try { values: setting.names(), breaks: edit.breaks });
            }
            on_text.emit(edit.apply(source, &rule));
        });
        html! {
            <li key={edit.title}>
                { begin(edit, rule_of(edit, source, scenario.source()), &make) }
                <p>{edit.words}{" "}<em>{edit.verdict()}</em></p>
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

/// The rule with which a text was made by an edit, or the first one.
fn rule_of(edit: &'static Edit, published: &str, text: &str) -> &'static str {
    let is_it = |rule: &&&str| *edit.apply(published, rule) == *text;
    edit.rules.iter().find(is_it).or(edit.rules.first()).copied().unwrap_or_default()
}

/// A button, and where there is a rule to choose, a list of them.
fn begin(edit: &'static Edit, chosen: &'static str, make: &Callback<String>) -> Html {
    let onclick = make.reform(move |_| chosen.to_owned());
    let button = html! { <button class="link" {onclick}>{edit.title}</button> };
    if edit.rules.is_empty() {
        return button;
    }
    let onchange = make.reform(|event: Event| {
        let list: HtmlSelectElement = event.target_unchecked_into();
        list.value()
    });
    html! {
        <>
            {button}
            <select aria-label={format!("{}: the rule", edit.title)} {onchange}>
                {for edit.rules.iter().map(|rule| html! {
                    <option value={*rule} selected={*rule == chosen}>{*rule}</option>
                })}
            </select>
        </>
    }
}
