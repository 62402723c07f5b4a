//! The text field over its coloured copy, and what is said at its lines: the same for an algorithm and for a task.

use super::{
    desk::Desk,
    entry, field,
    hangs::use_hangs,
    list,
    owner::Owner,
    press,
    rows::{Labels, Look, Rows},
    told, view,
};
use crate::browser::window;
use catalog::listing::{Diagnostic, edit::Edit};
use gloo_events::{EventListener, EventListenerOptions};
use session::editor::{Did, Editing, Sent, Suggestions, WordEntry, line_at};
use std::rc::Rc;
use wasm_bindgen::JsCast;
use web_sys::HtmlTextAreaElement;
use yew::prelude::*;

/// Who is told of errors and of help, for the field that they are about.
const WRONG: &str = "editor-errors";
pub const HELP: &str = "editor-help";

/// What is written, as a component keeps it.
struct Held(Editing);

impl Reducible for Held {
    type Action = Did;

    fn reduce(self: Rc<Self>, did: Did) -> Rc<Self> {
        Rc::new(Held(self.0.after(did)))
    }
}

pub struct Writing {
    pub desk: Desk,
    held: UseReducerHandle<Held>,
    /// What is wrong with what stands in the field; none until that is read.
    pub errors: Vec<Diagnostic>,
    /// The word under the mouse.
    pointed: UseStateHandle<Option<WordEntry>>,
    /// What is said of a line stands below it, or above where there is no room.
    is_list_up: UseStateHandle<bool>,
    is_card_up: UseStateHandle<bool>,
}

/// A field with `source`, in which there are these errors.
#[hook]
pub fn use_writing(source: &Rc<str>, errors: &[Diagnostic], owner: Owner) -> Writing {
    let held = use_reducer(|| Held(Editing::new(source)));
    let dispatcher = held.dispatcher();
    let desk = Desk {
        field: use_node_ref(),
        happen: use_callback((), move |did, ()| dispatcher.dispatch(did)),
        owner,
        waiting: use_mut_ref(|| None),
        sent: use_mut_ref(Sent::default),
    };
    use_effect_with(Rc::clone(source), {
        let desk = desk.clone();
        move |source| desk.put(source)
    });
    let errors = if *held.0.text() == **source { errors.to_vec() } else { Vec::new() };
    let writing = Writing {
        desk,
        held,
        errors,
        pointed: use_state_eq(|| None),
        is_list_up: use_state_eq(|| false),
        is_card_up: use_state_eq(|| false),
    };
    use_room(&writing);
    use_hangs(&writing.desk.field);
    writing
}

/// Keeps what is said of a line where there is room for it.
#[hook]
fn use_room(writing: &Writing) {
    let now = writing.now();
    use_effect_with(now.list.as_ref().map(|list| list.chosen().edit.range.start), {
        let (desk, text) = (writing.desk.clone(), now.text().to_owned());
        let is_up = writing.is_list_up.setter();
        move |at: &Option<usize>| {
            if let Some((field, at)) = desk.field().zip(*at) {
                is_up.set(view::is_low(&field, &text, at));
            }
        }
    });
    let card = writing.card();
    let told = card.map(|error| error.line as usize);
    let is_here = told.is_some() && told == now.caret.map(|at| line_at(now.text(), at));
    // with the caret elsewhere nothing scrolls, and the field's foot may be near; another sentence may be longer; while
    // there is a list, there is no card
    use_effect_with((card.cloned(), is_here, now.list.is_some()), {
        let (desk, text) = (writing.desk.clone(), now.text().to_owned());
        let is_up = writing.is_card_up.setter();
        move |(card, is_here, _): &(Option<Diagnostic>, bool, bool)| {
            let Some((field, card)) = desk.field().zip(card.as_ref()) else { return };
            is_up.set(!is_here && view::is_low(&field, &text, card.span.start as usize));
            if *is_here {
                view::keep_card(&field);
            }
        }
    });
}

/// Only some lines of the field are free: what a browser would do elsewhere it does not.
#[hook]
pub fn use_locks(writing: &Writing) {
    use_effect_with(writing.desk.field.clone(), {
        let desk = writing.desk.clone();
        move |_| {
            let options = EventListenerOptions::enable_prevent_default();
            let listener = desk.field().map(|field| {
                EventListener::new_with_options(&field, "beforeinput", options, move |event| {
                    if let Some(event) = event.dyn_ref() {
                        desk.before(event);
                    }
                })
            });
            move || drop(listener)
        }
    });
}

