//! What a reader does with the picture: by mouse, by finger, by key.

use super::{
    StageProps,
    acts::{Acts, element_of, is_variable, thing_at},
    menu,
};
use crate::components::swipe;
use gloo_timers::callback::Timeout;
use picture::{Thing, hands};
use std::{cell::RefCell, rc::Rc};
use wasm_bindgen::JsCast;
use web_sys::Element;
use yew::prelude::*;

/// How long a finger rests on a thing to see all that it can do.
const PRESS_MS: u32 = 450;

pub struct Gestures {
    pub click: Callback<MouseEvent>,
    pub context_menu: Callback<MouseEvent>,
    pub down: Callback<PointerEvent>,
    pub up: Callback<PointerEvent>,
    pub cancel: Callback<PointerEvent>,
    pub over: Callback<PointerEvent>,
    pub leave: Callback<PointerEvent>,
    pub focus_in: Callback<FocusEvent>,
    pub focus_out: Callback<FocusEvent>,
    pub key: Callback<KeyboardEvent>,
}

/// What lasts from one event to the next.
struct Memory {
    /// A finger that rests on a thing.
    press: Rc<RefCell<Option<Timeout>>>,
    /// It has rested for so long that its menu is open: what comes next is no click.
    pressed: Rc<RefCell<bool>>,
    /// Where a finger was put down.
    from: Rc<RefCell<Option<(i32, i32)>>>,
    /// The picture was clicked last, and not come to by keyboard.
    by_hand: Rc<RefCell<bool>>,
}

/// `current` is the thing that the keyboard is at.
#[hook]
pub fn use_gestures(
    props: &StageProps,
    node: &NodeRef,
    current: &UseStateHandle<Option<Thing>>,
    order: &[Thing],
    acts: &Acts,
) -> Gestures {
    let memory = Memory {
        press: use_mut_ref(|| None),
        pressed: use_mut_ref(|| false),
        from: use_mut_ref(|| None),
        by_hand: use_mut_ref(|| false),
    };
    let (focus_in, focus_out) = focus(props, node, current, &memory);
    let over = {
        let (moment, on_mark) = (Rc::clone(&props.moment), props.on_mark.clone());
        Callback::from(move |event: PointerEvent| on_mark.emit(thing_at(&event, &moment)))
    };
    let leave = {
        let on_mark = props.on_mark.clone();
        Callback::from(move |_: PointerEvent| on_mark.emit(None))
    };
    let cancel = {
        let from = Rc::clone(&memory.from);
        Callback::from(move |_: PointerEvent| {
            from.take();
        })
    };
    Gestures {
        click: click(props, current, acts, &memory),
        context_menu: context_menu(props, acts),
        down: down(props, acts, &memory),
        up: up(props, &memory),
        cancel,
        over,
        leave,
        focus_in,
        focus_out,
        key: key(props, node, current, order, acts, &memory),
    }
}

fn click(
    props: &StageProps,
    current: &UseStateHandle<Option<Thing>>,
    acts: &Acts,
    memory: &Memory,
) -> Callback<MouseEvent> {
    let (moment, take, current) = (Rc::clone(&props.moment), acts.take.clone(), current.setter());
    let pressed = Rc::clone(&memory.pressed);
    Callback::from(move |event: MouseEvent| {
        if let Some(thing) = thing_at(&event, &moment)
            && !pressed.replace(false)
        {
            if !is_variable(thing) {
                current.set(Some(thing));
            }
            take.emit(thing);
        }
    })
}

fn context_menu(props: &StageProps, acts: &Acts) -> Callback<MouseEvent> {
    let (moment, open) = (Rc::clone(&props.moment), acts.open.clone());
    Callback::from(move |event: MouseEvent| {
        if let Some(thing) = thing_at(&event, &moment) {
            event.prevent_default();
            open.emit(thing);
        }
    })
}

