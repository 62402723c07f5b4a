//! All steps are one stop of the tabulator key; arrow keys move within.

use super::scroller::Scroller;
use session::timeline::plan::Plan;
use std::rc::Rc;
use yew::prelude::*;

/// Which step the tabulator key reaches.
pub struct Stop {
    pub at: usize,
    /// Moves it, and the focus with it.
    pub go: Callback<usize>,
}

#[hook]
pub fn use_stop(scroller: &Rc<Scroller>, plan: Plan, usual: usize) -> Stop {
    let moved = use_state_eq(|| None::<usize>);
    let wanted = use_mut_ref(|| None::<usize>);
    {
        let (moved, wanted) = (moved.clone(), wanted.clone());
        use_effect_with(usual, move |_| {
            *wanted.borrow_mut() = None;
            moved.set(None);
        });
    }
    {
        let (scroller, wanted) = (scroller.clone(), wanted.clone());
        use_effect(move || {
            let step = *wanted.borrow();
            // it may have to be drawn first
            if step.is_some_and(|step| scroller.focus(step)) {
                *wanted.borrow_mut() = None;
            }
        });
    }
    let at = moved.unwrap_or(usual);
    let scroller = scroller.clone();
    let go = Callback::from(move |step| {
        *wanted.borrow_mut() = Some(step);
        scroller.show(plan.step(step), &[]);
        moved.set(Some(step));
    });
    Stop { at, go }
}
