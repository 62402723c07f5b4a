//! A check of every interleaving, as a promise.

use super::object;
use crate::check::{Checker, Limit, Reply, Request, WATCH_MS, refused};
use catalog::Scenario;
use gloo_events::EventListener;
use js_sys::{Function, Promise};
use session::data::Report;
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
    if let Some(signal) = signal.as_ref().filter(|it| it.aborted()) {
        return tell(&reject, &signal.reason());
    }
    let states_max = options.map(CheckOptions::states_max).filter(|it| !it.is_null_or_undefined());
    let states_max = match states_max.map(|it| it.as_f64()) {
        None => Limit::Asked.states_max(),
        #[expect(clippy::cast_sign_loss)]
        Some(Some(most)) if most >= 1.0 => most as usize,
        Some(_) => {
            let why = "statesMax is a number of states, at least 1";
            return tell(&reject, &JsError::new(why).into());
        }
    };
    let running: Rc<RefCell<Option<Running>>> = Rc::default();
    let on_reply = {
        let (running, reject, checked) = (Rc::clone(&running), reject.clone(), scenario.clone());
        let on_progress = options.and_then(CheckOptions::on_progress);
        move |reply| match reply {
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
        }
    };
    let request = Request::Check {
        from_here: false,
        scenario: scenario.with_run(Vec::new()).to_string(),
        states_max,
        bytes_max: Limit::Asked.bytes_max(),
    };
    let worker = Checker::start(Rc::new(on_reply), WATCH_MS).and_then(|worker| {
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

/// What a stranger's function throws is the stranger's affair.
fn tell(whom: &Function, what: &JsValue) {
    let _ = whom.call1(&JsValue::NULL, what);
}
