//! What can be done with a thing of the picture.

use super::{StageProps, menu::focus, paint};
use catalog::Moment;
use picture::{Act, Thing, hands, step_of};
use std::rc::Rc;
use web_sys::Element;
use yew::prelude::*;

#[derive(Clone)]
pub struct Acts {
    /// Takes the step of a thing, or what comes in its place.
    pub take: Callback<Thing>,
    /// Opens its menu.
    pub open: Callback<Thing>,
    pub close: Callback<()>,
    /// Does what the menu says.
    pub on_hand: Callback<Act>,
}

impl Acts {
    /// `looks` says which process has looked last, and how often one did.
    pub fn new(
        props: &StageProps,
        node: &NodeRef,
        menu: &UseStateHandle<Option<Thing>>,
        looks: &UseStateHandle<(Option<usize>, usize)>,
    ) -> Acts {
        let open = {
            let (moment, held) = (Rc::clone(&props.moment), Rc::clone(&props.held));
            let menu = menu.setter();
            Callback::from(move |thing: Thing| {
                menu.set(Some(thing).filter(|thing| !hands(&moment, &held, *thing).is_empty()));
            })
        };
        let close = {
            let (menu, node) = (menu.setter(), node.clone());
            Callback::from(move |()| {
                menu.set(None);
                focus(current_element(&node));
            })
        };
        let on_hand = {
            let (on_act, on_hold) = (props.on_act.clone(), props.on_hold.clone());
            let close = close.clone();
            Callback::from(move |act| {
                close.emit(());
                match act {
                    Act::Take(action) => on_act.emit(action),
                    Act::Hold(action) => on_hold.emit(action),
                }
            })
        };
        Acts { take: take(props, menu, looks), open, close, on_hand }
    }
}

fn take(
    props: &StageProps,
    menu: &UseStateHandle<Option<Thing>>,
    looks: &UseStateHandle<(Option<usize>, usize)>,
) -> Callback<Thing> {
    let (moment, held) = (Rc::clone(&props.moment), Rc::clone(&props.held));
    let (on_act, on_cell) = (props.on_act.clone(), props.on_cell.clone());
    let (menu, looks) = (menu.clone(), looks.clone());
    Callback::from(move |thing: Thing| {
        if is_variable(thing) {
            on_cell.emit(thing);
        } else if let Some(action) = step_of(&moment, thing) {
            on_act.emit(action);
        } else if !hands(&moment, &held, thing).is_empty() {
            menu.set(Some(thing));
        } else if let Thing::Process(process) = thing {
            looks.set((Some(process), looks.1 + 1));
        }
    })
}

/// Whether a click asks who wrote it.
pub fn is_variable(thing: Thing) -> bool {
    matches!(thing, Thing::Cell(_) | Thing::Column { .. })
}

/// The thing that an event is about.
pub fn thing_at(event: &Event, moment: &Moment) -> Option<Thing> {
    let part = event.target_dyn_into::<Element>()?.closest("[data-thing]").ok()??;
    paint::thing(&part.get_attribute("data-thing")?, &moment.view.arrays)
}

pub fn element_of(node: &NodeRef, thing: Thing) -> Option<Element> {
    let name = paint::name(thing);
    node.cast::<Element>()?.query_selector(&format!("[data-thing={name}]")).ok()?
}

fn current_element(node: &NodeRef) -> Option<Element> {
    node.cast::<Element>()?.query_selector("[data-thing][tabindex='0']").ok()?
}
