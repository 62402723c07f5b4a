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

/// A worker; dropping it ends it.
pub struct Checker {
    worker: Worker,
    on_reply: Rc<RefCell<Heard>>,
    does: Rc<Cell<Does>>,
    /// The memory of the worker when it was last at rest.
    memory: Rc<Cell<usize>>,
    _watch: Interval,
    _on_message: Closure<dyn Fn(MessageEvent)>,
    _on_death: Closure<dyn Fn(Event)>,
}

/// Takes what a worker says.
pub type Heard = Rc<dyn Fn(Reply)>;

/// What a worker is at, and how often the watch has looked since then.
#[derive(Clone, Copy)]
enum Does {
    /// It owes a reply.
    Search(u32),
    Rest(u32),
    /// It is dead, or has rested for too long.
    Nothing,
}

impl Checker {
    /// A worker that searches is heard many times a second. One that owes a reply and is not heard
    /// between three looks of the watch, `watch_ms` apart, counts as dead: browsers end workers
    /// without an event.
    pub fn start(on_reply: Heard, watch_ms: u32) -> Result<Checker, JsValue> {
        let begin = BEGIN.with_borrow(Option::clone).ok_or(JsValue::NULL)?;
        let worker: Worker = begin.call0(&JsValue::NULL)?.unchecked_into();
        let on_reply = Rc::new(RefCell::new(on_reply));
        let does = Rc::new(Cell::new(Does::Rest(0)));
        let memory = Rc::new(Cell::new(0));
        let hear = hear(&on_reply);
        let on_message = on_message(&hear, &does, &memory);
        let watch = watch(watch_ms, &hear, &does, &worker);
        let on_death = on_death(&hear, &does);
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(on_death.as_ref().unchecked_ref()));
        // the compiled module: the worker neither fetches nor compiles it again
        worker.post_message(&wasm_bindgen::module())?;
        Ok(Checker {
            worker,
            on_reply,
            does,
            memory,
            _watch: watch,
            _on_message: on_message,
            _on_death: on_death,
        })
    }

    pub fn ask(&self, request: &Request) -> Result<(), JsValue> {
        self.does.set(Does::Search(0));
        self.worker.post_message(&to_js(request))
    }

    /// Asks a worker at rest, or a new one: what ran before is ended and says no more.
    pub fn ask_anew(
        checker: &mut Option<Checker>,
        on_reply: Heard,
        request: &Request,
    ) -> Result<(), JsValue> {
        let ready = checker.take().filter(Checker::is_ready);
        let asked = match ready {
            None => Checker::start(on_reply, WATCH_MS)?,
            Some(ready) => {
                ready.tell(on_reply);
                ready
            }
        };
        asked.ask(request)?;
        *checker = Some(asked);
        Ok(())
    }

    /// Whether it can take another check at once: it is at rest, and small.
    pub fn is_ready(&self) -> bool {
        matches!(self.does.get(), Does::Rest(_)) && self.memory.get() <= MEMORY_MAX
    }

    /// From now on something else hears what it says.
    pub fn tell(&self, on_reply: Heard) {
        self.on_reply.replace(on_reply);
    }
}

/// Whoever is to hear when something is said.
fn hear(on_reply: &Rc<RefCell<Heard>>) -> Heard {
    let on_reply = Rc::clone(on_reply);
    Rc::new(move |reply| {
        // it may ask for something else to be heard
        let on_reply = Rc::clone(&on_reply.borrow());
        on_reply(reply);
    })
}

/// A worker has said something: it tells what it is at, too.
fn on_message(
    hear: &Heard,
    does: &Rc<Cell<Does>>,
    memory: &Rc<Cell<usize>>,
) -> Closure<dyn Fn(MessageEvent)> {
    let (hear, does, memory) = (Rc::clone(hear), Rc::clone(does), Rc::clone(memory));
    Closure::new(move |event: MessageEvent| {
        let reply = from_js(event.data()).unwrap_or_else(|| Reply::Died(died()));
        does.set(match &reply {
            Reply::Progress(..) => Does::Search(0),
            Reply::Answer(answer) if !answer.is_whole() => Does::Search(0),
            Reply::Found(found) => {
                memory.set(found.memory);
                Does::Rest(0)
            }
            Reply::Answer(_) | Reply::Problem(_) => Does::Rest(0),
            Reply::Died(_) => Does::Nothing,
        });
        hear(reply);
    })
}

/// Looks whether a worker that owes a reply is silent, and whether one has rested for too long.
fn watch(watch_ms: u32, hear: &Heard, does: &Rc<Cell<Does>>, worker: &Worker) -> Interval {
    let (hear, does, worker) = (Rc::clone(hear), Rc::clone(does), worker.clone());
    Interval::new(watch_ms, move || match does.get() {
        // more than one look: a computer that was asleep wakes with a look
        Does::Search(LOOKS) => {
            does.set(Does::Nothing);
            hear(Reply::Died(died()));
        }
        Does::Search(looks) => does.set(Does::Search(looks + 1)),
        Does::Rest(REST_LOOKS) => {
            does.set(Does::Nothing);
            worker.terminate();
        }
        Does::Rest(looks) => does.set(Does::Rest(looks + 1)),
        Does::Nothing => (),
    })
}

/// The browser says that a worker could not be started, or has failed.
fn on_death(hear: &Heard, does: &Rc<Cell<Does>>) -> Closure<dyn Fn(Event)> {
    let (hear, does) = (Rc::clone(hear), Rc::clone(does));
    Closure::new(move |event: Event| {
        // it is told on the page, not in the console
        event.prevent_default();
        does.set(Does::Nothing);
        hear(Reply::Died(died()));
    })
}

/// Looks of the watch before a silent worker counts as dead.
const LOOKS: u32 = 2;

/// Looks of the watch, five minutes, before a worker that rests is ended.
const REST_LOOKS: u32 = 30;

/// A worker with more memory does not stay: its memory never shrinks.
const MEMORY_MAX: usize = 96 << 20;

/// Milliseconds between looks: a slow device needs some for the first reply.
pub const WATCH_MS: u32 = 10_000;

impl Drop for Checker {
    fn drop(&mut self) {
        self.worker.terminate();
    }
}

pub fn died() -> String {
    "The checker has stopped: it did not arrive, the page’s policy refused it, or it ran out of memory."
        .into()
}

pub fn refused() -> String {
    "This browser, or the page around this one, does not allow a checker to be started.".into()
}
