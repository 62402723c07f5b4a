//! What if… the algorithm's knobs, in its own words.

use super::{Tell, select::Select};
use crate::state::Message;
use catalog::{Knob, Scenario, Value};
use yew::prelude::*;

pub fn knobs(scenario: &Scenario, tell: &Tell) -> Html {
    let setting = &scenario.setting;
    let turned = setting.iter().any(|(knob, value)| is_turned(knob, value));
    html! {
        <section class="knobs" aria-label="What if">
            <h2>{"What if…"}</h2>
            { for setting.iter().map(|(knob, value)| html! {
                <div key={knob.name} class={classes!("knob", is_turned(knob, value).then_some("turned"))}>
                    { one(knob, value, tell) }
                </div>
            }) }
            <div class="buttons">
                <button disabled={!turned} onclick={tell.reform(|_| Message::ResetKnobs)}>
                    {"Reset all"}
                </button>
                <a class="button" href={side_by_side(scenario, turned)}>{"Side by side"}</a>
            </div>
        </section>
    }
}

/// This run, and the same schedule for the usual setting if this is another one.
fn side_by_side(scenario: &Scenario, turned: bool) -> String {
    let link = js_sys::encode_uri_component(&scenario.to_string());
    format!("compare.html#a={link}{}", if turned { "&usual" } else { "" })
}

fn is_turned(knob: &Knob, value: &Value) -> bool {
    knob.values[0].name != value.name
}

fn one(knob: &'static Knob, value: &'static Value, tell: &Tell) -> Html {
    match knob.values {
        values if values.iter().all(|it| it.words.parse::<u8>().is_ok()) => {
            numbers(knob, value, tell)
        }
        [usual, other] => toggle(knob, usual, other, value == other, tell),
        _ => choice(knob, value, tell),
    }
}

fn turn(knob: &'static Knob, value: &'static Value, tell: &Tell) -> Callback<Event> {
    tell.reform(move |_| Message::Turn { knob: knob.name, value: value.name })
}

/// Two values make a sentence that is true or not.
fn toggle(
    knob: &'static Knob,
    usual: &'static Value,
    other: &'static Value,
    on: bool,
    tell: &Tell,
) -> Html {
    html! {
        <label class="toggle">
            <input type="checkbox" checked={on}
                onchange={turn(knob, if on { usual } else { other }, tell)} />
            <span>
                {knob.words}{" "}<b>{other.words}</b>
                <small>{"instead of: "}{usual.words}</small>
            </span>
        </label>
    }
}

fn numbers(knob: &'static Knob, value: &'static Value, tell: &Tell) -> Html {
    let mut values: Vec<&'static Value> = knob.values.iter().collect();
    values.sort_by_key(|it| it.words.parse::<u8>().ok());
    html! {
        <fieldset>
            <legend>{knob.words}</legend>
            { for values.into_iter().map(|it| html! {
                <label key={it.name}>
                    <input type="radio" name={knob.name} value={it.name} checked={it == value}
                        onchange={turn(knob, it, tell)} />
                    <span>{it.words}</span>
                </label>
            }) }
        </fieldset>
    }
}

fn choice(knob: &'static Knob, value: &'static Value, tell: &Tell) -> Html {
    let on_choose = tell
        .reform(move |nth: usize| Message::Turn { knob: knob.name, value: knob.values[nth].name });
    let chosen = knob.values.iter().position(|it| it == value).unwrap_or_default();
    html! {
        <label class="choice">
            <span>{knob.words}</span>
            <Select options={knob.values.iter().map(|it| it.words.into()).collect::<Vec<_>>()}
                {chosen} {on_choose} />
        </label>
    }
}
