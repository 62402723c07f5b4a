//! What is known of the texts of which a reader asked something, and the worker that is asked.

use crate::check::{Checker, Heard, Reply, Request, refused};
use catalog::Scenario;
use session::{
    check::{Answer, Limit, Pace, Topic},
    fencing::FencesFound,
    lines::LinesFound,
    needs::NeedsFound,
};
use std::{
    cell::RefCell,
    rc::{Rc, Weak},
};
use yew::prelude::*;

/// So many texts are remembered: a reader comes back from the run of a changed one.
const KEPT: usize = 4;

/// What a worker finds out, little by little.
pub trait Inquired: Clone + 'static {
    const TOPIC: Topic;

    /// None if an answer is about something else.
    fn of(answer: Answer) -> Option<Self>;
}

impl Inquired for LinesFound {
    const TOPIC: Topic = Topic::Lines;

    fn of(answer: Answer) -> Option<LinesFound> {
        if let Answer::Lines(found) = answer { Some(found) } else { None }
    }
}

impl Inquired for FencesFound {
    const TOPIC: Topic = Topic::Fences;

    fn of(answer: Answer) -> Option<FencesFound> {
        if let Answer::Fences(found) = answer { Some(found) } else { None }
    }
}

impl Inquired for NeedsFound {
    const TOPIC: Topic = Topic::Needs;

    fn of(answer: Answer) -> Option<NeedsFound> {
        if let Answer::Needs(found) = answer { Some(found) } else { None }
    }
}

/// What is known of a setting.
#[derive(Clone)]
pub struct Known<T> {
    pub found: Option<T>,
    /// The search in hand.
    pub pace: Option<Pace>,
    pub problem: Option<String>,
}

impl<T> Known<T> {
    pub const NOTHING: Known<T> = Known { found: None, pace: None, problem: None };

    fn is_nothing(&self) -> bool {
        self.found.is_none() && self.pace.is_none() && self.problem.is_none()
    }
}

struct Inner<T> {
    /// The settings that were asked about, the last one first.
    known: Vec<(Scenario, Known<T>)>,
    checker: Option<Checker>,
    /// Draws it, while it is on the page.
    draw: Option<Callback<()>>,
}

/// What was asked on a page, which stays while the reader looks at a run.
#[derive(Clone)]
pub struct Asked<T>(Rc<RefCell<Inner<T>>>);

impl<T> PartialEq for Asked<T> {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

#[hook]
pub fn use_asked<T: Inquired>() -> Asked<T> {
    Asked(use_mut_ref(|| Inner { known: Vec::new(), checker: None, draw: None }))
}

impl<T: Inquired> Asked<T> {
    /// Whether a setting was asked about.
    pub fn knows(&self, setting: &Scenario) -> bool {
        self.0.borrow().known.iter().any(|known| known.0 == *setting)
    }

    /// It is on the page, with this setting: what is not known is asked.
    pub fn visit(&self, setting: &Scenario, draw: &Callback<()>) {
        let is_known = {
            let inner = &mut *self.0.borrow_mut();
            inner.draw = Some(draw.clone());
            let at = inner.known.iter().position(|known| known.0 == *setting);
            let known = at.map(|at| inner.known.remove(at));
            // one that was given up before anything was found is asked again
            let is_known = known.as_ref().is_some_and(|(_, known)| !known.is_nothing());
            inner.known.insert(0, known.unwrap_or_else(|| (setting.clone(), Known::NOTHING)));
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
        *known = Known { pace: Some(Pace::default()), ..Known::NOTHING };
        let request = Request::ask(T::TOPIC, setting, Limit::Unasked);
        if Checker::ask_anew(&mut inner.checker, on_reply, &request).is_err() {
            *known = Known { problem: Some(refused()), ..Known::NOTHING };
        }
    }

    /// What is known is kept.
    pub fn stop(&self) {
        let inner = &mut *self.0.borrow_mut();
        inner.checker = None;
        inner.known.iter_mut().for_each(|(_, known)| known.pace = None);
    }

    /// Of the setting on the page.
    pub fn known(&self) -> Known<T> {
        self.0.borrow().known.first().map_or(Known::NOTHING, |asked| asked.1.clone())
    }
}

fn hear<T: Inquired>(shared: Weak<RefCell<Inner<T>>>) -> Heard {
    Rc::new(move |reply: Reply| {
        let Some(shared) = shared.upgrade() else { return };
        let draw = {
            let inner = &mut *shared.borrow_mut();
            // the one that is being searched: who leaves it ends the search
            let searched = inner.known.iter_mut().find(|asked| asked.1.pace.is_some());
            let Some((_, known)) = searched else { return };
            match reply {
                Reply::Progress(pace, _) => known.pace = Some(pace),
                Reply::Problem(why) | Reply::Died(why) => {
                    (known.pace, known.problem) = (None, Some(why));
                }
                Reply::Answer(answer) => {
                    known.pace = known.pace.filter(|_| !answer.is_whole());
                    known.found = T::of(answer);
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
