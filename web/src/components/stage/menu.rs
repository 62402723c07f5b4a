//! All that can be done to a thing on the picture, beside it.

use picture::geometry::{Rect, short};
use picture::{Act, Hand};
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct MenuProps {
    pub hands: Vec<Hand>,
    /// The thing, and the size of the picture.
    pub place: Rect,
    pub room: (f64, f64),
    pub on_act: Callback<Act>,
    pub on_close: Callback<()>,
}

#[component]
pub fn Menu(props: &MenuProps) -> Html {
    let MenuProps { hands, place, room, on_act, on_close } = props;
    let list = use_node_ref();
    use_first(&list);
    use_style(&list, beside(*place, *room, hands.len()));
    let entry = |hand: &Hand| {
        let act = hand.act;
        let onclick = on_act.reform(move |_: MouseEvent| act);
        html! {
            <button type="button" role="menuitem" {onclick}>
                <span>{&hand.label}</span>
                if let Some(key) = hand.key { <kbd aria-hidden="true">{key}</kbd> }
            </button>
        }
    };
    html! {
        <div class="stage-menu" role="menu" aria-label="What can happen here" ref={list.clone()}
            onkeydown={keyboard(list, hands, on_act, on_close)}>
            { for hands.iter().map(entry) }
        </div>
    }
}

/// The keyboard begins at the first entry.
#[hook]
fn use_first(list: &NodeRef) {
    use_effect_with((), {
        let list = list.clone();
        move |()| {
            let list = list.cast::<web_sys::Element>();
            focus(list.and_then(|list| list.query_selector("button").ok()?));
        }
    });
}

/// Not as an attribute: a page around a figure may forbid those in its policy (CSP).
#[hook]
fn use_style(list: &NodeRef, style: String) {
    use_effect_with((list.clone(), style), |(list, style)| {
        if let Some(list) = list.cast::<web_sys::HtmlElement>() {
            list.style().set_css_text(style);
        }
    });
}

/// Where so many entries stand: to the side of the thing where there is more room.
fn beside(place: Rect, room: (f64, f64), count: usize) -> String {
    let is_left = place.center().x > room.0 / 2.0;
    let x = if is_left { room.0 - place.x + 8.0 } else { place.right() + 8.0 };
    let y = place.y.min(room.1 - 46.0 * count as f64 - 12.0).max(0.0);
    let side = if is_left { "right" } else { "left" };
    format!(
        "{side}:min({}%, calc(100% - 13rem));top:{}%",
        short(100.0 * x / room.0),
        short(100.0 * y / room.1)
    )
}

/// Arrows go from entry to entry, and the key of an entry presses it.
fn keyboard(
    list: NodeRef,
    hands: &[Hand],
    on_act: &Callback<Act>,
    on_close: &Callback<()>,
) -> Callback<KeyboardEvent> {
    let (on_act, on_close) = (on_act.clone(), on_close.clone());
    let keys: Vec<(String, Act)> =
        hands.iter().filter_map(|hand| Some((hand.key?.to_string(), hand.act))).collect();
    Callback::from(move |event: KeyboardEvent| {
        let key = event.key();
        let by_key = keys.iter().find(|(own, _)| own.eq_ignore_ascii_case(&key));
        match key.as_str() {
            "Escape" | "Tab" => on_close.emit(()),
            "ArrowDown" => step(&list, 1),
            "ArrowUp" => step(&list, -1),
            _ if let Some((_, act)) = by_key => on_act.emit(*act),
            // digits and arrows do other things elsewhere
            "ArrowLeft" | "ArrowRight" | "Home" | "End" => {}
            _ => return,
        }
        event.prevent_default();
    })
}

fn step(list: &NodeRef, by: i32) {
    let Some(list) = list.cast::<web_sys::Element>() else { return };
    let buttons = list.children();
    let active = web_sys::window().and_then(|window| window.document()?.active_element());
    let count = buttons.length() as i32;
    let at = (0..count).find(|&nth| buttons.item(nth as u32) == active).unwrap_or(0);
    focus(buttons.item((at + by).rem_euclid(count.max(1)) as u32));
}

/// Gives the keyboard to an element, and moves nothing.
pub fn focus(element: Option<web_sys::Element>) {
    let still = web_sys::FocusOptions::new();
    still.set_prevent_scroll(true);
    if let Some(element) = element {
        // elements of a drawing have the same method
        let element: web_sys::HtmlElement = wasm_bindgen::JsCast::unchecked_into(element);
        let _ = element.focus_with_options(&still);
    }
}
