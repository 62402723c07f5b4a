//! The page's side: starts the worker, asks, and hears when it dies.

use super::{Reply, Request};
use crate::home;
use js_sys::Array;
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use web_sys::{Blob, BlobPropertyBag, Event, MessageEvent, Url, Worker, WorkerOptions, WorkerType};

/// A running worker; dropping it ends it.
pub struct Checker {
    worker: Worker,
    _on_reply: Closure<dyn Fn(MessageEvent)>,
    _on_death: Closure<dyn Fn(Event)>,
}

impl Checker {
    pub fn start(on_reply: Rc<dyn Fn(Reply)>) -> Result<Checker, JsValue> {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let worker = Worker::new_with_options(&script()?, &options)?;
        let hear = Rc::clone(&on_reply);
        let on_message = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
            let reply = event.data().as_string().and_then(|it| Reply::read(&it));
            hear(reply.unwrap_or_else(|| Reply::Died(died())));
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
        self.worker.post_message(&request.text().into())
    }
}

impl Drop for Checker {
    fn drop(&mut self) {
        self.worker.terminate();
    }
}

/// The worker's script. Another origin's may not be started directly, but may be imported.
fn script() -> Result<String, JsValue> {
    let url = home::beside("worker.js")?;
    let here = web_sys::window().and_then(|it| it.location().origin().ok());
    if here.as_deref() == Some(&url.origin()) {
        return Ok(url.href());
    }
    let text = Array::of1(&format!("import {:?};", url.href()).into());
    let kind = BlobPropertyBag::new();
    kind.set_type("text/javascript");
    Url::create_object_url_with_blob(&Blob::new_with_str_sequence_and_options(&text, &kind)?)
}

pub fn died() -> String {
    "The checker has stopped: it did not arrive, the page's policy refused it, or it ran out of memory."
        .into()
}

pub fn refused() -> String {
    "This browser, or the page around this one, does not allow a checker to be started.".into()
}
