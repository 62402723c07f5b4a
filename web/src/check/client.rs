//! The page's side: starts the worker, asks, and hears when it dies.

use super::{Reply, Request, from_js, to_js};
use js_sys::Function;
use std::{cell::RefCell, rc::Rc};
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
    _on_reply: Closure<dyn Fn(MessageEvent)>,
    _on_death: Closure<dyn Fn(Event)>,
}

impl Checker {
    pub fn start(on_reply: Rc<dyn Fn(Reply)>) -> Result<Checker, JsValue> {
        let begin = BEGIN.with_borrow(Option::clone).ok_or(JsValue::NULL)?;
        let worker: Worker = begin.call0(&JsValue::NULL)?.unchecked_into();
        let hear = Rc::clone(&on_reply);
        let on_message = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
            hear(from_js(event.data()).unwrap_or_else(|| Reply::Died(died())));
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
        Ok(Checker { worker, _on_reply: on_message, _on_death: on_death })
    }

    pub fn ask(&self, request: &Request) -> Result<(), JsValue> {
        self.worker.post_message(&to_js(request))
    }
}

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
