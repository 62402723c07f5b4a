//! The page's side: starts the worker, asks, and hears when it dies.

use super::{Reply, Request, from_js, to_js};
use gloo_timers::callback::Interval;
use js_sys::Function;
use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};
use wasm_bindgen::prelude::*;
use web_sys::{Event, MessageEvent, Worker};

thread_local! {
    static BEGIN: RefCell<Option<Function>> = const { RefCell::new(None) };
}

/// How to start a worker: a function that returns a new one. Only a script beside the worker's
/// knows its address.
#[wasm_bindgen]
pub fn workers(begin: Function) {
    BEGIN.set(Some(begin));
}

/// A running worker; dropping it ends it.
pub struct Checker {
    worker: Worker,
    /// How often the watch has looked since the worker was last heard; none if it owes no reply.
    silent: Rc<Cell<Option<u32>>>,
    _watch: Interval,
    _on_reply: Closure<dyn Fn(MessageEvent)>,
    _on_death: Closure<dyn Fn(Event)>,
}

impl Checker {
    /// A worker that searches is heard many times a second. One that owes a reply and is not heard
    /// between three looks of the watch, `watch_ms` apart, counts as dead: browsers end workers
    /// without an event.
    pub fn start(on_reply: Rc<dyn Fn(Reply)>, watch_ms: u32) -> Result<Checker, JsValue> {
        let begin = BEGIN.with_borrow(Option::clone).ok_or(JsValue::NULL)?;
        let worker: Worker = begin.call0(&JsValue::NULL)?.unchecked_into();
        let silent = Rc::new(Cell::new(None));
        let on_message = Closure::<dyn Fn(MessageEvent)>::new({
            let (on_reply, silent) = (Rc::clone(&on_reply), Rc::clone(&silent));
            move |event: MessageEvent| {
                let reply = from_js(event.data()).unwrap_or_else(|| Reply::Died(died()));
                silent.set(matches!(reply, Reply::Progress(..)).then_some(0));
                on_reply(reply);
            }
        });
        let watch = Interval::new(watch_ms, {
            let (on_reply, silent) = (Rc::clone(&on_reply), Rc::clone(&silent));
            move || match silent.get() {
                // more than one look: a computer that was asleep wakes with a look
                Some(LOOKS) => {
                    silent.set(None);
                    on_reply(Reply::Died(died()));
                }
                looks => silent.set(looks.map(|it| it + 1)),
            }
        });
        let on_death = Closure::<dyn Fn(Event)>::new(move |event: Event| {
            // it is told on the page, not in the console
            event.prevent_default();
            on_reply(Reply::Died(died()));
        });
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(on_death.as_ref().unchecked_ref()));
        // the compiled module: the worker neither fetches nor compiles it again
        worker.post_message(&wasm_bindgen::module())?;
        Ok(Checker { worker, silent, _watch: watch, _on_reply: on_message, _on_death: on_death })
    }

    pub fn ask(&self, request: &Request) -> Result<(), JsValue> {
        self.silent.set(Some(0));
        self.worker.post_message(&to_js(request))
    }
}

/// Looks of the watch before a silent worker counts as dead.
const LOOKS: u32 = 2;

/// Milliseconds between looks: a slow device needs some for the first reply.
pub const WATCH_MS: u32 = 10_000;

impl Drop for Checker {
    fn drop(&mut self) {
        self.worker.terminate();
    }
}

pub fn died() -> String {
    "The checker has stopped: it did not arrive, the page's policy refused it, or it ran out of memory."
        .into()
}

pub fn refused() -> String {
    "This browser, or the page around this one, does not allow a checker to be started.".into()
}
