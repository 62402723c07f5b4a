//! The worker's side: searches in slices and listens between them.

use super::{Job, Reply, Request, from_js, to_js};
use js_sys::{ArrayBuffer, WebAssembly::Memory, global};
use std::{cell::RefCell, rc::Rc, time::Duration};
use wasm_bindgen::prelude::*;
use web_sys::{DedicatedWorkerGlobalScope, MessageChannel, MessageEvent, MessagePort};

struct Worker {
    scope: DedicatedWorkerGlobalScope,
    job: RefCell<Job>,
    /// A message to this port comes back when all that arrived before it was heard; unlike a
    /// timer it is never held back.
    again: MessagePort,
}

/// Takes requests from now on.
pub fn serve() -> Result<(), JsValue> {
    let scope: DedicatedWorkerGlobalScope = global().unchecked_into();
    let channel = MessageChannel::new()?;
    let worker = Rc::new(Worker {
        scope: scope.clone(),
        job: RefCell::new(Job::default()),
        again: channel.port2(),
    });
    let on_request = Closure::<dyn Fn(MessageEvent)>::new({
        let worker = Rc::clone(&worker);
        move |event: MessageEvent| {
            if let Some(request) = from_js::<Request>(event.data()) {
                worker.take(request);
            }
        }
    });
    scope.set_onmessage(Some(on_request.as_ref().unchecked_ref()));
    let on_again = Closure::<dyn Fn()>::new(move || worker.slice());
    channel.port1().set_onmessage(Some(on_again.as_ref().unchecked_ref()));
    // both live as long as the worker
    on_request.forget();
    on_again.forget();
    Ok(())
}

impl Worker {
    fn take(&self, request: Request) {
        let was_running = self.job.borrow().is_running();
        let reply = self.job.borrow_mut().take(request);
        self.say(reply);
        if !was_running && self.job.borrow().is_running() {
            self.ask_for_a_slice();
        }
    }

    fn slice(&self) {
        let now = || {
            let ms = self.scope.performance().map_or(0.0, |performance| performance.now());
            Duration::from_secs_f64(ms / 1_000.0)
        };
        let reply = self.job.borrow_mut().slice(now);
        self.say(reply);
        if self.job.borrow().is_running() {
            self.ask_for_a_slice();
        }
    }

    fn say(&self, reply: Option<Reply>) {
        if let Some(mut reply) = reply {
            if let Reply::Found(found) = &mut reply {
                found.memory = memory();
            }
            let _ = self.scope.post_message(&to_js(&reply));
        }
    }

    fn ask_for_a_slice(&self) {
        let _ = self.again.post_message(&JsValue::NULL);
    }
}

/// The memory of this program, in bytes.
fn memory() -> usize {
    let memory: Memory = wasm_bindgen::memory().unchecked_into();
    memory.buffer().unchecked_into::<ArrayBuffer>().byte_length() as usize
}
