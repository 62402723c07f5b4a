//! The sweep of a page, which stays while the reader looks at one of its runs, and the worker that it asks.

use crate::check::{Checker, Heard, Reply, Request, refused};
use catalog::Scenario;
use session::variants::{Sweep, SweepState, Variants};
use std::{
    cell::{Ref, RefCell},
    rc::{Rc, Weak},
};
use yew::prelude::*;

/// What is known, and who is asked. It has no cell: what it does in one go it does in one borrow, of which
/// [`Sweeps`] alone knows.
#[derive(Default)]
struct Inner {
    sweep: Option<Sweep>,
    checker: Option<Checker>,
    /// The options that may change, once the reader has chosen: until then all that do not count something.
    chosen: Option<Vec<&'static str>>,
    /// Draws it, while it is on the page.
    draw: Option<Callback<()>>,
}

impl Inner {
    /// Goes to the settings beside this one, unless it is among those that are there.
    fn visit(&mut self, setting: &Scenario) {
        if !self.sweep.as_ref().is_some_and(|sweep| sweep.variants.has_row(setting)) {
            self.chosen = None;
            self.begin(setting);
        }
    }

    /// What is known of the same settings is kept.
    fn begin(&mut self, setting: &Scenario) {
        self.checker = None;
        let old = self.sweep.take();
        let options = match &self.chosen {
            // to `Variants` that is the choice of a reader who has made none
            Some(chosen) if chosen.is_empty() => return,
            chosen => chosen.as_deref().unwrap_or_default(),
        };
        self.sweep = Variants::of(setting, options).ok().map(|mut variants| {
            if let Some(old) = &old {
                variants.take_from(&old.variants);
            }
            Sweep::of(variants)
        });
    }

    fn turn(&mut self, option: &'static str, setting: &Scenario) {
        let now = self.sweep.as_ref().map(|sweep| sweep.variants.options()).unwrap_or_default();
        self.chosen = Some(match now.contains(&option) {
            true => now.into_iter().filter(|text| *text != option).collect(),
            false => now.into_iter().chain([option]).collect(),
        });
        let base =
            self.sweep.as_ref().map_or_else(|| setting.clone(), |sweep| sweep.variants.base());
        self.begin(&base);
    }

    fn stop(&mut self) {
        self.checker = None;
        self.sweep.iter_mut().for_each(Sweep::stop);
    }

    fn ask(&mut self, on_reply: Heard, request: &Request) {
        if Checker::ask_anew(&mut self.checker, on_reply, request).is_err()
            && let Some(sweep) = &mut self.sweep
        {
            sweep.at = SweepState::Failed(refused());
        }
    }
}

/// The sweep of a page.
#[derive(Clone)]
pub struct Sweeps(Rc<RefCell<Inner>>);

impl PartialEq for Sweeps {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

#[hook]
pub fn use_sweeps() -> Sweeps {
    Sweeps(use_mut_ref(Inner::default))
}

impl Sweeps {
    /// It is on the page, with this setting. A sweep that has not begun begins.
    pub fn visit(&self, setting: &Scenario, draw: &Callback<()>) {
        let is_new = {
            let inner = &mut *self.0.borrow_mut();
            inner.draw = Some(draw.clone());
            inner.visit(setting);
            inner.sweep.as_ref().is_some_and(|sweep| sweep.variants.done() == 0)
        };
        if is_new {
            self.go_on();
        }
    }

    /// It is not on the page any more.
    pub fn leave(&self) {
        self.0.borrow_mut().draw = None;
    }

    /// Asks for all that is open.
    pub fn go_on(&self) {
        let request = self.0.borrow_mut().sweep.as_mut().and_then(Sweep::ask);
        ask(&self.0, request);
    }

    pub fn stop(&self) {
        self.0.borrow_mut().stop();
    }

    /// Lets an option change, or no longer, and asks for what is open then.
    pub fn turn(&self, option: &'static str, setting: &Scenario) {
        self.0.borrow_mut().turn(option, setting);
        self.go_on();
    }

    /// What is known; nothing where no option may change.
    pub fn sweep(&self) -> Ref<'_, Option<Sweep>> {
        Ref::map(self.0.borrow(), |inner| &inner.sweep)
    }
}

/// Asks the worker; what it answers leads to the next question.
fn ask(inner: &Rc<RefCell<Inner>>, request: Option<Request>) {
    let Some(request) = request else { return };
    let weak: Weak<RefCell<Inner>> = Rc::downgrade(inner);
    let on_reply: Heard = Rc::new(move |reply: Reply| {
        let Some(inner) = weak.upgrade() else { return };
        let next = inner.borrow_mut().sweep.as_mut().and_then(|sweep| sweep.hear(reply));
        ask(&inner, next);
        let draw = inner.borrow().draw.clone();
        if let Some(draw) = draw {
            draw.emit(());
        }
    });
    inner.borrow_mut().ask(on_reply, &request);
}
