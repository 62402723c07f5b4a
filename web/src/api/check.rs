//! A check of every interleaving, as a promise.

use super::object;
use crate::check::{Checker, Heard, Limit, Reply, Request, WATCH_MS, refused};
use catalog::Scenario;
use gloo_events::EventListener;
use js_sys::{Function, Promise};
use session::plain_objects::Report;
use std::{cell::RefCell, rc::Rc};
use wasm_bindgen::prelude::*;
use web_sys::AbortSignal;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(typescript_type = "CheckOptions")]
    pub type CheckOptions;

    #[wasm_bindgen(method, getter, js_name = statesMax)]
    fn states_max(this: &CheckOptions) -> JsValue;

    #[wasm_bindgen(method, getter, js_name = onProgress)]
    fn on_progress(this: &CheckOptions) -> Option<Function>;

    #[wasm_bindgen(method, getter)]
    fn signal(this: &CheckOptions) -> Option<AbortSignal>;
}

/// What lives as long as a check does.
struct Running {
    _worker: Checker,
    _on_abort: Option<EventListener>,
}

pub fn check(scenario: &Scenario, options: Option<CheckOptions>) -> Promise {
    Promise::new(&mut |resolve, reject| start(scenario, options.as_ref(), resolve, reject))
}

fn start(scenario: &Scenario, options: Option<&CheckOptions>, resolve: Function, reject: Function) {
    let signal = options.and_then(CheckOptions::signal);
    if let Some(signal) = signal.as_ref().filter(|signal| signal.aborted()) {
        return tell(&reject, &signal.reason());
    }
    let states_max = match states_max(options) {
        Ok(states_max) => states_max,
        Err(why) => return tell(&reject, &JsError::new(why).into()),
    };
    let running: Rc<RefCell<Option<Running>>> = Rc::default();
    let on_progress = options.and_then(CheckOptions::on_progress);
    let on_reply = settle(&running, scenario.clone(), on_progress, resolve, reject.clone());
    let request = Request::Check {
        from_here: false,
        scenario: scenario.with_run(Vec::new()).to_string(),
        states_max,
        bytes_max: Limit::Asked.bytes_max(),
    };
    let worker = Checker::start(on_reply, WATCH_MS).and_then(|worker| {
        worker.ask(&request)?;
        Ok(worker)
    });
    let Ok(worker) = worker else {
        return tell(&reject, &JsError::new(&refused()).into());
    };
    let on_abort = signal.map(|signal| {
        let running = Rc::clone(&running);
        EventListener::once(&signal.clone(), "abort", move |_| {
            running.take();
            tell(&reject, &signal.reason());
        })
    });
    running.replace(Some(Running { _worker: worker, _on_abort: on_abort }));
}

/// How many states may be looked at; an error says what is wrong with what was given.
fn states_max(options: Option<&CheckOptions>) -> Result<usize, &'static str> {
    let given = options.map(CheckOptions::states_max);
    let given = given.filter(|value| !value.is_null_or_undefined());
    match given.map(|value| value.as_f64()) {
        None => Ok(Limit::Asked.states_max()),
        #[expect(clippy::cast_sign_loss)]
        Some(Some(most)) if most >= 1.0 => Ok(most as usize),
        Some(_) => Err("statesMax is a number of states, at least 1"),
    }
}

/// Tells how far it has come; what ends the check settles the promise.
fn settle(
    running: &Rc<RefCell<Option<Running>>>,
    checked: Scenario,
    on_progress: Option<Function>,
    resolve: Function,
    reject: Function,
) -> Heard {
    let running = Rc::clone(running);
    Rc::new(move |reply| match reply {
        // answers what is not asked here
        Reply::Answer(_) => {}
        Reply::Progress(pace, _) => {
            if let (Some(on_progress), Ok(pace)) = (&on_progress, object(&pace)) {
                tell(on_progress, &pace);
            }
        }
        Reply::Found(found) => {
            running.take();
            match object(&Report::of(found, &checked)) {
                Ok(report) => tell(&resolve, &report),
                Err(error) => tell(&reject, &error.into()),
            }
        }
        Reply::Problem(why) | Reply::Died(why) => {
            running.take();
            tell(&reject, &JsError::new(&why).into());
        }
    })
}

/// What a stranger's function throws is the stranger's affair.
fn tell(whom: &Function, what: &JsValue) {
    let _ = whom.call1(&JsValue::NULL, what);
}
