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
    use_effect_with((), {
        let list = list.clone();
        move |()| {
            let first = list.cast::<web_sys::Element>();
            let first = first.and_then(|it| it.query_selector("button").ok()?);
            focus(first);
        }
    });
    // to the side where there is more room
    let is_left = place.center().x > room.0 / 2.0;
    let x = if is_left { room.0 - place.x + 8.0 } else { place.right() + 8.0 };
    let y = place.y.min(room.1 - 46.0 * hands.len() as f64 - 12.0).max(0.0);
    let side = if is_left { "right" } else { "left" };
    let style = format!(
        "{side}:min({}%, calc(100% - 13rem));top:{}%",
        short(100.0 * x / room.0),
        short(100.0 * y / room.1)
    );
    // not as an attribute: a page around a figure may forbid those in its policy (CSP)
    use_effect_with((list.clone(), style), |(list, style)| {
        if let Some(list) = list.cast::<web_sys::HtmlElement>() {
            list.style().set_css_text(style);
        }
    });
    let onkeydown = {
        let (on_close, on_act, hands) = (on_close.clone(), on_act.clone(), hands.clone());
        let list = list.clone();
        Callback::from(move |event: KeyboardEvent| {
            let key = event.key();
            let by_key = hands
                .iter()
                .find(|it| it.key.is_some_and(|own| own.to_string().eq_ignore_ascii_case(&key)));
            match key.as_str() {
                "Escape" | "Tab" => on_close.emit(()),
                "ArrowDown" => step(&list, 1),
                "ArrowUp" => step(&list, -1),
                _ if let Some(hand) = by_key => on_act.emit(hand.act),
                // digits and arrows do other things elsewhere
                "ArrowLeft" | "ArrowRight" | "Home" | "End" => {}
                _ => return,
            }
            event.prevent_default();
        })
    };
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
        <div class="stage-menu" role="menu" aria-label="What can happen here" ref={list}
            {onkeydown}>
            { for hands.iter().map(entry) }
        </div>
    }
}

fn step(list: &NodeRef, by: i32) {
    let Some(list) = list.cast::<web_sys::Element>() else { return };
    let buttons = list.children();
    let active = web_sys::window().and_then(|it| it.document()?.active_element());
    let count = buttons.length() as i32;
    let at = (0..count).find(|&it| buttons.item(it as u32) == active).unwrap_or(0);
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
