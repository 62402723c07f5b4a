//! What a pointer does on the diagram.

use super::scroller::{Scroller, branch_of, step_of};
use session::timeline::plan::Plan;
use std::rc::Rc;
use web_sys::Element;
use yew::prelude::*;

/// Seeking with a pointer: anywhere by mouse, on the ruler by touch, since elsewhere a finger
/// scrolls. A click on a step picks it, one on a fork goes to
/// that branch.
pub struct Scrub {
    pub down: Callback<PointerEvent>,
    pub go: Callback<PointerEvent>,
    pub up: Callback<PointerEvent>,
    pub click: Callback<MouseEvent>,
}

#[hook]
pub fn use_scrub(
    scroller: &Rc<Scroller>,
    plan: Plan,
    on_seek: &Callback<usize>,
    picked: Option<usize>,
    on_pick: &Callback<Option<usize>>,
    on_branch: &Callback<usize>,
) -> Scrub {
    let is_on = use_mut_ref(|| false);
    let seek = {
        let (scroller, on_seek) = (scroller.clone(), on_seek.clone());
        Callback::from(move |event: MouseEvent| {
            scroller.x(&event).into_iter().for_each(|x| on_seek.emit(plan.at(x)));
        })
    };
    let down = {
        let (is_on, seek) = (is_on.clone(), seek.clone());
        Callback::from(move |event: PointerEvent| {
            let target = event.target_dyn_into::<Element>();
            let on_ruler = target
                .as_ref()
                .is_some_and(|it| it.closest(".scrub, .cursor").is_ok_and(|it| it.is_some()));
            let scrolls = event.pointer_type() == "touch" && !on_ruler;
            let is_button = step_of(&event).or(branch_of(&event)).is_some();
            if event.button() != 0 || scrolls || is_button {
                return;
            }
            *is_on.borrow_mut() = true;
            if let Some(target) = target {
                // a pointer that is gone already need not be caught
                let _ = target.set_pointer_capture(event.pointer_id());
            }
            seek.emit(event.into());
        })
    };
    let go = {
        let (is_on, seek) = (is_on.clone(), seek.clone());
        Callback::from(move |event: PointerEvent| {
            if *is_on.borrow() {
                seek.emit(event.into());
            }
        })
    };
    let up = Callback::from(move |_: PointerEvent| *is_on.borrow_mut() = false);
    let (on_pick, on_branch) = (on_pick.clone(), on_branch.clone());
    let click =
        Callback::from(move |event: MouseEvent| match (step_of(&event), branch_of(&event)) {
            (Some(step), _) => on_pick.emit(Some(step).filter(|it| picked != Some(*it))),
            (_, Some(branch)) => on_branch.emit(branch),
            _ => seek.emit(event),
        });
    Scrub { down, go, up, click }
}
