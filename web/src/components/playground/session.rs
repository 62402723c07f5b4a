//! The session of a playground as a component keeps it.

use super::super::Dispatch;
use session::state::{Message, State};
use std::rc::Rc;
use yew::prelude::*;

pub struct Session {
    pub state: Rc<State>,
    /// Its moment is the one that the host has opened.
    pub is_opened: bool,
}

impl Session {
    pub fn open(opened: &StateRef) -> Session {
        Session { state: Rc::clone(&opened.0), is_opened: true }
    }
}

impl Reducible for Session {
    type Action = Message;

    fn reduce(self: Rc<Self>, message: Message) -> Rc<Self> {
        let is_load = matches!(message, Message::Load(_));
        let state = Rc::new(self.state.apply(message));
        let is_opened = is_load || self.is_opened && state.linked() == self.state.linked();
        Rc::new(Session { state, is_opened })
    }
}

/// A state, equal to itself alone: nothing is compared, and a link that is opened again is another one, so
/// that its moment comes back.
#[derive(Clone)]
pub struct StateRef(pub Rc<State>);

impl PartialEq for StateRef {
    fn eq(&self, other: &StateRef) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

/// Loads a link that was opened after the first one.
#[hook]
pub fn use_load(opened: &StateRef, tell: &Dispatch) {
    let first = use_mut_ref(|| true);
    let tell = tell.clone();
    use_effect_with(opened.clone(), move |opened| {
        if !first.replace(false) {
            tell.emit(Message::Load(Rc::clone(&opened.0)));
        }
    });
}
