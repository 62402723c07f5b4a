//! The settings with which answers are graded: in words for all, to be chosen by the teacher.

use super::super::select::Select;
use session::task::{Task, TaskDraft};
use yew::prelude::*;

/// "Graded with: processes: 2 · equal tickets: the lower process number goes first"
pub fn settings(task: &Task) -> Html {
    let words = task.settings_in_words();
    if words.is_empty() {
        return Html::default();
    }
    html! { <p class="note settings"><b>{"Graded with "}</b>{words.join(" · ")}{"."}</p> }
}

/// A choice for each option. `on_set` is told of one and its value.
pub fn choices(
    draft: &TaskDraft,
    refused: Option<&str>,
    on_set: &Callback<(&'static str, &'static str)>,
    on_reset: &Callback<()>,
) -> Html {
    let setting = &draft.scenario().setting;
    if setting.iter().next().is_none() {
        return Html::default();
    }
    let one = |(option, value): (&'static catalog::Knob, &'static catalog::Value)| {
        let options: Vec<AttrValue> =
            option.values.iter().map(|value| value.words.into()).collect();
        let chosen = option.values.iter().position(|other| other == value).unwrap_or_default();
        let on_choose = on_set.reform(move |nth: usize| (option.name, option.values[nth].name));
        html! {
            <label key={option.name}><span>{option.words}</span>
                <Select {options} {chosen} {on_choose} />
            </label>
        }
    };
    html! {
        <fieldset class="settings">
            <legend>{"Settings with which answers are graded"}</legend>
            { for setting.iter().map(one) }
            if let Some(why) = refused { <p role="alert">{why}</p> }
            if !draft.is_reset() {
                <button onclick={on_reset.reform(|_: MouseEvent| ())}>{"The text’s own settings"}</button>
            }
        </fieldset>
    }
}
