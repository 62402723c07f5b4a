//! What a reader does in the field, and to whom it is told.

use super::{field, owner::Owner, view};
use catalog::listing::edit::Edit;
use gloo_timers::callback::Timeout;
use session::editor::{
    Did, Editing, Entry, Sent,
    change::{around, difference},
};
use std::{cell::RefCell, rc::Rc};
use web_sys::HtmlTextAreaElement;
use yew::prelude::*;

/// A pause of this length, and the text is read: what is wrong with it is said.
const PAUSE_MS: u32 = 250;

/// A text without errors runs after a shorter one, which only gathers what comes of one key.
const SHORT_PAUSE_MS: u32 = 4;

#[derive(Clone)]
pub struct Desk {
    pub field: NodeRef,
    pub happen: Callback<Did>,
    pub owner: Owner,
    /// What is told after a pause.
    pub waiting: Rc<RefCell<Option<[Timeout; 2]>>>,
    pub sent: Rc<RefCell<Sent>>,
}

impl Desk {
    pub fn on<E>(&self, act: impl Fn(&Desk, E) + 'static) -> Callback<E> {
        let desk = self.clone();
        Callback::from(move |event| act(&desk, event))
    }

    pub fn field(&self) -> Option<HtmlTextAreaElement> {
        self.field.cast()
    }

    /// The field is the reader's: only a text from elsewhere is put into it.
    pub fn put(&self, source: &Rc<str>) {
        let is_own = self.sent.borrow_mut().comes_back(source);
        if let Some(field) = self.field().filter(|_| !is_own) {
            self.waiting.take();
            field.set_value(source);
            self.happen.emit(Did::Replaced(Rc::clone(source)));
        }
    }

    /// Where the caret begins.
    pub fn open(&self, source: &str, at: usize) {
        self.owner.begin(source);
        if let Some(field) = self.field() {
            field::go(&field, at);
            view::open_at(&field, source, at);
            self.happen.emit(Did::Moved(at));
        }
    }

    /// Has the line of a byte in view, once it is drawn.
    pub fn show(&self, source: &str, at: usize) {
        if let Some(field) = self.field() {
            view::reveal_soon(&field, source, at);
        }
    }

    /// `before` is what stood there.
    pub fn typed(&self, field: &HtmlTextAreaElement, before: &str) {
        let (text, selection) = field::read(field);
        if !self.owner.takes(&text) {
            field::put_back(field, before, &text);
            return self.owner.refuse();
        }
        self.happen.emit(Did::Typed { text: text.clone(), caret: selection.end });
        self.write(text, PAUSE_MS);
    }

    fn write(&self, source: String, pause_ms: u32) {
        self.owner.keep(&source);
        let after = |ms: u32, is_whole: bool| {
            let (owner, sent) = (self.owner.clone(), Rc::clone(&self.sent));
            let source = source.clone();
            Timeout::new(ms, move || {
                sent.borrow_mut().send(&source);
                owner.hear(source, is_whole);
            })
        };
        let short = after(pause_ms.min(SHORT_PAUSE_MS), false);
        self.waiting.replace(Some([short, after(pause_ms, true)]));
    }

    /// Who leaves the field does not wait for the pause.
    pub fn leave(&self, field: &HtmlTextAreaElement) {
        self.happen.emit(Did::Closed);
        if self.waiting.take().is_some() {
            let source = field.value();
            self.sent.borrow_mut().send(&source);
            self.owner.hear(source, true);
        }
    }

    /// Makes a change as if it were typed, where it may be made.
    pub fn apply(&self, edit: &Edit) {
        let Some(field) = self.field() else { return };
        match self.owner.may(edit) {
            true => field::apply(&field, edit),
            false => self.owner.refuse(),
        }
    }

    /// The browser is about to change the text.
    pub fn before(&self, event: &InputEvent) {
        let Some(field) = self.field() else { return };
        let (_, selection) = field::read(&field);
        if !self.owner.allows(&selection, &event.input_type()) {
            event.prevent_default();
            self.owner.refuse();
        }
    }

    /// A button's change: read at once.
    pub fn edit(&self, edit: &Edit) {
        let Some(field) = self.field() else { return };
        self.apply(edit);
        let (text, selection) = field::read(&field);
        self.happen.emit(Did::Closed);
        self.happen.emit(Did::Moved(selection.end));
        self.write(text, 0);
    }

    /// What mends an error, wherever that is: the caret stays where the reader writes.
    pub fn mend(&self, edit: &Edit) {
        let Some(field) = self.field() else { return };
        let (_, selection) = field::read(&field);
        self.edit(&around(edit, &selection));
    }

    /// A word or a shape, put in at the caret.
    pub fn word(&self, entry: &Entry) {
        let Some(field) = self.field() else { return };
        let (text, selection) = field::read(&field);
        let editing = Editing::new(&text).after(Did::Moved(selection.end));
        let edit = editing.insertion(entry);
        self.edit(&edit);
        view::reveal_soon(&field, &edit.apply(&text), edit.selection.end);
    }

    /// Another text, of which the first change is seen.
    pub fn text(&self, new: &str) {
        let Some(field) = self.field() else { return };
        let edit = difference(&field.value(), new);
        self.edit(&edit);
        view::reveal_soon(&field, new, edit.range.start);
    }

    /// Goes to the line of a byte.
    pub fn go(&self, at: usize) {
        if let Some(field) = self.field() {
            field::go(&field, at);
            view::reveal(&field, &field.value(), at);
            self.happen.emit(Did::Moved(at));
        }
    }

    /// The caret may be elsewhere; `before` is where it was.
    pub fn moved(&self, field: &HtmlTextAreaElement, before: Option<usize>) {
        let (_, selection) = field::read(field);
        if before != Some(selection.end) {
            self.happen.emit(Did::Moved(selection.end));
        }
    }
}
