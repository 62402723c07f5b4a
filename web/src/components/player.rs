//! What happens around a playground as it changes: the clock of the player, the address, the size.

use super::Tell;
use crate::{
    host::HostRef,
    state::{Message, State},
};
use gloo_timers::callback::Interval;
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use web_sys::{Element, ResizeObserver};
use yew::prelude::*;

/// Ticks while something is playing.
#[hook]
pub fn use_player(state: &Rc<State>, tell: &Tell) {
    let tick_ms = state.playing.map(|_| state.speed.tick_ms());
    let tell = tell.clone();
    use_effect_with(tick_ms, move |&tick_ms| {
        let clock = tick_ms.map(|ms| Interval::new(ms, move || tell.emit(Message::Tick)));
        move || drop(clock)
    });
}

/// Keeps the address at the present moment.
#[hook]
pub fn use_address(state: &Rc<State>, host: &HostRef, tell: &Tell) {
    let shown_jumps = use_mut_ref(|| state.jumps);
    let refused = tell.reform(Message::Notice);
    let host = host.clone();
    use_effect_with((state.scenario.clone(), state.jumps), move |(scenario, jumps)| {
        let jump = shown_jumps.replace(*jumps) != *jumps;
        host.show(&scenario.to_string(), jump, &refused);
    });
}

/// Tells the host how high the playground is, now and whenever that changes.
#[hook]
pub fn use_height(element: &NodeRef, host: &HostRef, wanted: bool) {
    let (element, host) = (element.clone(), host.clone());
    use_effect_with(wanted, move |&wanted| {
        let watching = element.cast::<Element>().filter(|_| wanted).and_then(|element| {
            let seen = element.clone();
            let tell = Closure::<dyn Fn()>::new(move || {
                host.resized(seen.get_bounding_client_rect().height());
            });
            let observer = ResizeObserver::new(tell.as_ref().unchecked_ref()).ok()?;
            observer.observe(&element);
            Some((observer, tell))
        });
        move || {
            if let Some((observer, _tell)) = watching {
                observer.disconnect();
            }
        }
    });
}
