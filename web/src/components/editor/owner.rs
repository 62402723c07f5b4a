//! Whose text is in the field: an algorithm's, or a task's, of which only some lines are free.

use crate::{components::Dispatch, drafts};
use catalog::listing::edit::Edit;
use session::{state::Message, task::Filled};
use std::{cell::RefCell, ops::Range, rc::Rc};
use yew::Callback;

#[derive(Clone)]
pub enum Owner {
    Algorithm {
        slug: &'static str,
        published: &'static str,
        tell: Dispatch,
    },
    Task {
        /// As it stands in the field.
        now: Rc<RefCell<Filled>>,
        /// What is read after a pause.
        on_write: Callback<Filled>,
        /// A locked line was to be changed, or an answer is too long.
        on_refuse: Callback<()>,
    },
}

impl Owner {
    /// The text that the editor begins with.
    pub fn begin(&self, source: &str) {
        if let Owner::Algorithm { slug, .. } = self {
            drafts::begin(slug, source);
        }
    }

    /// Keeps what is written, for later visits.
    pub fn keep(&self, source: &str) {
        if let Owner::Algorithm { slug, published, .. } = self {
            drafts::keep(slug, source, published);
        }
    }

    /// Whether a text may stand in the field.
    pub fn takes(&self, text: &str) -> bool {
        let Owner::Task { now, .. } = self else { return true };
        let after = now.borrow().after(text);
        match after {
            Some(after) => {
                now.replace(after);
                true
            }
            None => false,
        }
    }

    pub fn may(&self, edit: &Edit) -> bool {
        self.allows(&edit.range, "insertText")
    }

    /// Whether what a browser is about to do may be done.
    pub fn allows(&self, selection: &Range<usize>, kind: &str) -> bool {
        match self {
            Owner::Algorithm { .. } => true,
            Owner::Task { now, .. } => now.borrow().allows(selection, kind),
        }
    }

    /// What was to be done is not.
    pub fn refuse(&self) {
        if let Owner::Task { on_refuse, .. } = self {
            on_refuse.emit(());
        }
    }

    /// Reads the text; `is_whole` after a pause, when its errors are said.
    pub fn hear(&self, source: String, is_whole: bool) {
        match self {
            Owner::Algorithm { tell, .. } if is_whole => tell.emit(Message::Write(source)),
            Owner::Algorithm { tell, .. } => tell.emit(Message::Type(source)),
            Owner::Task { now, on_write, .. } if is_whole => on_write.emit(now.borrow().clone()),
            Owner::Task { .. } => {}
        }
    }
}
