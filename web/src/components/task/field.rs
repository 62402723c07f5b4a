//! A student's editor: that of every text, with locked lines.

use super::super::editor::{HELP, Labels, Look, Owner, use_locks, use_writing};
use catalog::listing::{Diagnostic, compare::compare};
use session::editor::{line_at, own_errors};
use session::task::Filled;
use std::rc::Rc;
use yew::prelude::*;

const LOCKED: &str = "This line is locked: only the framed lines can be changed, and they have room for 4,096 letters.";

#[derive(Properties, PartialEq)]
pub struct FieldProps {
    /// As it was read last.
    pub filled: Filled,
    pub errors: Rc<[Diagnostic]>,
    pub on_write: Callback<Filled>,
}

#[component]
pub fn Field(FieldProps { filled, errors, on_write }: &FieldProps) -> Html {
    let now = use_mut_ref(|| filled.clone());
    let source: Rc<str> = filled.text().into();
    let is_refused = use_state_eq(|| false);
    let owner = {
        let refused = is_refused.setter();
        Owner::Task {
            now: Rc::clone(&now),
            on_write: on_write.clone(),
            on_refuse: Callback::from(move |()| refused.set(true)),
        }
    };
    let writing = use_writing(&source, &own_errors(errors, &filled.are_free()), owner);
    use_locks(&writing);
    let shown = now.borrow().clone();
    // what can be written again needs no word of what could not
    use_effect_with(writing.text().to_owned(), {
        let refused = is_refused.setter();
        move |_| refused.set(false)
    });
    let labels = Labels(shown.labels());
    let comparison = compare(writing.text(), writing.text());
    let are_free = shown.are_free();
    let line = writing.now().caret.map(|at| line_at(writing.text(), at));
    let is_locked = line.is_some_and(|line| !are_free.get(line - 1).is_some_and(|free| *free));
    let look = Look {
        comparison: &comparison,
        published: "",
        pins: &[],
        tags: &[],
        labels: &labels,
        free: &are_free,
        refusal: (*is_refused && is_locked).then_some(LOCKED),
    };
    html! {
        <>
            {writing.sheet("Program, of which the framed lines are yours".into(), &look)}
            // those who see have it at its line
            <p class="unseen locked" role="status">if *is_refused { {LOCKED} }</p>
            {writing.bar()}
            {writing.word(&labels)}
            {writing.told(&labels)}
            <p id={HELP} class="editor-help">
                {"Type <- for ←. Ctrl and Space list what can stand at the caret. Tab leaves the text."}
            </p>
        </>
    }
}