impl Writing {
    pub fn now(&self) -> &Editing {
        &self.held.0
    }

    pub fn text(&self) -> &str {
        self.now().text()
    }

    pub fn on_edit(&self) -> Callback<Edit> {
        self.desk.on(|desk, edit: Edit| desk.edit(&edit))
    }

    pub fn on_line(&self) -> Callback<usize> {
        self.desk.on(Desk::go)
    }

    /// Takes another text, as if it were written.
    pub fn on_text(&self) -> Callback<String> {
        self.desk.on(|desk, new: String| desk.text(&new))
    }

    /// The error that has its card.
    fn card(&self) -> Option<&Diagnostic> {
        told::carded(self.text(), &self.errors, self.now().caret)
    }

    /// The field with its lines. `label` is for those who listen.
    pub fn sheet(&self, label: String, look: &Look<'_>) -> Html {
        let (now, desk) = (self.now(), &self.desk);
        let rows = Rows { editing: now, errors: &self.errors, look };
        let list =
            now.list.as_ref().map(|list| list::list(now, list, *self.is_list_up, &self.on_edit()));
        let card = match look.refusal.zip(now.caret) {
            Some((why, at)) => Some(told::refusal(line_at(now.text(), at), why)),
            None => self.card().map(|error| told::card(now, error, *self.is_card_up, desk)),
        };
        html! {
            <div class={classes!("editor", (!self.errors.is_empty()).then_some("wrong"))}>
                <div class="sheet">
                    {self.field(label)}
                    {rows.draw(list, card, &self.on_text())}
                </div>
            </div>
        }
    }

    fn field(&self, label: String) -> Html {
        let desk = &self.desk;
        let list = self.now().list.as_ref();
        let active = list.map(|suggestions: &Suggestions| list::id(suggestions.chosen));
        let (before, caret) = (self.text().to_owned(), self.now().caret);
        let oninput = desk.on(move |desk, event: InputEvent| {
            desk.typed(&event.target_unchecked_into(), &before);
        });
        let onblur = desk.on(|desk, event: FocusEvent| desk.leave(&event.target_unchecked_into()));
        let onclick = desk.on(move |desk, event: MouseEvent| {
            desk.moved(&event.target_unchecked_into(), caret);
        });
        let onkeyup = desk.on(move |desk, event: KeyboardEvent| {
            let field: HtmlTextAreaElement = event.target_unchecked_into();
            desk.moved(&field, caret);
            let (text, selection) = field::read(&field);
            view::keep(&field, &text, selection.end);
        });
        let onkeydown = {
            let list = list.cloned();
            desk.on(move |desk, event| press::key(&event, list.as_ref(), desk))
        };
        let (onpointermove, onpointerleave) = self.pointing();
        html! {
            <textarea ref={desk.field.clone()} {oninput} {onkeydown} {onkeyup} {onclick} {onpointermove} {onpointerleave}
                {onblur} defaultvalue={window().is_none().then(|| AttrValue::from(self.text().to_owned()))} spellcheck="false" autocomplete="off" autocapitalize="off"
                aria-label={label}
                aria-autocomplete="list" aria-controls={list.map(|_| list::LIST)} aria-activedescendant={active}
                aria-invalid={(!self.errors.is_empty()).to_string()}
                aria-describedby={format!("{WRONG} {HELP}")} />
        }
    }

    /// The word under a mouse is explained as the one at the caret is.
    fn pointing(&self) -> (Callback<PointerEvent>, Callback<PointerEvent>) {
        let (pointed, held) = (self.pointed.setter(), self.held.clone());
        let onpointermove = Callback::from(move |event: PointerEvent| {
            pointed.set(field::under(&event).and_then(|at| held.0.entry(at)));
        });
        let pointed = self.pointed.setter();
        (onpointermove, Callback::from(move |_| pointed.set(None)))
    }

    /// Keys for fingers.
    pub fn bar(&self) -> Html {
        html! { if field::is_touched() { {list::bar(self.now(), &self.on_edit())} } }
    }

    /// What the word at the caret means, or the one under a mouse.
    pub fn word(&self, labels: &Labels) -> Html {
        let now = self.now();
        let entry = (*self.pointed).clone().or_else(|| now.entry(now.caret?));
        entry::entry(entry, now.text(), labels, &self.on_line())
    }

    /// What is wrong, in sentences.
    pub fn told(&self, labels: &Labels) -> Html {
        told::errors(WRONG, self.now(), &self.errors, self.card(), labels, &self.desk)
    }
}
