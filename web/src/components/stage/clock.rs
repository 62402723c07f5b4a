//! The time of a movement: from one frame of the browser to the next.

use crate::browser::{matches, window};
use catalog::Moment;
use gloo_timers::callback::Timeout;
use picture::Movement;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use wasm_bindgen::{JsCast, prelude::*};
use web_sys::Window;
use yew::prelude::*;

/// Above that speed nothing flies.
const FLIES_UP_TO: f64 = 4.0;
/// How long it takes to go to a moment that is not the next one.
const JUMP_MS: f64 = 160.0;

/// How a moment came about, and how far that is shown.
#[derive(Clone)]
pub struct Instant {
    pub before: Option<Rc<Moment>>,
    pub is_jump: bool,
    pub looks: Option<usize>,
    pub t: f64,
    pub is_reduced: bool,
}

struct Shown {
    before: Option<Rc<Moment>>,
    now: Rc<Moment>,
    is_jump: bool,
    looks: Option<usize>,
    /// Goes up with each movement, so that the frames of an earlier one are told apart.
    count: usize,
}

impl Shown {
    fn takes_ms(&self) -> f64 {
        match (&self.before, self.looks) {
            (_, Some(_)) => Movement::look().ms,
            (Some(_), _) if self.is_jump => JUMP_MS,
            (Some(before), _) => Movement::of(before, &self.now).ms,
            (None, None) => 0.0,
        }
    }
}

/// Plays the movement to each new moment. `looks` is a process that looks and has to wait, and how
/// often the reader has asked for that.
#[hook]
pub fn use_movement(moment: &Rc<Moment>, speed: f64, looks: (Option<usize>, usize)) -> Instant {
    let shown = use_mut_ref(|| Shown {
        before: None,
        now: Rc::clone(moment),
        is_jump: false,
        looks: None,
        count: 0,
    });
    let asked = use_mut_ref(|| looks.1);
    let time = use_state_eq(|| (0, 1.0));
    {
        let mut shown = shown.borrow_mut();
        if !Rc::ptr_eq(&shown.now, moment) {
            shown.is_jump = moment.at != shown.now.at + 1;
            shown.before = Some(std::mem::replace(&mut shown.now, Rc::clone(moment)));
            shown.looks = None;
            shown.count += 1;
        } else if asked.replace(looks.1) != looks.1 {
            (shown.looks, shown.is_jump) = (looks.0, false);
            shown.count += 1;
        }
    }
    let is_reduced = speed <= FLIES_UP_TO && prefers_less();
    let count = shown.borrow().count;
    use_effect_with(count, {
        let (shown, time) = (Rc::clone(&shown), time.setter());
        move |&count| {
            let ms = shown.borrow().takes_ms();
            let moves = count > 0 && ms > 0.0 && speed <= FLIES_UP_TO && !is_reduced;
            let frames = if moves {
                Frames::start(ms / speed, move |t| time.set((count, t)))
            } else {
                time.set((count, 1.0));
                None
            };
            move || drop(frames)
        }
    });
    let it = shown.borrow();
    let t = if time.0 == it.count { time.1 } else { 0.0 };
    let t = if is_reduced || speed > FLIES_UP_TO { 1.0 } else { t };
    Instant {
        before: it.before.clone(),
        is_jump: it.is_jump,
        looks: it.looks.filter(|_| t < 1.0),
        t,
        is_reduced,
    }
}

fn prefers_less() -> bool {
    matches("(prefers-reduced-motion: reduce)")
}

type Step = Closure<dyn FnMut(f64)>;

/// Calls back with a time from 0 to 1 in every frame, until it is dropped.
struct Frames {
    request: Rc<Cell<i32>>,
    step: Rc<RefCell<Option<Step>>>,
    /// A page that is not painted has no frames, and its movement must come to its end too.
    _end: Timeout,
}

impl Frames {
    fn start(ms: f64, tell: impl Fn(f64) + Clone + 'static) -> Option<Frames> {
        let window = window()?;
        let (request, step) = (Rc::new(Cell::new(0)), Rc::new(RefCell::new(None::<Step>)));
        let mut begun = None;
        let next = {
            let (tell, request, step) = (tell.clone(), Rc::clone(&request), Rc::clone(&step));
            let window = window.clone();
            move |now: f64| {
                let begun = *begun.get_or_insert(now);
                let t = ((now - begun) / ms).min(1.0);
                if t < 1.0 {
                    ask(&window, &request, step.borrow().as_ref());
                }
                tell(t);
            }
        };
        *step.borrow_mut() = Some(Closure::new(next));
        ask(&window, &request, step.borrow().as_ref());
        let end = Timeout::new(ms as u32 + 400, move || tell(1.0));
        Some(Frames { request, step, _end: end })
    }
}

fn ask(window: &Window, request: &Cell<i32>, step: Option<&Step>) {
    if let Some(step) = step
        && let Ok(handle) = window.request_animation_frame(step.as_ref().unchecked_ref())
    {
        request.set(handle);
    }
}

impl Drop for Frames {
    fn drop(&mut self) {
        if let Some(window) = window() {
            let _ = window.cancel_animation_frame(self.request.get());
        }
        // the closure may be what drops this: it goes once it has returned
        if let Ok(mut step) = self.step.try_borrow_mut() {
            let step = step.take();
            Timeout::new(0, move || drop(step)).forget();
        }
    }
}
