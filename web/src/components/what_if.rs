//! What if: the algorithm's options, those that break something first. Sizes are one line of words.

use super::{Dispatch, select::Select};
use catalog::{Entry, Knob, Scenario, Value};
use session::{
    path::breaking,
    snippet,
    state::{Message, NEW, is_of_reader},
    variants::Variants,
};
use std::rc::Rc;
use yew::prelude::*;

/// So many options are visible at once.
const VISIBLE: usize = 4;

/// A closed select may cut longer words: they stand below it, too.
const SELECT_MAX: usize = 26;

/// The options whose change leads to a failure at one of the key moments.
pub type Breaking = Rc<[&'static str]>;

#[hook]
pub fn use_breaking(entry: &Entry) -> Breaking {
    (*use_memo(entry.slug, |_| Rc::<[_]>::from(breaking(entry)))).clone()
}

pub fn what_if(
    scenario: &Scenario,
    breaking: &Breaking,
    tell: &Dispatch,
    on_variants: &Callback<()>,
) -> Html {
    let setting = &scenario.setting;
    let (sizes, mut rules): (Vec<_>, Vec<_>) = setting.iter().partition(|(knob, _)| knob.is_size());
    // stable: the others keep their order
    rules.sort_by_key(|(knob, _)| !breaking.contains(&knob.name));
    let turned = setting.iter().any(|(knob, value)| is_turned(knob, value));
    let rest = rules.split_off(rules.len().min(VISIBLE));
    let is_turned_in = |all: &[(&'static Knob, &'static Value)]| {
        all.iter().any(|(knob, value)| is_turned(knob, value))
    };
    // nobody has published what a reader writes
    let usually = if is_of_reader(scenario) { "usual: " } else { "published: " };
    let option = |(knob, value): &(&'static Knob, &'static Value)| {
        let class = classes!("knob", is_turned(knob, value).then_some("turned"));
        html! { <div key={knob.name} {class}>{one(knob, value, usually, tell)}</div> }
    };
    if rules.is_empty() && sizes.is_empty() && scenario.slug == NEW {
        return Html::default();
    }
    html! {
        <section class="knobs" aria-label="What if">
            <h2>{"What if…"}</h2>
            { for rules.iter().map(option) }
            if !rest.is_empty() {
                <details open={is_turned_in(&rest)}>
                    <summary>{format!("{} more", rest.len())}</summary>
                    { for rest.iter().map(option) }
                </details>
            }
            if !sizes.is_empty() {
                <details class="sizes">
                    <summary>
                        <span>{for sentence(&sizes)}</span>{" "}<u>{"change"}</u>
                    </summary>
                    { for sizes.iter().map(option) }
                </details>
            }
            if scenario.slug != NEW {
            <div class="buttons">
                // not disabled, which would take the focus away
                <button aria-disabled={(!turned).then_some("true")}
                    onclick={turned.then(|| tell.reform(|_: MouseEvent| Message::ResetKnobs))}>
                    {"As published"}
                </button>
                <a class="button" href={snippet::side_by_side(scenario)}>{"Side by side"}</a>
                if Variants::are_of(&scenario.start()) {
                    <button onclick={on_variants.reform(|_| ())}>{"Variants"}</button>
                }
            </div>
            }
        </section>
    }
}

fn is_turned(knob: &Knob, value: &Value) -> bool {
    knob.values[0].name != value.name
}

/// "3 processes · each enters twice · tickets up to 6"
fn sentence(sizes: &[(&'static Knob, &'static Value)]) -> Vec<Html> {
    let words = |(at, (knob, value)): (usize, &(&'static Knob, &'static Value))| {
        let name = knob.words.to_lowercase();
        let is_last_word = ["up to", "of", "a"].iter().any(|text| name.ends_with(text));
        let said = match value.words.parse::<u8>() {
            Ok(count) if count != 1 && !is_last_word && !name.contains(" is ") => {
                format!("{count} {name}")
            }
            Ok(count) if !is_last_word => format!("{name}: {count}"),
            _ => format!("{name} {}", value.words),
        };
        let mark = if at == 0 { "" } else { " · " };
        html! { <>{mark}<span class={is_turned(knob, value).then_some("turned")}>{said}</span></> }
    };
    sizes.iter().enumerate().map(words).collect()
}

/// `usually` stands before the value that is not the reader's.
fn one(knob: &'static Knob, value: &'static Value, usually: &'static str, tell: &Dispatch) -> Html {
    match knob.values {
        values if values.iter().all(|value| value.words.parse::<u8>().is_ok()) => {
            numbers(knob, value, tell)
        }
        [usual, other] => toggle(knob, (usually, usual), other, value == other, tell),
        _ => choice(knob, value, usually, tell),
    }
}

fn turn(knob: &'static Knob, value: &'static Value, tell: &Dispatch) -> Callback<Event> {
    tell.reform(move |_| Message::Turn { knob: knob.name, value: value.name })
}

/// Two values make a sentence that is true or not.
fn toggle(
    knob: &'static Knob,
    (usually, usual): (&'static str, &'static Value),
    other: &'static Value,
    on: bool,
    tell: &Dispatch,
) -> Html {
    html! {
        <label class="toggle">
            <input type="checkbox" role="switch" checked={on}
                onchange={turn(knob, if on { usual } else { other }, tell)} />
            <span>
                {knob.words}{" "}<b>{other.words}</b>
                <small>{usually}{usual.words}</small>
            </span>
        </label>
    }
}

fn numbers(knob: &'static Knob, value: &'static Value, tell: &Dispatch) -> Html {
    let mut values: Vec<&'static Value> = knob.values.iter().collect();
    values.sort_by_key(|value| value.words.parse::<u8>().ok());
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

fn choice(
    knob: &'static Knob,
    value: &'static Value,
    usually: &'static str,
    tell: &Dispatch,
) -> Html {
    let on_choose = tell
        .reform(move |nth: usize| Message::Turn { knob: knob.name, value: knob.values[nth].name });
    let chosen = knob.values.iter().position(|it| it == value).unwrap_or_default();
    html! {
        <label class="choice">
            <span>{knob.words}</span>
            <Select options={knob.values.iter().map(|value| value.words.into()).collect::<Vec<_>>()}
                {chosen} {on_choose} />
            if value.words.chars().count() > SELECT_MAX {
                <small aria-hidden="true">{value.words}</small>
            }
            if is_turned(knob, value) {
                <small>{usually}{knob.values[0].words}</small>
            }
        </label>
    }
}