fn down(props: &StageProps, acts: &Acts, memory: &Memory) -> Callback<PointerEvent> {
    let (moment, open) = (Rc::clone(&props.moment), acts.open.clone());
    let Memory { press, pressed, from, by_hand } = memory;
    let (press, pressed) = (Rc::clone(press), Rc::clone(pressed));
    let (from, by_hand) = (Rc::clone(from), Rc::clone(by_hand));
    Callback::from(move |event: PointerEvent| {
        pressed.replace(false);
        by_hand.replace(true);
        from.replace(swipe::begin(&event));
        if event.pointer_type() == "mouse" {
            return;
        }
        let (open, pressed) = (open.clone(), Rc::clone(&pressed));
        let wait = thing_at(&event, &moment).map(|thing| {
            Timeout::new(PRESS_MS, move || {
                pressed.replace(true);
                open.emit(thing);
            })
        });
        press.replace(wait);
    })
}

fn up(props: &StageProps, memory: &Memory) -> Callback<PointerEvent> {
    let on_swipe = props.on_swipe.clone();
    let (press, pressed) = (Rc::clone(&memory.press), Rc::clone(&memory.pressed));
    let from = Rc::clone(&memory.from);
    Callback::from(move |event: PointerEvent| {
        let is_rest = press.replace(None).is_some();
        if let Some(direction) = from.take().and_then(|from| swipe::end(from, &event)) {
            // what a finger has gone over is not clicked
            pressed.replace(is_rest);
            on_swipe.emit(direction);
        }
    })
}

/// What happens where the focus comes to a thing, and where it leaves the picture.
fn focus(
    props: &StageProps,
    node: &NodeRef,
    current: &UseStateHandle<Option<Thing>>,
    memory: &Memory,
) -> (Callback<FocusEvent>, Callback<FocusEvent>) {
    let (moment, on_mark) = (Rc::clone(&props.moment), props.on_mark.clone());
    let current = current.setter();
    let come = Callback::from(move |event: FocusEvent| {
        let thing = thing_at(&event, &moment);
        current.set(thing);
        on_mark.emit(thing);
    });
    let (by_hand, node) = (Rc::clone(&memory.by_hand), node.clone());
    let go = Callback::from(move |event: FocusEvent| {
        let to = event.related_target().and_then(|to| to.dyn_into::<Element>().ok());
        let stage = node.cast::<Element>();
        if to.is_some_and(|to| stage.is_some_and(|stage| !stage.contains(Some(&to)))) {
            by_hand.replace(false);
        }
    });
    (come, go)
}

fn key(
    props: &StageProps,
    node: &NodeRef,
    current: &UseStateHandle<Option<Thing>>,
    order: &[Thing],
    acts: &Acts,
    memory: &Memory,
) -> Callback<KeyboardEvent> {
    let (moment, held, node) = (Rc::clone(&props.moment), Rc::clone(&props.held), node.clone());
    let (acts, current, order) = (acts.clone(), current.setter(), order.to_vec());
    let by_hand = Rc::clone(&memory.by_hand);
    Callback::from(move |event: KeyboardEvent| {
        let Some(thing) = thing_at(&event, &moment) else { return };
        let key = event.key();
        if key == "Tab" {
            by_hand.replace(false);
        }
        // after a click the page's keys are still those of the page
        if *by_hand.borrow() && matches!(&*key, "ArrowLeft" | "ArrowRight" | " ") {
            return;
        }
        let at = order.iter().position(|other| *other == thing);
        let go = |by: isize| {
            let at = at.map_or(0, |at| at as isize + by);
            let to = order[at.rem_euclid(order.len().max(1) as isize) as usize];
            current.set(Some(to));
            menu::focus(element_of(&node, to));
        };
        match key.as_str() {
            "ArrowRight" | "ArrowDown" => go(1),
            "ArrowLeft" | "ArrowUp" => go(-1),
            "Enter" | " " => acts.take.emit(thing),
            "m" | "M" | "ContextMenu" => acts.open.emit(thing),
            key => {
                let hands = hands(&moment, &held, thing);
                let own = hands.iter().find(|hand| {
                    hand.key.is_some_and(|own| own.to_string().eq_ignore_ascii_case(key))
                });
                let Some(own) = own else { return };
                acts.on_hand.emit(own.act);
            }
        }
        event.prevent_default();
    })
}
