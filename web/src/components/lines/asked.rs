//! What is known of the lines of the texts that were asked about, and the worker that is asked.

use crate::check::{Checker, Heard, Reply, Request, refused};
use catalog::Scenario;
use session::{
    check::{Limit, Pace},
    lines::LinesFound,
};
use std::{
    cell::RefCell,
    rc::{Rc, Weak},
};
use yew::prelude::*;

/// So many texts are remembered: a reader comes back from the run of a changed one.
const KEPT: usize = 4;

/// What is known of a setting.
#[derive(Clone, Default)]
pub struct Known {
    pub found: Option<LinesFound>,
    /// The search in hand.
    pub pace: Option<Pace>,
    pub problem: Option<String>,
}

#[derive(Default)]
struct Inner {
    /// The settings that were asked about, the last one first.
    known: Vec<(Scenario, Known)>,
    checker: Option<Checker>,
    /// Draws it, while it is on the page.
    draw: Option<Callback<()>>,
}

/// What was asked on a page, which stays while the reader looks at a run.
#[derive(Clone)]
pub struct Asked(Rc<RefCell<Inner>>);

impl PartialEq for Asked {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

#[hook]
pub fn use_asked() -> Asked {
    Asked(use_mut_ref(Inner::default))
}

impl Asked {
    /// It is on the page, with this setting: what is not known is asked.
    pub fn visit(&self, setting: &Scenario, draw: &Callback<()>) {
        let is_known = {
            let inner = &mut *self.0.borrow_mut();
            inner.draw = Some(draw.clone());
            let at = inner.known.iter().position(|known| known.0 == *setting);
            let known = at.map(|at| inner.known.remove(at));
            let is_known = known.is_some();
            inner.known.insert(0, known.unwrap_or_else(|| (setting.clone(), Known::default())));
            inner.known.truncate(KEPT);
            is_known
        };
        if !is_known {
            self.ask();
        }
    }

    /// It is not on the page any more.
    pub fn leave(&self) {
        self.0.borrow_mut().draw = None;
    }

    /// Asks of the setting on the page from the beginning.
    pub fn ask(&self) {
        let on_reply = hear(Rc::downgrade(&self.0));
        let inner = &mut *self.0.borrow_mut();
        // a worker has one question
        inner.known.iter_mut().for_each(|(_, known)| known.pace = None);
        let Some((setting, known)) = inner.known.first_mut() else { return };
        *known = Known { pace: Some(NOTHING), ..Known::default() };
        let request = Request::lines(setting, Limit::Unasked);
        if Checker::ask_anew(&mut inner.checker, on_reply, &request).is_err() {
            *known = Known { problem: Some(refused()), ..Known::default() };
        }
    }

    /// What is known is kept.
    pub fn stop(&self) {
        let inner = &mut *self.0.borrow_mut();
        inner.checker = None;
        inner.known.iter_mut().for_each(|(_, known)| known.pace = None);
    }

    /// Of the setting on the page.
    pub fn known(&self) -> Known {
        self.0.borrow().known.first().map(|asked| asked.1.clone()).unwrap_or_default()
    }
}

const NOTHING: Pace = Pace { states: 0, depth: 0, failures: 0, per_second: 0, at_runs: false };

fn hear(shared: Weak<RefCell<Inner>>) -> Heard {
    Rc::new(move |reply: Reply| {
        let Some(shared) = shared.upgrade() else { return };
        let draw = {
            let inner = &mut *shared.borrow_mut();
            // the one that is being searched: who leaves it ends the search
            let searched = inner.known.iter_mut().find(|asked| asked.1.pace.is_some());
            let Some((_, known)) = searched else { return };
            match reply {
                Reply::Progress(pace, _) => known.pace = Some(pace),
                Reply::Lines(found) => {
                    known.pace = known.pace.filter(|_| !found.is_whole);
                    known.found = Some(found);
                }
                Reply::Problem(why) | Reply::Died(why) => {
                    (known.pace, known.problem) = (None, Some(why));
                }
                Reply::Found(_) => {}
            }
            inner.draw.clone()
        };
        if let Some(draw) = draw {
            draw.emit(());
        }
    })
}
