//! The words of the language beside the text. A press puts one in at the caret.

use crate::{
    browser::window,
    components::{
        icon::{Icon, icon},
        pieces::marked,
    },
};
use session::editor::{Entry, vocabulary};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, HtmlInputElement};
use yew::prelude::*;

/// The identity of the panel, for the button that opens it.
pub const WORDS: &str = "editor-words";

#[derive(Properties, PartialEq)]
pub struct WordsProps {
    pub on_word: Callback<Entry>,
    /// Opens or closes it.
    pub on_words: Callback<bool>,
}

#[component]
pub fn Words(props: &WordsProps) -> Html {
    let WordsProps { on_word, on_words } = props;
    let all = use_memo((), |()| vocabulary());
    let asked = use_state(String::new);
    // one stop of the Tab key; arrows go on from it
    let stop = use_state_eq(|| 0);
    let found: Vec<usize> = (0..all.len()).filter(|nth| all[*nth].is_found_by(&asked)).collect();
    let stop_here = found.iter().find(|nth| **nth == *stop).or(found.first()).copied();
    let oninput = {
        let asked = asked.setter();
        Callback::from(move |event: InputEvent| {
            asked.set(event.target_unchecked_into::<HtmlInputElement>().value());
        })
    };
    let close = {
        let on_words = on_words.clone();
        Callback::from(move |()| {
            on_words.emit(false);
            back();
        })
    };
    let one = |nth: usize| entry(nth, &all[nth], Some(nth) == stop_here, stop.setter(), on_word);
    // in an element of their own: as many as there are, they would move the field beside them
    let groups = found.chunk_by(|a, b| all[*a].group == all[*b].group);
    let group = |entries: &[usize]| {
        html! {
            <>
                <h3>{all[entries[0]].group}</h3>
                <ul>{ for entries.iter().copied().map(one) }</ul>
            </>
        }
    };
    html! {
        <section id={WORDS} class="vocabulary" aria-label="Words of the language"
            onkeydown={keyboard(close.clone())}>
            <div class="head">
                <h2>{"Words"}</h2>
                <button class="plain" aria-label="Close the words" onclick={close.reform(|_: MouseEvent| ())}>
                    {icon(Icon::Close)}
                </button>
            </div>
            <input type="search" placeholder="await, message, loop" aria-label="Find a word" {oninput} />
            <div>{ for groups.map(group) }</div>
            <p role="status">
                if found.is_empty() { {format!("No word matches “{}”.", *asked)} }
            </p>
        </section>
    }
}

/// What a word says, the button that puts it in, and its place in the reference.
fn entry(
    nth: usize,
    entry: &Entry,
    is_stop: bool,
    stop: UseStateSetter<usize>,
    on_word: &Callback<Entry>,
) -> Html {
    let Entry { label, says, section, .. } = entry;
    let tabindex = if is_stop { "0" } else { "-1" };
    let word = entry.clone();
    html! {
        <li key={nth} onfocusin={move |_| stop.set(nth)}>
            <button class="plain" {tabindex} onclick={on_word.reform(move |_| word.clone())}>
                <code>{label}</code><span>{marked(says)}</span>
            </button>
            <a {tabindex} href={format!("language.html#{section}")} target="_blank" rel="noopener"
                aria-label={format!("{label} in the reference")}>{"?"}</a>
        </li>
    }
}

/// Escape closes the panel, and arrows go from entry to entry.
fn keyboard(close: Callback<()>) -> Callback<KeyboardEvent> {
    Callback::from(move |event: KeyboardEvent| {
        // the player has keys of its own
        event.stop_propagation();
        match &*event.key() {
            "Escape" => close.emit(()),
            "ArrowDown" => go(1),
            "ArrowUp" => go(-1),
            _ => return,
        }
        event.prevent_default();
    })
}

/// Puts the focus on the entry that is so many below the one that has it; on the first one from elsewhere.
fn go(by: i32) {
    let Some(document) = window().and_then(|window| window.document()) else { return };
    let Some(list) = document.get_element_by_id(WORDS) else { return };
    let Ok(entries) = list.query_selector_all("li > button") else { return };
    let active = document.active_element();
    let is_active = |nth: &u32| {
        entries.get(*nth).and_then(|node| node.dyn_into::<Element>().ok()).is_some_and(|entry| {
            let item = entry.parent_element();
            active.as_ref().is_some_and(|active| active.parent_element() == item)
        })
    };
    let next = match (0..entries.length()).find(is_active) {
        Some(nth) => nth.saturating_add_signed(by).min(entries.length().saturating_sub(1)),
        None => 0,
    };
    if let Some(entry) = entries.get(next).and_then(|node| node.dyn_into::<HtmlElement>().ok()) {
        let _ = entry.focus();
    }
}

/// The focus goes back to what opens it.
fn back() {
    let document = window().and_then(|window| window.document());
    let switch = document.and_then(|document| document.query_selector(".words-switch").ok()?);
    if let Some(switch) = switch.and_then(|switch| switch.dyn_into::<HtmlElement>().ok()) {
        let _ = switch.focus();
    }
}
