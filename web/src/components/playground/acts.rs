//! What a reader does in the parts of a playground, each the same every time that the page is drawn: so a part is
//! drawn only if something else has changed.

use super::super::{
    Dispatch,
    sheet::{BottomSheet, Tab},
    swipe::SwipeDirection,
    timeline::Orders,
};
use catalog::{Action, Moment};
use picture::Thing;
use session::state::{Message, State};
use std::{cell::RefCell, rc::Rc};
use yew::prelude::*;

/// The state and the sheet as they were drawn last.
type Latest = Rc<RefCell<(Rc<State>, BottomSheet)>>;

pub struct Acts {
    pub seek: Callback<usize>,
    pub pick: Callback<Option<usize>>,
    pub branch: Callback<usize>,
    pub act: Callback<Action>,
    pub hold: Callback<Action>,
    /// A press on a variable: who wrote it last.
    pub cell: Callback<Thing>,
    pub order: Callback<(), Orders>,
    pub swipe: Callback<SwipeDirection>,
    pub mark: Callback<Option<Thing>>,
    pub still: Callback<Rc<Moment>>,
    pub count: Callback<(usize, usize)>,
}

/// What the reader's acts change besides the session.
pub struct Places<'a> {
    pub sheet: &'a UseStateHandle<BottomSheet>,
    pub marked: &'a UseStateHandle<Option<Thing>>,
    pub still: &'a UseStateHandle<Option<Rc<Moment>>>,
    pub count: &'a UseStateHandle<(usize, usize)>,
}

#[hook]
pub fn use_acts(now: &Rc<State>, tell: &Dispatch, places: &Places<'_>) -> Acts {
    let sheet = places.sheet;
    let latest = use_mut_ref(|| (Rc::clone(now), **sheet));
    *latest.borrow_mut() = (Rc::clone(now), **sheet);
    Acts {
        seek: use_told(tell, Message::Seek),
        pick: use_told(tell, Message::Pick),
        branch: use_told(tell, Message::Branch),
        act: use_told(tell, Message::Act),
        hold: use_told(tell, Message::Hold),
        cell: use_callback((tell.clone(), sheet.setter()), {
            let latest = Rc::clone(&latest);
            move |thing, (tell, sheet)| show_writer(thing, &latest, tell, sheet)
        }),
        order: use_callback((), move |(), ()| Orders::of(&latest.borrow().0.scenario)),
        swipe: use_told(tell, |direction| match direction {
            SwipeDirection::Left => Message::Forward,
            SwipeDirection::Right => Message::Back,
        }),
        mark: use_setter(places.marked),
        still: use_callback(places.still.setter(), |moment, still| still.set(Some(moment))),
        count: use_setter(places.count),
    }
}

/// Picks the step that wrote a variable last, which is told below the diagram.
fn show_writer(
    thing: Thing,
    latest: &Latest,
    tell: &Dispatch,
    set_sheet: &UseStateSetter<BottomSheet>,
) {
    let (now, sheet) = latest.borrow().clone();
    let (name, step) = match thing {
        Thing::Cell(cell) => (cell.to_string(), now.trace.writer_of(cell, now.at())),
        Thing::Column { well, column } => {
            let name = now.moment.view.columns.get(column).cloned().unwrap_or_default();
            let step = now.scenario.last_change(well, &name);
            (name, step)
        }
        _ => return,
    };
    match step {
        None => tell.emit(Message::Notice(format!("Nobody has written {name} yet."))),
        Some(_) => {
            tell.emit(Message::Pick(step.filter(|_| step != now.scenario.picked)));
            set_sheet.set(BottomSheet { tab: Tab::Time, ..sheet });
        }
    }
}

/// What tells a message.
#[hook]
fn use_told<T: 'static>(tell: &Dispatch, message: fn(T) -> Message) -> Callback<T> {
    use_callback(tell.clone(), move |value, tell| tell.emit(message(value)))
}

/// What sets a state.
#[hook]
fn use_setter<T: PartialEq + 'static>(state: &UseStateHandle<T>) -> Callback<T> {
    use_callback((), {
        let state = state.setter();
        move |value, ()| state.set(value)
    })
}
