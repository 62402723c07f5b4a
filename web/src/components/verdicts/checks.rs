//! Asks for a check of each setting, and tells what is found.

use super::{Asking, VerdictsProps};
use crate::check::{Found, Limit, Status};
use catalog::Scenario;
use gloo_timers::callback::Timeout;
use session::state::{Message, Unreached, is_of_reader};
use std::{cell::RefCell, rc::Rc};
use yew::prelude::*;

/// The page draws what an option has changed, and then the check begins, unless a worker is there.
const QUIET_MS: u32 = 30;

/// What was found of this setting, and of the one before it.
pub type Known = Rc<RefCell<[Option<Rc<Found>>; 2]>>;

pub struct Checks {
    pub status: UseStateHandle<Status>,
    pub asking: Asking,
    pub known: Known,
    /// What is found is of another setting until this one is asked.
    pub is_asked: bool,
}

#[hook]
pub fn use_checks(props: &VerdictsProps) -> Checks {
    let scenario = &props.scenario;
    let status = use_state_eq(|| Status::known(first(props)));
    let checker = use_mut_ref(|| None);
    let known = use_mut_ref(|| [None, None]);
    let checked = use_mut_ref(|| None::<Scenario>);
    if let Status::Done { found, .. } = &*status {
        known.borrow_mut()[0] = Some(Rc::clone(found));
    }
    use_told(props, &status);
    let setter = status.setter();
    let asking = Asking { checker, status: setter, scenario: scenario.clone(), from_here: None };
    let is_asked = checked.borrow().as_ref() == Some(scenario);
    use_setting(props, &asking, &known, checked);
    Checks { status, asking, known, is_asked }
}

/// What is known of the first setting before it is checked.
fn first(props: &VerdictsProps) -> Option<&Rc<Found>> {
    props.known.as_ref().map(|(found, _)| found)
}

/// Tells what was found, and the lines that never run.
#[hook]
fn use_told(props: &VerdictsProps, status: &UseStateHandle<Status>) {
    use_effect_with(status.clone(), {
        let VerdictsProps { tell, on_found, scenario, .. } = props;
        let (tell, on_found, of) = (tell.clone(), on_found.clone(), scenario.clone());
        let first = first(props).cloned();
        move |status| {
            if let Status::Done { found, .. } = &**status {
                on_found.emit(Rc::clone(found));
                let lines = found.unreached.clone();
                // of what a page begins with there is nothing to tell but lines that never run
                if lines.is_empty() && first.is_some_and(|first| first == *found) {
                    return;
                }
                tell.emit(Message::Unreached(Rc::new(Unreached { of, lines })));
            }
        }
    });
}

/// Asks for another setting, or ends what is asked; `checked` is the last of them.
#[hook]
fn use_setting(
    props: &VerdictsProps,
    asking: &Asking,
    known: &Known,
    checked: Rc<RefCell<Option<Scenario>>>,
) {
    use_effect_with((props.scenario.clone(), props.unasked), {
        let (asking, known) = (asking.clone(), Rc::clone(known));
        let is_known = first(props).is_some();
        move |(scenario, unasked)| {
            let is_begin = checked.borrow().is_none();
            if is_begin && is_known {
                checked.replace(Some(scenario.clone()));
                return Box::new(|| ()) as Box<dyn FnOnce()>;
            }
            let last = checked.replace(Some(scenario.clone()));
            note_before(&known, last.as_ref(), scenario);
            if *unasked && asking.is_ready() {
                asking.check(Limit::Unasked);
                return Box::new(|| ());
            }
            asking.end();
            asking.status.set(Status::Open);
            let later =
                unasked.then(|| Timeout::new(QUIET_MS, move || asking.check(Limit::Unasked)));
            Box::new(move || drop(later))
        }
    });
}

/// Keeps what a setting is compared with besides what is published: options with what was found before, a reader's
/// own text with nothing.
fn note_before(known: &Known, last: Option<&Scenario>, scenario: &Scenario) {
    let [now, before] = &mut *known.borrow_mut();
    let found = now.take();
    let is_same_text = last.is_some_and(|last| last.text == scenario.text);
    let are_texts = last.is_some_and(|last| last.text.is_some()) && scenario.text.is_some();
    if is_of_reader(scenario) || last.is_some_and(is_of_reader) {
        *before = found.filter(|_| is_same_text);
    } else if !are_texts {
        *before = found;
    }
}
