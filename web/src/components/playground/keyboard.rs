//! The keys of a playground.

use super::super::Dispatch;
use catalog::Moment;
use session::{
    choices::by_digit,
    keys::{self, Command, Focus},
    state::{Message, Quiz, State},
};
use std::rc::Rc;
use web_sys::Element;
use yew::prelude::*;

/// `on_use` is told of the control that a key acts on, and `on_help` of the wish to see all keys.
pub fn keyboard(
    state: &State,
    is_page: bool,
    tell: &Dispatch,
    on_use: Callback<Option<Element>>,
    on_help: Callback<()>,
) -> Callback<KeyboardEvent> {
    let (tell, moment, quiz) = (tell.clone(), Rc::clone(&state.moment), state.quiz.clone());
    Callback::from(move |event: KeyboardEvent| {
        // the key that leaves a control needs no focus brought back
        on_use.emit(event.target_dyn_into().filter(|_| event.key() != "Tab"));
        let command = command(&event);
        // in somebody's page, a deck perhaps, what a key does here it does nowhere else
        if !is_page && (command.is_some() || is_taken(&event)) {
            event.stop_propagation();
        }
        let Some(command) = command else { return };
        event.prevent_default();
        match message(&command, &moment, quiz.as_ref()) {
            Some(message) => tell.emit(message),
            None if matches!(command, Command::Help) => on_help.emit(()),
            None => {}
        }
    })
}

fn message(command: &Command, moment: &Moment, quiz: Option<&Quiz>) -> Option<Message> {
    match *command {
        Command::Back => Some(Message::Back),
        Command::Forward => Some(Message::Forward),
        Command::Start => Some(Message::Start),
        Command::End => Some(Message::End),
        Command::Play => Some(Message::Play),
        // the list of steps is not there while something is asked
        Command::Choose(digit) if quiz.is_none() => by_digit(moment, digit).map(Message::Act),
        Command::Choose(_) | Command::Help => None,
        Command::Answer(nth) => quiz.is_some_and(Quiz::is_open).then_some(Message::Say(nth)),
    }
}

/// Whether something in here has done what the key says, or the control that has the focus will.
fn is_taken(event: &KeyboardEvent) -> bool {
    let tag = event.target_dyn_into::<Element>().map(|element| element.tag_name());
    event.default_prevented() || keys::is_for(&event.key(), Focus::of(&tag.unwrap_or_default()))
}

fn command(event: &KeyboardEvent) -> Option<Command> {
    let taken =
        event.default_prevented() || event.ctrl_key() || event.alt_key() || event.meta_key();
    if taken {
        return None;
    }
    let tag = event.target_dyn_into::<Element>().map(|element| element.tag_name());
    keys::command(&event.key(), Focus::of(&tag.unwrap_or_default()))
}
